"""An event with everybody in it, its tables and a real hub, for what is measured of them."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from api.battle_files.chain import LogLine
from api.hub.attending.errands import SELDOM_S
from api.hub.attending.line import HubLine
from api.hub.entry.grants import HubGrants
from api.hub.entry.roles import HubRole
from api.hub.event import acts
from api.hub.event.deeds import EventOpened, PairingSystem
from api.hub.intake.courier import Courier
from api.hub.intake.tables import HubTable
from api.hub.store.keeping import DeedStamp, EventsKept
from api.hub.store.opening import open_database
from rules.referee.log.entries import written_line
from rules.referee.log.text import read_log

EVENT = "cup"
EVERY_SECONDS = 4.0
"""How often something happens at each table."""
LOOKS_EVERY = max(1, int(SELDOM_S / EVERY_SECONDS))
RECORDED = Path(__file__).parents[2] / "rules/games/paper_tigers/tests/golden/four_players.jsonl"
Happened = tuple[int, int]
"""The table, and the place of an event in its log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    tables: int
    watchers: int
    """Of one table each."""
    overseers: int
    """Of all tables."""
    judges: int
    seconds: int


def battle_log() -> list[LogLine]:
    """A real battle's, as every table of the benchmark plays it."""
    entries = read_log(RECORDED.read_text(encoding="utf-8"))
    return [
        LogLine(sequence=each.sequence, hash=each.hash, text=written_line(each)) for each in entries
    ]


class EventTable:
    """One table of the event, which has its battle in this process."""

    def __init__(self, number: int, line: HubLine, lines: list[LogLine]) -> None:
        self.number, self.line = number, line
        self._lines, self._count = lines, 0
        self._courier = Courier("b1", log=self._log, send=line.push)

    def _log(self, since: int) -> list[LogLine]:
        return self._lines[since : self._count]

    def delivered(self, count: int) -> None:
        self._count = count
        while self._courier.state.delivered < count:
            self._courier.step()

    def next(self, sent: dict[Happened, float]) -> None:
        """One more event happens; now and then the table asks whether something was ruled."""
        sent[self.number, self._count] = time.perf_counter()
        self.delivered(self._count + 1)
        if self._count % LOOKS_EVERY == 0:
            self.line.mine()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTokens:
    tables: Mapping[int, str]
    watchers: list[str]
    judges: list[str]


def opened_event(address: str, crowd: Crowd) -> EventTokens:
    """An event with its first round drawn; everybody has come in."""
    when = "2026-11-24T18:00:00.000Z"
    with closing(open_database(address)) as database:
        kept, grants = EventsKept(database), HubGrants(database)
        opened = EventOpened(name="Cup", system=PairingSystem.SWISS, rounds=5)
        kept.open_event(EVENT, deed=opened, stamp=DeedStamp(id="open", who="o", at=when))
        for number in range(2 * crowd.tables):
            kept.do(
                EVENT,
                decide=lambda state, n=number: acts.entered(  # type: ignore[misc]
                    state, name=f"Player {n}", club="", rating=2000 - n, army=""
                ),
                stamp=DeedStamp(id=f"p{number}", who="o", at=when),
            )
        kept.do(EVENT, decide=acts.drawn, stamp=DeedStamp(id="draw", who="o", at=when))
        code = grants.invite(EVENT, role=HubRole.SPECTATOR)
        watchers = [grants.join(code)[1] for _ in range(crowd.watchers + crowd.overseers)]
        judges = [
            grants.join(grants.invite(EVENT, role=HubRole.JUDGE, name=f"Judge {each}"))[1]
            for each in range(crowd.judges)
        ]
        tables = {
            each: grants.tables.join(grants.tables.invite(HubTable(event=EVENT, number=each)))[1]
            for each in range(1, crowd.tables + 1)
        }
    return EventTokens(tables=tables, watchers=watchers, judges=judges)


@contextmanager
def hub_over(address: str) -> Iterator[str]:
    """The real program, in a process of its own."""
    command = [sys.executable, "-m", "api", "hub", "serve", "--port", "0", "--json"]
    process = subprocess.Popen(
        [*command, "--database", address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        yield "http://" + urlsplit(json.loads(process.stdout.readline())["page"]).netloc
    finally:
        process.terminate()
        process.communicate(timeout=30)

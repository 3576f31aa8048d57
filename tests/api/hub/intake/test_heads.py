"""Tests of what is new in an event, read in one statement, and of the lines that came last."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from api.hub.event.deeds import EventOpened, PairingSystem
from api.hub.intake.heads import EventHeads, read_heads
from api.hub.intake.logs import ArrivedLog, LogsKept, Parcel
from api.hub.intake.recent import MOST_BATTLES, MOST_LINES, RecentLines
from api.hub.intake.tables import HubTable
from api.hub.store.database import HubDatabase
from api.hub.store.keeping import DeedStamp, EventsKept
from api.hub.store.opening import open_database
from tests.api.hub.intake.logs_made import log_of


@pytest.fixture
def database(address: str) -> Iterator[HubDatabase]:
    with closing(open_database(address)) as found:
        yield found


def _sent(database: HubDatabase, battle: str, *, table: int, at: str, count: int = 3) -> None:
    parcel = Parcel(battle=battle, lines=tuple(log_of(count, name=battle)))
    LogsKept(database).take(parcel, table=HubTable(event="cup", number=table), at=at)


def test_the_heads_of_an_event_are_what_each_of_its_parts_tells(database: HubDatabase) -> None:
    assert read_heads(database, "cup") == EventHeads(deeds=0, aside=0, logs=())
    opened = EventOpened(name="Cup", system=PairingSystem.SWISS, rounds=3)
    EventsKept(database).open_event(
        "cup", deed=opened, stamp=DeedStamp(id="open", who="o", at="2026-11-24T18:00:00Z")
    )
    _sent(database, "late", table=2, at="2026-11-24T19:00:00Z")
    _sent(database, "early", table=2, at="2026-11-24T18:00:00Z", count=5)
    _sent(database, "beside", table=1, at="2026-11-24T20:00:00Z")
    parcel = Parcel(battle="late", lines=tuple(log_of(4, name="another")))
    LogsKept(database).take(parcel, table=HubTable(event="cup", number=2), at="2026-11-24T21")
    heads = read_heads(database, "cup")
    assert (heads.deeds, heads.aside) == (1, 1)
    assert [(each.table, each.battle) for each in heads.logs] == [
        (1, "beside"),
        (2, "early"),
        (2, "late"),
    ]
    assert heads.logs == LogsKept(database).arrived("cup")
    assert read_heads(database, "elsewhere") == EventHeads(deeds=0, aside=0, logs=())


def test_lines_that_came_here_are_the_same_as_those_that_another_hub_reads(
    database: HubDatabase,
) -> None:
    ours, log = LogsKept(database), log_of(9)
    for since, until in [(0, 4), (2, 6), (6, 9)]:
        parcel = Parcel(battle="b1", lines=tuple(log[since:until]))
        ours.take(parcel, table=HubTable(event="cup", number=1), at="2026-11-24T18:00:00Z")
        for first in range(until + 1):
            asked = {"since": first, "until": until}
            assert ours.lines("b1", **asked) == LogsKept(database).lines("b1", **asked)
    assert ours.arrived("cup") == (ArrivedLog(battle="b1", table=1, lines=9),)


def test_only_lines_that_are_all_remembered_are_told_from_memory() -> None:
    recent, log = RecentLines(), tuple(log_of(MOST_LINES + 5))
    recent.keep("b1", log[3:6])
    assert recent.lines("b1", since=4, until=6) == log[4:6]
    assert recent.lines("b1", since=2, until=6) is None
    assert recent.lines("b1", since=4, until=7) is None
    assert recent.lines("b2", since=4, until=6) is None
    recent.keep("b1", log)
    assert recent.lines("b1", since=4, until=6) == log[4:6], "more than are remembered at once"
    for number in range(MOST_BATTLES):
        recent.keep(f"other-{number}", log[:1])
    assert recent.lines("b1", since=4, until=6) is None

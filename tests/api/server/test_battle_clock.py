"""A battle's clock over HTTP: the same for every seat, told when it is over, and stopped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.files.games import games
from api.tables.source import Listener, Unsubscribe
from rules.table.roster import Roster
from rules.table.snapshot import Health, HealthState, Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.web.browsing import DUEL
from tests.vision.measured import TABLE


class SeenTable:
    """A table as a test has a camera see it."""

    def __init__(self) -> None:
        self.snapshot = Snapshot(table=TABLE)

    def latest(self) -> Snapshot:
        return self.snapshot

    def subscribe(self, listener: Listener) -> Unsubscribe:
        del listener
        return lambda: None

    def takes(self, roster: Roster) -> bool:
        del roster
        return True


class Evening:
    """A duel with a clock, and time that passes as a test says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = 0
        self.table = SeenTable()
        self.battle = ""
        self.sent = 0

    def now(self) -> str:
        minutes, seconds = divmod(self.seconds, 60)
        return f"2026-11-21T19:{minutes:02}:{seconds:02}Z"

    def served(self) -> Any:
        return served(self.table, self.folder, games=games, now=self.now)

    def begun(self, server: Served, **options: object) -> "Evening":
        made = server.post("/api/v1/battles", {**DUEL, "options": options})
        assert made.status_code == 201, made.text
        self.battle = made.json()["id"]
        self.rolls(server, "Host", 6, 6)
        return self

    def rolls(self, server: Served, seat: str, *dice: int) -> None:
        self.sent += 1
        command = {"kind": "roll", "dice": list(dice)}
        body = {"id": f"roll-{self.sent:04}", "seat": seat, "command": command}
        answer = server.post(f"/api/v1/battles/{self.battle}/commands", body).json()
        assert answer["accepted"], answer

    def looks(self, server: Served, *, after: int = 0) -> None:
        """Let time pass, with somebody at the table."""
        self.seconds += after
        server.steady.seconds += after
        server.app.state.hub.watches = lambda _session: True
        portal = server.client.portal
        assert portal is not None
        portal.call(server.app.state.clocks.step)

    def told(self, server: Served, **more: Any) -> Any:
        return server.get(f"/api/v1/battles/{self.battle}", **more).json()["clock"]

    def left(self, server: Served) -> dict[str, float]:
        return {each["side"]: each["left_s"] for each in self.told(server)["sides"]}

    def said(self, server: Served) -> list[str]:
        events = server.get(f"/api/v1/battles/{self.battle}/events").json()["events"]
        return [each["says"] for each in events if each["author"] == "umpire"]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_every_seat_and_whoever_watches_sees_the_same_clock(evening: Evening) -> None:
    with evening.served() as server:
        evening.begun(server, clock="side", clock_minutes=10)
        evening.looks(server, after=40)
        told = [
            evening.told(server, token=server.invite(evening.battle, seat))
            for seat in ("Host", "Guest", "")
        ]
        assert told[0] == told[1] == told[2] == evening.told(server)
        assert told[0] == {
            "each": "side",
            "sides": [
                {"side": "Red", "left_s": 600.0, "runs": False, "out": False},
                {"side": "Blue", "left_s": 560.0, "runs": True, "out": False},
            ],
            "stands": "",
            "paused": False,
        }


def test_a_battle_without_a_clock_has_none(evening: Evening) -> None:
    with evening.served() as server:
        evening.begun(server)
        evening.looks(server, after=40)
        assert evening.told(server) is None
        assert evening.said(server)[1:] == []


def test_that_time_is_over_is_told_once(evening: Evening) -> None:
    with evening.served() as server:
        evening.begun(server, clock="side", clock_minutes=1)
        for _ in range(5):
            evening.looks(server, after=20)
        assert evening.said(server).count("Time has run out for Blue.") == 1
        assert [each["out"] for each in evening.told(server)["sides"]] == [False, True]
        # What follows from it is for the players.
        evening.rolls(server, "Guest", 1, 1)


def test_it_stands_while_the_camera_is_lost(evening: Evening) -> None:
    with evening.served() as server:
        evening.begun(server, clock="side", clock_minutes=10)
        evening.looks(server, after=10)
        seen = evening.table.snapshot
        evening.table.snapshot = replace(seen, health=Health(state=HealthState.LOST))
        evening.looks(server)
        assert evening.told(server)["stands"] == ""
        evening.looks(server, after=3)
        assert evening.told(server)["stands"] == "the camera is lost"
        evening.looks(server, after=60)
        evening.table.snapshot = seen
        evening.looks(server)
        evening.looks(server, after=5)
        assert evening.left(server) == {"Red": 600, "Blue": 600 - 10 - 3 - 5}


@pytest.mark.parametrize("is_killed", [False, True])
def test_it_stands_while_the_battle_is_closed(
    evening: Evening, tmp_path: Path, is_killed: bool
) -> None:
    with evening.served() as server:
        evening.begun(server, clock="side", clock_minutes=10)
        evening.looks(server, after=10)
        session = server.app.state.shelf.opened(evening.battle)
        portal = server.client.portal
        assert portal is not None
        # As it lies on the disk when the computer stops at once.
        whole = portal.call(session.whole)
    if is_killed:
        (tmp_path / f"{evening.battle}.battle").write_bytes(whole)
    evening.seconds += 1200
    with evening.served() as server:
        assert evening.told(server)["stands"] == "nobody is at the table"
        evening.looks(server)
        evening.looks(server, after=5)
        # What a fault cut off counts for nobody.
        assert evening.left(server) == {"Red": 600, "Blue": 595 if is_killed else 585}


def test_a_pause_needs_everybody(evening: Evening) -> None:
    with evening.served() as server:
        evening.begun(server, clock="side")
        path = f"/api/v1/battles/{evening.battle}/commands"
        body = {"id": "pause-0001", "seat": "Host", "command": {"kind": "pause_clock"}}
        ask = server.post(path, body).json()["events"][0]["id"]
        assert not evening.told(server)["paused"]
        agree = {"id": "agree-0001", "seat": "Guest", "command": {"kind": "agree", "ask": ask}}
        assert server.post(path, agree).json()["accepted"]
        assert evening.told(server)["paused"]
        assert evening.told(server)["stands"] == "all have agreed to a pause"


def test_no_clock_of_no_minutes(evening: Evening) -> None:
    with evening.served() as server:
        asked = {**DUEL, "options": {"clock": "side", "clock_minutes": 0}}
        assert "1 to 999" in problem(server.post("/api/v1/battles", asked), 422)["detail"]

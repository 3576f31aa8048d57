"""A table of an event plays on whatever its hub does, and everything gets there in the end."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.battle_files.file import Picture
from api.commands.events.joining import membership_of
from api.errors import UserError
from api.hub.attending.errands import LOOK_S, SELDOM_S
from api.hub.attending.line import HubLine
from api.hub.attending.membership import KEPT_IN, EventMember, kept_membership
from api.tables.source import FixedTable
from api.terminal.output import Output
from rules.table.snapshot import Snapshot
from tests.api.hub.attending.fake_hub import CODE, TOKEN, FakeHub, fake_hub
from tests.api.server.serving import Served, problem, served
from tests.vision.measured import TABLE

COUNT = {
    "game": "counting",
    "name": "Table 3",
    "seats": [{"name": "Red", "sides": ["red"]}, {"name": "Blue", "sides": ["blue"]}],
    "roster": [{"id": "C1", "side": "red", "kind": "counter", "footprint": "disc 1"}],
}


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with fake_hub() as found:
        yield found


class AtTable:
    """A battle at a table of an event."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.battle = str(server.post("/api/v1/battles", COUNT).json()["id"])
        self.sent = 0

    def rolls(self, seat: str, die: int) -> None:
        assert self.gives(seat, {"kind": "roll", "die": die})["accepted"]

    def gives(self, seat: str, command: dict[str, object]) -> Any:
        self.sent += 1
        body = {"id": f"command-{self.sent:04}", "seat": seat, "command": command}
        return self.server.post(self.path("/commands"), body).json()

    def path(self, rest: str = "") -> str:
        return f"/api/v1/battles/{self.battle}{rest}"

    def goes(self, *, after: float = 0.0) -> None:
        """One round of errands, so much later."""
        self.server.steady.seconds += after
        portal = self.server.client.portal
        assert portal is not None
        portal.call(self.server.app.state.errands.step)

    def keeps(self, picture: Picture) -> None:
        """As the camera would have it kept, with the event that it belongs to."""
        session = self.server.app.state.shelf.opened(self.battle)
        portal = self.server.client.portal
        assert portal is not None
        portal.call(session.read, lambda file: file.add_picture(picture))

    def told(self) -> Any:
        return self.server.get(self.path("/judge")).json()

    def events(self) -> list[Any]:
        found: list[Any] = self.server.get(self.path("/events")).json()["events"]
        return found

    def log(self) -> bytes:
        found: bytes = self.server.get(self.path("/log")).content
        return found


@pytest.fixture
def at_table(hub: FakeHub, tmp_path: Path) -> Iterator[AtTable]:
    member = EventMember(
        hub=hub.address, token=TOKEN, event="club-cup", table=3, since="2026-11-21T18:00:00Z"
    )
    table = FixedTable(Snapshot(table=TABLE))
    with served(table, tmp_path, membership=member) as server:
        yield AtTable(server)


def test_the_log_gets_to_the_hub_line_by_line(hub: FakeHub, at_table: AtTable) -> None:
    at_table.rolls("Red", 3)
    at_table.goes()
    at_table.rolls("Blue", 2)
    at_table.goes(after=1)
    assert [each.sequence for each in hub.logs[at_table.battle]] == [0, 1, 2, 3, 4]
    assert len(at_table.events()) == 5
    assert at_table.told()["away_since"] == ""
    assert at_table.told()["assignment"]["players"][0]["name"] == "Ann"


def test_the_battle_goes_on_without_the_hub_and_is_made_good(
    hub: FakeHub, at_table: AtTable
) -> None:
    at_table.goes()
    hub.is_away = True
    at_table.rolls("Red", 3)
    at_table.goes(after=1)
    assert at_table.told()["away_since"] == "2026-11-21T19:00:00Z"
    at_table.rolls("Blue", 2)
    hub.is_away = False
    at_table.goes(after=60)
    assert len(hub.logs[at_table.battle]) == 5
    assert at_table.told()["away_since"] == ""


def test_a_hub_that_is_away_is_told_of_as_long_as_it_is(hub: FakeHub, at_table: AtTable) -> None:
    at_table.goes()
    hub.is_away = True
    at_table.goes(after=SELDOM_S)
    since = at_table.told()["away_since"]
    assert since
    # There is nothing to send: that is no word from the hub.
    at_table.goes(after=1)
    assert at_table.told()["away_since"] == since


def test_a_log_that_the_hub_puts_aside_is_told(hub: FakeHub, at_table: AtTable) -> None:
    at_table.goes()
    whole = hub.logs[at_table.battle]
    # Somebody else's log lies there under this name.
    whole[0] = whole[0].__class__(sequence=0, hash="f" * 64, text=whole[0].text)
    hub.logs[at_table.battle] = whole
    at_table.rolls("Red", 3)
    at_table.goes(after=1)
    assert "event 1" in at_table.told()["says_no"]
    at_table.rolls("Blue", 1)


def test_a_judge_is_called_and_the_ruling_enters_the_log_once(
    hub: FakeHub, at_table: AtTable
) -> None:
    at_table.rolls("Red", 3)
    wanted = {"id": "call-0001", "says": "Was that three?", "entry": "e1"}
    told = at_table.server.post(at_table.path("/judge"), wanted).json()
    assert told["calls"][0]["standing"] == "on its way"
    at_table.server.post(at_table.path("/judge"), wanted)
    at_table.goes(after=LOOK_S)
    assert [(each["battle"], each["entry"]) for each in hub.calls] == [(at_table.battle, 1)]
    assert at_table.told()["calls"] == [
        {
            "id": "call-0001",
            "entry": "e1",
            "says": "Was that three?",
            "standing": "taken",
            "judge": "Judy",
        }
    ]
    ruling = {
        "ruling": "1.1",
        "judge": "Judy",
        "says": "It was a two",
        "final": False,
        "battle": at_table.battle,
        "entry": 1,
        "outcome": "taken_back",
    }
    hub.rulings = [ruling]
    at_table.goes(after=LOOK_S)
    assert hub.taken == ["1.1"]
    says = [each["says"] for each in at_table.events()]
    assert says.count("Judy, judge, rules: It was a two.") == 1
    assert at_table.events()[1]["taken_back"]
    # The hub has lost that it was taken: it is in the log, and not written again.
    hub.taken.clear()
    at_table.goes(after=LOOK_S)
    assert hub.taken == ["1.1"]
    assert len(at_table.events()) == len(says)


def test_an_appeal_waits_while_the_hub_is_away(hub: FakeHub, at_table: AtTable) -> None:
    at_table.server.post(at_table.path("/judge"), {"id": "call-0001", "says": "Was it?"})
    hub.standing = "ruled"
    at_table.goes(after=LOOK_S)
    hub.is_away = True
    appeal = {"id": "appeal-0001", "call": "call-0001", "says": "It was not."}
    told = at_table.server.post(at_table.path("/judge/appeal"), appeal)
    assert told.status_code == 200
    at_table.goes(after=60)
    assert hub.appeals == []
    hub.is_away = False
    at_table.goes(after=60)
    at_table.goes(after=60)
    assert hub.appeals == [("1", "It was not.")]


def test_a_call_waits_while_the_hub_is_away(hub: FakeHub, at_table: AtTable) -> None:
    hub.is_away = True
    wanted = {"id": "call-0001", "says": "Please come."}
    assert at_table.server.post(at_table.path("/judge"), wanted).status_code == 200
    at_table.goes(after=LOOK_S)
    assert at_table.told()["calls"][0]["standing"] == "on its way"
    hub.is_away = False
    at_table.goes(after=60)
    assert hub.calls == [{**wanted, "battle": at_table.battle}]


def test_a_judge_is_called_about_an_event_that_there_is(at_table: AtTable) -> None:
    wanted = {"id": "call-0001", "says": "Please come.", "entry": "e99"}
    problem(at_table.server.post(at_table.path("/judge"), wanted), 404)


def test_a_battle_from_before_is_none_of_the_events(hub: FakeHub, tmp_path: Path) -> None:
    member = EventMember(
        hub=hub.address, token=TOKEN, event="club-cup", table=3, since="2026-11-22T18:00:00Z"
    )
    with served(FixedTable(Snapshot(table=TABLE)), tmp_path, membership=member) as server:
        at_table = AtTable(server)
        at_table.goes()
        assert hub.logs == {}
        assert "umpire serve --hub" in problem(server.get(at_table.path("/judge")), 409)["detail"]


def test_a_table_joins_once_and_keeps_its_token_to_itself(
    hub: FakeHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = Output()
    found = membership_of(tmp_path, (hub.address, CODE), output=output)
    assert found is not None
    assert (found.event, found.table, found.token) == ("club-cup", 3, TOKEN)
    assert os.stat(tmp_path / KEPT_IN).st_mode & 0o777 == 0o600
    assert kept_membership(tmp_path) == membership_of(tmp_path, None, output=output) == found
    # The same command again, with the code that was used.
    assert membership_of(tmp_path, (hub.address, CODE), output=output) == found
    hub.is_away = True
    assert membership_of(tmp_path, (hub.address, CODE), output=output) == found
    assert TOKEN not in "".join(capsys.readouterr())


def test_a_code_that_is_wrong_and_a_hub_that_is_not_there_are_told(
    hub: FakeHub, tmp_path: Path
) -> None:
    output = Output()
    with pytest.raises(UserError, match="--code: this code was used, or is no table's"):
        membership_of(tmp_path, (hub.address, "WRONG234"), output=output)
    with pytest.raises(UserError, match=r"cannot be reached: Connection refused$"):
        membership_of(tmp_path, ("http://127.0.0.1:9", CODE), output=output)
    for address in ("ftp://hub", "hub.example", "http://hub/path", "http://hub:0x1"):
        with pytest.raises(UserError, match="--hub: "):
            HubLine(address)
    (tmp_path / KEPT_IN).write_text("{}")
    with pytest.raises(UserError, match="expected what came of joining"):
        kept_membership(tmp_path)

"""A real table at a real hub: its log, a call, and a ruling that does something at the table."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import httpx2
import pytest
import uvicorn

from api.access.hosts import Hosts
from api.battle_files.file import Picture
from api.commands.events.joining import membership_of
from api.hub.attending.errands import LOOK_S
from api.hub.serving.app import hub_app
from api.hub.serving.asked import RulingSent
from api.hub.serving.desk import HubDesk
from api.hub.store.opening import open_database
from api.tables.source import FixedTable, TableSource
from api.terminal.output import Output
from benchmarks.live.phone_stage import HOME, serving_here
from rules.referee.log.judge_words import JUDGED
from rules.table.snapshot import Snapshot
from tests.api.hub.attending.test_attending import AtTable
from tests.api.server.serving import Served, problem, served
from tests.rules.referee.counting_game import COUNTING
from tests.vision.measured import TABLE


class Organiser:
    """Whoever runs the hub, and hands out codes."""

    def __init__(self, address: str, *, owner: str, client: httpx2.Client) -> None:
        self.address = address
        self._client = client
        self._owner = owner
        self._sent = 0

    def asks(self, method: str, path: str, *, token: str = "", **body: Any) -> Any:
        headers = {"authorization": f"Bearer {token or self._owner}"}
        answer = self._client.request(method, path, headers=headers, json=body or None)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def does(self, path: str, *, token: str = "", **body: Any) -> Any:
        self._sent += 1
        return self.asks("POST", path, token=token, id=f"real-{self._sent}", **body)

    def judge(self, name: str, *, role: str = "judge") -> str:
        code = self.asks("POST", "/events/cup/codes", role=role, name=name)["code"]
        return str(self._client.post("/join", json={"code": code}).json()["token"])


@pytest.fixture
def organiser(tmp_path: Path) -> Iterator[Organiser]:
    with closing(open_database(tmp_path / "event.hub")) as database:
        desk = HubDesk(database, games=lambda: {COUNTING.slug: COUNTING})
        _, owner = desk.grants.admit_owner()

        def made(port: int) -> uvicorn.Config:
            app = hub_app(desk, hosts=[Hosts(port)])
            return uvicorn.Config(app, host=HOME, port=port, log_level="error")

        with serving_here(made) as port, httpx2.Client() as client:
            address = f"http://{HOME}:{port}"
            client.base_url = httpx2.URL(f"{address}/hub/v1")
            found = Organiser(address, owner=owner, client=client)
            found.does("/events", event="cup", name="Winter Cup", rounds=1)
            yield found


def test_what_a_judge_rules_is_done_at_the_table(organiser: Organiser, tmp_path: Path) -> None:
    judge = organiser.judge("Joy")
    with at_a_table(organiser, tmp_path) as server:
        at_table = AtTable(server)
        at_table.rolls("Red", 3)
        wanted = {"id": "call-0001", "says": "Was that three?", "entry": "e1"}
        server.post(at_table.path("/judge"), wanted)
        at_table.goes(after=LOOK_S)
        (call,) = organiser.asks("GET", "/events/cup/calls", token=judge)["calls"]
        assert (call["table"], call["entry"], call["says"]) == (3, 1, "Was that three?")
        assert call["evidence"]["sequence"] == 1
        organiser.does("/events/cup/calls/1/taking", token=judge)
        says = "It was a two."
        organiser.does("/events/cup/calls/1/ruling", token=judge, says=says, outcome="taken_back")
        at_table.goes(after=LOOK_S)
        assert at_table.events()[1]["taken_back"]
        assert any("Joy, judge, rules: It was a two" in each["says"] for each in at_table.events())
        at_table.goes(after=LOOK_S)
        (call,) = organiser.asks("GET", "/events/cup/calls", token=judge)["calls"]
        assert call["rulings"][0]["written"]
        kept = organiser.asks("GET", "/events/cup/tables")
        assert [(each["table"], each["lines"]) for each in kept] == [(3, len(at_table.events()))]


def at_a_table(
    organiser: Organiser, folder: Path, source: TableSource | None = None
) -> AbstractContextManager[Served]:
    """A server that is table 3 of the event."""
    code = organiser.asks("POST", "/events/cup/tables/3/code")["code"]
    member = membership_of(folder, (organiser.address, code), output=Output())
    assert member is not None
    # The test's table lives in the past.
    member = replace(member, since="2026-11-21T18:00:00Z")
    return served(source or FixedTable(Snapshot(table=TABLE)), folder, membership=member)


def test_an_appeal_goes_to_the_head_judge_and_their_word_comes_back(
    organiser: Organiser, tmp_path: Path
) -> None:
    judge, head = organiser.judge("Joy"), organiser.judge("Hal", role="head_judge")
    with at_a_table(organiser, tmp_path) as server:
        at_table = AtTable(server)
        at_table.rolls("Red", 3)
        server.post(at_table.path("/judge"), {"id": "call-0001", "says": "Three?", "entry": "e1"})
        at_table.goes(after=LOOK_S)
        appeal = {"id": "appeal-0001", "call": "call-0001", "says": "It was filmed."}
        early = problem(server.post(at_table.path("/judge/appeal"), appeal), 409)
        assert early["type"] == "urn:paper-umpire:no-ruling"
        organiser.does("/events/cup/calls/1/taking", token=judge)
        organiser.does("/events/cup/calls/1/ruling", token=judge, says="It was two.")
        at_table.goes(after=LOOK_S)
        for _ in range(2):
            # Twice, as by a nervous finger.
            assert server.post(at_table.path("/judge/appeal"), appeal).status_code == 200
            at_table.goes(after=LOOK_S)
        (call,) = organiser.asks("GET", "/events/cup/calls", token=head)["calls"]
        assert (call["standing"], call["appeal"]) == ("appealed", "It was filmed.")
        assert at_table.told()["calls"][0]["standing"] == "appealed"
        organiser.does("/events/cup/calls/1/ruling", token=head, says="It was three.")
        at_table.goes(after=LOOK_S)
        says = [each["says"] for each in at_table.events()]
        assert "Hal, head judge, rules: It was three." in says
        assert at_table.told()["calls"][0]["standing"] == "final"
        other = {**appeal, "id": "appeal-0002"}
        server.post(at_table.path("/judge/appeal"), other)
        at_table.goes(after=LOOK_S)
        assert at_table.told()["calls"][0]["standing"] == "final"


def test_a_picture_leaves_the_table_when_a_judge_asks_and_not_before(
    organiser: Organiser, tmp_path: Path
) -> None:
    judge, player = organiser.judge("Joy"), organiser.judge("", role="spectator")
    picture = b"\xff\xd8\xff what the camera saw"
    with at_a_table(organiser, tmp_path) as server:
        at_table = AtTable(server)
        at_table.rolls("Red", 3)
        at_table.rolls("Blue", 2)
        server.post(at_table.path("/judge"), {"id": "call-0001", "says": "Three?", "entry": "e1"})
        server.post(at_table.path("/judge"), {"id": "call-0002", "says": "Two?", "entry": "e3"})
        at_table.keeps(Picture(sequence=1, media_type="image/jpeg", content=picture))
        at_table.goes(after=LOOK_S)
        path = "/hub/v1/events/cup/calls/{}/picture"
        with httpx2.Client(base_url=organiser.address) as client:

            def shown(call: int, token: str) -> Any:
                headers = {"authorization": f"Bearer {token}"}
                return client.get(path.format(call), headers=headers)

            assert shown(1, judge).status_code == 404
            for call in (1, 2):
                organiser.does(f"/events/cup/calls/{call}/picture", token=judge)
            at_table.goes(after=LOOK_S)
            found = shown(1, judge)
            assert (found.content, found.headers["content-type"]) == (picture, "image/jpeg")
            assert shown(1, player).status_code == 403
            calls = organiser.asks("GET", "/events/cup/calls", token=judge)["calls"]
            assert [each["picture"] for each in calls] == ["here", "none"]
            assert shown(2, judge).status_code == 404


def test_a_picture_that_the_hub_does_not_take_is_none(organiser: Organiser, tmp_path: Path) -> None:
    judge = organiser.judge("Joy")
    with at_a_table(organiser, tmp_path) as server:
        at_table = AtTable(server)
        at_table.rolls("Red", 3)
        server.post(at_table.path("/judge"), {"id": "call-0001", "says": "Three?", "entry": "e1"})
        at_table.keeps(Picture(sequence=1, media_type="image/png", content=b"no picture at all"))
        at_table.goes(after=LOOK_S)
        organiser.does("/events/cup/calls/1/picture", token=judge)
        at_table.goes(after=LOOK_S)
        (call,) = organiser.asks("GET", "/events/cup/calls", token=judge)["calls"]
        assert call["picture"] == "none"


def test_what_happens_goes_to_the_hub_at_once(organiser: Organiser, tmp_path: Path) -> None:
    with at_a_table(organiser, tmp_path) as server:
        at_table = AtTable(server)
        at_table.goes()
        at_table.rolls("Red", 3)
        # No time has passed: whoever waits for the next turn would have nothing to send.
        at_table.goes()
        (told,) = organiser.asks("GET", "/events/cup/tables")
        assert told["lines"] == len(at_table.events())
        # A ruling on an open call is fetched with it, without waiting for the next look.
        server.post(at_table.path("/judge"), {"id": "call-0001", "says": "Three?"})
        at_table.goes()
        organiser.does("/events/cup/calls/1/taking", token=organiser.judge("Joy"))
        at_table.rolls("Blue", 2)
        at_table.goes()
        assert at_table.told()["calls"][0]["standing"] == "taken"


def test_a_judge_may_ask_for_what_a_table_can_do_and_no_more() -> None:
    assert get_args(RulingSent.model_fields["outcome"].annotation) == JUDGED

"""A real table at a real hub: its log, a call, and a ruling that does something at the table."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import httpx2
import pytest
import uvicorn

from api.access.hosts import Hosts
from api.commands.joining_event import membership_of
from api.hub.attending.errands import LOOK_S
from api.hub.serving.app import hub_app
from api.hub.serving.asked import RulingSent
from api.hub.serving.desk import HubDesk
from api.hub.store.opening import open_database
from api.tables.source import FixedTable
from api.terminal.output import Output
from benchmarks.live.phone_stage import HOME, serving_here
from rules.referee.log.judge_words import JUDGED
from rules.table.snapshot import Snapshot
from tests.api.hub.attending.test_attending import AtTable
from tests.api.server.serving import served
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

    def judge(self, name: str) -> str:
        code = self.asks("POST", "/events/cup/codes", role="judge", name=name)["code"]
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
    code = organiser.asks("POST", "/events/cup/tables/3/code")["code"]
    member = membership_of(tmp_path, (organiser.address, code), output=Output())
    assert member is not None
    # The test's table lives in the past.
    member = replace(member, since="2026-11-21T18:00:00Z")
    judge = organiser.judge("Joy")
    with served(FixedTable(Snapshot(table=TABLE)), tmp_path, membership=member) as server:
        at_table = AtTable(server)
        at_table.rolls("Red", 3)
        wanted = {"id": "call-0001", "says": "Was that three?", "entry": "e1"}
        server.post(at_table.path("/judge"), wanted)
        # Calls go out before the log: another round carries what the call is about.
        at_table.goes(after=LOOK_S)
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


def test_a_judge_may_ask_for_what_a_table_can_do_and_no_more() -> None:
    assert get_args(RulingSent.model_fields["outcome"].annotation) == JUDGED

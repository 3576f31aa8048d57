"""A camera is the table of those battles alone whose army it looks for."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.battles.session import Session
from api.files.games import games
from api.live.hub import Hub
from api.live.subscription import Subscription
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from rules.table.snapshot import Health, HealthState, Snapshot
from tests.api.review.test_second_opinion import SMALL, TANKS
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.test_described_socket import until
from tests.api.web.seen_table import SeenTable
from tests.factories import piece
from tests.vision.measured import TABLE

pytestmark = pytest.mark.long


@dataclass(frozen=True, kw_only=True)
class Watching:
    """A server with a battle of an army that a camera looks for, and one of another game."""

    server: Served
    camera: SeenTable
    seen: str
    other: str

    def table(self, battle: str) -> Any:
        return self.server.get("/api/v1/table", params={"battle": battle}).json()

    def put(self, battle: str, piece: str) -> Any:
        path = f"/api/v1/table/pieces/{piece}"
        return self.server.ask("PUT", path, params={"battle": battle}, json={"x_in": 4, "y_in": 4})

    def played(self) -> str:
        """The battle that hides cards from whoever is shown the camera's picture."""
        found = self.server.app.state.shown.played
        return "" if found is None else str(found.name)

    def look(self) -> None:
        self.server.app.state.table.switch(self.camera.table)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    with served(HandTable(Snapshot(table=TABLE)), tmp_path, games=games) as server:
        seen = server.post("/api/v1/battles", SMALL).json()["id"]
        other = server.post("/api/v1/samples/papercraft/battle", {}).json()["id"]
        yield Watching(server=server, camera=SeenTable(*TANKS), seen=seen, other=other)


def test_a_battle_of_another_army_keeps_its_own_table(watching: Watching) -> None:
    before = watching.table(watching.other)
    watching.look()
    assert {each["id"] for each in watching.table(watching.seen)["pieces"]} == {"T1", "T2"}
    assert watching.table(watching.other)["pieces"] == before["pieces"]
    assert watching.table(watching.other)["terrain"] == before["terrain"]
    health = watching.server.get("/api/v1/table/health", params={"battle": watching.other}).json()
    assert (health["state"], health["anchors_in_view"]) == ("live", None)
    assert problem(watching.put(watching.seen, "T1"), 409)["type"].endswith("not-by-hand")
    moved = before["pieces"][0]["id"]
    assert watching.put(watching.other, moved).status_code == 200
    assert watching.table(watching.other)["pieces"] != before["pieces"]


def test_the_page_is_told_who_moves_the_pieces_of_each_battle(watching: Watching) -> None:
    told = {}
    watching.look()
    for battle in (watching.seen, watching.other, ""):
        hello = {"type": "hello", "token": watching.server.host, "battle": battle}
        with watching.server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as live:
            live.send_json(hello)
            told[battle] = until(live, "start")[-1]["by_hand"]
    assert told == {watching.seen: False, watching.other: True, "": False}


def test_a_battle_that_begins_under_the_camera_of_another_army_has_a_table_of_its_own(
    watching: Watching,
) -> None:
    watching.look()
    begun = watching.server.post("/api/v1/samples/papercraft/battle", {}).json()["id"]
    laid = watching.table(begun)["pieces"]
    assert laid == watching.table(watching.other)["pieces"]
    assert watching.put(begun, laid[0]["id"]).status_code == 200


def test_it_begins_without_the_pieces_that_the_camera_sees(watching: Watching) -> None:
    watching.look()
    squad = {"kind": "squad", "footprint": "rectangle 3 x 1.5"}
    roster = [{**squad, "id": "S1", "side": "Red"}, {**squad, "id": "S2", "side": "Blue"}]
    begun = watching.server.post("/api/v1/battles", {**SMALL, "roster": roster}).json()["id"]
    assert watching.table(begun)["pieces"] == []


def test_a_page_hears_of_a_camera_that_comes_and_goes(watching: Watching) -> None:
    token = watching.server.host
    with watching.server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as live:
        live.send_json({"type": "hello", "token": token, "battle": watching.seen})
        assert until(live, "start")[-1]["by_hand"]
        watching.look()
        assert not until(live, "table")[-1]["by_hand"]
        watching.server.app.state.table.switch(watching.server.app.state.table.by_hand)
        assert until(live, "table")[-1]["by_hand"]


def test_nothing_of_its_own_table_is_looked_for_in_the_cameras_picture(
    watching: Watching,
) -> None:
    watching.look()
    place = {"x_in": 8, "y_in": 4.5}
    for method, path, sent in (
        ("GET", "from-above.jpg", None),
        ("POST", "terrain-outline", place),
        ("POST", "empty-picture", None),
    ):
        for battle, expected in ((watching.other, "no-camera"), (watching.seen, "")):
            answer = watching.server.ask(
                method, f"/api/v1/table/{path}", params={"battle": battle}, json=sent
            )
            told = answer.json()["type"] if answer.status_code == 409 else ""
            assert told.rpartition(":")[2] == expected, (path, battle, answer.text)


def test_the_cameras_picture_hides_cards_of_what_is_played_before_it_alone(
    watching: Watching,
) -> None:
    war = watching.server.post("/api/v1/samples/tossing-tiger/battle", {}).json()["id"]
    tables = watching.server.app.state.table
    assert watching.played() == war
    watching.look()
    assert watching.played() == ""
    tables.switch(tables.by_hand)
    assert watching.played() == war


def test_what_the_camera_sees_is_told_to_those_alone_whose_table_it_is(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell = Hub._put_table  # noqa: SLF001  a socket keeps the newest table alone

    def telling(hub: Hub, subscription: Subscription) -> None:
        told.append("" if subscription.session is None else subscription.session.name)
        tell(hub, subscription)

    monkeypatch.setattr(Hub, "_put_table", telling)
    watching.look()
    moved = watching.table(watching.other)["pieces"][0]["id"]
    with ExitStack() as stack:
        lines = {}
        for battle in (watching.seen, watching.other):
            live = lines[battle] = stack.enter_context(
                watching.server.client.websocket_connect(LIVE, headers={"origin": ADDRESS})
            )
            live.send_json({"type": "hello", "token": watching.server.host, "battle": battle})
            until(live, "start")
        told.clear()
        watching.camera.look()
        watching.table("")
        assert set(told) == {watching.seen}
        told.clear()
        watching.put(watching.other, moved)
        until(lines[watching.other], "table")
        assert set(told) == {watching.other}


def test_a_camera_sets_nobody_at_work_who_does_not_play_before_it(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(Session, "table_changed", lambda session: looked.append(session.name))
    watching.look()
    watching.camera.look(0.2)
    watching.table("")
    assert set(looked) == {watching.seen}


def test_beside_a_table_out_of_a_file_it_begins_with_what_lies_in_that(tmp_path: Path) -> None:
    health = Health(state=HealthState.STALE)
    laid = Snapshot(table=TABLE, pieces=(piece("S1", (3.0, 3.0)),), health=health)
    camera = SeenTable(*TANKS)
    with served(FixedTable(laid), tmp_path, games=games) as server:
        server.app.state.table.switch(camera.table)
        camera.straighten()
        squad = {"kind": "squad", "footprint": "rectangle 3 x 1.5"}
        roster = [{**squad, "id": "S1", "side": "Red"}, {**squad, "id": "S2", "side": "Blue"}]
        begun = server.post("/api/v1/battles", {**SMALL, "roster": roster}).json()["id"]
        found = server.get("/api/v1/table", params={"battle": begun}).json()
    assert [each["id"] for each in found["pieces"]] == ["S1"]
    assert found["health"]["state"] == "live"

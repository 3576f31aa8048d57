"""Who may put a piece elsewhere on the table that is drawn to practise with, and is told of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from api.battles.session import Session
from api.cameras.choices import choices
from api.cameras.desk import CameraDesk
from api.kit.kit_in_use import kit_in_use
from api.live.company import HeldPiece
from api.tables import practice_table
from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from tests.api.server.serving import Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_camera_table import CAMERA
from tests.api.server.test_hand_table import first
from tests.api.server.test_playing import BATTLE, roll
from tests.api.setting_up import small_roster
from tests.rules.referee.counting_game import COUNTING, Counting
from tests.vision.measured import exact_profile, grey_of, layout_of, rendered, table_scene, thing
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline
from vision.synthetic.described.scene import ScenePlace

TANK, OTHER = thing("C1", 20, at=(4.0, 4.5, 0.0)), thing("C2", 21, at=(8.0, 4.5, 0.0))
PLAYED = {**BATTLE, "roster": [{**BATTLE["roster"][0], "kind": "piece"}]}
"""A battle of an army that the camera looks for."""
HIDDEN_BEYOND = 6.0
PLACE = {"x_in": 5.0, "y_in": 4.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Practising:
    """A server whose camera sees two pieces on a drawn table."""

    server: Served
    desk: CameraDesk

    def put(self, piece: str = "C1", *, battle: str = "", **more: Any) -> Any:
        path = f"/api/v1/camera/pieces/{piece}" + (f"?battle={battle}" if battle else "")
        return self.server.ask("PUT", path, json={**PLACE, **more.pop("place", {})}, **more)

    @property
    def moved(self) -> set[str]:
        """The pieces that were put elsewhere."""
        return set(self.desk.kept.practice_table.places(kit=self.desk.require_kit().told))


def hides_the_east(_state: object, snapshot: Snapshot, _seat: str) -> frozenset[str]:
    there = (each for each in snapshot.pieces if each.pose is not None)
    return frozenset(each.id for each in there if each.pose and each.pose.x > HIDDEN_BEYOND)


def hides_the_east_once_rolled(state: Counting, snapshot: Snapshot, seat: str) -> frozenset[str]:
    return hides_the_east(state, snapshot, seat) if state.turn else frozenset()


def seen_at_once(table: CameraTable, piece: str, *, place: ScenePlace) -> Snapshot:
    """As if the camera had seen the piece come to its place."""
    snapshot = table.latest()
    (was,) = (each for each in snapshot.pieces if each.id == piece)
    assert was.pose is not None
    now = replace(was, pose=replace(was.pose, x=Inches(place.x), y=Inches(place.y)))
    others = (each for each in snapshot.pieces if each.id != piece)
    return replace(snapshot, pieces=(*others, now), number=snapshot.number + 1)


@pytest.fixture
def practising(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hides: Callable[..., frozenset[str]] | None
) -> Iterator[Practising]:
    game = replace(COUNTING, hides=hides)
    camera = ShownCamera(CAMERA)
    with served(HandTable(first()), tmp_path, games=lambda: {game.slug: game}) as server:
        desk = CameraDesk(
            server.app.state.table,
            folder=tmp_path / "cameras",
            keep=lambda _opens, _expected: camera,
        )
        server.app.state.door.put(desk)
        desk.choose_kit(kit_in_use(small_roster(), name="army"))
        (practice,) = choices([], find=lambda: ())
        desk.open(practice)
        table = desk.play_on(
            Pipeline(exact_profile(), tag_layout=layout_of(TANK, OTHER), care=EXACT)
        )
        picture = grey_of(rendered(table_scene(TANK, OTHER)))
        for _ in range(2):
            camera.show(picture, seconds=table.now())
        assert {each.id for each in table.latest().pieces if each.pose} == {"C1", "C2"}
        assert server.post("/api/v1/battles", PLAYED).status_code == 201
        monkeypatch.setattr(practice_table, "seen_there", seen_at_once)
        yield Practising(server=server, desk=desk)


@pytest.fixture
def hides() -> Callable[..., frozenset[str]] | None:
    return None


def test_the_host_is_told_where_the_piece_came_to(practising: Practising) -> None:
    told = practising.put().json()
    assert (told["id"], told["pose"]["x_in"]) == ("C1", 5.0)
    assert practising.moved == {"C1"}


def test_nobody_but_the_host_puts_pieces_elsewhere(practising: Practising) -> None:
    for seat in ("Red", ""):
        token = practising.server.invite("battle1", seat)
        for battle in ("", "battle1"):
            refused = problem(practising.put(battle=battle, token=token), 403)
            assert refused["type"].endswith(":not-allowed")
    problem(practising.put(token=""), 401)
    assert practising.moved == set()


def test_a_piece_that_somebody_has_in_hand_stays_where_it_is(practising: Practising) -> None:
    holds = practising.server.app.state.hub.holds
    assert holds.take("battle1", "C1", held=HeldPiece(by="Red", grant="phone", connection=7))
    refused = problem(practising.put(battle="battle1"), 409)
    assert (refused["detail"], practising.moved) == ("Red has C1 in hand", set())
    assert practising.put("C2", battle="battle1").status_code == 200
    problem(practising.put(battle="battle9"), 404)
    holds.let_go(7)
    assert practising.put(battle="battle1").status_code == 200


@pytest.mark.parametrize("hides", [hides_the_east])
@pytest.mark.parametrize("battle", ["", "battle1"])
def test_a_piece_that_is_hidden_is_not_there_to_be_put(practising: Practising, battle: str) -> None:
    refused = problem(practising.put("C2", battle=battle), 404)
    assert refused["type"].endswith(":unknown-piece")
    assert (refused["known"], practising.moved) == (["C1"], set())


@pytest.mark.parametrize("hides", [hides_the_east])
@pytest.mark.parametrize("battle", ["", "battle1"])
def test_a_piece_is_not_told_of_that_is_hidden_where_it_was_put(
    practising: Practising, battle: str
) -> None:
    refused = problem(practising.put(battle=battle, place={"x_in": 9.0}), 409)
    assert refused["type"].endswith(":not-seen")
    assert "the game hides it" in refused["detail"]
    assert practising.moved == {"C1"}


@pytest.mark.parametrize("hides", [hides_the_east_once_rolled])
def test_a_battle_with_a_table_of_its_own_shows_nothing_of_the_drawn_one(
    practising: Practising, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = practising.server
    assert server.post("/api/v1/battles", PLAYED).status_code == 201
    assert roll(server, 1, name="phone-001").json()["accepted"]
    by_hand = property(lambda each: HandTable(first()) if each.name == "battle2" else None)
    monkeypatch.setattr(Session, "by_hand", by_hand)
    problem(practising.put("C2", battle="battle2"), 404)
    assert practising.moved == set()
    # Nor does it hold anything of it in hand.
    held = HeldPiece(by="Red", grant="phone", connection=7)
    assert server.app.state.hub.holds.take("battle2", "C1", held=held)
    assert practising.put(battle="battle2").status_code == 200

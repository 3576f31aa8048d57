"""Tests of two rendered cameras over one table, followed and joined."""

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.table.measuring.heights import stands_above
from rules.table.snapshot import Health, HealthState, PieceState
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.vision.measured import (
    ABOVE,
    Thing,
    exact_profile,
    grey_of,
    layout_of,
    table_scene,
    thing,
)
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import HZ, at, carried
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.locating.place_error import EXACT
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import SceneHand, ScenePlace, Station, TableScene
from vision.tracking.frame import TableFrame

SMALLER = replace(ABOVE, width=960, height=540)
SOUTH = replace(SMALLER, position_in=(8.0, -0.5, 18.0))
NORTH = replace(SMALLER, position_in=(8.0, 9.5, 18.0))
NAMES = ("south", "north")
TANK = thing("T1", 20, at=(4.0, 3.0, 20.0), height=0.6)
FLAT = thing("T2", 21, at=(12.0, 6.0, 135.0))
THIRD = thing("T3", 22, at=(9.0, 4.5, 80.0))


def cameras_over(*things: Thing) -> SeveralCameras:
    return SeveralCameras(
        [exact_profile(SOUTH), exact_profile(NORTH)],
        names=NAMES,
        tag_layout=layout_of(*things),
        care=EXACT,
    )


def scene(*things: Thing, camera: SceneCamera, seconds: float, **more: object) -> TableScene:
    found = table_scene(*things, camera=camera)
    return replace(found, seconds=seconds, rate_hz=HZ, **more)  # type: ignore[arg-type]


def played(
    several: SeveralCameras, *scenes: TableScene, late_s: float = 0.0
) -> Iterator[JoinedTable]:
    """Picture after picture of each camera, half a picture apart, each so late."""
    renderers = [renderer_of(each, quality="fast") for each in scenes]
    for number in range(scenes[0].frames):
        for camera, renderer in enumerate(renderers):
            renderer.scene = scenes[camera]
            frame = renderer.frame(number)
            seconds = frame.seconds + camera * 0.5 / HZ
            taken = TableFrame(
                number=number, seconds=seconds, camera=NAMES[camera], grey=grey_of(frame)
            )
            several.take(several.look(camera, taken, keeper=Health()), now_s=seconds + late_s)
            yield several.at(seconds + late_s)


@pytest.mark.long
def test_two_rendered_cameras_make_one_table() -> None:
    """A hand before one of them hides nothing, a move counts once, and heights are measured."""
    things = (TANK, FLAT, THIRD)
    still = SceneHand(
        stations=(
            Station(at_s=0.9, place=ScenePlace(x=12.0, y=-6.0, heading=90.0)),
            Station(at_s=1.2, place=ScenePlace(x=12.0, y=7.2, heading=90.0)),
            Station(at_s=9.0, place=ScenePlace(x=12.0, y=7.2, heading=90.0)),
        ),
        height_in=3.0,
    )
    hand, move = carried("T3", at(9.0, 4.5, 80.0), at(6.5, 6.0, 30.0), begins_s=0.8, lasts_s=0.5)
    several = cameras_over(*things)
    moves, last = [], None
    for last in played(
        several,
        scene(*things, camera=SOUTH, seconds=3.2, hands=(hand, still), moves=(move,)),
        scene(*things, camera=NORTH, seconds=3.2, hands=(hand,), moves=(move,)),
    ):
        moves += [name for name, _ in last.moves]
    assert last is not None
    assert last.health.state is HealthState.LIVE
    assert moves == ["T3"]
    assert last.seen_by == {"T1": NAMES, "T2": ("north",), "T3": NAMES}
    # The other's sight was free but for the one carry, of two things at a time.
    assert 1.5 < last.hidden_s[0] < 2.5
    assert last.hidden_s[1] < 1.0
    states = {piece.id: piece.state for piece in last.snapshot.pieces}
    assert set(states.values()) == {PieceState.SEEN}
    for name, (x, y) in {"T1": (4.0, 3.0), "T2": (12.0, 6.0), "T3": (6.5, 6.0)}.items():
        pose = last.snapshot.piece(name).pose
        assert pose is not None
        assert math.hypot(pose.x - x, pose.y - y) < 0.02
    # A game may go by it: the tank stands on the table itself.
    tank = last.snapshot.piece("T1")
    assert stands_above(tank, limit=Inches(0.5)).answer is Answer.NO
    assert stands_above(tank, limit=Inches(-0.5)).answer is Answer.YES
    height, sigma = last.heights["T1"]
    assert height == pytest.approx(0.6, abs=0.02)
    assert sigma < 0.02


def test_pieces_at_rest_are_as_old_as_the_newest_picture() -> None:
    """However late pictures come, nothing is made anew for that; in silence ages grow."""
    several = cameras_over(TANK, THIRD)
    scenes = [scene(TANK, THIRD, camera=camera, seconds=1.0) for camera in (SOUTH, NORTH)]
    tables = list(played(several, *scenes, late_s=0.04))
    for name in ("T1", "T3"):
        last = tables[-1].snapshot.piece(name)
        assert (last.state, last.age) == (PieceState.SEEN, 0.0)
        assert tables[-2].snapshot.piece(name) is last
    now_s = 1.0 - 0.5 / HZ + 0.2
    assert several.at(now_s).snapshot.piece("T1").age == pytest.approx(0.2, abs=1e-6)


def test_from_a_camera_that_has_not_come_yet_nothing_is_hidden() -> None:
    several = cameras_over(TANK, THIRD)
    renderer, last = renderer_of(scene(TANK, THIRD, camera=SOUTH, seconds=0.6)), None
    for number in range(renderer.scene.frames):
        frame = renderer.frame(number)
        taken = TableFrame(
            number=number, seconds=frame.seconds, camera="south", grey=grey_of(frame)
        )
        several.take(several.look(0, taken, keeper=Health()), now_s=frame.seconds)
        last = several.at(frame.seconds)
    assert last is not None
    assert last.seen_by == {"T1": ("south",), "T3": ("south",)}
    assert last.hidden_s == (0.0, 0.0)


@pytest.mark.long
def test_a_rendered_camera_that_was_bumped_is_put_right() -> None:
    things = (TANK, FLAT, THIRD)
    several = cameras_over(*things)
    bumped = replace(NORTH, position_in=(8.2, 9.4, 18.1), look_at_in=(8.1, 4.6, 0.0))
    for _ in played(
        several,
        scene(*things, camera=SOUTH, seconds=1.0),
        scene(*things, camera=NORTH, seconds=1.0),
    ):
        pass
    last, states = None, []
    south = renderer_of(scene(*things, camera=SOUTH, seconds=3.0), quality="fast")
    north = renderer_of(scene(*things, camera=bumped, seconds=3.0), quality="fast")
    for number in range(int(3.0 * HZ)):
        for camera, renderer in enumerate((south, north)):
            frame = renderer.frame(number)
            seconds = 1.0 + frame.seconds + camera * 0.5 / HZ
            taken = TableFrame(number=100 + number, seconds=seconds, camera="", grey=grey_of(frame))
            several.take(several.look(camera, taken, keeper=Health()), now_s=seconds)
            last = several.at(seconds)
            states.append((seconds, last.cameras[1].is_well, last.health.state))
    assert last is not None
    assert {state for _, _, state in states} == {HealthState.LIVE}
    assert not any(well for seconds, well, _ in states if 1.5 < seconds < 1.8)
    assert last.cameras[1].is_well
    assert "north: it was moved by" in last.health.note
    assert "put right from south" in last.health.note
    assert last.seen_by["T1"] == NAMES
    pose = last.snapshot.piece("T2").pose
    assert pose is not None
    assert math.hypot(pose.x - 12.0, pose.y - 6.0) < 0.02


@pytest.mark.parametrize(("processors", "places"), [(1, [(0, 1), (1, 1)]), (2, [])])
def test_cameras_take_turns_where_there_are_fewer_processors_than_cameras(
    processors: int, places: list[tuple[int, int]]
) -> None:
    several = SeveralCameras(
        [exact_profile(SOUTH), exact_profile(NORTH)], names=NAMES, processors=processors
    )
    found = [errand.place for errand in several.errands]
    assert [(place.at, place.most) for place in found if place is not None] == places

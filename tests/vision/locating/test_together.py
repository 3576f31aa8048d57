"""Tests of measuring one rendered table by several cameras at once."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from conftest import SoakCount
from rules.table.bad_input import BadInputError
from rules.table.shapes import Rectangle
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.chance import mean_square
from tests.often import often
from tests.vision.measured import (
    ABOVE,
    Thing,
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from vision.locating.joint_table import JointPiece, JointTable
from vision.locating.located import TagFault
from vision.locating.place_error import EXACT, Care
from vision.locating.together import Together
from vision.sighting import Grey
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import SceneHand, ScenePlace, Station

SOUTH = replace(ABOVE, position_in=(8.0, -0.5, 18.0))
NORTH = replace(ABOVE, position_in=(8.0, 9.5, 18.0))
NAMES = ("south", "north")
PAPER = 0.004
"""Inches by which the synthetic camera lays a tag's paper over what it is glued on."""
TANK = thing("T1", 20, at=(4.0, 3.0, 20.0), height=1.1)
FLAT = thing("T2", 21, at=(12.0, 6.0, 135.0))
PAIR = thing("T3", 22, 23, at=(9.0, 3.2, 80.0), height=0.5, spread=1.5)


def seen_from(camera: SceneCamera, *things: Thing, hand: SceneHand | None = None) -> Grey:
    hands = () if hand is None else (hand,)
    return grey_of(rendered(table_scene(*things, camera=camera, hands=hands)))


def together(
    pictures: Sequence[Grey],
    *roster: Thing,
    cameras: Sequence[SceneCamera] = (SOUTH, NORTH),
    care: Care = EXACT,
) -> JointTable:
    measure = Together(
        [exact_profile(camera) for camera in cameras],
        names=NAMES,
        tag_layout=layout_of(*roster),
        care=care,
    )
    return measure.located([[picture] for picture in pictures])


def both(*things: Thing) -> list[Grey]:
    return [seen_from(camera, *things) for camera in (SOUTH, NORTH)]


def of(found: JointTable, name: str) -> JointPiece:
    return next(piece for piece in found.pieces if piece.entry.id == name)


def off(found: JointTable, made: Thing) -> float:
    pose = of(found, made.piece.id).pose
    assert pose is not None
    return math.hypot(pose.x - made.piece.place.x, pose.y - made.piece.place.y)


def test_every_piece_is_within_the_error_of_both() -> None:
    found = together(both(TANK, FLAT, PAIR), TANK, FLAT, PAIR)
    assert found.refusal is None
    for made in (TANK, FLAT, PAIR):
        piece = of(found, made.piece.id)
        assert piece.pose is not None
        assert piece.whole_error is not None
        assert piece.seen_by == (0, 1)
        assert not piece.flags
        assert off(found, made) < 0.004
        assert off(found, made) < 5 * math.sqrt(piece.whole_error.xx + piece.whole_error.yy)
        assert abs(math.remainder(piece.pose.heading - made.piece.place.heading, 360.0)) < 0.15
    assert of(found, "T1").height == pytest.approx(1.1, abs=0.01)
    assert of(found, "T1").height_sigma is not None


@pytest.mark.parametrize(
    ("high", "told"),
    often([(0.31, 0.5), (0.9, 0.5), (0.2, 0.0)], quick=[(0.31, 0.5), (0.2, 0.0)]),
)
def test_a_wrong_height_in_the_roster_is_measured_and_named(high: float, told: float) -> None:
    wrong = thing("T1", 20, at=(4.0, 3.0, 20.0), height=high, told_height=told)
    found = together(both(wrong, FLAT), wrong, FLAT, care=Care())
    piece = of(found, "T1")
    assert [flag.fault for flag in piece.flags] == [TagFault.WRONG_HEIGHT]
    assert f"stands {piece.height:.2f} in high, the roster says {told:g}:" in piece.flags[0].says
    assert piece.height == pytest.approx(high, abs=0.01)
    # The place is right all the same; one camera would have been off by a tenth of an inch.
    assert off(found, wrong) < 0.005
    assert not of(found, "T2").flags


def test_a_piece_on_a_hill_is_told_from_one_beside_it() -> None:
    outline = Rectangle(length=Inches(5.0), width=Inches(4.0))
    hill = thing(
        "H1", 40, 41, at=(11.5, 4.5, 0.0), height=1.0, terrain=1.0, spread=3.4, footprint=outline
    )
    stands = thing("T9", 30, at=(11.5, 4.4, 30.0), ground=1.0)
    pictures = both(hill, stands, TANK)
    found = together(pictures, hill, stands, TANK, care=Care())
    piece = of(found, "T9")
    assert not piece.flags
    assert piece.height == pytest.approx(1.0, abs=0.01)
    assert off(found, stands) < 0.005
    pose = piece.pose
    assert pose is not None
    assert pose.stands is not None
    assert pose.stands.height == pytest.approx(1.0, abs=0.01)
    assert pose.stands.sigma < 0.1


def test_a_piece_on_another_is_told() -> None:
    under = thing("T4", 25, at=(4.0, 3.0, 0.0), height=0.6, side=1.0, spread=0.0)
    upon = thing("T1", 20, at=(4.3, 3.1, 20.0), ground=0.6)
    found = together(both(under, upon, FLAT), under, upon, FLAT, care=Care())
    (flag,) = of(found, "T1").flags
    assert "stands 0.60 in high, the roster says 0: it lies on something" in flag.says
    assert off(found, upon) < 0.005


def test_what_one_camera_alone_finds_of_a_wrong_size_is_not_used() -> None:
    wrong = thing("T1", 20, at=(4.0, 3.0, 20.0), height=0.9, told_height=0.0)
    pictures = [seen_from(SOUTH, wrong, FLAT), seen_from(NORTH, FLAT)]
    found = together(pictures, wrong, FLAT, care=Care())
    piece = of(found, "T1")
    assert piece.pose is None
    assert TagFault.WRONG_SIZE in {flag.fault for flag in piece.flags}


def test_a_hand_before_one_camera_hides_nothing() -> None:
    hand = SceneHand(
        stations=(Station(at_s=0.0, place=ScenePlace(x=4.0, y=4.0, heading=90.0)),), height_in=3.0
    )
    pictures = [seen_from(SOUTH, TANK, FLAT, hand=hand), seen_from(NORTH, TANK, FLAT)]
    found = together(pictures, TANK, FLAT)
    assert of(found, "T1").seen_by == (1,)
    assert of(found, "T1").height_sigma is None
    assert of(found, "T2").seen_by == (0, 1)
    assert off(found, TANK) < 0.006


def test_a_piece_that_was_moved_between_the_pictures_has_no_place() -> None:
    moved = thing("T2", 21, at=(12.0, 6.6, 100.0))
    found = together(
        [seen_from(SOUTH, TANK, FLAT, PAIR), seen_from(NORTH, TANK, moved, PAIR)], TANK, FLAT, PAIR
    )
    piece = of(found, "T2")
    assert piece.pose is None
    assert [flag.fault for flag in piece.flags] == [TagFault.DISAGREEING]
    assert of(found, "T1").pose is not None
    assert off(found, PAIR) < 0.005


def test_cameras_that_contradict_each_other_measure_nothing() -> None:
    """The second picture is of another camera than its profile says."""
    shifted = replace(NORTH, position_in=(8.4, 9.5, 18.0), look_at_in=(8.4, 4.5, 0.0))
    found = together(
        [seen_from(SOUTH, TANK, FLAT, PAIR), seen_from(shifted, TANK, FLAT, PAIR)], TANK, FLAT, PAIR
    )
    # The anchors in its own picture name it.
    assert any(warning.startswith("north is left out: ") for warning in found.warnings)
    assert of(found, "T1").seen_by == (0,)
    others = [
        thing(name, number, at=(x, 7.0, 0.0))
        for name, number, x in (("T1", 20, 5.0), ("T2", 21, 8.0), ("T3", 22, 11.0))
    ]
    later = [
        thing(name, number, at=(x, 2.0, 40.0))
        for name, number, x in (("T1", 20, 5.5), ("T2", 21, 8.5), ("T3", 22, 11.5))
    ]
    found = together([seen_from(SOUTH, *others), seen_from(NORTH, *later)], *others)
    assert found.refusal is not None
    assert "the pictures do not agree on 3 of the 3 tags" in found.refusal
    assert found.pieces == ()


def test_profiles_of_two_tables_are_refused() -> None:
    one = exact_profile(SOUTH)
    other = replace(exact_profile(NORTH), table=TableSize(width=Inches(20.0), depth=Inches(9.0)))
    with pytest.raises(BadInputError, match="north: expected the table of south, 16 x 9 in"):
        Together([one, other], names=NAMES)


@pytest.mark.soak
def test_rendered_tables_err_as_stated(rng_seed: int, soak_count: SoakCount) -> None:
    """Whole tables, rendered for both cameras with noise of their own, found and solved."""
    count = soak_count(2, 60)
    rng = np.random.default_rng(rng_seed)
    places, heights = [], []
    for _ in range(count):
        things = drawn_things(rng)
        found = together(both(*things), *things, care=Care(lean_deg=0.0))
        for made in things:
            piece = of(found, made.piece.id)
            assert piece.pose is not None
            assert piece.whole_error is not None
            assert piece.height_sigma is not None
            error, true = piece.whole_error, made.piece.place
            off = np.array([piece.pose.x - true.x, piece.pose.y - true.y])
            claimed = np.array([[error.xx, error.xy], [error.xy, error.yy]])
            places.append(float(off @ np.linalg.solve(claimed, off)))
            heights.append((float(piece.height) - made.piece.top_in - PAPER) / piece.height_sigma)
    # These cameras are known exactly, and are less wrong than their profiles allow for.
    assert np.mean(places) / 2 < mean_square(len(places), freedom=2)[1]
    assert np.mean(np.square(heights)) < mean_square(len(heights), freedom=1)[1]


def drawn_things(rng: np.random.Generator) -> list[Thing]:
    """One in each sixth of the table, anywhere there, as high as somebody's ruler says, nearly."""
    found = []
    for index in range(6):
        x, y = 2.6 + 5.4 * (index % 3), 2.6 + 3.8 * (index // 3)
        at = (x + rng.uniform(-0.8, 0.8), y + rng.uniform(-0.6, 0.6), rng.uniform(0, 360))
        height = float(rng.choice([0.4, 0.8, 1.1]))
        told = height + float(rng.normal(0, Care().raised_height_in))
        found.append(thing(f"T{index + 1}", 20 + index, at=at, height=height, told_height=told))
    return found

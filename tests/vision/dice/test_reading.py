"""Tests that rendered dice are read as they lie, and that spoilt rolls are asked about."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

from conftest import SoakCount
from rules.table.bad_input import BadInputError
from tests.often import often
from vision.dice.reading import DiceDoubt, TrayReading, read_tray, settled
from vision.dice.tray_view import tray_sightings
from vision.synthetic.rolls.chance import chance_roll
from vision.synthetic.rolls.described import (
    FLOOR_MM,
    TRAY_MM,
    DrawnRoll,
    Overlay,
    RollFloor,
)
from vision.synthetic.rolls.disturbed import (
    DISTURBANCES,
    cocked,
    glaring,
    hand_in_view,
    still_rolling,
)
from vision.synthetic.rolls.drawing import drawn_roll

MORE_DICE = {"stacked", "touching"}
"""Disturbances in which all dice that lie there were asked for."""
ROLLS, SPOILT = 100_000, 100
MOST_ASKED = 0.005
"""Of clean rolls."""
PARTS = 100
"""Each is a test of its own, so that a soak goes on where it stopped."""


def reading(roll: DrawnRoll, *, asked: int | None = None) -> TrayReading:
    return read_tray(drawn_roll(roll), asked=len(roll.dice) if asked is None else asked)


def parts(count: int) -> list[ParameterSet]:
    """The first is in every run, the others in a soak alone."""
    seldom = (pytest.mark.soak_only,)
    return [pytest.param(n, marks=() if n == 0 else seldom) for n in range(count)]


@pytest.mark.soak
@pytest.mark.parametrize("part", parts(PARTS))
def test_no_clean_roll_is_read_wrongly_and_nearly_all_are_read(
    *,
    part: int,
    soak_count: SoakCount,
    rng_seed: int,
    record_property: Callable[[str, object], None],
) -> None:
    count = soak_count(4, ROLLS // PARTS)
    asked_about = 0
    for index in range(count):
        rng = np.random.default_rng([rng_seed, part, index])
        # One to eight dice, and of a few rolls no two alike.
        roll = chance_roll(rng, count=1 + 3 * index % 8)
        found = reading(roll)
        if found.faces is None:
            asked_about += 1
        else:
            assert found.faces == roll.faces, f"roll {index}"
    # The goal is that of all parts together, whose counts the soak keeps; a part may have more than
    # its share by three standard errors. Of a few, one that is asked about is many.
    record_property("soak", f"{asked_about} asked about")
    share = MOST_ASKED * count
    assert asked_about <= max(1, share + 3 * share**0.5)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(DISTURBANCES))
def test_a_spoilt_roll_is_asked_about(name: str, soak_count: SoakCount, rng_seed: int) -> None:
    for index in range(soak_count(1, SPOILT)):
        rng = np.random.default_rng([rng_seed, index])
        clean = chance_roll(rng, count=1 + index % 4)
        spoilt = DISTURBANCES[name](clean, rng)
        asked = len(spoilt.dice) if name in MORE_DICE else len(clean.dice)
        assert reading(spoilt, asked=asked).doubts, f"roll {index}"


@pytest.mark.parametrize("index", often((16, 21, 22), quick=[16]))
def test_a_die_that_leans_as_the_camera_does_is_not_read(index: int) -> None:
    # Its outline is that of a die that lies flat; its pips are not where they would be.
    rng = np.random.default_rng([5, index])
    leaning = cocked(chance_roll(rng, count=1), rng)
    assert DiceDoubt.COCKED in reading(leaning).doubts


@pytest.mark.parametrize(("seed", "index"), [(554418435, 88), (78, 102), (78, 531)])
def test_a_die_that_hardly_leans_is_not_read(seed: int, index: int) -> None:
    rng = np.random.default_rng([seed, index])
    assert DiceDoubt.COCKED in reading(cocked(chance_roll(rng, count=1), rng)).doubts


@pytest.mark.parametrize("index", often((9, 10, 49), quick=[9]))
def test_a_hand_of_the_floors_colour_is_told_by_the_paper_it_crosses(index: int) -> None:
    rng = np.random.default_rng([1548883203, index])
    clean = chance_roll(rng, count=1 + index % 4)
    assert reading(clean).faces == clean.faces
    assert reading(hand_in_view(clean, rng)).doubts == (DiceDoubt.HAND,)


def clean_roll(index: int) -> DrawnRoll:
    return chance_roll(np.random.default_rng([9001, index]), count=1 + 3 * index % 8)


@pytest.mark.parametrize("index", often((101, 287, 1133), quick=[101]))
def test_a_lamps_line_along_a_bevel_is_no_part_of_a_pip(index: int) -> None:
    roll = clean_roll(index)
    assert reading(roll).faces == roll.faces


@pytest.mark.parametrize("index", often((42, 1274, 2855), quick=[42]))
def test_a_light_streak_in_wood_is_no_thing(index: int) -> None:
    roll = clean_roll(index)
    assert reading(roll).faces == roll.faces


def test_a_pip_of_which_glare_leaves_a_rim_is_not_taken_for_none() -> None:
    # The middle of a three: what is left of it is too little to be seen as a pip.
    rng = np.random.default_rng([77, 0])
    spoilt = glaring(chance_roll(rng, count=1), rng)
    assert reading(spoilt).doubts == (DiceDoubt.GLARE,)


def test_glare_that_a_cameras_noise_keeps_below_white_is_told() -> None:
    rng = np.random.default_rng([4075496280, 6])
    spoilt = glaring(chance_roll(rng, count=3), rng)
    assert reading(spoilt).doubts == (DiceDoubt.GLARE,)


def test_a_die_whose_pips_are_hardly_seen_is_not_said_to_lean() -> None:
    roll = chance_roll(np.random.default_rng([5, 2]), count=1)
    (die,) = roll.dice
    plain = replace(roll, dice=(replace(die, pips=die.body, one=die.body),))
    assert reading(plain).doubts == (DiceDoubt.UNCLEAR,)


def across_the_rim(roll: DrawnRoll, *, wide_mm: float) -> DrawnRoll:
    """With something of the floor's own colour over its left edge."""
    y = (FLOOR_MM[1] + FLOOR_MM[3]) / 2
    out, end = FLOOR_MM[0] - 4.0, FLOOR_MM[0] + 4.0
    corners = [(out, y), (end, y), (end, y + wide_mm), (out, y + wide_mm)]
    thing = Overlay(outline_mm=np.array(corners), colour=(0.075, 0.245, 0.165))
    return replace(roll, overlays=(thing,))


def printed(seed: int) -> DrawnRoll:
    """The first clean roll on the printed floor."""
    rolls = (chance_roll(np.random.default_rng([seed, n]), count=2) for n in range(100))
    return next(roll for roll in rolls if roll.floor is RollFloor.PRINTED)


def test_what_lies_over_the_rim_is_told_though_it_has_the_floors_colour() -> None:
    clean = printed(8)
    assert reading(clean).faces == clean.faces
    assert reading(across_the_rim(clean, wide_mm=10)).doubts == (DiceDoubt.OUT,)
    assert reading(across_the_rim(clean, wide_mm=50)).doubts == (DiceDoubt.HAND,)


def test_a_side_without_paper_spoils_no_roll() -> None:
    clean = printed(8)
    left, bottom, right, top = FLOOR_MM
    # The paper is cut off along the floor, and the table seen.
    strips = (
        [(left, bottom), (right, bottom), (right, -9.0), (left, -9.0)],
        [(left, top), (right, top), (right, TRAY_MM[1] + 9.0), (left, TRAY_MM[1] + 9.0)],
    )
    table = (0.22, 0.16, 0.11)
    cut = tuple(Overlay(outline_mm=np.array(strip), colour=table) for strip in strips)
    assert reading(replace(clean, overlays=cut)).faces == clean.faces


def test_the_reason_is_told() -> None:
    rng = np.random.default_rng(4)
    clean = chance_roll(rng, count=3)
    told = {
        name: reading(DISTURBANCES[name](clean, rng), asked=3).doubts
        for name in ("glaring", "one_missing", "one_too_many")
    }
    assert told == {
        "glaring": (DiceDoubt.GLARE,),
        "one_missing": (DiceDoubt.COUNT,),
        "one_too_many": (DiceDoubt.COUNT,),
    }


def test_dice_that_move_have_no_faces_until_they_rest() -> None:
    rng = np.random.default_rng(9)
    clean = chance_roll(rng, count=2)
    moving = [reading(roll) for roll in still_rolling(clean, rng)]
    assert all(each.faces is not None for each in moving)
    assert settled(moving).doubts == (DiceDoubt.MOVING,)
    assert settled(moving[:1]).doubts == (DiceDoubt.MOVING,)
    rest = reading(clean)
    assert settled([*moving, rest, rest, rest]).faces == clean.faces


def test_a_roll_says_how_near_another_reading_is() -> None:
    found = reading(chance_roll(np.random.default_rng(2), count=3))
    assert found.faces is not None
    assert all(die.other not in {None, die.face} and die.margin > 0.35 for die in found.dice)
    assert found.margin == min(die.margin for die in found.dice)


def test_a_scratched_tag_is_made_out_and_a_covered_one_is_not() -> None:
    roll = chance_roll(np.random.default_rng(3), count=3)
    picture = drawn_roll(roll)
    tag = next(each for each in tray_sightings(picture) if each.number == 17)
    begin, end = (
        tag.corners[0] + share * (tag.corners[2] - tag.corners[0]) for share in (-0.1, 0.2)
    )
    ends = [(int(x), int(y)) for x, y in (begin, end)]
    cv2.line(picture, ends[0], ends[1], (235, 235, 235), 3)
    assert read_tray(picture, asked=3).faces == roll.faces
    middle = (int(tag.centre[0]), int(tag.centre[1]))
    cv2.circle(picture, middle, 30, (70, 110, 160), cv2.FILLED)
    assert read_tray(picture, asked=3).doubts == (DiceDoubt.NO_TRAY,)


def test_without_a_tray_nothing_is_read() -> None:
    empty = np.full((480, 640, 3), 128, dtype=np.uint8)
    found = read_tray(empty, asked=1)
    assert (found.faces, found.doubts) == (None, (DiceDoubt.NO_TRAY,))
    assert found.says == "0 of the tray's four tags are seen"
    with pytest.raises(BadInputError, match="expected 1 to 20, got 0"):
        read_tray(empty, asked=0)
    with pytest.raises(BadInputError, match="rows x columns x 3"):
        read_tray(np.asarray(cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)), asked=1)

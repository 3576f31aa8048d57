"""Tests that two colours of dice tell what each of them is for, and that nothing is guessed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.often import often
from vision.dice.parts import in_parts, ways_to_part
from vision.dice.reading import DiceDoubt, DieReading, TrayReading, read_tray
from vision.synthetic.rolls.chance import DICE_COLOURS, chance_roll
from vision.synthetic.rolls.described import DrawnRoll, Rgb, RollFloor
from vision.synthetic.rolls.drawing import drawn_roll

WHITE, BLACK, RED, BLUE = (DICE_COLOURS[at] for at in (0, 2, 3, 4))


def coloured(*colours: tuple[Rgb, Rgb], seed: int = 3) -> DrawnRoll:
    roll = chance_roll(np.random.default_rng(seed), count=len(colours))
    dice = tuple(
        replace(die, body=body, pips=pips, one=pips)
        for die, (body, pips) in zip(roll.dice, colours, strict=True)
    )
    return replace(roll, dice=dice, floor=RollFloor.PRINTED)


def read_in_parts(roll: DrawnRoll, counts: Sequence[int]) -> TrayReading:
    return in_parts(read_tray(drawn_roll(roll), asked=len(roll.dice)), counts)


@pytest.mark.parametrize("seed", often((3, 5), quick=[3]))
@pytest.mark.parametrize("dark", [BLACK, RED, BLUE])
def test_the_lighter_dice_come_first(dark: tuple[Rgb, Rgb], seed: int) -> None:
    roll = coloured(dark, WHITE, dark, seed=seed)
    tops = [die.top for die in roll.dice]
    found = read_in_parts(roll, (1, 2))
    assert found.faces == (tops[1], *sorted((tops[0], tops[2])))
    assert found.doubts == ()


@pytest.mark.parametrize(
    ("colours", "counts"),
    [((WHITE, WHITE, WHITE), (1, 2)), ((RED, BLUE), (1, 1)), ((WHITE, WHITE, BLUE), (1, 2))],
)
def test_dice_whose_colours_do_not_tell_it_are_asked_about(
    colours: tuple[tuple[Rgb, Rgb], ...], counts: tuple[int, ...]
) -> None:
    roll = coloured(*colours)
    assert len(set(roll.faces)) > 1
    found = read_in_parts(roll, counts)
    assert (found.faces, found.doubts) == (None, (DiceDoubt.PARTS,))


def lying(*dice: tuple[int, float]) -> TrayReading:
    return TrayReading(
        dice=tuple(
            DieReading(
                x_mm=20.0 * at, y_mm=20.0, side_mm=16.0, face=face, other=None, margin=1.0,
                doubt=None, light=light,
            )
            for at, (face, light) in enumerate(dice)
        ),
        doubts=(),
    )  # fmt: skip


def test_dice_that_show_the_same_need_no_colours() -> None:
    assert in_parts(lying((4, 0.5), (4, 0.5)), (1, 1)).faces == (4, 4)


def test_a_roll_for_one_thing_is_told_smallest_first() -> None:
    reading = lying((6, 0.5), (2, 0.1))
    assert in_parts(reading, ()).faces == (2, 6)
    assert in_parts(reading, (1, 1)).faces == (6, 2)


def test_what_is_in_doubt_stays_in_doubt() -> None:
    reading = replace(lying((6, 0.5), (2, 0.1)), doubts=(DiceDoubt.COCKED,))
    assert in_parts(reading, (1, 1)) == reading


def test_every_way_to_part_twenty_dice_is_found_in_no_time() -> None:
    faces = (1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
    assert len(ways_to_part(faces, (3, 17))) == 26

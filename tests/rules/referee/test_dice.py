"""How dice are asked for, and which faces cannot be a roll."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.toolkit.dice import FACES, DiceAsk, Meaning, dice_fault, faces
from rules.table.bad_input import BadInputError

HIT = (Meaning(when="5 or more", then="a hit"), Meaning(when="less", then="a miss"))


@pytest.mark.parametrize(
    ("count", "means", "expected"),
    [
        (1, HIT, "Roll 1 die: T1 fires. 5 or more: a hit; less: a miss."),
        (2, HIT[:1], "Roll 2 dice: T1 fires. 5 or more: a hit."),
        (3, (), "Roll 3 dice: T1 fires."),
    ],
)
def test_a_roll_is_asked_for_in_full(count: int, means: tuple[Meaning, ...], expected: str) -> None:
    assert DiceAsk(count=count, why="T1 fires", means=means).says == expected


@pytest.mark.parametrize("count", [0, -1])
def test_no_dice_cannot_be_asked_for(count: int) -> None:
    with pytest.raises(BadInputError, match="count: expected at least one die"):
        DiceAsk(count=count, why="T1 fires", means=())


@given(st.lists(st.integers(1, FACES), max_size=8).map(tuple))
def test_any_faces_of_the_right_number_will_do(dice: tuple[int, ...]) -> None:
    assert dice_fault(dice, count=len(dice)) is None


@given(st.lists(st.integers(1, FACES), max_size=8).map(tuple), st.integers(0, 9))
def test_another_number_will_not(dice: tuple[int, ...], count: int) -> None:
    assert (dice_fault(dice, count=count) is None) == (len(dice) == count)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((0, 3), "expected faces from 1 to 6, got 0"),
        ((3, 7), "expected faces from 1 to 6, got 7"),
        ((-1, 9), "expected faces from 1 to 6, got -1"),
        ((3,), "expected 2 dice, got 1"),
        ((), "expected 2 dice, got 0"),
        ((1, 2, 3), "expected 2 dice, got 3"),
    ],
)
def test_faces_that_are_no_roll_of_two(dice: tuple[int, ...], expected: str) -> None:
    assert dice_fault(dice, count=2) == expected


def test_one_die_is_a_die() -> None:
    assert dice_fault((1, 2), count=1) == "expected 1 die, got 2"


def test_dice_are_read_out() -> None:
    assert [faces(()), faces((6,)), faces((1, 6))] == ["", "6", "1, 6"]

"""What is said of a roll in the tray whose dice are for two things."""

from dataclasses import replace
from typing import Final

from api.rolling.asked import OpenRoll
from api.rolling.told import roll_told
from rules.referee.toolkit.dice import DicePart
from vision.dice.reading import DiceDoubt, DieReading, TrayReading
from vision.dice.roll_watch import RollPhase, WatchedRoll

ROLL: Final = OpenRoll(
    key="1",
    seat="Host",
    ask=1,
    count=3,
    kind="roll",
    parts=(DicePart(count=1, what="armour"), DicePart(count=2, what="cover")),
    after=0,
)


def lying(*faces: int) -> TrayReading:
    dice = tuple(
        DieReading(
            x_mm=20.0 * at, y_mm=9.0, side_mm=16.0, face=face, other=1, margin=1.0, doubt=None
        )
        for at, face in enumerate(faces)
    )
    return TrayReading(dice=dice, doubts=(), is_ordered=True)


def told(phase: RollPhase, reading: TrayReading | None = None) -> dict[str, object]:
    watched = WatchedRoll(phase=phase, reading=reading)
    return roll_told(ROLL, watched, held=False, accepts_in_s=None)


def test_colours_are_asked_for_by_what_they_are_for() -> None:
    assert told(RollPhase.OPEN)["says"] == (
        "Roll 3 dice into the tray, 1 of a lighter colour for armour and 2 of a darker one for "
        "cover."
    )


def test_the_dice_are_told_by_what_they_are_for() -> None:
    found = told(RollPhase.READ, lying(6, 2, 5))
    assert found["says"] == "The tray shows 6 for armour, and 2 and 5 for cover."
    assert (found["dice"], found["sure"]) == ([6, 2, 5], True)
    assert found["others"] == [[1, 2, 5], [6, 1, 5], [6, 2, 1]]


def test_dice_of_one_colour_are_offered_in_every_way() -> None:
    alike = replace(lying(5, 2, 5), doubts=(DiceDoubt.PARTS,), is_ordered=False)
    found = told(RollPhase.UNSURE, alike)
    assert (found["dice"], found["others"], found["sure"]) == ([2, 5, 5], [[5, 2, 5]], False)
    assert str(found["says"]).endswith("Choose them in this order: armour, then cover.")

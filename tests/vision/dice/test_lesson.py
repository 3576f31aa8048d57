"""Tests that a lesson makes the reader sure of one set of dice, and ask about all others."""

from dataclasses import replace

import numpy as np

from vision.dice.lesson import DiceLesson, DiceSet
from vision.dice.reading import DiceDoubt, DieReading, TrayReading, read_tray
from vision.synthetic.rolls.chance import chance_roll, turned
from vision.synthetic.rolls.described import RollFloor
from vision.synthetic.rolls.drawing import drawn_roll


def lying(*faces: int, side_mm: float = 16.0, doubts: tuple[DiceDoubt, ...] = ()) -> TrayReading:
    dice = tuple(
        DieReading(
            x_mm=20.0 * at, y_mm=9.0, side_mm=side_mm, face=face, other=None, margin=1.0, doubt=None
        )
        for at, face in enumerate(faces)
    )
    return TrayReading(dice=dice, doubts=doubts)


def taught(lesson: DiceLesson, *numbers: int) -> DiceSet | None:
    for number in numbers:
        lesson.tell(lying(number, number), (number, number))
    return lesson.known


def test_a_lesson_is_over_once_every_number_was_shown() -> None:
    lesson = DiceLesson()
    assert taught(lesson, 1, 2, 3, 4, 5) is None
    assert lesson.missing == (6,)
    assert taught(lesson, 6) == DiceSet(least_mm=16.0, most_mm=16.0, asked_about=frozenset())


def test_a_few_rolls_are_as_good_as_every_number_by_itself() -> None:
    lesson = DiceLesson()
    assert lesson.tell(lying(1, 2, 3), (3, 2, 1))
    assert lesson.tell(lying(4, 5, 6), (4, 6, 5))
    assert lesson.known is not None


def test_a_number_that_was_read_wrongly_is_always_asked_about() -> None:
    lesson = DiceLesson()
    taught(lesson, 1, 2, 4, 5, 6)
    assert lesson.tell(lying(2, 3), (3, 3))
    known = lesson.known
    assert known is not None
    assert known.asked_about == {2, 3}
    assert known.judged(lying(1, 2)).doubts == (DiceDoubt.MISREAD,)
    assert known.judged(lying(1, 4)).faces == (1, 4)
    # Right once more does not undo it.
    lesson.tell(lying(2, 2), (2, 2))
    assert lesson.known is not None
    assert 2 in lesson.known.asked_about


def test_what_is_not_sure_teaches_nothing() -> None:
    lesson = DiceLesson()
    taught(lesson, 1, 2, 3, 4, 5)
    assert not lesson.tell(lying(6, doubts=(DiceDoubt.GLARE,)), (6,))
    assert (lesson.known, lesson.numbers[5].unsure) == (None, 1)


def test_dice_of_another_size_are_asked_about() -> None:
    known = taught(DiceLesson(), 1, 2, 3, 4, 5, 6)
    assert known is not None
    assert known.judged(lying(3, side_mm=16.9)).faces == (3,)
    assert known.judged(lying(3, side_mm=12.0)).doubts == (DiceDoubt.STRANGE,)
    covered = lying(3, side_mm=12.0, doubts=(DiceDoubt.COVERED,))
    assert known.judged(covered) == covered


def test_drawn_dice_are_learned_and_told_from_others() -> None:
    rng = np.random.default_rng(8)
    clean = replace(chance_roll(rng, count=1, size=(960, 720)), floor=RollFloor.PRINTED)
    lesson = DiceLesson()
    for number in range(1, 7):
        die = replace(clean.dice[0], turn=turned(number, 0.3 * number))
        picture = drawn_roll(replace(clean, dice=(die,)))
        assert lesson.tell(read_tray(picture, asked=1), (number,))
    known = lesson.known
    assert known is not None
    assert known.asked_about == frozenset()
    assert known.judged(read_tray(drawn_roll(clean), asked=1)).faces == clean.faces
    side = clean.dice[0].size_mm * (0.8 if clean.dice[0].size_mm > 12 else 1.25)
    centre = np.array([*clean.dice[0].centre_mm[:2], side / 2])
    other = replace(clean.dice[0], size_mm=side, centre_mm=centre, rounding_mm=0.1 * side)
    found = known.judged(read_tray(drawn_roll(replace(clean, dice=(other,))), asked=1))
    assert found.doubts == (DiceDoubt.STRANGE,)

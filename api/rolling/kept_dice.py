"""Keeps what a table's own dice taught the umpire, so that nobody shows them anew every evening."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from api.files.new_folder import write_whole, writing
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, number, parse, whole
from vision.dice.lesson import NUMBERS, DiceLesson, TaughtNumber

FORMAT: Final = "paper-umpire/dice/1"
LONGEST: Final = 100_000
"""Letters; a die that was shown takes a score of them."""


def read_dice(place: Path) -> DiceLesson:
    """The lesson as it was left; a new one where there is none, or it cannot be read."""
    try:
        with place.open(encoding="utf-8") as file:
            return _read(file.read(LONGEST))
    except (BadInputError, OSError, UnicodeDecodeError):
        return DiceLesson()


def keep_dice(lesson: DiceLesson, place: Path) -> None:
    """Write it down; a UserError says why that cannot be done."""
    value = {
        "format": FORMAT,
        "sides_mm": [round(side, 3) for side in lesson.sides_mm],
        "shown": [[each.face, each.right, each.unsure, each.wrong] for each in lesson.numbers],
    }
    with writing(place):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(json.dumps(value).encode(), place=place, force=True)


def forget_dice(place: Path) -> None:
    """Nothing is kept any longer."""
    with writing(place):
        place.unlink(missing_ok=True)


def _read(text: str) -> DiceLesson:
    fields = Fields(parse(text, what="dice"), "")
    fields.must("format", _format)
    sides = fields.must("sides_mm", _numbers)
    shown = tuple(_taught(each, "shown") for each in fields.must("shown", items))
    fields.done()
    if tuple(each.face for each in shown) != tuple(NUMBERS):
        raise BadInputError("shown", expected="the numbers 1 to 6", got=f"{len(shown)} of them")
    return DiceLesson(numbers=shown, sides_mm=sides)


def _taught(value: object, where: str) -> TaughtNumber:
    counts = [whole(each, where) for each in items(value, where)]
    if len(counts) != 4 or min(counts) < 0:
        raise BadInputError(where, expected="a number and three counts", got=f"{counts}")
    face, right, unsure, wrong = counts
    return TaughtNumber(face=face, right=right, unsure=unsure, wrong=wrong)


def _numbers(value: object, where: str) -> Sequence[float]:
    return [number(each, where) for each in items(value, where)]


def _format(value: object, where: str) -> None:
    if value != FORMAT:
        raise BadInputError(where, expected=repr(FORMAT), got=repr(value)[:60])

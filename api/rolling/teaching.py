"""Lets somebody show the umpire their own dice before a battle, number by number."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from api.rolling.kept_dice import forget_dice, keep_dice, read_dice
from rules.referee.toolkit.phrases import listed
from vision.dice.lesson import DiceLesson, DiceSet
from vision.dice.reading import TrayReading


class TrayLesson:
    """The dice of this table, as far as they were shown."""

    def __init__(self, place: Path | None = None) -> None:
        """As it was kept in this file; without one it lasts as long as the server."""
        self._place = place
        self._lesson = DiceLesson() if place is None else read_dice(place)

    @property
    def known(self) -> DiceSet | None:
        """What every roll is held to once the lesson is over."""
        return self._lesson.known

    def tell(self, reading: TrayReading, faces: Sequence[int]) -> str:
        """Take in what somebody sees in the tray; what came of it, in plain words."""
        if not self._lesson.tell(reading, faces):
            why = listed([doubt.value for doubt in reading.doubts])
            return f"Not sure: {why}. Lay the dice otherwise, and tell it again."
        if reading.faces == tuple(sorted(faces)):
            return f"Read rightly. {self.says}"
        shown = listed([str(face) for face in reading.faces or ()])
        return f"Read as {shown}: these numbers are asked about from now on. {self.says}"

    def keep(self) -> None:
        """Write down what is known now."""
        if self._place is not None:
            keep_dice(self._lesson, self._place)

    def forget(self) -> None:
        """Begin anew."""
        self._lesson = DiceLesson()
        if self._place is not None:
            forget_dice(self._place)

    @property
    def says(self) -> str:
        """How far the lesson has come."""
        known, missing = self._lesson.known, self._lesson.missing
        if len(missing) == len(self._lesson.numbers):
            return "No dice were shown yet."
        if missing or known is None:
            return f"Still to be shown: {listed([str(face) for face in missing])}."
        odd = listed([str(face) for face in sorted(known.asked_about)])
        asked = f" It always asks about {odd}." if known.asked_about else ""
        return f"The umpire knows these dice, and asks about any others.{asked}"

    def told(self, says: str = "") -> dict[str, Any]:
        """The lesson for whoever gives it."""
        return {
            "says": says or self.says,
            "is_over": self.known is not None,
            "numbers": [
                {
                    "face": each.face,
                    "right": each.right,
                    "unsure": each.unsure,
                    "wrong": each.wrong,
                }
                for each in self._lesson.numbers
            ],
        }

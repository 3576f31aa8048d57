"""Lets somebody show the umpire their own dice before a battle, number by number."""

from collections.abc import Sequence
from typing import Any

from rules.referee.toolkit.phrases import listed
from vision.dice.lesson import DiceLesson, DiceSet
from vision.dice.reading import TrayReading


class TrayLesson:
    """The dice of this table, as far as they were shown; kept while the server runs."""

    def __init__(self) -> None:
        self._lesson = DiceLesson()

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

"""Learns a player's own dice: each number is shown, and somebody tells what lies there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.dice.reading import DiceDoubt, DieReading, TrayReading

NUMBERS: Final = range(1, 7)
_OFF, _OFF_MM = 0.07, 0.3
"""By how much dice of a set may be larger or smaller than those that were shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtNumber:
    """How often one number was shown, by what the reader made of it."""

    face: int
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    """Read as another number, or another number as this one, without a doubt."""

    @property
    def is_known(self) -> bool:
        return self.right > 0 or self.wrong > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSet:
    """A player's own dice."""

    least_mm: float
    most_mm: float
    """Of their sides, as they were seen."""
    asked_about: frozenset[int]
    """Numbers that were read wrongly when they were shown."""

    def judged(self, reading: TrayReading) -> TrayReading:
        """In doubt where a die is none of this set, or shows what was read wrongly before."""
        if reading.faces is None:
            return reading
        doubts = dict.fromkeys(each for die in reading.dice if (each := self._doubt(die)))
        return replace(reading, doubts=tuple(doubts))

    def _doubt(self, die: DieReading) -> DiceDoubt | None:
        least = self.least_mm * (1 - _OFF) - _OFF_MM
        most = self.most_mm * (1 + _OFF) + _OFF_MM
        if not least <= die.side_mm <= most:
            return DiceDoubt.STRANGE
        return DiceDoubt.MISREAD if die.face in self.asked_about else None


class DiceLesson:
    """A lesson goes on until every number was read, rightly or wrongly, at least once."""

    def __init__(
        self, *, numbers: Sequence[TaughtNumber] = (), sides_mm: Sequence[float] = ()
    ) -> None:
        """As it was left, or from its beginning."""
        self._shown = {face: TaughtNumber(face=face) for face in NUMBERS}
        self._shown |= {each.face: each for each in numbers}
        self._sides = [*sides_mm]

    @property
    def numbers(self) -> tuple[TaughtNumber, ...]:
        return tuple(self._shown.values())

    @property
    def sides_mm(self) -> tuple[float, ...]:
        """Of all dice that were read rightly: the smallest and the largest, if there are any."""
        return (min(self._sides), max(self._sides)) if self._sides else ()

    @property
    def missing(self) -> tuple[int, ...]:
        """Numbers that have not been shown, or not been clear."""
        return tuple(each.face for each in self.numbers if not each.is_known)

    @property
    def known(self) -> DiceSet | None:
        """The set, once the lesson is over; None where no number was ever read rightly."""
        if self.missing or not self._sides:
            return None
        return DiceSet(
            least_mm=min(self._sides),
            most_mm=max(self._sides),
            asked_about=frozenset(each.face for each in self.numbers if each.wrong),
        )

    def tell(self, reading: TrayReading, faces: Sequence[int]) -> bool:
        """What lies there, as somebody sees it; False where it was not read for sure."""
        if reading.faces is None:
            for face in set(faces):
                self._count(face, unsure=1)
            return False
        read, told = Counter(reading.faces), Counter(faces)
        odd = (read - told) + (told - read)
        for face in odd:
            self._count(face, wrong=1)
        for face in (read & told).keys() - odd.keys():
            self._count(face, right=1)
        if not odd:
            self._sides += [die.side_mm for die in reading.dice]
        return True

    def _count(self, face: int, **more: int) -> None:
        was = self._shown[face]
        self._shown[face] = replace(
            was, **{name: getattr(was, name) + count for name, count in more.items()}
        )

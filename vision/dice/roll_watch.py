"""Tells when a roll in the tray counts: once, at rest, and thrown after it was asked for.

It has no clock and no camera of its own: whoever looks into the tray says what was read and when.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from vision.dice.reading import DiceDoubt, DieReading, TrayReading

REST_S: Final = 0.25
"""So long dice lie still before they are read."""
REST_LOOKS: Final = 3
STILL_MM: Final = 1.2
"""What the place of a die that lies still may waver."""
SAME_MM: Final = 2.0
"""A die with the same face so near to where one lay before was not thrown."""
_BROKEN_S: Final = 1.5
"""Between two looks: what happened meanwhile nobody knows."""
_UNSEEN_S: Final = 3.0
"""Before the first look for a roll: what was thrown meanwhile may have come before it was asked."""
_BLIND: Final = frozenset({DiceDoubt.NO_TRAY, DiceDoubt.HAND})
_MOST_OTHERS: Final = 3


class RollPhase(StrEnum):
    """How far a roll has come."""

    NOT_ASKED = "not_asked"
    UNSEEN = "unseen"
    """The tray cannot be seen whole, or a hand is over it."""
    BEFORE = "before"
    """Dice lie there that were not thrown for this roll."""
    OPEN = "open"
    """It may be rolled."""
    ROLLING = "rolling"
    UNSURE = "unsure"
    """Dice lie still, and are asked about."""
    READ = "read"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedRoll:
    """What is known of the roll that was asked for."""

    phase: RollPhase
    reading: TrayReading | None = None
    """What lies there, where something is read or asked about."""
    read_s: float | None = None
    """When it was read, on the clock of the looks."""
    is_nudged: bool = False
    """Whether dice lie elsewhere, or otherwise, than when they were read."""
    was_doubtful: bool = False
    """Whether dice of this roll were asked about before, and may have been touched since."""

    @property
    def faces(self) -> tuple[int, ...] | None:
        return None if self.reading is None else self.reading.faces

    @property
    def is_plain(self) -> bool:
        """Whether nothing speaks against it: what may be accepted by itself."""
        return self.phase is RollPhase.READ and not self.is_nudged and not self.was_doubtful


_NOT_ASKED: Final = WatchedRoll(phase=RollPhase.NOT_ASKED)


class RollWatch:
    """One tray. A roll is asked for by `want`, and judged by each `look` after that."""

    def __init__(self) -> None:
        self._wanted = ""
        self._lying: tuple[DieReading, ...] | None = None
        """What lay there when the tray was last seen clear; None before it ever was."""
        self._before: tuple[DieReading, ...] | None = None
        """Of the dice from before this was asked for, those that nobody has taken up."""
        self._looks: list[tuple[float, TrayReading]] = []
        self._is_first = False
        """Whether nobody has looked since it was asked for."""
        self._seconds = 0.0
        """Of the last look."""
        self.roll = _NOT_ASKED

    def want(self, key: str) -> None:
        """Ask for a roll by a name of its own; the same one again changes nothing, "" ends it."""
        if key == self._wanted:
            return
        self._wanted, self._before = key, self._lying
        self._looks, self._is_first = [], True
        self.roll = WatchedRoll(phase=RollPhase.OPEN if key else RollPhase.NOT_ASKED)

    def look(self, reading: TrayReading, *, seconds: float) -> WatchedRoll:
        """The roll after one more look; times only ever grow."""
        is_clear = not _BLIND.intersection(reading.doubts)
        if self._is_first and seconds - self._seconds > _UNSEEN_S:
            self._before = None
        self._is_first, self._seconds = False, seconds
        if is_clear:
            self._lying = reading.dice
        if not self._wanted:
            return self.roll
        if self.roll.phase is RollPhase.READ:
            self.roll = self._read_before(reading, is_clear=is_clear)
            return self.roll
        if not is_clear:
            self._looks = []
            self.roll = replace(self.roll, phase=RollPhase.UNSEEN, reading=reading)
            return self.roll
        if self._before is None:
            self._before = reading.dice
        self._before = tuple(each for each in self._before if _lies(each, reading.dice))
        if self._looks and seconds - self._looks[-1][0] > _BROKEN_S:
            self._looks = []
        self._looks = [*self._looks, (seconds, reading)][-30:]
        self.roll = self._judged(reading, seconds=seconds)
        return self.roll

    def _read_before(self, reading: TrayReading, *, is_clear: bool) -> WatchedRoll:
        """What was read stays read: a second throw is none. Only that it was moved is told."""
        was = self.roll.reading
        assert was is not None
        moved = is_clear and not (_same_places(was, reading) and reading.faces in {None, was.faces})
        return replace(self.roll, is_nudged=self.roll.is_nudged or moved)

    def _judged(self, reading: TrayReading, *, seconds: float) -> WatchedRoll:
        def now(phase: RollPhase, found: TrayReading | None = None) -> WatchedRoll:
            return replace(self.roll, phase=phase, reading=found)

        if not reading.dice:
            return now(RollPhase.OPEN)
        still = self._at_rest()
        if not still:
            return now(RollPhase.ROLLING)
        if self._before:
            return now(RollPhase.BEFORE, reading)
        # What was sure to be something else a moment ago is not sure.
        if reading.faces is not None and {each.faces for each in still} <= {None, reading.faces}:
            return replace(now(RollPhase.READ, reading), read_s=seconds)
        return replace(now(RollPhase.UNSURE, reading), was_doubtful=True)

    def _at_rest(self) -> list[TrayReading]:
        """The latest looks between which nothing moved; none where they are too few as yet."""
        last = self._looks[-1]
        still: list[TrayReading] = []
        since = last[0]
        for at, each in reversed(self._looks):
            if not _same_places(each, last[1]):
                break
            still.append(each)
            since = at
        is_rest = len(still) >= REST_LOOKS and last[0] - since >= REST_S
        return still if is_rest else []


def other_readings(reading: TrayReading) -> tuple[tuple[int, ...], ...]:
    """What the dice may show instead, the likeliest first; each differs by one die."""
    if any(die.face is None for die in reading.dice):
        return ()
    faces = [die.face or 0 for die in reading.dice]
    found = []
    for at, die in sorted(enumerate(reading.dice), key=lambda each: each[1].margin):
        if die.other is not None:
            found.append(reading.told([*faces[:at], die.other, *faces[at + 1 :]]))
    return tuple(dict.fromkeys(found))[:_MOST_OTHERS]


def likeliest(reading: TrayReading) -> tuple[int, ...] | None:
    """What the dice seem to show where each of them has a number, sure or not."""
    faces = [die.face for die in reading.dice]
    return None if None in faces else reading.told(faces)


def _lies(die: DieReading, there: Sequence[DieReading]) -> bool:
    """Whether a die from before lies there still; one whose number is unclear may be it."""
    return any(
        _apart_mm(die, each) <= SAME_MM and (None in {die.face, each.face} or die.face == each.face)
        for each in there
    )


def _same_places(one: TrayReading, other: TrayReading) -> bool:
    return len(one.dice) == len(other.dice) and all(
        any(_apart_mm(die, each) <= STILL_MM for each in other.dice) for die in one.dice
    )


def _apart_mm(one: DieReading, other: DieReading) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))

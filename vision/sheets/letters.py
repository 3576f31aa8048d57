"""Takes what is written into rooms for what it is: the letters' names, and whether it is one.

Which letter a mark is, is judged against letters of several hands, all rooms together: as many
rooms as there are have that many first letters.
"""

import math
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.marks import FreeMark
from vision.sheets.strokes import Mask
from vision.sheets.thinning import thinned
from vision.sighting import Floats

LEAST_IN: Final = 0.2
"""Inches: a smaller mark is a crumb, and no letter."""
SIDE: Final = 40
"""Pixels of the square in which letters are held against one another."""
UNLIKE: Final = 3.0
"""Of these pixels, a distance beyond which a mark is no letter, but a stain or a scribble."""
PLAIN: Final = 0.9
"""By how much better one of several marks in a room has to fit, to be its letter alone."""
OTHER: Final = 0.4
"""By how much better a mark may be like a letter that another room has: a stain may lie on one."""
CLEAR: Final = 0.2
"""By how much more a second reading has to be off, for the first one to be sure."""
LIKE: Final = 2.4
"""A distance up to which a mark beside a line is a letter, and no piece of it."""
ROUND: Final = "abcdeghmnopqsu"
"""Letters that no pieces of wall look like, as T, L and + look like others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNames:
    """What letters say of the names of rooms."""

    names: Mapping[int, str]
    """By the number of the room, where a letter is in it."""
    doubts: Mapping[int, str]
    """Rooms whose letter may be another one, with what is to be asked."""


def named(marks: Mapping[int, Sequence[FreeMark]], *, count: int) -> RoomNames:
    """The letters of rooms by the marks in each, and none the letter of another room."""
    letters = string.ascii_lowercase[: max(count, 1)]
    far = {
        room: [each for mark in found for each in _read(mark, letters)]
        for room, found in marks.items()
    }
    for found in far.values():
        found.sort(key=min)
        if len(found) > 1 and min(found[1]) - min(found[0]) > PLAIN:
            del found[1:]
    several = {
        room: "several things are written in it: which is its letter?"
        for room, found in far.items()
        if len(found) > 1
    }
    rooms = [room for room, found in far.items() if len(found) == 1]
    if not rooms:
        return RoomNames(names={}, doubts=several)
    off = np.array([far[room][0] for room in rooms])
    chosen = _assigned(off)
    names = {room: letters[at] for room, at in zip(rooms, chosen, strict=True)}
    doubts = {
        room: f"a letter is written in it that may be {names[room]} or another"
        for row, room in enumerate(rooms)
        if off[row, chosen[row]] > min(UNLIKE, off[row].min() + OTHER)
        or _rivalled(off, chosen, row=row)
    }
    return RoomNames(names=names, doubts={**several, **doubts})


def is_letter(mark: FreeMark) -> bool:
    """Whether it is a letter for sure, wherever it stands."""
    return mark.long_in >= LEAST_IN and min(_offs((mark.drawn,), ROUND)) <= LIKE


def _assigned(off: Floats) -> list[int]:
    """To each row a column of its own, so that no change of one or of two of them is better."""
    chosen: list[int] = []
    for row in off:
        chosen.append(
            min((at for at in range(len(row)) if at not in chosen), key=lambda at: row[at])
        )
    while True:
        gain, better = min(
            ((_worth(off, other) - _worth(off, chosen), other) for other in _others(off, chosen)),
            key=lambda found: found[0],
            default=(0.0, chosen),
        )
        if gain >= -1e-9:
            return chosen
        chosen = better


def _worth(off: Floats, chosen: Sequence[int]) -> float:
    return float(sum(off[row, at] for row, at in enumerate(chosen)))


def _others(off: Floats, chosen: Sequence[int]) -> Iterator[list[int]]:
    """The ways that differ by one row with a free letter, or by two rows that change theirs."""
    for row in range(len(chosen)):
        for at in range(off.shape[1]):
            if at == chosen[row]:
                continue
            other = list(chosen)
            if at in chosen:
                other[chosen.index(at)] = chosen[row]
            other[row] = at
            yield other


def _rivalled(off: Floats, chosen: Sequence[int], *, row: int) -> bool:
    """Whether all letters fit nearly as well with another one in this row."""
    best = _worth(off, chosen)
    rivals = (each for each in _others(off, chosen) if each[row] != chosen[row])
    return any(_worth(off, each) - best < CLEAR for each in rivals)


def _read(mark: FreeMark, letters: str) -> Iterator[list[float]]:
    """How far a mark is off each letter, where it may be one; else its parts, each by itself."""
    if mark.long_in < LEAST_IN:
        return
    whole = _offs((mark.drawn, mark.dotted), letters)
    parts = [off for part in _parts(mark.drawn) if min(off := _offs((part,), letters)) <= UNLIKE]
    if parts and min(map(min, parts)) < min(whole) - OTHER:
        # A blot or a crumb stands so near to it that the two were taken for one.
        yield from parts
    elif min(whole) <= UNLIKE:
        yield whole


def _parts(drawn: Mask) -> Iterator[Mask]:
    """What it consists of, unless that is one thing."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(
        drawn.astype(np.uint8), connectivity=8
    )
    for number in range(1, count if count > 2 else 1):
        left, top, wide, high, _ = (int(each) for each in stats[number])
        if math.hypot(wide, high) >= LEAST_IN * PX_PER_IN:
            yield np.asarray(parts[top : top + high, left : left + wide] == number)


def _offs(drawn: Sequence[Mask], letters: str) -> list[float]:
    """How far something is off each letter, in pixels, by what may be meant of it."""
    squares = [(mine, _gaps(mine)) for mine in map(_squared, drawn)]
    return [
        min(_off(mine, to_mine, letter=letter) for mine, to_mine in squares) for letter in letters
    ]


def _off(mine: NDArray[np.uint8], to_mine: Floats, *, letter: str) -> float:
    """The same for one letter, by the hand that is nearest.

    What a letter has too much counts as what it lacks, and far more than a hand that trembles: an a
    is a c with a stroke more.
    """
    spots = mine > 0
    square = min(
        max(float((gaps[spots] ** 2).mean()), float((to_mine[model > 0] ** 2).mean()))
        for model, gaps in _models(letter)
    )
    return math.sqrt(square)


def _gaps(drawn: NDArray[np.uint8]) -> Floats:
    found = cv2.distanceTransform((drawn == 0).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(found, dtype=np.float64)


def _squared(drawn: Mask) -> NDArray[np.uint8]:
    """Its thin lines in a square of fixed size, as high and as broad as it is."""
    thin = thinned(drawn)
    rows, columns = np.nonzero(thin if thin.any() else drawn)
    tall, broad = np.ptp(rows) + 1, np.ptp(columns) + 1
    scale = (SIDE - 5) / max(tall, broad)
    x = 2 + (columns - columns.min()) * scale + (SIDE - 5 - (broad - 1) * scale) / 2
    y = 2 + (rows - rows.min()) * scale + (SIDE - 5 - (tall - 1) * scale) / 2
    made = np.zeros((SIDE, SIDE), dtype=np.uint8)
    made[np.round(y).astype(int), np.round(x).astype(int)] = 1
    return made


HANDS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


@lru_cache(maxsize=64)
def _models(letter: str) -> tuple[tuple[NDArray[np.uint8], Floats], ...]:
    """A letter in several hands, upright and slanted, slim and broad."""
    found = []
    for hand in HANDS:
        for slant in (-0.1, 0.1, 0.3):
            for broad in (0.85, 1.0, 1.2):
                canvas = np.zeros((120, 120), dtype=np.uint8)
                cv2.putText(canvas, letter, (30, 75), hand, 2.0, 255, 2)
                bend = np.array([(broad, -slant, 75 * slant), (0.0, 1.0, 0.0)])
                bent = cv2.warpAffine(canvas, bend, (160, 120)) > 100
                model = _squared(bent)
                found.append((model, _gaps(model)))
    return tuple(found)

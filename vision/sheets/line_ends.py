"""Finds the ends of lines on a sheet, and where each of them was drawn on to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.strokes import Mask
from vision.sheets.thinning import ends_of, forks_of
from vision.sighting import Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LineEnd:
    """One end of a middle line."""

    at: Floats
    ahead: Floats
    """The direction in which the line was drawn on, of length 1."""
    long_in: float
    """How far back the next junction is, as far as was looked."""
    own: Mask
    """The part of the middle line right behind it, in a window around it."""


LOOK_BACK: Final = 0.3
"""Inches of a line behind its end that show where it leads."""


def line_ends(middle: Mask) -> list[LineEnd]:
    """Every end of the middle lines of strokes."""
    forks = forks_of(middle)
    return [_end(middle, forks, at=(row, column)) for row, column in ends_of(middle)]


def _end(middle: Mask, forks: Mask, *, at: tuple[int, int]) -> LineEnd:
    path = _walk(middle, forks, start=at)
    spots = np.array([(x, y) for y, x in path], dtype=np.float64)
    ahead = spots[0] - spots[len(spots) // 2 :].mean(axis=0)
    length = float(np.hypot(*ahead))
    own = np.zeros_like(middle)
    own[tuple(np.array(path).T)] = True
    return LineEnd(
        at=spots[0],
        ahead=ahead / length if length > 0 else np.array([1.0, 0.0]),
        long_in=len(path) / PX_PER_IN,
        own=own,
    )


def _walk(middle: Mask, forks: Mask, *, start: tuple[int, int]) -> list[tuple[int, int]]:
    """Follow a middle line back from its end, to a fork or to the limit."""
    path = [(int(start[0]), int(start[1]))]
    seen = set(path)
    while len(path) < LOOK_BACK * PX_PER_IN:
        row, column = path[-1]
        if forks[row, column]:
            break
        # Straight on before aslant: a step of a staircase is no fork.
        around = (
            (row + dy, column + dx)
            for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
        )
        further = next((s for s in around if s not in seen and lies_on(middle, s)), None)
        if further is None:
            break
        seen.add(further)
        path.append(further)
    return path


def lies_on(mask: Mask, spot: tuple[int, int]) -> bool:
    """Whether a row and column are on a mask."""
    row, column = spot
    inside = 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1]
    return inside and bool(mask[row, column])


def way_ahead(start: Floats, *, ahead: Floats, steps: range) -> Iterator[tuple[int, int]]:
    """Rows and columns of a straight way, so close that no line slips through aslant."""
    for step in steps:
        x, y = start + step * ahead
        before = start + (step - 1) * ahead
        yield round(float(before[1])), round(float(x))
        yield round(float(y)), round(float(x))

"""Knows where the names go that are written on a photograph, so that they cover no piece."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.drawing.canvas import Canvas, Colour, Floats, text_size
from api.drawing.labels import Box, Labels

_SMALL: Final = 0.8
_FAR: Final = 1.2
"""Heights of a line beyond which a line leads from the name to what it names."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Name:
    """Words beside an outline (n x 2 pixels)."""

    words: str
    outline: Floats
    colour: Colour
    is_small: bool

    @property
    def box(self) -> Box:
        """The upright box around the outline; points that are not seen count for nothing."""
        seen = self.outline[np.isfinite(self.outline).all(axis=1)]
        if not len(seen):
            return (0.0, 0.0, 0.0, 0.0)
        left, top = (float(each) for each in seen.min(axis=0))
        right, bottom = (float(each) for each in seen.max(axis=0))
        return (left, top, right, bottom)

    def is_on(self, canvas: Canvas) -> bool:
        """Whether any of it is in the picture."""
        left, top, right, bottom = self.box
        is_inside = right > 0 and bottom > 0 and left < canvas.width and top < canvas.height
        return is_inside and right > left


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedName:
    """A name and the middle of its line."""

    name: Name
    at: tuple[float, float]
    letters: float
    leader: Floats | None
    """From the name to its outline, where they are apart."""


def placed_names(
    names: Sequence[Name], *, labels: Labels, letters: float, canvas: Canvas
) -> Iterator[PlacedName]:
    """The place of each; the small ones go last and take what is left."""
    for name in sorted(names, key=lambda each: (each.is_small, each.box[1])):
        if not name.is_on(canvas):
            continue
        size = letters * (_SMALL if name.is_small else 1.0)
        wide, high = text_size(name.words, letters=size)
        wide += 0.9 * size
        at = labels.put(_candidates(name.box, wide=wide, high=high), width=wide, height=high)
        yield PlacedName(name=name, at=at, letters=size, leader=_leader(name.box, at, high=high))


def _candidates(box: Box, *, wide: float, high: float) -> list[tuple[float, float]]:
    """Below, above and beside, then farther and farther away."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    found = []
    for away in (3.0, 3.0 + high, 3.0 + 2 * high, 3.0 + 3.5 * high):
        below, above = bottom + away + high / 2, top - away - high / 2
        beside = (right + away + wide / 2, left - away - wide / 2)
        found += [(x, below), (x, above), (beside[0], y), (beside[1], y)]
        found += [(side, level) for level in (below, above) for side in beside]
    return found


def _leader(box: Box, at: tuple[float, float], *, high: float) -> Floats | None:
    left, top, right, bottom = box
    near = (min(max(at[0], left), right), min(max(at[1], top), bottom))
    apart = float(np.hypot(near[0] - at[0], near[1] - at[1]))
    if apart < _FAR * high or (left <= at[0] <= right and abs(near[1] - at[1]) < _FAR * high):
        return None
    return np.array([near, at])

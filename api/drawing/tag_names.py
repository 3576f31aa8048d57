"""Places the names that are written on a photograph, and gives a leader to those that need one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from api.drawing.canvas import Colour, Floats, PhotoCanvas, text_size
from api.drawing.free_room import FreeRoom, Raster, Window, distances, least_within

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

_SMALL: Final = 0.8
_GAP: Final = 0.25
"""Between a name and what it names, in heights of a capital letter, as is this all."""
_FAR: Final = 0.9
"""Beyond this a line leads from the name to what it names."""
_REACH: Final = 16.0
_APART: Final = 0.7
"""What a name costs for each letter's height between it and what it names."""
_FROM_HOME: Final = 0.06
"""The same for each letter's height from the usual place, just below the middle."""
_AMBIGUOUS: Final = 1.2
"""What it costs to touch another piece."""
_CROSSING: Final = 0.06
_LOOKED_AT: Final = 40
"""Of the best places, those whose leaders are looked at, one from each block of cells."""
_BLOCK: Final = 5
_NOWHERE: Final = np.float32(1e9)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Name:
    """Words beside an outline (n x 2 pixels)."""

    words: str
    outline: Floats
    colour: Colour
    is_small: bool

    @property
    def seen(self) -> Floats:
        """The points of the outline that are in front of the camera."""
        points: Floats = self.outline[np.isfinite(self.outline).all(axis=1)]
        return points

    @property
    def box(self) -> Box:
        """The upright box around the outline; points that are not seen count for nothing."""
        seen = self.seen
        if not len(seen):
            return (0.0, 0.0, 0.0, 0.0)
        left, top = (float(each) for each in seen.min(axis=0))
        right, bottom = (float(each) for each in seen.max(axis=0))
        return (left, top, right, bottom)

    def is_on(self, canvas: PhotoCanvas) -> bool:
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
    names: Sequence[Name], *, room: FreeRoom, letters: float, canvas: PhotoCanvas
) -> Iterator[PlacedName]:
    """The place of each; the small ones go last and take what is left."""
    for name in sorted(names, key=lambda each: (each.is_small, each.box[1])):
        if not name.is_on(canvas):
            continue
        size = letters * (_SMALL if name.is_small else 1.0)
        placing = _Placing(name=name, room=room, canvas=canvas, letters=size)
        at = placing.best()
        leader = placing.leader(at)
        room.take_box(at, wide=placing.wide, high=placing.high)
        if leader is not None:
            room.take_line(leader)
        yield PlacedName(name=name, at=at, letters=size, leader=leader)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Placing:
    """A name that looks for its place."""

    name: Name
    room: FreeRoom
    canvas: PhotoCanvas
    letters: float

    @property
    def wide(self) -> float:
        return text_size(self.name.words, letters=self.letters)[0] + 0.9 * self.letters

    @property
    def high(self) -> float:
        return text_size(self.name.words, letters=self.letters)[1]

    def best(self) -> tuple[float, float]:
        """The middle of the place that costs least, its leader included."""
        room, window = self.room, self._window()
        costs = self._costs(window)
        rows, columns = _best_of_blocks(costs)
        cells = np.stack([columns + window.left, rows + window.top], -1)
        spots = self._inside((cells + 0.5) * np.float64(room.cell))
        all_in = [
            float(costs[row, column]) + self._crossed(spot)
            for row, column, spot in zip(rows, columns, spots, strict=True)
        ]
        x, y = spots[int(np.argmin(np.round(all_in, 4)))]
        return float(x), float(y)

    def leader(self, at: tuple[float, float]) -> Floats | None:
        """From the name's edge to the nearest point of the outline, unless they are close."""
        start, end = self._ends(np.array(at))
        if float(np.hypot(*(end - start))) < _FAR * self.letters or self._covers(np.array(at)):
            return None
        return np.array([start, end])

    def _window(self) -> Window:
        left, top, right, bottom = self.name.box
        around = _REACH * self.letters + np.array([self.wide, self.high]) / 2
        return self.room.window(np.array([left, top]) - around, np.array([right, bottom]) + around)

    def _costs(self, window: Window) -> Raster:
        """Of each cell of the window as the middle of the name."""
        room, unit = self.room, self.letters / self.room.cell
        own = window.of(room.filled(self.name.seen))
        box = (_odd(self.wide / room.cell), _odd(self.high / room.cell))
        air = (box[0] + 2 * round(_GAP * unit), box[1] + 2 * round(_GAP * unit))
        costs = room.costs(window, own=own, box=air)
        apart = least_within(distances(own), box=air) / unit
        costs += _APART * apart + (apart > _FAR) * np.float32(_APART)
        other = least_within(distances(room.foreign(window, own=own)), box=box) / unit
        costs += _AMBIGUOUS * np.clip(1 - other / _FAR, 0.0, 1.0)
        costs += _FROM_HOME * self._from_home(window) / self.letters
        costs[~self._fits(window)] = _NOWHERE
        return costs

    def _from_home(self, window: Window) -> Raster:
        left, _, right, bottom = self.name.box
        home = ((left + right) / 2, bottom + _GAP * self.letters + self.high / 2)
        x, y = self._middles(window)
        found: Raster = np.hypot(y[:, None] - home[1], x[None, :] - home[0]).astype(np.float32)
        return found

    def _fits(self, window: Window) -> NDArray[np.bool_]:
        """Where the whole name is in the picture."""
        x, y = self._middles(window)
        level = (x >= self.wide / 2) & (x <= self.canvas.width - self.wide / 2)
        upright = (y >= self.high / 2) & (y <= self.canvas.height - self.high / 2)
        found: NDArray[np.bool_] = upright[:, None] & level[None, :]
        return found

    def _middles(self, window: Window) -> tuple[Floats, Floats]:
        cell = np.float64(self.room.cell)
        x: Floats = (np.arange(window.left, window.right) + 0.5) * cell
        y: Floats = (np.arange(window.top, window.bottom) + 0.5) * cell
        return x, y

    def _inside(self, spots: Floats) -> Floats:
        """Moved into the picture; a name that is wider than the picture starts at its left edge."""
        half = np.array([self.wide, self.high]) / 2
        most = np.maximum(half, np.array([self.canvas.width, self.canvas.height]) - half)
        moved: Floats = np.clip(spots, half, most)
        return moved

    def _crossed(self, at: Floats) -> float:
        start, end = self._ends(at)
        if float(np.hypot(*(end - start))) < _FAR * self.letters or self._covers(at):
            return 0.0
        return _CROSSING * self.room.along(start, end) * self.room.cell / self.letters

    def _covers(self, at: Floats) -> bool:
        """Whether the name lies on what it names."""
        left, top, right, bottom = self.name.box
        return bool(left <= at[0] <= right and top <= at[1] <= bottom)

    def _ends(self, at: Floats) -> tuple[Floats, Floats]:
        """The nearest points of the name's edge and of the outline."""
        seen = self.name.seen
        share = np.linspace(0.0, 1.0, 8, endpoint=False)[:, None, None]
        points = (seen + share * (np.roll(seen, -1, axis=0) - seen)).reshape(-1, 2)
        half = np.array([self.wide, self.high]) / 2
        edge = np.clip(points, at - half, at + half)
        nearest = int(np.argmin(np.hypot(*(points - edge).T)))
        return edge[nearest], points[nearest]


def _best_of_blocks(costs: Raster) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cheapest cells, no two of them from one block."""
    high, wide = costs.shape
    more = ((0, -high % _BLOCK), (0, -wide % _BLOCK))
    padded = np.pad(costs, more, constant_values=_NOWHERE)
    across = padded.shape[1] // _BLOCK
    blocks = padded.reshape(-1, _BLOCK, across, _BLOCK).swapaxes(1, 2).reshape(-1, _BLOCK**2)
    order = np.argsort(blocks.min(axis=1), kind="stable")[:_LOOKED_AT]
    within = blocks[order].argmin(axis=1)
    rows = order // across * _BLOCK + within // _BLOCK
    columns = order % across * _BLOCK + within % _BLOCK
    return np.minimum(rows, high - 1), np.minimum(columns, wide - 1)


def _odd(cells: float) -> int:
    """A box of so many cells that it has one in its middle, and is no smaller."""
    return 2 * int(np.ceil((cells - 1) / 2)) + 1

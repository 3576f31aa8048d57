"""Looks all over the table for tags that are known to be about.

A detector looks for squares, and finds none where blur or noise has broken their outline. Whoever
knows the size of a tag, its height and its cells can look for the tag itself: first for its frame,
then for its cells. What is found only says where to begin; the fit decides whether it is there.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from vision.locating.seeking.framed_spots import CELL_PX, FramedSpots, framed_spots
from vision.locating.seeking.level_view import level_view
from vision.locating.seeking.likeness import likeness
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import in_order

_SPOTS: Final = 300
"""Frames that are looked at closely, beside two for each tag: on a mat that is full of lines, a
tag's own is now and then so far down."""
_KEPT: Final = 20
"""Of these, the ones that are looked at more closely still, beside two for each tag."""
_FIRST: Final = ((0.0,), (-5.0, 0.0, 5.0))
_NEXT: Final = (((-0.45, 0.0, 0.45), (-5.0, 0.0, 5.0)), ((-0.3, 0.0, 0.3), (-2.5, 0.0, 2.5)))
"""Steps aside, in cells, and turns in degrees."""
_LEAST: Final = 0.75
"""Likeness from which on a square is offered to the fit."""
_LEAST_LEAD: Final = 0.02
"""And so much more than to any other tag that is looked for."""
_LEAST_ORDER: Final = 0.95
"""Share of the borders between ink and paper at which paper is lighter, from which on a square is
offered that is less alike for a shadow over a part of it."""
_CLEARER: Final = 0.01
"""By how much no other tag's borders may be more in order there: less than one border is."""
_OFFERED: Final = 2
"""Places of one tag, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoughtTag:
    """A tag that may lie anywhere on the table."""

    number: int
    side_in: float
    """Of the black square as it was printed."""
    height_in: float


_Measure = Callable[[Floats], Floats]
"""What squares in the picture (n x 4 x 2) are worth as each tag in each turn (n x tags x 4)."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Tries:
    """Squares of one size on their way to their tags."""

    x: Floats
    y: Floats
    heading: Floats
    best: Floats
    """Likeness so far."""

    def taken(self, rows: np.typing.NDArray[np.intp]) -> "_Tries":
        return _Tries(
            x=self.x[rows], y=self.y[rows], heading=self.heading[rows], best=self.best[rows]
        )


def sought(
    grey: Grey,
    tags: Sequence[SoughtTag],
    *,
    camera: CameraModel,
    table: TableSize,
    family: TagFamily,
    blur_px: float,
) -> Generator[None, None, list[Sighting]]:
    """Where tags may lie that a detector did not find; few of the wrong places pass a fit.

    It stops again and again, so that whoever follows a camera has time for its pictures.
    """
    groups: dict[tuple[float, float], list[int]] = {}
    for tag in tags:
        groups.setdefault((tag.side_in, tag.height_in), []).append(tag.number)
    found: list[Sighting] = []
    for (side, height), numbers in groups.items():
        view = level_view(
            grey,
            camera=camera,
            table=table,
            height=height,
            px_per_in=CELL_PX * family.cells / side,
        )
        yield
        spots = yield from framed_spots(view, cells=family.cells, most=_SPOTS + 2 * len(numbers))
        search = _Search(
            grey=grey,
            camera=camera,
            family=family.only(tuple(numbers)),
            everyone=family,
            side=side,
            height=height,
            blur_px=blur_px,
        )
        found += yield from search.of(spots)
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Search:
    """One size of tags at one height in one picture."""

    grey: Grey
    camera: CameraModel
    family: TagFamily
    """Of the tags that are looked for."""
    everyone: TagFamily
    """Of these and all others, which may lie there instead."""
    side: float
    height: float
    blur_px: float

    def of(self, spots: FramedSpots) -> Generator[None, None, list[Sighting]]:
        most = _KEPT + 2 * len(self.family.numbers)
        tries = _tries_of(spots)
        yield from self._nearer(tries, steps=_FIRST[0], turns=_FIRST[1])
        tries = tries.taken(np.argsort(-tries.best)[:most])
        for steps, turns in _NEXT:
            yield from self._nearer(tries, steps=steps, turns=turns)
        found = self._read(tries)
        shaded = _tries_of(spots)
        yield from self._nearer(shaded, steps=_FIRST[0], turns=_FIRST[1], measure=self._in_order)
        shaded = shaded.taken(np.argsort(-shaded.best)[:most])
        for steps, turns in _NEXT:
            # In fewer steps: whoever waits for what is most like a tag must not wait twice as long.
            nearer = self._nearer(shaded, steps=steps, turns=turns, measure=self._in_order)
            for number, _ in enumerate(nearer, start=1):
                if number % len(steps) == 0:
                    yield
        return found + self._told(shaded, among=found)

    def _nearer(
        self,
        tries: _Tries,
        *,
        steps: tuple[float, ...],
        turns: tuple[float, ...],
        measure: _Measure | None = None,
    ) -> Generator[None, None, None]:
        """Move every square to where it looks most like any tag, or is most of what is measured."""
        measure = measure or self._alike
        cell = self.side / self.family.cells
        x, y, heading = tries.x.copy(), tries.y.copy(), tries.heading.copy()
        for right in steps:
            for up in steps:
                for turn in turns:
                    there = (x + right * cell, y + up * cell, heading + turn)
                    squares = self._squares(*there[:2], heading=there[2])
                    alike = measure(squares).max(axis=(1, 2), initial=-np.inf)
                    is_better = alike > tries.best
                    tries.best[is_better] = alike[is_better]
                    tries.x[is_better] = there[0][is_better]
                    tries.y[is_better] = there[1][is_better]
                    tries.heading[is_better] = there[2][is_better]
                yield

    def _alike(self, squares: Floats) -> Floats:
        return likeness(self.grey, squares, family=self.family, blur_px=self.blur_px)

    def _in_order(self, squares: Floats) -> Floats:
        return in_order(self.grey, squares, family=self.family)

    def _squares(self, x: Floats, y: Floats, *, heading: Floats) -> Floats:
        """Where in the picture squares on the table are (n x 4 x 2)."""
        turn = np.radians(heading)
        right = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * (self.side / 2)
        down = np.stack([right[:, 1], -right[:, 0]], axis=-1)
        signs = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        flat = (
            np.stack([x, y], axis=-1)[:, None]
            + signs[:, :1] * right[:, None]
            + signs[:, 1:] * down[:, None]
        )
        level = np.full((*flat.shape[:2], 1), self.height)
        return self.camera.pixels(np.concatenate([flat, level], axis=-1))

    def _read(self, tries: _Tries) -> list[Sighting]:
        """The tags that squares are most like, if they are like one of them alone."""
        if not len(tries.x):
            return []
        squares = self._squares(tries.x, tries.y, heading=tries.heading)
        alike = self._alike(squares)
        by_tag = alike.max(axis=2)
        chosen = by_tag.argmax(axis=1)
        rows = np.arange(len(chosen))
        first = by_tag[rows, chosen]
        turns = alike[rows, chosen].argmax(axis=1)
        by_tag[rows, chosen] = -1.0
        is_clear = (first >= _LEAST) & (first - by_tag.max(axis=1) >= _LEAST_LEAD)
        found: dict[int, list[Sighting]] = {}
        for row in np.argsort(-first)[is_clear[np.argsort(-first)]].tolist():
            corners = np.roll(squares[row], int(turns[row]), axis=0)
            mine = found.setdefault(self.family.numbers[chosen[row]], [])
            seen = Sighting(number=self.family.numbers[chosen[row]], corners=corners)
            is_new = all(_apart(seen, other) for other in mine)
            if is_new and len(mine) < _OFFERED:
                mine.append(seen)
        return [each for some in found.values() for each in some]

    def _told(self, tries: _Tries, *, among: list[Sighting]) -> list[Sighting]:
        """The tags whose ink is darker than the paper beside it though they look unlike themselves.

        A shadow's edge across a tag does that: its lit ink may be as bright as its shaded paper.
        """
        if not len(tries.x):
            return []
        squares = self._squares(tries.x, tries.y, heading=tries.heading)
        right = self._in_order(squares).reshape(len(squares), -1)
        best = right.max(axis=1)
        found: list[Sighting] = []
        for row in np.argsort(-best)[: int((best >= _LEAST_ORDER).sum())].tolist():
            place, turn = divmod(int(right[row].argmax()), 4)
            number, corners = self.family.numbers[place], np.roll(squares[row], turn, axis=0)
            seen = Sighting(number=number, corners=corners)
            same = [each for each in found if each.number == number]
            near = [*same, *(each for each in among if each.number == number)]
            if len(same) >= _OFFERED or not all(_apart(seen, each) for each in near):
                continue
            others = in_order(self.grey, squares[row : row + 1], family=self.everyone)
            if float(others.max()) <= float(best[row]) + _CLEARER:
                found.append(seen)
        return found


def _tries_of(spots: FramedSpots) -> _Tries:
    return _Tries(
        x=spots.x_in,
        y=spots.y_in,
        heading=spots.heading_deg,
        best=np.full(len(spots.x_in), -np.inf),
    )


def _apart(one: Sighting, other: Sighting) -> bool:
    far = float(np.hypot(*(one.centre - other.centre)))
    return far > 0.5 * max(one.shortest_side_px, other.shortest_side_px)

"""Maps what a point sees: clear, blocked, or too close to call with a band as wide as the error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.maps.cells import AnswerMap, CellGrid, answered
from rules.table.maps.hidden_side import HiddenCells, Outlook, hidden_by, outlook_from
from rules.table.outlines.outline import Outline, place
from rules.table.outlines.rings import Bools, Ints
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats
from rules.table.sight.ground import Blockers
from rules.table.sight.near_line import spread, spread_at
from rules.table.snapshot import Piece, Snapshot
from rules.table.verdict import Doubt

_WIDER: Final = 1.15
"""Two flips just beyond the doubt can still share more worlds than a sure answer may lose."""
_HAIR: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hider:
    """One thing that hides what is behind it."""

    ring: Floats
    porous: bool
    """Whoever stands in it sees out."""
    sigma: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SightFrom:
    """Where somebody looks from, and what hides things from there."""

    point: Floats
    sigma: float
    """Standard error of that place, in its worst direction."""
    cell_sigma: float
    """The same for whoever would stand in a cell."""
    hiders: tuple[Hider, ...]
    all_seen: bool = True
    """Whether everything that hides was itself seen: if not, nothing is surely clear."""
    returning: bool = False
    """Whether an area blocks a line that leaves it and comes back into it."""


def sight_from(
    snapshot: Snapshot,
    viewer: Piece,
    *,
    point: Floats,
    blockers: Blockers,
    doubt: Doubt,
    returning: bool = False,
) -> SightFrom:
    """What a piece has in its way; where it would stand elsewhere, the same error is taken."""
    kinds = {kind.strip().casefold() for kind in blockers.kinds}
    hiders = [
        Hider(ring=np.array(area.outline, dtype=float), porous=True, sigma=area.sigma)
        for area in snapshot.terrain
        if area.kind.strip().casefold() in kinds
    ]
    all_seen = True
    for name in sorted(blockers.pieces - {viewer.id}):
        piece = snapshot.piece(name)
        all_seen &= why_unmeasurable(snapshot, piece=piece, doubt=doubt) is None
        if piece.pose is not None:
            outline = place(piece)
            sigma = spread_at(piece, lever=outline.reach)
            hiders.append(Hider(ring=_drawn(outline), porous=False, sigma=sigma))
    own = spread(viewer)
    return SightFrom(
        point=point,
        sigma=own,
        cell_sigma=own,
        hiders=tuple(hiders),
        all_seen=all_seen,
        returning=returning,
    )


def sight_cells(
    view: SightFrom, grid: CellGrid, *, doubt: Doubt, wanted: Bools | None = None
) -> AnswerMap:
    """YES where it sees a cell's middle, beyond error and cell.

    Where only some cells are wanted, the map says nothing of use about the others.
    """
    return _Seen(view, grid=grid, doubt=doubt, wanted=wanted).answer()


class _Seen:
    """The cells as they are judged hider by hider; all arrays in the order of their bearings."""

    __slots__ = ("blocked", "doubt", "doubtful", "grid", "outlook", "room", "surely", "view")

    def __init__(
        self, view: SightFrom, *, grid: CellGrid, doubt: Doubt, wanted: Bools | None
    ) -> None:
        self.view, self.grid, self.doubt = view, grid, doubt
        # How wrong the place of a cell may be, and its size, lets it change sides.
        strays = max((each.sigma for each in view.hiders), default=0.0)
        self.room = self._bound(view.cell_sigma, strays) + grid.half
        # A cell's rim depends on the cells around it: they are judged with it.
        near = None if wanted is None else np.nonzero(grid.within(wanted, radius=self.room))[0]
        self.outlook = outlook_from(view.point, grid.middles(), places=near)
        self.blocked: Bools = np.zeros(self.outlook.count, dtype=bool)
        self.surely: Bools = np.zeros(self.outlook.count, dtype=bool)
        self.doubtful: Bools = np.zeros(self.outlook.count, dtype=bool)

    def answer(self) -> AnswerMap:
        for hider in self.view.hiders:
            self._hide(hider)
        room, blocked = self.room, self._on_grid(self.blocked)
        rim = self.grid.within(blocked, radius=room) & self.grid.within(~blocked, radius=room)
        open_ = rim | self._on_grid(self.doubtful & ~self.surely)
        if not self.view.all_seen:
            open_ |= ~blocked
        return answered(self.grid, sure=~blocked, open_=open_)

    def _bound(self, *sigmas: float) -> float:
        worst = math.hypot(*sigmas)
        return max(self.doubt.bound(_WIDER * worst), self.doubt.floor) + _HAIR

    def _on_grid(self, ordered: Bools) -> Bools:
        found = np.zeros(self.grid.count, dtype=bool)
        found[self.outlook.order] = ordered
        return found

    def _hide(self, hider: Hider) -> None:
        ends = max(self.view.sigma, self.view.cell_sigma)
        bound = self._bound(ends, hider.sigma)
        spot = shapely.Point(self.view.point)
        if bool(shapely.intersects(shapely.Polygon(hider.ring), spot)):
            self._look_out(hider, spot=spot, bound=bound)
            return
        found = hidden_by(hider.ring, self.outlook, bound=bound, half=self.grid.half)
        places = found.places
        inside = found.inside & hider.porous
        behind = found.blocked & ~inside
        # Whoever stands in it is seen: at its rim the error may put somebody in or out.
        asked = (behind & hider.porous) | (inside & found.doubtful)
        rim = self._at_rim(hider, places=places, among=asked, bound=bound)
        self.blocked[places] |= behind
        self.surely[places] |= found.surely & ~inside & ~rim
        self.doubtful[places] |= (found.doubtful & ~inside) | rim
        if not hider.porous and self._is_near(hider, spot=spot, bound=bound):
            self.doubtful[:] = True
        if self.view.returning and _bends_in(hider.ring):
            self.doubtful[places] |= inside

    def _at_rim(self, hider: Hider, *, places: Ints, among: Bools, bound: float) -> Bools:
        """Which of these cells lie so near to its outline that an error moves them across."""
        room = bound + self.grid.half
        spots = self.grid.middles()[self.outlook.order[places]]
        low, high = hider.ring.min(axis=0) - room, hider.ring.max(axis=0) + room
        rows = np.nonzero(among & np.all((spots >= low) & (spots <= high), axis=1))[0]
        outline = shapely.linearrings(hider.ring)
        rim = np.zeros(len(among), dtype=bool)
        rim[rows] = shapely.dwithin(outline, shapely.points(spots[rows]), room)
        return rim

    def _look_out(self, hider: Hider, *, spot: shapely.Geometry, bound: float) -> None:
        """It stands in this one: an area it sees out of, unless the error may put it outside."""
        near = self._is_near(hider, spot=spot, bound=bound)
        if not hider.porous:
            self.blocked[:] = True
            self.surely[:] |= not near
            self.doubtful[:] |= near
            return
        if self.view.returning and _bends_in(hider.ring):
            self.doubtful[:] = True
        for outside in _just_outside(hider.ring, self.view.point, within=bound) if near else ():
            outlook = outlook_from(outside, self.grid.middles())
            found = hidden_by(hider.ring, outlook, bound=_HAIR, half=self.grid.half)
            self._doubt_there(found, outlook)

    def _doubt_there(self, found: HiddenCells, outlook: Outlook) -> None:
        there = np.zeros(self.grid.count, dtype=bool)
        there[outlook.order[found.places]] = (found.blocked & ~found.inside) | found.doubtful
        self.doubtful |= there[self.outlook.order]

    def _is_near(self, hider: Hider, *, spot: shapely.Geometry, bound: float) -> bool:
        return float(shapely.distance(shapely.linearrings(hider.ring), spot)) <= bound


def _drawn(outline: Outline) -> Floats:
    """The corners of an outline; a round one as a polygon a hair too large."""
    if len(outline.corners) > 1:
        return outline.corners
    angles = np.arange(64) * (2 * np.pi / 64)
    radius = outline.radius / np.cos(np.pi / 64)
    ring: Floats = outline.centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return ring


def _bends_in(ring: Floats) -> bool:
    """Whether a straight line can leave an outline and come back into it."""
    drawn = shapely.Polygon(ring)
    return bool(shapely.area(shapely.convex_hull(drawn)) > shapely.area(drawn) * (1 + 1e-9))


def _just_outside(ring: Floats, point: Floats, *, within: float) -> Sequence[Floats]:
    """The places just outside of each edge over which an error may put the point."""
    base, span = ring, np.roll(ring, -1, axis=0) - ring
    squared = np.maximum((span**2).sum(axis=1), 1e-18)
    share = np.clip(((point - base) * span).sum(axis=1) / squared, 0.0, 1.0)
    exits = base + share[:, None] * span
    away = np.sqrt(((exits - point) ** 2).sum(axis=1))
    polygon = shapely.Polygon(ring)
    found = []
    for edge in np.nonzero(away <= within)[0]:
        across = np.array([span[edge, 1], -span[edge, 0]]) / np.sqrt(squared[edge])
        for side in (1e-5, -1e-5):
            outside: Floats = exits[edge] + side * across
            if not shapely.intersects(polygon, shapely.Point(outside)):
                found.append(outside)
    return found

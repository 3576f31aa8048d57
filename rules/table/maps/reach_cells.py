"""Maps where a unit could end a move: surely, surely not, or as the ground leaves it open.

What is sure rests on ways that keep off everything, or on there being none however the error and
courtesy turn out. What lies between is left to whoever judges a finished move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from rules.table.maps.cells import AnswerMap, CellGrid, answered
from rules.table.maps.reach_shapes import (
    APART,
    HAIR,
    PLAIN,
    Geometries,
    apron_of,
    apron_width,
    enters_once,
    gates_of,
    kept_off,
    mitred,
    pieces_against,
    rim_of,
    sum_of,
    swept_by,
)
from rules.table.maps.ways_field import way_lengths
from rules.table.outlines.outline import Outline
from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats
from rules.table.snapshot import TableSize
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShutGround:
    """Ground that nobody goes through, and whether a body may hang over it."""

    solid: shapely.Geometry
    clearance: float
    """How far off it the centre keeps on its way."""
    room: float
    """How far the doubt about it reaches, courtesy included."""
    bare: bool
    """Only the centre counts, as in water."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StopGround:
    """Ground that ends the move of whoever goes into it."""

    solid: shapely.Geometry
    room: float
    area: str = ""
    """The name of the area."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InTheWay:
    """Another body on the table."""

    outline: Outline
    room: float
    passable: bool
    """It may be passed, but not ended on."""
    may_overlap: bool = False
    """It may be ended on."""
    known: bool = True
    """Whether it is seen where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReachFrom:
    """Who moves from where, how far, and what is in the way."""

    table: TableSize
    body: Outline
    half_width: float
    lead: float
    """How far its leading point lies ahead of its centre."""
    allowance: Inches
    """No way is longer."""
    surely: Inches
    """A way of this length is surely short enough, but for the error."""
    bound: float
    """How near to its length the error makes a way too close to call."""
    courtesy: float = 0.0
    shut: tuple[ShutGround, ...] = ()
    stops: tuple[StopGround, ...] = ()
    bodies: tuple[InTheWay, ...] = ()
    depth: float = np.inf
    """How far the leading point may go into ground that ends the move."""
    may_leave: bool = False
    """Whether it may hang over the table's edge."""
    straight: bool = False
    """Whether only a straight way is a sure one."""
    unsure: bool = False
    """Whether more counts than is told here, so that nothing is surely reached."""


def reach_cells(found: ReachFrom, grid: CellGrid) -> AnswerMap:
    """YES where it surely may end its move, in the middle of a cell, looking as it looks now."""
    middles = grid.middles()
    answers = _Reach(found, middles)
    near = (
        np.sqrt(((middles - found.body.centre) ** 2).sum(axis=1)) <= found.allowance + answers.slack
    )
    places = np.nonzero(near)[0]
    yes, no = np.zeros(grid.count, dtype=bool), np.ones(grid.count, dtype=bool)
    yes[places], no[places] = answers.judged(places)
    return answered(grid, sure=yes, open_=~yes & ~no)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Apron:
    """Places close to one obstacle, each entered straight from where a way may come by."""

    number: int
    solid: shapely.Geometry
    rows: Ints
    places: Floats
    """From where each is entered."""

    def clear_legs(
        self, spots: Floats, *, lengths: Floats, others: list[shapely.Geometry]
    ) -> Floats:
        """The ways over there, infinite where the last leg does not lead straight up to it."""
        ends = spots[self.rows]
        lines = np.asarray(shapely.linestrings(np.stack([self.places, ends], axis=1)))
        away = np.asarray(shapely.distance(self.solid, shapely.points(ends)))
        clear = np.isfinite(lengths) & (shapely.distance(self.solid, lines) >= away - 1e-9)
        for other in others:
            clear[clear] = ~shapely.intersects(other, lines[clear])
        return np.where(clear, lengths + shapely.length(lines), np.inf)


class _Reach:
    __slots__ = ("found", "middles", "slack")

    def __init__(self, found: ReachFrom, middles: Floats) -> None:
        self.middles = middles
        self.slack = max(found.bound, found.courtesy) + HAIR
        self.found = _nearby(found, most=found.allowance + self.slack)

    def judged(self, places: Ints) -> tuple[Bools, Bools]:
        """Which of these places are surely reached, and which surely not."""
        found, spots = self.found, self.middles[places]
        points = np.asarray(shapely.points(spots))
        fits, barred = self._ends(spots, points=points)
        start = shapely.Point(found.body.centre)
        grown, shrunk = list(self._grown(start)), list(self._shrunk(start))
        gates = [gates_of(each.solid, by=HAIR + 3 * PLAIN) for each in found.stops]
        aprons = [] if found.straight else list(self._aprons(points, fits=fits))
        longest, *ways_in = self._lengths(
            [spots, *gates, *(each.places for each in aprons)], obstacles=grown, sure=True
        )
        for apron, lengths in zip(aprons, ways_in[len(gates) :], strict=True):
            others = [each for number, each in enumerate(grown) if number != apron.number]
            legs = apron.clear_legs(spots, lengths=lengths, others=others)
            longest[apron.rows] = np.minimum(longest[apron.rows], legs)
        yes = fits & (longest <= found.surely - found.bound)
        no = barred | (self._shortest(spots, points=points, shrunk=shrunk) > self._most)
        for number, ground in enumerate(found.stops):
            rows = np.nonzero(shapely.intersects(ground.solid, points))[0]
            if len(rows):
                others = [each for k, each in enumerate(grown) if k != len(found.shut) + number]
                no[rows] |= self._too_deep(ground, points[rows])
                yes[rows] = self._enters(
                    ground,
                    spots[rows],
                    fits=fits[rows],
                    gates=gates[number],
                    lengths=ways_in[number],
                    others=others,
                )
        if found.unsure or any(bool(shapely.intersects(g.solid, start)) for g in found.shut):
            yes[:] = False
        return yes & ~no, no

    @property
    def _most(self) -> float:
        """No way is longer, whatever the error and by courtesy."""
        return self.found.allowance + self.slack

    def _lengths(
        self, places: Sequence[Floats], *, obstacles: list[shapely.Geometry], sure: bool = False
    ) -> list[Floats]:
        """The lengths of the ways to several lots of places, in one search."""
        found = self.found
        lengths = way_lengths(
            found.body.centre,
            np.concatenate(places),
            obstacles=obstacles,
            most=self._most,
            table=found.table,
            straight=sure and found.straight,
        )
        return np.split(lengths, np.cumsum([len(each) for each in places])[:-1])

    def _grown(self, start: shapely.Geometry) -> Iterator[shapely.Geometry]:
        """All that a sure way keeps off, by more than it needs: shut ground, stops, bodies."""
        for shut in self.found.shut:
            yield kept_off(shut.solid, shut.clearance + HAIR, but_for=start)
        for ground in self.found.stops:
            yield kept_off(ground.solid, HAIR, but_for=start)
        for other in self.found.bodies:
            if not other.passable:
                wide = other.outline.radius + self.found.half_width + HAIR
                yield kept_off(other.outline.core(), wide, but_for=start)

    def _shrunk(self, start: shapely.Geometry) -> Iterator[shapely.Geometry]:
        """All that no way goes through, however the error turns out: stops, then shut ground.

        Out of what it may stand in already it may go: such ground is empty here.
        """
        grounds = [(each.solid, each.room) for each in self.found.stops]
        grounds += [(each.solid, each.room) for each in self.found.shut]
        for solid, room in grounds:
            if float(shapely.distance(solid, start)) > room:
                # Fewer corners, and no larger.
                yield shapely.simplify(mitred(solid, -room - PLAIN), PLAIN)
            else:
                yield shapely.Polygon()

    def _shortest(
        self, spots: Floats, *, points: Geometries, shrunk: list[shapely.Geometry]
    ) -> Floats:
        """No way is shorter; into ground that ends the move it leads over that ground's rim."""
        rims = [rim_of(core) for core in shrunk[: len(self.found.stops)]]
        solids = [each for each in shrunk if not shapely.is_empty(each)]
        shortest, *to_rims = self._lengths([spots, *rims], obstacles=solids)
        for ground, rim, lengths in zip(self.found.stops, rims, to_rims, strict=True):
            near = np.isfinite(lengths)
            if not near.any():
                continue
            rows = np.nonzero(shapely.distance(ground.solid, points) <= ground.room)[0]
            away = np.sqrt(((spots[rows, None] - rim[None, near]) ** 2).sum(axis=2))
            over = (away + lengths[None, near]).min(axis=1) - APART
            shortest[rows] = np.minimum(shortest[rows], over)
        return shortest

    def _aprons(self, points: Geometries, *, fits: Bools) -> Iterator["_Apron"]:
        """Places nearer to shut ground than a way keeps off it, and from where each is entered."""
        for number, shut in enumerate(self.found.shut):
            wide = apron_width(shut.clearance)
            rows = np.nonzero(fits & (shapely.distance(shut.solid, points) < wide))[0]
            if len(rows):
                places = apron_of(shut.solid, points[rows], wide=wide)
                yield _Apron(number=number, solid=shut.solid, rows=rows, places=places)

    def _too_deep(self, ground: StopGround, points: Geometries) -> Bools:
        """Places in ground that ends the move, deeper than its leading point may go."""
        found = self.found
        rim = shapely.distance(shapely.boundary(ground.solid), points)
        deep: Bools = rim >= found.lead
        return deep & (rim + found.lead > found.depth + max(ground.room, self.slack))

    def _enters(
        self,
        ground: StopGround,
        spots: Floats,
        *,
        fits: Bools,
        gates: Floats,
        lengths: Floats,
        others: list[shapely.Geometry],
    ) -> Bools:
        """Places in ground that ends the move, surely reached from its rim straight in."""
        found = self.found
        yes = np.zeros(len(spots), dtype=bool)
        gates, lengths = gates[np.isfinite(lengths)], lengths[np.isfinite(lengths)]
        if not len(gates) or not fits.any():
            return yes
        away = np.sqrt(((spots[:, None] - gates[None]) ** 2).sum(axis=2))
        near = away + lengths[None] <= found.surely - found.bound
        near &= away + found.lead <= found.depth - found.bound
        row, gate = np.nonzero(near & fits[:, None])
        lines = np.asarray(shapely.linestrings(np.stack([spots[row], gates[gate]], axis=1)))
        free = enters_once(ground.solid, lines)
        for other in others:
            if float(shapely.distance(other, ground.solid)) <= found.depth:
                free[free] = ~shapely.intersects(other, lines[free])
        yes[row[free]] = True
        return yes

    def _ends(self, spots: Floats, *, points: Geometries) -> tuple[Bools, Bools]:
        """Where its body surely fits, and where it surely may not stand."""
        found = self.found
        fits, barred = self._on_table(spots)
        core = found.body
        for shut in found.shut:
            if shut.bare:
                fits &= shapely.distance(shut.solid, points) > HAIR
                inner = mitred(shut.solid, -shut.room)
            else:
                shape = swept_by(shut.solid, core)
                fits &= shapely.distance(shape, points) > core.radius + 1e-4
                inner = pieces_against(shut.solid, core, room=shut.room)
            barred |= shapely.intersects(inner, points)
        for other in (each for each in found.bodies if not each.may_overlap):
            shape = sum_of(other.outline, core)
            wide = other.outline.radius + core.radius
            fits &= shapely.distance(shape, points) > wide + 1e-4
            if other.known:
                barred |= self._deep_in(shape, points=points, wide=wide, room=other.room)
        return fits, barred

    def _deep_in(
        self, shape: shapely.Geometry, *, points: Geometries, wide: float, room: float
    ) -> Bools:
        grown = shapely.buffer(shape, wide, quad_segs=4) if wide > 0 else shape
        found: Bools = shapely.intersects(shapely.buffer(grown, -room), points)
        return found

    def _on_table(self, spots: Floats) -> tuple[Bools, Bools]:
        found = self.found
        if found.may_leave:
            every = np.ones(len(spots), dtype=bool)
            return every, ~every
        offsets = found.body.corners - found.body.centre
        low = spots + offsets.min(axis=0) - found.body.radius
        high = spots + offsets.max(axis=0) + found.body.radius
        size = np.array([found.table.width, found.table.depth])
        out = np.maximum(-low, high - size).max(axis=1)
        return out <= 0.0, out > self.slack


def _nearby(found: ReachFrom, *, most: float) -> ReachFrom:
    """The same without what no way of that length comes near."""
    start = shapely.Point(found.body.centre)
    reach = most + found.body.reach + found.half_width + found.lead + 1.0

    def is_near(solid: shapely.Geometry, wide: float) -> bool:
        return float(shapely.distance(solid, start)) <= reach + wide

    return replace(
        found,
        shut=tuple(each for each in found.shut if is_near(each.solid, each.clearance)),
        stops=tuple(each for each in found.stops if is_near(each.solid, 0.0)),
        bodies=tuple(
            each for each in found.bodies if is_near(each.outline.core(), each.outline.radius)
        ),
    )

"""Maps where a unit could end a move: surely, surely not, or as the ground leaves it open.

What is sure rests on ways that keep off everything, or on there being none however the error and
courtesy turn out. What lies between is left to whoever judges a finished move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from rules.table.maps.asked_cells import asked
from rules.table.maps.cells import AnswerMap, CellGrid, answered
from rules.table.maps.least_ways import LeastWays
from rules.table.maps.range_cells import distances
from rules.table.maps.reach_from import EndsNear, ReachFrom, StopGround
from rules.table.maps.reach_shapes import (
    BESIDE,
    HAIR,
    PLAIN,
    Geometries,
    apron_of,
    apron_width,
    enters_once,
    gates_of,
    kept_off,
    mitred,
    passed_by,
    pieces_against,
    sum_of,
    swept_by,
)
from rules.table.maps.slid_ways import never_slid, surely_slid
from rules.table.maps.ways_field import way_lengths
from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats


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
    return asked(answers.found, answered(grid, sure=yes, open_=~yes & ~no))


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
        grown = list(self._grown(start))
        gates = [gates_of(each.solid, by=HAIR + 3 * PLAIN) for each in found.stops]
        aprons = [] if found.straight else list(self._aprons(points, fits=fits))
        longest, *ways_in = self._lengths(
            [spots, *gates, *(each.places for each in aprons)], obstacles=grown
        )
        for apron, lengths in zip(aprons, ways_in[len(gates) :], strict=True):
            others = grown[: apron.number] + grown[apron.number + 1 :]
            legs = apron.clear_legs(spots, lengths=lengths, others=others)
            longest[apron.rows] = np.minimum(longest[apron.rows], legs)
        if found.slides is not None:
            longest = np.minimum(longest, surely_slid(found, spots, most=self._most))
        yes = fits & (longest <= found.surely - found.bound)
        least, no = LeastWays(found, most=self._most), barred
        for number, ground in enumerate(found.stops):
            rows = np.nonzero(shapely.intersects(ground.solid, points))[0]
            if len(rows):
                others = [each for k, each in enumerate(grown) if k != len(found.shut) + number]
                no[rows] |= least.too_deep(ground, points[rows])
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
        yes &= ~self._crowded(spots)
        if found.near is not None:
            close, far = _ends_near(found.near, spots, points=points)
            yes &= close
            no |= far
        left = np.nonzero(~yes & ~no)[0]
        no[left] = least.lengths(spots[left], points[left]) > self._most
        if found.slides is not None:
            no[left] |= never_slid(found, spots[left], most=self._most)
        return yes & ~no, no

    def _crowding(self) -> list[shapely.Geometry]:
        """What stands so near to where a way begins that it cannot be turned round from there."""
        found, start = self.found, shapely.Point(self.found.body.centre)
        return [
            passed_by(each, half=found.half_width, but_for=start)
            for each in found.bodies
            if found.keeps_off
            and not each.passable
            and float(shapely.distance(each.outline.core(), start))
            < BESIDE * (each.outline.radius + found.half_width)
        ]

    def _crowded(self, spots: Floats) -> Bools:
        """Places behind that: whoever judges a move looks for a way round it, and finds none."""
        ends = np.stack([np.broadcast_to(self.found.body.centre, spots.shape), spots], axis=1)
        lines, crowded = shapely.linestrings(ends), np.zeros(len(spots), dtype=bool)
        for each in self._crowding():
            crowded |= shapely.intersects(each, lines)
        return crowded

    @property
    def _most(self) -> float:
        """No way is longer, whatever the error and by courtesy."""
        return self.found.allowance + self.slack

    def _lengths(
        self, places: Sequence[Floats], *, obstacles: list[shapely.Geometry]
    ) -> list[Floats]:
        """The lengths of the ways to several lots of places, in one search."""
        found = self.found
        lengths = way_lengths(
            found.body.centre,
            np.concatenate(places),
            obstacles=obstacles,
            most=self._most,
            table=found.table,
            straight=found.straight,
            unturned=self._crowding(),
        )
        return np.split(lengths, np.cumsum([len(each) for each in places])[:-1])

    def _grown(self, start: shapely.Geometry) -> Iterator[shapely.Geometry]:
        """All that a sure way keeps off, by more than it needs: shut ground, stops, bodies."""
        for shut in self.found.shut:
            yield kept_off(shut.solid, shut.clearance + HAIR, but_for=start)
        for ground in self.found.stops:
            yield kept_off(ground.solid, HAIR, but_for=start)
        for other in self.found.bodies:
            if not other.passable and self.found.keeps_off:
                yield passed_by(other, half=self.found.half_width, but_for=start)
            elif not other.passable:
                wide = other.outline.radius + self.found.half_width + HAIR
                yield kept_off(other.outline.core(), wide, but_for=start)

    def _aprons(self, points: Geometries, *, fits: Bools) -> Iterator["_Apron"]:
        """Places nearer to an obstacle than a way keeps off it, and from where each is entered."""
        found = self.found
        kept = [(each.solid, each.clearance, 0.0) for each in found.shut]
        kept += [(each.solid, 0.0, 1e-4) for each in found.stops]
        for other in (each for each in found.bodies if not each.passable):
            wide = other.outline.radius + found.half_width
            kept.append((other.outline.core(), wide, BESIDE * wide))
        for number, (solid, clearance, least) in enumerate(kept):
            wide, away = apron_width(clearance), shapely.distance(solid, points)
            rows = np.nonzero(fits & (away < wide) & (away >= least))[0]
            if len(rows):
                places = apron_of(solid, points[rows], wide=wide)
                yield _Apron(number=number, solid=solid, rows=rows, places=places)

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
        yes = fits & self._straight_in(ground, spots, others=others)
        gates, lengths = gates[np.isfinite(lengths)], lengths[np.isfinite(lengths)]
        if not len(gates) or not fits.any():
            return yes
        away = np.sqrt(((spots[:, None] - gates[None]) ** 2).sum(axis=2))
        near = away + lengths[None] <= found.surely - found.bound
        # Who judges a move lets its front count for all of its length, once it has bent.
        near &= away <= found.depth - found.bound - (found.lead if found.keeps_off else 0.0)
        row, gate = np.nonzero(near & (fits & ~yes)[:, None])
        lines = np.asarray(shapely.linestrings(np.stack([spots[row], gates[gate]], axis=1)))
        free = enters_once(ground.solid, lines)
        deepest = found.depth - found.bound
        free[free] = self._went_in(ground, spots[row[free]], gates=gates[gate[free]]) <= deepest
        for other in others:
            if float(shapely.distance(other, ground.solid)) <= found.depth:
                free[free] = ~shapely.intersects(other, lines[free])
        yes[row[free]] = True
        return yes

    def _straight_in(
        self, ground: StopGround, spots: Floats, *, others: list[shapely.Geometry]
    ) -> Bools:
        """Places in such ground to which the straight way surely does."""
        found = self.found
        begins = np.broadcast_to(found.body.centre, spots.shape)
        lines = np.asarray(shapely.linestrings(np.stack([begins, spots], axis=1)))
        free: Bools = shapely.length(lines) <= found.surely - found.bound
        free[free] = enters_once(ground.solid, lines[free])
        deepest = found.depth - found.bound
        free[free] = self._went_in(ground, spots[free], gates=begins[free]) <= deepest
        for other in others:
            free[free] = ~shapely.intersects(other, lines[free])
        return free

    def _went_in(self, ground: StopGround, spots: Floats, *, gates: Floats) -> Floats:
        """How far the leading point goes into an area that is entered straight."""
        along = spots - gates
        long = np.maximum(np.sqrt((along**2).sum(axis=1)), 1e-9)
        tips = spots + along / long[:, None] * self.found.lead
        lines = shapely.linestrings(np.stack([gates, tips], axis=1))
        return np.asarray(shapely.length(shapely.intersection(ground.solid, lines)))

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


def _ends_near(near: EndsNear, spots: Floats, *, points: Geometries) -> tuple[Bools, Bools]:
    """Which places are surely near enough to somebody, and which surely are not."""
    ranged = near.ranged
    away, limit = distances(ranged, spots), ranged.limit or 0.0
    far = away > limit + max(ranged.bound, ranged.courtesy)
    far[far] = ~shapely.intersects(near.excused, points[far])
    return away <= limit - ranged.bound, far


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

"""Maps what a unit sees, reaches and could hit, by what its game says counts."""

import math
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.areas import of_kinds
from rules.referee.toolkit.what_counts import FireCounts, SightCounts, UnitCounts
from rules.table.maps.cells import AnswerMap, CellGrid, answered, both
from rules.table.maps.range_cells import RangeFrom, edge_range, range_cells
from rules.table.maps.reach_cells import reach_cells
from rules.table.maps.sight_cells import sight_cells, sight_from
from rules.table.measuring.ranges import Metric
from rules.table.outlines.outline import farthest, place
from rules.table.outlines.rings import Bools
from rules.table.outlines.unit_table import reference_of
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats
from rules.table.sight.near_line import spread, spread_at
from rules.table.snapshot import Piece, Snapshot

_HILL: Final = "hill"


def sight_map(counts: UnitCounts, grid: CellGrid) -> AnswerMap | None:
    """What a unit sees from where it stands; None in a game without lines of sight."""
    if counts.sight is None:
        return None
    return _seen_from(counts.table, counts.piece, sight=counts.sight, grid=grid, but=frozenset())


def reach_map(counts: UnitCounts, grid: CellGrid) -> AnswerMap | None:
    """Where it could end its move; None where it does not move by inches."""
    return None if counts.reach is None else reach_cells(counts.reach, grid)


def fire_map(counts: UnitCounts, grid: CellGrid, *, body: Piece | None = None) -> AnswerMap | None:
    """Where it could hit from where it stands; ``body`` is who would stand there."""
    if counts.fire is None:
        return None
    return _hit_from(counts, counts.piece, grid=grid, body=body)


def firing_places(counts: UnitCounts, target: Piece, *, grid: CellGrid) -> AnswerMap | None:
    """Where the unit would have to stand to hit a target, however it came there."""
    if counts.fire is None:
        return None
    return _hit_from(counts, target, grid=grid, body=counts.piece)


def seeing_places(
    counts: UnitCounts, target: Piece, *, grid: CellGrid, error: Piece
) -> AnswerMap | None:
    """From where a target is seen, by whoever's place is known as well as that of ``error``."""
    if counts.sight is None:
        return None
    names = frozenset({target.id, counts.piece.id})
    return _seen_from(counts.table, target, sight=counts.sight, grid=grid, but=names, other=error)


def _hit_from(counts: UnitCounts, end: Piece, *, grid: CellGrid, body: Piece | None) -> AnswerMap:
    """Where range and sight to one end hold; both are the same from the other end."""
    fire, table = counts.fire, counts.table
    assert fire is not None
    blind = why_unmeasurable(table, piece=end, doubt=fire.agreed.doubt) is not None
    ranged = range_cells(_ranged(counts.table, end, fire=fire, body=body), grid)
    maps = [ranged]
    names = frozenset({end.id, counts.piece.id, *([body.id] if body else [])})
    if counts.sight is not None and not fire.spotted:
        error = counts.piece if body is None else body
        within = ranged.answers != 0
        maps.append(
            _seen_from(
                table,
                end,
                sight=counts.sight,
                grid=grid,
                but=names,
                other=error,
                wanted=None if within.all() else within,
            )
        )
    found = both(maps)
    open_ = np.zeros(grid.count, dtype=bool)
    if fire.lined is not None:
        open_ = _crossed(counts, end, grid=grid, others=fire.lined - names, body=body)
    if blind or fire.unsure:
        open_[:] = True
    no = found.answers == 0
    return answered(grid, sure=found.answers == 1, open_=((found.answers == 2) | open_) & ~no)


def _ranged(table: Snapshot, end: Piece, *, fire: FireCounts, body: Piece | None) -> RangeFrom:
    agreed, limit = fire.agreed, fire.limit
    other = end if body is None else body
    worst = spread_at(end, lever=farthest(end.footprint))
    there = spread_at(other, lever=farthest(other.footprint))
    far = 0.0 if limit is None else limit
    stretch = table.shared.scale * far + 2 * table.shared.plane
    bound = max(agreed.doubt.bound(math.hypot(worst, there, stretch)), agreed.band)
    courtesy = agreed.tolerance.courtesy
    if fire.metric is Metric.EDGE:
        shape = None if body is None else place(body)
        return edge_range(place(end), body=shape, limit=limit, bound=bound, courtesy=courtesy)
    return RangeFrom(
        corners=np.array([reference_of(end)]),
        radius=0.0,
        limit=limit,
        bound=bound,
        courtesy=courtesy,
    )


def _seen_from(
    table: Snapshot,
    end: Piece,
    *,
    sight: SightCounts,
    grid: CellGrid,
    but: frozenset[str],
    other: Piece | None = None,
    wanted: Bools | None = None,
) -> AnswerMap:
    """``wanted`` are the cells that anybody asks about; None for all of them."""
    looked = partial(_looked, table, end, grid=grid, but=but, other=other, wanted=wanted)
    usual = looked(sight=sight)
    hills = of_kinds(table.terrain, {_HILL})
    if not sight.overlooks or not hills:
        return usual
    only = sight.blockers.kinds & {_HILL}
    over_rules = replace(sight, blockers=replace(sight.blockers, kinds=only))
    over = looked(sight=over_rules)
    own = spread(end if other is None else other)
    bound = sight.doubt.bound(math.hypot(own, spread(end), table.shared.plane))
    depth = np.full(grid.count, -np.inf)
    for hill in hills:
        room = bound + sight.doubt.bound(hill.sigma)
        places = np.vstack([grid.middles(), reference_of(end)[None]])
        deep = _depths(shapely.Polygon(hill.outline), places)
        depth = np.maximum(depth, np.maximum(deep[:-1], deep[-1]) / max(room, 1e-6))
    sure, open_ = usual.answers == 1, usual.answers == 2
    high, doubtful = depth > 1.0, np.abs(depth) <= 1.0
    sure = np.where(high, over.answers == 1, sure)
    differ = doubtful & (usual.answers != over.answers)
    return answered(grid, sure=sure, open_=np.where(high, over.answers == 2, open_) | differ)


def _depths(ground: shapely.Geometry, places: Floats) -> Floats:
    """How deep places lie in an area; less than nothing beside it."""
    points = shapely.points(places)
    away = np.asarray(shapely.distance(shapely.boundary(ground), points))
    return np.where(shapely.intersects(ground, points), away, -away)


def _looked(
    table: Snapshot,
    end: Piece,
    *,
    sight: SightCounts,
    grid: CellGrid,
    but: frozenset[str],
    other: Piece | None,
    wanted: Bools | None,
) -> AnswerMap:
    known = {piece.id for piece in table.pieces}
    hindering = (sight.blockers.pieces & known) - but - {end.id}
    view = sight_from(
        table,
        end,
        point=np.asarray(reference_of(end)),
        blockers=replace(sight.blockers, pieces=hindering),
        doubt=sight.doubt,
        returning=sight.returning,
    )
    if other is not None:
        view = replace(view, cell_sigma=spread(other))
    if why_unmeasurable(table, piece=end, doubt=sight.doubt) is not None:
        every = np.ones(grid.count, dtype=bool)
        return answered(grid, sure=every, open_=every)
    return sight_cells(view, grid, doubt=sight.doubt, wanted=wanted)


def _crossed(
    counts: UnitCounts, end: Piece, *, grid: CellGrid, others: frozenset[str], body: Piece | None
) -> Bools:
    """The places to which some line, or every one, may run over another piece."""
    table = counts.table
    wide = place(end).reach + (0.0 if body is None else place(body).reach)
    middles = grid.middles()
    start = np.broadcast_to(reference_of(end), middles.shape)
    lines = shapely.linestrings(np.stack([start, middles], axis=1))
    crossed = np.zeros(grid.count, dtype=bool)
    for name in sorted(others):
        piece = table.piece(name)
        if piece.pose is None:
            crossed[:] = True
            continue
        outline = place(piece)
        room = outline.radius + wide + spread_at(piece, lever=outline.reach)
        crossed |= shapely.dwithin(outline.core(), lines, room)
    return crossed

"""Knows how much of a way lies on ground of some kind, and whether that is too much."""

import shapely

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.measuring.journey import Finding, finding
from rules.games.paper_tigers_2.state import Unit
from rules.table.outlines.outline import place
from rules.table.snapshot import Covariance
from rules.table.units import Inches
from rules.table.verdict import Verdict, judge


def on_its_way(draft: Draft, way: list[tuple[float, float]], *, kinds: frozenset[str]) -> float:
    """Inches of a way that lie in areas of these kinds, bridges over them left out."""
    areas = [_solid(area.outline) for area in draft.snapshot.terrain if _is(area.kind, kinds)]
    if not areas or len(way) < 2:
        return 0.0
    bridges = [
        _solid(area.outline)
        for area in draft.snapshot.terrain
        if _is(area.kind, frozenset({"bridge"}))
    ]
    solid = shapely.difference(shapely.union_all(areas), shapely.union_all(bridges))
    return float(shapely.intersection(shapely.LineString(way), solid).length)


def to_land(draft: Draft, unit: Unit) -> float:
    """From a craft's outline to the nearest land, 0 where it touches that."""
    water = [
        _solid(area.outline)
        for area in draft.snapshot.terrain
        if _is(area.kind, frozenset({"river", "water"}))
    ]
    piece = draft.table.piece(unit.id)
    if piece.pose is None or not water:
        return 0.0
    size = draft.snapshot.table
    land = shapely.difference(
        shapely.box(0.0, 0.0, size.width, size.depth), shapely.union_all(water)
    )
    outline = place(piece)
    return max(0.0, float(shapely.distance(outline.core(), land)) - outline.radius)


def _is(kind: str, kinds: frozenset[str]) -> bool:
    return kind.strip().casefold() in kinds


def _solid(outline: tuple[tuple[Inches, Inches], ...]) -> shapely.Geometry:
    return shapely.make_valid(shapely.Polygon(outline))


def too_much(
    draft: Draft, unit: Unit, *, value: float, limit: float, clause: str, says: str
) -> Finding:
    """The finding on a length that may not go past its limit, by the error of the unit's pose."""
    piece = draft.table.piece(unit.id)
    error = Covariance() if piece.pose is None else piece.pose.covariance
    sigma = Inches(max(error.xx, error.yy) ** 0.5)
    bound = draft.doubt.bound(sigma)
    verdict = Verdict(
        answer=judge(Inches(limit - value), bound),
        value=Inches(value),
        limit=Inches(limit),
        margin=Inches(limit - value),
        sigma=sigma,
        bound=bound,
        why=says,
    )
    return finding(
        verdict, clause=clause, what="way", says=says, snapshot=draft.table,
        tolerance=draft.tolerance,
    )  # fmt: skip

"""Puts each unit where it stands: one outline a unit, out of pieces, carriers and houses."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
import shapely

from rules.table.outlines.outline import Outline, place
from rules.table.shapes import Disc, Floats, Footprint, Point, Polygon, Rectangle, point
from rules.table.snapshot import (
    Covariance,
    HealthState,
    Piece,
    PieceState,
    Pose,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Degrees, Inches, Seconds
from rules.table.verdict import Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPieces:
    """What the battle knows about where a unit is, besides what the camera sees."""

    unit: str
    pieces: tuple[str, ...]
    aboard: str | None = None
    """The unit that carries or tows this one."""
    in_area: str | None = None
    """The house that a player says it is in."""
    declared_by: str = ""
    loose: bool = True
    """Several pieces are figures, whose mean place counts; else a gun, listed first, with crew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseHull(Polygon):
    """The hull of loose figures; its reference point is their mean place, the pose's own point."""


_NOBODY: Final = "the players"
_UNKNOWN: Final = Disc(radius=Inches(0.5))
"""The outline of a unit of which no piece is known."""
_STEP: Final = 32
"""Corners of the polygon drawn round a disc for a hull; it is 0.5 % too large at most."""
_HOUSED: Final = 0.4
"""Standard error of a place in a house, as a share of the way to the walls: within them by 2.5."""
_WORSE: Final = MappingProxyType(
    {
        PieceState.SEEN: 0,
        PieceState.DECLARED: 1,
        PieceState.MOVING: 2,
        PieceState.HIDDEN: 3,
        PieceState.LOST: 4,
    }
)


def unit_table(snapshot: Snapshot, standings: Sequence[UnitPieces]) -> Snapshot:
    """The snapshot with one piece a unit, by its id; the very same when that changes nothing."""
    known = {piece.id: piece for piece in snapshot.pieces}
    as_seen = all(_as_seen(standing, known=known) for standing in standings)
    if len(snapshot.pieces) == len(standings) and as_seen:
        return snapshot
    areas = {area.id: area for area in snapshot.terrain}
    grounded = {
        standing.unit: _housed(
            standing, piece=_joined(standing, known=known), areas=areas, table=snapshot.table
        )
        for standing in standings
    }
    riding = {standing.unit: standing for standing in standings if standing.aboard is not None}
    placed = [
        _carried(standing, grounded=grounded, riding=riding, snapshot=snapshot)
        for standing in standings
    ]
    return replace(snapshot, pieces=tuple(placed))


def at_reference(piece: Piece) -> Piece:
    """The piece with an outline whose centre is its reference point, for measures of centres."""
    return replace(piece, footprint=_UNKNOWN) if isinstance(piece.footprint, LooseHull) else piece


def reference_of(piece: Piece) -> Floats:
    """The point that ranges, sight and membership go by: the centre, or the figures' mean."""
    if piece.pose is None or type(piece.footprint) is Polygon:
        return place(piece).centre
    return np.array([piece.pose.x, piece.pose.y])


def _as_seen(standing: UnitPieces, *, known: Mapping[str, Piece]) -> bool:
    """Whether the unit's one piece already is the unit."""
    if standing.aboard is not None or standing.pieces != (standing.unit,):
        return False
    piece = known.get(standing.unit)
    if piece is None:
        return False
    return standing.in_area is None or piece.state in {PieceState.SEEN, PieceState.MOVING}


def _joined(standing: UnitPieces, *, known: Mapping[str, Piece]) -> Piece:
    """The unit's pieces as one; lost without a place when any of them has none."""
    pieces = [known[name] for name in standing.pieces if name in known]
    if not pieces:
        return Piece(id=standing.unit, footprint=_UNKNOWN, pose=None, state=PieceState.LOST)
    first = pieces[0]
    if len(standing.pieces) == 1:
        return first if first.id == standing.unit else replace(first, id=standing.unit)
    worst = max(pieces, key=lambda piece: _WORSE[piece.state])
    whole = len(pieces) == len(standing.pieces) and all(piece.pose for piece in pieces)
    footprint, pose = _hull(pieces, loose=standing.loose) if whole else (first.footprint, None)
    return Piece(
        id=standing.unit,
        footprint=footprint,
        pose=pose,
        side=first.side,
        kind=first.kind,
        state=worst.state if whole else PieceState.LOST,
        age=max(piece.age for piece in pieces),
        declared_by=worst.declared_by if whole else None,
    )


def _hull(pieces: Sequence[Piece], *, loose: bool) -> tuple[Footprint, Pose]:
    """The hull of all outlines in its own frame, and the pose of its reference point."""
    outlines = [place(piece) for piece in pieces]
    rims = np.vstack([_rim(outline) for outline in outlines])
    hull = shapely.convex_hull(shapely.MultiPoint(rims))
    corners = shapely.get_coordinates(hull)[:-1]
    middle = shapely.get_coordinates(shapely.centroid(hull))[0]
    if loose:
        middle = np.mean([outline.centre for outline in outlines], axis=0)
    gun = pieces[0].pose
    heading = Degrees(0.0) if loose or gun is None else gun.heading
    angle = math.radians(heading)
    back = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    vertices = tuple(point(corner) for corner in (corners - middle) @ back)
    x, y = point(middle)
    error = _common_error(pieces, outlines=outlines, turned=not loose)
    kind = LooseHull if loose else Polygon
    return kind(vertices=vertices), Pose(x=x, y=y, heading=heading, covariance=error)


def _rim(outline: Outline) -> Floats:
    if not outline.radius:
        return outline.corners
    angles = np.arange(_STEP) * (2 * math.pi / _STEP)
    radius = outline.radius / math.cos(math.pi / _STEP)
    rim: Floats = outline.centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return rim


def _common_error(
    pieces: Sequence[Piece], *, outlines: Sequence[Outline], turned: bool
) -> Covariance:
    """An error no smaller, in any direction, than that of any piece's outline.

    It does not average out: where the hull ends, one figure stands with all of its own error.
    """
    xx = yy = 0.0
    for piece, outline in zip(pieces, outlines, strict=True):
        if piece.pose is None:
            continue
        own = piece.pose.covariance
        rim = math.dist(outline.centre, outline.origin) + (0.0 if outline.radius else outline.reach)
        swing = (math.radians(1.0) * rim) ** 2 * own.hh
        across = abs(own.xy) + 2 * math.radians(1.0) * rim * math.hypot(own.xh, own.yh)
        xx, yy = max(xx, own.xx + across + swing), max(yy, own.yy + across + swing)
    gun = pieces[0].pose
    return Covariance(xx=xx, yy=yy, hh=gun.covariance.hh if turned and gun is not None else 0.0)


def _housed(
    standing: UnitPieces, *, piece: Piece, areas: Mapping[str, Terrain], table: TableSize
) -> Piece:
    """The unit in the middle of the house that a player says it is in, unless the camera sees it.

    One that moves is seen; one whose place is vouched for stays there if that is in the house.
    """
    house = areas.get(standing.in_area or "")
    if house is None or piece.state in {PieceState.SEEN, PieceState.MOVING}:
        return piece
    if piece.state is PieceState.DECLARED and shapely.intersects(
        shapely.Polygon(house.outline), shapely.Point(reference_of(piece))
    ):
        return piece
    rooms = shapely.intersection(
        shapely.Polygon(house.outline), shapely.box(0.0, 0.0, table.width, table.depth)
    )
    parts = [part for part in shapely.get_parts(rooms) if shapely.area(part) > 0]
    if not parts:
        return piece
    spot, error = _room(max(parts, key=shapely.area))
    return replace(
        piece,
        footprint=piece.footprint if len(standing.pieces) == 1 else _UNKNOWN,
        pose=Pose(x=spot[0], y=spot[1], covariance=error),
        state=PieceState.DECLARED,
        age=Seconds(0.0),
        declared_by=standing.declared_by or _NOBODY,
    )


def _room(house: shapely.Geometry) -> tuple[Point, Covariance]:
    """The middle of a house, and an error that fills it: an ellipse that touches the walls."""
    walls = shapely.get_coordinates(house)
    middle = shapely.centroid(house)
    if not shapely.contains_properly(house, middle):
        middle = shapely.Point(
            shapely.get_coordinates(shapely.maximum_inscribed_circle(np.array([house])))[0]
        )
    centre = shapely.get_coordinates(middle)[0]
    box = shapely.get_coordinates(shapely.oriented_envelope(house))
    sides = box[1:3] - box[:2]
    axes = sides / np.sqrt((sides**2).sum(axis=1))[:, None]
    reach = np.abs((walls - centre) @ axes.T).max(axis=0)
    seen_from_middle = ((walls - centre) @ axes.T) / reach
    narrow = float(shapely.distance(shapely.Point(0, 0), shapely.LineString(seen_from_middle)))
    half = _HOUSED * narrow * reach
    matrix = axes.T @ np.diag(half**2) @ axes
    error = Covariance(xx=float(matrix[0, 0]), xy=float(matrix[0, 1]), yy=float(matrix[1, 1]))
    return point(centre), error


def _carried(
    standing: UnitPieces,
    *,
    grounded: Mapping[str, Piece],
    riding: Mapping[str, UnitPieces],
    snapshot: Snapshot,
) -> Piece:
    """The unit where it is; one aboard at its carrier, on the word of whoever said so.

    It is no better seen than its carrier: with a live camera that has just seen that, no worse.
    """
    own = grounded[standing.unit]
    if standing.aboard is None:
        return own
    ridden, carrier = standing.aboard, None
    for _ in riding:
        if ridden not in riding:
            break
        ridden = riding[ridden].aboard or ""
    if ridden not in riding:
        carrier = grounded.get(ridden)
    if carrier is None or carrier.pose is None:
        return replace(own, pose=None, state=PieceState.LOST, declared_by=None)
    sure = carrier.state is PieceState.DECLARED or (
        carrier.state is PieceState.SEEN
        and snapshot.health.state is HealthState.LIVE
        and carrier.age <= Doubt().max_age
    )
    state = PieceState.DECLARED if sure else carrier.state
    single = isinstance(own.footprint, Disc | Rectangle) or type(own.footprint) is Polygon
    return replace(
        own,
        footprint=own.footprint if single and len(standing.pieces) == 1 else carrier.footprint,
        pose=carrier.pose,
        state=PieceState.HIDDEN if state is PieceState.SEEN else state,
        age=carrier.age,
        declared_by=(standing.declared_by or _NOBODY) if sure else None,
    )

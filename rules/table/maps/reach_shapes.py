"""Draws what a body keeps off on its way, and where it may not stand as it looks now."""

import math
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.maps.reach_from import InTheWay
from rules.table.outlines.outline import Outline, convex_parts
from rules.table.outlines.rings import Bools
from rules.table.shapes import Floats

Geometries = NDArray[np.object_]

HAIR: Final = 0.02
"""Inches that a sure way keeps off what is in its way, besides its own width."""
PLAIN: Final = 0.02
"""Inches by which an obstacle is drawn more plainly than it is, on the safe side."""
BESIDE: Final = 1.03
"""Nearer than so many times its clearance to something a place makes ways come nearer to it."""
_ARC: Final = 1 / math.cos(math.pi / 8)
_GATE: Final = 0.4
"""Inches between the places at which ways into an area are tried."""
_ASLANT: Final = 0.05
"""Radians by which a sure way leads off a body close by more straightly than it has to."""
APART: Final = 0.15
"""Inches between the places of a rim over which no way is shorter."""


def kept_off(solid: shapely.Geometry, by: float, *, but_for: shapely.Geometry) -> shapely.Geometry:
    """An obstacle that a way keeps off by so much, or as far as it did where it began."""
    away = float(shapely.distance(solid, but_for))
    if 0 < away <= _ARC * by:
        by = 0.999 * away / _ARC
    # An arc of two chords a quarter comes nearer than its radius.
    grown = shapely.buffer(solid, by * _ARC, quad_segs=2) if by > 0.1 else mitred(solid, by)
    if 0 < away <= 4 * by + 2 * PLAIN:
        return grown
    # Fewer corners, and no smaller.
    return shapely.simplify(mitred(grown, PLAIN), PLAIN)


def passed_by(found: InTheWay, *, half: float, but_for: shapely.Geometry) -> shapely.Geometry:
    """What the centre of a body keeps off that passes another with this half width.

    Where it begins so near to that one that it could not pass, ways lead straight off it only.
    """
    other = found.outline
    core, wide = other.core(), other.radius + half
    away = float(shapely.distance(core, but_for))
    if away > apron_width(wide):
        return kept_off(core, wide + HAIR, but_for=but_for)
    grown = shapely.buffer(core, 1.002 * wide, quad_segs=16)
    if away > 1.003 * wide:
        return grown
    line = shapely.get_coordinates(shapely.shortest_line(shapely.boundary(core), but_for))
    if shapely.is_empty(shapely.boundary(core)):
        line = shapely.get_coordinates(shapely.shortest_line(core, but_for))
    out = line[1] - line[0] if away > 0 else line[0] - line[1]
    deep = (away or -math.hypot(*out)) - other.radius + found.begun
    free = math.asin(min(max(deep / half, 0.0), 1.0)) - _ASLANT if half else 0.0
    if free <= 0 or not out.any():
        return shapely.difference(grown, shapely.buffer(but_for, HAIR))
    back = math.atan2(out[1], out[0])
    tip = line[1] - HAIR * np.array([math.cos(back), math.sin(back)])
    turns = back + np.linspace(-free, free, 9)
    rim = tip + (4 * wide + 4 * HAIR) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return shapely.difference(grown, shapely.Polygon(np.vstack([tip[None], rim])))


def held_off(solid: shapely.Geometry, by: float) -> shapely.Geometry:
    """What no way enters that keeps off an obstacle by so much: no larger than it is."""
    by -= PLAIN
    # A mitre sticks out farther than the room that is kept.
    grown = shapely.buffer(solid, by, quad_segs=2) if by > 0 else mitred(solid, by)
    return shapely.simplify(grown, PLAIN)


def mitred(solid: shapely.Geometry, by: float) -> shapely.Geometry:
    return shapely.buffer(solid, by, join_style="mitre")


def sum_of(one: Outline, other: Outline) -> shapely.Geometry:
    """Where the centre of one convex body touches the other, both looking as they look now."""
    offsets = other.centre - other.corners
    corners = (one.corners[:, None] + offsets[None]).reshape(-1, 2)
    return shapely.convex_hull(shapely.MultiPoint(corners))


def swept_by(solid: shapely.Geometry, body: Outline) -> shapely.Geometry:
    """Where the centre of a body's core lies while it touches some ground, as it looks now."""
    offsets = body.centre - body.corners
    if len(offsets) == 1:
        return solid
    swept: list[shapely.Geometry] = [solid]
    for part in shapely.get_parts(solid):
        ring = shapely.get_coordinates(shapely.get_exterior_ring(part))
        edges = np.stack([ring[:-1], ring[1:]], axis=1)
        corners = (edges[:, :, None] + offsets).reshape(len(edges), -1, 2)
        swept += np.asarray(shapely.convex_hull(shapely.multipoints(corners))).tolist()
    return shapely.union_all(swept)


def pieces_against(solid: shapely.Geometry, body: Outline, *, room: float) -> shapely.Geometry:
    """Where a body lies deeper than this in some convex piece of the ground, as overlaps count."""
    offsets = body.centre - body.corners
    corners = shapely.get_coordinates(shapely.get_exterior_ring(solid))[:-1]
    ground = Outline(
        corners=corners, radius=0.0, centre=corners[0], front=corners[0], origin=corners[0]
    )
    sums = [(part[:, None] + offsets[None]).reshape(-1, 2) for part in convex_parts(ground)]
    hulls = np.array([shapely.convex_hull(shapely.MultiPoint(each)) for each in sums])
    if body.radius:
        hulls = shapely.buffer(hulls, body.radius, quad_segs=4)
    return shapely.union_all(shapely.buffer(hulls, -room, join_style="mitre"))


def apron_width(clearance: float) -> float:
    """How near to its obstacle a sure way never comes that keeps off by so much."""
    return (clearance + HAIR) * _ARC + 2 * PLAIN


def apron_of(solid: shapely.Geometry, points: Geometries, *, wide: float) -> Floats:
    """From where each of these places is entered: straight away from the ground, past its apron."""
    lines = shapely.get_coordinates(shapely.shortest_line(solid, points)).reshape(-1, 2, 2)
    away = lines[:, 1] - lines[:, 0]
    length = np.maximum(np.sqrt((away**2).sum(axis=1)), 1e-9)
    found: Floats = lines[:, 0] + away / length[:, None] * (wide + HAIR)
    return found


def rim_of(core: shapely.Geometry) -> Floats:
    """Places along the outline of some ground, no farther from one another than is said."""
    found: Floats = shapely.get_coordinates(shapely.segmentize(shapely.boundary(core), APART))
    return found


def gates_of(solid: shapely.Geometry, *, by: float) -> Floats:
    """Places just outside of an area, all round it."""
    rim = shapely.segmentize(shapely.boundary(mitred(solid, by)), _GATE)
    found: Floats = np.unique(shapely.get_coordinates(rim), axis=0)
    return found


def enters_once(solid: shapely.Geometry, lines: Geometries) -> Bools:
    """Lines of which one straight piece lies in an area."""
    cut = shapely.intersection(solid, lines)
    found: Bools = shapely.get_num_geometries(cut) == 1
    return found

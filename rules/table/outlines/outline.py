"""Places a piece's footprint on the table."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from rules.table.shapes import Disc, Floats, Footprint, Polygon, Rectangle
from rules.table.snapshot import Piece, Pose
from rules.table.units import Degrees, Inches


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outline:
    """A piece's footprint laid on the table: a core of corners, widened by a radius.

    A disc is one corner with a radius; everything else has its corners and no radius, so every
    distance is a distance of cores less both radii, and exact for round bases too.
    """

    corners: Floats
    radius: float
    centre: Floats
    """The centre of the outline's area: the reference point of ranges and sight lines."""
    front: Floats
    """The middle of the front: the farthest the outline reaches straight ahead of its centre."""
    origin: Floats
    """The pose's own point, about which an error of the heading turns everything."""

    def core(self) -> shapely.Geometry:
        """The core as a geometry: shared, so never prepared, and safe on any thread."""
        return _core_of(self)

    @property
    def reach(self) -> float:
        """The farthest that the outline reaches from its centre."""
        return _reach_from_centre(self)


@lru_cache(maxsize=4096)
def _core_of(outline: Outline) -> shapely.Geometry:
    if len(outline.corners) == 1:
        return shapely.Point(outline.corners[0])
    return shapely.Polygon(outline.corners)


@lru_cache(maxsize=4096)
def _reach_from_centre(outline: Outline) -> float:
    offsets = outline.corners - outline.centre
    return outline.radius + float(np.sqrt((offsets**2).sum(axis=1).max()))


@lru_cache(maxsize=4096)
def reach_of(footprint: Footprint) -> float:
    """The farthest that a footprint reaches from its centre, wherever it is laid."""
    frame, radius = _own_frame(footprint)
    offsets = frame[:-2] - frame[-2]
    return radius + float(np.sqrt((offsets**2).sum(axis=1).max()))


def farthest(footprint: Footprint) -> float:
    """No point of a footprint is farther from its pose's own point."""
    match footprint:
        case Disc(radius=radius):
            return radius
        case Rectangle(length=length, width=width):
            return math.hypot(length, width) / 2
    return max(math.hypot(*vertex) for vertex in footprint.vertices)


def place(piece: Piece) -> Outline:
    """Lay a piece's footprint on the table at its pose; a lost piece without one has no place."""
    pose = piece.pose
    if pose is None:
        raise ValueError(f"{piece.id} has no pose")
    return lay(piece.footprint, at=pose)


def lay(footprint: Footprint, *, at: Pose) -> Outline:
    """Lay a footprint on the table at a pose: the same outline for the same place."""
    return _laid(footprint, (at.x, at.y, at.heading))


# One ruling lays the same pieces down a hundred times.
@lru_cache(maxsize=4096)
def _laid(footprint: Footprint, at: tuple[Inches, Inches, Degrees]) -> Outline:
    x, y, heading = at
    frame, radius = _own_frame(footprint)
    angle = math.radians(heading)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    origin = np.array([x, y])
    laid = frame @ turn + origin
    for shared in (laid, origin):
        shared.setflags(write=False)
    return Outline(corners=laid[:-2], radius=radius, centre=laid[-2], front=laid[-1], origin=origin)


@lru_cache(maxsize=4096)
def _own_frame(footprint: Footprint) -> tuple[Floats, float]:
    """Corners, then the centre and the front point, in the piece's own frame; and the radius."""
    corners, radius, centre, front = _points(footprint)
    frame = np.vstack([corners, [centre, front]])
    frame.setflags(write=False)
    return frame, radius


def _points(footprint: Footprint) -> tuple[Floats, float, Floats, Floats]:
    nowhere = np.zeros(2)
    match footprint:
        case Disc(radius=radius):
            return np.zeros((1, 2)), float(radius), nowhere, np.array([radius, 0.0])
        case Rectangle(length=length, width=width):
            x, y = length / 2, width / 2
            corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
            return corners, 0.0, nowhere, np.array([x, 0.0])
        case Polygon(vertices=vertices):
            corners = np.array(vertices, dtype=float)
            middle = shapely.centroid(shapely.Polygon(vertices))
            centre = np.array([shapely.get_x(middle), shapely.get_y(middle)])
            return corners, 0.0, centre, np.array([corners[:, 0].max(), centre[1]])


def following(ring: Floats) -> Floats:
    """The rows of a closed ring, each replaced by the next one; the first comes after the last."""
    return np.concatenate((ring[1:], ring[:1]))


def convex_parts(outline: Outline) -> list[Floats]:
    """Corners of convex pieces that make up the core, each one way round: itself where it can."""
    corners = outline.corners
    edges = following(corners) - corners
    after = following(edges)
    bends = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    if bends.min() >= 0 or bends.max() <= 0:
        return [corners]
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(outline.core()))
    return [shapely.get_coordinates(triangle)[:-1] for triangle in triangles]

"""Builds everything that stands on a path-traced table from triangles, and traces what hides."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

_SIDES: Final = 32
"""Of what is round."""
_FINE: Final = 20
"""Squares of a sheet of paper, each way."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """Triangles in inches of the table, of one surface."""

    points: Floats
    """n x 3."""
    faces: Whole
    """m x 3 rows of `points`, counter-clockwise from outside."""
    surface: str
    """What it is made of: a page of the kit, or a name that the painter knows."""
    spots: Floats | None = None
    """n x 2: where each point is on the picture of its surface, as shares from its top left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curl:
    """A sheet as part of a cylinder that lies on its middle."""

    turn_deg: float = 0.0
    """Across the line about which it is bent."""
    rise_in: float = 0.0
    """Of its farthest edge over its middle."""

    def bent(self, flat: Floats) -> Floats:
        """Points of the flat sheet (n x 2) where the bent one has them (n x 3); no length changes.

        >>> Curl().bent(np.array([[1.0, 2.0]])).tolist()
        [[1.0, 2.0, 0.0]]
        """
        if not self.rise_in:
            return np.column_stack([flat, np.zeros(len(flat))])
        turn = math.radians(self.turn_deg)
        way, beside = np.array([math.cos(turn), math.sin(turn)]), flat.copy()
        along = flat @ way
        beside -= along[:, None] * way
        far = float(np.abs(along).max())
        # A small arc rises by the square of its length over twice the radius.
        radius = far**2 / (2 * self.rise_in)
        out = radius * np.sin(along / radius)
        return np.column_stack([beside + out[:, None] * way, radius * (1 - np.cos(along / radius))])


def box(low: Sequence[float], high: Sequence[float], *, surface: str) -> Body:
    """Along the table's edges."""
    corners = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    faces = [half for a, b, c, d in quads for half in ((a, b, c), (a, c, d))]
    return Body(
        points=np.asarray(low) + corners * (np.asarray(high) - np.asarray(low)),
        faces=np.array(faces),
        surface=surface,
    )


def card(width: float, height: float, *, surface: str) -> Body:
    """Paper that stands upright along y, its foot at the origin, with its picture on both sides."""
    half = width / 2
    points = np.array([[0, half, 0], [0, -half, 0], [0, -half, height], [0, half, height]])
    spots = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], dtype=float)
    return Body(points=points, faces=np.array([[0, 1, 2], [0, 2, 3]]), surface=surface, spots=spots)


def tube(start: Sequence[float], end: Sequence[float], *, radius: float, surface: str) -> Body:
    """A cylinder between two points, closed at both."""
    one, other = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    axis = (other - one) / np.linalg.norm(other - one)
    beside = np.cross(axis, [1.0, 0.0, 0.0] if abs(axis[0]) < 0.9 else [0.0, 1.0, 0.0])
    beside /= np.linalg.norm(beside)
    above = np.cross(axis, beside)
    angles = np.arange(_SIDES) * 2 * math.pi / _SIDES
    ring = radius * (np.outer(np.cos(angles), beside) + np.outer(np.sin(angles), above))
    points = np.concatenate([one + ring, other + ring, [one, other]])
    faces = []
    for at in range(_SIDES):
        after = (at + 1) % _SIDES
        faces += [(at, after, _SIDES + after), (at, _SIDES + after, _SIDES + at)]
        faces += [(after, at, 2 * _SIDES), (_SIDES + at, _SIDES + after, 2 * _SIDES + 1)]
    return Body(points=points, faces=np.array(faces), surface=surface)


def ball(centre: Sequence[float], radii: Sequence[float], *, surface: str) -> Body:
    """An ellipsoid along the table's edges."""
    rows = _SIDES // 2
    turns = np.arange(_SIDES) * 2 * math.pi / _SIDES
    tilts = np.linspace(-math.pi / 2, math.pi / 2, rows + 1)
    turn, tilt = (each.ravel() for each in np.meshgrid(turns, tilts))
    unit = np.column_stack([np.cos(tilt) * np.cos(turn), np.cos(tilt) * np.sin(turn), np.sin(tilt)])
    faces = []
    for row in range(rows):
        for at in range(_SIDES):
            a, b = row * _SIDES + at, row * _SIDES + (at + 1) % _SIDES
            faces += [(a, b, b + _SIDES), (a, b + _SIDES, a + _SIDES)]
    return Body(
        points=np.asarray(centre) + unit * np.asarray(radii),
        faces=np.array(faces),
        surface=surface,
    )


def sheet(
    paper: dict[str, Any],
    *,
    surface: str,
    spots: Callable[[Floats], Floats],
    curl: Curl,
) -> Body:
    """Cut paper of an outline that the kit tells, in the piece's own frame."""
    line = np.linspace(-1, 1, _FINE + 1)
    u, v = (each.ravel() for each in np.meshgrid(line, line))
    flat = _filled(paper, u=u, v=v)
    faces = []
    for row in range(_FINE):
        for column in range(_FINE):
            a = row * (_FINE + 1) + column
            b, c, d = a + 1, a + _FINE + 2, a + _FINE + 1
            faces += [(a, b, c), (a, c, d)]
    return Body(
        points=curl.bent(flat),
        faces=_upward(flat, np.array(faces)),
        surface=surface,
        spots=spots(flat),
    )


def _filled(paper: dict[str, Any], *, u: Floats, v: Floats) -> Floats:
    """Points of the outline for the points of a square from -1 to 1."""
    if "rectangle" in paper:
        shape = paper["rectangle"]
        return np.column_stack([u * shape["length_in"] / 2, v * shape["width_in"] / 2])
    if "disc" in paper:
        radius = paper["disc"]["radius_in"]
        # Squares of the grid become as many of a disc: the whole square fills it.
        x, y = u * np.sqrt(1 - v**2 / 2), v * np.sqrt(1 - u**2 / 2)
        return np.asarray(radius * np.column_stack([x, y]))
    corners = np.array(paper["polygon"], dtype=float)
    if len(corners) != 4:
        raise ValueError(f"expected paper with four corners, got {len(corners)}")
    weights = [(1 - u) * (1 - v), (1 + u) * (1 - v), (1 + u) * (1 + v), (1 - u) * (1 + v)]
    return np.asarray(np.stack(weights, axis=1) @ corners / 4)


def _upward(flat: Floats, faces: Whole) -> Whole:
    """The same triangles, turned so that their fronts look up."""
    a, b, c = (flat[faces[:, at]] for at in range(3))
    one, other = b - a, c - a
    is_down = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] < 0
    faces[is_down] = faces[is_down][:, ::-1]
    return faces


def put(body: Body, *, x: float, y: float, z: float, heading_deg: float) -> Body:
    """A body of a piece's own frame where the piece stands."""
    return replace(body, points=placed(body.points, x=x, y=y, z=z, heading_deg=heading_deg))


def placed(points: Floats, *, x: float, y: float, z: float, heading_deg: float) -> Floats:
    """Points (n x 3) of a piece's own frame where the piece stands."""
    turn = math.radians(heading_deg)
    rotation = np.array(
        [[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]]
    )
    return np.asarray(points @ rotation.T + (x, y, z))


def joined(bodies: Sequence[Body]) -> Body:
    """Several of one surface as one."""
    starts = np.cumsum([0, *(len(each.points) for each in bodies)])
    has_spots = all(each.spots is not None for each in bodies)
    return Body(
        points=np.concatenate([each.points for each in bodies]),
        faces=np.concatenate(
            [each.faces + start for each, start in zip(bodies, starts, strict=False)]
        ),
        surface=bodies[0].surface,
        spots=np.concatenate([each.spots for each in bodies if each.spots is not None])
        if has_spots
        else None,
    )


def hidden(points: Floats, *, target: Floats, bodies: Sequence[Body]) -> NDArray[np.bool_]:
    """Which points (n x 3) have something between them and the target."""
    found = np.zeros(len(points), dtype=bool)
    ways = target - points
    for body in bodies:
        middle = (body.points.min(axis=0) + body.points.max(axis=0)) / 2
        radius = float(np.linalg.norm(body.points - middle, axis=1).max())
        along = np.clip(((middle - points) * ways).sum(axis=1) / (ways**2).sum(axis=1), 0, 1)
        near = np.linalg.norm(points + along[:, None] * ways - middle, axis=1) < radius
        for at in np.nonzero(near & ~found)[0]:
            found[at] = _is_crossed(points[at], ways[at], body)
    return found


def _is_crossed(start: Floats, way: Floats, body: Body) -> bool:
    """Whether a way meets any triangle past its first hundredth of an inch."""
    a, b, c = (body.points[body.faces[:, at]] for at in range(3))
    one, other, off = b - a, c - a, start - a
    cross = np.cross(np.broadcast_to(way, other.shape), other)
    size = (one * cross).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (off * cross).sum(axis=1) / size
        turned = np.cross(off, one)
        v = turned @ way / size
        far = (other * turned).sum(axis=1) / size
        least = 0.01 / float(np.linalg.norm(way))
        is_met = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > least) & (far < 1)
    return bool(is_met.any())

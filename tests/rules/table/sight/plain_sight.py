"""Judges sight lines the slow and obvious way: the rule's own words in shapely, pair by pair.

It shares nothing with `rules.table` but where a footprint lies, which has tests of its own.
"""

import itertools
import math

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.outlines.outline import place
from rules.table.shapes import Disc
from rules.table.sight.ground import Blockers
from rules.table.snapshot import Piece, Snapshot

TANGENT = 1e-9
"""Nearer than this to a circle's rim, two ways of computing a distance may disagree."""


def centre(piece: Piece) -> tuple[float, float]:
    x, y = place(piece).centre
    return float(x), float(y)


def blocked_plainly(snapshot: Snapshot, pair: tuple[str, str], blockers: Blockers) -> bool | None:
    """Whether the line between two centres is blocked; None where it is tangent to a circle."""
    ends = sorted(centre(snapshot.piece(name)) for name in pair)
    line: shapely.Geometry = shapely.LineString(ends)
    if ends[0] == ends[1]:
        line = shapely.Point(ends[0])
    for area in snapshot.terrain:
        outline = shapely.Polygon(area.outline)
        if area.kind not in blockers.kinds:
            continue
        if any(outline.intersects(shapely.Point(end)) for end in ends):
            continue
        if outline.intersects(line):
            return True
    doubtful = False
    for piece in snapshot.pieces:
        if piece.id in pair or piece.id not in blockers.pieces or piece.pose is None:
            continue
        if isinstance(piece.footprint, Disc):
            rim = shapely.distance(line, shapely.Point(centre(piece))) - piece.footprint.radius
            if rim < -TANGENT:
                return True
            doubtful = doubtful or bool(rim <= TANGENT)
        elif shapely.Polygon(place(piece).corners).intersects(line):
            return True
    return None if doubtful else False


def all_plainly(snapshot: Snapshot, blockers: Blockers) -> dict[tuple[str, str], bool | None]:
    names = [piece.id for piece in snapshot.pieces if piece.pose is not None]
    return {
        pair: blocked_plainly(snapshot, pair, blockers) for pair in itertools.combinations(names, 2)
    }


def _draws(
    rng: np.random.Generator, covariance: NDArray[np.float64], *, count: int
) -> NDArray[np.float64]:
    return rng.multivariate_normal(np.zeros(len(covariance)), covariance, size=count)


def _moved_centres(piece: Piece, rng: np.random.Generator, *, count: int) -> NDArray[np.float64]:
    """The centre of a piece in each world, with its error in heading to first order."""
    assert piece.pose is not None
    c = piece.pose.covariance
    matrix = np.array([[c.xx, c.xy, c.xh], [c.xy, c.yy, c.yh], [c.xh, c.yh, c.hh]])
    drawn = _draws(rng, matrix, count=count)
    lever = np.array(centre(piece)) - (piece.pose.x, piece.pose.y)
    turned = np.radians(drawn[:, 2:]) * np.array([-lever[1], lever[0]])
    moved: NDArray[np.float64] = np.array(centre(piece)) + drawn[:, :2] + turned
    return moved


def _seen_from(
    piece: Piece, ends: tuple[NDArray[np.float64], ...], *, rng: np.random.Generator
) -> list[NDArray[np.float64]]:
    """Ends of lines as they lie to a piece that is displaced and turned in each world."""
    assert piece.pose is not None
    c = piece.pose.covariance
    matrix = np.array([[c.xx, c.xy, c.xh], [c.xy, c.yy, c.yh], [c.xh, c.yh, c.hh]])
    drawn = _draws(rng, matrix, count=len(ends[0]))
    origin = np.array([piece.pose.x, piece.pose.y])
    cos, sin = np.cos(np.radians(drawn[:, 2])), np.sin(np.radians(drawn[:, 2]))
    seen = []
    for end in ends:
        x, y = (end - origin - drawn[:, :2]).T
        seen.append(origin + np.column_stack([cos * x + sin * y, cos * y - sin * x]))
    return seen


def share_blocked_plainly(
    snapshot: Snapshot,
    pair: tuple[str, str],
    blockers: Blockers,
    *,
    rng: np.random.Generator,
    count: int = 4000,
) -> float:
    """P(blocked) by plain random worlds: all moves by its own error, then the rule decides."""
    one, other = (_moved_centres(snapshot.piece(name), rng, count=count) for name in pair)
    blocked = np.zeros(count, dtype=bool)
    for area in snapshot.terrain:
        if area.kind not in blockers.kinds:
            continue
        shift = _draws(rng, np.eye(2) * area.sigma**2, count=count)
        outline = shapely.Polygon(area.outline)
        held = [shapely.intersects(outline, shapely.points(end - shift)) for end in (one, other)]
        lines = shapely.linestrings(np.stack([one - shift, other - shift], axis=1))
        blocked |= shapely.intersects(outline, lines) & ~held[0] & ~held[1]
    for piece in snapshot.pieces:
        if piece.id in pair or piece.id not in blockers.pieces or piece.pose is None:
            continue
        ends = _seen_from(piece, (one, other), rng=rng)
        lines = shapely.linestrings(np.stack(ends, axis=1))
        if isinstance(piece.footprint, Disc):
            apart = shapely.distance(lines, shapely.Point(centre(piece)))
            blocked |= apart <= piece.footprint.radius
        else:
            blocked |= shapely.intersects(shapely.Polygon(place(piece).corners), lines)
    return float(blocked.mean())


def turned(point: tuple[float, float], *, degrees: float, about: float) -> tuple[float, float]:
    """A point turned about (about, about); multiples of 90 degrees are exact."""
    x, y = point[0] - about, point[1] - about
    quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    angle = math.radians(degrees)
    cos, sin = (
        quarter.get(int(degrees) % 360, (0.0, 0.0))
        if degrees % 90 == 0
        else (
            math.cos(angle),
            math.sin(angle),
        )
    )
    return about + cos * x - sin * y, about + sin * x + cos * y

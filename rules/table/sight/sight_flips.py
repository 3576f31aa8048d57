"""Finds the ways in which the answer of a sight line could change, and how far off each one is."""

import math
from dataclasses import dataclass

import numpy as np
import shapely

from rules.table.outlines.rings import Ints
from rules.table.shapes import Floats, Segment, point
from rules.table.sight.ground import Ground, ring_variance
from rules.table.sight.lateral import (
    Covered,
    Shift,
    covered_by_disc,
    covered_by_ring,
    merge,
    turning_points,
)
from rules.table.verdict import Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """One way in which the answer could change."""

    distance: float
    sigma: float
    nearest: str
    witness: Segment


def flips_of(ground: Ground, *, rows: tuple[int, int], met: Ints, doubt: Doubt) -> list[Flip]:
    """Every near way in which the answer could change."""
    covered = _covered(ground, rows=rows, blocked=bool(len(met)))
    sideways = [
        _sideways(ground, rows=rows, shift=shift)
        for shift in turning_points(covered, blocked=bool(len(met)))
    ]
    if len(met) == 1 and ground.porous[met[0]]:
        return sideways + _entering(ground, rows=rows, ring=int(met[0]))
    if len(met):
        return sideways
    sideways += _bumping(ground, rows=rows)
    reach = min((flip.distance for flip in sideways), default=math.inf)
    return sideways + _leaving(ground, rows=rows, reach=reach, doubt=doubt)


def _covered(ground: Ground, *, rows: tuple[int, int], blocked: bool) -> list[Covered]:
    """All intervals of blocked shifts that can matter, merged: the nearest outlines first."""
    line = (ground.centres[rows[0]], ground.centres[rows[1]])
    covered: list[Covered] = []
    for ring, distance in _by_distance(ground, line=line):
        if _settled(covered, blocked=blocked, distance=distance):
            break
        porous = bool(ground.porous[ring])
        if not porous and ground.ignored[list(rows), ring].any():
            continue
        if ring < ground.areas:
            edges = ground.rings.ring(ring)
            covered += covered_by_ring(edges, line=line, porous=porous, blocker=ring)
        else:
            disc = ring - ground.areas
            covered += covered_by_disc(
                ground.discs[disc], radius=float(ground.radii[disc]), line=line, blocker=ring
            )
        covered = merge(covered)
    return covered


def _by_distance(ground: Ground, *, line: tuple[Floats, Floats]) -> list[tuple[int, float]]:
    """The rings beside the line with how far sideways their hulls are from it, nearest first."""
    rings = ground.rings
    length = float(np.hypot(*(line[1] - line[0])))
    if length <= 0 or not len(rings):
        return []
    along = (line[1] - line[0]) / length
    offsets = rings.hulls - line[0]
    x = offsets @ along
    y = along[0] * offsets[:, 1] - along[1] * offsets[:, 0]
    starts = np.concatenate([[0], np.cumsum(rings.hull_counts)[:-1]])
    beside = np.minimum.reduceat(x, starts) <= length
    beside &= np.maximum.reduceat(x, starts) >= 0
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    apart = np.maximum(0.0, np.maximum(low, -high))
    order = np.argsort(apart, kind="stable")
    return [(int(ring), float(apart[ring])) for ring in order if beside[ring]]


def _settled(covered: list[Covered], *, blocked: bool, distance: float) -> bool:
    """Whether outlines from this distance on can no longer move the turning points."""
    turns = turning_points(covered, blocked=blocked)
    return len(turns) == 2 and distance > max(abs(turn.offset) for turn in turns) + 1e-9


def _sideways(ground: Ground, *, rows: tuple[int, int], shift: Shift) -> Flip:
    """The whole line shifts until it meets, or is rid of, an outline."""
    start, end = ground.centres[rows[0]], ground.centres[rows[1]]
    span = end - start
    length = float(np.hypot(*span))
    along = span / length
    across = np.array([-along[1], along[0]])
    share = shift.along / length
    weights = ((1 - share) ** 2, share**2)
    foot = start + along * shift.along
    touch = foot + across * shift.offset
    variance = ring_variance(ground, ring=shift.blocker, at=touch, along=across)
    for row, weight in zip(rows, weights, strict=True):
        variance += weight * float(across @ ground.covariance[row] @ across)
    return Flip(
        distance=abs(float(shift.offset)),
        sigma=math.sqrt(variance),
        nearest=ground.named[shift.blocker].id,
        witness=(point(foot), point(touch)),
    )


def _bumping(ground: Ground, *, rows: tuple[int, int]) -> list[Flip]:
    """The line or an end of it bumps into a wreck or a unit, which no end can stand in."""
    line = ground.centres[list(rows)]
    span = line[1] - line[0]
    drawn = shapely.LineString(line)
    flips = []
    for ring in np.nonzero(~ground.porous & ~ground.ignored[list(rows)].any(axis=0))[0]:
        disc = ring - ground.areas
        core = ground.rings.polygons[ring] if disc < 0 else shapely.Point(ground.discs[disc])
        ends = shapely.get_coordinates(shapely.shortest_line(drawn, core))
        step = ends[1] - ends[0]
        apart = math.hypot(*step)
        distance = apart - (0.0 if disc < 0 else float(ground.radii[disc]))
        along = step / apart if apart > 0 else np.array([1.0, 0.0])
        share = float((ends[0] - line[0]) @ span) / max(float(span @ span), 1e-300)
        variance = ring_variance(ground, ring=int(ring), at=ends[1], along=along)
        for row, weight in zip(rows, (1 - share, share), strict=True):
            variance += weight**2 * float(along @ ground.covariance[row] @ along)
        flips.append(
            Flip(
                distance=max(0.0, distance),
                sigma=math.sqrt(variance),
                nearest=ground.named[ring].id,
                witness=(point(ends[0]), point(ends[0] + along * max(0.0, distance))),
            )
        )
    return flips


def _entering(ground: Ground, *, rows: tuple[int, int], ring: int) -> list[Flip]:
    """An end steps into the one area that blocks, which then blocks no more."""
    polygon = ground.rings.polygons[ring]
    flips = []
    for row in rows:
        end = ground.centres[row]
        away = shapely.get_coordinates(shapely.shortest_line(shapely.points(end), polygon))
        other = rows[1] if row == rows[0] else rows[0]
        if not _hindered(ground, spot=away[1], other=other, but=ring):
            flips.append(_end_flip(ground, row=row, ring=ring, to=away[1]))
    return flips


def _hindered(ground: Ground, *, spot: Floats, other: int, but: int) -> bool:
    """Whether anything else would block the line from a spot to the other end."""
    line = shapely.linestrings([spot, ground.centres[other]])
    met = shapely.intersects(ground.rings.polygons, line)
    held = shapely.intersects(ground.rings.polygons, shapely.Point(spot))
    met &= ~ground.ignored[other] & ~(held & ground.porous)
    met[but] = False
    return bool(met.any())


def _leaving(ground: Ground, *, rows: tuple[int, int], reach: float, doubt: Doubt) -> list[Flip]:
    """An end steps out of an area that it sees out of, and then has it in its way."""
    flips = []
    for row, other in (rows, rows[::-1]):
        held = ground.ignored[row] & ground.porous & ~ground.ignored[other]
        for ring in np.nonzero(held)[0]:
            flips += _leaving_one(
                ground, rows=(row, other), ring=int(ring), reach=reach, doubt=doubt
            )
    return flips


def _leaving_one(
    ground: Ground, *, rows: tuple[int, int], ring: int, reach: float, doubt: Doubt
) -> list[Flip]:
    row, other = rows
    end, far = ground.centres[row], ground.centres[other]
    edges = ground.rings.ring(ring)
    base, span = edges[:, :2], edges[:, 2:] - edges[:, :2]
    share = ((end - base) * span).sum(axis=1) / (span**2).sum(axis=1)
    exits = base + np.clip(share, 0.0, 1.0)[:, None] * span
    apart = np.sqrt(((exits - end) ** 2).sum(axis=1))
    flips: list[Flip] = []
    for edge in np.argsort(apart, kind="stable"):
        flip = _end_flip(ground, row=row, ring=ring, to=exits[edge])
        if apart[edge] > max(reach, doubt.bound(flip.sigma)):
            break
        outward = np.array([span[edge, 1], -span[edge, 0]]) / np.hypot(*span[edge])
        polygon = ground.rings.polygons[ring]
        for side in (1e-6, -1e-6):
            outside = exits[edge] + side * outward
            line = shapely.linestrings([outside, far])
            if not shapely.intersects(polygon, shapely.points(outside)):
                if shapely.intersects(polygon, line):
                    return [*flips, flip]
                break
    return flips


def _end_flip(ground: Ground, *, row: int, ring: int, to: Floats) -> Flip:
    end = ground.centres[row]
    step = to - end
    distance = float(np.hypot(*step))
    along = step / distance if distance > 0 else np.array([1.0, 0.0])
    variance = float(along @ ground.covariance[row] @ along)
    variance += ring_variance(ground, ring=ring, at=to, along=along)
    return Flip(
        distance=distance,
        sigma=math.sqrt(variance),
        nearest=ground.named[ring].id,
        witness=(point(end), point(to)),
    )

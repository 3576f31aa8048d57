"""Checks that the stated error of a range is the true one, by drawing tables that could be so."""

import math
from dataclasses import dataclass

import numpy as np
import shapely

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.table.plain_sight import Floats, Shapes, spots
from benchmarks.table.scenes import FOOTPRINTS
from rules.table.measuring.gaps import Outlines
from rules.table.measuring.ranges import Metric, range_between
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.snapshot import Covariance, Piece, Pose, SharedError, Snapshot, TableSize
from rules.table.units import Degrees, Inches

_TABLE = TableSize(width=Inches(48.0), depth=Inches(36.0))
_SHARED = SharedError(scale=0.003, plane=Inches(0.06))
_PIECES = 8
_LEAST_GAP = 1.0
"""Gaps below this many inches may close in a drawn table, and no gap is less than none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Normalised:
    """Differences of measured and true lengths as multiples of their stated errors."""

    centre: Floats
    edge: Floats


def honesty(effort: Effort, *, stated: float = 1.0) -> list[Finding]:
    """20,000 true tables round 200 measured ones; ``stated`` multiplies the error that is claimed.

    True poses differ by a draw from each pose's covariance, heading included; then one draw of the
    scale stretches the table about its middle and one draw of the tilt bends it.
    """
    layouts = effort.pick(200, small=25)
    draws = 100
    rng = np.random.default_rng(7)
    found = [_one_layout(rng, draws=draws) for _ in range(layouts)]
    findings = []
    for name in ("centre", "edge"):
        off = np.concatenate([getattr(each, name) for each in found]) / stated
        share, rms = float((np.abs(off) <= 2).mean()), float(np.sqrt((off**2).mean()))
        title = f"{layouts * draws} true tables, {len(off)} ranges {name} to {name}"
        figures = (
            ("within 2 sigma", share, 0.9545, Goal(least=0.94, most=0.97)),
            ("rms in sigmas", rms, 1.0, Goal(least=0.95, most=1.05)),
        )
        findings += [
            Finding(
                benchmark="honesty",
                measure=f"{title}: {which}",
                value=value,
                peer="a normal error of exactly that sigma",
                peer_value=ideal,
                goals=(goal,),
                cost=False,
            )
            for which, value, ideal, goal in figures
        ]
    return findings


def _one_layout(rng: np.random.Generator, *, draws: int) -> Normalised:
    pieces = tuple(_piece(rng, number=number) for number in range(_PIECES))
    snapshot = Snapshot(table=_TABLE, pieces=pieces, shared=_SHARED)
    truth = _true_poses(rng, pieces=pieces, draws=draws)
    laid = [_laid(piece.footprint, truth[k]) for k, piece in enumerate(pieces)]
    first, second = np.triu_indices(_PIECES, 1)
    gaps = Outlines(snapshot).measure(first, second)
    centre, edge = [], []
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        verdict = range_between(
            snapshot, (pieces[a].id, pieces[b].id), metric=Metric.CENTRE
        ).verdict
        true_range = np.hypot(*(laid[a].centres - laid[b].centres).T)
        centre.append(((verdict.value or 0.0) - true_range) / (verdict.sigma or 1.0))
        if gaps.distance[k] >= _LEAST_GAP:
            true_gap = shapely.distance(laid[a].cores, laid[b].cores) - laid[a].radius
            edge.append((gaps.distance[k] - true_gap + laid[b].radius) / gaps.sigma[k])
    return Normalised(centre=np.concatenate(centre), edge=np.concatenate(edge))


def _piece(rng: np.random.Generator, *, number: int) -> Piece:
    return Piece(
        id=f"U{number}",
        footprint=FOOTPRINTS[number % len(FOOTPRINTS)],
        pose=Pose(
            x=Inches(float(rng.uniform(2, _TABLE.width - 2))),
            y=Inches(float(rng.uniform(2, _TABLE.depth - 2))),
            heading=Degrees(float(rng.uniform(0, 360))),
            covariance=_covariance(rng),
        ),
    )


def _covariance(rng: np.random.Generator) -> Covariance:
    """Any error of 0.03 to 0.12 in and 0.5 to 2 degrees, its parts correlated in any way."""
    mix = rng.normal(size=(3, 5))
    mix /= np.sqrt((mix**2).sum(axis=1, keepdims=True))
    sigmas = np.array([*rng.uniform(0.03, 0.12, 2), rng.uniform(0.5, 2.0)])
    c = np.outer(sigmas, sigmas) * (mix @ mix.T)
    xx, xy, xh, yy, yh, hh = (float(value) for value in c[np.triu_indices(3)])
    return Covariance(xx=xx, xy=xy, yy=yy, xh=xh, yh=yh, hh=hh)


def _true_poses(rng: np.random.Generator, *, pieces: tuple[Piece, ...], draws: int) -> Floats:
    """Pieces x draws x (x, y, heading in degrees)."""
    poses = np.empty((len(pieces), draws, 3))
    for k, piece in enumerate(pieces):
        assert piece.pose is not None
        c = piece.pose.covariance
        matrix = np.array([[c.xx, c.xy, c.xh], [c.xy, c.yy, c.yh], [c.xh, c.yh, c.hh]])
        at = (piece.pose.x, piece.pose.y, piece.pose.heading)
        poses[k] = rng.multivariate_normal(at, matrix, size=draws)
    stretch = rng.normal(0, _SHARED.scale, draws)[None, :, None]
    tilt = rng.normal(0, _SHARED.plane, (draws, 2))[None]
    from_middle = poses[..., :2] - np.array([_TABLE.width, _TABLE.depth]) / 2
    share = from_middle / (math.hypot(_TABLE.width, _TABLE.depth) / 2)
    bend = share * (share * tilt).sum(axis=-1, keepdims=True)
    poses[..., :2] += from_middle * stretch + bend
    return poses


@dataclass(frozen=True, slots=True, kw_only=True)
class _Laid:
    """One piece in every drawn table."""

    cores: Shapes
    radius: float
    centres: Floats


def _laid(footprint: Footprint, poses: Floats) -> _Laid:
    angle = np.radians(poses[:, 2])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    def at(points: Floats) -> Floats:
        moved: Floats = np.einsum("ijd,kj->dki", turn, points) + poses[:, None, :2]
        return moved

    if isinstance(footprint, Disc):
        centres = at(np.zeros((1, 2)))[:, 0]
        return _Laid(cores=spots(centres), radius=float(footprint.radius), centres=centres)
    corners = _corners(footprint)
    middle = shapely.get_coordinates(shapely.centroid(shapely.Polygon(corners)))
    cores = np.asarray(shapely.polygons(at(corners)), dtype=object)
    return _Laid(cores=cores, radius=0.0, centres=at(middle)[:, 0])


def _corners(footprint: Rectangle | Polygon) -> Floats:
    if isinstance(footprint, Polygon):
        return np.array(footprint.vertices)
    half = np.array([footprint.length, footprint.width]) / 2
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half

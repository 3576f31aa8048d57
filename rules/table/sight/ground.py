"""Gathers what may stand in a sight line: which areas, wrecks and units block, and for whom."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import shapely

from rules.table.outlines.length_error import covariances, point_variance
from rules.table.outlines.outline import Outline, place
from rules.table.outlines.rings import Bools, Ints, Rings
from rules.table.shapes import Floats
from rules.table.snapshot import Piece, Snapshot, Terrain

SOLID_KINDS: Final = frozenset({"woods", "building", "hill"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Blockers:
    """What a game lets stand in the way of sight.

    Areas of the ``kinds``, however capitals are set, block through, but neither into nor out of:
    an end inside one sees past it. The ``pieces`` (wrecks, units) block every line but their own.
    """

    kinds: frozenset[str] = SOLID_KINDS
    pieces: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker:
    """One thing that can block, by name."""

    id: str
    kind: str

    def __str__(self) -> str:
        """As a player calls it: "woods W2"."""
        return f"{self.kind} {self.id}".strip()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ground:
    """Everything that sight is judged by, packed once for a snapshot; nothing in it changes.

    The last ``len(radii)`` rings are round blockers drawn as polygons; exact tests take the circle.
    """

    snapshot: Snapshot
    blockers: Blockers
    pieces: tuple[Piece, ...]
    index: dict[str, int]
    centres: Floats
    covariance: Floats
    """Error of each centre in x and y, 2 x 2."""
    rings: Rings
    named: tuple[Blocker, ...]
    porous: Bools
    ring_covariance: Floats
    """Error of each ring's place and turn, 3 x 3, about its origin."""
    ring_origins: Floats
    discs: Floats
    radii: Floats
    ignored: Bools
    """Which ring (column) never blocks for which piece (row)."""
    forced: Bools
    """Which ring (column) always blocks for which piece (row), because it stands on that piece."""

    @property
    def areas(self) -> int:
        """How many rings are exact, before the round ones."""
        return len(self.named) - len(self.radii)

    @property
    def rough(self) -> Bools:
        """Which rings are circles drawn as polygons, a hair too large."""
        return np.arange(len(self.named)) >= self.areas


def ground_of(snapshot: Snapshot, blockers: Blockers = Blockers()) -> Ground:
    """Pack a snapshot for sight."""
    kinds = {kind.strip().casefold() for kind in blockers.kinds}
    unknown = blockers.pieces - {piece.id for piece in snapshot.pieces}
    if unknown:
        raise KeyError(f"no piece {', '.join(sorted(unknown))} on the table to block sight")
    pieces = tuple(piece for piece in snapshot.pieces if piece.pose is not None)
    outlines = [place(piece) for piece in pieces]
    solid = [row for row, piece in enumerate(pieces) if piece.id in blockers.pieces]
    cornered = [row for row in solid if len(outlines[row].corners) > 1]
    round_ = [row for row in solid if len(outlines[row].corners) == 1]
    solid_rows = np.array(cornered + round_, dtype=np.intp)
    areas = [area for area in snapshot.terrain if area.kind.strip().casefold() in kinds]
    rings = Rings(
        [np.array(area.outline, dtype=float) for area in areas]
        + [outlines[row].corners for row in cornered]
        + [_as_polygon(outlines[row]) for row in round_]
    )
    owners = np.array([-1] * len(areas) + cornered + round_, dtype=np.intp)
    centres = _rows([outline.centre for outline in outlines])
    discs = centres[round_].reshape(-1, 2)
    radii = np.array([outlines[row].radius for row in round_])
    inside = _holding(rings, centres, discs=discs, radii=radii)
    porous = owners < 0
    own = owners[None] == np.arange(len(pieces))[:, None]
    matrices = covariances(pieces)
    at_centre = _centre_errors(matrices, outlines=outlines)
    return Ground(
        snapshot=snapshot,
        blockers=blockers,
        pieces=pieces,
        index={piece.id: row for row, piece in enumerate(pieces)},
        centres=centres,
        covariance=at_centre,
        rings=rings,
        named=tuple(_names(areas, pieces=[pieces[row] for row in cornered + round_])),
        porous=porous,
        ring_covariance=np.concatenate([_area_errors(areas), matrices[solid_rows]]),
        ring_origins=np.concatenate(
            [np.zeros((len(areas), 2)), _rows([outlines[row].origin for row in solid_rows])]
        ),
        discs=discs,
        radii=radii,
        ignored=(inside & porous) | own,
        forced=inside & ~porous & ~own,
    )


def _area_errors(areas: list[Terrain]) -> Floats:
    """The error of each area's place, 3 x 3 as for a piece; areas do not turn."""
    variances = [area.sigma**2 for area in areas]
    return np.array([np.diag([v, v, 0.0]) for v in variances]).reshape(-1, 3, 3)


def _rows(points: list[Floats]) -> Floats:
    """Points as rows, of which there may be none."""
    return np.array(points).reshape(-1, 2)


def holding(ground: Ground, points: Floats) -> Bools:
    """Which ring (column) holds which point (row), circles exactly."""
    return _holding(ground.rings, points, discs=ground.discs, radii=ground.radii)


def _holding(rings: Rings, points: Floats, *, discs: Floats, radii: Floats) -> Bools:
    held = rings.holding(points)
    if len(radii):
        offsets = points[:, None] - discs[None]
        held[:, -len(radii) :] = np.sqrt((offsets**2).sum(axis=2)) <= radii
    return held


def ground_after(ground: Ground, *, snapshot: Snapshot, piece: Piece, row: int) -> Ground:
    """The ground with one piece elsewhere; everything else is shared with the old one."""
    outline = place(piece)
    centres = ground.centres.copy()
    centres[row] = outline.centre
    inside = holding(ground, centres[row : row + 1])[0]
    ignored, forced = ground.ignored.copy(), ground.forced.copy()
    covariance = ground.covariance.copy()
    ignored[row] = inside & ground.porous
    forced[row] = inside & ~ground.porous
    covariance[row] = _centre_errors(covariances([piece]), outlines=[outline])[0]
    pieces = (*ground.pieces[:row], piece, *ground.pieces[row + 1 :])
    return replace(
        ground,
        snapshot=snapshot,
        pieces=pieces,
        centres=centres,
        ignored=ignored,
        forced=forced,
        covariance=covariance,
    )


def ring_variance(ground: Ground, *, ring: int, at: Floats, along: Floats) -> float:
    """Variance along a direction of a point fixed to a ring."""
    lever = at - ground.ring_origins[ring]
    return float(point_variance(ground.ring_covariance[ring], lever=lever, along=along))


def blocking(ground: Ground, *, start: Ints, end: Ints, ring: Ints) -> Bools:
    """Whether ring k blocks between the pieces of rows ``start[k]`` and ``end[k]``, exactly.

    A ring that is ignored for an end blocks nothing for it; touching an outline is blocked.
    """
    one, other = ground.centres[start], ground.centres[end]
    met = np.zeros(len(ring), dtype=bool)
    cornered = ring < ground.areas
    met[cornered] = ground.rings.meet(one[cornered], other[cornered], which=ring[cornered])
    round_ = np.nonzero(~cornered)[0]
    if len(round_):
        disc = ring[round_] - ground.areas
        apart = _distance_to_segments(ground.discs[disc], start=one[round_], end=other[round_])
        met[round_] = apart <= ground.radii[disc]
    met |= ground.forced[start, ring] | ground.forced[end, ring]
    met &= ~ground.ignored[start, ring] & ~ground.ignored[end, ring]
    return met


def _distance_to_segments(points: Floats, *, start: Floats, end: Floats) -> Floats:
    span = end - start
    squared = (span**2).sum(axis=1)
    share = ((points - start) * span).sum(axis=1) / np.where(squared > 0, squared, 1.0)
    nearest = start + np.clip(share, 0.0, 1.0)[:, None] * span
    apart: Floats = np.sqrt(((points - nearest) ** 2).sum(axis=1))
    return apart


def _names(areas: list[Terrain], *, pieces: list[Piece]) -> list[Blocker]:
    named = [Blocker(id=area.id, kind=area.kind) for area in areas]
    return named + [Blocker(id=piece.id, kind=piece.kind) for piece in pieces]


def _as_polygon(outline: Outline, corners: int = 64) -> Floats:
    """A regular polygon round a disc, for cones, drawn shifts and samples."""
    angles = np.arange(corners) * (2 * math.pi / corners)
    radius = outline.radius / math.cos(math.pi / corners)
    ring: Floats = outline.centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return ring


def _centre_errors(matrices: Floats, *, outlines: list[Outline]) -> Floats:
    """The error in x and y of the centre of each piece."""
    at = np.zeros((len(outlines), 2, 2))
    for row, outline in enumerate(outlines):
        lever = outline.centre - outline.origin
        swing = math.radians(1.0) * np.array([[-lever[1]], [lever[0]]])
        gradient = np.hstack([np.eye(2), swing])
        at[row] = gradient @ matrices[row] @ gradient.T
    return at


def chord(ground: Ground, *, ring: int, line: Floats) -> tuple[Floats, float]:
    """Where a line enters and leaves a ring, and how much of it lies within."""
    cut = shapely.intersection(ground.rings.polygons[ring], shapely.linestrings(line))
    points = shapely.get_coordinates(cut)
    if not len(points):
        points = line
        return points[:1].repeat(2, axis=0), 0.0
    order = np.argsort((points - line[0]) @ (line[1] - line[0]))
    ends: Floats = points[order[[0, -1]]]
    return ends, float(shapely.length(cut))

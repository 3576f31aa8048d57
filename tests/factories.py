"""Builds pieces, terrain and whole tables for tests, with little to type."""

import math
from collections.abc import Sequence

import numpy as np

from rules.table.shapes import Disc, Footprint, Point, Rectangle, ring_fault
from rules.table.sight.ground import Blockers
from rules.table.snapshot import (
    Covariance,
    Health,
    Piece,
    PieceState,
    Pose,
    SharedError,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Degrees, Inches, Seconds

SIDE = 36.0
BASE = Disc(radius=Inches(0.5))
LIVE = Health()
NOTHING_SHARED = SharedError()

Corner = tuple[float, float]


def disc(radius: float) -> Disc:
    return Disc(radius=Inches(radius))


def rectangle(length: float, width: float) -> Rectangle:
    return Rectangle(length=Inches(length), width=Inches(width))


def ring(*corners: Corner) -> tuple[Point, ...]:
    return tuple((Inches(x), Inches(y)) for x, y in corners)


def piece(
    name: str,
    at: Corner = (10.0, 10.0),
    *,
    heading: float = 0.0,
    footprint: Footprint = BASE,
    sigma: float = 0.0,
    heading_sigma: float = 0.0,
    covariance: Covariance | None = None,
    state: PieceState = PieceState.SEEN,
    age: float = 0.0,
    declared_by: str | None = None,
    kind: str = "",
) -> Piece:
    """A piece; one that is declared has "Red" as its author unless told otherwise."""
    if state is PieceState.DECLARED and declared_by is None:
        declared_by = "Red"
    error = covariance or Covariance.round(Inches(sigma), Degrees(heading_sigma))
    return Piece(
        id=name,
        footprint=footprint,
        pose=Pose(x=Inches(at[0]), y=Inches(at[1]), heading=Degrees(heading), covariance=error),
        state=state,
        age=Seconds(age),
        declared_by=declared_by,
        kind=kind,
    )


def lost(name: str) -> Piece:
    """A piece that nobody has an idea of."""
    return Piece(id=name, footprint=BASE, pose=None, state=PieceState.LOST, age=Seconds(9))


def area(name: str, *corners: Corner, kind: str = "woods", sigma: float = 0.0) -> Terrain:
    return Terrain(id=name, kind=kind, outline=ring(*corners), sigma=Inches(sigma))


def box(
    name: str, low: Corner, high: Corner, *, kind: str = "woods", sigma: float = 0.0
) -> Terrain:
    """An area with sides along the table's."""
    (x0, y0), (x1, y1) = low, high
    return area(name, (x0, y0), (x1, y0), (x1, y1), (x0, y1), kind=kind, sigma=sigma)


def table(
    *pieces: Piece,
    terrain: Sequence[Terrain] = (),
    shared: SharedError = NOTHING_SHARED,
    health: Health = LIVE,
    side: float = SIDE,
) -> Snapshot:
    return Snapshot(
        table=TableSize(width=Inches(side), depth=Inches(side)),
        pieces=pieces,
        terrain=tuple(terrain),
        shared=shared,
        health=health,
    )


def ragged_ring(
    rng: np.random.Generator, middle: Corner, *, reach: float, grid: bool = False
) -> tuple[Point, ...]:
    """A simple outline of 3 to 8 corners, often bent inwards; on a grid with whole corners."""
    while True:
        count = int(rng.integers(3, 9))
        angles = np.sort(rng.uniform(0, 2 * math.pi, count))
        radii = rng.uniform(0.2 * reach, reach, count)
        corners = np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None] + middle
        if grid:
            corners = np.round(corners)
        outline = ring(*((float(x), float(y)) for x, y in corners))
        if ring_fault(outline) is None:
            return outline


def random_scene(
    rng: np.random.Generator,
    *,
    pieces: int = 10,
    areas: int = 5,
    wrecks: int = 2,
    sigma: float = 0.0,
    grid: bool = False,
) -> tuple[Snapshot, Blockers]:
    """A crowded table in the inner 24 inches; on a grid everything meets everything all the time.

    Wrecks are round and cornered in turn; the errors are up to ``sigma``.
    """

    def spot() -> Corner:
        if grid:
            x, y = rng.integers(12, 25, 2)
            return float(x), float(y)
        x, y = rng.uniform(6, 30, 2)
        return float(x), float(y)

    def error() -> float:
        return float(rng.uniform(0, sigma)) if sigma else 0.0

    kinds = ("woods", "building", "hill", "river")
    terrain = [
        Terrain(
            id=f"W{k}",
            kind=kinds[int(rng.integers(0, 4)) if k else 0],
            outline=ragged_ring(rng, spot(), reach=4.0, grid=grid),
            sigma=Inches(error()),
        )
        for k in range(areas)
    ]
    bases = [piece(f"P{k}", spot(), sigma=error()) for k in range(pieces)]
    shapes: tuple[Footprint, ...] = (disc(1.0), rectangle(4.0, 2.0))
    ruins = [
        piece(
            f"X{k}",
            spot(),
            heading=0.0 if grid else float(rng.uniform(0, 360)),
            footprint=shapes[k % 2],
            sigma=error(),
            heading_sigma=error() * 10,
            kind="wreck",
        )
        for k in range(wrecks)
    ]
    blockers = Blockers(pieces=frozenset(ruin.id for ruin in ruins))
    return table(*bases, *ruins, terrain=terrain), blockers

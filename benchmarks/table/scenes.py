"""Makes the tables that everything is measured on: crowded, irregular, the same every time."""

import math

import numpy as np

from rules.table.shapes import Disc, Footprint, Point, Polygon, Rectangle
from rules.table.snapshot import (
    Covariance,
    Piece,
    Pose,
    SharedError,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Degrees, Inches

_NOTHING_SHARED = SharedError()
TABLE = TableSize(width=Inches(72.0), depth=Inches(48.0))
DART: Footprint = Polygon(
    vertices=tuple(
        (Inches(x), Inches(y))
        for x, y in ((-0.6, -0.6), (1.4, -0.2), (1.4, 0.2), (-0.6, 0.6), (-0.1, 0.0))
    )
)
"""A hollow outline whose middle is not its pose's own point."""
FOOTPRINTS: tuple[Footprint, ...] = (
    Rectangle(length=Inches(2.0), width=Inches(1.0)),
    Disc(radius=Inches(0.5)),
    DART,
)


def star(rng: np.random.Generator, *, middle: tuple[float, float]) -> tuple[Point, ...]:
    """A star-shaped outline of 20 to 60 corners that lie 1.2 to 3.2 in from its middle."""
    count = int(rng.integers(20, 61))
    angles = np.sort(rng.uniform(0, 2 * math.pi, count))
    radii = rng.uniform(1.2, 3.2, count)
    x, y = middle[0] + radii * np.cos(angles), middle[1] + radii * np.sin(angles)
    return tuple((Inches(float(a)), Inches(float(b))) for a, b in zip(x, y, strict=True))


def spot(rng: np.random.Generator, *, inset: float = 0.0) -> tuple[float, float]:
    """Any place on the table at least ``inset`` from its edges."""
    return (
        float(rng.uniform(inset, TABLE.width - inset)),
        float(rng.uniform(inset, TABLE.depth - inset)),
    )


def crowded(
    *,
    units: int,
    areas: int,
    seed: int,
    sigma: float = 0.0,
    area_sigma: float = 0.0,
    shapes: int = 2,
    shared: SharedError = _NOTHING_SHARED,
) -> Snapshot:
    """Units anywhere, also on top of one another, among woods of any outline."""
    rng = np.random.default_rng(seed)
    covariance = Covariance.round(Inches(sigma))
    pieces = []
    for number in range(units):
        x, y = spot(rng)
        heading = Degrees(float(rng.uniform(0, 360)))
        pose = Pose(x=Inches(x), y=Inches(y), heading=heading, covariance=covariance)
        footprint = FOOTPRINTS[number % shapes]
        pieces.append(Piece(id=f"U{number}", footprint=footprint, pose=pose))
    terrain = tuple(
        Terrain(
            id=f"W{number}",
            kind="woods",
            outline=star(rng, middle=spot(rng, inset=4.0)),
            sigma=Inches(area_sigma),
        )
        for number in range(areas)
    )
    return Snapshot(table=TABLE, pieces=tuple(pieces), terrain=terrain, shared=shared)

"""Random tables for tests of maps, the same for the same seed."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from rules.table.shapes import Disc, Rectangle
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Degrees, Inches

SIZE = TableSize(width=Inches(48), depth=Inches(36))
SOLID = ("woods", "building", "hill")
ALL_KINDS = (*SOLID, "river", "road")


def scene(
    rng: random.Random, *, kinds: Sequence[str] = SOLID, areas: int = 20, pieces: int = 6
) -> Snapshot:
    """A table of blobs and pieces; one in four has no error at all."""
    error = 0.0 if rng.random() < 0.25 else 1.0
    return Snapshot(
        table=SIZE,
        terrain=tuple(_blob(rng, f"A{k}", rng.choice(kinds), error) for k in range(areas)),
        pieces=tuple(_piece(rng, k, error) for k in range(pieces)),
    )


def ragged_scene(rng: random.Random, *, areas: int = 20, pieces: int = 8) -> Snapshot:
    """The same with outlines that have many spikes and bays."""
    plain = scene(rng, kinds=ALL_KINDS, areas=0, pieces=pieces)
    error = rng.choice((0.0, 1.0))
    ragged = tuple(
        _ragged(rng, f"A{k}", ALL_KINDS[k % len(ALL_KINDS)], error) for k in range(areas)
    )
    return replace(plain, terrain=ragged)


def _ragged(rng: random.Random, name: str, kind: str, error: float) -> Terrain:
    x, y = rng.uniform(4, 44), rng.uniform(4, 32)
    turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randrange(20, 61)))
    ring = []
    for turn in turns:
        far = rng.uniform(1.2, 3.2)
        ring.append((Inches(x + far * math.cos(turn)), Inches(y + far * math.sin(turn))))
    return Terrain(id=name, kind=kind, outline=tuple(ring), sigma=Inches(0.04 * error))


def _blob(rng: random.Random, name: str, kind: str, error: float) -> Terrain:
    x, y, size = rng.uniform(4, 44), rng.uniform(4, 32), rng.uniform(0.3, 3.0)
    corners = rng.randrange(4, 14)
    ring = []
    for k in range(corners):
        turn, far = 2 * math.pi * k / corners, size * rng.uniform(0.6, 1.2)
        ring.append((Inches(x + far * math.cos(turn)), Inches(y + far * math.sin(turn))))
    return Terrain(id=name, kind=kind, outline=tuple(ring), sigma=Inches(0.05 * error))


def _piece(rng: random.Random, number: int, error: float) -> Piece:
    shape = Rectangle(length=Inches(2.0), width=Inches(1.0))
    return Piece(
        id=f"P{number}",
        footprint=shape if number % 2 else Disc(radius=Inches(0.6)),
        pose=Pose(
            x=Inches(rng.uniform(2, 46)),
            y=Inches(rng.uniform(2, 34)),
            heading=Degrees(rng.uniform(0, 360)),
            covariance=Covariance.round(Inches(0.04 * error), Degrees(error)),
        ),
        side=("red", "blue")[number % 2],
    )

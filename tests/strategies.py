"""How hypothesis draws footprints, errors, pieces and whole tables."""

import string

import numpy as np
from hypothesis import strategies as st

from rules.table.shapes import Disc, Footprint, Point, Polygon, Rectangle, ring_fault
from rules.table.snapshot import (
    Covariance,
    Health,
    HealthState,
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

seeds = st.integers(0, 2**32 - 1)
"""Of numpy's generators, for scenes too large to be drawn number by number."""

words = st.text(string.ascii_letters + string.digits + " -äß龍🐯'\"\\/", max_size=12)
names = words.filter(lambda word: bool(word.strip()))


def lengths(least: float, most: float) -> st.SearchStrategy[Inches]:
    return st.floats(least, most, allow_nan=False).map(Inches)


@st.composite
def outlines(
    draw: st.DrawFn, *, least: float = 0.0, most: float = SIDE, whole: bool = False
) -> tuple[Point, ...]:
    """Simple outlines, often bent inwards: corners sorted by their bearing from the middle."""
    numbers = st.integers(int(least), int(most)) if whole else st.floats(least, most)
    drawn = draw(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=7, unique=True))
    corners = np.array(drawn, dtype=float)
    offsets = corners - corners.mean(axis=0)
    order = np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")
    outline = tuple((Inches(float(x)), Inches(float(y))) for x, y in corners[order])
    if ring_fault(outline) is not None:
        x, y = corners[0]
        outline = tuple(
            (Inches(float(x + dx)), Inches(float(y + dy))) for dx, dy in ((0, 0), (1, 0), (0, 1))
        )
    return outline


discs = lengths(0.1, 5).map(lambda radius: Disc(radius=radius))
rectangles = st.builds(Rectangle, length=lengths(0.2, 8), width=lengths(0.2, 8))
polygons = outlines(least=-4, most=4).map(lambda outline: Polygon(vertices=outline))
footprints: st.SearchStrategy[Footprint] = st.one_of(discs, rectangles, polygons)
convex_footprints: st.SearchStrategy[Footprint] = st.one_of(discs, rectangles)


@st.composite
def covariances(draw: st.DrawFn, *, most: float = 1.0) -> Covariance:
    """A covariance made from its own square root, so that it is one."""
    a, b, c = (draw(st.floats(-most, most)) for _ in range(3))
    d, e, f = (draw(st.floats(-most, most)) for _ in range(3))
    root = np.array([[a, 0, 0], [b, c, 0], [d, e, f]])
    m = root @ root.T
    return Covariance(
        xx=float(m[0, 0]),
        xy=float(m[0, 1]),
        yy=float(m[1, 1]),
        xh=float(m[0, 2]),
        yh=float(m[1, 2]),
        hh=float(m[2, 2]),
    )


def poses(*, most: float = SIDE) -> st.SearchStrategy[Pose]:
    return st.builds(
        Pose,
        x=lengths(0, most),
        y=lengths(0, most),
        heading=st.floats(-720, 720).map(Degrees),
        covariance=covariances(),
    )


@st.composite
def pieces(draw: st.DrawFn, *, name: str) -> Piece:
    state = draw(st.sampled_from(list(PieceState)))
    nowhere = state is PieceState.LOST and draw(st.booleans())
    return Piece(
        id=name,
        footprint=draw(footprints),
        pose=None if nowhere else draw(poses()),
        side=draw(words),
        kind=draw(words),
        state=state,
        age=Seconds(draw(st.floats(0, 1e6))),
        declared_by=draw(names) if state is PieceState.DECLARED else None,
        face=draw(st.just("") | names),
    )


@st.composite
def areas(draw: st.DrawFn, *, name: str, whole: bool = False) -> Terrain:
    return Terrain(
        id=name,
        kind=draw(st.sampled_from(["woods", "building", "hill", "river"])),
        outline=draw(outlines(whole=whole, most=12 if whole else SIDE)),
        height=draw(lengths(0, 10)),
        sigma=Inches(0.0) if whole else draw(lengths(0, 1)),
    )


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any table at all, with every state and footprint."""
    ids = draw(st.lists(names, max_size=4, unique=True))
    grounds = draw(st.lists(names, max_size=3, unique=True))
    return Snapshot(
        table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)),
        pieces=tuple(draw(pieces(name=name)) for name in ids),
        terrain=tuple(draw(areas(name=name)) for name in grounds),
        number=draw(st.integers(0, 2**60)),
        shared=SharedError(scale=draw(st.floats(0, 0.1)), plane=draw(lengths(0, 1))),
        health=Health(state=draw(st.sampled_from(list(HealthState))), note=draw(words)),
    )


@st.composite
def grid_tables(draw: st.DrawFn) -> Snapshot:
    """A small table of whole numbers, on which lines touch corners and run along sides."""
    spots = st.tuples(st.integers(0, 12), st.integers(0, 12))
    places = draw(st.lists(spots, min_size=2, max_size=6))
    count = draw(st.integers(1, 4))
    return Snapshot(
        table=TableSize(width=Inches(12), depth=Inches(12)),
        pieces=tuple(
            Piece(
                id=f"P{k}",
                footprint=Disc(radius=Inches(0.5)),
                pose=Pose(x=Inches(float(x)), y=Inches(float(y))),
            )
            for k, (x, y) in enumerate(places)
        ),
        terrain=tuple(draw(areas(name=f"W{k}", whole=True)) for k in range(count)),
    )

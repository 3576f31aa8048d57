"""Tests the clear line where a blocker overlaps an end of it, against every line that there is."""

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
import shapely

from rules.table.measuring.clear_line import clear_line
from rules.table.measuring.tangents import Hindrance, shortest_clear
from rules.table.outlines.outline import Outline, place
from rules.table.outlines.rings import Bools
from rules.table.shapes import Disc, Floats, Footprint, Polygon, Rectangle
from rules.table.units import Inches
from tests.rules.table.measuring.test_clear_line import (
    CHARACTER,
    INFANTRY,
    LARGE,
    measured,
    table,
    unit,
)

DENSE = 160
"""Places on the edge of each end that brute force tries."""
WEDGE = Polygon(
    vertices=tuple((Inches(x), Inches(y)) for x, y in ((0, 0), (3, -1), (2, 0), (3, 1)))
)
"""It bends inwards."""


def edge_of(outline: Outline, *, count: int) -> Floats:
    """Places all along an outline, its corners among them."""
    if outline.radius > 0:
        turn = np.arange(count) * 2 * math.pi / count
        around: Floats = outline.radius * np.column_stack([np.cos(turn), np.sin(turn)])
        found: Floats = outline.corners[0] + around
        return found
    ring = shapely.Polygon(outline.corners).exterior
    along = shapely.line_interpolate_point(ring, np.arange(count) / count, normalized=True)
    return np.vstack([shapely.get_coordinates(along), outline.corners])


def clear_of(outline: Outline, lines: Floats, *, grown: float) -> Bools:
    """Which lines do not run through a blocker that is grown so far."""
    drawn = shapely.linestrings(lines)
    radius = outline.radius + grown
    core = outline.core()
    if radius > 0 or len(outline.corners) == 1:
        return np.asarray(shapely.distance(drawn, core) >= radius - 1e-9)
    shrunk = shapely.buffer(core, grown - 1e-9, join_style="mitre")
    shapely.prepare(shrunk)
    return ~np.asarray(shapely.intersects(shrunk, drawn))


def brute(
    ends: tuple[Outline, Outline], blockers: Sequence[Outline], *, grown: float = 0.0
) -> float:
    """The shortest of all clear lines between many places on both edges; inf when there is none."""
    one, other = (edge_of(end, count=DENSE) for end in ends)
    lines = np.stack([np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))], axis=1)
    length = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
    free = np.ones(len(lines), dtype=bool)
    for blocker in blockers:
        free[free] = clear_of(blocker, lines[free], grown=grown)
    return float(length[free].min()) if free.any() else math.inf


def shortest(
    ends: tuple[Outline, Outline], blockers: Sequence[Outline], *, grown: float = 0.0
) -> Floats | None:
    return shortest_clear(*ends, hindrances=[Hindrance(each, grown=grown) for each in blockers])


def hold(ends: tuple[Outline, Outline], blockers: Sequence[Outline], *, grown: float) -> None:
    """The line is clear and joins both edges, and no line of brute force is shorter."""
    found = shortest(ends, blockers, grown=grown)
    least = brute(ends, blockers, grown=grown)
    if found is None:
        assert math.isinf(least), f"expected a line of {least}, got none"
        return
    length = math.dist(found[0], found[1])
    assert length <= least + 1e-7, f"expected at most {least}, got {length}"
    if length == 0:
        assert shapely.distance(*(_whole(end) for end in ends)) == 0
        return
    for end, at in zip(ends, found, strict=True):
        off = abs(shapely.distance(_edge(end), shapely.Point(at)))
        assert off < 1e-6, f"{at} is {off} off the edge"
    for blocker in blockers:
        assert clear_of(blocker, found[None], grown=grown - 1e-6)[0]


def _whole(end: Outline) -> shapely.Geometry:
    return shapely.buffer(end.core(), end.radius, quad_segs=4096) if end.radius > 0 else end.core()


def _edge(end: Outline) -> shapely.Geometry:
    return shapely.boundary(_whole(end))


def _shape(rng: random.Random, *, bent: bool = False) -> Footprint:
    if rng.random() < 0.35:
        return Disc(radius=Inches(rng.uniform(0.4, 1.5)))
    if bent and rng.random() < 0.2:
        return WEDGE
    return Rectangle(length=Inches(rng.uniform(0.6, 4)), width=Inches(rng.uniform(0.6, 4)))


def _somewhere(rng: random.Random, *, bent: bool = False) -> Outline:
    x, y = (15 + rng.uniform(-3, 3) for _ in range(2))
    return place(unit("A", _shape(rng, bent=bent), x=x, y=y, heading=rng.uniform(0, 360)))


@pytest.mark.soak
@pytest.mark.parametrize("grown", [0.0, -1e-6, 0.15, -0.15])
def test_no_line_is_shorter_than_the_one_that_is_found(
    grown: float, *, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    rng = random.Random(f"{rng_seed} covered {grown}")
    covered = 0
    for _ in range(soak_count(6, 250)):
        ends = (_somewhere(rng), _somewhere(rng))
        blockers = [_somewhere(rng, bent=True) for _ in range(rng.choice((1, 1, 2, 3)))]
        hold(ends, blockers, grown=grown)
        covered += any(shapely.distance(b.core(), e.core()) < 0.2 for b in blockers for e in ends)
    assert covered, "expected a blocker that covers an end, got none"


def test_the_line_begins_where_the_blocker_ceases_to_cover_the_edge() -> None:
    """C sticks a tenth of an inch out of A and covers its front from x = 10.3 to x = 10.9."""
    pieces = (
        unit("A", LARGE, x=10, y=5),
        unit("B", Disc(radius=Inches(0.5)), x=10.5, y=9),
        unit("C", Disc(radius=Inches(0.5)), x=10.6, y=5.6),
    )
    found = clear_line(table(*pieces), ("A", "B"), graze=Inches(0.0))
    assert found.verdict.value == pytest.approx(math.hypot(0.2, 3) - 0.5, abs=1e-9)
    assert found.line is not None
    np.testing.assert_allclose(found.line[0], (10.3, 6), atol=1e-9)
    assert found.blocked_by == found.touches == ("C",)


def test_a_front_that_is_covered_whole_leaves_the_sides() -> None:
    """C lies flush on all of A's front: the line leaves A at its corner, and C at its own."""
    over = unit("C", Rectangle(length=Inches(1), width=Inches(2)), x=10, y=6.5)
    pieces = (unit("A", LARGE, x=10, y=5), unit("B", INFANTRY, x=14, y=11), over)
    found = clear_line(table(*pieces), ("A", "B"), graze=Inches(0.0))
    assert found.line is not None
    np.testing.assert_allclose(found.line, [(11, 6), (12, 9.5)], atol=1e-9)
    assert found.verdict.value == pytest.approx(math.hypot(1, 3.5))


def test_an_end_that_is_covered_all_around_has_no_line() -> None:
    pieces = (
        unit("A", CHARACTER, x=10, y=5),
        unit("B", CHARACTER, x=10, y=15),
        unit("C", LARGE, x=10, y=5),
    )
    assert measured(*pieces) is None

"""Tests of the height of the ground under a tag: what agrees with itself, and what must be told."""

import shapely
from hypothesis import given
from hypothesis import strategies as st

from vision.locating.standing import Place, Raised, heights_under

HILL = Raised(name="H1", outline=shapely.box(0.0, 0.0, 6.0, 6.0), height=1.5)
KEEP = Raised(name="B1", outline=shapely.box(2.0, 2.0, 4.0, 4.0), height=3.0)
LEAN = 0.4
"""How far a place shifts to the west for every inch of height."""


def seen_from(x: float, y: float, *, on: float) -> list[Place]:
    """Where a tag that stands at a place seems to be, at 0, 1.5 and 3 inches of ground."""
    return [(x + LEAN * (on - height), y) for height in (0.0, 1.5, 3.0)]


def heights(x: float, y: float, *, on: float) -> tuple[float, ...]:
    places = dict(zip((0.0, 1.5, 3.0), seen_from(x, y, on=on), strict=True))
    return heights_under(lambda height: places[height], raised=[HILL, KEEP])


@given(x=st.floats(-5, 12), y=st.floats(-5, 12))
def test_the_true_height_is_always_among_those_told(x: float, y: float) -> None:
    spot = shapely.Point(x, y)
    on = max((each.height for each in (HILL, KEEP) if each.outline.covers(spot)), default=0.0)
    assert on in heights(x, y, on=on)


def test_far_from_every_edge_there_is_one_height() -> None:
    assert heights(-3.0, 3.0, on=0.0) == (0.0,)
    assert heights(1.0, 1.0, on=1.5) == (1.5,)
    assert heights(3.0, 3.0, on=3.0) == (3.0,)


def test_behind_an_edge_both_heights_are_told() -> None:
    assert heights(6.2, 3.0, on=0.0) == (0.0, 1.5)


def test_terrain_without_a_top_lifts_nothing() -> None:
    flat = Raised(name="W1", outline=shapely.box(0.0, 0.0, 6.0, 6.0), height=0.0)
    assert heights_under(lambda _: (3.0, 3.0), raised=[flat]) == (0.0,)

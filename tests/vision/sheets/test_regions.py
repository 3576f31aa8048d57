"""Tests of the lines that regions share, and of the side that each looks to."""

import shapely

from vision.sheets.regions import Border, Region, Spot, borders_of


def around(*outline: Spot) -> tuple[Border, ...]:
    """The walls of a single room."""
    region = Region(outline=outline, shape=shapely.Polygon(outline), radius_in=1.0)
    return borders_of((region,), least_in=0.5)


def test_a_corner_that_is_cut_does_not_make_its_walls_aslant() -> None:
    """The edge of a room goes over to the second line of a wall where that one begins."""
    found = around((2.0, 1.72), (2.27, 1.5), (8.0, 1.5), (8.0, 4.5), (2.0, 4.5))
    assert sorted(str(wall.other) for wall in found) == ["E", "N", "S", "W"]
    assert all(wall.clear for wall in found)


def test_a_wall_that_runs_aslant_is_not_clear() -> None:
    found = around((2.0, 3.0), (4.0, 1.0), (6.0, 3.0), (4.0, 5.0))
    assert not any(wall.clear for wall in found)
    cut = around((2.0, 2.2), (2.7, 1.5), (8.0, 1.5), (8.0, 4.5), (2.0, 4.5))
    assert not all(wall.clear for wall in cut)

"""Tests of cells, of areas made of them, and of maps laid over one another."""

import numpy as np
import pytest
import shapely

from rules.table.bad_input import BadInputError
from rules.table.maps.cells import AnswerMap, CellAnswer, CellGrid, both, either
from rules.table.snapshot import TableSize
from rules.table.units import Inches

GRID = CellGrid(table=TableSize(width=Inches(4), depth=Inches(3)), step=Inches(1))


def answers(*rows: str) -> AnswerMap:
    """A map drawn with its northern row first."""
    digits = [int(sign) for row in reversed(rows) for sign in row]
    return AnswerMap(grid=GRID, answers=np.array(digits, dtype=np.uint8))


def test_a_cell_is_found_by_a_place_and_shown_from_the_south() -> None:
    found = answers("0000", "0120", "1000")
    assert found.at(0.5, 0.5) is CellAnswer.YES
    assert found.at(2.5, 1.5) is CellAnswer.TOO_CLOSE
    assert found.at(3.99, 2.99) is CellAnswer.NO
    assert found.rows() == ("1000", "0120", "0000")


def test_the_middles_that_maps_of_one_grid_share_stay_as_they_are() -> None:
    with pytest.raises(ValueError, match="read-only"):
        GRID.middles()[0] = 9.0


def test_the_area_of_cells_is_as_large_as_they_are_and_keeps_its_holes() -> None:
    ring = answers("1110", "1010", "1110").those(CellAnswer.YES)
    drawn = GRID.outlined(ring)
    assert shapely.area(drawn) == 8
    assert len(shapely.get_parts(shapely.boundary(drawn))) == 2


def test_what_is_near_is_told_from_middle_to_middle() -> None:
    found = GRID.within(answers("0000", "0000", "1000").those(CellAnswer.YES), radius=1.0)
    assert "".join(str(int(each)) for each in found) == "110010000000"


def test_both_and_either_leave_open_what_one_leaves_open() -> None:
    one, other = answers("0121", "0000", "1111"), answers("2211", "0000", "0120")
    assert both((one, other)).rows() == ("0120", "0000", "0221")
    assert either((one, other)).rows() == ("1111", "0000", "2111")


@pytest.mark.parametrize("step", [0.01, float("nan"), 0.0])
def test_cells_that_are_too_small_are_refused(step: float) -> None:
    with pytest.raises(BadInputError, match="step_in"):
        CellGrid(table=TableSize(width=Inches(48), depth=Inches(36)), step=Inches(step))

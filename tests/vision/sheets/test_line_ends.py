"""Tests of following lines on from their ends."""

import numpy as np

from vision.sheets.line_ends import lies_on, way_ahead


def test_no_thin_line_slips_through_a_way_that_runs_aslant() -> None:
    """A line that is one pixel wide leaves no gap where it moves on to the next column."""
    mask = np.zeros((20, 20), dtype=bool)
    mask[:10, 12] = True
    mask[10:, 11] = True
    start, ahead = np.array([2.0, 9.26]), np.array([1.0, 0.025])
    way = way_ahead(start, ahead=ahead, steps=range(1, 15))
    assert any(lies_on(mask, spot) for spot in way)

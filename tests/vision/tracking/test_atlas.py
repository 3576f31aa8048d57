"""Tests of searching some parts of a picture at once."""

import numpy as np

from vision.sighting import Sighting
from vision.tracking.atlas import merged, once

_SQUARE = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]])


def seen(number: int, x: float) -> Sighting:
    return Sighting(number=number, corners=_SQUARE + np.array([x, 0.0]))


def test_parts_that_overlap_become_one_also_by_way_of_others() -> None:
    assert merged([(0, 0, 4, 4), (8, 0, 12, 4), (3, 0, 9, 4)]) == [(0, 0, 12, 4)]
    assert merged([(5, 5, 5, 9)]) == []


def test_what_two_looks_have_read_at_one_place_is_one_tag() -> None:
    first, again, elsewhere, another = seen(3, 0), seen(3, 0.6), seen(3, 40), seen(4, 0)
    assert once([first, again, elsewhere, another]) == [first, elsewhere, another]
    assert once([]) == []

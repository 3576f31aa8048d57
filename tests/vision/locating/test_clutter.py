"""Tests of squares that are almost a tag: they place nothing, and take no place from a tag."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.measured import (
    exact_profile,
    grey_of,
    layout_of,
    of,
    rendered,
    table_scene,
    thing,
)
from vision.detector import Detector
from vision.locating.locate import Locator
from vision.locating.located import TagFault
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily
from vision.tracking.frame import TableFrame

PIECE = thing("T1", 20, at=(3.0, 2.5, 20.0))
FAMILY = TagFamily.of(exact_profile().dictionary)
CELL = 20
"""Pixels of a cell before it is drawn into the picture."""
LEVEL = ((800.0, 300.0), (880.0, 300.0), (880.0, 380.0), (800.0, 380.0))
SLANTED = ((800.0, 300.0), (960.0, 330.0), (900.0, 480.0), (780.0, 440.0))


@cache
def bare() -> Grey:
    return grey_of(rendered(table_scene()))


def with_square(
    grey: Grey, *, wrong: tuple[int, int] | None, corners: object, number: int = 20
) -> Grey:
    """A picture into which the pattern of a tag is drawn, but for one cell."""
    cells = FAMILY.patterns[list(FAMILY.numbers).index(number)].astype(np.uint8)
    if wrong is not None:
        cells[wrong] = 1 - cells[wrong]
    square = np.kron(np.pad(cells, 1, constant_values=1), np.ones((CELL, CELL), np.uint8))
    square = square * np.uint8(200) + np.uint8(30)
    far = square.shape[0] - CELL
    ends = np.array([[CELL, CELL], [far, CELL], [far, far], [CELL, far]], np.float32)
    way = cv2.getPerspectiveTransform(ends, np.array(corners, np.float32))
    size = (grey.shape[1], grey.shape[0])
    drawn = cv2.warpPerspective(square, way, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(square, 255), way, size)
    found = grey.copy()
    found[mask > 127] = drawn[mask > 127]
    return found


@pytest.mark.parametrize("corners", [LEVEL, SLANTED], ids=["level", "slanted"])
def test_a_square_that_is_almost_a_tag_does_not_double_it(corners: object) -> None:
    grey = with_square(grey_of(rendered(table_scene(PIECE))), wrong=(2, 2), corners=corners)
    read = [each for each in Detector(FAMILY).sightings(grey) if each.number == 20]
    assert sorted(each.wrong_cells for each in read) == [0, 1]
    piece = of(Locator(exact_profile(), tag_layout=layout_of(PIECE)).located(grey), "T1")
    assert piece.pose is not None
    assert abs(piece.pose.x - 3.0) + abs(piece.pose.y - 2.5) < 0.02
    assert TagFault.DUPLICATED not in {flag.fault for flag in piece.flags}
    # It is told where it was seen, and why it counts for nothing; by its size the other is none.
    told = [bool(tag.flags) for tag in sorted(piece.tags, key=lambda tag: tag.is_used)]
    assert told == ([True, False] if corners is LEVEL else [False])


@pytest.mark.parametrize(
    ("side_px", "is_told"),
    [(60.0, True), (150.0, False), pytest.param(18.0, False, marks=pytest.mark.long)],
)
def test_a_square_of_another_size_is_no_tag_of_anybody(side_px: float, is_told: bool) -> None:
    there = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    corners = (600.0, 280.0) + side_px * there
    drawn = with_square(bare(), wrong=None, corners=corners, number=77)
    assert 77 in {each.number for each in Detector(FAMILY).sightings(drawn)}
    located = Locator(exact_profile(), tag_layout=layout_of(PIECE)).located(drawn)
    assert [tag.number for tag in located.strangers] == ([77] if is_told else [])
    pipeline = Pipeline(exact_profile(), tag_layout=layout_of(PIECE), care=EXACT)
    frame = TableFrame(number=1, seconds=1.0, camera="west", grey=drawn)
    assert pipeline.step(frame).strangers == ((77,) if is_told else ())


def test_what_is_read_in_another_size_than_it_was_printed_is_no_piece() -> None:
    grey = with_square(bare(), wrong=(2, 2), corners=SLANTED)
    piece = of(Locator(exact_profile(), tag_layout=layout_of(PIECE)).located(grey), "T1")
    assert (piece.pose, piece.tags, piece.flags) == (None, (), ())

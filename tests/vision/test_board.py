"""Tests that the lens board's corners are where the synthetic camera drew them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.pictures.measured_tables import board_views
from benchmarks.pictures.tag_edges import projected
from rules.table.bad_input import BadInputError
from vision.board import PrintedBoard, view_of
from vision.sighting import Grey
from vision.synthetic.render import Renderer
from vision.synthetic.truth import Truth
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")
BOARD = PrintedBoard(
    columns=6, rows=8, square_in=1.2, marker_in=0.9, numbers=tuple(range(226, 250))
)


@pytest.fixture(scope="module")
def shown() -> tuple[Grey, Truth]:
    frame = Renderer(board_views(size=(1280, 720))[2]).frame(0)
    return np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), np.uint8), frame.truth


def test_inner_corners_are_where_they_were_drawn(shown: tuple[Grey, Truth]) -> None:
    grey, truth = shown
    view = view_of(grey, BOARD, family=FAMILY, picture="third")
    assert view.seen is not None
    assert view.says == ""
    assert view.seen.picture == "third"
    assert len(view.seen.numbers) >= 20
    rows, columns = np.divmod(np.array(view.seen.numbers), BOARD.columns - 1)
    places = np.column_stack(
        [
            20 - 3.6 + (columns + 1) * 1.2,
            20 + 4.8 - (rows + 1) * 1.2,
            np.full(len(rows), truth.tags[0].height_in),
        ]
    )
    off = view.seen.points - projected(truth, places)
    # The printed squares lie a paper's thickness below the tags: the same shift for all.
    off -= off.mean(axis=0)
    assert np.sqrt((off**2).mean()) < 0.1
    assert view.blur_px is not None
    assert 0.3 < view.blur_px < 1.2


def test_a_mirrored_picture_is_called_so(shown: tuple[Grey, Truth]) -> None:
    view = view_of(np.ascontiguousarray(shown[0][:, ::-1]), BOARD, family=FAMILY)
    assert view.seen is None
    assert "mirrored" in view.says


def test_a_board_of_other_squares_is_called_so(shown: tuple[Grey, Truth]) -> None:
    other = replace(BOARD, columns=8, rows=6)
    view = view_of(shown[0], other, family=FAMILY)
    assert view.seen is None
    assert "6 x 8" in view.says


def test_an_empty_picture_says_what_to_show() -> None:
    view = view_of(np.full((240, 320), 90, np.uint8), BOARD, family=FAMILY)
    assert view.seen is None
    assert "226 to 249" in view.says


def test_a_board_needs_a_number_for_each_white_square() -> None:
    with pytest.raises(BadInputError, match="24 different numbers"):
        replace(BOARD, numbers=(1, 2, 3))

"""Tests that a lone square with one wrong cell, or lit as no paper is, is not taken for a tag."""

from itertools import product

import cv2
import numpy as np
import pytest

from benchmarks.pictures.accuracy_recall import clutter, falsely_seen
from conftest import SoakCount
from tests.often import often
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.placed import Fit, FitOutcome
from vision.fit.settings import IdentitySettings
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

FAMILY = TagFamily.of("DICT_4X4_250")
NUMBER = 17
CELL, LEFT, TOP = 5, 60, 50


def drawn(cells: Floats, *, noise: float = 2.0, blur: float = 0.8, contrast: float = 150.0) -> Grey:
    """One square alone on paper; cells are 0 for black and 1 for white."""
    picture = np.ones((130, 150))
    square = np.kron(cells, np.ones((CELL, CELL)))
    picture[TOP : TOP + len(square), LEFT : LEFT + len(square)] = square
    soft = 40 + contrast * np.asarray(cv2.GaussianBlur(picture, (0, 0), blur))
    noisy = soft + np.random.default_rng(3).normal(0, noise, soft.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


def alone(picture: Grey, *, scale: float = 1.0, identity: IdentitySettings | None = None) -> Fit:
    """What is said of the square where it was drawn, in a picture of another scale."""
    side = CELL * FAMILY.cells
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)
    corners = (square + np.array([LEFT, TOP])) * scale - 0.5
    seen = Sighting(number=NUMBER, corners=corners)
    return fit_corners(picture, [seen], family=FAMILY, identity=identity).tags[0].fit


def printed() -> Floats:
    return np.asarray(FAMILY.pattern(NUMBER), dtype=np.float64)


@pytest.mark.parametrize("blur", [0.6, 1.2, 1.8])
def test_a_lone_tag_is_placed_however_it_is_blurred(blur: float) -> None:
    assert alone(drawn(printed(), blur=blur)).outcome is FitOutcome.PLACED


@pytest.mark.parametrize(
    ("row", "column"), often(product(range(1, 5), repeat=2), quick=[(1, 1), (2, 4), (3, 2), (4, 3)])
)
def test_a_lone_square_one_cell_from_a_tag_is_refused(row: int, column: int) -> None:
    cells = printed()
    cells[row, column] = 1 - cells[row, column]
    assert alone(drawn(cells)).outcome is not FitOutcome.PLACED


def test_a_cell_half_as_bright_as_it_should_be_is_refused_for_itself() -> None:
    cells = printed()
    row, column = np.argwhere(cells == 1)[0]
    cells[row, column] = 0.5
    fit = alone(drawn(cells))
    assert fit.explained > 0.93
    assert fit.outcome is FitOutcome.UNLIKE
    assert alone(drawn(cells), identity=IdentitySettings(oddest_cell=1.0)).outcome.is_placed


def test_contrast_that_ends_on_one_side_is_refused_for_its_slope() -> None:
    fading = drawn(1 - (1 - printed()) * np.linspace(1.0, 0.05, FAMILY.cells), noise=8)
    assert alone(fading).outcome is FitOutcome.UNLIKE
    assert alone(fading, identity=IdentitySettings(most_slope=2.0)).outcome.is_placed
    under_a_lamp = drawn(1 - (1 - printed()) * np.linspace(1.0, 0.8, FAMILY.cells), noise=8)
    assert alone(under_a_lamp).outcome.is_placed


def test_a_spoilt_square_of_two_pixels_a_cell_is_too_small_to_believe() -> None:
    tiny = cv2.resize(drawn(printed(), noise=12, blur=1.0), None, fx=0.4, fy=0.4)
    picture = np.asarray(tiny, dtype=np.uint8)
    fit = alone(picture, scale=0.4)
    assert 0.9 < fit.explained < 0.985
    assert fit.outcome is FitOutcome.LOST
    assert alone(picture, scale=0.4, identity=IdentitySettings(least_cell_px=1.5)).outcome.is_placed


def test_noise_is_not_told_as_something_that_covers() -> None:
    noisy = alone(drawn(printed(), contrast=40, noise=9))
    assert noisy.explained < 0.9
    assert noisy.outcome is FitOutcome.UNLIKE
    covered = drawn(printed())
    covered[TOP + 8 : TOP + 22, LEFT - 5 : LEFT + 16] = 170
    assert alone(covered).outcome is FitOutcome.COVERED


WITHOUT_A_TAG = (300, 729, 912, 1156, 2287, 2565, 2710, 2848, 3907, 5838, 7062, 9094, 17210)
"""Seeds of clutter in which one square or another was taken for a tag, before light was asked
whether it explains enough."""


@pytest.mark.parametrize("seed", often(WITHOUT_A_TAG, quick=WITHOUT_A_TAG[::4]))
def test_letters_and_odd_cells_become_no_tags_by_light_that_was_bent_for_them(seed: int) -> None:
    assert falsely_seen([seed])[1] == []


def test_what_guards_against_them_is_how_much_light_explains_and_how_far_a_square_moved() -> None:
    picture = clutter(2287)
    seen = Detector(FAMILY.only(tuple(range(80)))).sightings(picture)
    bold = IdentitySettings(shaded_r2=0.9, farthest_sides=0.35, least_paper=0.0)
    assert [tag.is_placed for tag in fit_corners(picture, seen, family=FAMILY).tags] == [False]
    believed = fit_corners(picture, seen, family=FAMILY, identity=bold).tags
    assert [tag.is_placed for tag in believed] == [True]


@pytest.mark.soak
def test_clutter_shows_no_tags(soak_count: SoakCount) -> None:
    assert falsely_seen(range(soak_count(20, 10_000)))[1] == []

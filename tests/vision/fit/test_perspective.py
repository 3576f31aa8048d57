"""Tests that a flat tag on its paper is never refused for how it narrows, and checks are."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pictures.accuracy_recall import clutter
from tests.often import often
from tests.vision.desk_photographs import PHOTOGRAPHS, fitted
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.judging.perspective import most_narrowings, narrowings
from vision.fit.placed import FitOutcome, FreeTag
from vision.fit.settings import IdentitySettings
from vision.sighting import Floats, Sighting
from vision.tags.tag_family import TagFamily

LENSES_ONLY = IdentitySettings(most_curl=0.0)
BATTLE = TagFamily.of("DICT_4X4_250").only(tuple(range(80)))
LONG_SIDE = 1920.0


@given(
    field_deg=st.floats(30, 118),
    tilt=st.floats(0, 1.2),
    turns=st.tuples(*[st.floats(-np.pi, np.pi)] * 2),
    distance=st.floats(1.5, 60),
    aside=st.tuples(*[st.floats(-0.35, 0.35)] * 2),
)
def test_a_flat_tag_narrows_no_more_than_lenses_let_it(
    field_deg: float,
    tilt: float,
    turns: tuple[float, float],
    distance: float,
    aside: tuple[float, float],
) -> None:
    focal = LONG_SIDE / 2 / np.tan(np.radians(field_deg) / 2)
    lean, roll, spin = (
        cv2.Rodrigues(np.array(axis, dtype=np.float64))[0]
        for axis in ((tilt, 0, 0), (0, 0, turns[0]), (0, 0, turns[1]))
    )
    square = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) / 2
    middle = np.array([aside[0], aside[1], 1.0]) * distance
    in_camera = square @ (roll @ lean @ spin).T + middle
    corners = (focal * in_camera[:, :2] / in_camera[:, 2:])[None]
    most = most_narrowings(
        corners, errors=np.zeros(1), long_side_px=LONG_SIDE, identity=LENSES_ONLY
    )
    assert narrowings(corners)[0] <= most[0]


def believed(seed: int, identity: IdentitySettings | None = None) -> list[FreeTag]:
    picture = clutter(seed)
    seen = Detector(BATTLE).sightings(picture)
    found = fit_corners(picture, seen, family=BATTLE, identity=identity)
    return [tag for tag in found.tags if tag.is_placed]


@pytest.mark.parametrize("seed", [3841, 6151, 16751])
def test_squares_without_paper_are_no_tags(seed: int) -> None:
    assert believed(seed) == []


def test_for_their_lean_and_for_the_mat_around_them_each_they_are_refused() -> None:
    bare, crooked = IdentitySettings(least_paper=0.0), IdentitySettings(most_curl=1.0)
    assert believed(6151, bare) == believed(6151, crooked) == []
    assert believed(16751, bare) != []
    assert believed(6151, IdentitySettings(least_paper=0.0, most_curl=1.0)) != []


@pytest.mark.parametrize("ground", [40.0, 120.0])
def test_a_noisy_tag_is_believed_on_its_paper_and_not_without(ground: float) -> None:
    def outcome(margin_cells: int) -> FitOutcome:
        cells = np.pad(BATTLE.pattern(17), margin_cells, constant_values=True).astype(np.float64)
        picture = np.full((150, 150), ground)
        picture[30 : 30 + 5 * len(cells), 30 : 30 + 5 * len(cells)] = 40 + 150 * np.kron(
            cells, np.ones((5, 5))
        )
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))
        noisy = soft + np.random.default_rng(5).normal(0, 14, soft.shape)
        square = np.array([[0.0, 0], [30, 0], [30, 30], [0, 30]]) + 29.5 + 5 * margin_cells
        seen = Sighting(number=17, corners=square)
        grey = np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)
        return fit_corners(grey, [seen], family=BATTLE).tags[0].fit.outcome

    assert outcome(1).is_placed
    assert not outcome(0).is_placed


@pytest.mark.parametrize("name", often(PHOTOGRAPHS, quick=PHOTOGRAPHS[:1]))
def test_tags_in_photographs_stay_far_below_what_is_refused(name: str) -> None:
    corners: Floats = np.array([tag.corners for tag in fitted(name).tags])
    assert narrowings(corners).max() < 0.7 * IdentitySettings().most_curl

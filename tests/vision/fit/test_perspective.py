"""Tests that no camera's view of a flat tag is refused for how it narrows, and letters are."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.accuracy_recall import clutter
from tests.vision.desk_photographs import PHOTOGRAPHS, family_of, photograph
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.perspective import most_narrowings, narrowings
from vision.fit.placed import FreeTag
from vision.fit.settings import IdentitySettings
from vision.sighting import Floats
from vision.tag_family import TagFamily

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


@pytest.mark.parametrize("seed", [3841, 6151])
def test_squares_that_lean_like_no_paper_are_no_tags(seed: int) -> None:
    assert believed(seed) == []


def test_it_is_their_lean_for_which_they_are_refused() -> None:
    assert len(believed(6151, IdentitySettings(most_curl=1.0))) == 1


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_tags_in_photographs_stay_far_below_what_is_refused(name: str) -> None:
    picture, family = photograph(name), family_of(name)
    found = fit_corners(picture, Detector(family).sightings(picture), family=family)
    corners: Floats = np.array([tag.corners for tag in found.tags])
    assert narrowings(corners).max() < 0.7 * IdentitySettings().most_curl

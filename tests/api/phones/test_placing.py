"""Tests of what a phone that is placed over a table says to expect from there."""

from dataclasses import replace

import numpy as np
import pytest

from api.phones.placing import measured_words, placing_words
from tests.vision.drawn_stills import still_of
from tests.vision.measured import ABOVE, TABLE, exact_profile
from vision.synthetic.described.optics import SceneCamera

FOUR = (0, 1, 2, 3)
FAR = replace(ABOVE, position_in=(8.0, 4.5, 56.0))
LEANING = replace(ABOVE, position_in=(8.0, -17.0, 16.0), hfov_deg=50.0)
NEAR = replace(ABOVE, position_in=(6.0, 4.5, 15.6), look_at_in=(6.0, 4.5, 0.0))


def words(camera: SceneCamera, *, anchors: tuple[int, ...] = FOUR) -> str:
    grey = still_of((), camera=camera)
    return placing_words(grey, dictionary="DICT_4X4_250", table=TABLE, anchors=anchors)


@pytest.mark.parametrize(
    ("camera", "says"),
    [
        (ABOVE, "good: 0.0"),
        (FAR, "come nearer"),
        (LEANING, "but it leans by"),
        (NEAR, "anchors are in the picture: move back"),
    ],
    ids=["above", "far", "leaning", "near"],
)
def test_it_says_what_error_to_expect_and_what_helps(camera: SceneCamera, says: str) -> None:
    assert says in words(camera)


def test_anchors_that_are_missing_are_counted() -> None:
    assert words(ABOVE, anchors=tuple(range(8))) == (
        "4 of 8 anchors are in the picture: move back a little"
    )
    bare = np.full((360, 640), 120, dtype=np.uint8)
    told = placing_words(bare, dictionary="DICT_4X4_250", table=TABLE, anchors=FOUR)
    assert told.startswith("no anchor is in the picture")


def test_a_phone_that_was_calibrated_says_what_it_measures_to() -> None:
    assert measured_words(exact_profile()).endswith(" in, as measured")

"""Tests that the stated error still holds in pictures as real cameras make them."""

from functools import cache

import numpy as np
import pytest

from benchmarks.pictures.camera_treatments import TREATMENTS
from tests.often import often
from tests.vision.measured import (
    ABOVE,
    Thing,
    exact_profile,
    grey_of,
    layout_of,
    of,
    rendered,
    table_scene,
    thing,
)
from vision.locating.locate import Locator
from vision.locating.place_error import EXACT
from vision.sighting import Grey

CAMERA = ABOVE.at_size(800, 450)
"""So coarse that what is done to pixels shows."""
PAPER_IN = 0.004
"""As thick as the synthetic camera draws it; where the roster has it no height is in doubt."""
CHI_95 = 5.99


@cache
def twelve() -> tuple[Thing, ...]:
    """Tags of three sizes, turned and off the grid of the pixels."""
    return tuple(
        thing(
            f"T{index}",
            20 + index,
            at=(2.31 + 3.77 * (index % 4), 1.87 + 2.83 * (index // 4), 37.0 * index),
            side=(0.75, 0.9, 1.05)[index % 3],
            told_height=PAPER_IN,
        )
        for index in range(12)
    )


@cache
def picture() -> Grey:
    return grey_of(rendered(table_scene(*twelve(), camera=CAMERA)))


@cache
def locator() -> Locator:
    return Locator(exact_profile(CAMERA), tag_layout=layout_of(*twelve()), care=EXACT)


def squared(grey: Grey) -> list[float]:
    """Errors of the places, squared, in what is stated of each."""
    found = locator().located(grey)
    assert found.refusal is None
    distances = []
    for made in twelve():
        piece = of(found, made.piece.id)
        if piece.pose is not None:
            error = piece.pose.covariance
            stated = np.array([[error.xx, error.xy], [error.xy, error.yy]])
            place = made.piece.place
            off = np.array([piece.pose.x - place.x, piece.pose.y - place.y])
            distances.append(float(off @ np.linalg.inv(stated) @ off))
    return distances


@pytest.mark.parametrize("name", often(TREATMENTS, quick=list(TREATMENTS)[::3]))
def test_the_stated_error_holds_in_treated_pictures(name: str) -> None:
    distances = squared(TREATMENTS[name](picture(), np.random.default_rng(3)))
    assert len(distances) >= 10
    assert max(distances) < CHI_95

"""Tests that a bank card on the page tells how large the page was printed."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from conftest import SoakCount
from tests.vision.kit.kits import Image, kit_of, rasterised
from tests.vision.kit.photographs import PER_IN, Photo, photograph
from tests.vision.picture_files import png_claiming
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import A4
from vision.kit.scale.scale_check import TrueScale, UnreadablePhotoError, true_scale
from vision.kit.wanted.kinds import Group

ROSTER = '[[piece]]\nid = "s"\nkind = "smoke"\n'
RIGHT = 0.001
"""A tenth of a percent."""
COARSE = Photo(width=1100)
"""As few pixels as a scale is read from; what is no question of sharpness is asked of these."""


@cache
def page(dictionary: str = "4x4") -> tuple[Image, tuple[float, float]]:
    kit = kit_of(ROSTER, dictionary=dictionary)
    pages = kit_pages(kit, paper=A4, name="test", only=[Group.SCALE])
    pdf = kit_pdf(kit, pages, name="test")
    return rasterised(pdf, dpi=PER_IN)[0], pages[0].placed[0].at


def measured(photo: Photo, *, dictionary: str = "4x4", seed: int = 1) -> TrueScale:
    image, at = page(dictionary)
    seen = photograph(image, at=at, photo=photo, seed=seed)
    done, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return true_scale(np.asarray(data).tobytes())


@pytest.mark.parametrize(
    "photo",
    [
        pytest.param(Photo(), id="as it should be", marks=pytest.mark.long),
        pytest.param(
            Photo(scale=(0.97, 0.97), card=(230, 250)),
            id="fitted to the page, a white card",
            marks=pytest.mark.long,
        ),
        pytest.param(Photo(scale=(1.03, 1.01), card=(5, 25)), id="stretched, a black card"),
        pytest.param(
            Photo(card=(0, 255), noise=8.0), id="motley card, noise", marks=pytest.mark.long
        ),
        pytest.param(Photo(bulge=0.03), id="bulging lens"),
        pytest.param(
            Photo(tilt=0.12, turn=3.0, shift=(0.1, -0.08)),
            id="from the side, card askew",
            marks=pytest.mark.long,
        ),
        pytest.param(COARSE, id="coarse"),
    ],
)
def test_the_scale_is_right_to_a_thousandth(photo: Photo) -> None:
    found = measured(photo)
    assert found.across == pytest.approx(photo.scale[0], rel=RIGHT)
    assert found.along == pytest.approx(photo.scale[1], rel=RIGHT)
    assert found.tags == 6
    assert found.is_good == (photo.scale == (1.0, 1.0))


def test_large_tags_are_read_as_well() -> None:
    found = measured(replace(COARSE, scale=(0.96, 0.96)), dictionary="36h11")
    assert found.scale == pytest.approx(0.96, rel=RIGHT)


@pytest.mark.long
@pytest.mark.soak
def test_the_error_covers_what_it_is_off(soak_count: SoakCount) -> None:
    for seed in range(soak_count(1, 100)):
        found = measured(Photo(scale=(0.98, 0.98), noise=5.0), seed=seed)
        assert abs(found.across - 0.98) < 2 * found.error < 0.01


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "expected a photograph"),
        (b"no picture at all", "expected a photograph"),
        (png_claiming(60_000, 60_000), "expected at most 50 megapixels, got 60000 x 60000"),
        (
            cv2.imencode(".png", np.full((400, 300), 200, np.uint8))[1].tobytes(),
            "found 0 of the six tags",
        ),
    ],
)
def test_what_is_no_photograph_of_the_page_is_said(data: bytes, told: str) -> None:
    with pytest.raises(UnreadablePhotoError, match=told):
        true_scale(data)


def test_a_page_without_a_card_is_said() -> None:
    with pytest.raises(UnreadablePhotoError, match="no card on its outline"):
        measured(replace(COARSE, card=None))


def test_a_card_far_from_its_outline_is_no_card() -> None:
    with pytest.raises(UnreadablePhotoError, match="within 4 mm"):
        measured(replace(COARSE, shift=(0.6, 0.0)))

"""A picture unfolds to no more than a file of its length may hold."""

import cv2
import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from tests.vision.picture_files import encoded
from vision.pictures.photograph import MOST_PIXELS, photograph_from_bytes
from vision.pictures.unfolding import EVERY_FILE, PIXELS_A_BYTE, SHORT, unfoldable


def flat(width: int, height: int, ending: str = ".png") -> bytes:
    """A picture of one colour, which takes hardly any bytes."""
    return encoded(np.full((height, width, 3), 120, np.uint8), ending)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".tif"])
def test_a_few_bytes_do_not_unfold_to_a_huge_picture(ending: str) -> None:
    data = flat(5000, 3000, ending)
    assert len(data) < SHORT
    with pytest.raises(BadInputError, match=r"at most 9 megapixels in .* bytes, got 5000 x 3000"):
        photograph_from_bytes(data, name="x")


def test_what_a_camera_takes_is_read_however_well_it_is_packed() -> None:
    header = unfoldable(flat(3840, 2160), name="x", most_pixels=MOST_PIXELS)
    assert (header.width, header.height) == (3840, 2160)
    # A telephone's photograph of 48 megapixels takes several megabytes.
    assert EVERY_FILE + PIXELS_A_BYTE * (3_000_000 - SHORT) > 48_000_000
    noise = np.random.default_rng(1).integers(0, 256, (2400, 4200, 3), np.uint8)
    done, data = cv2.imencode(".jpg", noise)
    assert done
    assert unfoldable(data.tobytes(), name="x", most_pixels=MOST_PIXELS).width == 4200

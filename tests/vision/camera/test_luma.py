"""Tests of how the brightness of a picture is got from whatever a driver hands over."""

import cv2
import numpy as np
import pytest

from tests.vision.camera.faulty import pattern
from vision.camera.jpeg import grey_of_jpeg, with_opencv
from vision.camera.luma import LEAST_SIDE, is_usable, luma_of, luma_of_jpeg
from vision.camera.source import Bytes

HEIGHT, WIDTH = pattern().shape


def jpeg(grey: Bytes) -> bytes:
    return bytes(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


def as_row(data: bytes) -> Bytes:
    return np.frombuffer(data, np.uint8).reshape(1, -1)


def test_colours_and_greys_of_every_form() -> None:
    grey = pattern()
    yuyv = np.dstack([grey, np.full_like(grey, 128)])
    nv12 = np.vstack([grey, np.full((HEIGHT // 2, WIDTH), 128, np.uint8)])
    colour = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    forms = [grey, grey[:, :, np.newaxis], yuyv, nv12, colour, np.dstack([colour, grey])]
    for form in forms:
        read = luma_of(np.asarray(form, dtype=np.uint8), height=HEIGHT)
        assert read is not None
        assert np.array_equal(read.grey, grey)
        assert read.jpeg is None


@pytest.mark.parametrize("is_column", [False, True])
def test_a_jpeg_is_kept_as_it_came_less_what_fills_the_buffer(is_column: bool) -> None:
    data = jpeg(pattern())
    raw = as_row(data + b"\0" * 5000)
    read = luma_of(raw.T if is_column else raw, height=HEIGHT)
    assert read is not None
    assert read.jpeg == data
    assert float(np.abs(read.grey.astype(int) - pattern()).mean()) < 2


@pytest.mark.parametrize("kept", [0, 1, 2, 20, 300, 0.5, 0.99])
def test_a_jpeg_that_ends_too_early_is_no_picture(kept: float) -> None:
    data = jpeg(pattern())
    part = data[: int(kept * len(data) if 0 < kept < 1 else kept)]
    assert luma_of_jpeg(part) is None


def test_what_claims_to_be_too_large_is_not_decoded() -> None:
    data = bytearray(jpeg(pattern()))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = b"\xff\xff\xff\xff"
    assert luma_of_jpeg(bytes(data)) is None
    assert luma_of_jpeg(bytes(cv2.imencode(".png", pattern())[1])) is None


def test_nothing_and_next_to_nothing() -> None:
    assert luma_of(np.empty((0, 0), np.uint8), height=0) is None
    assert luma_of(np.zeros((1, 9), np.uint8), height=0) is None
    single = luma_of(np.zeros((1, 1, 3), np.uint8), height=1)
    assert single is None or single.grey.shape == (1, 1)


@pytest.mark.parametrize(
    ("width", "height", "is_so"),
    [
        (1, 1, False),
        (LEAST_SIDE, LEAST_SIDE, True),
        (1920, LEAST_SIDE - 1, False),
        (3840, 2160, True),
        (7680, 4320, False),
    ],
)
def test_which_sizes_are_of_use(width: int, height: int, is_so: bool) -> None:
    assert is_usable(width, height) is is_so


@pytest.mark.parametrize("sampling", [0, 0x221111, 0x211111, 0x111111])
def test_whatever_decodes_a_jpeg_gives_the_same_bits(sampling: int) -> None:
    height, width = 123, 251
    colour = np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8)
    options = [cv2.IMWRITE_JPEG_QUALITY, 80]
    if sampling != 0:
        options += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    data = bytes(cv2.imencode(".jpg", cv2.GaussianBlur(colour, (0, 0), 2), options)[1])
    by_opencv = with_opencv(data)
    assert by_opencv is not None
    decoded = grey_of_jpeg(data)
    assert decoded is not None
    assert np.array_equal(decoded, by_opencv)


def test_what_a_quick_decoder_does_not_know_is_left_to_opencv() -> None:
    def knows_nothing(data: bytes) -> Bytes | None:
        raise ValueError(f"{len(data)} bytes of another kind")

    data = jpeg(pattern())
    left, by_opencv = grey_of_jpeg(data, quickly=knows_nothing), with_opencv(data)
    assert left is not None
    assert by_opencv is not None
    assert np.array_equal(left, by_opencv)
    assert grey_of_jpeg(b"no picture", quickly=knows_nothing) is None
    other = np.zeros((4, 4), np.uint8)
    assert grey_of_jpeg(data, quickly=lambda _data: other) is other

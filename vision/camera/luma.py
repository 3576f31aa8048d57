"""Takes from what a driver or stream hands over the brightness of the picture, and no more.

Tags are black on white: the colours would be decoded, converted and thrown away. A JPEG is decoded
without them in little more than half the time, and a YUV picture begins with its brightness.
"""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from rules.table.bad_input import BadInputError
from vision.camera.jpeg import grey_of_jpeg
from vision.camera.source import Bytes
from vision.pictures.picture_header import header_of

MOST_PIXELS: Final = 20_000_000
"""A live picture may have so many. 4K has 8 million; 8K has 33, which takes longer to decode than
a frame lasts, and 100 MB of shared memory."""
LEAST_SIDE: Final = 64
"""Drivers that have failed deliver pictures of 1 x 1; no tag fits into fewer pixels than this."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Luma:
    """The brightness of a picture, rows x columns."""

    grey: Bytes
    jpeg: bytes | None = field(default=None, repr=False)
    """What it was decoded from."""


def luma_of(raw: Bytes, *, height: int) -> Luma | None:
    """The brightness of one picture in whatever form it came; None where it is damaged.

    ``height`` is what the driver says, by which rows of colour are told from rows of brightness.
    """
    if raw.size == 0:
        return None
    if raw.ndim == 3 and raw.shape[2] == 1:
        raw = raw[:, :, 0]
    if raw.ndim == 2 and 1 in raw.shape and raw.size > 1:
        return luma_of_jpeg(raw.tobytes())
    if raw.ndim == 2:
        # NV12 and its like: all the brightness first, then half as many rows of colour.
        is_planar = height > 0 and raw.shape[0] * 2 == height * 3
        return Luma(grey=np.ascontiguousarray(raw[:height] if is_planar else raw))
    if raw.shape[2] == 2:
        return Luma(grey=np.ascontiguousarray(raw[:, :, 0]))  # YUYV
    code = cv2.COLOR_BGRA2GRAY if raw.shape[2] == 4 else cv2.COLOR_BGR2GRAY
    return Luma(grey=np.asarray(cv2.cvtColor(raw, code), dtype=np.uint8))


def luma_of_jpeg(data: bytes) -> Luma | None:
    """None where it is damaged, or so large that decoding it would take all the memory.

    The decoder invents what is missing from a JPEG that ends too early, so it is refused here.
    """
    # Some cameras fill up their buffers with zeros.
    data = data.rstrip(b"\0")
    try:
        header = header_of(data, "frame")
    except BadInputError:
        return None
    if header.kind != "JPEG" or not header.is_whole or not is_usable(header.width, header.height):
        return None
    grey = grey_of_jpeg(data)
    if grey is None or grey.shape != (header.height, header.width):
        return None
    return Luma(grey=grey, jpeg=data)


def colour_of_jpeg(data: bytes) -> Bytes | None:
    """Blue, green and red of a picture that `luma_of_jpeg` has read, as the sensor took it."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    colour = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    return None if colour is None else np.asarray(colour, dtype=np.uint8)


def is_usable(width: int, height: int) -> bool:
    """Whether a picture of this size is neither a failed driver's nor too large to keep up with."""
    return min(width, height) >= LEAST_SIDE and width * height <= MOST_PIXELS

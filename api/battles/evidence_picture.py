"""Unfolds a picture from a battle file; files are mailed, and a small one may unfold to a huge
picture.

A hundred kilobytes of PNG can say that they are a picture of a thousand megapixels, and would take
all memory there is before anybody has seen them.
"""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.pictures.unfolding import unfoldable

MOST_PIXELS: Final = 40_000_000
"""A camera of 8K takes 33 million."""


def unfolded(content: bytes) -> NDArray[np.uint8] | None:
    """Rows x columns x (blue, green, red); None for what is no picture, or not one we would open.

    >>> unfolded(b"no picture") is None
    True
    """
    try:
        unfoldable(content, name="picture", most_pixels=MOST_PIXELS)
    except BadInputError:
        return None
    try:
        found: Any = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if found is None else np.asarray(found, dtype=np.uint8)

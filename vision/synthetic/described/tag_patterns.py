"""Looks up which cells of a tag are black, in OpenCV's dictionaries."""

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.synthetic.described.scene import SceneTag


@functools.lru_cache(maxsize=4096)
def _bits(dictionary: str, number: int) -> bytes:
    tags = predefined(dictionary)
    if not 0 <= number < len(tags.bytesList):
        raise BadInputError(
            "id", expected=f"0 to {len(tags.bytesList) - 1} in {dictionary}", got=f"{number}"
        )
    size = tags.markerSize + 2
    return bytes(np.asarray(cv2.aruco.generateImageMarker(tags, number, size)).tobytes())


def predefined(name: str) -> cv2.aruco.Dictionary:
    """OpenCV's dictionary of that name."""
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    if not isinstance(number, int):
        known = sorted(entry for entry in dir(cv2.aruco) if entry.startswith("DICT_"))
        raise BadInputError("dictionary", expected=f"one of {', '.join(known)}", got=repr(name))
    return cv2.aruco.getPredefinedDictionary(number)


def cells(tag: SceneTag) -> NDArray[np.bool_]:
    """The tag as squares, black border included; True is paper, the first row is the top."""
    raw = np.frombuffer(_bits(tag.dictionary, tag.id), dtype=np.uint8)
    size = round(len(raw) ** 0.5)
    return raw.reshape(size, size) > 127

"""Four photographs of real tags, what is on them, and where their boards' tags are."""

import json
import re
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.fit.placed import FreeFit
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

FOLDER = Path(__file__).parents[1] / "scenes" / "desk-photos"
PHOTOGRAPHS = ("singlemarkersoriginal", "gboriginal", "choriginal", "chocclusion_original")


def photograph(name: str) -> Grey:
    picture = cv2.imread(str(FOLDER / f"{name}.jpg"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return np.asarray(picture, dtype=np.uint8)


@cache
def sightings(name: str) -> tuple[Sighting, ...]:
    return tuple(Detector(family_of(name)).sightings(photograph(name)))


@cache
def fitted(name: str) -> FreeFit:
    """All tags of a photograph; many tests begin with them, and a board takes a second."""
    return fit_corners(photograph(name), sightings(name), family=family_of(name))


def listed(name: str) -> dict[int, Floats]:
    """The corners that OpenCV's own test lists: whole pixels of its contours."""
    truth = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))[f"{name}.jpg"]
    return {
        number: np.array(corners, dtype=np.float64)
        for number, corners in zip(truth["ids"], truth["corners"], strict=True)
    }


def tutorial_family(text: str) -> TagFamily:
    """A dictionary as OpenCV's tutorials write it: nmarkers, markersize, marker_0, ..."""
    size = int(re.findall(r"\bmarkersize\s*:\s*(\d+)", text)[0])
    markers = dict(re.findall(r'\bmarker_(\d+)\s*:\s*"?([01]+)"?', text))
    patterns = np.zeros((len(markers), size + 2, size + 2), dtype=np.bool_)
    for number, bits in markers.items():
        cells = np.array([bit == "1" for bit in bits]).reshape(size, size)
        patterns[int(number), 1:-1, 1:-1] = cells
    return TagFamily(name="custom", numbers=tuple(range(len(markers))), patterns=patterns)


def family_of(name: str) -> TagFamily:
    if name == "gboriginal":
        return tutorial_family((FOLDER / "tutorial_dict.yml").read_text(encoding="utf-8"))
    return TagFamily.of("DICT_6X6_250")


def board_places(name: str) -> dict[int, Floats]:
    """The middles of a board's tags, in metres."""
    if name == "gboriginal":
        return {n: np.array([(n % 5) * 0.05 + 0.02, (n // 5) * 0.05 + 0.02]) for n in range(35)}
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    board = cv2.aruco.CharucoBoard((5, 7), 0.04, 0.02, book)
    numbers = np.asarray(board.getIds()).reshape(-1).tolist()
    return {
        number: np.asarray(points)[:, :2].mean(axis=0)
        for number, points in zip(numbers, board.getObjPoints(), strict=True)
    }

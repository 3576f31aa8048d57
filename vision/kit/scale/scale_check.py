"""Measures how large a page was really printed, from a photograph with a bank card on it.

The six tags of the page give the way from the photograph to the page's own inches. There the card
is measured: along its edges lie bars, and a bar ends where the card begins, whatever its colour.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.kit.drawing.marks import PrintedTag
from vision.kit.scale.card_edges import card_sides
from vision.kit.scale.flat_page import Flattening, flattening
from vision.kit.scale.scale_page import CARD, CENTRE, scale_tags
from vision.kit.tags.plan import Plan
from vision.pictures.photograph import photograph_from_bytes
from vision.tags.dictionary import Dictionary, dictionary_from_text

Gray = NDArray[np.uint8]

THICKNESS: Final = 0.03
"""Inches; a card lies nearer to the camera than the page and looks larger by that much."""
FOCAL: Final = 0.75
"""Of telephones and webcams, in long sides of the picture; good to a fifth."""
GOOD: Final = 0.005
"""Half a percent: 0.18 in over a table of 36 in. More, and the page should be printed again."""
LEAST_TAGS: Final = 4


class UnreadablePhotoError(Exception):
    """A photograph in which the page or the card cannot be found; the message says what to do."""


class NoPhotographError(UnreadablePhotoError):
    """Bytes that are no picture at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueScale:
    """How large a page is, as a share of what it should be."""

    across: float
    along: float
    error: float
    """One standard error of both, as a share."""
    tags: int
    """How many of the page's tags were read."""
    misfit_px: float
    """How far the tags are from where a flat page would have them."""

    @property
    def scale(self) -> float:
        return (self.across + self.along) / 2

    @property
    def is_good(self) -> bool:
        """Whether the page can be used as it is."""
        return max(abs(self.across - 1), abs(self.along - 1)) <= GOOD


def true_scale(photo: bytes) -> TrueScale:
    """Measure the page in a photograph (JPEG, PNG, ...)."""
    image = _decoded(photo)
    found, tags = _page_tags(image)
    flat = flattening(
        pixels=np.concatenate([found[tag.number] for tag in tags]),
        page=np.array([corner for tag in tags for corner in tag.square()]),
        size=(image.shape[1], image.shape[0]),
    )
    sides = card_sides(image, flat)
    if sides is None:
        raise UnreadablePhotoError(
            "the page is there, but no card on its outline: lay one on it so that its edges "
            "are within 4 mm of the line all round, and keep shadows off them; where it cannot lie "
            "so, the page is a tenth or more too large or too small: print it at 100 %"
        )
    distance = FOCAL * max(image.shape) / flat.px_per_in(CENTRE)
    nearer = distance / max(distance - THICKNESS, THICKNESS)
    width, height = sides.width / nearer, sides.height / nearer
    return TrueScale(
        across=CARD[0] / width,
        along=CARD[1] / height,
        error=_error(flat, nearer=nearer, roughness=sides.roughness),
        tags=len(tags),
        misfit_px=flat.misfit_px,
    )


def _error(flat: Flattening, *, nearer: float, roughness: float) -> float:
    """Half of the correction for thickness, the edges' roughness, and the tags' own misfit."""
    tags = flat.misfit_px / flat.px_per_in(CENTRE) / 4
    edges = math.hypot(roughness, tags) / CARD[1]
    return math.hypot((nearer - 1) / 2, edges, 0.0005)


def _decoded(photo: bytes) -> Gray:
    try:
        return photograph_from_bytes(photo, name="photograph").grey
    except BadInputError as complaint:
        told = f"expected {complaint.expected}, got {complaint.got}"
        raise NoPhotographError(told) from complaint


def _page_tags(image: Gray) -> tuple[dict[int, NDArray[np.float64]], list[PrintedTag]]:
    """The corners of the page's tags, in the dictionary of which more are there."""
    best: tuple[dict[int, NDArray[np.float64]], list[PrintedTag]] = ({}, [])
    for name in ("4x4", "36h11"):
        dictionary = dictionary_from_text(name)
        found = _detected(image, dictionary)
        tags = [
            tag for tag in scale_tags(Plan(dictionary=dictionary, pieces=())) if tag.number in found
        ]
        if len(tags) > len(best[1]):
            best = (found, tags)
    if len(best[1]) < LEAST_TAGS:
        raise UnreadablePhotoError(
            f"found {len(best[1])} of the six tags of the page 'scale check': photograph the "
            "whole page, sharp, evenly lit and without glare"
        )
    return best


def _detected(image: Gray, dictionary: Dictionary) -> dict[int, NDArray[np.float64]]:
    """The corners of every tag that is there once."""
    book: Any = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary.family.value)))
    settings: Any = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(book, settings).detectMarkers(image)
    # For nothing 4.x returns None, otherwise (n, 1); 5.x returns (n,).
    seen: Any = ids
    numbers = [] if seen is None else [int(number) for number in np.asarray(seen).reshape(-1)]
    return {
        number: np.asarray(square, dtype=np.float64).reshape(4, 2)
        for number, square in zip(numbers, corners, strict=True)
        if numbers.count(number) == 1
    }

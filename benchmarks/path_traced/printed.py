"""Reads where each piece lies on the pages of a printed kit, by OpenCV's detector alone."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

DPI: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OnPage:
    """Where the paper of one piece is printed."""

    page: int
    turn: Floats
    """2 x 2: from inches of the piece's own frame to pixels of the page."""
    origin: Floats
    """The pixel of the page at which the piece's own frame begins; whole ones are centres."""

    def pixels(self, spots: Floats) -> Floats:
        """Where points (n x 2, inches of the piece) are printed."""
        return np.asarray(spots @ self.turn.T + self.origin)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrintedPages:
    """A kit as it came out of the printer."""

    pages: tuple[Grey, ...]
    kit: dict[str, Any]
    """As `umpire kit describe --json` tells it."""
    places: dict[str, OnPage]
    """By the id of a piece, or the number of an anchor."""
    board: OnPage
    """The lens board; its frame begins at the middle of its tag of the lowest number."""


def tag_corners(tag: dict[str, Any]) -> Floats:
    """4 x 2 inches in the piece's frame: top left, top right, bottom right, bottom left.

    >>> tag_corners({"size_in": 2.0, "at_in": [5, 0], "top_deg": 90.0}).round(6).tolist()
    [[4.0, 1.0], [6.0, 1.0], [6.0, -1.0], [4.0, -1.0]]
    """
    angle, half = math.radians(tag["top_deg"]), tag["size_in"] / 2
    up = half * np.array([math.cos(angle), math.sin(angle)])
    right = half * np.array([math.sin(angle), -math.cos(angle)])
    square = np.array([up - right, up + right, right - up, -up - right])
    return np.asarray(square + np.array(tag["at_in"], dtype=float))


def printed_pages(pdf: bytes, *, description: str) -> PrintedPages:
    """Rasterise the pages, and find every paper on them by its tags."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    pages = [
        np.asarray(
            cv2.cvtColor(page.render(scale=DPI / 72).to_numpy(), cv2.COLOR_BGR2GRAY), dtype=np.uint8
        )
        for page in document
    ]
    kit = json.loads(description)
    seen = [stock_tags(page) for page in pages]
    places = {}
    for piece in kit["pieces"]:
        tags = piece["faces"][0]["tags"]
        places[piece["id"]] = _found({tag["id"]: tag_corners(tag) for tag in tags}, seen=seen)
    for anchor in kit["anchors"]:
        corners = tag_corners({**anchor, "at_in": [0.0, 0.0]})
        places[str(anchor["id"])] = _found({anchor["id"]: corners}, seen=seen)
    least = min(kit["board"]["ids"])
    side = {"size_in": kit["board"]["tag_in"], "at_in": [0.0, 0.0], "top_deg": 90.0}
    board = _found({least: tag_corners(side)}, seen=seen)
    return PrintedPages(pages=tuple(pages), kit=kit, places=places, board=board)


def stock_tags(grey: Grey) -> dict[int, Floats]:
    """What OpenCV finds with its own settings and its best corners, by number."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(book, settings).detectMarkers(grey)
    # 4.x answers None for nothing.
    told: Any = ids
    numbers = [] if told is None else np.asarray(told).ravel().tolist()
    return {
        int(number): np.asarray(square, dtype=np.float64).reshape(4, 2)
        for number, square in zip(numbers, corners, strict=True)
    }


def _found(tags: dict[int, Floats], *, seen: Sequence[dict[int, Floats]]) -> OnPage:
    """By the tags of one paper; pages are printed at true size, turned by right angles."""
    for page, squares in enumerate(seen):
        if not tags.keys() <= squares.keys():
            continue
        meant = np.concatenate([tags[number] for number in tags])
        there = np.concatenate([squares[number] for number in tags])
        middle, spot = meant.mean(axis=0), there.mean(axis=0)
        turn = np.linalg.lstsq(meant - middle, there - spot, rcond=None)[0].T
        turn = np.round(turn / DPI) * DPI
        origin = spot - turn @ middle
        off = float(np.abs(meant @ turn.T + origin - there).max())
        if off > 2:
            raise ValueError(f"expected tags {list(tags)} as the kit tells, got {off:.1f} px off")
        return OnPage(page=page, turn=turn, origin=origin)
    raise ValueError(f"expected a page with the tags {list(tags)}, got none")

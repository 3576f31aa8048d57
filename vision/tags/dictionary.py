"""Lists the two families of tags that can be printed, and the cells of each tag."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

import cv2

from rules.table.bad_input import BadInputError

Shares = tuple[tuple[float, float], ...]


class Family(StrEnum):
    """A dictionary of tags, by the name that OpenCV and other programs know it by."""

    SMALL = "DICT_4X4_250"
    LARGE = "DICT_APRILTAG_36h11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictionary:
    """What is the same for all tags of a family."""

    family: Family
    cells: int
    """From black edge to black edge, the frame of one cell included."""
    count: int
    least_px_per_cell: float
    """At which at least 99 of 100 tags are found at first sight."""
    recall: Shares
    """From this many pixels a cell on, this share is found at first sight (nominal light)."""
    settled: Shares
    """The same of cells seen aslant, in four looks while nothing moves. The pixels are those of a
    cell's shorter way, at 1080p."""

    def share_found(self, px_per_cell: float) -> float:
        """The share of tags of this size that one look finds."""
        return _share(self.recall, px_per_cell)

    def share_settled(self, px_per_cell: float) -> float:
        """The share of tags that is found at rest, by the pixels of a cell's shorter way."""
        return _share(self.settled, px_per_cell)

    @property
    def settled_px_per_cell(self) -> float:
        """The pixels of a cell's shorter way at which nearly all tags are found at rest."""
        return self.settled[-1][0]


def _share(shares: Shares, px_per_cell: float) -> float:
    found = [share for least, share in shares if px_per_cell >= least]
    return found[-1] if found else 0.0


MARGIN_CELLS: Final = 1
"""The white border that a detector needs around a tag."""

# Measured with OpenCV on rendered tables: overhead to 30 degrees above the table, 60 tags a frame;
# at rest with 4500 tags of printed armies seen from straight above to 55 degrees from there.
_BY_FAMILY: Final = {
    Family.SMALL: Dictionary(
        family=Family.SMALL,
        cells=6,
        count=250,
        least_px_per_cell=3.5,
        recall=((1.0, 0.03), (1.5, 0.27), (2.0, 0.62), (2.5, 0.90), (3.0, 0.965), (3.5, 0.996)),
        settled=((1.0, 0.2), (1.25, 0.4), (1.5, 0.65), (1.75, 0.8), (2.0, 0.92), (2.25, 0.99)),
    ),
    Family.LARGE: Dictionary(
        family=Family.LARGE,
        cells=8,
        count=587,
        # At 4K a lens blurs over more pixels: 2.5 a cell, enough at 1080p, find 7 to 9 of 10 there.
        least_px_per_cell=3.5,
        recall=((1.0, 0.04), (1.5, 0.3), (2.0, 0.5), (2.5, 0.67), (3.5, 0.99)),
        settled=((1.0, 0.1), (1.25, 0.5), (1.5, 0.7), (1.65, 0.9), (1.85, 0.99)),
    ),
}
_SHORT: Final = {"4x4": Family.SMALL, "36h11": Family.LARGE}


def dictionary_from_text(text: str, where: str = "dictionary") -> Dictionary:
    """A dictionary by its full or its short name.

    >>> dictionary_from_text("4x4").count
    250
    """
    plain = text.strip().lower().removeprefix("dict_").removesuffix("_250")
    plain = plain.removeprefix("apriltag_")
    family = _SHORT.get(plain)
    if family is None:
        raise BadInputError(where, expected="4x4 or 36h11", got=repr(text))
    return _BY_FAMILY[family]


@cache
def pattern(family: Family, number: int) -> tuple[tuple[bool, ...], ...]:
    """The cells of a tag, rows from its top and each from its left; true is white.

    >>> ["".join(".#"[not cell] for cell in row) for row in pattern(Family.SMALL, 8)][:3]
    ['######', '#....#', '#...##']
    """
    book = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, family.value)))
    cells = _BY_FAMILY[family].cells
    image = cv2.aruco.generateImageMarker(book, number, cells)
    return tuple(tuple(bool(cell) for cell in row) for row in image)

"""Foretells how surely a camera reads and places the tags of a kit, all over a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.anchors import Calibrated
from calibration.error import Own, place_covariances
from calibration.error_map import within_95
from calibration.lens import Floats
from rules.table.snapshot import TableSize
from vision.kit.tags.sizes import FULL_HD, TableView
from vision.locating.place_error import Care
from vision.tags.dictionary import Family

_SIDE: Final = 9
"""Places along each side of the table."""
_SOUGHT: Final = {Family.SMALL: (0.5, 1.2), Family.LARGE: (0.4, 1.0)}
"""Pixels of a cell's shorter way at 1080p: below the first the umpire finds hardly a tag that it
looks for, from the second on nearly every one that nothing covers, in ordinary light and with a
lens in focus. Measured by the umpire's own look at 3,000 tags on rendered tables, leaning by 0 to
60 degrees."""
_NOISE: Final = 0.02
"""Of a pixel, as a share of the contrast between a tag's white and black."""
_BLUR_PX: Final = 0.8
_EDGES: Final = 20.0
"""Sides of cells along which a tag's light and dark meet, either way."""
_SPREAD: Final = 0.35
"""How far from a tag's middle these lie, by its side."""


class TagReading(StrEnum):
    """Whether a tag is read that nothing covers."""

    SURELY = "surely"
    """By any look of four while nothing moves, in poor light as well."""
    IN_GOOD_LIGHT = "in good light"
    """By the look for it alone, where it has to lie: in ordinary light and in focus."""
    NOW_AND_THEN = "now and then"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidTag:
    """What tells how surely one tag of a piece is placed."""

    side: float
    """Of the black square, in inches."""
    height: float = 0.0
    """Over the table, in inches."""
    aside: float = 0.0
    """From the middle of its piece, in inches."""
    is_alone: bool = True
    """Whether its piece has no other on this face."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KitMap:
    """What becomes of the worst of some tags at each place; rows run north, columns east."""

    x: Floats
    y: Floats
    """Inches, of the columns and rows."""
    px_per_cell: Floats
    """Of the shorter way of a cell."""
    within: Floats
    """Inches from its true place within which a piece is put 95 times of 100, by that tag alone."""
    sure_px: float
    good_px: float
    least_px: float
    """Pixels per cell from which on tags are read surely, in good light, now and then."""

    def share(self, *readings: TagReading) -> float:
        """The share of the table on which they are read that way."""
        return float(np.isin(self.readings(), [each.value for each in readings]).mean())

    def readings(self) -> list[list[str]]:
        """Of each place."""
        steps = (self.sure_px, self.good_px, self.least_px)
        return [[str(_reading(float(px), steps)) for px in row] for row in self.px_per_cell]

    @property
    def is_read(self) -> Floats:
        """1 where it is read in good light at least, 0 elsewhere."""
        found: Floats = (self.px_per_cell >= self.good_px).astype(np.float64)
        return found

    @property
    def fewest_px(self) -> float:
        return float(self.px_per_cell.min())

    @property
    def typical(self) -> float | None:
        """Root mean square of `within` over the part of the table where the tags are read."""
        seen = self.within[self.is_read > 0]
        return float(np.sqrt((seen**2).mean())) if seen.size else None

    @property
    def worst(self) -> float | None:
        seen = self.within[self.is_read > 0]
        return float(seen.max()) if seen.size else None


def kit_map(
    calibrated: Calibrated,
    tags: Sequence[LaidTag],
    *,
    view: TableView,
    care: Care | None = None,
    side: int = _SIDE,
) -> KitMap:
    """What becomes of the worst of these tags, all over the table of the view."""
    table = TableSize(width=view.table.width, depth=view.table.depth)
    x, y = np.linspace(0, table.width, side), np.linspace(0, table.depth, side)
    at = np.array([(east, north) for north in y for east in x])
    cells = view.dictionary.cells
    pixels = [px_per_cell(calibrated, tag, at=at, cells=cells) for tag in tags]
    squares = [
        covariances(calibrated, tag, at=at, cells=cells, care=care or Care()) for tag in tags
    ]
    least, good = _SOUGHT[view.dictionary.family]
    # What a finer camera needs more of: a lens spreads what it blurs over more pixels there.
    blur = view.least_far_px_per_cell / view.dictionary.settled_px_per_cell
    finer = max(1.0, min(view.camera.width, view.camera.height) / FULL_HD)
    return KitMap(
        x=x,
        y=y,
        px_per_cell=np.min(pixels, axis=0).reshape(side, side),
        within=np.max([within_95(each) for each in squares], axis=0).reshape(side, side),
        sure_px=view.least_far_px_per_cell,
        good_px=good * finer,
        least_px=least * blur,
    )


def px_per_cell(calibrated: Calibrated, tag: LaidTag, *, at: Floats, cells: int) -> Floats:
    """Pixels of a cell's shorter way, of a tag at each of some places (n x 2)."""
    points = np.column_stack([at, np.full(len(at), tag.height)])
    stretch = calibrated.model.pixel_slopes(points)[..., :2]
    found: Floats = np.linalg.svd(stretch, compute_uv=False)[:, -1] * tag.side / cells
    return found


def covariances(
    calibrated: Calibrated, tag: LaidTag, *, at: Floats, cells: int, care: Care
) -> Floats:
    """Of the middle of a piece (n x 2 x 2, square inches) that is placed by this tag alone."""
    points = np.column_stack([at, np.full(len(at), tag.height)])
    short = px_per_cell(calibrated, tag, at=at, cells=cells)
    floor = calibrated.floor
    # What noise leaves unsure of a blurred edge, by its length.
    noise = _NOISE**2 * 2 * np.sqrt(np.pi) * _BLUR_PX / (_EDGES * np.maximum(short, 0.1))
    pixels = (floor.shift**2 + floor.corner**2 / 4 + noise)[:, None, None] * np.eye(2)
    is_raised = tag.height > 0
    own = Own(
        height=care.raised_height_in if is_raised else care.flat_height_in,
        lean_deg=care.lean_deg if is_raised else 0.0,
    )
    found = place_covariances(calibrated, points, pixels=pixels, own=own)
    sides = np.maximum(short * cells, 1.0)
    turn = floor.corner**2 / 2 / sides**2 + noise / (_SPREAD * sides) ** 2
    if not tag.is_alone:
        turn = turn + np.radians(care.glued_deg) ** 2
        found = found + care.glued_in**2 * np.eye(2)
    # Pieces head anywhere, so what a turn does to the middle goes every way.
    spread: Floats = found + (turn * tag.aside**2 / 2)[:, None, None] * np.eye(2)
    return spread


def _reading(px: float, steps: tuple[float, float, float]) -> TagReading:
    sure, good, least = steps
    if px >= sure:
        return TagReading.SURELY
    if px >= good:
        return TagReading.IN_GOOD_LIGHT
    return TagReading.NOW_AND_THEN if px >= least else TagReading.NEVER

"""Looks where tags have slid to since the frame before, by their drawn patterns in coarse pixels.

A fit finds its way from half a cell away, and a hand that speeds up or turns leads a tag farther
than that from where it was foreseen. Searching its pixels for squares costs twenty times as much.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from vision.fit.on_plane import corners_in
from vision.fit.placed import StartTag
from vision.sighting import Floats, Grey
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import unit_squares_to

_PX: Final = 2.0
"""Pixels of a cell in which patterns are compared: fewer show no cells, more cost time."""
_FINE: Final = 4
"""Samples along a cell of a drawn pattern."""
_REACH: Final = 5.5
"""Cells around the foreseen place: 15 in/s are five cells of a tag of 0.6 in, in a frame. From
eight on a marker that lies beside could be taken for this one."""
_ALIKE: Final = 0.5
"""Correlation below which nothing is taken for the tag. Tags drawn a fifth of a cell amiss had 0.52
and more; what is taken for one and is none, the fit refuses."""
_STAYED: Final = 0.3
"""By which a tag that rested must be more alike elsewhere than where it was."""
_THERE: Final = 0.8
"""Correlation of a few samples from which a tag is where it was foreseen: 0.3 cells
aside it is below that, and a fit finds its way from half a cell."""


def slid(
    grey: Grey, starts: Sequence[StartTag], *, camera: CameraModel, family: TagFamily
) -> list[StartTag]:
    """The starts, each where its tag is found near by; as it was where it is not found."""
    if not starts:
        return []
    flat = corners_in(starts)
    heights = np.array([start.height_in for start in starts])
    rows = np.dstack([flat, np.broadcast_to(heights[:, None], flat.shape[:2])])
    seen = camera.pixels(rows.reshape(-1, 3)).reshape(-1, 4, 2)
    away = np.flatnonzero(~_are_there(grey, seen, starts=starts, family=family)).tolist()
    if not away:
        return list(starts)
    parts = dict(zip(away, _parts(grey, seen[away], cells=family.cells), strict=True))
    moves = [
        None if (part := parts.get(at)) is None else _move(grey, part, family=family, start=start)
        for at, start in enumerate(starts)
    ]
    middles = seen.mean(axis=1)
    aside = np.array([(0.0, 0.0) if move is None else move for move in moves])
    # The difference of two places, so that what a square's middle is not falls out.
    before, after = (camera.places(at, height=heights) for at in (middles, middles + aside))
    ways = (after - before).tolist()
    return [
        start
        if move is None or not np.isfinite(way).all()
        else replace(start, x_in=start.x_in + way[0], y_in=start.y_in + way[1], is_trusted=False)
        for start, move, way in zip(starts, moves, ways, strict=True)
    ]


def _are_there(
    grey: Grey, seen: Floats, *, starts: Sequence[StartTag], family: TagFamily
) -> NDArray[np.bool_]:
    """Which tags show their pattern where they were foreseen (n x 4 x 2 pixels)."""
    spots = _spots(family.cells)
    is_known: NDArray[np.bool_] = np.asarray(np.isfinite(seen).all(axis=(1, 2)))
    ways = unit_squares_to(np.where(is_known[:, None, None], seen, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        met = ways @ spots
        at = np.where(is_known[:, None, None], met[:, :2] / met[:, 2:], -1.0).astype(np.float32)
    levels = cv2.remap(
        grey, at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    levels -= levels.mean(axis=1, keepdims=True)
    drawn = np.array(
        [_sampled(family.pattern(start.number).tobytes(), family.cells) for start in starts]
    )
    contrast = np.maximum(np.sqrt(np.square(levels).sum(axis=1)), 1.0)
    alike = (levels * drawn).sum(axis=1) / contrast
    return np.asarray(is_known & (alike >= _THERE))


@cache
def _spots(cells: int) -> Floats:
    """Four samples of each cell, and of the paper next to it, on the unit square (3 x n)."""
    along = (np.arange(2 * cells + 2) - 0.5) / (2 * cells)
    across, down = np.meshgrid(along, along)
    return np.stack([across.ravel(), down.ravel(), np.ones(across.size)])


@lru_cache(maxsize=1024)
def _sampled(cells: bytes, count: int) -> NDArray[np.float32]:
    """The pattern at those samples, with a mean of 0 and a length of 1."""
    whole = np.frombuffer(cells, dtype=np.bool_).reshape(count, count).repeat(2, 0).repeat(2, 1)
    found = np.pad(whole, 1, constant_values=True).ravel().astype(np.float32)
    found -= found.mean()
    return np.asarray(found / np.linalg.norm(found), dtype=np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The part of a picture in which one tag is looked for, and in what size."""

    box: tuple[int, int, int, int]
    """Left, top, right, bottom."""
    size: tuple[int, int]
    by: tuple[float, float]
    way: Floats
    """From its papered pattern to its own drawing (3 x 3)."""
    drawn_size: tuple[int, int]
    first: tuple[int, int]
    """Where that drawing lies in the part if the tag is where it was foreseen."""


def _parts(grey: Grey, seen: Floats, *, cells: int) -> list[_Part | None]:
    """Of each tag by its corners in pixels (n x 4 x 2); None where there is nothing to look at."""
    along = seen - np.roll(seen, 1, axis=1)
    scale = _PX * cells / np.hypot(along[..., 0], along[..., 1]).max(axis=1)
    reach = (_REACH * _PX / scale)[:, None]
    rows, columns = grey.shape
    low = np.floor(np.maximum(seen.min(axis=1) - reach, 0))
    high = np.ceil(np.minimum(seen.max(axis=1) + reach, (columns, rows)))
    size = np.round((high - low) * scale[:, None])
    by = size / np.maximum(high - low, 1.0)
    # A pixel's middle is half a pixel from its corner, at any size.
    small = (seen - low[:, None] + 0.5) * by[:, None] - 0.5
    first = np.floor(small.min(axis=1))
    wide = np.ceil(small.max(axis=1)) - first + 1
    is_there = np.isfinite(seen).all(axis=(1, 2)) & (wide <= size).all(axis=1)
    # Of all at once: one by one it takes as long as the drawing.
    drawn_at = np.where(is_there[:, None, None], small - first[:, None], 0.0)
    ways = unit_squares_to(drawn_at) @ _from_papered(cells)
    told = zip(
        is_there.tolist(),
        np.where(is_there[:, None], np.column_stack([low, high, size, wide, first]), 0.0)
        .astype(int)
        .tolist(),
        by.tolist(),
        ways,
        strict=True,
    )
    return [
        _Part(
            box=(left, top, right, bottom),
            size=(across, down),
            by=(by_x, by_y),
            way=way,
            drawn_size=(wide_x, wide_y),
            first=(first_x, first_y),
        )
        if there
        else None
        for (
            there,
            (left, top, right, bottom, across, down, wide_x, wide_y, first_x, first_y),
            (by_x, by_y),
            way,
        ) in told
    ]


def _move(
    grey: Grey, part: _Part, *, family: TagFamily, start: StartTag
) -> tuple[float, float] | None:
    """By how many pixels a tag has left its corners; None where it is not made out elsewhere."""
    left, top, right, bottom = part.box
    way = cv2.INTER_AREA if part.by[0] < 1 else cv2.INTER_LINEAR
    about = cv2.resize(grey[top:bottom, left:right], part.size, interpolation=way)
    drawn = _drawn(family, start.number, way=part.way, size=part.drawn_size)
    alike = np.asarray(cv2.matchTemplate(about, drawn, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    if best < _ALIKE or not _has_left(alike, part.first, best=best, start=start):
        return None
    across = x + _vertex(alike[y], x) - part.first[0]
    down = y + _vertex(alike[:, x], y) - part.first[1]
    return across / part.by[0], down / part.by[1]


def _has_left(
    alike: NDArray[np.float32], first: tuple[int, int], *, best: float, start: StartTag
) -> bool:
    """Whether a tag is elsewhere than where it rested; of one that moves nothing is asked."""
    if not start.is_trusted:
        return True
    rows, columns = alike.shape
    x, y = first
    about = alike[max(y - 1, 0) : min(y + 2, rows), max(x - 1, 0) : min(x + 2, columns)]
    return about.size == 0 or best > float(about.max()) + _STAYED


def _vertex(line: NDArray[np.float32], at: int) -> float:
    """How far from the highest of some values their parabola is highest."""
    if not 0 < at < len(line) - 1:
        return 0.0
    low, top, high = line[at - 1 : at + 2].tolist()
    bend = low - 2 * top + high
    return 0.5 * (low - high) / bend if bend < 0 else 0.0


def _drawn(family: TagFamily, number: int, *, way: Floats, size: tuple[int, int]) -> Grey:
    """A tag where that way leads its papered pattern, on white paper."""
    pattern = _papered(family.pattern(number).tobytes(), family.cells)
    found = cv2.warpPerspective(pattern, way, size, flags=cv2.INTER_LINEAR, borderValue=255.0)
    return np.asarray(found, dtype=np.uint8)


@cache
def _from_papered(cells: int) -> Floats:
    """From the samples of a papered pattern to the unit square that its black square is."""
    scale, first = 1 / (_FINE * cells), _FINE - 0.5
    return np.array([[scale, 0.0, -scale * first], [0.0, scale, -scale * first], [0.0, 0.0, 1.0]])


@lru_cache(maxsize=1024)
def _papered(cells: bytes, count: int) -> Grey:
    """The pattern with a cell of paper around it, each cell in some samples, a little blurred."""
    whole = np.pad(
        np.frombuffer(cells, dtype=np.bool_).reshape(count, count), 1, constant_values=True
    )
    fine = np.kron(whole, np.ones((_FINE, _FINE))).astype(np.uint8) * 255
    return np.asarray(cv2.blur(fine, (3, 3)), dtype=np.uint8)

"""Searches some parts of a picture at once, pasted side by side into one picture."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.detector import Detector
from vision.sighting import Floats, Grey, Sighting

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are not in it."""

_GAP: Final = 8
"""Pixels between parts."""
_LEAST_WIDE: Final = 256
_FINE_WIDE: Final = 2600
"""Pixels; wider pictures are fine enough as they are."""


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of which no two overlap, and which cover all of these.

    >>> merged([(0, 0, 4, 4), (3, 3, 6, 6), (9, 9, 12, 12)])
    [(0, 0, 6, 6), (9, 9, 12, 12)]
    """
    left_over = [box for box in boxes if box[2] > box[0] and box[3] > box[1]]
    done: list[Box] = []
    while left_over:
        box = left_over.pop(0)
        touching = [each for each in (*left_over, *done) if _overlap(box, each)]
        if not touching:
            done.append(box)
            continue
        left_over = [each for each in left_over if each not in touching]
        done = [each for each in done if each not in touching]
        whole = np.array([box, *touching])
        low, high = whole[:, :2].min(axis=0).tolist(), whole[:, 2:].max(axis=0).tolist()
        left_over.insert(0, (low[0], low[1], high[0], high[1]))
    return done


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def searched(
    grey: Grey, boxes: Sequence[Box], *, detector: Detector, times: float = 1.0
) -> list[Sighting]:
    """Every tag that lies wholly within one of these boxes, in a picture that is so much larger."""
    rows, columns = grey.shape
    kept = merged([_inside(box, columns=columns, rows=rows) for box in boxes])
    if not kept:
        return []
    if len(kept) == 1:
        (left, top, right, bottom) = kept[0]
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        return [
            _shifted(each, (left, top)) for each in _looked(part, detector=detector, times=times)
        ]
    places, size = _packed(kept)
    # The colour of the gaps makes an edge at most at the rim of a part, where no whole tag ends.
    atlas = np.full((size[1], size[0]), int(grey[::16, ::16].mean()), dtype=np.uint8)
    for (left, top, right, bottom), (x, y) in zip(kept, places, strict=True):
        atlas[y : y + bottom - top, x : x + right - left] = grey[top:bottom, left:right]
    sightings = _looked(atlas, detector=detector, times=times)
    if not sightings:
        return []
    corners = np.array([each.corners for each in sightings])
    sizes = [(right - left, bottom - top) for left, top, right, bottom in kept]
    first = np.array(places)
    last = first + np.array(sizes) - 1
    # A square of the part's own rim is no tag.
    is_in = (corners.min(axis=1)[:, None] > first).all(axis=2)
    is_in &= (corners.max(axis=1)[:, None] < last).all(axis=2)
    found = []
    for at, which in np.argwhere(is_in).tolist():
        (x, y), (left, top) = places[which], kept[which][:2]
        found.append(_shifted(sightings[at], (left - x, top - y)))
    return found


def once(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Of each tag the first, where two looks at one place have both read it."""
    kept: list[Sighting] = []
    for each in sightings:
        apart = 0.5 * each.shortest_side_px
        if not any(
            other.number == each.number and np.hypot(*(other.centre - each.centre)) < apart
            for other in kept
        ):
            kept.append(each)
    return kept


def _looked(picture: Grey, *, detector: Detector, times: float) -> Sequence[Sighting]:
    if times == 1.0 or picture.shape[1] > _FINE_WIDE:
        return detector.sightings(picture)
    larger = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    found = detector.sightings(np.asarray(larger, dtype=np.uint8))
    # A pixel's middle is half a pixel from its corner, at any size.
    return [replace(each, corners=(each.corners + 0.5) / times - 0.5) for each in found]


def _inside(box: Box, *, columns: int, rows: int) -> Box:
    left, top, right, bottom = box
    return (max(0, left), max(0, top), min(columns, right), min(rows, bottom))


def _packed(boxes: Sequence[Box]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where each part goes, on shelves, and the size of it all."""
    sizes = [(box[2] - box[0] + _GAP, box[3] - box[1] + _GAP) for box in boxes]
    area = sum(width * height for width, height in sizes)
    wide = max(_LEAST_WIDE, int(1.15 * area**0.5), *(width for width, _ in sizes)) + _GAP
    places: list[tuple[int, int]] = [(0, 0)] * len(boxes)
    x = y = _GAP
    shelf = 0
    for index in sorted(range(len(boxes)), key=lambda at: -sizes[at][1]):
        width, height = sizes[index]
        if x + width > wide:
            x, y, shelf = _GAP, y + shelf, 0
        places[index] = (x, y)
        x, shelf = x + width, max(shelf, height)
    return places, (wide, y + shelf)


def _shifted(sighting: Sighting, by: tuple[int, int]) -> Sighting:
    corners: Floats = sighting.corners + np.array(by, dtype=np.float64)
    return replace(sighting, corners=corners)

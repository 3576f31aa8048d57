"""Finds tags in a whole picture, without knowing where they might be."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from rules.table.bad_input import BadInputError
from vision.sighting import Floats, Grey, Sighting
from vision.tags.dark_squares import dark_squares
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import Legible, read_by_level, read_squares, wrong_cells


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectorSettings:
    """Thresholds of the search, each with its unit and what changing it costs."""

    least_side_px: float = 8.0
    """Shortest side of a tag that is considered. Lower costs time and finds nothing legible."""
    windows_px: tuple[int, int, int] = (3, 23, 10)
    """Least, most and step of the adaptive thresholds' windows; each window is a pass."""
    correction: float = 1.0
    """Share of the cells that may be corrected of those that the family's distance allows."""
    samples_per_cell: int = 8
    """Pixels of a straightened cell. With OpenCV's own 4 small tags are misread."""
    apart: float = 0.03
    """Two squares whose corners are nearer on average than this share of a perimeter are one, of
    which the larger is read. OpenCV's own 0.125 takes a tag, its paper and the dark rim round the
    paper for one: of 1,576 tags with three pixels a cell seven were lost so, and now none."""
    same_place: float = 0.5
    """Two squares with one number nearer than this many sides are one tag."""
    legible: Legible = field(default_factory=Legible)


class Detector:
    """Finds the tags of one family; only numbers of the family are ever told."""

    def __init__(self, family: TagFamily, *, settings: DetectorSettings | None = None) -> None:
        self.family = family
        self._settings = settings or DetectorSettings()
        self._by_size: dict[int, cv2.aruco.ArucoDetector] = {}

    def sightings(self, grey: Grey, *, is_thorough: bool = False) -> tuple[Sighting, ...]:
        """Every tag that was seen, by number and then from the left.

        A thorough look costs as much again, and finds tags that a shadow's edge crosses.

        Two tags with one number are both told. A contour runs through the outermost dark pixels,
        so the corners are about half a pixel inside the printed ones; the model fit mends that.
        """
        if grey.ndim != 2 or grey.dtype != np.uint8:
            got = f"{grey.dtype} of shape {grey.shape}"
            raise BadInputError("picture", expected="grey: rows x columns of bytes", got=got)
        squares, places, rejected = self._looked(grey)
        # OpenCV does not report what it corrected.
        corrected = wrong_cells(grey, squares, places=places, family=self.family)
        found = [
            Sighting(number=self.family.numbers[place], corners=square, wrong_cells=wrong)
            for place, square, wrong in zip(places, squares, corrected, strict=True)
        ]
        found += read_squares(
            grey,
            self._left_over(found, rejected),
            family=self.family,
            legible=self._settings.legible,
        )
        if is_thorough:
            squares = dark_squares(grey, least_px=self._settings.least_side_px)
            left = self._left_over(found, np.concatenate([squares, rejected]))
            found += read_squares(grey, left, family=self.family, legible=self._settings.legible)
            found += read_by_level(grey, self._left_over(found, left), family=self.family)
        kept = _without_repeats(found, same_place=self._settings.same_place)
        return tuple(sorted(kept, key=lambda seen: (seen.number, seen.corners[:, 0].min())))

    def _looked(self, grey: Grey) -> tuple[Floats, list[int], Floats]:
        """Squares that OpenCV could decode, their places in the family, and all others."""
        longest = max(grey.shape)
        detector = self._by_size.get(longest)
        if detector is None:
            detector = self._made(longest)
            self._by_size = {longest: detector}
        corners, ids, rejected = detector.detectMarkers(grey)
        # For nothing 4.x returns None, otherwise (n, 1); 5.x returns (n,).
        told: Any = ids
        places = [] if told is None else [int(each) for each in np.asarray(told).reshape(-1)]
        return _squares(corners), places, _squares(rejected)

    def _made(self, longest: int) -> cv2.aruco.ArucoDetector:
        asked = self._settings
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
        parameters.minMarkerPerimeterRate = 4 * asked.least_side_px / longest
        low, high, step = asked.windows_px
        parameters.adaptiveThreshWinSizeMin = low
        parameters.adaptiveThreshWinSizeMax = high
        parameters.adaptiveThreshWinSizeStep = step
        parameters.minMarkerDistanceRate = asked.apart
        parameters.errorCorrectionRate = asked.correction
        parameters.perspectiveRemovePixelPerCell = asked.samples_per_cell
        return cv2.aruco.ArucoDetector(self.family.book, parameters)

    def _left_over(self, found: list[Sighting], rejected: Floats) -> Floats:
        """Squares that are large enough and not on a tag that has been read."""
        if not len(rejected):
            return rejected
        sides = np.linalg.norm(rejected - np.roll(rejected, 1, axis=1), axis=2)
        is_left = sides.min(axis=1) >= self._settings.least_side_px
        if found:
            centres = np.array([seen.corners.mean(axis=0) for seen in found])
            reach = _shortest_sides(found) / 2
            apart = rejected.mean(axis=1)[:, None] - centres
            is_left &= (np.hypot(apart[..., 0], apart[..., 1]) > reach).all(axis=1)
        left: Floats = rejected[is_left]
        return left


def _squares(corners: Any) -> Floats:
    """What OpenCV returns, as n x 4 x 2."""
    if not len(corners):
        return np.zeros((0, 4, 2))
    return np.concatenate([np.asarray(each, dtype=np.float64).reshape(1, 4, 2) for each in corners])


def _without_repeats(found: list[Sighting], *, same_place: float) -> list[Sighting]:
    """One sighting for each tag: with fewer cells corrected, then the larger square."""
    sides = _shortest_sides(found)
    order = sorted(range(len(found)), key=lambda at: (found[at].wrong_cells, -sides[at]))
    kept: dict[int, list[int]] = {}
    for index in order:
        seen = found[index]
        same = kept.setdefault(seen.number, [])
        is_repeat = any(
            float(np.hypot(*(found[other].centre - seen.centre)))
            < same_place * max(sides[other], sides[index])
            for other in same
        )
        if not is_repeat:
            same.append(index)
    return [found[index] for same in kept.values() for index in same]


def _shortest_sides(found: list[Sighting]) -> Floats:
    corners = np.array([seen.corners for seen in found]).reshape(-1, 4, 2)
    along = corners - np.roll(corners, 1, axis=1)
    sides: Floats = np.hypot(along[..., 0], along[..., 1]).min(axis=1)
    return sides

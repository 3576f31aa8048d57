"""Maps a flat sheet into a picture through a lens that nobody has measured.

The sheet's own tags say how it lies, and how much the lens bends straight lines: a first guess of
the focal length will do for that, as only what both do together shows in one picture.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.lens_prior import unmeasured_lens
from vision.sighting import Floats

BENDING: Final = 0.3
"""Standard error of `bent` before anything is seen: wide webcams bend by 0.35 and more."""
ROUNDED_PX: Final = 0.5
"""The same of how far inside a tag its corners are seen: blur and ink round them off alike."""
CORNER_PX: Final = 0.15
"""Standard error of a tag's corner in the picture, at the least."""
FINER_IN: Final = 0.012
"""Standard error in inches of a place between the tags, for what a good lens does besides."""
FINER_BENT: Final = 0.25
"""The same of a lens that bends much, by the square of `bent`: no one number tells all of it."""
_STEPS: Final = np.array([0.01, 0.1])
_KNOWN: Final = np.array([1 / BENDING**2, 1 / ROUNDED_PX**2])
_ROUNDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SheetMap:
    """From inches on the sheet to pixels and back.

    What is seen at r from the middle is at r / (1 - bent r^2): one number, with a way back for all
    of a wide picture, where a polynomial has folded over.
    """

    camera: Lens
    """Its focal length and middle, as of any camera with a picture of this size."""
    bent: float
    """Below 0 where straight lines bulge outwards."""
    to_rays: Floats
    """3 x 3: from the sheet to directions from the camera."""

    def pixels(self, spots: Floats) -> Floats:
        """Points of the sheet (n x 2) in the picture; NaN where the lens shows nothing."""
        rays = _mapped(spots, self.to_rays)
        square = (rays * rays).sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            seen = 2.0 * rays / (1.0 + np.sqrt(1.0 + 4.0 * self.bent * square))
        return self.camera.pixels(seen)

    def spots(self, pixels: Floats) -> Floats:
        """Pixels (n x 2) on the sheet."""
        rays = _straight(self.camera.rays(pixels), bent=self.bent)
        back = np.asarray(np.linalg.inv(self.to_rays), dtype=np.float64)
        return _mapped(rays, back)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FittedMap:
    """What the tags say, and what they leave open."""

    likely: SheetMap
    bent_more: SheetMap
    """With a lens that bends more, by one standard error of it."""

    def unsure_in(self, spots: Floats) -> Floats:
        """Standard errors of points of the sheet (n x 2), for what is not known of the lens."""
        off = self.bent_more.spots(self.likely.pixels(spots)) - spots
        finer = FINER_IN + FINER_BENT * self.likely.bent**2
        return np.asarray(np.hypot(np.hypot(*off.T), finer), dtype=np.float64)


def fit_sheet_map(tags: Floats, seen: Floats, *, width: int, height: int) -> FittedMap | None:
    """The map that the corners of tags (n x 4 x 2) agree on; None where they lie on a line."""
    camera = unmeasured_lens(width=width, height=height).lens
    corners = _Corners(camera=camera, on_sheet=tags.reshape(-1, 2), tags_seen=seen)
    found, covariance = np.zeros(2), np.diag(1 / _KNOWN)
    for _ in range(_ROUNDS):
        off = corners.off(found)
        beside = [corners.off(found + step) for step in np.diag(_STEPS)]
        if not all(np.isfinite(each).all() for each in (off, *beside)):
            return None
        slopes = (np.array(beside) - off).T / _STEPS
        # Eight numbers say how the sheet lies, and two are unknown: the rest is noise.
        noise = max(CORNER_PX, float(np.sqrt(off @ off / max(off.size - 10, 1))))
        covariance = np.linalg.inv(slopes.T @ slopes / noise**2 + np.diag(_KNOWN))
        found = found - covariance @ (slopes.T @ off / noise**2 + _KNOWN * found)
    spread = np.array([float(np.sqrt(covariance[0, 0])), 0.0])
    likely, more = corners.through(found), corners.through(found + spread)
    return None if likely is None or more is None else FittedMap(likely=likely, bent_more=more)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Corners:
    """The corners of the tags that were seen, on the sheet and in the picture.

    What is tried is a pair: how much the lens bends, and how far the corners are rounded off.
    """

    camera: Lens
    on_sheet: Floats
    tags_seen: Floats

    def through(self, tried: Floats) -> SheetMap | None:
        """The best map through such a lens."""
        bent = float(tried[0])
        rays = _straight(self.camera.rays(self._whole(float(tried[1]))), bent=bent)
        matrix = cv2.findHomography(self.on_sheet, rays, 0)[0]
        # From points on a line OpenCV makes no map, or one that leads to a single line.
        if np.shape(matrix) != (3, 3) or abs(np.linalg.det(matrix)) < 1e-12:
            return None
        to_rays = np.asarray(matrix, dtype=np.float64)
        return SheetMap(camera=self.camera, bent=bent, to_rays=to_rays)

    def off(self, tried: Floats) -> Floats:
        """How far the corners are from where the map has them, in pixels; NaN without a map."""
        found = self.through(tried)
        if found is None:
            return np.full(self.on_sheet.size, np.nan)
        return np.asarray((found.pixels(self.on_sheet) - self._whole(float(tried[1]))).ravel())

    def _whole(self, rounded: float) -> Floats:
        """The corners as they would be seen if nothing rounded them off."""
        outwards = self.tags_seen - self.tags_seen.mean(axis=1, keepdims=True)
        outwards /= np.linalg.norm(outwards, axis=2, keepdims=True)
        return np.asarray((self.tags_seen + rounded * outwards).reshape(-1, 2))


def _straight(seen: Floats, *, bent: float) -> Floats:
    """Directions without what the lens did to them."""
    square = (seen * seen).sum(axis=1, keepdims=True)
    return np.asarray(seen / (1.0 - bent * square), dtype=np.float64)


def _mapped(points: Floats, matrix: Floats) -> Floats:
    found = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(found, dtype=np.float64).reshape(-1, 2)

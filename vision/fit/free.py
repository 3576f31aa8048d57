"""Finds the corners of a tag in a picture when nothing is known of camera and table.

This is what a camera is calibrated from: the same fit, with the eight ways of a homography.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.seen import SeenTag
from vision.fit.gathering import FitRequest, Gathered, fitted
from vision.fit.on_plane import NOTHING_SEEN
from vision.fit.pixels.freedom import PROJECTIVE
from vision.fit.pixels.surfaces import ThePicture
from vision.fit.placed import Fit, FreeFit, FreeTag
from vision.fit.settings import FitSettings, IdentitySettings
from vision.fit.solving.tag_batch import SQUARE
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import unit_square_to

_ASIDE: Final = 1e6
"""Square pixels: the variance of corners that were not found."""
_FROM_UNIT: Final = np.array([[2.0, 0.0, -1.0], [0.0, 2.0, -1.0], [0.0, 0.0, 1.0]])


def fit_corners(
    grey: Grey,
    sightings: Sequence[Sighting],
    *,
    family: TagFamily,
    lens: Lens | None = None,
    blur_px: float | None = None,
    settings: FitSettings | None = None,
    identity: IdentitySettings | None = None,
    hidden: NDArray[np.bool_] | None = None,
) -> FreeFit:
    """The corners of tags that a detector saw, each as any quadrilateral.

    A lens, where it is known, straightens what it bends within one tag.
    """
    settings = settings or FitSettings()
    starts = np.array([seen.corners for seen in sightings], dtype=np.float64).reshape(-1, 4, 2)
    surface = ThePicture(lens=lens)
    straight = surface.points(starts)
    asked = FitRequest(
        grey=grey,
        surface=surface,
        freedom=PROJECTIVE,
        numbers=[seen.number for seen in sightings],
        trusted=[False] * len(sightings),
        corners=straight,
        family=family,
        settings=settings,
        identity=identity or IdentitySettings(),
        hidden=hidden,
    )
    found, blur, residual = fitted(
        asked,
        matrices=lambda places, origins: np.array(
            [
                _FROM_UNIT @ np.linalg.inv(unit_square_to(straight[place] - origin))
                for place, origin in zip(places, origins, strict=True)
            ]
        ),
        blur_px=settings.blur_px if blur_px is None else blur_px,
    )
    free: list[FreeTag] = [
        FreeTag(
            number=seen.number,
            corners=seen.corners,
            covariance=np.eye(8) * _ASIDE,
            fit=NOTHING_SEEN,
        )
        for seen in sightings
    ]
    for each in found:
        for place, corners, covariance, fit in _read(each):
            free[place] = replace(free[place], corners=corners, covariance=covariance, fit=fit)
    return FreeFit(tags=tuple(free), blur_px=blur, residual=residual)


def seen_tags(found: FreeFit) -> tuple[SeenTag, ...]:
    """The tags that were placed, as calibration takes them."""
    return tuple(
        SeenTag(number=tag.number, corners=tag.corners, covariance=tag.covariance)
        for tag in found.tags
        if tag.is_placed
    )


def _read(each: Gathered) -> list[tuple[int, Floats, Floats, Fit]]:
    batch = each.judged.batch
    corners = batch.seen_at(SQUARE)
    # What is seen at a point of the tag moves there; its pixel moves the other way.
    ways = -batch.pixel_slopes(SQUARE) @ batch.freedom.moves(SQUARE)
    ways = ways.reshape(len(corners), 8, -1)
    covariance = ways @ each.judged.covariance @ ways.transpose(0, 2, 1)
    found = []
    for row, place in enumerate(each.places):
        is_finite = np.isfinite(covariance[row]).all() and np.isfinite(corners[row]).all()
        spread = (covariance[row] + covariance[row].T) / 2 if is_finite else np.eye(8) * _ASIDE
        found.append((place, corners[row], spread, each.judged.fits[row]))
    return found

"""Looks for anchors where the calibration expects them, when no detector has read them."""

from collections.abc import Sequence
from dataclasses import replace

from calibration.anchors import Calibrated
from vision.fit.free import fit_corners
from vision.fit.placed import FreeFit
from vision.locating.seeking.believing import SOUGHT
from vision.locating.seeking.noise import noise_of
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily


def with_expected_anchors(
    grey: Grey,
    read: FreeFit,
    *,
    passed_over: Sequence[int],
    calibrated: Calibrated,
    family: TagFamily,
) -> FreeFit:
    """The anchors that were read, and those that lie where they should but for the reading.

    An anchor that lies elsewhere, or is covered, does not fit there and is left out.
    """
    model, layout = calibrated.model, calibrated.layout
    placed = {tag.number for tag in read.tags if tag.is_placed}
    left = tuple(each for each in layout.numbers if each not in {*placed, *passed_over})
    if not left:
        return read
    corners = model.pixels(layout.corners(left))
    height, width = grey.shape
    expected = [
        Sighting(number=number, corners=square)
        for number, square in zip(left, corners, strict=True)
        if (square > 0).all() and (square < (width, height)).all()
    ]
    if not expected:
        return read
    fit = fit_corners(
        grey,
        expected,
        family=family,
        lens=model.lens,
        blur_px=read.blur_px if placed else None,
        identity=replace(SOUGHT, noise=noise_of(grey)),
    )
    found = {tag.number: tag for tag in fit.tags if tag.is_placed}
    tags = [tag for tag in read.tags if tag.number not in found]
    blur_px = read.blur_px if placed or not found else fit.blur_px
    return replace(read, tags=(*tags, *found.values()), blur_px=blur_px)

"""Finds what lies on a table by a picture of it without, whatever the mat is printed with."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from vision.footprints.top_view import Colours, Mask, TopView, top_view

_LEAST: Final = 9.0
"""Grey levels by which something differs from the mat that lies on it."""
_NOISES: Final = 5.0
"""And by so many times what is usual."""
_MOST_CHANGED: Final = 0.4
"""Share of what was looked at that may differ before the mat is another, or lies elsewhere."""
_SLACK: Final = 3
"""Pixels, side to side, within which the mat may be shifted: nobody puts a camera back better."""
_SLOW_IN: Final = 3.0
"""Over which the light may have changed since."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EmptyTable:
    """The table with nothing on it, and the camera that took it; it need not stand there still."""

    picture: Colours
    camera: CameraModel


def changed(
    view: TopView, *, bare: EmptyTable, middle: tuple[float, float], on_table: Mask, height: float
) -> Mask | None:
    """What differs from the empty table in a straightened picture; None where nearly all does."""
    reach = len(view.picture) / view.px_per_in / 2
    before = top_view(
        bare.picture,
        camera=bare.camera,
        middle=middle,
        reach=reach,
        height=height,
        px_per_in=view.px_per_in,
    )
    both = view.seen & before.seen & on_table
    if not both.any():
        return None
    now, then = (cv2.medianBlur(each.picture, 3).astype(np.float32) for each in (view, before))
    then = then * _lighter(now, then, both=both, px_per_in=view.px_per_in)
    square = np.ones((_SLACK, _SLACK), np.uint8)
    most, least = cv2.dilate(then, square), cv2.erode(then, square)
    off = np.maximum(np.maximum(now - most, least - now), 0.0).max(axis=2)
    soft = np.asarray(cv2.GaussianBlur(off, (0, 0), 1.0))
    usual = float(np.median(soft[both]))
    differs: Mask = (soft > max(_LEAST, _NOISES * usual)) & both
    return None if float(differs[both].mean()) > _MOST_CHANGED else differs


def _lighter(
    now: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    then: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    *,
    both: Mask,
    px_per_in: float,
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """How much more light there is now: one share for each channel, by what has not changed."""
    ratio = (now + 4.0) / (then + 4.0)
    whole = np.median(ratio[both], axis=0)
    # What changed far more than the light did is something that lies there.
    is_light = both & (np.abs(np.log(ratio / whole)).max(axis=2) < 0.15)
    weight = is_light.astype(np.float32)
    wide = _SLOW_IN * px_per_in / 4
    shares = [
        cv2.GaussianBlur(ratio[..., at] * weight, (0, 0), wide) for at in range(ratio.shape[2])
    ]
    known = np.asarray(cv2.GaussianBlur(weight, (0, 0), wide))
    local = np.stack(shares, axis=2) / np.maximum(known, 1e-6)[..., None]
    is_known = (known > 0.2)[..., None]
    return np.asarray(np.where(is_known, local, whole), dtype=np.float32)

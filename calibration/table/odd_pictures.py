"""Tells a lens that has refocused, and a camera that shakes, by how the anchors are off.

A lens whose focus changes makes the whole picture larger about its middle: autofocus breathes. A
camera reads its rows one after another, so each row of one that shakes is from another moment: the
picture leans, and no place of the camera explains that.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats

_DRIFT: Final = 6.0
"""Standard deviations of the sum of all squared distances, up to which that is chance."""
_LEAST: Final = 6
"""Anchors in view below which a shake, which has nine ways, explains too much."""
_ROWS: Final = 0.4
"""Share of the picture's height that they span."""
_TURNS: Final = 3
_STEPS: Final = 3
"""From where it stood to where it stands: a knock of a few degrees is no small turn."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Refocused:
    """The picture is larger or smaller about its middle."""

    larger: float
    """By how much, as a share."""
    may_be_nearer: bool
    """Whether a camera that came nearer along its axis would show the same."""
    off: Floats
    """Pixels by which it displaces each corner (n x 4 x 2)."""

    def sentence(self, *, shift_in: float) -> str:
        size = f"{abs(self.larger):.1%} {'larger' if self.larger > 0 else 'smaller'}"
        nearer = "nearer" if self.larger > 0 else "farther away"
        other = f", or the camera is {nearer}" if self.may_be_nearer else ""
        return (
            f"the picture is {size} about its middle: the lens has refocused or zoomed{other}; "
            f"places would be {shift_in:.2f} in off: switch autofocus off, or calibrate again"
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shaken:
    """Each row of the picture is from another place of the camera."""

    leans_px: float
    """By how much, from the first row to the last."""
    off: Floats

    def sentence(self, *, shift_in: float) -> str:
        return (
            f"the camera shakes: the picture leans by {self.leans_px:.1f} px from its first row to "
            f"its last, for its rows are read one after another (rolling shutter); places would be "
            f"{shift_in:.2f} in off: steady camera and table"
        )


def oddity_of(
    shown: Floats, *, corners: Floats, noise: Floats, model: CameraModel
) -> Refocused | Shaken | None:
    """What explains to within their noise (n x 8 x 8) where corners (n x 4 x 3) are shown (n x 4 x
    2 pixels), if it is not that the camera stands elsewhere.
    """
    try:
        weigh = np.linalg.inv(np.linalg.cholesky(noise))
        lens = _refocused(shown, corners=corners, weigh=weigh, model=model)
        return lens or _shaken(shown, corners=corners, weigh=weigh, model=model)
    except np.linalg.LinAlgError:
        # Of another scene nothing makes sense.
        return None


def _refocused(
    shown: Floats, *, corners: Floats, weigh: Floats, model: CameraModel
) -> Refocused | None:
    meant = model.pixels(corners)
    fit = _Fit(off=shown - meant, weigh=weigh)
    middle = np.array([model.lens.cx, model.lens.cy])
    larger, off, is_enough = fit.by((meant - middle)[..., None])
    if not is_enough:
        return None
    axis = model.parameter_slopes(corners)[..., LENS_COUNT + _TURNS + 2 :]
    return Refocused(larger=float(larger[0]), may_be_nearer=fit.by(axis)[2], off=off)


def _shaken(shown: Floats, *, corners: Floats, weigh: Floats, model: CameraModel) -> Shaken | None:
    rows = shown[..., 1] / float(model.lens.height) - 0.5
    if len(shown) < _LEAST or not float(np.ptp(rows)) >= _ROWS:
        return None
    meant = model.pixels(corners)
    for _ in range(_STEPS):
        fit = _Fit(off=shown - model.pixels(corners), weigh=weigh)
        step, _, is_elsewhere = fit.by(model.parameter_slopes(corners)[..., LENS_COUNT:])
        if is_elsewhere:
            return None
        model = model.moved(np.concatenate([np.zeros(LENS_COUNT), step]))
    before = model.pixels(corners)
    fit = _Fit(off=shown - before, weigh=weigh)
    stand = model.parameter_slopes(corners)[..., LENS_COUNT:]
    if any(
        fit.without(anchor).by(np.delete(stand, anchor, axis=0))[2] for anchor in range(len(shown))
    ):
        # One anchor is displaced, or a hand lies on it.
        return None
    turns = stand[..., :_TURNS]
    ways, off, is_enough = fit.by(np.concatenate([stand, rows[..., None, None] * turns], axis=-1))
    if not is_enough:
        return None
    leaning = np.hypot(*np.moveaxis(turns @ ways[-_TURNS:], -1, 0))
    return Shaken(leans_px=float(leaning.mean()), off=before + off - meant)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fit:
    """What corners are off by, and what of it some ways to move explain."""

    off: Floats
    weigh: Floats

    def without(self, anchor: int) -> "_Fit":
        """The same for the other anchors."""
        off, weigh = (np.delete(each, anchor, axis=0) for each in (self.off, self.weigh))
        return _Fit(off=off, weigh=weigh)

    def by(self, ways: Floats) -> tuple[Floats, Floats, bool]:
        """How far along each way (n x 4 x 2 x ways), what that explains, and if all of it."""
        count, number = len(self.off), ways.shape[-1]
        columns = (self.weigh @ ways.reshape(count, 8, number)).reshape(-1, number)
        seen = (self.weigh @ self.off.reshape(count, 8, 1)).reshape(-1)
        if not (np.isfinite(columns).all() and np.isfinite(seen).all()):
            # The solver would say so on standard output, where answers go.
            raise np.linalg.LinAlgError("of another scene")
        scale = np.linalg.norm(columns, axis=0)
        found = np.linalg.lstsq(columns / scale, seen, rcond=None)[0] / scale
        left = seen - columns @ found
        spare = len(seen) - number
        is_enough = float(left @ left) <= spare + _DRIFT * math.sqrt(2.0 * spare)
        return found, ways @ found, is_enough

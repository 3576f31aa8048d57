"""Checks that camera, table and anchors are still where they were calibrated.

Every frame shows anchors. A hand covers some of them, somebody knocks one off; only when most of
them have moved together has the camera or the table been bumped.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.anchors import NO_FLOOR, PER_ANCHOR, Anchor, Calibrated, corner_slopes
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.table.odd_pictures import Refocused, Shaken, oddity_of
from calibration.table.stand_fit import refitted
from calibration.table.table_problem import HEAD
from rules.table.bad_input import BadInputError

LEAST: Final = 3
"""Anchors in view below which nothing can be said."""
MOVED: Final = 0.02
"""Inches over the table from which a shift is a bump: a quarter of the 2 mm that must be found."""
_TOLERATED: Final = 0.015
"""Inches by which an anchor may be off and still fit, however exact its corners claim to be."""
_LEFT: Final = 0.1
"""Share of a shift that another place may leave unexplained."""
_UNLIKELY: Final = 40.0
"""Squared distance of eight coordinates that chance exceeds three times in a million."""
_EXPLAINED: Final = 4
"""Anchors that another place of the camera has to explain: three always fit some place."""
_MOST: Final = 0.6
"""Share of the anchors in view that it has to explain."""
_DRIFT: Final = 6.0
"""Standard deviations of the sum of all squared distances."""
_ZOOM: Final = 0.05


class BumpState(StrEnum):
    """What the anchors say."""

    STILL = "still"
    ANCHOR_MOVED = "anchor moved"
    """One or two anchors are elsewhere or half covered; the others vouch for the camera."""
    TABLE_MOVED = "table moved"
    CAMERA_MOVED = "camera moved"
    LENS_CHANGED = "lens changed"
    CAMERA_SHAKES = "camera shakes"
    CANNOT_TELL = "cannot tell"


FREEZING: Final = frozenset(
    {
        BumpState.TABLE_MOVED,
        BumpState.CAMERA_MOVED,
        BumpState.LENS_CHANGED,
        BumpState.CAMERA_SHAKES,
    }
)
"""States in which measuring stops until somebody calibrates anew or puts things back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorResidual:
    """How far an anchor is from where it should be."""

    number: int
    px: float
    inches: float
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BumpCheck:
    """The verdict on one frame."""

    state: BumpState
    sentence: str
    residuals: tuple[AnchorResidual, ...]
    shift_in: float
    """By how much places on the table would be wrong, if measuring went on; root mean square."""
    displaced: tuple[int, ...] = ()

    @property
    def freezes(self) -> bool:
        """Whether measuring must stop."""
        return self.state in FREEZING


def check_bump(
    seen: Sequence[SeenTag], *, calibrated: Calibrated, anchors: Sequence[Anchor]
) -> BumpCheck:
    """Compare the anchors in a frame with the calibration; other tags are left alone."""
    known = [tag for tag in seen if tag.number in calibrated.layout.numbers]
    numbers = [tag.number for tag in known]
    if len(set(numbers)) != len(numbers):
        raise BadInputError("frame", expected="each anchor once", got=f"{sorted(numbers)}")
    judge = _Judge(known, calibrated=calibrated)
    residuals = judge.residuals(calibrated.model)
    wild = tuple(each.number for each in residuals if not each.fits)
    if len(known) < LEAST:
        total = len(calibrated.layout.numbers)
        needed = f"at least {LEAST} are needed to tell whether the camera has moved"
        sentence = f"{len(known)} of {total} anchors in view: {needed}"
        return _found(BumpState.CANNOT_TELL, sentence, residuals=residuals)
    if not wild and not judge.has_drifted(calibrated.model):
        return _found(BumpState.STILL, "all anchors in view are in place", residuals=residuals)
    odd, shift = judge.oddity()
    if odd is not None and shift >= MOVED:
        is_lens = isinstance(odd, Refocused)
        state = BumpState.LENS_CHANGED if is_lens else BumpState.CAMERA_SHAKES
        return _found(state, odd.sentence(shift_in=shift), residuals=residuals, shift=shift)
    moved = judge.best(zoom=0.0)
    fitting = len(known) - len(wild)
    shift = judge.shift(moved) if moved is not None else 0.0
    is_better = moved is not None and (not wild or judge.count(moved) > fitting)
    if moved is not None and is_better and shift >= MOVED:
        state, sentence = _motion(judge, moved, shift=shift)
        return _found(state, sentence, residuals=residuals, shift=shift)
    if not wild:
        return _found(BumpState.STILL, "all anchors in view are in place", residuals=residuals)
    if fitting >= max(LEAST, len(known) - 2) or (moved is not None and shift < MOVED):
        named = {anchor.number: str(anchor) for anchor in anchors}
        who = " and ".join(named.get(number, str(number)) for number in wild)
        sentence = f"anchor {who} is displaced or half covered; the others are in place"
        return _found(BumpState.ANCHOR_MOVED, sentence, residuals=residuals, displaced=wild)
    zoomed = judge.best(zoom=_ZOOM)
    if zoomed is not None and judge.count(zoomed) > fitting and judge.shift(zoomed) >= MOVED:
        share = zoomed.lens.fx / calibrated.model.lens.fx - 1
        sentence = f"the lens has zoomed or refocused by {100 * share:+.1f} %: calibrate again"
        shift = judge.shift(zoomed)
        return _found(BumpState.LENS_CHANGED, sentence, residuals=residuals, shift=shift)
    sentence = "the anchors in view fit neither the old nor a new place: clear them and look again"
    return _found(BumpState.CANNOT_TELL, sentence, residuals=residuals)


def _found(
    state: BumpState,
    sentence: str,
    *,
    residuals: tuple[AnchorResidual, ...],
    shift: float = 0.0,
    displaced: tuple[int, ...] = (),
) -> BumpCheck:
    return BumpCheck(
        state=state, sentence=sentence, residuals=residuals, shift_in=shift, displaced=displaced
    )


def _motion(judge: "_Judge", moved: CameraModel, *, shift: float) -> tuple[BumpState, str]:
    """What most likely has moved; a frame shows only how camera and table stand to each other."""
    if judge.count(judge.only_on_table(moved)) >= judge.count(moved):
        return (
            BumpState.TABLE_MOVED,
            f"the table or its mat was shifted by {shift:.2f} in under the camera: "
            "put it back, or take one photograph to calibrate anew",
        )
    eye = moved.stand.eye - judge.calibrated.model.stand.eye
    axis = judge.calibrated.model.stand.rotation[2]
    more = ""
    if abs(float(eye @ axis)) > 0.9 * float(np.linalg.norm(eye)):
        more = ", or its zoom or focus has changed"
    turn = _turn_deg(moved.stand.rotation @ judge.calibrated.model.stand.rotation.T)
    return (
        BumpState.CAMERA_MOVED,
        f"the camera has moved by {float(np.linalg.norm(eye)):.2f} in and turned by {turn:.1f}°"
        f"{more}; places would be {shift:.2f} in off: put it back, or take one photograph to "
        "calibrate anew",
    )


def _turn_deg(rotation: Floats) -> float:
    """By how much a rotation turns, about whatever axis.

    >>> round(_turn_deg(rotation_of(np.array([0.0, 0.0, 0.1]))), 6)
    5.729578
    """
    off = np.array(
        [
            rotation[2, 1] - rotation[1, 2],
            rotation[0, 2] - rotation[2, 0],
            rotation[1, 0] - rotation[0, 1],
        ]
    )
    twice_cosine = float(np.trace(rotation)) - 1.0
    return math.degrees(math.atan2(float(np.linalg.norm(off)), twice_cosine))


class _Judge:
    """The anchors of one frame, against any place of the camera."""

    def __init__(self, tags: Sequence[SeenTag], *, calibrated: Calibrated) -> None:
        self.tags = tuple(tags)
        self.calibrated = calibrated
        layout = calibrated.layout
        self.corners = layout.corners(tuple(tag.number for tag in tags))
        self.noise = np.array([tag.covariance for tag in tags]).reshape(-1, 8, 8)
        self.noise = calibrated.floor.added(self.noise) + self._foretold()

    @property
    def stand(self) -> Stand:
        return self.calibrated.model.stand

    def _foretold(self) -> Floats:
        """How unsure the calibration is of where it expects each anchor (n x 8 x 8)."""
        layout, model = self.calibrated.layout, self.calibrated.model
        rows = [layout.row(tag.number) for tag in self.tags]
        places, size = layout.places[rows], layout.size * layout.scale
        by_place = model.pixel_slopes(self.corners) @ corner_slopes(places, size=size)
        slopes = np.zeros((len(rows), 8, len(self.calibrated.covariance)))
        slopes[..., :CAMERA_COUNT] = model.parameter_slopes(self.corners).reshape(
            len(rows), 8, CAMERA_COUNT
        )
        by_place = by_place.reshape(len(rows), 8, PER_ANCHOR + 1)
        for index, row in enumerate(rows):
            start = CAMERA_COUNT + PER_ANCHOR * row
            slopes[index, :, start : start + PER_ANCHOR] = by_place[index, :, :PER_ANCHOR]
        slopes[..., -1] = by_place[..., PER_ANCHOR] * layout.size
        found: Floats = slopes @ self.calibrated.covariance @ np.swapaxes(slopes, 1, 2)
        return found

    def residuals(self, model: CameraModel) -> tuple[AnchorResidual, ...]:
        """Of every anchor in the frame, if the camera were there.

        A lens that is not quite right fits another place less well; a place that removes most of
        the misfit explains it all the same.
        """
        tolerated = _TOLERATED
        if model is not self.calibrated.model:
            tolerated = max(tolerated, _LEFT * self.shift(model))
        found = []
        for tag, corners, noise in zip(self.tags, self.corners, self.noise, strict=True):
            off = tag.corners - model.pixels(corners)
            far = float(np.hypot(*off.mean(axis=0)))
            place = model.places(tag.corners, height=corners[:, 2]) - corners[:, :2]
            inches = float(np.hypot(*place.mean(axis=0)))
            if not (math.isfinite(far) and math.isfinite(inches)):
                far = inches = math.inf
            distance = float(off.reshape(8) @ np.linalg.solve(noise, off.reshape(8)))
            fits = distance < _UNLIKELY or inches < tolerated
            found.append(AnchorResidual(number=tag.number, px=far, inches=inches, fits=fits))
        return tuple(found)

    def has_drifted(self, model: CameraModel) -> bool:
        """Whether all anchors together are off by more than chance, though none is by itself."""
        off = np.array([tag.corners for tag in self.tags]) - model.pixels(self.corners)
        flat = off.reshape(-1, 8)
        total = float((flat * np.linalg.solve(self.noise, flat[..., None])[..., 0]).sum())
        return total > flat.size + _DRIFT * math.sqrt(2.0 * flat.size)

    def oddity(self) -> tuple[Refocused | Shaken | None, float]:
        """What the lens or a shake has made of the picture, and how wrong places would be."""
        model, seen = self.calibrated.model, np.array([tag.corners for tag in self.tags])
        odd = oddity_of(seen, corners=self.corners, noise=self.noise, model=model)
        if odd is None:
            return None, 0.0
        shown = model.places(model.pixels(self.corners) + odd.off, height=self.corners[..., 2])
        far = ((shown - self.corners[..., :2]) ** 2).sum(axis=-1)
        return odd, float(np.sqrt(far.mean())) if np.isfinite(far).all() else math.inf

    def count(self, model: CameraModel) -> int:
        """How many anchors would fit if the camera were there."""
        return sum(each.fits for each in self.residuals(model))

    def best(self, *, zoom: float) -> CameraModel | None:
        """Another place that explains at least four anchors; the worst are left out one by one.

        ``zoom`` is the standard error of a change of focal lengths, as a share.
        """
        layout, lens = self.calibrated.layout, self.calibrated.model.lens
        root = np.zeros((HEAD + PER_ANCHOR * len(layout.numbers), 1 if zoom > 0 else 0))
        root[:2] = [[zoom * lens.fx], [zoom * lens.fy]] if zoom > 0 else 0.0
        sure = replace(self.calibrated, floor=NO_FLOOR)
        kept = tuple(
            replace(tag, covariance=noise) for tag, noise in zip(self.tags, self.noise, strict=True)
        )
        while len(kept) >= max(_EXPLAINED, _MOST * len(self.tags)):
            try:
                model = refitted(kept, calibrated=sure, stand=self.stand, root=root).model
            except (BadInputError, np.linalg.LinAlgError):
                # Of another scene, or a mirrored one, no place of the camera makes sense.
                return None
            residuals = {each.number: each for each in self.residuals(model)}
            own = [residuals[tag.number] for tag in kept]
            if all(each.fits for each in own):
                return model
            worst = max(own, key=lambda each: each.inches).number
            kept = tuple(tag for tag in kept if tag.number != worst)
        return None

    def shift(self, model: CameraModel) -> float:
        """How wrong places would be, all over the table, if the camera were there and nobody
        knew.
        """
        layout = self.calibrated.layout
        at = np.column_stack([layout.places[:, :2], np.zeros(len(layout.numbers))])
        off = self.calibrated.model.places(model.pixels(at)) - at[:, :2]
        far = (off**2).sum(axis=1)
        return float(np.sqrt(far.mean())) if np.isfinite(far).all() else math.inf

    def only_on_table(self, model: CameraModel) -> CameraModel:
        """The camera that a table shifted and turned in its plane would seem to have.

        By the anchors that fit a model, which leaves hands out.
        """
        old = self.calibrated.model
        fits = [each.fits for each in self.residuals(model)]
        seen = np.array([tag.corners for tag in self.tags])[fits]
        meant = self.corners[fits]
        now = old.places(seen, height=meant[..., 2]).reshape(-1, 2)
        then = meant[..., :2].reshape(-1, 2)
        spread, away = now - now.mean(axis=0), then - then.mean(axis=0)
        turn = math.atan2(
            float((away[:, 0] * spread[:, 1] - away[:, 1] * spread[:, 0]).sum()),
            float((away * spread).sum()),
        )
        rotation = rotation_of(np.array([0.0, 0.0, turn]))
        shift = now.mean(axis=0) - rotation[:2, :2] @ then.mean(axis=0)
        stand = Stand(
            rotation=old.stand.rotation @ rotation,
            shift=old.stand.shift + old.stand.rotation[:, :2] @ shift,
        )
        return CameraModel(lens=old.lens, stand=stand)

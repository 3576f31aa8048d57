"""Judges whether a running camera may be ruled by: how old, dark, blurred, frozen or moved it is.

One bad frame of a kind that a single frame proves locks at once; good frames must last a while
before measuring unlocks again.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.print_scale import ScaleCheck, ScaleVerdict
from calibration.table.bump import BumpCheck
from rules.table.snapshot import Health, HealthState
from vision.stillness import Stillness
from vision.tracking.frame import TableFrame
from vision.tracking.settings import DEFAULTS, TrackingSettings

_NUMBERS: Final = re.compile(r"[0-9.]+")
_NEWS_S: Final = 60.0
_NO_PICTURES: Final = frozenset({HealthState.STALE, HealthState.LOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraHealth:
    """Everything that people see of a camera's state."""

    state: HealthState
    note: str
    """Why measuring is locked, or what else is worth a warning; may be empty."""
    camera: str
    frame_number: int
    frame_age_s: float
    frame_rate_hz: float
    """Of the last frames; 0 before the second."""
    anchors_in_view: int
    anchor_px: float
    """Root mean square of the anchors' residuals; NaN where none is in view."""
    anchor_in: float
    print_scale: ScaleVerdict
    light: float
    """Grey levels from ink to paper; NaN before a tag was measured."""
    blur_px: float
    flagged: int
    """Tags that are seen and not used, or not wholly trusted."""

    @property
    def is_locked(self) -> bool:
        """Whether nothing may be measured."""
        return self.state is not HealthState.LIVE

    @property
    def reason(self) -> str:
        """The note without its numbers, of which some grow with each look."""
        return _NUMBERS.sub("", self.note)

    def told_by(self, keeper: Health) -> "CameraHealth":
        """With what only the camera's keeper knows: why no picture comes, or how many get lost."""
        is_told = keeper.state is not HealthState.LIVE and self.state in _NO_PICTURES
        if is_told or (self.state is HealthState.LIVE is keeper.state and not self.note):
            return replace(self, state=keeper.state, note=keeper.note)
        return self

    def for_rules(self) -> Health:
        return Health(state=self.state, note=self.note)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Signs:
    """What one frame shows of the camera."""

    frame: TableFrame
    refusal: str | None
    """Why the anchors do not vouch for it."""
    bump: BumpCheck | None
    light: float
    blur_px: float
    cell_px: float
    """Of the smallest tag in view; infinite where none is."""
    flagged: int
    drift: str = ""
    """What is told of a drift that is followed."""


@dataclass(slots=True, kw_only=True)
class HealthJudge:
    """Judges frame after frame of one camera; asked at any time between."""

    print_check: ScaleCheck
    news: str = ""
    """What the calibration has just become; told for a minute, as nobody has to act."""
    settings: TrackingSettings = DEFAULTS
    _signs: Signs | None = None
    _stillness: Stillness = field(default_factory=Stillness)
    _interval_s: float | None = None
    _fault: tuple[HealthState, str] | None = None
    _good_since_s: float | None = None
    _misfit: str | None = None
    _heard_s: float = -np.inf
    _first_s: float = np.inf
    """When the first frame was taken."""

    def misfit(self, note: str, *, seconds: float) -> None:
        """A frame that this profile cannot be for, of another size or camera."""
        self._misfit, self._heard_s = note, seconds

    def frame(self, signs: Signs) -> None:
        """Take the signs of the next frame."""
        now, before = signs.frame.seconds, self._signs
        self._misfit, self._heard_s = None, now
        self._first_s = min(self._first_s, now)
        if before is not None:
            interval = now - before.frame.seconds
            old = self._interval_s
            self._interval_s = interval if old is None else 0.9 * old + 0.1 * interval
        self._stillness.look(signs.frame.grey, seconds=now)
        self._signs = signs
        fault = self._found(signs)
        if fault is not None:
            self._fault, self._good_since_s = fault, None
        elif self._fault is not None:
            since = self._good_since_s
            self._good_since_s = since = now if since is None else since
            if now - since >= self.settings.unlock_s:
                self._fault = self._good_since_s = None

    @property
    def news_s(self) -> float:
        """When a frame last showed anything new; never, before the first."""
        return -np.inf if self._signs is None else self._stillness.since_s

    def _found(self, signs: Signs) -> tuple[HealthState, str] | None:
        """What is wrong with this frame, the most certain first."""
        now, settings = signs.frame.seconds, self.settings
        if not self.print_check.may_measure:
            return HealthState.WRONG_SCALE, self.print_check.sentence
        still = now - self._stillness.since_s
        if still >= settings.frozen_s:
            note = f"the camera has sent one and the same picture for {still:.1f} s: reconnect it"
            return HealthState.FROZEN, note
        mean = float(signs.frame.grey[::16, ::16].mean())
        is_black = not np.isfinite(signs.light) and mean < settings.dark_levels
        if is_black or signs.light < settings.dark_levels:
            seen = mean if is_black else signs.light
            note = (
                f"paper is {seen:.0f} grey levels lighter than ink, expected at least "
                f"{settings.dark_levels:g}: make light, or uncover the camera"
            )
            return HealthState.TOO_DARK, note
        if signs.blur_px > settings.blurred_cells * signs.cell_px:
            most = settings.blurred_cells * signs.cell_px
            note = (
                f"the picture is blurred by {signs.blur_px:.1f} px, expected at most {most:.1f}: "
                "focus the camera or clean its lens"
            )
            return HealthState.BLURRED, note
        return None if signs.refusal is None else (HealthState.MOVED, signs.refusal)

    def at(self, now_s: float) -> CameraHealth:
        """The camera's state at this time, on the clock of its frames."""
        signs = self._signs
        state, note = self._state(now_s)
        bump = None if signs is None else signs.bump
        if not note and bump is not None and bump.displaced:
            note = bump.sentence
        if not note:
            is_unchecked = self.print_check.verdict is ScaleVerdict.UNCHECKED
            drift = "" if signs is None else signs.drift
            news = self.news if now_s - self._first_s < _NEWS_S else ""
            told = (drift, news, self.print_check.sentence if is_unchecked else "")
            note = "; ".join(each for each in told if each)
        residuals = () if bump is None else bump.residuals
        return CameraHealth(
            state=state,
            note=note,
            camera="" if signs is None else signs.frame.camera,
            frame_number=-1 if signs is None else signs.frame.number,
            frame_age_s=np.inf if signs is None else max(0.0, now_s - signs.frame.seconds),
            frame_rate_hz=1.0 / self._interval_s if self._interval_s else 0.0,
            anchors_in_view=len(residuals),
            anchor_px=_rms([each.px for each in residuals]),
            anchor_in=_rms([each.inches for each in residuals]),
            print_scale=self.print_check.verdict,
            light=np.nan if signs is None else signs.light,
            blur_px=np.nan if signs is None else signs.blur_px,
            flagged=0 if signs is None else signs.flagged,
        )

    def _state(self, now_s: float) -> tuple[HealthState, str]:
        age = now_s - self._heard_s
        if age >= self.settings.camera_lost_s:
            gone = "no picture has come yet" if np.isinf(age) else f"no picture for {age:.1f} s"
            return HealthState.LOST, f"{gone}: is the camera plugged in?"
        if age >= self.settings.stale_s:
            return HealthState.STALE, f"the newest picture is {age:.1f} s old"
        if self._misfit is not None:
            return HealthState.WRONG_CAMERA, self._misfit
        return self._fault or (HealthState.LIVE, "")


def _rms(values: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if values else float("nan")

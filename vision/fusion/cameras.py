"""Decides which of several cameras may be measured by now, and says why another may not."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from rules.table.snapshot import Health, HealthState
from vision.fusion.clocks import ClockRate
from vision.fusion.settings import FUSION, FusionSettings
from vision.fusion.sight import CameraSight

_WELL: Final = Health()
_SILENT: Final = Health(state=HealthState.LOST, note="no picture has come yet")


class Standing(StrEnum):
    """What a camera counts for."""

    WELL = "well"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraState:
    """One camera at one moment."""

    name: str
    standing: Standing
    health: Health
    """Why it is left out, or what to know of it."""
    delay_s: float = 0.0
    delay_sigma_s: float = 0.0

    @property
    def is_well(self) -> bool:
        return self.standing is Standing.WELL


@dataclass(slots=True, kw_only=True)
class JoinedCamera:
    """One camera, picture after picture."""

    name: str
    settings: FusionSettings = FUSION
    latest: CameraSight | None = None
    news_s: float = -math.inf
    """When it last showed anything new."""
    bumped_s: float | None = None
    """Since when others vouch that it is the camera which moved."""
    righted: str = ""
    """What was put right about where it stands, in words."""
    told: Health = _WELL
    """What only the keeper of the camera knows."""
    is_used: bool = False
    _rate: ClockRate = field(default_factory=ClockRate)
    _ill_s: float | None = None
    """When something was last wrong with it."""
    _why: Health = _SILENT

    def heard(self, sight: CameraSight, *, now_s: float) -> None:
        """Its next picture."""
        if sight.seconds > self.news_s:
            if sight.seconds - self.news_s > self.settings.dropped_s:
                # What comes after a gap says nothing of how fast a clock runs.
                self._rate.forget()
            self._rate.heard(sight.seconds, now_s=now_s)
            self.news_s = sight.seconds
        self.latest = sight

    def judge(self, now_s: float) -> CameraState:
        """Whether it may be measured by."""
        fault = self._fault(now_s)
        if fault is not None:
            self.is_used, self._why = False, fault
            # Whoever only begins has not been ill.
            self._ill_s = None if self.latest is None else now_s
        elif self._ill_s is None or now_s - self._ill_s >= self.settings.well_s:
            self.is_used, self._ill_s = True, None
            health = Health() if self.latest is None else self.latest.health
            note = health.note or self.righted
            self._why = Health(state=health.state, note=note)
        standing = Standing.WELL if self.is_used else Standing.LEFT_OUT
        return CameraState(name=self.name, standing=standing, health=self._why)

    def _fault(self, now_s: float) -> Health | None:
        latest = self.latest
        if latest is None:
            return _SILENT if self.told.state is HealthState.LIVE else self.told
        if latest.health.state is not HealthState.LIVE:
            return latest.health
        silent_s = now_s - self.news_s
        if silent_s >= self.settings.dropped_s:
            if self.told.state is not HealthState.LIVE:
                return self.told
            return Health(
                state=HealthState.STALE, note=f"it has shown nothing new for {silent_s:.1f} s"
            )
        if (odd := self._rate.fault) is not None:
            return Health(state=HealthState.STALE, note=odd)
        if self.bumped_s is not None:
            return Health(
                state=HealthState.MOVED,
                note="what it sees has shifted, and rests for the others: was it bumped?",
            )
        return None

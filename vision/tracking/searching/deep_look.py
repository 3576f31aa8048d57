"""Looks for missing pieces all over a table at rest, in several pictures added up.

It takes a second or two of work, and so a little of it in each of many frames; nothing else waits.
"""

from collections.abc import Generator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit.settings import FitSettings
from vision.locating.located import Flag
from vision.locating.placing import Placer, TagPlacing
from vision.locating.seeking.missing import missing_tags, placed_in_steps
from vision.locating.tag_layout import TagLayout
from vision.sighting import Grey
from vision.tracking.change_gate import ChangeGate
from vision.tracking.followed import Followed
from vision.tracking.frame import TableFrame
from vision.tracking.settings import DEFAULTS, TrackingSettings

_MARGIN: Final = 0.2
"""Of a tag's size, its white rim."""
_COARSE: Final = 8
"""Patches to a side of the parts by whose light it is told whether anything moves: in the dark
single patches never rest."""
_USUAL: Final = 1.5
"""Times what noise changes everywhere, beside the gate's own levels, that a place may change."""


class DeepLook:
    """What one camera's pictures add up to while nothing moves."""

    def __init__(
        self,
        tag_layout: TagLayout | None,
        *,
        placer: Placer,
        settings: TrackingSettings = DEFAULTS,
    ) -> None:
        self._pieces = tag_layout.pieces if tag_layout else ()
        self._placer, self._settings = placer, settings
        self._calm_since_s: float | None = None
        self._is_owed = True
        """Something has moved since the last look."""
        self._coarse: Grey | None = None
        """The picture before, part by part."""
        self._sum: NDArray[np.float32] | None = None
        self._count = 0
        self._before: Grey | None = None
        """The table in patches, when adding up began."""
        self._steps: Generator[None, None, list[TagPlacing]] | None = None
        self.told: dict[str, tuple[Flag, ...]] = {}
        """Why pieces have no place whose tags the last look found; nothing once something moves."""

    def look(self, frame: TableFrame, *, gate: ChangeGate, tags: Followed) -> set[str]:
        """Take one more step; the pieces of which the last one has found a tag."""
        is_restless = self._moves(gate.small)
        if is_restless:
            self._calm_since_s, self._sum, self._is_owed = None, None, True
            self.told = {}
        elif self._calm_since_s is None:
            self._calm_since_s = frame.seconds
        if self._steps is not None:
            return tags.believe(self._stepped(gate, tags=tags), seconds=frame.seconds)
        if is_restless or self._calm_since_s is None or not self._is_owed:
            return set()
        if frame.seconds - self._calm_since_s >= self._settings.deep_after_s:
            self._add(frame.grey, gate=gate, tags=tags)
        return set()

    def _moves(self, small: Grey) -> bool:
        """Whether any part has changed since the picture before; the first one is all new."""
        parts = (max(1, small.shape[1] // _COARSE), max(1, small.shape[0] // _COARSE))
        now = np.asarray(cv2.resize(small, parts, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        before, self._coarse = self._coarse, now
        if before is None or before.shape != now.shape:
            return True
        return int(cv2.absdiff(now, before).max()) > self._settings.gate_levels

    def _add(self, grey: Grey, *, gate: ChangeGate, tags: Followed) -> None:
        """Add one more picture up, and begin to look once there are enough."""
        spots = tags.spots_in_view() if self._sum is None else {}
        if self._sum is None:
            self._is_owed = bool(missing_tags(self._pieces, spots))
            if not self._is_owed:
                return
            self._sum, self._count = np.zeros(grey.shape, dtype=np.float32), 0
            self._before = gate.small.copy()
        cv2.accumulate(grey, self._sum)
        self._count += 1
        if self._count < self._settings.deep_pictures:
            return
        spots = tags.spots_in_view()
        self._steps = placed_in_steps(
            np.asarray(np.round(self._sum / self._count), dtype=np.uint8),
            missing_tags(self._pieces, spots),
            placer=self._placer,
            raised=tags.raised,
            others=[spot for some in spots.values() for spot in some],
            blur_px=FitSettings().blur_px if tags.blur_px is None else tags.blur_px,
        )
        self._sum, self._is_owed = None, False

    def _stepped(self, gate: ChangeGate, *, tags: Followed) -> list[TagPlacing]:
        """What has been found, if this step was the last one and its place is as it was."""
        assert self._steps is not None
        try:
            next(self._steps)
        except StopIteration as done:
            self._steps = None
            found: list[TagPlacing] = done.value
            if not self._is_owed:
                self.told = {
                    name: spot.flags
                    for spot in found
                    if spot.place is None and (name := tags.owner(spot.known.sighting.number))
                }
            return [spot for spot in found if self._is_as_before(spot, gate)]
        return []

    def _is_as_before(self, spot: TagPlacing, gate: ChangeGate) -> bool:
        """Whether a tag's place looks as it did when its pictures were taken."""
        if spot.place is None or self._before is None or self._before.shape != gate.small.shape:
            return False
        box = gate.boxes(spot.place.tag.corners[None], margin=_MARGIN)[0]
        left, top, right, bottom = box.tolist()
        apart = np.abs(gate.small.astype(np.int16) - self._before)
        there = apart[top:bottom, left:right]
        most = self._settings.gate_levels + _USUAL * float(np.median(apart))
        return bool(there.size and float(np.median(there)) <= most)

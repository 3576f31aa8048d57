"""Puts a bumped camera right from the pieces and anchors that the other cameras know."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.anchors import Calibrated
from calibration.several.loosened import KnownPlace, found_stand, loosened
from calibration.several.rig import Rig
from rules.table.snapshot import HealthState
from rules.table.units import plain
from vision.fusion.cameras import JoinedCamera
from vision.fusion.resting import Kept, Rested, RestFits, is_same_place
from vision.fusion.settings import FusionSettings
from vision.fusion.sight import CameraSight, TagSight

_MOST_SURPRISE = 4.0
"""Standard deviations by which what a camera sees may miss the place that is found for it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Righted:
    """A rig in which one camera stands elsewhere."""

    fits: RestFits
    before: RestFits
    says: str


@dataclass(slots=True, kw_only=True)
class _Rest:
    """Since when each tag that a camera sees rests for it."""

    tags: dict[int, tuple[float, TagSight]] = field(default_factory=dict)
    tried_s: float = -math.inf


class Righting:
    """Waits until all rests under a bumped camera, and finds where it stands."""

    def __init__(
        self, calibrated: Sequence[Calibrated], *, rig: Rig, settings: FusionSettings
    ) -> None:
        self._settings = settings
        self.original = tuple(calibrated)
        self._anchors = [
            _anchors_in(each, rig=rig, camera=index) for index, each in enumerate(calibrated)
        ]
        self._rests = [_Rest() for _ in calibrated]

    def tried(
        self,
        index: int,
        *,
        camera: JoinedCamera,
        others: Sequence[JoinedCamera],
        fits: RestFits,
        rested: Rested,
        kept: Kept,
        now_s: float,
    ) -> Righted | None:
        """The rig with this camera where it stands now; None as long as nobody can say."""
        sight = camera.latest
        is_moved = camera.bumped_s is not None or (
            sight is not None and sight.health.state is HealthState.MOVED
        )
        if sight is None or not is_moved or now_s - camera.news_s >= self._settings.dropped_s:
            self._rests[index] = _Rest()
            return None
        rest = self._rests[index]
        at_rest = self._at_rest(rest, sight, now_s=now_s)
        if now_s - rest.tried_s < self._settings.righted_s:
            return None
        known = fits.known(rested, kept=kept, but=index) + self._known_anchors(others)
        there = {each.number for each in known}
        seen = [each.seen for each in at_rest if each.number in there]
        if len(seen) < self._settings.righted_least:
            return None
        rest.tried_s = now_s
        found = found_stand(seen, known, rig=fits.rig, camera=index)
        if found is None or found.surprise > _MOST_SURPRISE:
            return None
        by = " and ".join(each.name for each in others)
        rig = loosened(fits.rig, camera=index, model=found.model)
        self._rests[index] = _Rest()
        return Righted(
            fits=fits.under(rig),
            before=fits,
            says=f"it was moved by {plain(found.moved_in)} in and turned by "
            f"{found.turned_deg:.1f}°, and put right from {by}",
        )

    def _at_rest(self, rest: _Rest, sight: CameraSight, *, now_s: float) -> list[TagSight]:
        """The tags and anchors that have been for a while where the camera sees them now."""
        px, sigmas = self._settings.shifted_px, self._settings.shifted_sigmas
        before, rest.tags = rest.tags, {}
        found = []
        anchors = (
            TagSight(number=e.number, corners=e.corners, covariance=e.covariance, height=0.0)
            for e in sight.anchors
        )
        for tag in (*sight.tags.values(), *anchors):
            since_s, was = before.get(tag.number, (now_s, tag))
            if not tag.is_resting or not is_same_place(tag, was, px=px, sigmas=sigmas):
                since_s, was = now_s, tag
            rest.tags[tag.number] = (since_s, was)
            if now_s - since_s >= self._settings.righted_s:
                found.append(tag)
        return found

    def _known_anchors(self, others: Sequence[JoinedCamera]) -> list[KnownPlace]:
        """Those that another camera sees where they belong."""
        found: dict[int, KnownPlace] = {}
        for camera in others:
            sight = camera.latest
            for index, places in enumerate(self._anchors):
                if sight is not None and sight.camera == index:
                    found |= {
                        tag.number: places[tag.number]
                        for tag in sight.anchors
                        if tag.number in places
                    }
        return list(found.values())


def _anchors_in(calibrated: Calibrated, *, rig: Rig, camera: int) -> dict[int, KnownPlace]:
    """A camera's own anchors, in the frame that all cameras share."""
    layout = calibrated.layout
    corners = calibrated.model.pixels(layout.corners(layout.numbers))
    met = rig.cameras[camera].places(corners, height=np.repeat(layout.places[:, 2:3], 4, axis=1))
    along = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
    found = {}
    for row, number in enumerate(layout.numbers):
        place = np.array([*met[row].mean(axis=0), layout.places[row, 2], 0.0])
        place[3] = math.atan2(float(along[row, 1]), float(along[row, 0]))
        at = slice(4 * row, 4 * row + 4)
        found[number] = KnownPlace(
            number=number,
            place=place,
            covariance=calibrated.of_layout[at, at],
            size=layout.size * layout.scale,
        )
    return found

"""Watches the anchors: measures them when something changes about them, and now and then.

A bump counts once it has been seen for a while; until then nothing is locked, but no piece comes to
rest either, so that no wrong place is accepted meanwhile.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.anchors import Calibrated
from calibration.profile import CalibrationProfile
from calibration.seen import SeenTag
from calibration.several.placed_by_others import ALONE
from calibration.table.bump import MOVED, BumpCheck, BumpState, check_bump
from calibration.table.drift import Drift
from vision.fit.free import fit_corners
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tracking.change_gate import ChangeGate
from vision.tracking.following import known_before
from vision.tracking.frame import TableFrame
from vision.tracking.settings import DEFAULTS, TrackingSettings

_LEAST_VOUCHING: Final = 3
_MARGIN: Final = 0.2
_IN_PLACE: Final = frozenset({BumpState.STILL, BumpState.ANCHOR_MOVED})
_JUMPED: Final = (
    f"the camera or the table has moved by {MOVED:g} in or more at once: put it back, or take one "
    "photograph to calibrate anew"
)


class AnchorWatch:
    """The anchors of one profile in one camera."""

    def __init__(
        self,
        profile: CalibrationProfile,
        *,
        family: TagFamily,
        settings: TrackingSettings = DEFAULTS,
        is_alone: bool = True,
    ) -> None:
        self._profile, self._family, self._settings = profile, family, settings
        self._stands_by_others = profile.calibrated.is_placed_by_others
        self._is_alone = is_alone
        self._lens = profile.calibrated.model.lens
        self._drift = Drift.none(profile.calibrated)
        # Of several cameras the others say how this one stands.
        self._follows_drifts = is_alone and not self._stands_by_others
        layout = profile.calibrated.layout
        self.numbers = frozenset(layout.numbers)
        expected = profile.calibrated.model.pixels(layout.corners(layout.numbers))
        self._places: dict[int, Floats] = dict(zip(layout.numbers, expected, strict=True))
        self._seen: dict[int, SeenTag] = {}
        self._checked_s: float | None = None
        self._odd_since_s: float | None = None
        self._odd_looks = 0
        self._vouched_s: float | None = None
        self._blind_since_s: float | None = None
        self.drift_sentence = ""
        """What is told of a drift that is followed; empty while there is none."""
        self.doubled: frozenset[int] = frozenset()
        self.check: BumpCheck | None = None
        self.contrast = float("nan")
        """Grey levels from ink to paper, by the anchors in view."""

    def look(
        self, frame: TableFrame, *, gate: ChangeGate, blur_px: float | None, is_suspect: bool
    ) -> None:
        """Measure all anchors if one has changed, if a move is suspected, or if it is time."""
        seconds = frame.seconds
        numbers = list(self._places)
        boxes = gate.boxes(np.array([self._places[each] for each in numbers]), margin=_MARGIN)
        hits = gate.changed(boxes) >= self._settings.gate_least
        is_due = (
            self._checked_s is None or seconds - self._checked_s >= self._settings.anchor_check_s
        )
        is_due |= self._odd_since_s is not None or self._drift.is_going_on(seconds)
        is_due |= is_suspect and self._follows_drifts
        if hits.any() or is_due:
            self._measure(frame.grey, numbers, blur_px=blur_px)
            gate.understood(boxes)
            if self._follows_drifts:
                self._follow(seconds)
            self._judge(seconds)

    def found(
        self, grey: Grey, sightings: Sequence[Sighting], *, seconds: float, blur_px: float | None
    ) -> None:
        """Take in anchors that a search has found where they were not expected or not seen."""
        mine = [each for each in sightings if each.number in self.numbers]
        counts = {each.number: 0 for each in mine}
        for each in mine:
            counts[each.number] += 1
        twice = {number for number, count in counts.items() if count > 1}
        for each in mine:
            at = self._seen.get(each.number)
            far = (
                at is not None
                and float(np.hypot(*(at.corners.mean(axis=0) - each.corners.mean(axis=0))))
                > 0.5 * each.shortest_side_px
            )
            if far and each.number in self._seen:
                twice.add(each.number)
        new = [each for each in mine if each.number not in self._seen or each.number in twice]
        self.doubled = frozenset((self.doubled & self.numbers - set(counts)) | twice)
        for number in self.doubled:
            self._seen.pop(number, None)
        asked = [each for each in new if each.number not in self.doubled]
        if not asked:
            return
        fit = fit_corners(grey, asked, family=self._family, lens=self._lens, blur_px=blur_px)
        for tag in fit.tags:
            if tag.is_placed:
                self._keep(tag.number, tag.corners, covariance=tag.covariance)
        self._judge(seconds)

    def _measure(self, grey: Grey, numbers: list[int], *, blur_px: float | None) -> None:
        asked = [
            Sighting(number=number, corners=self._places[number])
            for number in numbers
            if number not in self.doubled
        ]
        fit = fit_corners(
            grey,
            asked,
            family=self._family,
            lens=self._lens,
            blur_px=blur_px,
            identity=known_before(self._settings),
        )
        self._seen.clear()
        placed = [tag for tag in fit.tags if tag.is_placed]
        for tag in placed:
            self._keep(tag.number, tag.corners, covariance=tag.covariance)
        if placed:
            self.contrast = float(np.median([tag.fit.contrast for tag in placed]))

    def _follow(self, seconds: float) -> None:
        before = self._drift.calibrated
        self._drift = self._drift.looked(self.seen, seconds=seconds)
        if self._drift.calibrated is not before:
            self.drift_sentence = self._drift.sentence

    def _keep(self, number: int, corners: Floats, *, covariance: Floats) -> None:
        self._seen[number] = SeenTag(number=number, corners=corners, covariance=covariance)
        self._places[number] = corners

    def _judge(self, seconds: float) -> None:
        profile, drift = self._profile, self._drift
        self.check = check_bump(
            self.seen, calibrated=drift.judged_by(seconds), anchors=profile.anchors
        )
        self._checked_s = seconds
        if self._follows_drifts and self.check.state in _IN_PLACE and not drift.is_too_fast:
            fitting = set(self._fitting())
            self._drift = drift.learnt(tag for tag in self.seen if tag.number in fitting)
        if self.check.freezes or self._is_odd():
            self._odd_looks += 1
            if self._odd_since_s is None:
                self._odd_since_s = seconds
        else:
            self._odd_since_s, self._odd_looks = None, 0
        if self._seen:
            self._blind_since_s = None
        elif self._blind_since_s is None:
            self._blind_since_s = seconds
        if len(self._fitting()) >= _LEAST_VOUCHING:
            self._vouched_s = seconds
        elif self._vouched_s is None:
            self._vouched_s = -np.inf

    def _is_odd(self) -> bool:
        """Whether anchors are in view, and too few of them vouch for the camera."""
        assert self.check is not None
        if self._drift.is_too_fast:
            return True
        wild = len(self.check.residuals) - len(self._fitting())
        return self.check.state is BumpState.CANNOT_TELL and wild > 0

    def _fitting(self) -> list[int]:
        assert self.check is not None
        return [each.number for each in self.check.residuals if each.fits]

    @property
    def is_vouching(self) -> bool:
        """Whether nothing contradicts the camera now; otherwise nothing settles."""
        is_blind = self._blind_since_s is not None and not self._stands_by_others
        return self._odd_since_s is None and not is_blind

    @property
    def is_contradicting(self) -> bool:
        """Whether anchors in view say that camera or table are elsewhere, and it is too early to
        be sure of it.
        """
        return self._odd_since_s is not None

    @property
    def calibrated(self) -> Calibrated:
        """What to measure by: the camera as it stands now, if it drifts."""
        return self._drift.calibrated

    @property
    def count_in_view(self) -> int:
        return len(self._seen)

    @property
    def seen(self) -> tuple[SeenTag, ...]:
        """Those in view, wherever they are."""
        return tuple(self._seen.values())

    @property
    def corners(self) -> dict[int, Floats]:
        """Of the anchors in view, in pixels."""
        return {number: tag.corners for number, tag in self._seen.items()}

    def boxes_near(self, gate: ChangeGate, *, reach: float) -> np.typing.NDArray[np.int32]:
        """Where to look for anchors that are out of sight, in patches."""
        lost = [self._places[each] for each in self._places if each not in self._seen]
        return gate.boxes(np.array(lost).reshape(-1, 4, 2), margin=reach)

    def refusal(self, seconds: float, *, is_empty: bool) -> str | None:
        """Why nothing may be measured, once it has been so for long enough.

        ``is_empty`` is whether no tag of any kind has been in view for some pictures.
        """
        if self._stands_by_others and self._is_alone:
            return ALONE
        if self.check is None:
            return "no anchor has been looked at yet"
        odd = self._odd_since_s
        if (
            odd is not None
            and self._odd_looks >= self._settings.bump_looks
            and seconds - odd >= self._settings.bump_s
        ):
            is_seen = self.check.freezes or not self._drift.is_too_fast
            return self.check.sentence if is_seen else _JUMPED
        blind = self._blind_since_s
        if blind is not None and is_empty:
            return (
                f"none of {len(self.numbers)} anchors is in view, nor anything else with a tag: "
                "uncover the lens, or turn the camera back"
            )
        if self._stands_by_others:
            # Others vouch for it, by what they see of the same pieces.
            return None
        if blind is not None and seconds - blind >= self._settings.blind_s:
            return f"none of {len(self.numbers)} anchors is in view: was the camera turned away?"
        if self._vouched_s is None or seconds - self._vouched_s >= self._settings.unvouched_s:
            total = len(self.numbers)
            if len(self._fitting()) >= _LEAST_VOUCHING:
                self._vouched_s = seconds
                return None
            return f"{len(self._fitting())} of {total} anchors are in view: clear at least 3"
        return None

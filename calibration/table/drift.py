"""Follows a camera that drifts: a tripod that sinks, a lens that breathes.

Each anchor is compared with where it itself was seen at first. What lens and paper do to its place
falls out of that, and a drift shows by the noise of pixels alone, far below any bump.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.anchors import Calibrated, Floor
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.error import TALLEST, joint_covariance
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.table.bump import MOVED

_PER_S: Final = 1.0
"""Seconds in which a drift is slower than a bump: it comes to less than `MOVED` in them."""
_MOST_FIRST: Final = 8
"""Looks at an anchor whose mean is where it was seen at first."""
_PHASE: Final = Floor(corner=0.015, shift=0.01)
"""Pixels by which a fit is off otherwise when its tag lies otherwise on the pixels."""
_SURE: Final = 36.0
"""Squared standard errors of six or seven ways to move that chance exceeds three times in a
million: below nothing begins to be followed."""
_GOING_ON: Final = 12.0
"""And below nothing that has just moved is followed on; chance exceeds it once in sixteen."""
_ZOOM: Final = 16.0
"""And by which a change of focal length has to explain more than another place does; chance exceeds
it six times in a hundred thousand."""
_CHANCE: Final = 4.0
"""Standard deviations of a sum of squares up to which what is left is chance."""
_LEFT: Final = 0.02
"""Share of the squares that a drift may leave all the same: a tenth and a half of what was off."""
_LEAST: Final = 4
"""Anchors that have to agree: of three one may be elsewhere, and another place still fits them."""
_MOST_LEFT_OUT: Final = 0.4
"""Share of the anchors in view that may be displaced or half covered."""
_WIDER: Final = 1.5
"""By which an error that grows is told too large, so that it has to be told anew less often."""
_TOLD_IN: Final = 0.01
"""Inches from which a drift is told; all are followed."""
_MOSTLY: Final = 0.9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _First:
    """How far from its calibrated place an anchor was seen at first, in pixels."""

    off: Floats
    """Eight of its corners."""
    covariance: Floats
    count: int = 1

    def with_look(self, off: Floats, *, covariance: Floats) -> "_First":
        """The mean with one more."""
        share = 1.0 / (self.count + 1)
        return _First(
            off=self.off + share * (off - self.off),
            covariance=(1 - share) ** 2 * self.covariance + share**2 * covariance,
            count=self.count + 1,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drift:
    """What has become of a calibration since it is in use; each look gives another one."""

    home: Calibrated
    """As it was calibrated."""
    calibrated: Calibrated
    """As the camera stands now, and as unsure as that is; `home` itself while nothing drifts."""
    moved_s: float = -math.inf
    """When it was last seen to go on."""
    is_too_fast: bool = False
    """Whether it seems to have moved faster than a drift does; then it is not followed."""
    _first: Mapping[int, _First] = field(default_factory=dict)
    _lately: tuple[tuple[float, CameraModel], ...] = ()
    """Where it stood in the last second, and before that."""

    @classmethod
    def none(cls, calibrated: Calibrated) -> "Drift":
        """Before the first look."""
        return cls(home=calibrated, calibrated=calibrated)

    def looked(self, seen: Sequence[SeenTag], *, seconds: float) -> "Drift":
        """The camera followed to where these anchors have it, if it has moved at all.

        A look that no small and slow way to move explains changes nothing.
        """
        calm = replace(self, is_too_fast=False) if self.is_too_fast else self
        tags = [tag for tag in seen if tag.number in self._first]
        if len(tags) < _LEAST:
            return calm
        first = [self._first[tag.number] for tag in tags]
        view = _View(tags, first=first, calibrated=self.calibrated)
        way = view.way(least=_GOING_ON if self.is_going_on(seconds) else _SURE)
        if way is None:
            return calm
        model = view.along(way)
        before = self._a_second_ago(seconds)
        # A camera that trembles is far from where it just was, and near to where it belongs.
        olds = (before, self.home.model)
        if not any(_shift(old, model, calibrated=self.home) < MOVED for old in olds):
            return replace(self, is_too_fast=True)
        since = [(at, old) for at, old in self._lately if at > seconds - _PER_S]
        return replace(
            calm,
            calibrated=self._moved_to(model, unsure=view.unsure(way)),
            moved_s=seconds if way.gain >= _SURE else self.moved_s,
            _lately=((-math.inf, before), *since, (seconds, model)),
        )

    def learnt(self, seen: Iterable[SeenTag]) -> "Drift":
        """With one more look at anchors that are in place where the camera stands now."""
        new = dict(self._first)
        fresh = [tag for tag in seen if _count(new.get(tag.number)) < _MOST_FIRST]
        if not fresh:
            return self
        for tag, off in zip(fresh, _off(fresh, calibrated=self.calibrated), strict=True):
            first = new.get(tag.number)
            new[tag.number] = (
                _First(off=off, covariance=tag.covariance)
                if first is None
                else first.with_look(off, covariance=tag.covariance)
            )
        return replace(self, _first=new)

    def judged_by(self, seconds: float) -> Calibrated:
        """What a bump is judged against: where it stands now, or stood before it went too fast."""
        if not self.is_too_fast:
            return self.calibrated
        return replace(self.calibrated, model=self._a_second_ago(seconds))

    def is_going_on(self, seconds: float) -> bool:
        """Whether it has moved just now, and may go on."""
        return seconds - self.moved_s < _PER_S

    @property
    def shift_in(self) -> float:
        """How wrong places would be if nobody followed it; root mean square over the anchors."""
        return _shift(self.home.model, self.calibrated.model, calibrated=self.home)

    @property
    def sentence(self) -> str:
        """What people are told; empty while it has not gone far."""
        shift = self.shift_in
        if shift < _TOLD_IN:
            return ""
        return (
            f"{self._what()} since it was calibrated, and places would be {shift:.2f} in off: "
            f"it is followed, and the camera leaves them within ±{self._bound_in():.3f} in"
        )

    def _what(self) -> str:
        old, new = self.home.model, self.calibrated.model
        larger = new.lens.fx / old.lens.fx - 1
        if larger:
            return f"the camera has drifted and its lens has zoomed by {larger:+.2%}"
        way = new.stand.eye - old.stand.eye
        far = float(np.linalg.norm(way))
        if abs(way[2]) > _MOSTLY * far:
            return f"the camera has {'sunk' if way[2] < 0 else 'risen'} by {far:.2f} in"
        return "the camera has drifted"

    def _bound_in(self) -> float:
        """Two standard errors of places, as the camera has them now."""
        points = _points(self.home)
        return 2 * float(np.sqrt(joint_covariance(self.calibrated, points).diagonal().mean()))

    def _a_second_ago(self, seconds: float) -> CameraModel:
        old = [model for at, model in self._lately if at <= seconds - _PER_S]
        return old[-1] if old else self.calibrated.model

    def _moved_to(self, model: CameraModel, *, unsure: Floats) -> Calibrated:
        """Its error is told anew only where it has grown: to sum it up takes long."""
        told = self.calibrated.covariance[:CAMERA_COUNT, :CAMERA_COUNT] - self.home.of_camera
        points = _points(self.home)
        slopes = model.place_parameter_slopes(points).reshape(-1, CAMERA_COUNT)
        stated, needed = (np.einsum("ij,jk,ik->i", slopes, each, slopes) for each in (told, unsure))
        covariance = self.calibrated.covariance
        if not (needed <= stated).all():
            covariance = self.home.covariance.copy()
            covariance[:CAMERA_COUNT, :CAMERA_COUNT] += _WIDER * unsure
        return replace(self.calibrated, model=model, covariance=covariance)


def _count(first: _First | None) -> int:
    return 0 if first is None else first.count


def _points(calibrated: Calibrated) -> Floats:
    """The anchors' places, on the table and over it."""
    flat = calibrated.layout.places[:, :2]
    return np.concatenate(
        [np.column_stack([flat, np.full(len(flat), height)]) for height in (0.0, TALLEST)]
    )


def _off(tags: Sequence[SeenTag], *, calibrated: Calibrated) -> Floats:
    """How far from where they are expected tags are seen (n x 8 pixels)."""
    meant = calibrated.model.pixels(calibrated.layout.corners(tuple(tag.number for tag in tags)))
    found: Floats = (np.array([tag.corners for tag in tags]) - meant).reshape(-1, 8)
    return found


def _shift(one: CameraModel, other: CameraModel, *, calibrated: Calibrated) -> float:
    """By how much two places of a camera have the anchors otherwise, in inches."""
    at = _points(calibrated)[: len(calibrated.layout.numbers)]
    off = one.places(other.pixels(at)) - at[:, :2]
    far = (off**2).sum(axis=1)
    return float(np.sqrt(far.mean())) if np.isfinite(far).all() else math.inf


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Way:
    """How a camera has moved, by some of the anchors in view."""

    ways: Floats
    """Which of its parameters may change (15 x k)."""
    step: Floats
    kept: tuple[int, ...]
    gain: float
    """By how much the sum of squares shrinks, in standard errors."""
    left: float

    @property
    def is_enough(self) -> bool:
        """Whether what it leaves is chance."""
        spare = 8 * len(self.kept) - self.ways.shape[1]
        most = spare + _CHANCE * math.sqrt(2.0 * spare)
        return bool(self.left <= max(most, _LEFT * self.gain))


class _View:
    """The anchors of one look, each beside where it was seen at first."""

    def __init__(
        self, tags: Sequence[SeenTag], *, first: Sequence[_First], calibrated: Calibrated
    ) -> None:
        self._model = calibrated.model
        self._corners = calibrated.layout.corners(tuple(tag.number for tag in tags))
        noise = np.array([tag.covariance for tag in tags]) + [each.covariance for each in first]
        self._weigh = np.linalg.inv(np.linalg.cholesky(_PHASE.added(noise)))
        # What was off at first is off still: it is no drift.
        self._meant = np.array([tag.corners for tag in tags]) - np.array(
            [each.off for each in first]
        ).reshape(-1, 4, 2)

    def way(self, *, least: float) -> _Way | None:
        """The way it has gone; None where it has gone none, or nothing explains what is seen.

        Another place or focal length first; then one anchor after the other is left out.
        """
        kept = tuple(range(len(self._meant)))
        stand = self._weighed(self._model, _stand_ways())
        found = stand.fit(kept)
        zoomed = self._weighed(self._model, _zoom_ways(self._model)).fit(kept)
        if zoomed.gain < least:
            return None
        if zoomed.is_enough and found.left - zoomed.left >= _ZOOM:
            found = zoomed
        fewest = max(_LEAST, math.ceil((1 - _MOST_LEFT_OUT) * len(kept)))
        while not found.is_enough and len(kept) > fewest:
            found = min(stand.without_one(kept), key=lambda each: each.left)
            kept = found.kept
        if not found.is_enough:
            return None
        # What one anchor alone shows is that anchor's own.
        is_shown_by_all = all(each.gain >= least for each in stand.without_one(kept))
        return found if is_shown_by_all else None

    def along(self, way: _Way) -> CameraModel:
        """The camera at its end; twice, for a turn is no straight way."""
        model = self._model.moved(way.ways @ way.step)
        again = self._weighed(model, way.ways).fit(way.kept)
        return model.moved(again.ways @ again.step)

    def unsure(self, way: _Way) -> Floats:
        """The covariance of its end (15 x 15)."""
        columns = self._weighed(self._model, way.ways).columns_of(way.kept)
        # Up to what is worth following it may have gone on.
        more = 1 + _GOING_ON / way.ways.shape[1]
        found: Floats = more * way.ways @ np.linalg.inv(columns.T @ columns) @ way.ways.T
        return found

    def _weighed(self, model: CameraModel, ways: Floats) -> "_Weighed":
        """In standard errors, how far every anchor is off there and what the ways do to it."""
        slopes = model.parameter_slopes(self._corners).reshape(-1, 8, CAMERA_COUNT)
        off = (self._meant - model.pixels(self._corners)).reshape(-1, 8, 1)
        return _Weighed(ways=ways, off=self._weigh @ off, slopes=self._weigh @ (slopes @ ways))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Weighed:
    """What is to be explained of each anchor, and how far each way explains it."""

    ways: Floats
    off: Floats
    """N x 8 x 1."""
    slopes: Floats
    """N x 8 x the ways."""

    def columns_of(self, kept: tuple[int, ...]) -> Floats:
        """By these anchors, a column for each way."""
        found: Floats = self.slopes[list(kept)].reshape(-1, self.ways.shape[1])
        return found

    def fit(self, kept: tuple[int, ...]) -> _Way:
        """How far along the ways these anchors have it."""
        seen, columns = self.off[list(kept)].reshape(-1), self.columns_of(kept)
        scale = np.linalg.norm(columns, axis=0)
        step = np.linalg.lstsq(columns / scale, seen, rcond=None)[0] / scale
        rest = seen - columns @ step
        left = float(rest @ rest)
        return _Way(ways=self.ways, step=step, kept=kept, gain=float(seen @ seen) - left, left=left)

    def without_one(self, kept: tuple[int, ...]) -> list[_Way]:
        """Where the camera stands by all but one of these anchors, whichever that is."""
        return [self.fit(tuple(each for each in kept if each != left)) for left in kept]


def _stand_ways() -> Floats:
    """The six of where a camera stands."""
    return np.eye(CAMERA_COUNT)[:, LENS_COUNT:]


def _zoom_ways(model: CameraModel) -> Floats:
    """The same, and both focal lengths in one."""
    zoom = np.zeros((CAMERA_COUNT, 1))
    zoom[:2, 0] = model.lens.fx, model.lens.fy
    return np.concatenate([_stand_ways(), zoom], axis=1)

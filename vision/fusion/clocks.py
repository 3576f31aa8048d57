"""Finds how late each camera's pictures are, from pieces that several see move, and odd clocks."""

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from vision.fusion.moving import Flat
from vision.fusion.settings import FUSION, FusionSettings

_HEARD_S: Final = 2.0
"""Seconds of pictures by which a clock's rate is judged."""
_SPAN_S: Final = 1.0
"""And no fewer than these."""
_JUDGED_EVERY_S: Final = 0.1
_LEAST: Final = 6
_SIGMAS: Final = 4.0
_WANDERS_S: Final = 0.002
"""Standard error that a delay gains in a second: buffers fill and empty."""
_FINEST_S: Final = 0.004
"""No delay is known better: exposures last as long."""
_BETWEEN_S: Final = 0.3
"""The longest way between two pictures of a moving piece that is taken as straight."""
_OUTLIER: Final = 5.0
_ALIKE: Final = 2.0
"""Times the error of one comparison: those of one move err alike."""


@dataclass(slots=True, kw_only=True)
class ClockRate:
    """Whether one camera's clock runs as fast as the one by which its pictures arrive."""

    settings: FusionSettings = FUSION
    _heard: deque[tuple[float, float]] = field(default_factory=deque)
    _judged_s: float = -math.inf
    _fault: str | None = None

    def heard(self, seconds: float, *, now_s: float) -> None:
        """A new picture, and when it arrived."""
        if self._heard and seconds <= self._heard[-1][1]:
            return
        self._heard.append((now_s, seconds))
        while now_s - self._heard[0][0] > _HEARD_S:
            self._heard.popleft()

    def forget(self) -> None:
        """The camera was opened anew."""
        self._heard.clear()
        self._judged_s, self._fault = -math.inf, None

    @property
    def fault(self) -> str | None:
        """What is wrong with it, in words."""
        if self._heard and self._heard[-1][0] - self._judged_s >= _JUDGED_EVERY_S:
            self._judged_s, self._fault = self._heard[-1][0], self._judged()
        return self._fault

    def _judged(self) -> str | None:
        if len(self._heard) < _LEAST or self._heard[-1][0] - self._heard[0][0] < _SPAN_S:
            return None
        arrived, taken = np.array(self._heard).T
        arrived, taken = arrived - arrived.mean(), taken - taken.mean()
        spread = float(arrived @ arrived)
        rate = float(arrived @ taken) / spread
        rest = taken - rate * arrived
        sigma = math.sqrt(float(rest @ rest) / max(len(rest) - 2, 1) / spread)
        off = rate - 1.0
        if abs(off) <= max(self.settings.clock_rate, _SIGMAS * sigma):
            return None
        return f"its clock runs {abs(off):.0%} too {'fast' if off > 0 else 'slow'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """How late a camera's pictures are against the first camera's."""

    seconds: float
    sigma: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Passed:
    """Where a camera saw a moving piece."""

    seconds: float
    place: Flat


class Delays:
    """The delay of every camera. For pictures on one clock, however late each is stamped."""

    def __init__(self, count: int, *, settings: FusionSettings = FUSION) -> None:
        self._settings = settings
        self._delays = [Delay(seconds=0.0, sigma=0.0)] + [
            Delay(seconds=0.0, sigma=settings.clock_s) for _ in range(count - 1)
        ]
        self._given = [_as_given(each) for each in self._delays]
        self._told_s = [-math.inf] * count
        self._ways: dict[tuple[int, str], deque[_Passed]] = {}
        self._count = count

    def of(self, camera: int) -> Delay:
        """As far as it is known now; never better than an exposure lasts."""
        return self._given[camera]

    def passed(self, camera: int, piece: str, *, place: Flat, seconds: float) -> None:
        """A camera sees a piece that moves (x and y in inches)."""
        way = self._ways.setdefault((camera, piece), deque(maxlen=12))
        if way and seconds <= way[-1].seconds:
            return
        way.append(_Passed(seconds=seconds, place=place))
        for other in range(self._count):
            if other != camera and 0 in (other, camera):
                self._compare(way, self._ways.get((other, piece)), camera=camera, other=other)

    def rests(self, piece: str) -> None:
        """Its way has ended."""
        for camera in range(self._count):
            self._ways.pop((camera, piece), None)

    def _compare(
        self, way: deque[_Passed], seen: deque[_Passed] | None, *, camera: int, other: int
    ) -> None:
        """Where the other saw it between the last two places of this one."""
        if seen is None or len(way) < 2:
            return
        start, end = way[-2], way[-1]
        lasts = end.seconds - start.seconds
        if lasts > _BETWEEN_S:
            return
        x, y = start.place
        fast_x, fast_y = (end.place[0] - x) / lasts, (end.place[1] - y) / lasts
        square = fast_x**2 + fast_y**2
        if square < self._settings.fast_in_per_s**2:
            return
        for each in seen:
            if start.seconds <= each.seconds < end.seconds:
                since = each.seconds - start.seconds
                off_x, off_y = (
                    each.place[0] - x - fast_x * since,
                    each.place[1] - y - fast_y * since,
                )
                late = -(fast_x * off_x + fast_y * off_y) / square
                sigma = _ALIKE * self._settings.loose_in / math.sqrt(square)
                # The other is later than this one by so much.
                if camera == 0:
                    self._learn(other, late, sigma=sigma, seconds=each.seconds)
                else:
                    self._learn(camera, -late, sigma=sigma, seconds=each.seconds)

    def _learn(self, camera: int, late: float, *, sigma: float, seconds: float) -> None:
        known = self._delays[camera]
        since = max(0.0, seconds - self._told_s[camera]) if self._told_s[camera] > 0 else 0.0
        prior = known.sigma**2 + _WANDERS_S**2 * since
        if abs(late - known.seconds) > _OUTLIER * math.sqrt(prior + sigma**2):
            return
        gain = prior / (prior + sigma**2)
        self._told_s[camera] = seconds
        self._delays[camera] = Delay(
            seconds=known.seconds + gain * (late - known.seconds),
            sigma=math.sqrt((1 - gain) * prior),
        )
        self._given[camera] = _as_given(self._delays[camera])


def _as_given(delay: Delay) -> Delay:
    return Delay(seconds=delay.seconds, sigma=math.hypot(delay.sigma, _FINEST_S))

"""Gathers what several cameras show of one table until it is joined.

Joining takes nearly as long for one picture as for one of each camera. Pictures of one moment often
are followed at nearly the same time, and then these are joined once.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules.table.snapshot import Health
from vision.camera.source import Frame
from vision.fusion.one_look import OneLook

_TOGETHER_S: Final = 0.004
"""Seconds within which pictures come together, and for which one waits for another at most."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraNews:
    """How one of several cameras is, and what its picture shows where it is a new one."""

    camera: int
    health: Health
    frame: Frame | None
    seen: OneLook | None


class Arrivals:
    """What has arrived and is not joined yet; whoever brings something calls `add`, then `take`."""

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, within_s: float = _TOGETHER_S
    ) -> None:
        self._clock, self._within_s = clock, within_s
        self._change = threading.Condition()
        self._waiting: deque[CameraNews] = deque()
        self._came_s: dict[int, float] = {}
        """When each camera last brought a picture."""

    def add(self, arrived: CameraNews) -> None:
        """Returns when nothing else is to be expected at once."""
        with self._change:
            expected = self._expected(arrived)
            self._waiting.append(arrived)
            self._change.notify_all()
            if expected:
                self._change.wait_for(lambda: self._has_all(expected), timeout=self._within_s)

    def take(self) -> list[CameraNews]:
        """All that waits, in its order; nothing where somebody else has taken it."""
        with self._change:
            found = list(self._waiting)
            self._waiting.clear()
            self._change.notify_all()
        return found

    def _expected(self, arrived: CameraNews) -> set[int]:
        """The cameras whose last picture came together with this one's, and whose next has not."""
        if arrived.seen is None:
            return set()
        now, before = self._clock(), self._came_s.get(arrived.camera)
        self._came_s[arrived.camera] = now
        if before is None:
            return set()
        return {
            camera
            for camera, came_s in self._came_s.items()
            if camera != arrived.camera and abs(came_s - before) < self._within_s <= now - came_s
        }

    def _has_all(self, expected: set[int]) -> bool:
        """Also where all was taken."""
        return not self._waiting or expected <= {each.camera for each in self._waiting}

"""A camera that shows what a test puts before it, and says when that has been looked at."""

import threading
from dataclasses import replace

from rules.table.snapshot import Health, HealthState
from vision.camera.errands.errand import Errand
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Bytes, Frame, Identity


class ShownCamera:
    """In the place of a keeper, with no process behind it."""

    def __init__(self, identity: Identity) -> None:
        self.identity: Identity | None = identity
        self.closed = 0
        self._look = CameraLook(
            health=Health(state=HealthState.LOST, note="the camera is being opened"),
            frame=None,
            age_s=None,
            counts=Counts(),
        )
        self._turn = self._given = self._handled = 0
        self._change = threading.Condition()

    def show(self, grey: Bytes, *, seconds: float) -> None:
        """Until it has been looked at and handed on."""
        frame = Frame(
            number=self._turn, seconds=seconds, name="shown", grey=grey, captured_s=seconds
        )
        self._put(replace(self._look, frame=frame, age_s=0.0, health=Health()))

    def fail(self, health: Health) -> None:
        """No picture may be used any more, for this reason."""
        self._put(replace(self._look, health=health))

    def _put(self, look: CameraLook) -> None:
        with self._change:
            self._look = look
            self._turn += 1
            self._change.notify_all()
            assert self._change.wait_for(lambda: self._handled >= self._turn, timeout=60)

    def look(self) -> CameraLook:
        with self._change:
            self._given = self._turn
            return self._look

    def follow(self, errand: Errand | None) -> None:
        """Nobody here can."""

    def wait(self, most_s: float) -> None:
        with self._change:
            self._handled = self._given
            self._change.notify_all()
            self._change.wait_for(lambda: self._turn > self._given, timeout=most_s)

    def close(self) -> None:
        self.closed += 1

"""Tests of the thread that looks at a camera: whatever goes wrong, it goes on and says so."""

import threading

import numpy as np

from api.cameras.running import RunningCamera
from rules.table.snapshot import Health, HealthState
from vision.camera.errands.errand import Errand
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Frame, Identity

WELL = CameraLook(
    health=Health(),
    frame=Frame(number=1, seconds=0.0, name="", grey=np.zeros((4, 4), np.uint8), captured_s=0.0),
    age_s=0.0,
    counts=Counts(),
)
AT_MOST_S = 60.0


class Failing:
    """A keeper that breaks at its second look, and is well again at its fourth."""

    identity: Identity | None = None

    def __init__(self) -> None:
        self.looks = self.closed = 0

    def look(self) -> CameraLook:
        self.looks += 1
        if self.looks in {2, 3}:
            raise RuntimeError("the pipe is torn")
        return WELL

    def follow(self, errand: Errand | None) -> None:
        """Nobody here can."""

    def wait(self, most_s: float) -> None:
        assert most_s <= 0.1

    def close(self) -> None:
        self.closed += 1


def test_a_keeper_that_breaks_is_a_lost_camera_and_not_the_last_picture_for_ever() -> None:
    keeper = Failing()
    seen: list[CameraLook] = []
    enough = threading.Event()

    def see(look: CameraLook) -> None:
        seen.append(look)
        if len(seen) == 5:
            enough.set()
        if len(seen) == 4:
            raise RuntimeError("one bad picture")

    running = RunningCamera(lambda: keeper, see=see)
    assert enough.wait(AT_MOST_S)
    running.close()
    states = [look.health.state for look in seen[:5]]
    live, lost = HealthState.LIVE, HealthState.LOST
    assert states == [live, lost, lost, live, live]
    assert [look.ruling_frame for look in seen[1:3]] == [None, None]
    assert "RuntimeError" in seen[1].health.note
    assert keeper.closed == 1

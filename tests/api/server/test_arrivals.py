"""Tests that what cameras show at one moment is joined once, and that nobody waits for nothing."""

from threading import Thread

from api.tables.arrivals import Arrivals, CameraNews
from rules.table.snapshot import Health
from tests.api.server.test_camera_table import Time
from tests.api.server.test_several_cameras import look
from tests.vision.fusion.test_several import FLAT, TANK, cameras_over

LONG_S = 10.0
"""That a test would notice."""
EYES = cameras_over(TANK, FLAT)


def shown(camera: int) -> CameraNews:
    """A picture; what it shows does not matter here."""
    frame, seen = look(camera, 1).frame, EYES.errands[camera].unseen()
    return CameraNews(camera=camera, health=Health(), frame=frame, seen=seen)


def test_the_first_of_two_that_come_together_waits_for_the_other() -> None:
    time = Time()
    arrivals = Arrivals(clock=time, within_s=LONG_S)
    for camera in (0, 1):
        arrivals.add(shown(camera))
    assert [each.camera for each in arrivals.take()] == [0, 1]
    assert arrivals.take() == []
    time.now = 2 * LONG_S
    waiting = Thread(target=arrivals.add, args=(shown(1),))
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    arrivals.add(shown(0))
    waiting.join()
    assert {each.camera for each in arrivals.take()} == {0, 1}


def test_nobody_waits_for_a_camera_that_comes_at_another_time() -> None:
    time = Time()
    arrivals = Arrivals(clock=time, within_s=LONG_S)
    for _ in range(3):
        for camera in (0, 1):
            time.now += LONG_S
            arrivals.add(shown(camera))
            assert [each.camera for each in arrivals.take()] == [camera]


def test_a_look_without_a_picture_waits_for_nobody() -> None:
    time = Time()
    arrivals = Arrivals(clock=time, within_s=LONG_S)
    for camera in (0, 1):
        arrivals.add(shown(camera))
    time.now = 2 * LONG_S
    arrivals.add(CameraNews(camera=0, health=Health(), frame=None, seen=None))
    assert len(arrivals.take()) == 3


def test_whoever_waits_goes_on_when_another_takes_all() -> None:
    time = Time()
    arrivals = Arrivals(clock=time, within_s=LONG_S)
    for camera in (0, 1):
        arrivals.add(shown(camera))
    arrivals.take()
    time.now = 2 * LONG_S
    waiting = Thread(target=arrivals.add, args=(shown(0),))
    waiting.start()
    while not arrivals.take():
        waiting.join(0.01)
    waiting.join()

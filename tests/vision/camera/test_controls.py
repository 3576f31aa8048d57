"""Tests of a webcam whose controls are held: one that ignores, clips or forgets each is named."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.table.snapshot import Health, HealthState
from vision.camera.controls.holding import (
    DISTURBS_S,
    EVERY_S,
    LENS,
    SELDOM_S,
    CameraControl,
    ControlReading,
    HeldControls,
    Standing,
)
from vision.camera.controls.system import held_by, held_then
from vision.camera.source import Identity

NAMED_WITHIN_S = 2.0
SELDOM_WITHIN_S = 12.0
FRAME_S = 1 / 30


class Webcam:
    """Does what it is asked for, but for one control that it ignores, clips or forgets."""

    def __init__(
        self,
        *,
        ignores: CameraControl | None = None,
        clips: CameraControl | None = None,
        takes_s: float = 0.0,
    ) -> None:
        self.now = 0.0
        self.held = {each: ControlReading(value=100, is_automatic=True) for each in CameraControl}
        self._ignores, self._clips, self._takes_s = ignores, clips, takes_s

    def clock(self) -> float:
        return self.now

    def read(self) -> Mapping[CameraControl, ControlReading]:
        self.now += self._takes_s
        return dict(self.held)

    def hold(self, control: CameraControl, value: int) -> None:
        if control is self._ignores:
            return
        taken = min(value, 90) if control is self._clips else value
        self.held[control] = ControlReading(value=taken)

    def close(self) -> None:
        """There is nothing to let go of."""

    def forgets(self, control: CameraControl) -> None:
        self.held[control] = ControlReading(value=100, is_automatic=True)

    def drifts(self, control: CameraControl, by: int) -> None:
        reading = self.held[control]
        self.held[control] = replace(reading, value=reading.value + by)


def holding(webcam: Webcam) -> HeldControls:
    return HeldControls(webcam, wanted={}, clock=webcam.clock)


def pass_time(webcam: Webcam, held: HeldControls, seconds: float) -> None:
    end = webcam.now + seconds
    while webcam.now < end:
        webcam.now += FRAME_S
        held.look()


@pytest.mark.parametrize("control", CameraControl)
def test_a_control_that_is_ignored_is_named(control: CameraControl) -> None:
    webcam = Webcam(ignores=control)
    held = holding(webcam)
    assert held.standing[control] is Standing.IGNORED
    assert {held.standing[each] for each in set(CameraControl) - {control}} == {Standing.HELD}
    webcam.drifts(control, 50)
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert held.health == Health(note=f"the webcam goes on changing its {control} by itself")


@pytest.mark.parametrize("control", CameraControl)
def test_a_control_that_is_clipped_is_named_and_held_at_what_was_taken(
    control: CameraControl,
) -> None:
    webcam = Webcam(clips=control)
    held = holding(webcam)
    assert held.standing[control] is Standing.CLIPPED
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert held.health == Health()


@pytest.mark.parametrize("way", ["forgets", "drifts"])
@pytest.mark.parametrize("control", CameraControl)
def test_a_control_that_moves_is_named_in_time_and_a_lens_that_moves_locks_measuring(
    control: CameraControl, way: str
) -> None:
    webcam = Webcam()
    held = holding(webcam)
    pass_time(webcam, held, 5.0)
    assert held.health == Health()
    before = webcam.held[control]
    if way == "forgets":
        webcam.forgets(control)
    else:
        webcam.drifts(control, 20)
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert str(control) in held.health.note
    is_lens = control in LENS
    expected = HealthState.WRONG_CAMERA if is_lens else HealthState.LIVE
    assert held.health.state is expected
    webcam.held[control] = before
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert held.health == Health()


def test_where_reading_holds_the_pictures_up_it_is_done_seldom_and_in_time() -> None:
    webcam = Webcam(takes_s=2 * DISTURBS_S)
    held = holding(webcam)
    reads = webcam.now
    pass_time(webcam, held, 3 * EVERY_S)
    assert webcam.now < reads + 3 * EVERY_S + 2 * FRAME_S, "it was read in between"
    webcam.forgets(CameraControl.FOCUS)
    pass_time(webcam, held, SELDOM_WITHIN_S)
    assert held.health.state is HealthState.WRONG_CAMERA
    assert SELDOM_S < SELDOM_WITHIN_S


def test_what_a_driver_rounds_is_no_drift() -> None:
    webcam = Webcam()
    held = holding(webcam)
    webcam.drifts(CameraControl.EXPOSURE, 2)
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert held.health == Health()


def test_where_nothing_can_be_read_back_it_says_so() -> None:
    webcam = Webcam()
    webcam.held = {}
    held = holding(webcam)
    assert set(held.standing.values()) == {Standing.UNKNOWN}
    assert "asked, not confirmed" in held.health.note


CAMERA = Identity(name="Webcam", id="1-2", width=1280, height=720, is_live=True)


def test_what_was_held_at_calibration_is_asked_for_again() -> None:
    first = Webcam()
    first.held[CameraControl.FOCUS] = ControlReading(value=37, is_automatic=True)
    then = replace(CAMERA, controls=holding(first).values).as_camera()
    assert dict(then.controls)["focus"] == 37
    # Another evening it has settled elsewhere.
    webcam = Webcam()
    again = held_then(then, now=CAMERA)
    held = held_by(lambda _: webcam, 0, clock=webcam.clock, calibrated=again)
    assert webcam.held[CameraControl.FOCUS].value == 37
    assert (held.astray, held.health) == ((), Health())
    webcam.drifts(CameraControl.FOCUS, 20)
    pass_time(webcam, held, NAMED_WITHIN_S)
    assert held.health.state is HealthState.WRONG_CAMERA


@pytest.mark.parametrize("way", ["ignores", "clips"])
@pytest.mark.parametrize("control", [CameraControl.FOCUS, CameraControl.EXPOSURE])
def test_what_does_not_go_back_to_how_it_was_calibrated_is_named(
    control: CameraControl, way: str
) -> None:
    webcam = Webcam(ignores=control) if way == "ignores" else Webcam(clips=control)
    calibrated = {control: 120}
    held = held_by(lambda _: webcam, 0, clock=webcam.clock, calibrated=calibrated)
    assert held.astray == (control,)
    assert str(control) in held.health.note
    assert "as when the camera was calibrated" in held.health.note
    expected = HealthState.WRONG_CAMERA if control in LENS else HealthState.LIVE
    assert held.health.state is expected


def test_a_camera_is_not_held_as_another_one_was() -> None:
    then = replace(CAMERA, controls=(("focus", 37), ("mains flicker", 1), ("smell", 3)))
    assert held_then(then.as_camera(), now=CAMERA) == {CameraControl.FOCUS: 37}
    assert held_then(then.as_camera(), now=replace(CAMERA, id="9-9")) == {}
    assert held_then(then.as_camera(), now=replace(CAMERA, width=640)) == {}
    assert held_then(None, now=CAMERA) == {}

"""Tests of the keeper by a clock of the tests: every fault gets its name, and passes."""

from dataclasses import replace

import pytest

from calibration.profile import CameraId
from rules.table.snapshot import HealthState
from tests.vision.camera.staged import CAMERA, TICK_S, Device, Now, Watch
from vision.camera.keeper import CameraLook, Keeper
from vision.camera.timeouts import Timeouts

DETECTED_S, BACK_S = 2.0, 5.0
"""What is promised: a fault has its name after the one, and is over after the other."""
LASTING = {
    "unplugged": {HealthState.LOST},
    "open hangs": {HealthState.STALE, HealthState.LOST},
    "blocks": {HealthState.STALE, HealthState.LOST},
    "stalls": {HealthState.STALE, HealthState.LOST},
    "repeats": {HealthState.FROZEN},
    "another size": {HealthState.LOST, HealthState.WRONG_CAMERA},
    "black": {HealthState.TOO_DARK},
    "white": {HealthState.BLURRED},
    "covered": {HealthState.BLURRED},
    "out of focus": {HealthState.BLURRED},
    "without edges": {HealthState.BLURRED},
    "stopped": {HealthState.STALE, HealthState.LOST},
    "loses": {HealthState.LIVE},
}
"""What a camera that runs may be called while it has the fault."""


def states(looks: list[CameraLook]) -> set[HealthState]:
    return {look.health.state for look in looks}


@pytest.mark.parametrize("lasts_s", [1.0, 5.0, 60.0])
@pytest.mark.parametrize("fault", LASTING)
def test_a_fault_of_a_running_camera_has_a_name_in_time_and_passes(
    fault: str, lasts_s: float
) -> None:
    watch = Watch.begun()
    watch.run(3.0)
    assert states(watch.run(2.0)) == {HealthState.LIVE}
    watch.device.fault = fault
    watch.run(min(DETECTED_S, lasts_s))
    assert states(watch.run(lasts_s - DETECTED_S)) <= LASTING[fault]
    watch.device.fault = ""
    watch.run(BACK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}
    assert len(watch.alive) == 1


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("absent", HealthState.LOST),
        ("busy", HealthState.BUSY),
        ("open hangs", HealthState.LOST),
        ("stalls", HealthState.LOST),
        ("black", HealthState.TOO_DARK),
        ("repeats", HealthState.FROZEN),
    ],
)
def test_a_camera_that_cannot_start_says_why_until_it_can(fault: str, state: HealthState) -> None:
    watch = Watch.begun(fault=fault)
    assert HealthState.LIVE not in states(watch.run(2 * DETECTED_S))
    assert states(watch.run(TICK_S)) == {state}
    assert watch.looks[-1][1].health.note
    watch.device.fault = ""
    watch.run(BACK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}


def test_a_stall_of_a_second_is_sat_out() -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.fault = "stalls"
    assert HealthState.STALE in states(watch.run(1.0))
    watch.device.fault = ""
    watch.run(4 * TICK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}
    assert len(watch.device.workers) == 1


def test_the_same_camera_is_taken_back_and_no_other() -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.fault = "unplugged"
    watch.run(1.0)
    watch.device.fault = "another camera"
    watch.run(3.0)
    looks = watch.run(10.0)
    assert states(looks) == {HealthState.WRONG_CAMERA}
    assert "expected 'Desk camera' (usb-desk-1)" in looks[-1].health.note
    watch.device.fault = ""
    watch.run(BACK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}


@pytest.mark.parametrize(
    "changed", [{"id": "usb-desk-9"}, {"width": 1280, "height": 720}, {"id": "", "name": "Old one"}]
)
def test_a_profile_of_another_camera_refuses_the_first_one_too(changed: dict[str, object]) -> None:
    made_for = replace(CAMERA, **changed)  # type: ignore[arg-type]
    expected = CameraId(
        name=made_for.name, id=made_for.id, width=made_for.width, height=made_for.height
    )
    device = Device(Now())
    watch = Watch(device, Keeper(device.launch, clock=device.now, expected=expected))
    watch.run(2.0)
    assert states(watch.run(5.0)) == {HealthState.WRONG_CAMERA}


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7680, 4320), (20_000, 20)])
def test_pictures_of_no_use_are_not_let_in(width: int, height: int) -> None:
    watch = Watch.begun()
    watch.device.identity = replace(CAMERA, width=width, height=height)
    looks = watch.run(4.0)
    assert states(looks) == {HealthState.LOST}
    assert any(f"{width} x {height} cannot be used" in look.health.note for look in looks)


@pytest.mark.parametrize("fault", ["crashes", "throws", "leaks"])
def test_one_fault_of_the_process_costs_a_moment(fault: str) -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.fault = fault
    # Until the process is ended: the leak takes some pictures.
    while len(watch.alive) == 1 and watch.device.now() < 1010:
        watch.run(TICK_S)
    assert watch.alive == []
    assert watch.looks[-1][1].health.state is HealthState.LOST
    watch.device.fault = ""
    watch.run(BACK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}
    assert watch.looks[-1][1].counts.faults == 1


def test_a_process_that_keeps_crashing_is_left_alone_for_a_while() -> None:
    watch = Watch.begun(fault="crashes at once")
    watch.run(20.0)
    begun = len(watch.device.workers)
    assert begun == Timeouts().most_faults
    look = watch.run(TICK_S)[0]
    assert look.health.state is HealthState.LOST
    assert "that was too often, the next try is in 30 s" in look.health.note
    watch.device.fault = ""
    watch.run(Timeouts().rest_s)
    assert states(watch.run(1.0)) == {HealthState.LIVE}


def test_an_absent_camera_is_tried_for_ever_but_not_in_a_spin() -> None:
    watch = Watch.begun(fault="absent")
    watch.run(600.0)
    # A try takes half a second, and the pause after it a whole one.
    assert 300 < len(watch.device.workers) < 450
    assert len(watch.alive) <= 1


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0, 0.7, -0.7])
def test_a_clock_that_jumps_passes(jump_s: float) -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.now.seconds += jump_s
    watch.run(BACK_S)
    assert states(watch.run(1.0)) == {HealthState.LIVE}


def test_numbers_grow_over_restarts_and_gaps_are_counted() -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.fault = "unplugged"
    watch.run(0.5)
    watch.device.fault = ""
    watch.run(5.0)
    numbers = [look.frame.number for _, look in watch.looks if look.frame is not None]
    assert numbers == sorted(numbers)
    counts = watch.looks[-1][1].counts
    # Fifty looks a second miss none of thirty pictures.
    assert (counts.skipped, counts.lost) == (0, 0)
    assert counts.frames == numbers[-1] + 1
    assert counts.restarts >= 1


def test_lost_pictures_are_told_from_those_nobody_looked_at() -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.device.fault = "loses"
    looks = watch.run(10.0)
    assert states(looks) == {HealthState.LIVE}
    counts = looks[-1].counts
    assert 80 <= counts.lost <= 110
    assert counts.skipped == 0
    assert "of the pictures are lost on their way" in looks[-1].health.note
    watch.device.fault = ""
    assert watch.run(10.0)[-1].health.note == ""


def test_a_video_may_stand_still_and_ends_for_good() -> None:
    watch = Watch.begun(fault="repeats")
    watch.device.identity = replace(CAMERA, is_live=False)
    watch.run(2.0)
    assert states(watch.run(5.0)) == {HealthState.LIVE}
    watch.device.fault = "ends"
    watch.run(TICK_S * 2)
    looks = watch.run(60.0)
    assert states(looks) == {HealthState.LOST}
    assert looks[-1].health.note == "that was its last picture"
    assert watch.keeper.has_ended
    assert len(watch.device.workers) == 1


def test_a_closed_keeper_starts_nothing_and_claims_nothing() -> None:
    watch = Watch.begun()
    watch.run(3.0)
    watch.keeper.close()
    watch.keeper.close()
    looks = watch.run(10.0)
    assert states(looks) == {HealthState.LOST}
    assert [look.ruling_frame for look in looks if look.ruling_frame] == []
    assert len(watch.device.workers) == 1
    assert watch.alive == []

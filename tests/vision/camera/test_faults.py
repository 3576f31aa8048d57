"""Tests of camera faults in real processes: each has a name, passes, and touches nothing else."""

import multiprocessing
import os
import select
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from conftest import SoakCount
from rules.table.snapshot import HealthState
from tests.often import often
from tests.vision.camera.faulty import Faulty, open_handles
from tests.vision.camera.watching import AT_MOST_S, SHORT, watching
from vision.camera.messages import Message
from vision.camera.process import WorkerProcess

LOST = HealthState.LOST
WHILE_RUNNING = {
    "unplug": LOST,
    "unplug blocks": LOST,
    "repeats": HealthState.FROZEN,
    "stall": HealthState.STALE,
    "wrong camera": HealthState.WRONG_CAMERA,
    "black": HealthState.TOO_DARK,
    "white": HealthState.BLURRED,
    "blurred": HealthState.BLURRED,
    "crash": LOST,
    "throws": LOST,
    "leak": LOST,
}
QUICK = {"unplug blocks", "crash"}
"""Of each kind one; pictures and memory are judged in every run without a process, too."""
FROM_THE_START = {"no device": LOST, "busy": HealthState.BUSY, "open hangs": LOST}


@pytest.fixture
def camera(tmp_path: Path) -> Faulty:
    faulty = Faulty(place=str(tmp_path / "fault"))
    faulty.say("")
    return faulty


def _wait_for_children() -> None:
    for child in multiprocessing.active_children():
        child.join()


@pytest.mark.soak
@pytest.mark.parametrize("fault", often(WHILE_RUNNING, quick=QUICK))
def test_a_running_camera_fails_and_comes_back(
    camera: Faulty, fault: str, soak_count: SoakCount
) -> None:
    if fault == "leak" and sys.platform != "linux":
        pytest.skip("only Linux says how much memory a process has")
    handles, threads = open_handles(), threading.active_count()
    for _ in range(soak_count(1, 20)):
        camera.say("")
        with watching(camera) as watched:
            watched.until(HealthState.LIVE)
            camera.say(fault)
            look = watched.until(WHILE_RUNNING[fault])
            assert look.ruling_frame is None
            assert look.health.note
            camera.say("")
            assert watched.until(HealthState.LIVE).ruling_frame is not None
    _wait_for_children()
    # The tracker of shared memory, which every process has one of, keeps a pipe.
    assert open_handles() <= handles + 1
    assert threading.active_count() == threads


@pytest.mark.soak
@pytest.mark.parametrize("fault", often(FROM_THE_START, quick={"busy", "open hangs"}))
def test_a_camera_that_is_not_to_be_had_comes_when_it_is(
    camera: Faulty, fault: str, soak_count: SoakCount
) -> None:
    for _ in range(soak_count(1, 20)):
        camera.say(fault)
        with watching(camera) as watched:
            tried = watched.until_it(lambda look: look.counts.restarts > 1, what="two tries")
            assert tried.health.state == FROM_THE_START[fault]
            assert tried.frame is None
            camera.say("")
            watched.until(HealthState.LIVE)


@pytest.mark.soak
def test_lost_pictures_are_counted_and_the_rest_is_used(
    camera: Faulty, soak_count: SoakCount
) -> None:
    for _ in range(soak_count(1, 20)):
        camera.say("loses")
        with watching(camera) as watched:
            watched.until(HealthState.LIVE)
            counts = watched.frames(40).counts
            assert 0.2 < counts.lost / (counts.lost + counts.frames + counts.skipped) < 0.4
            assert watched.states[-1] is HealthState.LIVE


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="there is no such signal here")
@pytest.mark.parametrize(
    "name", often(["SIGKILL", "SIGSTOP", "SIGTERM"], quick=["SIGKILL", "SIGSTOP"])
)
def test_a_process_that_somebody_ends_or_stops_is_replaced(
    camera: Faulty, name: str, soak_count: SoakCount
) -> None:
    for _ in range(soak_count(1, 20)):
        with watching(camera) as watched:
            watched.until(HealthState.LIVE)
            (child,) = multiprocessing.active_children()
            assert child.pid is not None
            os.kill(child.pid, getattr(signal, name))
            watched.until(HealthState.LOST)
            look = watched.until(HealthState.LIVE)
            assert look.counts.faults + look.counts.restarts >= 1
            assert child not in multiprocessing.active_children()


@pytest.mark.long
def test_a_driver_that_crashes_for_ever_is_given_a_rest(camera: Faulty) -> None:
    camera.say("crash")
    with watching(camera) as watched:
        look = watched.until_it(lambda look: "too often" in look.health.note, what="a rest")
        assert look.counts.faults == SHORT.most_faults
        camera.say("")
        watched.until(HealthState.LIVE)


def test_a_fault_of_the_driver_is_told_in_one_line(camera: Faulty) -> None:
    with watching(camera) as watched:
        watched.until(HealthState.LIVE)
        camera.say("throws")
        look = watched.until(HealthState.LOST)
        assert look.health.note == "RuntimeError: the driver has lost its way"


def test_a_consumer_that_does_not_look_finds_the_newest_picture(
    camera: Faulty, tmp_path: Path
) -> None:
    other = Faulty(place=str(tmp_path / "other"))
    other.say("")
    with watching(camera) as watched, watching(other) as meanwhile:
        watched.until(HealthState.LIVE)
        meanwhile.until(HealthState.LIVE)
        meanwhile.frames(30)
        look = watched.look()
        assert look.health.state is HealthState.LIVE
        assert look.counts.skipped > 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_ctrl_c_does_not_reach_the_process(camera: Faulty) -> None:
    worker = WorkerProcess(opens=camera, repeats=False)
    try:
        os.kill(worker.number, signal.SIGINT)
        heard: list[Message] = []
        while not heard:
            worker.wait(1.0)
            heard = worker.messages()
            assert worker.ending() is None
    finally:
        worker.kill()


def _keep(opens: Faulty, word: Connection) -> None:
    """The life of a process that keeps a camera, and is ended without notice."""
    with watching(opens) as watched:
        watched.until(HealthState.LIVE)
        word.send([child.pid for child in multiprocessing.active_children()])
        threading.Event().wait()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a grandchild ends")
def test_the_process_ends_when_its_keeper_is_gone(camera: Faulty) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    keeper = context.Process(target=_keep, args=(camera, theirs))
    keeper.start()
    theirs.close()
    (number,) = ours.recv()
    ours.close()
    handle = os.pidfd_open(number)
    try:
        keeper.kill()
        keeper.join()
        ended, _, _ = select.select([handle], [], [], AT_MOST_S)
        assert ended == [handle], "the camera's process outlives its keeper"
    finally:
        os.close(handle)

"""Tests of a real stream over HTTP and of a real video file, through a real camera process."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from conftest import SoakCount
from rules.table.snapshot import HealthState
from tests.often import often
from tests.vision.camera.faulty import SIZE, is_well, pattern
from tests.vision.camera.mjpeg_server import NetworkCamera, network_camera
from tests.vision.camera.watching import watching
from vision.camera.capture import Capture
from vision.camera.opening import Opener
from vision.camera.source import SourceError
from vision.synthetic.video import MotionJpeg

LOST = HealthState.LOST
FAULTS = {
    "refuses": {LOST},
    "hangs up": {LOST},
    "stalls": {HealthState.STALE},
    "garbage": {HealthState.STALE, LOST},
    "truncated": {HealthState.STALE, LOST},
    "another size": {HealthState.WRONG_CAMERA},
    "one pixel": {HealthState.STALE, LOST},
    "8K": {HealthState.STALE, LOST},
    "black": {HealthState.TOO_DARK},
    "white": {HealthState.BLURRED},
    "blurred": {HealthState.BLURRED},
}
"""What is told of each."""
QUICK = {"hangs up", "stalls"}
"""One of each kind; what pictures show is judged in every run without a stream, too."""


@pytest.mark.soak
@pytest.mark.parametrize("fault", often(FAULTS, quick=QUICK))
def test_a_stream_fails_and_comes_back(fault: str, soak_count: SoakCount) -> None:
    for _ in range(soak_count(1, 20)):
        with network_camera() as server, watching(Opener(text=server.url)) as watched:
            watched.until(HealthState.LIVE)
            server.fault = fault
            look = watched.until(*FAULTS[fault])
            assert look.ruling_frame is None
            assert look.health.note
            server.fault = ""
            assert watched.until(HealthState.LIVE).ruling_frame is not None


@pytest.mark.soak
@pytest.mark.parametrize(
    "fault", often(("refuses", "stalls", "one pixel", "8K", "garbage"), quick=())
)
def test_a_stream_that_is_bad_from_the_start_comes_when_it_is_good(
    fault: str, soak_count: SoakCount
) -> None:
    for _ in range(soak_count(1, 20)):
        with network_camera() as server:
            server.fault = fault
            with watching(Opener(text=server.url)) as watched:
                tried = watched.until_it(lambda look: look.counts.restarts > 0, what="a try")
                assert tried.health.state is LOST
                assert tried.frame is None
                server.fault = ""
                watched.until(HealthState.LIVE)


def test_pictures_that_the_stream_leaves_out_do_not_end_it() -> None:
    with network_camera() as server, watching(Opener(text=server.url)) as watched:
        server.fault = "loses"
        watched.until(HealthState.LIVE)
        assert watched.frames(30).health.state is HealthState.LIVE


def opened(server: NetworkCamera) -> Capture:
    return Capture(server.url, clock=time.monotonic)


def test_a_stream_of_jpeg_is_decoded_for_its_brightness_alone_and_kept_as_it_came() -> None:
    with network_camera() as server, opened(server) as source:
        frame = next(source.frames())
    assert frame.jpeg is not None
    assert frame.jpeg[:2] == b"\xff\xd8"
    decoded = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert np.array_equal(frame.grey, np.asarray(decoded))
    assert source.identity.is_live
    assert source.identity.id == server.url


def test_a_camera_that_sends_on_to_another_address_is_not_followed() -> None:
    with network_camera() as other, network_camera() as server:
        server.sends_on_to = other.url
        with pytest.raises(SourceError, match="cannot be opened"):
            opened(server)
        assert other.sent == 0


def test_damaged_pictures_of_a_stream_are_never_handed_on() -> None:
    with network_camera() as server, opened(server) as source:
        frames = source.frames()
        before = next(frames)
        server.fault = "truncated"
        seen = [before]
        with pytest.raises(SourceError, match="only damaged pictures come"):
            seen.extend(frames)
    assert all(is_well(frame.grey) for frame in seen)


def test_pictures_that_have_piled_up_in_the_network_are_passed_over() -> None:
    with network_camera() as server, opened(server) as source:
        frames = source.frames()
        first = next(frames)
        # The viewer is held up for as long as the camera takes to send so many more.
        server.wait_for(server.sent + 30)
        handed_on = [next(frames)]
        while handed_on[-1].number - first.number < 25:
            handed_on.append(next(frames))
        assert len(handed_on) < 12
        # Those that were passed over leave a gap, and nothing is made up.
        assert handed_on[-1].number <= server.sent


def test_pictures_that_nobody_will_look_at_are_not_decoded_and_leave_a_gap() -> None:
    answers = iter([False, False, True, False])
    with network_camera() as server, opened(server) as source:
        frames = source.frames()
        first = next(frames)
        source.spare(lambda within_s: within_s > 0 and next(answers, True))
        second, third = next(frames), next(frames)
    assert second.number - first.number >= 3
    assert third.number - second.number >= 2
    assert third.captured_s is not None
    assert second.captured_s is not None
    assert third.captured_s > second.captured_s


def test_of_a_video_file_every_picture_counts(tmp_path: Path) -> None:
    place = tmp_path / "table.avi"
    with place.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=50.0) as video:
        for _ in range(5):
            video.add(bytes(cv2.imencode(".jpg", pattern())[1]))
    with Capture(str(place), clock=time.monotonic) as source:
        source.spare(lambda within_s: within_s < 0)
        assert [frame.number for frame in source.frames()] == [0, 1, 2, 3, 4]


def test_a_video_file_runs_as_fast_as_it_was_taken_and_ends(tmp_path: Path) -> None:
    place = tmp_path / "table.avi"
    data = bytes(cv2.imencode(".jpg", pattern())[1])
    with place.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=50.0) as video:
        for _ in range(20):
            video.add(data)
    with watching(Opener(text=str(place))) as watched:
        look = watched.until(HealthState.LIVE)
        assert look.frame is not None
        assert look.frame.jpeg == data
        look = watched.until(LOST)
        assert look.health.note == "that was its last picture"
        assert watched.keeper.has_ended
        assert look.counts.frames + look.counts.skipped == 20


def test_a_video_that_repeats_goes_on_counting(tmp_path: Path) -> None:
    place = tmp_path / "table.avi"
    with place.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=50.0) as video:
        for _ in range(5):
            video.add(bytes(cv2.imencode(".jpg", pattern())[1]))
    with watching(Opener(text=str(place)), repeats=True) as watched:
        watched.until(HealthState.LIVE)
        look = watched.until_it(lambda look: look.frame is not None and look.frame.number > 12)
        assert look.frame is not None
        assert look.frame.seconds > 12 / 50
        assert not watched.keeper.has_ended


@pytest.mark.parametrize("width", [320, 330, 326])
def test_a_video_in_yuv_gives_the_same_brightness_as_its_colours(
    tmp_path: Path, width: int
) -> None:
    place = str(tmp_path / "table.mp4")
    drawn = cv2.resize(pattern(), (width, 240))
    writer = cv2.VideoWriter(place, cv2.VideoWriter.fourcc(*"mp4v"), 30.0, (width, 240))
    assert writer.isOpened()
    for _ in range(3):
        writer.write(cv2.cvtColor(drawn, cv2.COLOR_GRAY2BGR))
    writer.release()
    with Capture(place, clock=lambda: 0.0) as source:
        frames = list(source.frames())
    assert [frame.grey.shape for frame in frames] == [(240, width)] * 3
    # Video counts brightness from 16 to 235; black stays dark, and white light, in their places.
    expected = drawn.astype(float) * 219 / 255 + 16
    assert float(np.abs(frames[0].grey - expected).mean()) < 4

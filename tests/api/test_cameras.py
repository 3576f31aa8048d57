"""Tests of `umpire cameras` and `umpire record`: what they say, write, and refuse."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode
from calibration.profile import CameraId
from calibration.profile_json import profile_from_json, profile_to_json
from tests.api.umpire import environment, umpire
from tests.vision.camera.faulty import SIZE, pattern
from tests.vision.camera.mjpeg_server import network_camera
from tests.vision.measured import ABOVE, exact_profile
from vision.camera.replay import Replay
from vision.synthetic.video import MotionJpeg


@pytest.fixture
def video(tmp_path: Path) -> Path:
    place = tmp_path / "table.avi"
    with place.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=25.0) as made:
        for number in range(10):
            drawn = pattern()
            drawn[100:110, 100 : 110 + number] = 255
            made.add(bytes(cv2.imencode(".jpg", drawn)[1]))
    return place


def listed(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert run(["cameras", "--json", *arguments]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["format"] == "paper-umpire/cameras/1"
    rows: list[dict[str, Any]] = told["cameras"]
    return rows


def test_a_stream_is_listed_with_its_size_state_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "small"
    with network_camera() as server:
        (row,) = listed(server.url, "--thumbnails", str(folder), capsys=capsys)
    assert (row["source"], row["id"]) == (server.url, server.url)
    assert (row["size_px"], row["state"], row["note"]) == (list(SIZE), "live", "")
    assert row["thumbnail"] == str(folder / "camera-1.jpg")
    picture = cv2.imread(row["thumbnail"], cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert float(np.abs(picture.astype(int) - pattern()).mean()) < 8


def test_a_source_that_does_not_open_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "none")
    rows = listed("997", place, "file:///etc/passwd", capsys=capsys)
    assert [row["state"] for row in rows] == ["lost"] * 3
    assert [row["size_px"] for row in rows] == [None] * 3
    notes = [row["note"] for row in rows]
    assert "cannot be opened; is it plugged in" in notes[0]
    assert "there is no such source; expected 0 (a camera's number)" in notes[1]
    assert "no kind of stream that is opened; expected http://" in notes[2]


def test_a_video_is_tried_for_people(video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cameras", str(video)]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert f"{video}  table.avi  320 x 240  live" in told


def test_thumbnails_go_nowhere_where_something_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "work.txt").write_text("mine", encoding="utf-8")
    assert run(["cameras", "0", "--thumbnails", str(tmp_path)]) == ExitCode.USAGE
    assert "is not empty, and may hold your work" in capsys.readouterr().err


def test_a_computer_without_cameras_is_told_what_else_there_is(tmp_path: Path) -> None:
    devices = list(Path("/sys/class/video4linux").glob("video*"))
    done = umpire("cameras", cwd=tmp_path)
    assert done.returncode == ExitCode.DONE
    assert ("no camera was found" in done.stderr) is (not devices)
    assert bool(done.stdout) is bool(devices)


def test_a_video_is_recorded_picture_by_picture(
    video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "evening"
    assert run(["record", str(video), "-o", str(folder), "--seconds", "0.3"]) == ExitCode.DONE
    assert f"recorded 8 frames in {folder}" in capsys.readouterr().err
    source = Replay(folder)
    assert [frame.number for frame in source.frames()] == list(range(8))
    assert "opencv" in source.header["versions"]
    # What was recorded is a source like any other.
    again = tmp_path / "again"
    assert run(["record", str(folder), "-o", str(again)]) == ExitCode.DONE
    for one, other in zip(source.frames(), Replay(again).frames(), strict=True):
        assert one.jpeg == other.jpeg
        assert one.seconds == other.seconds


def test_a_stream_is_recorded_with_its_health(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "evening"
    with network_camera() as server:
        assert run(["record", server.url, "-o", str(folder), "--seconds", "0.5"]) == ExitCode.DONE
    assert "live (stop with Ctrl-C)" in capsys.readouterr().err
    entries = list(Replay(folder).entries())
    assert entries
    assert {entry["health"]["state"] for _, entry in entries} == {"live"}
    assert all(frame.jpeg is not None for frame, _ in entries)


@pytest.mark.parametrize("source", ["997", "nowhere", "rtsp://127.0.0.1:9/none"])
def test_what_cannot_be_opened_is_not_waited_for(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["record", source, "-o", str(tmp_path / "evening")]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err.count("\n") <= 3


def test_a_recording_with_the_profile_of_another_camera_is_refused(
    video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "table.json"
    profile.write_text(profile_to_json(exact_profile()), encoding="utf-8")
    command = ["record", "-o", str(tmp_path / "evening"), "--profile", str(profile)]
    assert run([*command, str(video)]) == ExitCode.REFUSED
    assert "expected pictures of" in capsys.readouterr().err
    with network_camera() as server:
        assert run([*command, server.url]) == ExitCode.REFUSED
    assert "expected pictures of" in capsys.readouterr().err


def test_a_profile_is_kept_with_the_recording_of_its_camera(video: Path, tmp_path: Path) -> None:
    camera = CameraId(name=video.name, id="", width=SIZE[0], height=SIZE[1])
    made = exact_profile(replace(ABOVE, width=SIZE[0], height=SIZE[1]))
    profile = tmp_path / "table.json"
    profile.write_text(profile_to_json(replace(made, camera=camera)), encoding="utf-8")
    folder = tmp_path / "evening"
    command = ["record", str(video), "-o", str(folder), "--profile", str(profile)]
    assert run(command) == ExitCode.DONE
    kept = profile_from_json(json.dumps(Replay(folder).header["profile"]))
    assert kept.camera == camera


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps files from growing")
@pytest.mark.parametrize("most_bytes", [5_000, 9_000], ids=["of a picture", "of the lines"])
def test_a_full_disk_ends_a_recording_in_one_sentence_and_keeps_the_rest(
    most_bytes: int, tmp_path: Path
) -> None:
    folder = tmp_path / "evening"
    long = tmp_path / "long.avi"
    jpeg = bytes(cv2.imencode(".jpg", pattern())[1])
    assert 8_000 < len(jpeg) < 9_000
    with long.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=25.0) as made:
        for _ in range(200):
            made.add(jpeg)
    limited = (
        "import resource, sys; from api.cli import run; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes})); "
        "sys.exit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, "record", str(long), "-o", str(folder)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitCode.USAGE
    assert f"umpire: {folder}: cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    source = Replay(folder)
    kept = len(list(source.frames()))
    assert kept == max(0, len(list((folder / "frames").iterdir())) - 1)
    assert (f"umpire: recorded {kept} frames" in done.stderr) is (kept > 0)
    assert (kept > 50) is (most_bytes > len(jpeg))
    assert source.left_out <= 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_completes_a_recording(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    with network_camera() as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "api", "record", server.url, "-o", str(folder)],
            cwd=tmp_path,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert process.stderr is not None
            while "live" not in (line := process.stderr.readline()):
                assert line, "expected the camera to be live"
            # To the whole group, as a terminal does.
            os.killpg(process.pid, signal.SIGINT)
            rest = process.stderr.read()
            assert process.wait() == ExitCode.DONE
        finally:
            process.kill()
            process.communicate()
    assert "Traceback" not in rest
    assert rest.startswith("umpire: recorded ")
    assert list(Replay(folder).frames())

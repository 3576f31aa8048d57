"""Tests of recordings: the same pictures, numbers and times, and what a crash costs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.table.bad_input import BadInputError
from tests.vision.camera.faulty import SIZE, pattern
from vision.camera.opening import open_source
from vision.camera.recording import HEADER, LINES, Recorder, picture_of
from vision.camera.replay import Replay
from vision.camera.source import Frame, Identity

CAMERA = Identity(name="Desk camera", id="usb-desk-1", width=SIZE[0], height=SIZE[1], is_live=True)


def frame(number: int, *, is_jpeg: bool) -> Frame:
    noise = np.random.default_rng(number).integers(-9, 10, pattern().shape)
    grey = (pattern() + noise).clip(0, 255).astype(np.uint8)
    data = bytes(cv2.imencode(".jpg", grey)[1]) if is_jpeg else None
    if data is not None:
        read = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
        grey = np.asarray(read, dtype=np.uint8)
    return Frame(
        number=number,
        seconds=number / 30,
        name=f"frame {number}",
        grey=grey,
        captured_s=500.0 + number / 30,
        jpeg=data,
    )


def recorded(folder: Path, frames: Sequence[Frame]) -> Path:
    with Recorder(folder, camera=CAMERA, about={"versions": {"opencv": "5"}}) as recorder:
        for each in frames:
            recorder.add(each, more={"sightings": [each.number], "health": "live"})
    return folder


@pytest.mark.parametrize("is_jpeg", [True, False])
def test_a_recording_gives_back_what_was_recorded_to_the_last_bit(
    tmp_path: Path, is_jpeg: bool
) -> None:
    frames = [frame(number, is_jpeg=is_jpeg) for number in (3, 4, 9)]
    folder = recorded(tmp_path / "evening", frames)
    with open_source(str(folder), clock=lambda: 0.0) as source:
        again = list(source.frames())
    assert isinstance(source, Replay)
    for one, other in zip(frames, again, strict=True):
        assert (one.number, one.seconds, one.name) == (other.number, other.seconds, other.name)
        assert np.array_equal(one.grey, other.grey)
        assert one.jpeg == other.jpeg
    assert (source.identity.name, source.identity.id) == ("Desk camera", "usb-desk-1")
    assert not source.identity.is_live
    assert source.left_out == 0
    assert source.header["versions"] == {"opencv": "5"}
    lines = [entry for _, entry in source.entries()]
    assert [line["sightings"] for line in lines] == [[3], [4], [9]]
    assert lines[0]["captured_s"] == pytest.approx(500.1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0, 1), of_picture=st.booleans())
def test_a_crash_costs_the_last_frame_at_most(
    tmp_path_factory: pytest.TempPathFactory, share: float, of_picture: bool
) -> None:
    frames = [frame(number, is_jpeg=True) for number in range(3)]
    folder = recorded(tmp_path_factory.mktemp("crash") / "evening", frames)
    lines = (folder / LINES).read_bytes()
    whole = lines.splitlines(keepends=True)
    if of_picture:
        # It comes before its line, which was not written then.
        (folder / LINES).write_bytes(b"".join(whole[:2]))
        torn = picture_of(folder, number=2, kind="jpg")
        torn.write_bytes(torn.read_bytes()[: int(share * torn.stat().st_size)])
    else:
        cut = len(whole[0]) + len(whole[1]) + int(share * len(whole[2]))
        (folder / LINES).write_bytes(lines[:cut])
    again = list(Replay(folder).frames())
    assert [each.number for each in again][:2] == [0, 1]
    for one, other in zip(frames, again, strict=False):
        assert np.array_equal(one.grey, other.grey)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1]",
        '{"number": -1, "seconds": 0.02, "name": "a", "picture": "jpg"}',
        '{"number": true, "seconds": 0.02, "name": "a", "picture": "jpg"}',
        '{"number": 1, "seconds": NaN, "name": "a", "picture": "jpg"}',
        '{"number": 1, "seconds": -5, "name": "a", "picture": "jpg"}',
        '{"number": 1, "seconds": 0.02, "name": "a\\u001b[2J", "picture": "jpg"}',
        '{"number": 1, "seconds": 0.02, "name": 7, "picture": "jpg"}',
        '{"number": 1, "seconds": 0.02, "name": "a", "picture": "../../secret"}',
        '{"number": 77, "seconds": 0.02, "name": "a", "picture": "jpg"}',
        "[" * 100_000,
    ],
)
def test_a_damaged_line_is_left_out_and_counted(tmp_path: Path, line: str) -> None:
    folder = recorded(tmp_path / "evening", [frame(n, is_jpeg=True) for n in range(3)])
    lines = (folder / LINES).read_text(encoding="utf-8").splitlines()
    lines[1] = line
    (folder / LINES).write_text("\n".join(lines) + "\n", encoding="utf-8")
    source = Replay(folder)
    assert [each.number for each in source.frames()] == [0, 2]
    assert source.left_out == 1


def test_a_picture_of_another_size_is_left_out(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "evening", [frame(n, is_jpeg=True) for n in range(2)])
    small = bytes(cv2.imencode(".jpg", pattern()[:100, :100])[1])
    picture_of(folder, number=0, kind="jpg").write_bytes(small)
    assert [each.number for each in Replay(folder).frames()] == [1]


@pytest.mark.parametrize(
    ("header", "where"),
    [
        ("{", "recording.json"),
        ("[]", "recording.json.format"),
        ('{"format": "other/1"}', "recording.json.format"),
        ('{"format": "paper-umpire/recording/1"}', "recording.json.camera"),
        (
            '{"format": "paper-umpire/recording/1", "camera": {"name": "a", "id": 4}}',
            "recording.json.camera.id",
        ),
        (
            '{"format": "paper-umpire/recording/1", "camera": '
            '{"name": "a", "id": "", "width": 0, "height": 4}}',
            "recording.json.camera.width",
        ),
    ],
)
def test_a_recording_without_its_header_is_refused(tmp_path: Path, header: str, where: str) -> None:
    folder = recorded(tmp_path / "evening", [])
    (folder / HEADER).write_text(header, encoding="utf-8")
    with pytest.raises(BadInputError) as failure:
        Replay(folder)
    assert failure.value.where.endswith(where)


def test_a_name_that_is_no_text_costs_no_picture(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    with Recorder(folder, camera=CAMERA) as recorder:
        recorder.add(replace(frame(0, is_jpeg=True), name="view-\udcff.jpg"))
    (back,) = Replay(folder).frames()
    assert back.name == "view-?.jpg"


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "evening", [])
    with pytest.raises(FileExistsError):
        Recorder(folder, camera=CAMERA)


def test_what_the_caller_adds_cannot_hide_what_the_recorder_says(tmp_path: Path) -> None:
    with Recorder(tmp_path / "evening", camera=CAMERA) as recorder:
        with pytest.raises(ValueError, match="expected other names"):
            recorder.add(frame(0, is_jpeg=True), more={"number": 7})
        recorder.add(frame(1, is_jpeg=False))
    lines = (tmp_path / "evening" / LINES).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1]

"""A battle becomes a video that can be read back, frame by frame."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.battle_files.file import Picture
from api.battles.opening import open_battle
from api.cli import run
from api.drawing.canvas import Bytes
from api.review.pages.video import writable_codecs
from tests.api.review.battle_files import battle_file

LINES = 70


def read(place: Path) -> list[Bytes]:
    reader = cv2.VideoCapture(str(place))
    frames: list[Bytes] = []
    while True:
        found, image = reader.read()
        if not found:
            return frames
        frames.append(image.astype(np.uint8))


def test_something_can_be_written_here(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "MJPEG" in [each.name for each in writable_codecs(tmp_path)]
    # FFmpeg has remarks on a WebM that it writes well, and is not asked for them.
    assert capfd.readouterr().err == ""
    os.write(2, b"told")
    assert capfd.readouterr().err == "told"


@pytest.mark.long
@pytest.mark.parametrize(
    "ending",
    [
        ".avi",
        pytest.param(".webm", marks=(pytest.mark.soak, pytest.mark.soak_only)),
    ],
)
def test_a_battle_becomes_a_video(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    if ending not in [each.ending for each in writable_codecs(tmp_path)]:
        pytest.skip(f"this OpenCV writes no {ending}")
    place = battle_file(tmp_path / "b.battle", lines=LINES)
    out = tmp_path / f"b{ending}"
    assert run(["video", str(place), "-o", str(out), "--speed", "4"]) == 0
    frames = read(out)
    assert f"{len(frames):,} frames" in capsys.readouterr().err
    assert len(frames) > 20
    assert frames[0].shape == (804, 720, 3)
    # The first shot's line is drawn over the table.
    reds = [
        np.sum((f[:700, :, 2] > 140) & (f[:700, :, 1] < 80) & (f[:700, :, 0] < 80)) for f in frames
    ]
    assert max(reds) > 1.5 * reds[0]


@pytest.mark.long
def test_the_camera_stands_beside_the_table(tmp_path: Path) -> None:
    place = battle_file(tmp_path / "b.battle", lines=LINES)
    file = open_battle(place, stamp="now").file
    green = np.zeros((90, 160, 3), np.uint8)
    green[:, :, 1] = 255
    content = bytes(cv2.imencode(".jpg", green)[1])
    file.add_picture(Picture(sequence=64, media_type="image/jpeg", content=content))
    file.close()
    out = tmp_path / "b.avi"
    assert run(["video", str(place), "-o", str(out), "--camera"]) == 0
    frames = read(out)
    assert frames[0].shape[1] == 720 + 1280
    greens = [float(f[100:600, 800:1900, 1].mean()) for f in frames]
    assert greens[0] < 60
    assert greens[-1] > 200


@pytest.mark.parametrize(
    ("name", "said"),
    [("b.mkv", "this OpenCV writes videos that end with"), ("there.avi", "is there already")],
)
def test_what_cannot_be_written_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    place = battle_file(tmp_path / "b.battle", lines=LINES)
    (tmp_path / "there.avi").write_text("mine")
    assert run(["video", str(place), "-o", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err
    assert (tmp_path / "there.avi").read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["b.battle", "there.avi"]


def test_a_battle_without_any_table_has_no_video(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = battle_file(tmp_path / "b.battle", lines=3)
    assert run(["video", str(place), "-o", str(tmp_path / "b.avi")]) == 3
    assert "nothing to show" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["b.battle"]

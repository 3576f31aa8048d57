"""Tests of `umpire synth`: its files, its options and what it says of mistakes."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode

SCENE = """
[table]
width_in = 12
depth_in = 9

[camera]
size = [320, 240]
position_in = [6, 4, 14]
look_at_in = [6, 4.5, 0]

[story]
seconds = 0.4
rate_hz = 10

[[piece]]
id = "T1"
footprint = "square 2.4"
at_in = [6, 4.5]
tags = [{ id = 3, side_in = 1.6 }]
"""


@pytest.fixture
def scene_file(tmp_path: Path) -> str:
    place = tmp_path / "mine.toml"
    place.write_text(SCENE, encoding="utf-8")
    return str(place)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_frames_truth_and_a_video_are_written(scene_file: str, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert run(["synth", scene_file, "-o", str(folder)]) == ExitCode.DONE
    frames = [f"frame-{number:05d}" for number in range(4)]
    wanted = [f"{name}.{ending}" for name in frames for ending in ("jpg", "json")]
    assert names(folder) == sorted([*wanted, "mine.toml", "video.avi"])
    assert (folder / "mine.toml").read_text(encoding="utf-8") == SCENE
    truth = json.loads((folder / "frame-00002.json").read_text(encoding="utf-8"))
    picture = cv2.imread(str(folder / "frame-00002.jpg"))
    assert picture is not None
    assert picture.shape == (240, 320, 3)
    assert truth["tags"][0]["visible"] == 1.0
    video = cv2.VideoCapture(str(folder / "video.avi"))
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) == 4
    assert video.get(cv2.CAP_PROP_FPS) == pytest.approx(10.0)
    for name in frames:
        done, seen = video.read()
        assert done
        # The video's decoder rounds colours otherwise than the picture's.
        assert np.abs(seen.astype(int) - cv2.imread(str(folder / f"{name}.jpg"))).mean() < 1.5
    video.release()


def test_the_same_command_writes_the_same_bytes(scene_file: str, tmp_path: Path) -> None:
    for name, more in (("one", []), ("two", []), ("three", ["--seed", "9"])):
        assert run(["synth", scene_file, "-o", str(tmp_path / name), *more]) == ExitCode.DONE
    read = {
        name: [(tmp_path / name / file).read_bytes() for file in names(tmp_path / name)]
        for name in ("one", "two", "three")
    }
    assert read["one"] == read["two"]
    assert read["one"] != read["three"]


def test_options_change_size_number_and_quality(scene_file: str, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    options = ["--size", "720p", "--frames", "1", "--first", "2", "--quality", "fast"]
    assert run(["synth", scene_file, "-o", str(folder), *options]) == ExitCode.DONE
    assert names(folder) == ["frame-00002.jpg", "frame-00002.json", "mine.toml"]
    picture = cv2.imread(str(folder / "frame-00002.jpg"))
    assert picture is not None
    assert picture.shape == (720, 1280, 3)


def test_the_packaged_scenes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["synth", "--list"]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 12
    assert any(line.startswith("skirmish ") for line in lines)


def wrong(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    return run(["synth", *arguments]), capsys.readouterr().err


def test_mistakes_are_told(
    scene_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    code, said = wrong(capsys, "skirmsh", "-o", out)
    assert (code, "Did you mean skirmish?" in said) == (ExitCode.USAGE, True)
    code, said = wrong(capsys, scene_file)
    assert (code, "-o FOLDER" in said) == (ExitCode.USAGE, True)
    code, said = wrong(capsys, str(tmp_path / "no.toml"), "-o", out)
    assert (code, "cannot be read" in said) == (ExitCode.BAD_INPUT, True)
    code, said = wrong(capsys, scene_file, "-o", str(tmp_path))
    assert (code, "is not empty" in said) == (ExitCode.USAGE, True)
    code, said = wrong(capsys, scene_file, "-o", f"{scene_file}/in")
    assert (code, "cannot be made" in said) == (ExitCode.USAGE, True)
    bad = tmp_path / "bad.toml"
    bad.write_text(SCENE.replace("position_in", "place_in"), encoding="utf-8")
    code, said = wrong(capsys, str(bad), "-o", out)
    assert code == ExitCode.BAD_INPUT
    assert f"{bad}: camera.position_in: expected this field, got nothing" in said
    assert not Path(out).exists()

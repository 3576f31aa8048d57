"""Tests of `umpire photograph`: the sharpest picture of a source, and what is said of mistakes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode
from tests.vision.picture_files import encoded, picture
from vision.pictures.photograph import photograph_from_bytes
from vision.synthetic.video import MotionJpeg


def video(place: Path) -> str:
    """Two blurred frames with a sharp one between them."""
    blurred = np.asarray(cv2.GaussianBlur(picture(), (0, 0), 6.0), dtype=np.uint8)
    with place.open("wb") as file, MotionJpeg(file, size=(160, 120), rate_hz=10.0) as made:
        for image in (blurred, picture(), blurred):
            made.add(encoded(image, ".jpg"))
    return str(place)


def test_the_sharpest_of_a_few_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "photo.png"
    source = video(tmp_path / "a.avi")
    assert run(["photograph", "--camera", source, "-o", str(place)]) == ExitCode.DONE
    taken = photograph_from_bytes(place.read_bytes(), name="photo")
    grey = cv2.cvtColor(picture(), cv2.COLOR_BGR2GRAY)
    assert (taken.width, taken.height) == (160, 120)
    assert np.abs(taken.grey.astype(int) - grey).mean() < 4.0
    assert np.abs(taken.colour().astype(int) - picture()).mean() < 12.0
    assert np.ptp(picture().astype(int), axis=2).mean() > 24.0


def test_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "photo.png"
    source = video(tmp_path / "a.avi")
    for arguments, code, told in (
        (["--camera", "nowhere", "-o", str(place)], ExitCode.BAD_INPUT, "no such source"),
        (["--camera", source, "-o", "photo.jpg"], ExitCode.USAGE, "ends in .png"),
        (["--camera", source, "-o", f"{tmp_path}/no/a.png"], ExitCode.USAGE, "there is no folder"),
    ):
        capsys.readouterr()
        assert run(["photograph", *arguments]) == code
        assert told in capsys.readouterr().err
    place.write_bytes(b"mine")
    assert run(["photograph", "--camera", source, "-o", str(place)]) == ExitCode.USAGE
    assert place.read_bytes() == b"mine"

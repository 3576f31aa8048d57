"""Tests what the OpenCV report says about a good, a missing, a doubled and a blind OpenCV."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vision.opencv import CORNER_LIMIT_PX, inspect_opencv

REPOSITORY = Path(__file__).parents[2]

REPORT = """
import dataclasses, json
from vision.opencv import inspect_opencv
print(json.dumps(dataclasses.asdict(inspect_opencv())))
"""

# A cv2 that delegates to the real one, for changing one answer of it. It wraps the detector, as an
# interpreter with a subclass of an OpenCV class may crash when it ends.
DELEGATING = """
import sys
here = {here!r}
sys.path.remove(here)
sys.modules.pop("cv2")
import cv2 as real
RealDetector = real.aruco.ArucoDetector
class Detector:
    def __init__(self, *settings):
        self.real = RealDetector(*settings)
    def detectMarkers(self, image):
        corners, ids, rejected = self.real.detectMarkers(image)
        return {answer}
real.aruco.ArucoDetector = Detector
"""


def report_with(folder: Path) -> dict[str, Any]:
    """The report of a fresh interpreter that finds what is planted in `folder` first."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def plant_distribution(folder: Path, name: str, version: str) -> None:
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def test_the_installed_opencv_sees_its_own_tag() -> None:
    report = inspect_opencv()
    assert report.problem is None
    assert len(report.wheels) == 1
    assert report.version is not None
    assert report.wheels[0].split()[1].startswith(report.version)
    assert report.corner_error_px is not None
    assert 0 <= report.corner_error_px <= CORNER_LIMIT_PX


def test_a_missing_desktop_library_becomes_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text(
        "raise ImportError('libGL.so.1: cannot open shared object file: No such file')"
    )
    report = report_with(tmp_path)
    assert report["version"] is None
    assert report["corner_error_px"] is None
    assert report["problem"] == (
        "expected `import cv2` to work, "
        "got: libGL.so.1: cannot open shared object file: No such file"
    )


def test_two_wheels_are_a_problem_even_while_they_work(tmp_path: Path) -> None:
    plant_distribution(tmp_path, "opencv-contrib-python", "5.0.0.93")
    report = report_with(tmp_path)
    assert report["version"] is not None
    assert "expected one OpenCV, got opencv-python" in report["problem"]
    assert "opencv-contrib-python 5.0.0.93" in report["problem"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("(), None, rejected", "self-test: expected to see tag 17 alone, got []"),
        ("corners, ids + 1, rejected", "self-test: expected to see tag 17 alone, got [18]"),
        (
            "[corner + 3 for corner in corners], ids, rejected",
            "self-test: expected the tag's corners within 0.5 px, got 4.",
        ),
    ],
    ids=["blind", "wrong tag", "wrong place"],
)
def test_a_detector_that_errs_is_reported(tmp_path: Path, answer: str, problem: str) -> None:
    (tmp_path / "cv2.py").write_text(DELEGATING.format(here=str(tmp_path), answer=answer))
    assert problem in report_with(tmp_path)["problem"]


def test_an_opencv_without_the_detector_is_reported_with_its_version(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("__version__ = '4.5.1'\nclass error(Exception): pass")
    report = report_with(tmp_path)
    assert report["version"] == "4.5.1"
    assert "expected OpenCV 4.14 or 5, got 4.5.1" in report["problem"]

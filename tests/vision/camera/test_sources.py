"""Tests of the sources of pictures: folders, videos, scenes, and what opens none."""

from pathlib import Path

import numpy as np
import pytest

from rules.table.bad_input import BadInputError
from tests.architecture.sources import REPOSITORY
from tests.vision.picture_files import encoded, exif, picture, with_exif
from vision.camera.capture import Capture
from vision.camera.opening import open_source
from vision.camera.rendered import Rendered
from vision.camera.source import SourceError
from vision.camera.stills import Stills, pictures_in
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.video import MotionJpeg

SCENE = """
[table]
width_in = 12
depth_in = 9
[camera]
size = [160, 120]
position_in = [6, 4, 14]
look_at_in = [6, 4.5, 0]
[story]
seconds = 0.3
rate_hz = 10
"""


def clock() -> float:
    return 0.0


def video(place: Path, *, count: int = 5) -> str:
    """Frames that grow brighter, ten a second."""
    with place.open("wb") as file, MotionJpeg(file, size=(160, 120), rate_hz=10.0) as made:
        for index in range(count):
            made.add(encoded(np.full((120, 160, 3), 20 + 40 * index, np.uint8), ".jpg"))
    return str(place)


def test_a_folder_gives_its_pictures_as_people_count(tmp_path: Path) -> None:
    for name in ("view-10.jpg", "view-2.PNG", "view-1.jpg"):
        (tmp_path / name).write_bytes(encoded(picture(), Path(name).suffix.lower()))
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    with open_source(str(tmp_path), clock=clock) as source:
        frames = list(source.frames())
    assert [frame.name for frame in frames] == ["view-1.jpg", "view-2.PNG", "view-10.jpg"]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert (source.identity.width, source.identity.height) == (160, 120)
    assert frames[0].grey.shape == (120, 160)


def test_the_camera_of_a_folder_is_known_by_its_first_picture(tmp_path: Path) -> None:
    block = exif(make=b"Acme", model=b"One")
    (tmp_path / "1.jpg").write_bytes(with_exif(encoded(picture(), ".jpg"), block))
    (tmp_path / "2.jpg").write_bytes(encoded(picture(80, 60), ".jpg"))
    source = Stills(pictures_in(tmp_path))
    assert source.identity.name == "Acme One"
    with pytest.raises(BadInputError, match=r"expected 160 x 120, as .*, got 80 x 60"):
        list(source.frames())


def test_a_video_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    with open_source(video(tmp_path / "a.avi"), clock=clock) as source:
        frames = list(source.frames())
    assert [round(float(frame.grey.mean()), -1) for frame in frames] == [20, 60, 100, 140, 180]
    assert [frame.seconds for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    assert (source.identity.name, source.identity.width) == ("a.avi", 160)


def test_a_scene_is_a_camera_too(tmp_path: Path) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(SCENE, encoding="utf-8")
    with open_source(str(place), clock=clock) as source:
        frames = list(source.frames())
    assert [frame.seconds for frame in frames] == pytest.approx([0.0, 0.1, 0.2])
    assert source.identity.name == "synthetic camera"
    scene = scene_from_toml(SCENE, name="mine")
    again = list(Rendered([scene, scene], frames_each=1).frames())
    assert [frame.number for frame in again] == [0, 1]
    assert [frame.seconds for frame in again] == pytest.approx([0.0, 0.1])
    assert np.array_equal(again[0].grey, frames[0].grey)


def test_a_scene_that_is_too_long_is_refused_and_not_cut(tmp_path: Path) -> None:
    place = tmp_path / "long.toml"
    place.write_text(SCENE + "#" * 1_000_000, encoding="utf-8")
    with pytest.raises(SourceError, match="at most 1,000,000 bytes of a scene"):
        open_source(str(place), clock=clock)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nowhere", "there is no such source; expected 0 (a camera's number)"),
        ("997", "camera 997: cannot be opened; is it plugged in"),
        ("rtsp://127.0.0.1:9/none", "the stream cannot be opened"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(text: str, told: str) -> None:
    with pytest.raises(SourceError) as failure:
        open_source(text, clock=clock)
    assert told in str(failure.value)


def test_files_that_hold_no_pictures(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="a folder without any"):
        open_source(str(tmp_path), clock=clock)
    (tmp_path / "a.avi").write_bytes(b"hello")
    with pytest.raises(SourceError, match="got a file that OpenCV cannot play"):
        open_source(str(tmp_path / "a.avi"), clock=clock)
    (tmp_path / "a.toml").write_text("[table]", encoding="utf-8")
    with pytest.raises(BadInputError):
        open_source(str(tmp_path / "a.toml"), clock=clock)


def test_a_closed_video_gives_nothing_more(tmp_path: Path) -> None:
    source = Capture(video(tmp_path / "a.avi"), clock=clock)
    frames = source.frames()
    next(frames)
    source.close()
    source.close()
    assert list(frames) == []


def test_nothing_else_opens_a_device() -> None:
    packages = ("rules", "calibration", "vision", "api")
    found = [
        place.relative_to(REPOSITORY).as_posix()
        for package in packages
        for place in (REPOSITORY / package).rglob("*.py")
        if "VideoCapture(" in place.read_text(encoding="utf-8")
    ]
    assert found == ["vision/camera/capture.py"]

"""Tests that the process of a camera needs no more memory after many pictures than after few."""

import multiprocessing
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from conftest import SoakCount
from tests.vision.camera.faulty import Faulty, pattern
from tests.vision.camera.watching import Watched, watching
from vision.camera.opening import Opener
from vision.camera.worker import Opens
from vision.synthetic.video import MotionJpeg

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much it is")
SIZE = (1280, 720)
MOST_GROWTH = 8_000_000
"""Bytes. A single picture that were kept would cost this after nine."""
WARM = 20
AT_ONCE = 1000
"""Pictures that are waited for; the wait has an end, however many there are in all."""


def private_bytes(number: int) -> int:
    """What a process has, less what it shares."""
    fields = (Path("/proc") / str(number) / "statm").read_text(encoding="ascii").split()
    return (int(fields[1]) - int(fields[2])) * 4096


def growth(opens: Opens, *, count: int, repeats: bool) -> dict[str, int]:
    """By how much camera and keeper have grown over so many pictures."""
    with watching(opens, repeats=repeats) as watched:
        _look(watched, WARM)
        (camera,) = multiprocessing.active_children()
        assert camera.pid is not None
        numbers = {"camera": camera.pid, "keeper": multiprocessing.current_process().pid or 0}
        before = {name: private_bytes(number) for name, number in numbers.items()}
        for done in range(0, count, AT_ONCE):
            _look(watched, min(AT_ONCE, count - done))
        assert [child.pid for child in multiprocessing.active_children()] == [camera.pid]
        return {name: private_bytes(number) - before[name] for name, number in numbers.items()}


def _look(watched: Watched, count: int) -> None:
    """Until the camera has shown so many more, whether they were looked at or not."""
    first = watched.keeper.look().counts
    wanted = first.frames + first.skipped + count
    watched.is_known_well = lambda _: True
    watched.until_it(lambda look: look.counts.frames + look.counts.skipped >= wanted)


@pytest.mark.long
@pytest.mark.soak
def test_memory_stays_flat(tmp_path: Path, soak_count: SoakCount) -> None:
    place = tmp_path / "table.avi"
    rng = np.random.default_rng(0)
    with place.open("wb") as file, MotionJpeg(file, size=SIZE, rate_hz=200.0) as video:
        for _ in range(40):
            picture = cv2.resize(pattern(), SIZE).astype(int) + rng.integers(-4, 5, SIZE[::-1])
            video.add(bytes(cv2.imencode(".jpg", picture.clip(0, 255).astype(np.uint8))[1]))
    grown = growth(Opener(text=str(place)), count=soak_count(150, 20_000), repeats=True)
    assert max(grown.values()) < MOST_GROWTH, grown


@pytest.mark.long
def test_a_camera_that_keeps_its_pictures_is_noticed_by_this_test(tmp_path: Path) -> None:
    faulty = Faulty(place=str(tmp_path / "fault"))
    faulty.say("leak")
    assert growth(faulty, count=3, repeats=False)["camera"] > MOST_GROWTH

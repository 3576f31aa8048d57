"""Tests that lamps which flicker are noticed by their bands, and nothing else is taken for them."""

import numpy as np
import pytest

from tests.vision.camera.faulty import pattern
from vision.camera.controls.flicker import FlickerWatch
from vision.camera.rendered import Rendered
from vision.camera.source import Bytes
from vision.synthetic.described.packaged import packaged_scene

PICTURES = 90
NOISE = 3.0


def bands(number: int, *, amplitude: float, count: float, wanders: float) -> Bytes:
    """A picture of a sensor that reads its rows one after the other under a lamp on the mains."""
    drawn = pattern()
    rng = np.random.default_rng(number)
    rows = np.linspace(0.0, 1.0, drawn.shape[0])[:, None]
    lamp = 1.0 + amplitude * np.cos(2 * np.pi * (count * rows + wanders * number))
    noisy = drawn * lamp + rng.normal(0.0, NOISE, drawn.shape)
    return np.asarray(noisy.clip(0, 255), dtype=np.uint8)


def notes(pictures: list[Bytes]) -> list[str]:
    watch = FlickerWatch()
    return [watch.look(each).note for each in pictures]


@pytest.mark.parametrize(
    ("amplitude", "count", "wanders"),
    [(0.03, 3.3, 0.21), (0.05, 2.0, 0.37), (0.1, 6.7, 0.83), (0.2, 12.5, 0.5)],
)
def test_a_lamp_that_flickers_is_told_within_a_few_seconds(
    amplitude: float, count: float, wanders: float
) -> None:
    told = notes(
        [bands(n, amplitude=amplitude, count=count, wanders=wanders) for n in range(PICTURES)]
    )
    assert "50 or 60 Hz" in told[-1]
    assert told[0] == ""


def test_noise_and_light_that_is_dimmed_are_no_flicker() -> None:
    steady = [bands(n, amplitude=0.0, count=3.0, wanders=0.0) for n in range(PICTURES)]
    assert set(notes(steady)) == {""}
    dimmed = [np.asarray(each * (1 - n / 200), np.uint8) for n, each in enumerate(steady)]
    assert set(notes(dimmed)) == {""}


def test_once_the_lamp_is_out_nothing_is_told_any_more() -> None:
    flickers = [bands(n, amplitude=0.1, count=3.3, wanders=0.21) for n in range(PICTURES)]
    steady = [bands(n, amplitude=0.0, count=3.0, wanders=0.0) for n in range(PICTURES)]
    told = notes(flickers + steady)
    assert told[PICTURES - 1]
    assert told[-1] == ""


@pytest.mark.long
def test_a_hand_is_no_flicker() -> None:
    watch = FlickerWatch()
    for frame in Rendered([packaged_scene("hand-passes")], quality="fast").frames():
        assert watch.look(frame.grey).note == ""

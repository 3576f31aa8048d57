"""Tests what people are told of a camera that may be ruled by."""

from typing import Any

import numpy as np

from calibration.print_scale import MEASURED_TRUE, UNCHECKED, ScaleCheck
from rules.table.snapshot import HealthState
from vision.health import CameraHealth, HealthJudge, Signs
from vision.sighting import Grey
from vision.tracking.frame import TableFrame

HZ = 10.0
PLAIN = np.full((256, 320), 120.0)


def judged(check: ScaleCheck, *, pictures: list[Grey]) -> CameraHealth:
    judge = HealthJudge(print_check=check)
    for number, grey in enumerate(pictures):
        frame = TableFrame(number=number, seconds=number / HZ, camera="west", grey=grey)
        judge.frame(signs_of(frame))
    return judge.at((len(pictures) - 1) / HZ)


def noisy(picture: np.ndarray[Any, np.dtype[Any]], *, seed: int, noise: float) -> Grey:
    drawn = picture + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.asarray(np.clip(np.round(drawn), 0, 255), dtype=np.uint8)


def live(count: int, *, noise: float = 2.0, seed: int = 0) -> list[Grey]:
    return [noisy(PLAIN, seed=seed + at, noise=noise) for at in range(count)]


def state_of(pictures: list[Grey]) -> HealthState:
    return judged(MEASURED_TRUE, pictures=pictures).state


def test_that_nobody_has_measured_the_print_is_told_for_as_long() -> None:
    health = judged(UNCHECKED, pictures=live(1))
    assert health.state is HealthState.LIVE
    assert "every distance may be 6 % off" in health.note
    assert judged(MEASURED_TRUE, pictures=live(1)).note == ""


def test_what_pieces_at_rest_made_of_it_is_told_for_a_minute_beside_a_drift() -> None:
    judge = HealthJudge(print_check=MEASURED_TRUE, news="refined by 9 pieces at rest")
    assert judge.at(0.0).note.startswith("no picture")
    for number, grey in enumerate(live(3)):
        frame = TableFrame(number=number, seconds=number / HZ, camera="west", grey=grey)
        judge.frame(signs_of(frame, drift="the camera has drifted" if number else ""))
        wanted = "the camera has drifted; " if number else ""
        assert judge.at(number / HZ).note == f"{wanted}refined by 9 pieces at rest"
    # Nobody has to act, so it gives way after a while.
    last = TableFrame(number=3, seconds=61.0, camera="west", grey=live(4)[3])
    judge.frame(signs_of(last))
    assert judge.at(61.0).note == ""


def signs_of(frame: TableFrame, *, drift: str = "") -> Signs:
    return Signs(
        frame=frame,
        refusal=None,
        bump=None,
        light=100.0,
        blur_px=0.5,
        cell_px=4.0,
        flagged=0,
        drift=drift,
    )


def test_a_stream_that_hangs_under_a_clock_or_a_little_noise_is_noticed() -> None:
    seen = live(115)
    clock = [seen[-1].copy() for _ in range(14)]
    for at, picture in enumerate(clock):
        picture[64:90, 8 * at : 8 * at + 8] ^= 255
    coded = [noisy(seen[-1], seed=900 + at, noise=0.4) for at in range(14)]
    assert state_of(seen) is HealthState.LIVE
    assert state_of(seen + clock) is HealthState.FROZEN
    assert state_of(seen + coded) is HealthState.FROZEN
    assert state_of(seen + coded + live(20, seed=300)) is HealthState.LIVE


def test_a_camera_that_is_at_rest_is_no_hanging_stream() -> None:
    hands = live(115)
    for at, picture in enumerate(hands):
        picture[:, 2 * at : 2 * at + 80] //= 2
    # A film's coder sends next to nothing of a table at rest, and so does a camera in the dark.
    film = live(115, noise=0.5)
    rest = [noisy(film[-1], seed=700 + at, noise=0.15) for at in range(14)]
    dark = [noisy(0.2 * PLAIN, seed=80 + at, noise=0.5) for at in range(30)]
    for pictures in (hands + live(14, seed=400), film + rest, live(115) + dark):
        assert state_of(pictures) is HealthState.LIVE

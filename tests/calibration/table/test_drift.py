"""Tests that a drift of the camera is followed within its error, and nothing else is."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from calibration.anchors import Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import COUNT, CameraModel
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.table.bump import BumpState, check_bump
from calibration.table.drift import Drift
from tests.calibration.cameras import BENT
from tests.calibration.simulated import SMALL, framing
from tests.often import often

HZ = 12.0
NOISE = 0.03
SIZE = 1.2
FLOOR = Floor(shift=0.2)
"""Pixels by which each anchor is seen elsewhere in all pictures, as through a real lens."""
SIGMAS = np.array([0.05] * 4 + [1e-6] * 5 + [1e-5] * 3 + [3e-4] * 3)
AT = np.array([(x, y, 0.0) for x in (3.0, 18.0, 33.0) for y in (3.0, 18.0, 33.0)])
STAND = framing(BENT, table=SMALL, tilt_deg=20.0, turn_deg=-90.0)
Where = Callable[[float], CameraModel]


def camera(
    *,
    by: Sequence[float] = (0.0, 0.0, 0.0),
    turn: Sequence[float] = (0.0, 0.0, 0.0),
    zoom: float = 1.0,
) -> CameraModel:
    """Moved by so much on its own axes (inches), turned about them (degrees), and zoomed."""
    lens = replace(BENT, fx=BENT.fx * zoom, fy=BENT.fy * zoom)
    return CameraModel(lens=lens, stand=STAND.moved(np.array([*np.radians(turn), *by])))


def sinking(seconds: float, *, total: float = 0.1) -> CameraModel:
    """By so many inches over 200 pictures, and a little turn."""
    share = min(1.0, seconds / (200 / HZ))
    return camera(by=(0.02 * share, 0.0, -total * share), turn=(0.06 * share, 0.0, 0.03 * share))


def breathing(seconds: float) -> CameraModel:
    return camera(zoom=1 + 0.003 * min(1.0, seconds / (200 / HZ)))


class Table:
    """A calibration that is off by what it tells, and the anchors as its camera sees them."""

    def __init__(self, seed: int, *, anchors: int = 8) -> None:
        self.rng = np.random.default_rng(seed)
        self.anchors = anchors_of(SMALL)[:anchors]
        rows = np.array([(each.x, each.y, 0.0, 0.0) for each in self.anchors])
        self.layout = Layout(
            numbers=tuple(each.number for each in self.anchors), places=rows, size=SIZE
        )
        sigmas = [*SIGMAS, *[1e-5] * (4 * anchors + 1)]
        self.calibrated = Calibrated(
            model=camera().moved(self.rng.normal(0, SIGMAS)),
            layout=self.layout,
            covariance=np.diag(np.square(sigmas)),
            floor=FLOOR,
        )
        self._off = self.rng.normal(0, FLOOR.shift, (anchors, 1, 2))

    def seen(self, model: CameraModel, *, but: Sequence[int] = ()) -> list[SeenTag]:
        corners = model.pixels(self.layout.corners(self.layout.numbers)) + self._off
        noise = self.rng.normal(0, NOISE, corners.shape)
        return [
            SeenTag(number=number, corners=own, covariance=NOISE**2 * np.eye(8))
            for number, own in zip(self.layout.numbers, corners + noise, strict=True)
            if number not in but
        ]

    def played(self, where: Where, *, pictures: int = 220, every: int = 1) -> list[Drift]:
        """After each picture; before the first some in which nothing moves."""
        drift, found = Drift.none(self.calibrated), []
        for _ in range(6):
            drift = drift.learnt(self.seen(where(0.0)))
        for number in range(0, pictures, every):
            seen, seconds = self.seen(where(number / HZ)), number / HZ
            drift = drift.looked(seen, seconds=seconds).learnt(seen)
            found.append(drift)
        return found


def squared(drift: Drift, true: CameraModel) -> Floats:
    """By how much places are off, in standard errors, squared."""
    told = drift.calibrated
    off = told.model.places(true.pixels(AT)) - AT[:, :2]
    slopes = told.model.place_parameter_slopes(AT)
    stated = slopes @ told.of_camera @ np.swapaxes(slopes, -1, -2)
    found: Floats = np.einsum("ni,nij,nj->n", off, np.linalg.inv(stated), off)
    return found


def off_in(drift: Drift, true: CameraModel) -> float:
    return float(np.hypot(*(drift.calibrated.model.places(true.pixels(AT)) - AT[:, :2]).T).max())


@pytest.mark.soak
@pytest.mark.parametrize(
    ("where", "every"), often(product((sinking, breathing), (1, 6)), quick=[(breathing, 6)])
)
def test_a_drift_is_followed_within_the_error_that_is_told(
    where: Where, every: int, soak_count: Callable[[int, int], int]
) -> None:
    """By calibrations each off by another error; unfollowed all places are out in the end."""
    found = []
    for seed in range(soak_count(8 if every == 1 else 24, 24)):
        table = Table(seed)
        for at, drift in enumerate(table.played(where, every=every)):
            assert not drift.is_too_fast
            found.append(squared(drift, where(at * every / HZ)))
    told = np.concatenate(found)
    assert 0.8 <= np.sqrt(told.mean() / 2) <= 1.2
    assert 0.93 <= (told <= 5.991).mean() <= 0.98
    assert off_in(Drift.none(Table(0).calibrated), where(100.0)) > 0.03


@pytest.mark.parametrize("anchors", often((4, 8), quick=[4]))
def test_nothing_is_followed_where_nothing_drifts(anchors: int) -> None:
    for seed in range(10):
        table = Table(seed, anchors=anchors)
        drifts = table.played(lambda _: camera())
        assert all(drift.calibrated is table.calibrated for drift in drifts)
        assert not any(drift.sentence for drift in drifts)


def test_a_drift_that_ends_is_no_longer_looked_at() -> None:
    last = Table(3).played(sinking, pictures=260)[-1]
    assert not last.is_going_on(260 / HZ)
    assert last.shift_in == pytest.approx(0.1, abs=0.05)


def test_a_drift_is_told_with_what_places_are_good_to() -> None:
    calm, *_, last = Table(3).played(lambda s: camera(by=(0.0, 0.0, -0.1 * min(1.0, s / 16))))
    assert calm.sentence == ""
    assert "followed" in last.sentence
    assert "places would be 0.0" in last.sentence


@pytest.mark.parametrize("total", often((0.1, 0.3, -0.2), quick=[0.1]))
def test_a_jump_is_never_followed_and_locks_as_before(total: float) -> None:
    table = Table(5)

    def where(seconds: float) -> CameraModel:
        return sinking(seconds if seconds < 5 else 1000.0, total=total)

    jumped = table.played(where, pictures=120)[round(5 * HZ) :]
    assert all(drift.is_too_fast for drift in jumped)
    assert len({id(drift.calibrated) for drift in jumped}) == 1
    before = jumped[-1].judged_by(10.0)
    check = check_bump(table.seen(where(10.0)), calibrated=before, anchors=table.anchors)
    assert check.state is BumpState.CAMERA_MOVED
    assert not jumped[-1].looked(table.seen(where(4.9)), seconds=11.0).is_too_fast


def test_what_goes_too_fast_is_judged_by_where_it_stood_before() -> None:
    table = Table(5)

    def where(seconds: float) -> CameraModel:
        return sinking(16.0 * max(0.0, seconds - 1.0))

    drifts = table.played(where, pictures=40)
    fast = next(at for at, drift in enumerate(drifts) if drift.is_too_fast)
    assert 1.0 < fast / HZ < 1.6
    assert all(drift.is_too_fast for drift in drifts[fast:])
    before = drifts[fast].judged_by(fast / HZ)
    check = check_bump(table.seen(where(40 / HZ)), calibrated=before, anchors=table.anchors)
    assert check.freezes


def test_a_camera_that_trembles_about_its_place_has_not_moved_too_fast() -> None:
    """From side to side it is farther than a bump, and never so far from where it belongs."""

    def where(seconds: float) -> CameraModel:
        return camera(by=(0.014 * np.sin(2 * np.pi * 1.7 * seconds), 0.0, 0.0))

    table = Table(6)
    drifts = table.played(where, pictures=60)
    assert not any(drift.is_too_fast for drift in drifts)
    own = off_in(Drift.none(table.calibrated), camera())
    assert max(off_in(drift, where(at / HZ)) for at, drift in enumerate(drifts)) < own + 0.004


@pytest.mark.long
def test_a_drift_over_an_hour_is_followed_by_a_look_now_and_then() -> None:
    every_s, found = 8.0, []

    def where(seconds: float) -> CameraModel:
        return sinking(seconds * 200 / HZ / 3600)

    for seed in range(6):
        drifts = Table(seed).played(where, pictures=round(3600 * HZ), every=round(every_s * HZ))
        assert 0.05 < drifts[-1].shift_in < 0.15
        found += [squared(drift, where(at * every_s)) for at, drift in enumerate(drifts)]
    told = np.concatenate(found)
    assert 0.8 <= np.sqrt(told.mean() / 2) <= 1.2
    assert (told <= 5.991).mean() >= 0.93


def test_an_anchor_that_is_knocked_or_half_covered_moves_no_camera() -> None:
    for anchors in (4, 8):
        table = Table(7, anchors=anchors)
        drift = table.played(lambda _: camera(), pictures=12)[-1]
        for px in (0.5, 1.0, 3.0):
            first, *others = table.seen(camera())
            knocked = [replace(first, corners=first.corners + np.array([px, 0.4 * px])), *others]
            after = drift.looked(knocked, seconds=30.0)
            assert after.calibrated is table.calibrated, (anchors, px)


def test_a_drift_is_followed_past_an_anchor_that_is_knocked() -> None:
    table = Table(8)
    drift = table.played(lambda _: camera(), pictures=12)[-1]
    there = camera(by=(0.01, 0.0, 0.0))
    first, *others = table.seen(there)
    after = drift.looked(
        [replace(first, corners=first.corners + np.array([4.0, -3.0])), *others], seconds=30.0
    )
    assert after.calibrated is not table.calibrated
    assert off_in(after, there) < off_in(drift, there)


def test_three_anchors_move_no_camera() -> None:
    table = Table(9, anchors=4)
    drift = table.played(lambda _: camera(), pictures=12)[-1]
    assert drift.looked(table.seen(camera(by=(0.015, 0, 0)), but=(1,)), seconds=30.0) is drift


def test_an_error_that_grows_is_told_and_an_earlier_calibration_stays_as_it_was() -> None:
    table = Table(10, anchors=4)
    before = table.calibrated
    model, covariance = before.model, before.covariance.copy()
    last = table.played(sinking)[-1]
    slopes = model.place_parameter_slopes(AT)
    was, now = (
        np.trace(slopes @ each.of_camera @ np.swapaxes(slopes, -1, -2), axis1=-2, axis2=-1)
        for each in (before, last.calibrated)
    )
    assert (now > was).all()
    assert before.model is model
    assert np.array_equal(before.covariance, covariance)
    assert last.calibrated.of_camera.shape == (COUNT, COUNT)

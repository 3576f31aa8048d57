"""Tests that a tag which creeps is where its snapshot says, within the error that is told."""

import math
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np
import pytest

from benchmarks.live.live_pictures import SWING_FRAMES, Condition, Play, play_on, spoiled
from benchmarks.live.live_table import HZ, Watched
from benchmarks.pictures.accuracy_pictures import Exposure, Eye, Grey, Laid, rendered
from benchmarks.pictures.accuracy_tables import FULL_HD, gaussian, look
from rules.table.snapshot import Piece, PieceState
from tests.vision.tracking.test_looking import placed
from vision.sighting import Floats
from vision.tracking.resting.averaging import Averaged
from vision.tracking.resting.creep_watch import CreepWatch

DIM = Condition(name="dim and soft", kernel=lambda: gaussian(1.2), exposure=0.5, noise=4.0)
DARK = Condition(name="dark and blurred", kernel=lambda: gaussian(1.5), exposure=0.3, noise=5.0)
REST, CREEP = 40, 45
"""Frames."""
SPEEDS = (0.01, 0.03, 0.1, 0.3)
ELLIPSE = 5.991
"""Squared errors of two numbers that hold 95 of 100."""


@cache
def a_play(count: int = 8) -> Play:
    return play_on(look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD).part(0.4), count=count, seed=1)


def crept(play: Play, inches: float) -> tuple[Laid, ...]:
    """Every second tag so far from home, each in its own direction."""
    return tuple(
        tag
        if index % 2
        else replace(
            tag,
            x_in=tag.x_in + inches * math.cos(1.1 * index),
            y_in=tag.y_in + inches * math.sin(1.1 * index),
        )
        for index, tag in enumerate(play.tags)
    )


@cache
def scene_of(play: Play) -> tuple[Eye, list[Laid]]:
    """Its eye and its anchors, the same in each picture: what rests is then drawn once."""
    return play.view.eye(), play.anchors


def clean(play: Play, tags: tuple[Laid, ...], *, condition: Condition = DIM) -> Grey:
    exposure = Exposure(kernel=condition.kernel(), noise=0.0)
    eye, anchors = scene_of(play)
    return rendered(eye, [*anchors, *tags], exposure=exposure, seed=1)


@lru_cache(maxsize=1)
def creep(condition: Condition, *, speed_in_s: float) -> list[tuple[tuple[Laid, ...], Grey]]:
    """Where tags are that begin to creep, and what is seen of them but for the noise."""
    moments = [crept(a_play(), speed_in_s * at / HZ) for at in range(CREEP)]
    return [(tags, clean(a_play(), tags, condition=condition)) for tags in moments]


def squared(piece: Piece, tag: Laid) -> float:
    """Its error in the stated ones, squared: two is what to expect."""
    assert piece.pose is not None
    off = np.array([piece.pose.x - tag.x_in, piece.pose.y - tag.y_in])
    own = piece.pose.covariance
    return float(off @ np.linalg.solve([[own.xx, own.xy], [own.xy, own.yy]], off))


def errors(
    condition: Condition, *, speed_in_s: float, seed: int
) -> tuple[list[float], list[float]]:
    """The squared errors of tags that creep, and of those that rest beside them."""
    watched, moments = Watched(a_play()), creep(condition, speed_in_s=speed_in_s)
    creeping, resting = list[float](), list[float]()
    for frame in range(REST + CREEP):
        tags, picture = moments[max(0, frame - REST)]
        table = watched.step(spoiled(picture, condition=condition, seed=seed + frame))
        if frame < REST:
            continue
        for piece in table.snapshot.pieces:
            if piece.state in {PieceState.SEEN, PieceState.MOVING} and piece.pose is not None:
                index = next(i for i, tag in enumerate(tags) if piece.id == f"p{tag.number}")
                (resting if index % 2 else creeping).append(squared(piece, tags[index]))
    return creeping, resting


@pytest.mark.long
@pytest.mark.parametrize("speed_in_s", SPEEDS)
def test_a_creeping_tag_is_where_it_is_shown_within_its_error(speed_in_s: float) -> None:
    for some in errors(DIM, speed_in_s=speed_in_s, seed=0):
        assert len(some) > 3 * CREEP
        assert math.sqrt(np.mean(some) / 2) <= 1.2
        assert np.mean(np.array(some) <= ELLIPSE) >= 0.93


@pytest.mark.long
def test_a_creep_is_no_farther_than_told_in_the_dark_and_out_of_focus() -> None:
    """There it shows late, and until then the mean of its rest lags behind."""
    told = [errors(DARK, speed_in_s=0.01, seed=1000 * seed) for seed in (7, 8, 9, 10)]
    for which in (0, 1):
        some = np.array([each for one in told for each in one[which]])
        assert len(some) > 2 * CREEP
        assert math.sqrt(some.mean() / 2) <= 1.2
        assert np.mean(some <= ELLIPSE) >= 0.93


@pytest.mark.long
def test_tags_that_swing_make_no_other_creep() -> None:
    """At the ends of a swing they rest for a moment, all alike, and so far away at the next."""
    play = a_play(18)
    watched = Watched(play)
    pictures = [clean(play, (*play.swung(at)[:6], *play.tags[6:])) for at in range(SWING_FRAMES)]
    creeping = 0
    for frame in range(2 * REST):
        watched.step(spoiled(pictures[frame % SWING_FRAMES], condition=DIM, seed=frame))
        follows, _ = watched.pipeline.tracker.tags.all()
        creeping += sum(each.is_creeping for each in follows)
    # By chance one does, and rests again after some fits.
    assert creeping <= REST


def fitted(speed_in: float, *, count: int, noise: float = 0.001, sway: float = 0.0) -> Averaged:
    """After 32 fits at rest and so many of a tag that goes on by as much from fit to fit."""
    rng = np.random.default_rng(8)
    average = Averaged.begun(placed(4.0 + rng.normal(0, noise)))
    for at in range(1, 32 + count):
        shared = sway * math.sin(at)
        x = 4.0 + max(0, at - 31) * speed_in + rng.normal(0, noise) + shared
        average, is_same = average.with_fit(placed(x), drift=14.2, shared=(shared, 0.0))
        assert is_same
    return average


@pytest.mark.parametrize("speed_in", [0.0005, 0.001, 0.003])
def test_the_mean_of_a_rest_is_forgotten_as_soon_as_the_tag_creeps(speed_in: float) -> None:
    average = fitted(speed_in, count=14)
    assert average.is_creeping
    assert average.tag.x_in == pytest.approx(4.0 + 14 * speed_in, abs=0.003)
    assert average.tag.covariance[0, 0] == pytest.approx(0.001**2)


def test_a_tag_that_has_crept_rests_again_and_is_averaged_where_it_is_now() -> None:
    average = fitted(0.003, count=10)
    rng = np.random.default_rng(9)
    for _ in range(60):
        average, _ = average.with_fit(placed(4.03 + rng.normal(0, 0.001)), drift=14.2)
    assert not average.is_creeping
    assert average.count == 32
    assert average.tag.x_in == pytest.approx(4.03, abs=0.0008)


def test_what_all_tags_move_by_is_no_creep() -> None:
    average = fitted(0.0, count=30, sway=0.005)
    assert not average.is_creeping
    assert average.tag.x_in == pytest.approx(4.0, abs=0.001)


def square(step_px: float, *, seed: int, noise: float) -> Grey:
    """A black square on white, a little farther to the right."""
    picture = np.full((240, 480), 200.0)
    picture[100:130, 200:230] = 50.0
    picture[100:130, 200] += 150.0 * step_px
    picture[100:130, 230] -= 150.0 * step_px
    drawn = picture + np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(np.round(drawn), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("step_px", "noise", "light"), [(0.06, 2.0, 1.0), (0.1, 6.0, 0.9)])
def test_the_watch_notices_a_tenth_of_what_one_patch_shows(
    step_px: float, noise: float, light: float
) -> None:
    watch, corners = CreepWatch(), np.array([[[200, 100], [230, 100], [230, 130], [200, 130]]])
    first = square(0.0, seed=0, noise=noise)
    watch.keep([7], corners=corners.astype(float), grey=first, small=first, patch=1)
    told = []
    for seed in range(1, 80):
        shown = square(step_px if seed > 40 else 0.0, seed=seed, noise=noise)
        told.append(watch.crept((shown * light).astype(np.uint8), shared_by=6))
    assert not any(told[:40])
    assert told[-1] == {7}
    watch.forget([7])
    watch.keep([], corners=corners[:0].astype(float), grey=first, small=first, patch=1)
    assert watch.crept(first, shared_by=6) == set()


def errors_of_means(step: float, *, known_to: float) -> Floats:
    """Squared errors of tags that rest for 40 fits and then go on by so much from fit to fit.

    In standard errors of one fit; and places are known only `known_to` as much.
    """
    sigma, found = 0.001, list[float]()
    for seed in range(100, 130):
        rng = np.random.default_rng(seed)
        way, here = np.array([math.cos(seed), math.sin(seed)]), np.array([4.0, 3.0])
        first = placed(4.0)
        own = np.diag([sigma**2, sigma**2, first.covariance[2, 2]])
        average: Averaged | None = None
        for at in range(85):
            here = here + (step * sigma if at >= 40 else 0.0) * way
            x, y = (here + rng.normal(0, sigma, 2)).tolist()
            tag = replace(first, x_in=x, y_in=y, covariance=own)
            average = average.with_fit(tag, drift=14.2)[0] if average else Averaged.begun(tag)
            if at >= 40:
                stated = average.tag.covariance[:2, :2] + (known_to * sigma) ** 2 * np.eye(2)
                off = np.array([average.tag.x_in, average.tag.y_in]) - here
                off += rng.normal(0, known_to * sigma, 2)
                found.append(float(off @ np.linalg.solve(stated, off)))
    return np.array(found)


@pytest.mark.parametrize("step", [0.06, 0.12, 0.24])
def test_the_mean_of_a_rest_is_as_unsure_as_its_latest_fits_say(step: float) -> None:
    """A slow creep of fits that are unsure shows late, and the mean lags behind it until then."""
    found = errors_of_means(step, known_to=0.6)
    assert math.sqrt(found.mean() / 2) <= 1.2
    assert np.mean(found <= ELLIPSE) >= 0.88


def test_the_mean_of_what_truly_rests_is_no_less_sure() -> None:
    found = errors_of_means(0.0, known_to=0.0)
    assert 0.8 <= math.sqrt(found.mean() / 2) <= 1.2
    assert 0.93 <= np.mean(found <= ELLIPSE) <= 0.97

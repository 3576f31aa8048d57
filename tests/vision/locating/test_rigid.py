"""Tests of one pose from several tags: exact without noise, as sure as it says with it."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.locating.rigid import Floats, SeenPart, SeenParts, bodies_of, body_of, misfits

SPOTS = ((1.2, 0.0, 0.0), (-1.3, 0.4, math.pi), (0.2, -0.8, 1.0))
"""Where tags lie on a thing: x, y and turn."""
numbers = st.floats(-30, 30)


def parts_of(pose: Floats, *, sigma: float, rng: np.random.Generator) -> list[SeenPart]:
    found = []
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    for index, (x, y, turn) in enumerate(SPOTS):
        size = sigma * (1 + index)
        covariance = np.diag([size**2, (2 * size) ** 2, (0.5 * size) ** 2])
        place = np.array(
            [pose[0] + cosine * x - sine * y, pose[1] + sine * x + cosine * y, pose[2] + turn]
        )
        noise = rng.multivariate_normal(np.zeros(3), covariance)
        found.append(SeenPart(seen=place + noise, covariance=covariance, x=x, y=y, turn=turn))
    return found


@given(x=numbers, y=numbers, heading=st.floats(-7, 7))
def test_exact_parts_give_the_exact_pose(x: float, y: float, heading: float) -> None:
    pose = np.array([x, y, heading])
    parts = parts_of(pose, sigma=1e-9, rng=np.random.default_rng(1))
    body = body_of(parts)
    assert np.abs(body.pose[:2] - pose[:2]).max() < 1e-7
    assert abs(math.remainder(body.pose[2] - heading, 2 * math.pi)) < 1e-7


def test_the_pose_is_as_sure_as_it_says() -> None:
    rng = np.random.default_rng(7)
    pose = np.array([10.0, 20.0, 0.7])
    squares, misfit = [], []
    for _ in range(400):
        body = body_of(parts_of(pose, sigma=0.01, rng=rng))
        miss = body.pose - pose
        squares.append(miss @ np.linalg.solve(body.covariance, miss))
        misfit.append(body.chi_square)
    # Three numbers are found and six are spare: the means of such squares, within five sigmas.
    assert abs(np.mean(squares) - 3.0) < 5 * math.sqrt(6 / 400)
    assert abs(np.mean(misfit) - 6.0) < 5 * math.sqrt(12 / 400)


def test_more_parts_make_it_surer() -> None:
    parts = parts_of(np.array([1.0, 2.0, 3.0]), sigma=0.01, rng=np.random.default_rng(2))
    alone, all_of_them = body_of(parts[:1]), body_of(parts)
    assert np.trace(all_of_them.covariance) < np.trace(alone.covariance)
    assert (alone.spare, all_of_them.spare) == (0, 6)
    assert alone.chi_square < 1e-9


def test_a_part_that_was_bent_away_is_the_one_that_misfits() -> None:
    pose = np.array([5.0, 5.0, 1.0])
    parts = parts_of(pose, sigma=1e-3, rng=np.random.default_rng(3))
    shifted = SeenPart(
        seen=parts[1].seen + np.array([0.2, 0.0, 0.0]),
        covariance=parts[1].covariance,
        x=parts[1].x,
        y=parts[1].y,
        turn=parts[1].turn,
    )
    assert body_of(parts).chi_square < 30
    assert body_of([parts[0], shifted, parts[2]]).chi_square > 1000
    right = misfits([parts[0], shifted, parts[2]], pose)
    assert right[1] > 10 * max(right[0], right[2])


def test_many_things_at_once_are_placed_as_each_by_itself() -> None:
    rng = np.random.default_rng(3)
    for count in (1, 2, 3):
        poses = np.column_stack([rng.uniform(0, 40, (20, 2)), rng.uniform(-9, 9, 20)])
        things = [parts_of(pose, sigma=0.01, rng=rng)[:count] for pose in poses]
        together = bodies_of(joined(things))
        for row, parts in enumerate(things):
            body = body_of(parts)
            assert np.abs(together.pose[row] - body.pose).max() < 1e-9
            assert np.abs(together.covariance[row] - body.covariance).max() < 1e-9
            assert together.chi_square[row] == pytest.approx(body.chi_square, abs=1e-9)
            assert together.spare == body.spare == 3 * count - 3


def test_a_pose_follows_each_part_by_its_weight() -> None:
    rng = np.random.default_rng(4)
    parts = parts_of(np.array([10.0, 20.0, 0.7]), sigma=1e-4, rng=rng)
    before, step = bodies_of(joined([parts])), 1e-6
    for part in range(len(parts)):
        for axis in range(3):
            seen = parts[part].seen + step * np.eye(3)[axis]
            moved = [*parts[:part], replace(parts[part], seen=seen), *parts[part + 1 :]]
            slope = (bodies_of(joined([moved])).pose[0] - before.pose[0]) / step
            assert np.abs(slope - before.weights[0, part, :, axis]).max() < 1e-2


def joined(things: Sequence[Sequence[SeenPart]]) -> SeenParts:
    return SeenParts(
        seen=np.array([[part.seen for part in parts] for parts in things]),
        covariance=np.array([[part.covariance for part in parts] for parts in things]),
        place=np.array([[(part.x, part.y, part.turn) for part in parts] for parts in things]),
    )

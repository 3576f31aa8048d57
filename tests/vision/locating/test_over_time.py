"""Tests of averaging what one camera sees of a table at rest."""

import numpy as np

from calibration.seen import SeenTag
from vision.locating.over_time import at_rest

SQUARE = np.array([[0.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.0, 40.0]])


def seen(
    rng: np.random.Generator, *, number: int = 20, noise: float = 0.05, off: float = 0.0
) -> SeenTag:
    corners = SQUARE + off + rng.normal(0, noise, (4, 2))
    return SeenTag(number=number, corners=corners, covariance=noise**2 * np.eye(8))


def test_the_noise_falls_with_the_pictures_and_is_as_stated(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    errors = []
    for _ in range(200):
        (tag,), moved = at_rest([[seen(rng)] for _ in range(9)])
        assert moved == ()
        assert np.allclose(tag.covariance, (0.05 / 3) ** 2 * np.eye(8))
        off = (tag.corners - SQUARE).reshape(8)
        errors.append(float(off @ np.linalg.solve(tag.covariance, off)) / 8)
    assert 0.8 < np.mean(errors) < 1.2


def test_the_surer_picture_counts_more(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    sure, poor = seen(rng, noise=0.01), seen(rng, noise=1.0)
    (tag,), _ = at_rest([[sure], [poor]])
    assert np.abs(tag.corners - sure.corners).max() < 0.01


def test_a_tag_that_moved_is_named_and_left_out(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    pictures = [[seen(rng), seen(rng, number=21, off=3.0 * index)] for index in range(3)]
    tags, moved = at_rest(pictures)
    assert moved == (21,)
    assert [tag.number for tag in tags] == [20]


def test_a_tag_that_some_pictures_miss_is_seen(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    tags, _ = at_rest([[seen(rng)], [seen(rng), seen(rng, number=21)]])
    assert [tag.number for tag in tags] == [20, 21]


def test_one_picture_is_as_it_is(rng_seed: int) -> None:
    only = seen(np.random.default_rng(rng_seed))
    assert at_rest([[only]]) == ((only,), ())

"""Tests that the way of a moving tag is foreseen."""

import cmath
import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from vision.fit.on_plane import NOTHING_SEEN
from vision.fit.placed import PlacedTag
from vision.tracking.motion import AHEAD_S, AT_REST, STRAIGHT, Motion, ahead, bend, motion

_HZ = 30.0


def _tag(x: float, y: float, heading: float = 0.0) -> PlacedTag:
    return PlacedTag(
        number=1,
        x_in=x,
        y_in=y,
        heading_deg=heading,
        covariance=np.eye(3) * 1e-6,
        corners=np.zeros((4, 2)),
        fit=NOTHING_SEEN,
    )


@pytest.mark.parametrize("speed_in_s", [4.5, 15.0])
def test_what_goes_round_is_foreseen_on_its_circle(speed_in_s: float) -> None:
    turn = speed_in_s / _HZ / 1.2
    at = [1.2 * cmath.exp(1j * turn * step) for step in range(4)]
    tags = [_tag(each.real, each.imag, math.degrees(turn * step)) for step, each in enumerate(at)]
    steps = [
        motion(np.array([one.x_in, one.y_in, one.heading_deg]), other, gap_s=1 / _HZ)
        for one, other in pairwise(tags[:3])
    ]
    across, up, turned = ahead(steps[1], bent=bend(*steps), lasts_s=1 / _HZ)
    assert across == pytest.approx(tags[3].x_in - tags[2].x_in)
    assert up == pytest.approx(tags[3].y_in - tags[2].y_in)
    assert turned == pytest.approx(math.degrees(turn))


def test_what_quickens_is_foreseen_to_quicken_by_half_at_most() -> None:
    assert bend((4.0, 0.0, 0.0), (5.0, 0.0, 0.0)) == pytest.approx(1.25)
    assert bend((2.0, 0.0, 0.0), (9.0, 0.0, 0.0)) == pytest.approx(1.5)
    assert bend((9.0, 0.0, 0.0), (2.0, 0.0, 0.0)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (AT_REST, (9.0, 0.0, 0.0)),
        ((9.0, 0.0, 0.0), AT_REST),
        ((0.3, 0.0, 0.0), (0.0, 0.3, 0.0)),
        ((9.0, 0.0, 0.0), (-9.0, 0.0, 0.0)),
    ],
)
def test_a_start_a_stop_a_crawl_and_a_way_back_say_nothing(before: Motion, after: Motion) -> None:
    assert bend(before, after) == STRAIGHT


def test_nothing_is_foreseen_far_ahead() -> None:
    assert ahead((10.0, 0.0, 90.0), bent=STRAIGHT, lasts_s=9.0) == pytest.approx(
        (10.0 * AHEAD_S, 0.0, 90.0 * AHEAD_S)
    )
    assert ahead((10.0, 0.0, 90.0), bent=STRAIGHT, lasts_s=-1.0) == (0.0, 0.0, 0.0)


def test_a_heading_goes_the_short_way_round() -> None:
    tag = replace(_tag(0.0, 0.0), heading_deg=-175.0)
    assert motion(np.array([0.0, 0.0, 175.0]), tag, gap_s=0.5)[2] == pytest.approx(20.0)

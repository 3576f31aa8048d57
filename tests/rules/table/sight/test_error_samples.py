"""Tests of the fixed samples: their draws, and P(blocked) against plain random samples."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from conftest import SoakCount
from rules.table.shapes import Footprint
from rules.table.sight.error_samples import SAMPLES, draws_of, farthest, shifts
from rules.table.sight.ground import Blockers
from rules.table.sight.sight_line import sight_between
from rules.table.sight.sight_table import sight_table
from rules.table.snapshot import Covariance, Piece, Snapshot, Terrain
from rules.table.units import Inches
from tests import strategies
from tests.factories import box, disc, piece, random_scene, rectangle, table
from tests.often import often
from tests.rules.table.sight.plain_sight import all_plainly, share_blocked_plainly

TOLERANCE = 0.05

Spot = tuple[float, float]


def p_blocked(snapshot: Snapshot, pair: tuple[str, str], blockers: Blockers = Blockers()) -> float:
    found = sight_between(snapshot, pair, blockers=blockers).p_blocked
    assert found is not None
    return found


@given(strategies.names)
def test_draws_are_standard_whatever_the_name(name: str) -> None:
    draws = draws_of(name)
    assert draws.shape == (SAMPLES, 2)
    assert np.abs(draws.mean(axis=0)).max() < 0.01
    assert (draws**2).mean(axis=0) == pytest.approx((1.0, 1.0))
    assert abs((draws[:, 0] * draws[:, 1]).mean()) < 0.05
    assert (draws == draws_of(name)).all()


def test_two_names_draw_apart() -> None:
    """What two things draw hangs together no more than chance has it."""
    names = [f"P{k}" for k in range(30)]
    linked = [
        float(np.abs(draws_of(one).T @ draws_of(other) / SAMPLES).max())
        for one, other in itertools.combinations(names, 2)
    ]
    assert max(linked) < 0.3
    assert sum(linked) / len(linked) < 0.12


@pytest.mark.parametrize(
    "matrix",
    [
        [[0.04, 0.01], [0.01, 0.09]],
        [[0.04, 0.06], [0.06, 0.09]],
        [[0.0, 0.0], [0.0, 0.25]],
        [[0.25, 0.0], [0.0, 0.0]],
    ],
)
def test_shifts_have_the_error_that_was_asked_for(matrix: list[list[float]]) -> None:
    (displaced,) = shifts(["A"], covariance=np.array([matrix]))
    found = displaced.T @ displaced / SAMPLES
    assert found == pytest.approx(np.array(matrix), abs=0.01)


def test_without_error_nothing_is_displaced() -> None:
    assert not shifts(["A"], covariance=np.zeros((1, 2, 2))).any()
    assert farthest(np.array([[[3.0, 4.0], [0.0, 1.0]]])).tolist() == [5.0]


@pytest.mark.parametrize(
    ("edge", "expected"), [(0.0, 0.5), (0.2, 0.1587), (-0.2, 0.8413), (0.4, 0.0228), (1.2, 0.0)]
)
def test_the_share_is_the_normal_distributions(edge: float, expected: float) -> None:
    """Only the near side of a wide area can err: the line is blocked with P(N > edge / sigma)."""
    area = box("W", (8, 10 + edge), (12, 30), sigma=0.2)
    snapshot = table(piece("A", (2, 10)), piece("B", (20, 10)), terrain=[area])
    assert p_blocked(snapshot, ("A", "B")) == pytest.approx(expected, abs=0.02)


def test_both_ends_share_the_shift_by_where_the_outline_is() -> None:
    """Midway each end counts half, so the line strays by the error over the root of two."""
    area = box("W", (10.9, 10.3), (11.1, 30))
    pair = (piece("A", (2, 10), sigma=0.3), piece("B", (20, 10), sigma=0.3))
    expected = 0.5 * math.erfc(math.sqrt(2) / math.sqrt(2))
    assert p_blocked(table(*pair, terrain=[area]), ("A", "B")) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("seed", often(range(6), quick=range(2)))
def test_within_a_twentieth_of_four_thousand_plain_samples(seed: int) -> None:
    rng = np.random.default_rng(seed)
    snapshot, blockers = random_scene(rng, pieces=3, areas=6, wrecks=2, sigma=0.4)
    off = [
        p_blocked(snapshot, pair, blockers)
        - share_blocked_plainly(snapshot, pair, blockers, rng=rng)
        for pair in all_plainly(snapshot, blockers)
    ]
    assert max(abs(each) for each in off) <= TOLERANCE
    assert abs(sum(off) / len(off)) <= 0.01


@pytest.mark.soak
def test_many_scenes_are_near_plain_samples_and_right_on_average(
    rng_seed: int, soak_count: SoakCount
) -> None:
    """256 samples are seldom a twentieth off for one pair; all together they are not."""
    rng = np.random.default_rng(rng_seed)
    off: list[float] = []
    for _ in range(soak_count(4, 60)):
        snapshot, blockers = random_scene(rng, pieces=4, areas=6, wrecks=3, sigma=0.5)
        off += [
            p_blocked(snapshot, pair, blockers)
            - share_blocked_plainly(snapshot, pair, blockers, rng=rng, count=2000)
            for pair in all_plainly(snapshot, blockers)
        ]
    assert abs(float(np.mean(off))) < 0.01
    assert float(np.mean(np.abs(off) > TOLERANCE)) < 0.05
    assert max(abs(each) for each in off) < 0.12


@pytest.mark.soak
@given(strategies.seeds)
def test_symmetric_and_the_same_number_twice(seed: int) -> None:
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=4, sigma=0.3)
    seen = sight_table(snapshot, blockers)
    again = sight_table(snapshot, blockers)
    shares = np.stack([seen.shares_blocked(name) for name in seen.ground.index])
    assert (shares == shares.T).all()
    assert (shares == np.stack([again.shares_blocked(name) for name in seen.ground.index])).all()
    for (row, one), (column, other) in itertools.combinations(enumerate(seen.ground.index), 2):
        assert p_blocked(snapshot, (one, other), blockers) == shares[row, column]
        assert p_blocked(snapshot, (other, one), blockers) == shares[row, column]


@pytest.mark.soak
@given(strategies.grid_tables())
def test_zero_errors_are_exact_even_where_lines_touch(snapshot: Snapshot) -> None:
    seen = sight_table(snapshot)
    for one in seen.ground.index:
        assert seen.shares_blocked(one).tolist() == seen.blocked[seen.ground.index[one]].tolist()
        for other in seen.ground.index:
            if one != other:
                expected = float(seen.is_blocked(one, other))
                assert p_blocked(snapshot, (one, other)) == expected


def test_zero_errors_touching_in_the_table() -> None:
    woods = box("W", (8, 8), (12, 14))
    seen = sight_table(table(piece("A", (2, 14)), piece("B", (20, 14)), terrain=[woods]))
    assert seen.is_blocked("A", "B")
    assert seen.shares_blocked("A").tolist() == [0.0, 1.0]


def shaken(snapshot: Snapshot, share: float) -> Snapshot:
    """The same table with every error made smaller."""

    def calmer(shown: Piece) -> Piece:
        assert shown.pose is not None
        c, s = shown.pose.covariance, share * share
        error = Covariance(
            xx=c.xx * s, xy=c.xy * s, yy=c.yy * s, xh=c.xh * s, yh=c.yh * s, hh=c.hh * s
        )
        return replace(shown, pose=replace(shown.pose, covariance=error))

    def firmer(area: Terrain) -> Terrain:
        return replace(area, sigma=Inches(area.sigma * share))

    return replace(
        snapshot,
        pieces=tuple(calmer(shown) for shown in snapshot.pieces),
        terrain=tuple(firmer(area) for area in snapshot.terrain),
    )


@pytest.mark.soak
@given(strategies.seeds)
def test_a_share_is_0_or_1_when_the_errors_are_next_to_nothing(seed: int) -> None:
    """A ten-thousandth of an inch decides nothing that is a hundredth of an inch from its edge."""
    snapshot, blockers = random_scene(np.random.default_rng(seed), pieces=4, sigma=0.1)
    snapshot = shaken(snapshot, 1e-3)
    seen = sight_table(snapshot, blockers)
    for pair in itertools.combinations(seen.ground.index, 2):
        found = sight_between(snapshot, pair, blockers=blockers)
        if found.verdict.value is None or abs(found.verdict.value) > 0.01:
            assert found.p_blocked == float(seen.is_blocked(*pair))


@pytest.mark.parametrize("shape", [disc(1.0), rectangle(3.0, 2.0)])
@pytest.mark.parametrize("step", [0.0, 0.1, -0.1])
def test_a_wreck_that_may_hold_an_end(shape: Footprint, step: float) -> None:
    """Into a wreck sight is blocked; whether the end is in it hangs on both their errors."""
    wreck = piece("X", (20, 10), footprint=shape, sigma=0.1)
    half = 1.0 if shape == disc(1.0) else 1.5
    pair = (piece("A", (2, 10)), piece("B", (20 - half + step, 10), sigma=0.1))
    blockers = Blockers(pieces=frozenset("X"))
    plain = share_blocked_plainly(
        table(*pair, wreck), ("A", "B"), blockers, rng=np.random.default_rng(1)
    )
    assert p_blocked(table(*pair, wreck), ("A", "B"), blockers) == pytest.approx(plain, abs=0.05)

"""Tests that the solver finds what algebra finds, says how sure it is, and is not led astray."""

from dataclasses import dataclass

import numpy as np
import pytest

from calibration.lens import Floats
from calibration.solve import Observed, inverse, log_evidence, root_of, solve
from rules.table.bad_input import BadInputError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """Blocks of two values of a + b t (and c t^2, if bent), with priors on all of them."""

    at: Floats
    seen: Floats
    sigma: float
    bent: bool = False
    priors: tuple[float, ...] = (1.0, 1.0)

    @property
    def has_prior(self) -> Floats:
        return np.array(self.priors)

    def observed(self, state: Floats) -> Observed:
        slope = np.stack([np.ones_like(self.at), self.at], -1)
        values = slope @ state
        if self.bent:
            values = np.exp(values)
            slope = slope * values[..., None]
        count = len(self.at)
        covariances = np.tile(self.sigma**2 * np.eye(2), (count, 1, 1))
        return Observed(residuals=values - self.seen, slopes=slope, covariances=covariances)

    def deviations(self, state: Floats) -> Floats:
        return state

    def moved(self, state: Floats, step: Floats) -> Floats:
        moved: Floats = state + step
        return moved


def line(rng: np.random.Generator, *, count: int = 20, sigma: float = 0.1) -> Curve:
    at = rng.uniform(-1, 1, (count, 2))
    seen = 0.4 - 0.7 * at + rng.normal(0, sigma, at.shape)
    return Curve(at=at, seen=seen, sigma=sigma)


def test_a_linear_problem_is_solved_as_algebra_solves_it() -> None:
    problem = line(np.random.default_rng(1))
    found = solve(problem, np.zeros(2))
    slopes = np.stack([np.ones(40), problem.at.ravel()], -1)
    normal = slopes.T @ slopes / 0.1**2 + np.eye(2)
    exact = np.linalg.solve(normal, slopes.T @ problem.seen.ravel() / 0.1**2)
    assert found.is_settled
    assert np.abs(found.state - exact).max() < 1e-6
    assert np.abs(found.covariance - np.linalg.inv(normal)).max() < 1e-12


def test_a_bent_problem_settles_from_afar() -> None:
    rng = np.random.default_rng(1)
    at = rng.uniform(-1, 1, (30, 2))
    seen = np.exp(0.4 - 0.7 * at) + rng.normal(0, 0.01, at.shape)
    found = solve(Curve(at=at, seen=seen, sigma=0.01, bent=True), np.array([3.0, 3.0]))
    assert found.is_settled
    assert np.abs(found.state - [0.4, -0.7]).max() < 0.01


def test_a_wild_block_pulls_no_harder_than_a_bound() -> None:
    problem = line(np.random.default_rng(1))
    before = solve(problem, np.zeros(2))
    shifts = []
    for size in (10.0, 1000.0):
        seen = problem.seen.copy()
        seen[3] += size
        found = solve(Curve(at=problem.at, seen=seen, sigma=0.1), np.zeros(2))
        shifts.append(float(np.abs(found.state - before.state).max()))
        assert found.distances.argmax() == 3
    assert shifts[1] < 1.2 * shifts[0] < 0.15


def test_what_nothing_tells_keeps_its_prior() -> None:
    at = np.zeros((5, 2))
    found = solve(Curve(at=at, seen=np.full((5, 2), 2.0), sigma=0.01), np.zeros(2))
    assert found.state[0] == pytest.approx(2.0, abs=0.01)
    assert found.state[1] == pytest.approx(0.0)
    assert found.covariance[1, 1] == pytest.approx(1.0)


def test_the_evidence_is_largest_at_the_true_size_of_errors() -> None:
    rng = np.random.default_rng(3)
    problem = line(rng, count=200, sigma=0.1)
    found = solve(problem, np.zeros(2))
    sizes = np.geomspace(0.02, 0.5, 40)
    logs = [
        log_evidence(
            found, covariances=np.tile(s**2 * np.eye(2), (200, 1, 1)), has_prior=problem.has_prior
        )
        for s in sizes
    ]
    assert sizes[int(np.argmax(logs))] == pytest.approx(0.1, rel=0.15)


def test_the_evidence_pays_for_what_it_had_to_settle() -> None:
    # Two values settle two parameters, so nothing is left over, and errors may be of any size.
    at = np.array([[-1.0, 1.0]])
    problem = Curve(at=at, seen=np.array([[0.3, 0.5]]), sigma=0.1)
    found = solve(problem, np.zeros(2))
    logs = [
        log_evidence(found, covariances=s**2 * np.eye(2)[None], has_prior=problem.has_prior)
        for s in (1e-4, 0.05)
    ]
    assert abs(logs[0] - logs[1]) < 0.1


def test_a_root_of_a_covariance_gives_it_back_with_its_certainties() -> None:
    rng = np.random.default_rng(2)
    half = rng.normal(size=(5, 3)) * np.array([[1e-6], [1.0], [1e3], [0.0], [1.0]])
    root = root_of(half @ half.T)
    assert root.shape == (5, 3)
    scale = np.array([1e-6, 1.0, 1e3, 1.0, 1.0])
    assert np.abs((root @ root.T - half @ half.T) / np.outer(scale, scale)).max() < 1e-9
    assert not root[3].any()
    assert root_of(np.zeros((4, 4))).shape == (4, 0)


def test_an_inverse_stands_rows_of_very_different_size() -> None:
    scale = np.array([1e-8, 1.0, 1e7])
    matrix = np.array([[2.0, 0.5, 0.1], [0.5, 1.0, 0.3], [0.1, 0.3, 3.0]]) * np.outer(scale, scale)
    product = inverse(matrix) @ matrix
    assert np.abs(product * scale[:, None] / scale - np.eye(3)).max() < 1e-10


def test_a_start_that_cannot_be_is_refused() -> None:
    problem = line(np.random.default_rng(1))
    with pytest.raises(BadInputError, match="expected a start before the camera"):
        solve(problem, np.array([np.nan, 0.0]))

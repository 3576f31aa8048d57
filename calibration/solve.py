"""Solves every calibration: the likeliest parameters, and their whole covariance.

A problem has observations with Gaussian errors and parameters with Gaussian priors. The parameters
are given as standard errors from their prior means wherever they have one, so that a prior of
no width is possible and all are of one size.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Protocol, TypeVar

import numpy as np

from calibration.lens import Floats
from rules.table.bad_input import BadInputError

ProblemState = TypeVar("ProblemState")

STEPS: Final = 60
_SETTLED: Final = 1e-7
"""A squared step in posterior standard errors: a ten-thousandth of one changes no answer."""
_HOPELESS: Final = 1e12
"""Damping at which no step down is left."""
_GENEROUS: Final = 6.0
"""How many standard errors of a block weigh in full; the pull of a wilder one grows no further."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Observed:
    """Blocks of observations of one size: predicted less seen, and how that changes."""

    residuals: Floats
    """n x m."""
    slopes: Floats
    """n x m x p."""
    covariances: Floats
    """n x m x m."""


class Problem(Protocol[ProblemState]):
    """What the solver needs to know."""

    @property
    def has_prior(self) -> Floats:
        """P times 1 for a parameter with a prior, or 0."""

    def observed(self, state: ProblemState) -> Observed:
        """The observations under a state; NaN where it cannot be."""

    def deviations(self, state: ProblemState) -> Floats:
        """How many standard errors each of the p parameters is from its prior mean."""

    def moved(self, state: ProblemState, step: Floats) -> ProblemState:
        """The state after a step of the p parameters."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution(Generic[ProblemState]):
    """The likeliest state, and what is left."""

    state: ProblemState
    covariance: Floats
    """p x p, of the parameters as the problem steps them."""
    distances: Floats
    """Of each block: squared Mahalanobis distance of what was seen from what is predicted."""
    observed: Observed
    deviations: Floats
    is_settled: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Normal:
    """The normal equations at one state."""

    matrix: Floats
    gradient: Floats
    cost: float
    distances: Floats


def solve(problem: Problem[ProblemState], start: ProblemState) -> Solution[ProblemState]:
    """Levenberg and Marquardt's method; a block that is far out pulls no harder than a bound."""
    state, normal = start, _normal(problem, start)
    if normal is None:
        raise BadInputError("calibration", expected="a start before the camera", got="one behind")
    damping, is_settled = 1e-4, False
    for _ in range(STEPS):
        step = _step(normal, damping)
        reach = float(step @ normal.matrix @ step)
        following = problem.moved(state, step)
        there = _normal(problem, following)
        if there is not None and there.cost <= normal.cost + 1e-9:
            state, normal = following, there
            damping = max(damping * 0.1, 1e-12)
            if reach < _SETTLED:
                is_settled = True
                break
        else:
            damping = max(damping, 1e-9) * 8.0
            if reach < _SETTLED or damping > _HOPELESS:
                is_settled = reach < _SETTLED
                break
    return Solution(
        state=state,
        covariance=inverse(normal.matrix),
        distances=normal.distances,
        observed=problem.observed(state),
        deviations=problem.deviations(state),
        is_settled=is_settled,
    )


def _step(normal: _Normal, damping: float) -> Floats:
    size = np.sqrt(np.diag(normal.matrix))
    size = np.where(size > 0, size, 1.0)
    scaled = normal.matrix / np.outer(size, size) + damping * np.eye(len(size))
    found: Floats = -np.linalg.solve(scaled, normal.gradient / size) / size
    return found


def inverse(matrix: Floats) -> Floats:
    """Of a symmetric matrix whose rows may be of very different size."""
    size = np.sqrt(np.diag(matrix))
    size = np.where(size > 0, size, 1.0)
    half = np.linalg.inv(matrix / np.outer(size, size)) / np.outer(size, size)
    both: Floats = (half + half.T) / 2
    return both


def whitened(observed: Observed) -> tuple[Floats, Floats, float]:
    """Residuals and slopes in standard errors, and the log of the covariances' determinant."""
    lower = np.linalg.cholesky(observed.covariances)
    both = np.concatenate([observed.residuals[..., None], observed.slopes], axis=-1)
    # Of blocks as small as a tag's, the inverse is as exact, and takes a quarter of the time.
    white = np.linalg.inv(lower) @ both
    size = 2.0 * float(np.log(np.diagonal(lower, axis1=1, axis2=2)).sum())
    return white[..., 0], white[..., 1:], size


def _normal(problem: Problem[ProblemState], state: ProblemState) -> _Normal | None:
    observed = problem.observed(state)
    if not np.isfinite(observed.residuals).all():
        return None
    residuals, slopes, _ = whitened(observed)
    distances: Floats = (residuals**2).sum(axis=1)
    most = _GENEROUS * math.sqrt(residuals.shape[1])
    far = np.sqrt(distances)
    # Huber's loss on whole blocks.
    weights = np.where(far > most, most / np.maximum(far, most), 1.0)
    loss = np.where(far > most, 2 * most * far - most**2, distances)
    flat = slopes.reshape(-1, slopes.shape[-1])
    weighted = (slopes * weights[:, None, None]).reshape(flat.shape)
    deviations, has_prior = problem.deviations(state), problem.has_prior
    return _Normal(
        matrix=flat.T @ weighted + np.diag(has_prior),
        gradient=weighted.T @ residuals.reshape(-1) + has_prior * deviations,
        cost=float(loss.sum() + (has_prior * deviations**2).sum()),
        distances=distances,
    )


def log_evidence(
    solution: Solution[ProblemState], *, covariances: Floats, has_prior: Floats
) -> float:
    """How likely what was seen is, whatever the parameters, if the errors had this size.

    To first order about the solution. It pays for every parameter that the observations had to
    settle, so that few observations do not make errors look small.
    """
    as_they_are = np.ones(len(has_prior))
    (found,) = log_evidences(
        solution, covariances=covariances, has_prior=has_prior, widened=[as_they_are]
    )
    return float(found)


def log_evidences(
    solution: Solution[ProblemState],
    *,
    covariances: Floats,
    has_prior: Floats,
    widened: Sequence[Floats],
) -> Floats:
    """How likely it would be if each parameter's prior were so many times as wide, one by one."""
    observed = replace(solution.observed, covariances=covariances)
    residuals, slopes, size = whitened(observed)
    flat = slopes.reshape(-1, slopes.shape[-1])
    matrix, gradient = flat.T @ flat, flat.T @ residuals.reshape(-1)
    costs = [
        _least_cost(
            matrix * np.outer(wide, wide) + np.diag(has_prior),
            gradient * wide + has_prior * solution.deviations / wide,
        )
        + float((has_prior * (solution.deviations / wide) ** 2).sum())
        for wide in widened
    ]
    return -0.5 * (np.array(costs) + float((residuals**2).sum()) + size)


def _least_cost(matrix: Floats, gradient: Floats) -> float:
    """What a quadratic form comes to at its least, and the log of its matrix's determinant."""
    scale = np.sqrt(np.diag(matrix))
    scaled = matrix / np.outer(scale, scale)
    least = gradient / scale
    spread = np.linalg.slogdet(scaled)[1] + 2.0 * np.log(scale).sum()
    return float(spread - least @ np.linalg.solve(scaled, least))


def root_of(covariance: Floats) -> Floats:
    """A matrix whose product with its own transpose is the covariance; of no variance, no column.

    Exact even where some parameters are known for certain or are fully correlated.
    """
    sigmas = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    size = np.where(sigmas > 0, sigmas, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(size, size))
    kept = values > 1e-13 * max(float(values.max(initial=0.0)), 1e-300)
    root: Floats = size[:, None] * vectors[:, kept] * np.sqrt(values[kept])
    return root

"""Measures how much views of the lens board scatter, corner by corner and view by view."""

from typing import Final

import numpy as np

from calibration.glass import glass_of
from calibration.lens import Floats
from calibration.lens_board.board_problem import BoardProblem, BoardState
from calibration.solve import Solution, whitened

_CLAIM: Final = 10.0
"""How many observations the claimed error of the corners is worth against what is left over."""
_SEEN: Final = 1e-6
"""Share of the best seen direction from which a view says anything about a direction at all."""


def noise_scale(problem: BoardProblem, solution: Solution[BoardState]) -> float:
    """How many times their claimed error the corners scatter."""
    count = 2 * len(solution.distances)
    settled = 6 * len(problem.views) + problem.root.shape[1]
    left = max(1.0, float(count - settled))
    return float(np.sqrt((_CLAIM + solution.distances.sum()) / (_CLAIM + left)))


def disagreement(problem: BoardProblem, solution: Solution[BoardState], *, noise: float) -> float:
    """Variance of what single views say about the lens and the board, by what it should be.

    A view that was curled, moved or misread as a whole has small residuals and pulls the lens all
    the same. Each view's pull, after it has had its own stand, is compared with what its corners'
    scatter allows; the lens was fitted to the same views, which takes some of the pull away.
    """
    residuals, slopes, _ = whitened(solution.observed)
    owners, known = problem.owners(), problem.root.shape[1]
    posterior = solution.covariance[:known, :known]
    pulled, expected = 0.0, 0.0
    for view in range(len(problem.views)):
        rows = slopes[owners == view]
        own = rows.reshape(-1, rows.shape[-1])
        seen = residuals[owners == view].reshape(-1)
        stand = own[:, known + 6 * view : known + 6 * view + 6]
        basis, _ = np.linalg.qr(stand)
        lens = own[:, :known] - basis @ (basis.T @ own[:, :known])
        pull = lens.T @ seen
        information = lens.T @ lens
        pulled += _quadratic(information, pull)
        values = np.linalg.eigvalsh(information)
        count = int((values > _SEEN * values.max()).sum())
        expected += max(0.0, count - float((information * posterior).sum()))
    return pulled / noise**2 / expected if expected > 0 else 1.0


def spread_by_glass(problem: BoardProblem, solution: Solution[BoardState]) -> Floats:
    """What else lens and board err by, since no real lens is quite as its formula.

    How far it is from that shows in what the views leave over alike, all over the picture; how
    that pulls at the fit is known. As the solution's covariance: lens and board first, then stands.
    """
    residuals, slopes, covariance = _flat(solution)
    first = problem.views[0]
    glass = glass_of(width=first.width, height=first.height)
    shifts = np.concatenate(
        [glass.shifts(view.points).reshape(-1, glass.count) / view.sigma for view in problem.views]
    )
    gain = covariance @ slopes.T
    pull = gain @ shifts
    left = shifts - slopes @ pull
    # Two sums of squares, of all that is left over and of what glass can make, tell two variances.
    both = left.T @ left
    of_all, of_glass = float(residuals @ residuals), float(((left.T @ residuals) ** 2).sum())
    spare = max(1.0, len(residuals) - float((gain.T * slopes).sum()))
    trace = float(np.trace(both))
    known = np.array([[trace, spare], [float((both**2).sum()), trace]])
    variance = float(np.linalg.solve(known, [of_all, of_glass])[0])
    found: Floats = max(0.0, variance) * (pull @ pull.T)
    return found


def _flat(solution: Solution[BoardState]) -> tuple[Floats, Floats, Floats]:
    residuals, slopes, _ = whitened(solution.observed)
    return residuals.reshape(-1), slopes.reshape(-1, slopes.shape[-1]), solution.covariance


def _quadratic(matrix: Floats, vector: Floats) -> float:
    values, vectors = np.linalg.eigh(matrix)
    kept = values > _SEEN * values.max()
    along = vectors[:, kept].T @ vector
    return float((along**2 / values[kept]).sum())

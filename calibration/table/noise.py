"""Estimates from a fit's residuals how wrong the model of a picture is."""

from typing import Final, Protocol, TypeVar

import numpy as np

from calibration.anchors import Floor
from calibration.lens import Floats
from calibration.solve import Solution, log_evidence, log_evidences
from calibration.table.table_problem import TableProblem, TableState

_STEPS: Final = np.geomspace(0.004, 4.0, 16)
"""Pixels; four grid steps are a factor of six."""
_EXPECTED: Final = 0.03
"""Pixels: what good lenses and flat paper differ by, where a picture says nothing about it."""
_SPREAD: Final = 1.0
"""Natural logarithm's standard error of that: from a seventh to sevenfold at two of them."""


FlooredState = TypeVar("FlooredState")


class Floored(Protocol):
    """What is asked of a problem whose floor is looked for."""

    @property
    def floor(self) -> Floor:
        """How far pictures differ from the model, as it is believed so far."""

    @property
    def has_prior(self) -> Floats:
        """P times 1 for a parameter with a prior, or 0."""

    def covariances(self, floor: Floor) -> Floats:
        """Of all blocks, with a floor."""


def likeliest_floor(
    problem: Floored, solution: Solution[FlooredState], *, steps: Floats = _STEPS
) -> Floor:
    """The misfit that makes what was seen likeliest: corner by corner, and tag by tag.

    Of many tags the likeliest of the steps stands nearly alone, so they should be near together.
    """
    corners = [Floor(corner=each, shift=problem.floor.shift) for each in steps]
    corner = _mean(problem, solution, floors=corners, by="corner")
    shifts = [Floor(corner=corner, shift=each) for each in steps]
    shift = _mean(problem, solution, floors=shifts, by="shift")
    return Floor(corner=corner, shift=shift)


def likeliest_glass(
    problem: TableProblem, solution: Solution[TableState], *, sigma: float
) -> float:
    """Standard error in pixels of the lens's shifts beside its formula; ``sigma`` is the one so
    far.
    """
    own = np.zeros(len(problem.has_prior), dtype=bool)
    known = problem.root.shape[1]
    own[known - problem.glass.count : known] = True
    covariances = problem.covariances(problem.floor)
    logs = log_evidences(
        solution,
        covariances=covariances,
        has_prior=problem.has_prior,
        widened=[np.where(own, each / sigma, 1.0) for each in _STEPS],
    )
    return _root_mean(logs, sizes=_STEPS)


def _mean(
    problem: Floored,
    solution: Solution[FlooredState],
    *,
    floors: list[Floor],
    by: str,
) -> float:
    """The root of the mean square of a floor, each as likely as the pictures make it.

    The mean rather than the peak: with few pictures the peak is often at nothing.
    """
    logs = np.array(
        [
            log_evidence(
                solution,
                covariances=problem.covariances(floor),
                has_prior=problem.has_prior,
            )
            for floor in floors
        ]
    )
    return _root_mean(logs, sizes=np.array([getattr(floor, by) for floor in floors]))


def _root_mean(logs: Floats, *, sizes: Floats) -> float:
    logs = logs - 0.5 * (np.log(sizes / _EXPECTED) / _SPREAD) ** 2
    weights = np.exp(logs - logs.max())
    return float(np.sqrt((weights * sizes**2).sum() / weights.sum()))

"""Refines a fit of the anchors by the pieces that rest on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.solve import Observed, Solution, solve
from calibration.table.noise import likeliest_floor
from calibration.table.resting_pieces import RestingProblem, RestingSheet, RestingState
from calibration.table.table_problem import TableProblem, TableState

_ROUNDS: Final = 2
_STEPS: Final = np.geomspace(0.004, 0.4, 26)
"""Pixels; each a fifth more than the one before."""
_WILD: Final = 45.0
"""Squared distance of eight coordinates that chance exceeds four times in ten million."""
_LEAST_USUAL: Final = 0.2
"""Least usual squared distance of a coordinate: corners may be better than they claim."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestedFit:
    """The anchors' own problem, as the pieces have it solved."""

    problem: TableProblem
    solution: Solution[TableState]
    pieces: int
    """How many lie as they were told."""


def with_pieces(
    problem: TableProblem, solution: Solution[TableState], *, sheets: Sequence[RestingSheet]
) -> RestedFit:
    """Solve again with sheets that lie in the last photograph; what does not fit is left out."""
    joint = RestingProblem(anchors=problem, sheets=sheets)
    found = solve(joint, joint.start(solution.state))
    kept = _flat(joint, found)
    if len(kept) < len(sheets):
        joint = RestingProblem(anchors=problem, sheets=kept)
        found = solve(joint, joint.start(solution.state))
    for _ in range(_ROUNDS):
        joint = joint.with_floor(likeliest_floor(joint, found, steps=_STEPS))
        found = solve(joint, found.state)
    return RestedFit(
        problem=joint.anchors,
        solution=_of_anchors(joint, found),
        pieces=len({sheet.piece for sheet in joint.sheets}),
    )


def _flat(joint: RestingProblem, found: Solution[RestingState]) -> list[RestingSheet]:
    """The sheets that no tag of theirs contradicts: not bent, not on something, not a copy."""
    sizes = [len(sheet.tags) for sheet in joint.sheets]
    distances = found.distances[len(found.distances) - sum(sizes) :]
    most = _WILD * max(float(np.median(distances)) / 8.0, _LEAST_USUAL)
    far = [part.max() for part in np.split(distances, np.cumsum(sizes)[:-1])]
    return [sheet for sheet, each in zip(joint.sheets, far, strict=True) if each < most]


def _of_anchors(joint: RestingProblem, found: Solution[RestingState]) -> Solution[TableState]:
    """What is said of lens, anchors and stands."""
    count, blocks = joint.of_anchors, len(joint.anchors.covariances(joint.floor))
    observed = found.observed
    return Solution(
        state=found.state.table,
        covariance=found.covariance[:count, :count],
        distances=found.distances[:blocks],
        observed=Observed(
            residuals=observed.residuals[:blocks],
            slopes=observed.slopes[:blocks, :, :count],
            covariances=observed.covariances[:blocks],
        ),
        deviations=found.deviations[:count],
        is_settled=found.is_settled,
    )

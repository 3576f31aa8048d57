"""Finds where a camera stands now, on a table whose anchors have not moved."""

from dataclasses import replace

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.solve import root_of, solve
from calibration.table.table_problem import Photograph, TableProblem, TableState


def refitted(
    tags: Photograph, *, calibrated: Calibrated, stand: Stand, root: Floats | None = None
) -> Calibrated:
    """The stand solved anew from a rough one.

    ``root`` times its transpose is the covariance of the lens, the scale of print and the anchors,
    in this order, where it differs from the calibration's.
    """
    layout, lens = calibrated.layout, calibrated.model.lens
    order = _order(len(layout.numbers))
    if root is None:
        root = root_of(calibrated.covariance[np.ix_(order, order)])
    problem = TableProblem(
        lens=lens,
        numbers=layout.numbers,
        size=layout.size,
        mean=np.concatenate([lens.values, [layout.scale], layout.places.reshape(-1)]),
        root=root,
        photographs=[tags],
        floor=calibrated.floor,
    )
    known = problem.root.shape[1]
    solution = solve(problem, TableState(known=np.zeros(known), stands=(stand,)))
    spread = np.zeros((len(order) + 6, known + 6))
    spread[order, :known] = problem.root
    spread[LENS_COUNT:CAMERA_COUNT, known:] = np.eye(6)
    return replace(
        calibrated,
        model=problem.model(solution.state, 0),
        layout=problem.layout(solution.state),
        covariance=spread @ solution.covariance @ spread.T,
    )


def _order(anchors: int) -> list[int]:
    """Where lens, scale and anchors are in the covariance of a Calibrated."""
    last = CAMERA_COUNT + PER_ANCHOR * anchors
    return [*range(LENS_COUNT), last, *range(CAMERA_COUNT, last)]

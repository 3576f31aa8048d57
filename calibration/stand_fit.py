"""Knows where a camera stands now, on a table whose anchors have not moved."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.anchors import PER_ANCHOR, Anchor, Calibrated
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.lens import COUNT as LENS_COUNT
from calibration.solve import root_of, solve
from calibration.table_problem import Photograph, TableProblem, TableState
from calibration.table_start import check_seen, starting_stand
from rules.table.bad_input import BadInputError


def stand_of(
    photograph: Photograph, *, calibrated: Calibrated, anchors: Sequence[Anchor]
) -> Calibrated:
    """The same lens and anchors, the camera where this photograph was taken from.

    Lens and layout are taken for as sure as they were, and learn from the photograph too.
    """
    layout = calibrated.layout
    check_seen(photograph, anchors=anchors, where="photograph")
    usable = tuple(tag for tag in photograph if tag.number in layout.numbers)
    if len(usable) < 3:
        known = ", ".join(map(str, layout.numbers))
        got = ", ".join(str(tag.number) for tag in usable) or "none"
        expected = f"at least 3 of the anchors that were calibrated ({known})"
        raise BadInputError("photograph", expected=expected, got=got)
    order = _order(len(layout.numbers))
    problem = TableProblem(
        lens=calibrated.model.lens,
        numbers=layout.numbers,
        size=layout.size,
        mean=np.concatenate(
            [calibrated.model.lens.values, [layout.scale], layout.places.reshape(-1)]
        ),
        root=root_of(calibrated.covariance[np.ix_(order, order)]),
        photographs=[usable],
        floor=calibrated.floor,
    )
    places = layout.places[[layout.row(tag.number) for tag in usable], :2]
    stand = starting_stand(usable, places=places, lens=calibrated.model.lens)
    start = TableState(known=np.zeros(problem.root.shape[1]), stands=(stand,))
    solution = solve(problem, start)
    known = problem.root.shape[1]
    spread = np.zeros((len(order) + 6, known + 6))
    spread[[*order, *range(LENS_COUNT, CAMERA_COUNT)]] = np.block(
        [
            [problem.root, np.zeros((len(order), 6))],
            [np.zeros((6, known)), np.eye(6)],
        ]
    )
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

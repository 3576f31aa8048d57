"""Tests that an unknown lens is solved from anchors measured before and pieces of known size."""

import numpy as np
import pytest

from calibration.anchors import PER_ANCHOR, Calibrated, corners_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens_prior import unmeasured_lens
from calibration.seen import SeenTag
from calibration.table.gauge import in_frame
from calibration.table.still_fit import KnownSquare, StillFit, fit_still
from calibration.table.table_problem import HEAD
from rules.table.bad_input import BadInputError
from tests.calibration.simulated import SMALL, Scene, judge, scene

NOISE = 0.1
MEASURED_IN = 0.01
SIDE_IN = 0.8


def drawn() -> Scene:
    return scene(np.random.default_rng(28), pictures=1, last_tilt_deg=15.0)


def known(made: Scene) -> Calibrated:
    """The anchors as they really lie, to a hundredth of an inch."""
    count = len(made.layout.numbers)
    model = CameraModel(lens=made.lens, stand=made.stands[0])
    nothing = np.zeros((HEAD + PER_ANCHOR * count + 6,) * 2)
    found = in_frame(model, made.layout, covariance=nothing, anchors=made.anchors)
    sigmas = np.zeros(CAMERA_COUNT + PER_ANCHOR * count + 1)
    # The frame is that of the southern anchors, the first two.
    sigmas[CAMERA_COUNT + 2 * PER_ANCHOR : -1] = MEASURED_IN / 3
    return Calibrated(model=found.model, layout=found.layout, covariance=np.diag(sigmas**2))


def squares(made: Scene, *, count: int = 8) -> tuple[list[KnownSquare], list[SeenTag]]:
    """Some pieces, and where the camera sees them."""
    rng = np.random.default_rng(3)
    spots, turns = rng.uniform(4, 32, (count, 2)), rng.uniform(0, 6, count)
    at = np.column_stack([spots, np.zeros(count), turns])
    pixels = made.in_table_frame().pixels(corners_of(at, size=SIDE_IN))
    told = [
        KnownSquare(number=100 + index, side=SIDE_IN, height=0.0, height_sigma=0.01)
        for index in range(count)
    ]
    seen = [
        SeenTag(
            number=each.number,
            corners=corners + rng.normal(0, NOISE, (4, 2)),
            covariance=NOISE**2 * np.eye(8),
        )
        for each, corners in zip(told, pixels, strict=True)
    ]
    return told, seen


def fitted(made: Scene, *, hidden: tuple[int, ...] = (), with_squares: bool = False) -> StillFit:
    (tags,) = made.photographs(
        np.random.default_rng(5), noise=NOISE, hidden=[(0, number) for number in hidden]
    )
    told, seen = squares(made) if with_squares else ([], [])
    return fit_still(
        (*tags, *seen),
        table=known(made),
        anchors=made.anchors,
        squares=told,
        belief=unmeasured_lens(width=made.lens.width, height=made.lens.height),
    )


def test_the_lens_is_found_as_surely_as_is_said_and_pieces_make_places_surer() -> None:
    made = drawn()
    claimed = []
    for with_squares in (False, True):
        found = fitted(made, hidden=(4, 6, 7), with_squares=with_squares)
        assert (found.squares, found.moved) == (8 if with_squares else 0, ())
        lens, sigma = found.calibrated.model.lens, np.sqrt(found.calibrated.covariance[0, 0])
        assert abs(lens.fx - made.lens.fx) < 4 * sigma
        judged = judge(found.calibrated, made.in_table_frame(), table=SMALL)
        assert judged.normalised < 6
        claimed.append(np.trace(judged.claimed, axis1=1, axis2=2).mean())
    assert claimed[1] < 0.8 * claimed[0]


def test_too_few_anchors_place_no_camera() -> None:
    with pytest.raises(BadInputError, match="at least 4 anchors"):
        fitted(drawn(), hidden=(0, 1, 2, 3, 4), with_squares=True)


def test_of_many_pieces_those_help_that_are_largest_in_the_picture() -> None:
    made = drawn()
    (tags,) = made.photographs(np.random.default_rng(5), noise=NOISE, hidden=[])
    told, seen = squares(made, count=60)
    across = {each.number: float(np.hypot(*(each.corners[2] - each.corners[0]))) for each in seen}
    largest = sorted(across, key=across.__getitem__, reverse=True)[:24]
    few = [each for each in seen if each.number in largest]
    belief = unmeasured_lens(width=made.lens.width, height=made.lens.height)
    by_all, by_few = (
        fit_still(
            (*tags, *some), table=known(made), anchors=made.anchors, squares=told, belief=belief
        )
        for some in (seen, few)
    )
    assert by_all.squares == by_few.squares == 24
    assert by_all.calibrated.model.lens == by_few.calibrated.model.lens

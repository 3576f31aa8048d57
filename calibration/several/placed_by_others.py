"""Calibrates a camera that sees too few anchors, by the tags that it shares with other cameras.

The others know where these tags lie. The camera's lens was measured by itself, or is guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated, Floor
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import Floats
from calibration.lens_prior import LensBelief
from calibration.seen import SeenTag
from calibration.several.joint_fit import JointFit, joint_fit
from calibration.several.loosened import KnownPlace, found_stand
from calibration.several.rig import Rig, beside
from calibration.several.surprise import surprise
from calibration.table.still_fit import KnownSquare
from calibration.table.table_start import starting_stand
from rules.table.bad_input import BadInputError

ALONE: Final = (
    "the camera was placed by what others see: open one of them with it, or calibrate it by "
    "anchors of its own"
)
LEAST_SHARED: Final = 5
"""Four tags place a camera, and the fifth shows that they do."""
_FLAT: Final = 0.05
"""Tags whose spread across is less than this share of the spread along lie on one line."""
_LEFT_OUT: Final = 0.3
"""Share of the shared tags that may have been touched between the pictures."""
_WILD: Final = 5.0
"""Standard deviations of its misfit from which a tag counts as touched."""
_MOST: Final = 4.0
"""Standard deviations by which all of them may be off together."""
_ORDINARY: Final = 0.0
"""And by which chance leaves them off on average: until then the camera's pictures count as
differing more from its model. One that only just fits would contradict the others in play."""
_WIDER: Final = (1.0, 1.5, 2.0, 3.0, 4.0)
"""Times as much as the others' pictures: how far this camera's may differ from its model."""
_TOLD: Final = 8
"""Numbers that a camera tells of a tag by its corners."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedByOthers:
    """A camera in the frame of the others, and what it rests on."""

    calibrated: Calibrated
    shared: tuple[int, ...]
    """The tags that it was placed by."""
    left_out: tuple[int, ...]
    """Tags that lay elsewhere in its picture than in those of the others."""


def placed_by_others(
    seen: Sequence[SeenTag],
    *,
    belief: LensBelief,
    views: Sequence[Sequence[SeenTag]],
    rig: Rig,
    squares: Sequence[KnownSquare],
    table: Calibrated,
) -> PlacedByOthers:
    """Place a camera by what it has ``seen`` of the squares that stand in the others' ``views`` of
    the same moment; ``table`` is the calibration of the first of them. A BadInputError says why it
    cannot be placed.
    """
    known = joint_fit(views, rig=rig, squares=squares)
    shared = _shared(seen, known)
    others = Floor(
        corner=max(each.corner for each in rig.floors), shift=max(e.shift for e in rig.floors)
    )
    left_out: list[int] = []
    most = int(_LEFT_OUT * len(shared))
    start = _start(shared, known, belief=belief, squares=squares, rig=rig, floor=others)
    while True:
        worst: int | None = None
        fitting: JointFit | None = None
        for wider in _WIDER:
            floor = Floor(corner=wider * others.corner, shift=wider * others.shift)
            more = beside(rig, at=rig.count, model=start, lens=belief.covariance, floor=floor)
            try:
                fit = joint_fit([*views, shared], rig=more, squares=squares)
            except BadInputError:
                raise _touched() from None
            off, worst = _misfit(fit)
            if off <= _MOST and worst is None:
                fitting = fit
            if off <= _ORDINARY and worst is None:
                break
        if fitting is not None:
            return PlacedByOthers(
                calibrated=_calibrated(fitting.rig, table=table),
                shared=tuple(tag.number for tag in shared),
                left_out=tuple(sorted(left_out)),
            )
        if worst is None or len(left_out) >= most or len(shared) <= LEAST_SHARED:
            raise _touched()
        left_out.append(worst)
        shared = [tag for tag in shared if tag.number != worst]


def _touched() -> BadInputError:
    return BadInputError(
        "shared tags",
        expected="tags where the other cameras see them",
        got="some that lie elsewhere: were they touched between the pictures?",
    )


def anchor_squares(calibrated: Calibrated) -> dict[int, KnownSquare]:
    """The anchors of a table as squares: where they lie is seen, and not believed."""
    layout = calibrated.layout
    return {
        number: KnownSquare(
            number=number,
            side=layout.size,
            height=float(place[2]),
            height_sigma=max(calibrated.flatness, 1e-4),
        )
        for number, place in zip(layout.numbers, layout.places, strict=True)
    }


def _shared(seen: Sequence[SeenTag], known: JointFit) -> list[SeenTag]:
    shared = [tag for tag in seen if tag.number in known.numbers]
    expected = f"at least {LEAST_SHARED} tags, of pieces or anchors, that another camera sees, too"
    if len(shared) < LEAST_SHARED:
        told = ", ".join(str(tag.number) for tag in shared) or "none"
        raise BadInputError("shared tags", expected=expected, got=f"{len(shared)} ({told})")
    rows = [known.numbers.index(tag.number) for tag in shared]
    places = known.places[rows, :2]
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if spread[1] < _FLAT * max(float(spread[0]), 1e-9):
        got = f"{len(shared)} that do"
        raise BadInputError("shared tags", expected="some that do not lie on one line", got=got)
    return shared


def _start(
    shared: Sequence[SeenTag],
    known: JointFit,
    *,
    belief: LensBelief,
    squares: Sequence[KnownSquare],
    rig: Rig,
    floor: Floor,
) -> CameraModel:
    """Where it stands about, first as if all tags lay on the table."""
    rows = [known.numbers.index(tag.number) for tag in shared]
    try:
        stand = starting_stand(tuple(shared), places=known.places[rows, :2], lens=belief.lens)
    except BadInputError:
        raise _touched() from None
    model = CameraModel(lens=belief.lens, stand=stand)
    sides = {each.number: each.side for each in squares}
    places = [
        KnownPlace(
            number=tag.number,
            place=known.places[row],
            covariance=known.covariance_of(row),
            size=sides[tag.number] * rig.scale,
        )
        for tag, row in zip(shared, rows, strict=True)
    ]
    more = beside(rig, at=rig.count, model=model, lens=belief.covariance, floor=floor)
    found = found_stand(shared, places, rig=more, camera=rig.count)
    return model if found is None else found.model


def _misfit(fit: JointFit) -> tuple[float, int | None]:
    """How far all is off together, and the tag that is off by more than chance explains."""
    worst, most, squares, spare = None, _WILD, fit.strain, 0
    for number, cameras, misfit in zip(fit.numbers, fit.seen_by, fit.misfits, strict=True):
        # What one camera alone sees says nothing of the new one.
        if len(cameras) == 1:
            continue
        free = _TOLD * len(cameras) - 3
        squares, spare = squares + misfit, spare + free
        off = surprise(misfit, freedom=free)
        if off > most:
            worst, most = number, off
    return surprise(squares, freedom=spare), worst


def _calibrated(rig: Rig, *, table: Calibrated) -> Calibrated:
    camera = rig.count - 1
    size = CAMERA_COUNT + PER_ANCHOR * len(table.layout.numbers) + 1
    covariance = np.zeros((size, size))
    covariance[CAMERA_COUNT:, CAMERA_COUNT:] = table.covariance[CAMERA_COUNT:, CAMERA_COUNT:]
    rows: Floats = rig.of_camera(camera)
    covariance[:CAMERA_COUNT, :CAMERA_COUNT] = rows @ rows.T
    return replace(
        table,
        model=rig.cameras[camera],
        covariance=covariance,
        floor=rig.floors[camera],
        is_placed_by_others=True,
    )

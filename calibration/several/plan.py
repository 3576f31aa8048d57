"""Foretells what one, two or three cameras would bring, by where they hang over a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import Calibrated, Floor, anchors_of, corners_of
from calibration.camera_model import CameraModel, Stand
from calibration.error_map import GOOD_BENDING, GOOD_LENS, ErrorMap, but_for_print
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens
from calibration.print_scale import BAR, READING
from calibration.seen import SeenTag
from calibration.several.hanging import STEEPEST, looking, sees_all
from calibration.several.joint_error import joint_covariances
from calibration.several.rig import Rig, rig_of
from calibration.solve import solve
from calibration.table.table_fit import BY_HAND, FLATNESS, INK, calibrated_of
from calibration.table.table_problem import TableProblem, TableState
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize

_FLOOR: Final = Floor(corner=0.03, shift=0.05)
"""Pixels: what good lenses and flat paper differ from any model by."""
_NOISE: Final = 0.03
"""Pixels, of a corner of an anchor."""
_TURN: Final = float(np.radians(10.0))
_BOUND: Final = 3.0
"""Standard errors that a reading is taken to be off at most."""
_FEW: Final = 4
_SIDE: Final = 9
"""Places along each side of the table by which cameras are compared, and those that are told."""
_HEIGHT: Final = 1.0
"""Inches above the table at which the number that players see is taken."""
_UNKNOWN: Final = 3.0
"""Standard error in inches of a height of which nothing is believed."""
_AROUND: Final = ((30.0, 0.0), (35.0, 90.0), (30.0, 180.0), (35.0, 270.0))
"""Degrees off the vertical and about it: the photographs that are taken by hand."""
_ASIDE: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.1)
"""How far off the middle cameras are tried, by the table's longer side."""
_SIDES: Final = 8
_HIGHEST: Final = 600.0
MOST: Final = 3
"""Cameras that are planned for."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Planned:
    """Some cameras, and what is to be expected of them together."""

    eyes: tuple[tuple[float, float, float], ...]
    """Where each hangs in inches, on the table's frame; each looks at the table's middle."""
    errors: ErrorMap
    """Two standard errors of places an inch up, whose height the roster tells, but for the print's
    scale."""
    height_sigma: float | None
    """Typical standard error of a height that is measured, in inches; None with one camera."""


def planned(
    lens: Lens, *, table: TableSize, height: float, anchor: float, most: int = MOST
) -> tuple[Planned, ...]:
    """The best place for one camera that high over the table, then the best for each further one.

    Each is calibrated with care: its lens by twenty views of the board, the print by its ruler, the
    anchors by five photographs.
    """
    tried = _tried(lens, table=table, height=height)
    if not tried:
        raise BadInputError(
            "height",
            expected="room to see the whole table: hang it higher, or take a wider lens",
            got=f"{height:g} in over a table of {table.width:g} x {table.depth:g} in",
        )
    # The print's scale stretches all places alike, whatever cameras there are, and would hide them.
    by_hand = _by_hand(lens, table=table)
    calibrated = [
        but_for_print(_calibrated(lens, (*by_hand, stand), table=table, anchor=anchor))
        for stand in tried
    ]
    chosen: list[int] = []
    found: list[Planned] = []
    while len(found) < min(most, len(tried)):
        errors = {
            index: _errors(_rig([calibrated[each] for each in (*chosen, index)]), table=table)
            for index in range(len(tried))
            if index not in chosen
        }
        # Of places that are as good, the one nearest to the table's middle.
        chosen.append(min(errors, key=lambda index: round(errors[index].typical, 5)))
        found.append(_plan([calibrated[each] for each in chosen], table=table))
    return tuple(found)


def with_care(lens: Lens, stand: Stand, *, table: TableSize, anchor: float) -> Calibrated:
    """What calibrating a camera that hangs there comes to, but for the print's scale."""
    stands = (*_by_hand(lens, table=table), stand)
    return but_for_print(_calibrated(lens, stands, table=table, anchor=anchor))


def _tried(lens: Lens, *, table: TableSize, height: float) -> list[Stand]:
    """Places at that height from which the whole table is seen, nearest to its middle first."""
    middle = np.array([table.width / 2, table.depth / 2])
    reach = max(float(table.width), float(table.depth))
    found = []
    for aside in _ASIDE:
        if aside * reach > height * np.tan(np.radians(STEEPEST)):
            break
        for side in range(_SIDES if aside else 1):
            about = 2 * np.pi * side / _SIDES
            away = aside * reach * np.array([np.cos(about), np.sin(about)])
            stand = looking(np.array([*(middle + away), height]), table=table)
            if sees_all(lens, stand, table=table):
                found.append(stand)
    return found


def _by_hand(lens: Lens, *, table: TableSize) -> list[Stand]:
    """Where somebody stands to photograph the anchors, as near as all are in the picture."""
    middle = np.array([table.width / 2, table.depth / 2, 0.0])
    found = []
    for tilt, about in np.radians(_AROUND):
        away = np.array([np.sin(tilt) * np.cos(about), np.sin(tilt) * np.sin(about), np.cos(tilt)])
        low, high = 1.0, _HIGHEST
        for _ in range(30):
            reach = (low + high) / 2
            is_in = sees_all(lens, looking(middle + reach * away, table=table), table=table)
            low, high = (low, reach) if is_in else (reach, high)
        found.append(looking(middle + high * away, table=table))
    return found


def _calibrated(
    lens: Lens, stands: tuple[Stand, ...], *, table: TableSize, anchor: float
) -> Calibrated:
    """What calibrating with care would come to: the solver, shown the truth without its noise."""
    anchors = anchors_of(table)
    places = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors])
    corners = corners_of(places, size=anchor)
    numbers = tuple(each.number for each in anchors)
    photographs = [
        tuple(
            SeenTag(number=number, corners=at, covariance=_NOISE**2 * np.eye(8))
            for number, at in zip(
                numbers, CameraModel(lens=lens, stand=each).pixels(corners), strict=True
            )
        )
        for each in stands
    ]
    own = np.tile([BY_HAND, BY_HAND, FLATNESS, _TURN], len(anchors))
    of_lens = np.array([*(share * lens.width for share in GOOD_LENS), *GOOD_BENDING])
    scale = float(np.hypot(READING / BAR / _BOUND, INK / anchor))
    problem = TableProblem(
        lens=lens,
        numbers=numbers,
        size=anchor,
        mean=np.concatenate([lens.values, [1.0], places.reshape(-1)]),
        root=np.diag(np.concatenate([of_lens, [scale], own])),
        photographs=photographs,
        floor=_FLOOR,
    )
    begin = TableState(known=np.zeros(LENS_COUNT + 1 + len(own)), stands=stands)
    return calibrated_of(
        problem,
        solve(problem, begin),
        photograph=len(stands) - 1,
        anchors=anchors,
        flatness=FLATNESS,
    )


def _plan(calibrated: Sequence[Calibrated], *, table: TableSize) -> Planned:
    rig = _rig(calibrated)
    return Planned(
        eyes=tuple(_eye(camera) for camera in rig.cameras),
        errors=_errors(rig, table=table, side=_SIDE),
        height_sigma=_height_sigma(rig, table=table) if len(calibrated) > 1 else None,
    )


def _rig(calibrated: Sequence[Calibrated]) -> Rig:
    return rig_of(calibrated, names=[f"camera {index + 1}" for index in range(len(calibrated))])


def _errors(rig: Rig, *, table: TableSize, side: int = _FEW) -> ErrorMap:
    x, y = np.linspace(0, table.width, side), np.linspace(0, table.depth, side)
    worst = np.linalg.eigvalsh(joint_covariances(rig, _grid(x, y))[:, :2, :2])[:, -1]
    values = 2 * np.sqrt(np.maximum(worst, 0.0)).reshape(side, side)
    return ErrorMap(x=x, y=y, values=values)


def _grid(x: Floats, y: Floats) -> Floats:
    return np.array([(east, north, _HEIGHT) for north in y for east in x])


def _eye(camera: CameraModel) -> tuple[float, float, float]:
    x, y, z = camera.stand.eye.tolist()
    return x, y, z


def _height_sigma(rig: Rig, *, table: TableSize) -> float:
    at = _grid(np.linspace(0, table.width, _SIDE), np.linspace(0, table.depth, _SIDE))
    variances = joint_covariances(rig, at, height_sigma=_UNKNOWN)[:, 2, 2]
    return float(np.sqrt(variances.mean()))

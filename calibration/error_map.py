"""Maps the error to expect all over the table, and names the step that would shrink it most."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.error import place_covariances
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.print_scale import BAR, READING, TAPE
from calibration.table.table_fit import INK
from rules.table.snapshot import TableSize

_SIDE: Final = 9
_HEIGHT: Final = 1.0
"""Inches above the table at which the number that players see is taken."""
GOOD_LENS: Final = (4e-4, 4e-4, 3e-4, 3e-4)
"""Standard errors after twenty views of the board: focal lengths and centre by picture's width."""
GOOD_BENDING: Final = (1e-3, 4e-3, 3e-5, 3e-5, 6e-3)
_BOUND: Final = 3.0
"""Standard errors that a reading is taken to be off at most."""
_EXACT_SCALE: Final = 1e-6
_GOOD_PLACE: Final = 0.002
"""Inches, of an anchor's place and height after six photographs."""
_UPPER_95: Final = 1.645
"""Standard errors above the mean that leave 5 of 100 beyond."""
_WORTH_IT: Final = 0.9
"""A step is worth a sentence if it takes a tenth off."""


def usual_95(calibrated: Calibrated, *, table: TableSize) -> float:
    """The median over a table of the radius that holds 95 of 100 errors of a place, in inches."""
    x, y = np.meshgrid(np.linspace(0, table.width, _SIDE), np.linspace(0, table.depth, _SIDE))
    at = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, _HEIGHT)])
    return float(np.median(within_95(place_covariances(calibrated, at))))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ErrorMap:
    """Two standard errors of a place, in the direction in which it is worst, in inches."""

    x: Floats
    y: Floats
    """Inches, of the columns and rows."""
    values: Floats
    """By row and column."""

    @property
    def typical(self) -> float:
        """Root mean square over the table: the one number for a calibration."""
        return float(np.sqrt((self.values**2).mean()))

    @property
    def worst(self) -> float:
        return float(self.values.max())


def error_map(
    calibrated: Calibrated, *, table: TableSize, height: float = _HEIGHT, side: int = _SIDE
) -> ErrorMap:
    """What calibration, the table's unevenness included, does to places at a height."""
    x, y = np.linspace(0, table.width, side), np.linspace(0, table.depth, side)
    at = np.array([(east, north, height) for north in y for east in x])
    covariances = place_covariances(calibrated, at)
    worst = np.linalg.eigvalsh(covariances)[:, -1]
    values = 2 * np.sqrt(np.maximum(worst, 0.0)).reshape(side, side)
    return ErrorMap(x=x, y=y, values=values)


def within_95(covariances: Floats) -> Floats:
    """The radius around each place (n x 2 x 2) that holds 95 of 100 errors, to a hundredth.

    >>> within_95(np.array([np.diag([1.0, 1.0]), np.diag([1.0, 0.0])])).round(2).tolist()
    [2.44, 1.94]
    """
    variances = np.maximum(np.linalg.eigvalsh(covariances), 0.0)
    total, squares = variances.sum(axis=-1), np.maximum((variances**2).sum(axis=-1), 1e-300)
    # A sum of squares is nearly one of as many equal ones, and that nearly a normal one's cube.
    freedom = np.maximum(total**2 / squares, 1.0)
    ninth = 2 / (9 * freedom)
    found: Floats = np.sqrt(total * (1 - ninth + _UPPER_95 * np.sqrt(ninth)) ** 3)
    return found


def but_for_print(calibrated: Calibrated) -> Calibrated:
    """As if the print were measured without any doubt: what all other steps have brought.

    The size of an unmeasured print is so unsure that it hides what photographs and lens do.
    """
    size = len(calibrated.covariance)
    return _measured(calibrated, rows=np.eye(size)[[size - 1]], sigmas=np.array([_EXACT_SCALE]))


class NextStep(StrEnum):
    """What a player can still do for a better calibration."""

    LENS = "lens"
    SCALE = "scale"
    EDGE = "edge"
    PHOTOGRAPHS = "photographs"


SENTENCES: Final = {
    NextStep.LENS: "photograph the lens board from about twenty sides",
    NextStep.SCALE: "measure the printed scale bar and type its length in",
    NextStep.EDGE: "measure an edge of the table with a tape, from anchor to anchor",
    NextStep.PHOTOGRAPHS: "photograph the table from a few more sides",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What a step is expected to make of the error."""

    step: NextStep
    now: float
    then: float
    """Two standard errors in inches, typical for the table."""

    def __str__(self) -> str:
        return f"{SENTENCES[self.step]}: {self.now:.3f} in -> about {self.then:.3f} in"


def advice(calibrated: Calibrated, *, table: TableSize) -> tuple[Advice, ...]:
    """The steps that are worth the trouble, best first."""
    now = error_map(calibrated, table=table).typical
    found = []
    for step in NextStep:
        then = error_map(_after(calibrated, step), table=table).typical
        if then < _WORTH_IT * now:
            found.append(Advice(step=step, now=now, then=then))
    return tuple(sorted(found, key=lambda each: each.then))


def _after(calibrated: Calibrated, step: NextStep) -> Calibrated:
    """As if a step had measured what it usually measures, as well as it usually does."""
    lens, rows = calibrated.model.lens, np.eye(len(calibrated.covariance))
    match step:
        case NextStep.LENS:
            good = [*(share * lens.width for share in GOOD_LENS), *GOOD_BENDING]
            return _measured(calibrated, rows=rows[:LENS_COUNT], sigmas=np.array(good))
        case NextStep.SCALE:
            # The ruler tells the size of the sheet; the anchors' ink may still have run.
            good_scale = np.hypot(READING / BAR / _BOUND, INK / calibrated.layout.size)
            return _measured(calibrated, rows=rows[-1:], sigmas=np.array([good_scale]))
        case NextStep.EDGE:
            row = _edge_row(calibrated)
            return _measured(calibrated, rows=row[None], sigmas=np.array([TAPE / _BOUND]))
        case NextStep.PHOTOGRAPHS:
            # Photographs settle the table's shape; its size stays as unsure as the print is.
            return _after_photographs(calibrated)


def _edge_row(calibrated: Calibrated) -> Floats:
    """How the longest edge between two anchors depends on all that is not known for certain."""
    places = calibrated.layout.places[:, :2]
    spans = places[None, :] - places[:, None]
    # A tape is laid along an edge, not across a table that is full of pieces.
    along = np.abs(spans).max(axis=-1) - 9 * np.abs(spans).min(axis=-1)
    one, other = (int(each) for each in np.unravel_index(along.argmax(), along.shape))
    span = spans[one, other]
    row = np.zeros(len(calibrated.covariance))
    for index, sign in ((one, -1.0), (other, 1.0)):
        start = CAMERA_COUNT + PER_ANCHOR * index
        row[start : start + 2] = sign * span / float(np.hypot(*span))
    return row


def _after_photographs(calibrated: Calibrated) -> Calibrated:
    size, layout = len(calibrated.covariance), calibrated.layout
    count = len(layout.numbers)
    rows = np.zeros((3 * count, size))
    for index in range(count):
        for axis in range(3):
            row = rows[3 * index + axis]
            row[CAMERA_COUNT + PER_ANCHOR * index + axis] = 1.0
            row[-1] = -layout.places[index, axis] / layout.scale
    return _measured(calibrated, rows=rows, sigmas=np.full(3 * count, _GOOD_PLACE))


def _measured(calibrated: Calibrated, *, rows: Floats, sigmas: Floats) -> Calibrated:
    old = calibrated.covariance
    seen = rows @ old @ rows.T + np.diag(sigmas**2)
    gain = np.linalg.solve(seen, rows @ old).T
    new = old - gain @ rows @ old
    return Calibrated(
        model=calibrated.model,
        layout=calibrated.layout,
        covariance=(new + new.T) / 2,
        floor=calibrated.floor,
        flatness=calibrated.flatness,
    )

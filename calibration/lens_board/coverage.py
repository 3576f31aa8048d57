"""Lists which views of the lens board there are, and which one to take next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from calibration.lens import Floats, Lens
from calibration.lens_board.board_problem import Chessboard
from calibration.lens_board.lens_fit import LEAST_CORNERS
from calibration.lens_prior import unmeasured_lens
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError

COLUMNS: Final = 4
ROWS: Final = 3
ENOUGH: Final = 15
"""Views: from here on each further one takes less than a thirtieth off the error."""
_IN_CELL: Final = 2
"""Corners that make a part of the picture seen."""
_FLAT_DEG: Final = 12.0
_TILTED_DEG: Final = 18.0
"""Between the two a view counts for neither."""
_NEAR: Final = 0.42
"""Share of the picture's diagonal that the board spans."""
_FAR: Final = 0.3
_BLURRED: Final = 0.4
"""Share of the usual sharpness."""
_ACROSS: Final = ("far left", "left", "right", "far right")
_DOWN: Final = ("upper", "middle", "lower")


class Tilt(StrEnum):
    """Which edge of the board is farther away, as the camera sees it."""

    FLAT = "flat"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class BoardReach(StrEnum):
    """How much of the picture the board fills."""

    NEAR = "near"
    MIDDLE = "middle"
    FAR = "far"


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewKind:
    """What one view shows."""

    cells: frozenset[tuple[int, int]]
    """Row and column of the parts of the picture in which it has corners."""
    tilt: Tilt | None
    reach: BoardReach
    is_upright: bool
    """Whether the board's rows run across the picture; else it is turned on its side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What all views together show."""

    views: int
    cells: tuple[tuple[int, ...], ...]
    """How many views have corners in each part of the picture, row by row."""
    tilts: frozenset[Tilt]
    reaches: frozenset[BoardReach]
    is_turned: bool
    """Whether some views are upright and some on their side: the print may be stretched one way."""
    is_focus_far: bool = False
    """Whether a board that fills the picture is out of focus, for the focus is on the table."""

    @property
    def is_enough(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """What to do, each in one sentence, the most needed first."""
        found = []
        for tilt, sentence in _TILTS.items():
            if tilt not in self.tilts:
                found.append(sentence)
        empty = [
            (row, column)
            for row in range(ROWS)
            for column in range(COLUMNS)
            if not self.cells[row][column]
        ]
        # From the corners inwards: there lenses bend most.
        empty.sort(key=lambda at: -abs(at[0] - (ROWS - 1) / 2) - abs(at[1] - (COLUMNS - 1) / 2))
        found += [f"hold the board in the {_DOWN[r]} {_ACROSS[c]} of the picture" for r, c in empty]
        if not self.is_turned:
            found.append("turn the board on its side")
        if BoardReach.NEAR not in self.reaches and not self.is_focus_far:
            found.append("come nearer, until the board fills the picture or is no longer sharp")
        if BoardReach.FAR not in self.reaches and BoardReach.MIDDLE not in self.reaches:
            found.append("go farther away, until the board fills a third of the picture")
        if not found and self.views < ENOUGH:
            left = ENOUGH - self.views
            more = "1 more view, a" if left == 1 else f"{left} more views, each a"
            found.append(f"take {more} little different")
        return tuple(found)

    @property
    def next(self) -> str:
        """What to do next, in one sentence."""
        return self.missing[0] if self.missing else "that is enough: the lens can be solved"


_TILTS: Final = {
    Tilt.FLAT: "hold the board flat towards the camera",
    Tilt.LEFT: "tilt the left edge of the board away from the camera",
    Tilt.RIGHT: "tilt the right edge of the board away from the camera",
    Tilt.UP: "tilt the upper edge of the board away from the camera",
    Tilt.DOWN: "tilt the lower edge of the board away from the camera",
}


def coverage_of(
    views: Sequence[SeenBoard],
    *,
    board: Chessboard | None = None,
    lens: Lens | None = None,
    is_focus_far: bool = False,
) -> Coverage:
    """What these views show; ``lens`` is the best estimate so far."""
    kinds = [kind_of(view, board=board, lens=lens) for view in views if is_usable(view)]
    cells = tuple(
        tuple(sum((row, column) in kind.cells for kind in kinds) for column in range(COLUMNS))
        for row in range(ROWS)
    )
    return Coverage(
        views=len(kinds),
        cells=cells,
        tilts=frozenset(kind.tilt for kind in kinds if kind.tilt is not None),
        reaches=frozenset(kind.reach for kind in kinds),
        is_turned=len({kind.is_upright for kind in kinds}) == 2,
        is_focus_far=is_focus_far,
    )


def is_usable(view: SeenBoard) -> bool:
    """Whether a view shows enough of the board."""
    return len(view.numbers) >= LEAST_CORNERS


def adds(
    view: SeenBoard,
    views: Sequence[SeenBoard],
    *,
    board: Chessboard | None = None,
    lens: Lens | None = None,
) -> bool:
    """Whether a view shows what the others do not, so that a live camera knows when to keep one."""
    if not is_usable(view):
        return False
    before = coverage_of(views, board=board, lens=lens)
    after = coverage_of([*views, view], board=board, lens=lens)
    if len(after.missing) < len(before.missing):
        return True
    # All parts are there: now every view counts that is not the same as the last.
    return before.views < ENOUGH and not before.missing[1:] and not _is_like(view, views)


def _is_like(view: SeenBoard, views: Sequence[SeenBoard]) -> bool:
    own = dict(zip(view.numbers, view.points, strict=True))
    for other in views:
        shifts = [
            float(np.hypot(*(point - own[number])))
            for number, point in zip(other.numbers, other.points, strict=True)
            if number in own
        ]
        if shifts and np.median(shifts) < 0.04 * view.width:
            return True
    return False


def is_blurred(sharpness: float, others: Sequence[float]) -> bool:
    """Whether a view is far less sharp than is usual for this camera."""
    return bool(others) and sharpness < _BLURRED * float(np.median(others))


def kind_of(
    view: SeenBoard, *, board: Chessboard | None = None, lens: Lens | None = None
) -> ViewKind:
    """Where in the picture the board is, and how it is held."""
    board = Chessboard() if board is None else board
    lens = unmeasured_lens(width=view.width, height=view.height).lens if lens is None else lens
    if (lens.width, lens.height) != (view.width, view.height):
        expected = f"{lens.width} x {lens.height} pixels"
        raise BadInputError(view.picture, expected=expected, got=f"{view.width} x {view.height}")
    rows = np.clip((view.points[:, 1] / view.height * ROWS).astype(int), 0, ROWS - 1)
    columns = np.clip((view.points[:, 0] / view.width * COLUMNS).astype(int), 0, COLUMNS - 1)
    found, counts = np.unique(np.column_stack([rows, columns]), axis=0, return_counts=True)
    cells = {
        (int(r), int(c)) for (r, c), count in zip(found, counts, strict=True) if count >= _IN_CELL
    }
    rotation, ray = _held(view, board=board, lens=lens)
    return ViewKind(
        cells=frozenset(cells),
        tilt=_tilt(rotation, ray),
        reach=reach_of(view),
        is_upright=bool(abs(rotation[0, 0]) >= abs(rotation[1, 0])),
    )


def _held(view: SeenBoard, *, board: Chessboard, lens: Lens) -> tuple[Floats, Floats]:
    """The board's axes in the camera's, and the direction in which the board is."""
    at = board.corners(view.numbers)
    on_board = np.column_stack([at, np.zeros(len(at))])
    _, turn, shift = cv2.solvePnP(
        on_board, view.points, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    rotation, _ = cv2.Rodrigues(turn)
    axes = np.asarray(rotation, dtype=np.float64)
    ray = axes @ on_board.mean(axis=0) + np.asarray(shift, dtype=np.float64).reshape(3)
    return axes, ray / np.linalg.norm(ray)


def _tilt(rotation: Floats, ray: Floats) -> Tilt | None:
    """By the board's back, against the ray on which it is seen."""
    back = rotation[:, 2] if float(rotation[:, 2] @ ray) > 0 else -rotation[:, 2]
    angle = float(np.degrees(np.arccos(np.clip(back @ ray, -1.0, 1.0))))
    if angle < _FLAT_DEG:
        return Tilt.FLAT
    if angle < _TILTED_DEG:
        return None
    # A back that points to the right belongs to a board whose left edge is farther away.
    side = back - ray * float(back @ ray)
    if abs(side[0]) >= abs(side[1]):
        return Tilt.LEFT if side[0] > 0 else Tilt.RIGHT
    return Tilt.UP if side[1] > 0 else Tilt.DOWN


def reach_of(view: SeenBoard) -> BoardReach:
    """By the share of the picture's diagonal that the board spans."""
    share = float(np.hypot(*np.ptp(view.points, axis=0)) / np.hypot(view.width, view.height))
    if share >= _NEAR:
        return BoardReach.NEAR
    return BoardReach.FAR if share < _FAR else BoardReach.MIDDLE

"""Decides when a live picture of the lens board is worth keeping, and what to say meanwhile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens_board.board_problem import Chessboard
from calibration.lens_board.coverage import (
    BoardReach,
    Coverage,
    adds,
    coverage_of,
    is_blurred,
    reach_of,
)
from calibration.seen import SeenBoard
from vision.board import BoardView
from vision.camera.source import Frame

STILL: Final = 0.003
"""Share of the picture's width that the board may move between pictures: how much a hand shakes."""

_MOST_BLUR_PX: Final = 2.5
"""A view that is blurred by more is of no use, whatever the others are: corners get lost in it."""
_TOO_NEAR: Final = (
    "so near the board is out of focus, and the focus belongs on the table: go back until it is "
    "sharp, or lay it on the table"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Watched:
    """What one picture gave."""

    frame: Frame
    says: str
    """What to do now, in one sentence."""
    kept: bool
    coverage: Coverage


class BoardWatch:
    """Takes views by itself: sharp, still, and of something that no other view shows."""

    def __init__(self, *, board: Chessboard, waits_for_stillness: bool = True) -> None:
        self._board = board
        self._waits = waits_for_stillness
        self._before: SeenBoard | None = None
        self.views: list[SeenBoard] = []
        self.sharpness: list[float] = []
        self._is_focus_far = False
        self.coverage = coverage_of([], board=board)

    def watch(self, pictures: Iterable[tuple[Frame, BoardView]]) -> Iterator[Watched]:
        """Judges pictures until they end or nothing is missing any more."""
        for frame, found in pictures:
            yield self.look(frame, found)
            if self.coverage.is_enough:
                return

    def look(self, frame: Frame, found: BoardView, *, must_be_still: bool = True) -> Watched:
        """Judge one picture; somebody may vouch that the board is held still."""
        says, kept = self._judged(found, must_be_still=must_be_still)
        return Watched(frame=frame, says=says, kept=kept, coverage=self.coverage)

    def _judged(self, found: BoardView, *, must_be_still: bool) -> tuple[str, bool]:
        before, self._before = self._before, found.seen
        if found.seen is None:
            return found.says, False
        if not adds(found.seen, self.views, board=self._board):
            return self.coverage.next, False
        if self._waits and must_be_still and not is_still(found.seen, before):
            return "this is a new view: hold it still", False
        sharpness = sharpness_of(found)
        if is_blurred(sharpness, self.sharpness) or sharpness < 1.0 / _MOST_BLUR_PX:
            if reach_of(found.seen) is BoardReach.NEAR:
                self._is_focus_far = True
                self._cover()
                return _TOO_NEAR, False
            return "the picture is blurred: hold the board still, in better light", False
        self.views.append(found.seen)
        self.sharpness.append(sharpness)
        self._cover()
        return f"view {len(self.views)} is kept; now {self.coverage.next}", True

    def _cover(self) -> None:
        self.coverage = coverage_of(self.views, board=self._board, is_focus_far=self._is_focus_far)


def sharpness_of(found: BoardView) -> float:
    """A number that is larger for a sharper view."""
    return 1.0 / max(0.1, found.blur_px or 0.1)


def is_still(seen: SeenBoard, before: SeenBoard | None) -> bool:
    """Whether the board is where it was a picture ago."""
    if before is None:
        return False
    old = dict(zip(before.numbers, before.points, strict=True))
    shifts = [
        float(np.hypot(*(point - old[number])))
        for number, point in zip(seen.numbers, seen.points, strict=True)
        if number in old
    ]
    return bool(shifts) and float(np.median(shifts)) <= STILL * seen.width

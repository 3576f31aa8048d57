"""Draws what is left over: how far corners are from where they should be."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from api.drawing.svg import Element, element
from api.reports.page import picture
from calibration.lens import Floats, Lens
from calibration.lens_board.board_problem import Chessboard
from calibration.seen import SeenBoard

WIDE: Final = 800.0
_SHOWN: Final = 22.0
"""How long an arrow of a usual error is drawn, in the picture's own units."""
_BELOW: Final = 34.0
_TIMES: Final = (10, 20, 50, 100, 200, 500, 1000)


def residual_picture(views: Sequence[SeenBoard], *, board: Chessboard, lens: Lens) -> Element:
    """An arrow at every corner, from where it should be to where it was seen, much enlarged."""
    scale = WIDE / lens.width
    high = lens.height * scale
    found = [(view, residuals_of(view, board=board, lens=lens)) for view in views]
    lengths = [np.hypot(*left.T) for _, left in found if len(left)]
    usual = float(np.median(np.concatenate(lengths))) if lengths else 1.0
    times = next((each for each in _TIMES if each * usual * scale >= _SHOWN / 2), _TIMES[-1])
    drawn = [_arrows(view, left, scale=scale, times=times) for view, left in found]
    frame = element("rect", x=0, y=0, width=WIDE, height=high, class_="frame", stroke_width=2)
    words = f"arrows x {times}; a usual corner is {usual:.2f} px off"
    text = element("text", words, x=10, y=high + 23, font_size=15, class_="ink")
    return picture(*drawn, frame, text, width=WIDE, height=high + _BELOW, title=words)


def residuals_of(view: SeenBoard, *, board: Chessboard, lens: Lens) -> Floats:
    """Seen less predicted (n x 2 pixels), with the board where this view fits best."""
    at = board.corners(view.numbers)
    on_board = np.column_stack([at, np.zeros(len(at))])
    done, turn, shift = cv2.solvePnP(on_board, view.points, lens.matrix, lens.distortion)
    if not done:
        return np.zeros((0, 2))
    predicted, _ = cv2.projectPoints(on_board, turn, shift, lens.matrix, lens.distortion)
    left: Floats = view.points - np.asarray(predicted, dtype=np.float64).reshape(-1, 2)
    return left


def _arrows(view: SeenBoard, left: Floats, *, scale: float, times: int) -> Element:
    ways = []
    starts = (view.points - left + 0.5) * scale
    for (x, y), (across, down) in zip(starts, left * times * scale, strict=False):
        ways.append(f"M{x:.1f} {y:.1f} l{across:.1f} {down:.1f}")
    dots = [
        element("circle", cx=float(x), cy=float(y), r=1.4, class_="mark-fill") for x, y in starts
    ]
    lines = element("path", d=" ".join(ways) or "M0 0", class_="odd", stroke_width=1.2)
    return element("g", element("title", view.picture), lines, *dots)

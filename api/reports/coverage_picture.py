"""Draws where in the camera's view the lens board has been, and where it has not."""

from collections.abc import Collection, Sequence
from typing import Final

import cv2
import numpy as np

from api.drawing.svg import Element, Spot, element, path
from api.reports.page import picture
from calibration.lens_board.board_problem import Chessboard
from calibration.lens_board.coverage import COLUMNS, ROWS, coverage_of
from calibration.seen import SeenBoard

WIDE: Final = 800.0
_LETTERS: Final = 15.0
_BELOW: Final = 34.0


def coverage_picture(
    views: Sequence[SeenBoard],
    *,
    width: int,
    height: int,
    board: Chessboard,
    dropped: Collection[str] = (),
) -> Element:
    """Each view's corners and its outline; cells without a corner stay empty and say so."""
    scale = WIDE / width
    high = height * scale
    good = [view for view in views if view.picture not in dropped]
    counts = np.array(coverage_of(good, board=board).cells)
    drawn = [_cells(counts, high=high)]
    drawn += [_view(view, scale=scale, is_dropped=view.picture in dropped) for view in views]
    frame = element("rect", x=0, y=0, width=WIDE, height=high, class_="frame", stroke_width=2)
    empty = int((counts == 0).sum())
    words = f"{len(good)} views; {empty} of {counts.size} parts of the picture not seen yet"
    if len(views) > len(good):
        words += f"; {len(views) - len(good)} dropped (dashed)"
    text = element(
        "text", words, x=10, y=high + 23, font_size=_LETTERS, class_="ink", stroke="none"
    )
    return picture(*drawn, frame, text, width=WIDE, height=high + _BELOW, title=words)


def _cells(counts: np.ndarray, *, high: float) -> Element:
    wide, tall = WIDE / COLUMNS, high / ROWS
    drawn = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            count = int(counts[row, column])
            x, y = column * wide, row * tall
            share = min(1.0, count / 8)
            drawn.append(
                element(
                    "rect",
                    x=x,
                    y=y,
                    width=wide,
                    height=tall,
                    class_="mark-fill",
                    fill_opacity=0.06 + 0.3 * share if count else 0.0,
                )
            )
            if not count:
                drawn.append(
                    element(
                        "text",
                        "?",
                        x=x + wide / 2,
                        y=y + tall / 2 + 8,
                        font_size=22,
                        text_anchor="middle",
                        class_="odd-fill",
                    )
                )
    return element("g", *drawn)


def _view(view: SeenBoard, *, scale: float, is_dropped: bool) -> Element:
    if not len(view.points):
        return element("g")
    spots = (view.points + 0.5) * scale
    hull = cv2.convexHull(spots.astype(np.float32)).reshape(-1, 2)
    corners: list[Spot] = [(float(x), float(y)) for x, y in hull]
    kind = "odd" if is_dropped else "mark"
    outline = element(
        "path",
        d=path(corners),
        class_=kind,
        stroke_width=1.6,
        stroke_opacity=0.8,
        stroke_dasharray="7 5" if is_dropped else None,
    )
    dots = [
        element("circle", cx=float(x), cy=float(y), r=1.9, class_=f"{kind}-fill") for x, y in spots
    ]
    return element("g", element("title", view.picture), outline, *dots)

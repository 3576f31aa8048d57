"""Designs the lens board: a chessboard with tags in its white squares (ChArUco)."""

from typing import Final

from vision.kit.drawing.cutouts import Cutout
from vision.kit.drawing.marks import Area, Mark, PrintedTag, box
from vision.kit.tags.plan import Plan
from vision.kit.wanted.kinds import Group

COLUMNS: Final = 6
ROWS: Final = 8
SQUARE: Final = 1.2
MARKER: Final = 0.9


def board_cutout(plan: Plan) -> Cutout:
    """The board as OpenCV's CharucoBoard draws it: the upper left square is black."""
    marks: list[Mark] = []
    numbers = iter(plan.board)
    height = ROWS * SQUARE
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, bottom = column * SQUARE, height - (row + 1) * SQUARE
            if (row + column) % 2 == 0:
                marks.append(Area(points=box(left, bottom, width=SQUARE, height=SQUARE)))
                continue
            centre = (round(left + SQUARE / 2, 6), round(bottom + SQUARE / 2, 6))
            marks.append(PrintedTag(number=next(numbers), centre=centre, size=MARKER))
    return Cutout(
        group=Group.BOARD, name="", width=COLUMNS * SQUARE, height=height, marks=tuple(marks)
    )

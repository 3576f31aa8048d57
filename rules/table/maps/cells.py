"""Cuts a table into square cells, each judged by its middle, and holds an answer for each."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from rules.table.outlines.rings import Bools
from rules.table.shapes import Floats
from rules.table.snapshot import TableSize
from rules.table.units import Inches


class CellAnswer(IntEnum):
    """What a map says of a cell."""

    NO = 0
    YES = 1
    TOO_CLOSE = 2
    """Too close to call: the error, the cell or the ground leaves it open."""


CellAnswers = NDArray[np.uint8]
_LEAST_STEP = 0.1
_MOST_CELLS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CellGrid:
    """The cells of a table, row by row from the south-west corner."""

    table: TableSize
    step: Inches
    columns: int = field(init=False)
    rows: int = field(init=False)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.step) and self.step >= _LEAST_STEP):
            expected = f"at least {_LEAST_STEP:g} in"
            raise BadInputError("step_in", expected=expected, got=f"{self.step:g}")
        columns = max(1, round(self.table.width / self.step))
        rows = max(1, round(self.table.depth / self.step))
        if columns * rows > _MOST_CELLS:
            expected = f"a step that leaves at most {_MOST_CELLS} cells"
            raise BadInputError("step_in", expected=expected, got=f"{self.step:g}")
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "rows", rows)

    @property
    def width(self) -> float:
        """How wide one cell is, so that they fill the table."""
        return self.table.width / self.columns

    @property
    def depth(self) -> float:
        return self.table.depth / self.rows

    @property
    def half(self) -> float:
        """No point of a cell is farther from its middle."""
        return math.hypot(self.width, self.depth) / 2

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def middles(self) -> Floats:
        """The middle of every cell, a row each.

        >>> CellGrid(table=TableSize(width=Inches(2), depth=Inches(1)), step=Inches(1)).middles()
        array([[0.5, 0.5],
               [1.5, 0.5]])
        """
        return _middles(self)

    def cell_at(self, x: float, y: float) -> int:
        """Which cell holds a point of the table."""
        column = min(max(int(x / self.width), 0), self.columns - 1)
        row = min(max(int(y / self.depth), 0), self.rows - 1)
        return row * self.columns + column

    def within(self, cells: Bools, *, radius: float) -> Bools:
        """Which cells have one of these no farther from middle to middle."""
        if not cells.any() or cells.all():
            return cells.copy()
        square = cells.reshape(self.rows, self.columns)
        up, across = int(radius / self.depth), int(radius / self.width)
        wide = np.zeros((self.rows + 2 * up, self.columns + 2 * across), dtype=bool)
        for dy in range(-up, up + 1):
            reach = math.sqrt(max(radius**2 - (dy * self.depth) ** 2, 0.0))
            for dx in range(-int(reach / self.width), int(reach / self.width) + 1):
                down, left = up + dy, across + dx
                wide[down : down + self.rows, left : left + self.columns] |= square
        near: Bools = wide[up : up + self.rows, across : across + self.columns].ravel()
        return near

    def outlined(self, cells: Bools) -> shapely.Geometry:
        """The area of these cells, as polygons."""
        square = np.zeros((self.rows, self.columns + 2), dtype=np.int8)
        square[:, 1:-1] = cells.reshape(self.rows, self.columns)
        row, begin = np.nonzero(np.diff(square, axis=1) == 1)
        _, end = np.nonzero(np.diff(square, axis=1) == -1)
        boxes = shapely.box(
            begin * self.width, row * self.depth, end * self.width, (row + 1) * self.depth
        )
        return shapely.union_all(boxes)


@lru_cache(maxsize=8)
def _middles(grid: CellGrid) -> Floats:
    x = (np.arange(grid.columns) + 0.5) * grid.width
    y = (np.arange(grid.rows) + 0.5) * grid.depth
    middles = np.empty((grid.rows, grid.columns, 2))
    middles[..., 0] = x[None]
    middles[..., 1] = y[:, None]
    places: Floats = middles.reshape(-1, 2)
    places.setflags(write=False)
    return places


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerMap:
    """An answer for every cell of a table."""

    grid: CellGrid
    answers: CellAnswers

    def at(self, x: float, y: float) -> CellAnswer:
        """What it says of the cell that holds a point."""
        return CellAnswer(int(self.answers[self.grid.cell_at(x, y)]))

    def those(self, answer: CellAnswer) -> Bools:
        """The cells with this answer."""
        found: Bools = self.answers == answer
        return found

    def rows(self) -> tuple[str, ...]:
        """A row of digits a row of cells, the southern one first."""
        square = self.answers.reshape(self.grid.rows, self.grid.columns) + ord("0")
        return tuple(bytes(row).decode() for row in square.astype(np.uint8))


def answered(grid: CellGrid, *, sure: Bools, open_: Bools) -> AnswerMap:
    """A map on which what is open is too close to call, and the rest what is sure."""
    answers = np.where(open_, int(CellAnswer.TOO_CLOSE), sure.astype(np.uint8))
    return AnswerMap(grid=grid, answers=answers.astype(np.uint8))


def both(maps: Iterable[AnswerMap]) -> AnswerMap:
    """YES where all of them say so, NO where one does, else too close."""
    found = list(maps)
    stack = np.stack([each.answers for each in found])
    no = (stack == CellAnswer.NO).any(axis=0)
    yes = (stack == CellAnswer.YES).all(axis=0)
    return answered(found[0].grid, sure=yes, open_=~no & ~yes)


def either(maps: Iterable[AnswerMap]) -> AnswerMap:
    """YES where one of them says so, NO where all do, else too close."""
    found = list(maps)
    stack = np.stack([each.answers for each in found])
    no = (stack == CellAnswer.NO).all(axis=0)
    yes = (stack == CellAnswer.YES).any(axis=0)
    return answered(found[0].grid, sure=yes, open_=~no & ~yes)

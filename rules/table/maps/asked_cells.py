"""Asks whoever judges finished moves about the places that a map of reach leaves open for nothing.

Such a place has no sure answer, and far and wide only one other: no error and no cell explains it.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely

from rules.table.maps.cells import AnswerMap, CellAnswer, CellGrid
from rules.table.maps.reach_from import ReachFrom
from rules.table.outlines.rings import Bools

_MOST_ASKED: Final = 60
"""Places asked about at the most: each of them is judged as a move of its own."""
_MOST_SLID: Final = 110
"""The same where whoever judges looks for the way of a whole body."""
_FEW_CORNERS: Final = 50
"""Where more lie near, a judge takes far longer, and is asked so much less."""
_MOST_CORNERS: Final = 100
"""Where more lie near, one move may take a judge as long as all of a map."""


def asked(found: ReachFrom, cells: AnswerMap) -> AnswerMap:
    """The same map; of an island that is too large the places nearest to where it begins."""
    if found.ends is None:
        return cells
    left = _most_asked(found)
    answers, middles = cells.answers.copy(), cells.grid.middles()
    for island in _islands(for_nothing(found, cells), cells.grid):
        away = ((middles[island] - found.body.centre) ** 2).sum(axis=1)
        some = np.array(island)[np.argsort(away, kind="stable")[:left]].tolist()
        left -= len(some)
        for cell in some:
            answers[cell] = found.ends((float(middles[cell, 0]), float(middles[cell, 1])))
    return AnswerMap(grid=cells.grid, answers=answers)


def for_nothing(found: ReachFrom, cells: AnswerMap) -> Bools:
    """What is open although one of the sure answers lies farther off than error and cell make."""
    wide = 2 * cells.grid.half + found.bound + max(found.bound, found.courtesy)
    yes, no = (
        cells.grid.within(cells.those(answer), radius=wide)
        for answer in (CellAnswer.YES, CellAnswer.NO)
    )
    return cells.those(CellAnswer.TOO_CLOSE) & ~(yes & no)


def _most_asked(found: ReachFrom) -> int:
    ground = [each.solid for each in found.shut] + [each.solid for each in found.stops]
    corners = int(shapely.get_num_coordinates(ground).sum()) if ground else 0
    corners += 4 * len(found.bodies)
    if corners > _MOST_CORNERS:
        return 0
    most = _MOST_SLID if found.straight else _MOST_ASKED
    return int(most * min(1.0, (_FEW_CORNERS / max(corners, 1)) ** 3))


def _islands(cells: Bools, grid: CellGrid) -> Iterator[list[int]]:
    """The cells that lie side by side, the smallest lots first."""
    left, lots = set(np.nonzero(cells)[0].tolist()), []
    while left:
        lot = [left.pop()]
        for cell in lot:
            column = cell % grid.columns
            sides = [cell - grid.columns, cell + grid.columns]
            sides += [cell - 1] * (column > 0) + [cell + 1] * (column < grid.columns - 1)
            beside = left.intersection(sides)
            left -= beside
            lot += beside
        lots.append(lot)
    yield from sorted(lots, key=lambda lot: (len(lot), min(lot)))

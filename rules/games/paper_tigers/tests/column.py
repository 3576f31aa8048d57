"""Finds where the squads of a marching column may stand (PT1-J1b)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.games.paper_tigers.measuring.scenario_ground import middle_of
from rules.table.edges import INWARD, TableEdge, extent_from
from rules.table.measuring.ranges import Metric
from rules.table.outlines.outline import place
from rules.table.shapes import Disc, Footprint, Point, point
from rules.table.snapshot import Piece, Pose, TableSize
from rules.table.units import Inches

_SQUAD: Final = Disc(radius=Inches(0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """How much a squad that looks at the enemy takes up from its centre."""

    ahead: float
    behind: float
    beside: float


def _room(footprint: Footprint, *, metric: Metric) -> _Room:
    if metric is not Metric.EDGE:
        return _Room(ahead=0.0, behind=0.0, beside=0.0)
    outline = place(Piece(id="squad", footprint=footprint, pose=Pose(x=Inches(0.0), y=Inches(0.0))))
    offsets, radius = outline.corners - outline.centre, outline.radius
    return _Room(
        ahead=float(offsets[:, 0].max()) + radius,
        behind=float(-offsets[:, 0].min()) + radius,
        beside=float(np.abs(offsets[:, 1]).max()) + radius,
    )


def column_spots(
    table: TableSize,
    *,
    edge: TableEdge,
    die: int,
    count: int,
    spacing: Inches = Inches(3.0),
    metric: Metric = Metric.EDGE,
    footprints: Sequence[Footprint] = (),
) -> tuple[Point, ...]:
    """Where the centres of a side's squads may stand: ``die`` inches from the middle and on.

    The column runs straight to the own edge. Where the next squad would stand off the table it
    goes one step to the side and back again. Squads without a footprint have a one-inch base.
    """
    shapes = [*footprints[:count], *[_SQUAD] * max(0, count - len(footprints))]
    back, half = -np.array(INWARD[edge]), extent_from(edge, table) / 2
    aside = np.array([abs(back[1]), abs(back[0])])
    gaps = [_room(shape, metric=metric) for shape in shapes]
    bodies = [_room(shape, metric=Metric.EDGE) for shape in shapes]
    along, across, away = float(die), 0.0, True
    spots: list[Point] = []
    for k in range(count):
        if k:
            front, rear = (gaps[k - 1], gaps[k]) if away else (gaps[k], gaps[k - 1])
            step = spacing + front.behind + rear.ahead
            following = along + step if away else along - step
            ends = following + bodies[k].behind > half if away else following < bodies[k].ahead
            if ends:
                across += spacing + gaps[k - 1].beside + gaps[k].beside
                away = not away
            else:
                along = following
        spots.append(point(middle_of(table) + along * back + across * aside))
    return tuple(spots)

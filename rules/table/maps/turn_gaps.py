"""Finds the gaps that a square might turn for, and what its turns there may add to its way."""

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np
import shapely

from rules.table.maps.reach_from import InTheWay, ReachFrom, TurnGap
from rules.table.maps.reach_shapes import HAIR, Geometries, sum_of
from rules.table.measuring.gaps import overlap_of
from rules.table.outlines.outline import Outline, place
from rules.table.outlines.rings import Bools
from rules.table.shapes import Floats, Rectangle
from rules.table.snapshot import Piece

_AROUND: Final = np.linspace(0.0, 2 * math.pi, 24, endpoint=False)
_OUTSIDE: Final = 1.0 / math.cos(math.pi / len(_AROUND))
"""By how much a polygon of so many corners is larger than what it is drawn round."""


def gaps_to_turn_for(
    start: Piece, *, others: Iterable[InTheWay], left: float
) -> tuple[TurnGap, ...]:
    """The gaps that a square fits through just one way, with so far left to go."""
    begun, size = place(start), start.footprint
    here = shapely.Point(begun.centre)
    past = [
        each
        for each in others
        if not each.passable
        and float(shapely.distance(each.outline.core(), here)) <= left + begun.reach + 1.0
    ]
    if not isinstance(size, Rectangle) or start.pose is None:
        return ()
    long, thin = math.hypot(size.length, size.width), min(size.length, size.width)
    deepest = max(
        (max(each.room, overlap_of(begun, each.outline).depth) for each in past), default=0.0
    )
    found = []
    for one, other in combinations((each.outline for each in past), 2):
        line = shapely.shortest_line(one.core(), other.core())
        if thin - 2 * deepest - 0.1 <= float(shapely.length(line)) < long:
            (x, y), (to_x, to_y) = shapely.get_coordinates(line)
            across = math.degrees(math.atan2(to_y - y, to_x - x))
            turn = _turn(size, heading=start.pose.heading, across=across)
            found.append(TurnGap(one=one, other=other, led=size.length * math.sin(turn / 2)))
    return tuple(found)


def _turn(size: Rectangle, *, heading: float, across: float) -> float:
    """By how many radians it is turned to lie with its narrow side across a gap."""
    period, to = (90.0, across) if size.length == size.width else (180.0, across + 90.0)
    turned = abs(to - heading) % period
    return math.radians(min(turned, period - turned))


def may_turn(found: ReachFrom, spots: Floats, *, lengths: Floats) -> Bools:
    """Where ways no longer than this may come by both sides of a gap to turn for.

    Whoever judges turns it only where shorter ways have run into both.
    """
    turns = np.zeros(len(spots), dtype=bool)
    if found.gaps and len(spots):
        areas = _within(found.body.centre, spots, lengths=lengths + HAIR)
        for gap in found.gaps:
            turns |= _met(found, gap.one, areas=areas) & _met(found, gap.other, areas=areas)
    return turns


def led_farther(found: ReachFrom, spots: Floats, *, lengths: Floats) -> Floats:
    """How much farther its front may be led on turned ways whose middle goes no farther than this.

    It may be turned, and back again, for each body that it comes by.
    """
    more, rows = np.zeros(len(spots)), np.nonzero(may_turn(found, spots, lengths=lengths))[0]
    if len(rows):
        areas = _within(found.body.centre, spots[rows], lengths=lengths[rows] + HAIR)
        past = [each.outline for each in found.bodies if not each.passable]
        met = np.sum([_met(found, each, areas=areas) for each in past], axis=0)
        more[rows] = 2 * max(gap.led for gap in found.gaps) * met
    return more


def _met(found: ReachFrom, other: Outline, *, areas: Geometries) -> Bools:
    """In which of these areas it may run into another, looking as it looks."""
    whole = shapely.buffer(sum_of(other, found.body), other.radius + HAIR, quad_segs=4)
    met: Bools = shapely.intersects(whole, areas)
    return met


def _within(start: Floats, spots: Floats, *, lengths: Floats) -> Geometries:
    """By place, the ellipse that no way of such a length to it leaves."""
    away = spots - start
    apart = np.sqrt((away**2).sum(axis=1))
    long = lengths / 2 * _OUTSIDE
    wide = np.sqrt(np.maximum(lengths**2 - apart**2, 0.0)) / 2 * _OUTSIDE
    along = away / np.maximum(apart, 1e-9)[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    rings = (
        ((start + spots) / 2)[:, None]
        + (long[:, None] * np.cos(_AROUND))[:, :, None] * along[:, None]
        + (wide[:, None] * np.sin(_AROUND))[:, :, None] * across[:, None]
    )
    found: Geometries = np.asarray(shapely.polygons(rings))
    return found

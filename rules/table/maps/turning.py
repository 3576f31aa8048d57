"""Lets a piece look elsewhere as its move begins, and says how far that brings it at most."""

import math
from dataclasses import replace

from rules.table.outlines.outline import reach_of
from rules.table.snapshot import Piece


def looking_as(start: Piece, *, now: Piece) -> Piece:
    """A piece where its move begins, looking as it looks now."""
    if start.pose is None or now.pose is None:
        return start
    return replace(start, pose=replace(start.pose, heading=now.pose.heading))


def turned_by(start: Piece, now: Piece) -> float:
    """How far its turn has brought any point of it at most."""
    if start.pose is None or now.pose is None:
        return 0.0
    turn = math.radians(now.pose.heading - start.pose.heading)
    return 2.0 * reach_of(now.footprint) * abs(math.sin(turn / 2.0))

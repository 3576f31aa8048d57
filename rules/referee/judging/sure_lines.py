"""Tells at first sight which lines are surely blocked, or not, and who is surely too far off."""

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.sighting import SightRules, sight_doubt, solid_kinds
from rules.referee.toolkit.findings import Agreed
from rules.table.outlines.outline import farthest
from rules.table.outlines.rings import Bools
from rules.table.outlines.unit_table import reference_of
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, Point, polygon_of
from rules.table.sight.near_line import AHEAD, play_of, spread, spread_at
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches

_ANYWHERE: Final = frozenset({PieceState.LOST, PieceState.MOVING})
_TOUCH: Final = 1e-6
"""Inches within which two things are left to an exact judgement."""


class Line(StrEnum):
    """What is sure of a line at first sight."""

    BLOCKED = "blocked"
    """Sight is blocked, or cannot be judged."""
    NOT_BLOCKED = "not blocked"
    """Nothing stands on it as it is measured: it is clear, or in doubt."""
    UNSURE = "unsure"


def sure_lines(
    snapshot: Snapshot, shooter: str, *, targets: Sequence[str], rules: SightRules
) -> list[Line]:
    """What `sight_of` would surely say of the line to each target."""
    doubt = sight_doubt(rules)
    start, ends = snapshot.piece(shooter), [snapshot.piece(name) for name in targets]
    blind = [why_unmeasurable(snapshot, piece=each, doubt=doubt) is not None for each in ends]
    if why_unmeasurable(snapshot, piece=start, doubt=doubt) is not None or all(blind):
        return [Line.BLOCKED] * len(targets)
    seen = [end for end, lost in zip(ends, blind, strict=True) if not lost]
    lines = _Lines(snapshot, start, ends=seen, rules=rules)
    blocked, met = lines.surely_blocked(), lines.may_meet()
    found = [
        Line.BLOCKED if through else Line.UNSURE if touched else Line.NOT_BLOCKED
        for through, touched in zip(blocked.tolist(), met.tolist(), strict=True)
    ]
    each = iter(found)
    return [Line.BLOCKED if lost else next(each) for lost in blind]


def surely_beyond(
    snapshot: Snapshot, pair: tuple[str, str], *, limit: Inches, agreed: Agreed
) -> bool:
    """Whether two units are farther apart than a limit by any metric, error and courtesy."""
    one, other = (snapshot.piece(name) for name in pair)
    if one.pose is None or other.pose is None:
        return False
    away = math.dist((one.pose.x, one.pose.y), (other.pose.x, other.pose.y))
    reach = farthest(one.footprint) + farthest(other.footprint)
    error = _largest_error(one) + _largest_error(other)
    error += snapshot.shared.scale * (away + reach) + 2 * snapshot.shared.plane
    room = max(agreed.doubt.bound(error), agreed.tolerance.courtesy)
    return away - reach > limit + 2 * room + _TOUCH


def _largest_error(piece: Piece) -> float:
    """No point of a piece has a larger standard error than this in any direction."""
    return spread_at(piece, lever=farthest(piece.footprint))


class _Lines:
    """The lines from one unit to others: arrays with a row a line, and a column an area."""

    __slots__ = (
        "_ends",
        "_rules",
        "_snapshot",
        "_start",
        "along",
        "end",
        "length",
        "start",
        "x",
        "y",
    )

    def __init__(
        self, snapshot: Snapshot, start: Piece, *, ends: list[Piece], rules: SightRules
    ) -> None:
        self._snapshot, self._start, self._ends, self._rules = snapshot, start, ends, rules
        self.start: Floats = reference_of(start)
        self.end: Floats = np.array([reference_of(end) for end in ends])
        span = self.end - self.start
        self.length: Floats = np.sqrt((span**2).sum(axis=1))
        self.along: Floats = span / np.maximum(self.length, 1e-9)[:, None]
        corners = _corners(tuple(area.outline for area in snapshot.terrain)) - self.start
        (i, j), (x, y) = self.along.T, np.moveaxis(corners, -1, 0)
        # How far along each line, and to the left of it, the corners of each area lie.
        self.x: Floats = i[:, None, None] * x + j[:, None, None] * y
        self.y: Floats = i[:, None, None] * y - j[:, None, None] * x

    def surely_blocked(self) -> Bools:
        """The lines that run through an area beyond all doubt, as `surely_through` has it."""
        doubt, kinds = sight_doubt(self._rules), solid_kinds(self._rules)
        areas = self._snapshot.terrain
        solid = np.array([area.kind.strip().casefold() in kinds for area in areas], dtype=bool)
        strays = np.array([play_of(area.sigma, doubt=doubt) for area in areas])
        room = np.maximum(doubt.floor, self._play()[:, None] + strays)
        margin = np.minimum(
            np.minimum(self.y.max(axis=2), -self.y.min(axis=2)),
            np.minimum(self.x.min(axis=2), self.length[:, None] - self.x.max(axis=2)),
        )
        blocked: Bools = ((margin > room + _TOUCH) & solid).any(axis=1)
        return blocked

    def may_meet(self) -> Bools:
        """The lines that may touch an area that neither end sees out of, a wreck or a model."""
        if self._rules.models_block:
            return np.ones(len(self.end), dtype=bool)
        close = (self.y.min(axis=2) <= _TOUCH) & (self.y.max(axis=2) >= -_TOUCH)
        close &= (self.x.max(axis=2) >= -_TOUCH) & (
            self.x.min(axis=2) <= self.length[:, None] + _TOUCH
        )
        line, area = np.nonzero(close)
        grounds = np.array(
            [polygon_of(each.outline) for each in self._snapshot.terrain], dtype=object
        )[area]
        drawn = np.asarray(
            shapely.linestrings(
                np.stack([np.broadcast_to(self.start, self.end.shape), self.end], axis=1)
            )
        )
        touched = shapely.dwithin(drawn[line], grounds, _TOUCH)
        if not self._rules.own_area_blocks:
            for spots in (np.broadcast_to(self.start, self.end.shape), self.end):
                spot = np.asarray(shapely.points(spots[line]), dtype=object)
                held = np.nonzero(touched & shapely.intersects(grounds, spot))[0]
                rims = shapely.boundary(grounds[held])
                touched[held] = shapely.distance(rims, spot[held]) <= _TOUCH
        met = np.zeros(len(self.end), dtype=bool)
        met[line[touched]] = True
        return met | self._near_wrecks()

    def _near_wrecks(self) -> Bools:
        near = np.zeros(len(self.end), dtype=bool)
        known = {piece.id: piece for piece in self._snapshot.pieces}
        for name in self._rules.wrecks:
            piece = known.get(name)
            if piece is None or piece.pose is None or piece.state in _ANYWHERE:
                return np.ones(len(self.end), dtype=bool)
            doubt, reach = sight_doubt(self._rules), farthest(piece.footprint)
            stray = play_of(spread(piece), doubt=doubt) + self._play()
            offset = np.array([piece.pose.x, piece.pose.y]) - self.start
            foot = np.clip(self.along @ offset, 0.0, self.length)
            away = np.sqrt(((offset - foot[:, None] * self.along) ** 2).sum(axis=1))
            near |= away <= 2 * reach + np.maximum(doubt.floor, stray) + 2 * AHEAD
        return near

    def _play(self) -> Floats:
        """How far any point of each line may be from where it was measured."""
        doubt = sight_doubt(self._rules)
        own = spread(self._start)
        plays: Floats = np.array(
            [play_of(max(own, spread(end)), doubt=doubt) for end in self._ends]
        )
        return plays


@lru_cache(maxsize=64)
def _corners(outlines: tuple[tuple[Point, ...], ...]) -> Floats:
    """The corners of all areas, as many for each: the last one again where there are fewer."""
    most = max(map(len, outlines), default=1)
    filled = [(*outline, *[outline[-1]] * (most - len(outline))) for outline in outlines]
    corners = np.array(filled, dtype=float).reshape(-1, most, 2)
    corners.setflags(write=False)
    return corners

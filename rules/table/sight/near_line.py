"""Finds what lies near enough to a sight line that it could ever matter."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import shapely

from rules.table.outlines.outline import farthest, place
from rules.table.outlines.rings import Bools
from rules.table.outlines.unit_table import at_reference, reference_of
from rules.table.shapes import Disc, Floats, Point
from rules.table.snapshot import Piece, PieceState, Snapshot, Terrain
from rules.table.units import Inches
from rules.table.verdict import Doubt

AHEAD: Final = 0.25
"""Inches beyond all doubt within which what may turn a clear line still counts into its margin."""
_PLAY: Final = 4.0
"""No sampled world displaces anything by more standard errors than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Through:
    """An area that a line surely runs through, whatever the errors."""

    area: Terrain
    margin: float
    """How far the line could shift sideways, or an end towards the area, and still be blocked."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """The line between two units, and the areas whose boxes come near it."""

    snapshot: Snapshot
    pieces: tuple[Piece, Piece]
    line: "_Line"
    areas: tuple[Terrain, ...]
    doubt: Doubt

    def surely_through(self, solid: frozenset[str]) -> tuple[Through, ...]:
        """The areas of a solid kind that block the line beyond all doubt.

        Each by itself, however close to the next one it lies.
        """
        kinds = {kind.strip().casefold() for kind in solid}
        found = []
        for area in self.areas:
            if area.kind.strip().casefold() in kinds:
                margin = self.line.margin_through(_drawn(area.outline).corners)
                if margin > self.line.room(play_of(area.sigma, doubt=self.doubt)):
                    found.append(Through(area=area, margin=margin))
        return tuple(found)

    def table(self, *, wrecks: frozenset[str], models: bool) -> Snapshot:
        """The two units first, and what is near enough to their line that it could ever matter.

        With ``models`` the other units are there too, but for those aboard or on top of the two.
        """
        ends = {piece.id for piece in self.pieces}
        hindering = _hindering(self, wrecks=wrecks, models=models)
        return Snapshot(
            table=self.snapshot.table,
            pieces=(
                *(at_reference(piece) for piece in self.pieces),
                *(piece for piece in hindering if piece.id not in ends),
            ),
            terrain=tuple(area for area in self.areas if self._matters(area)),
            number=self.snapshot.number,
            shared=self.snapshot.shared,
            health=self.snapshot.health,
        )

    def _matters(self, area: Terrain) -> bool:
        drawn = _drawn(area.outline)
        room = self.line.room(play_of(area.sigma, doubt=self.doubt)) + AHEAD
        near = self.line.is_near(drawn.corners, room=room)
        return near and not self.line.starts_within(drawn, room=room)


def beside(snapshot: Snapshot, pieces: tuple[Piece, Piece], *, doubt: Doubt) -> Beside:
    """What two units have between them and beside."""
    line = _Line(
        start=reference_of(pieces[0]),
        end=reference_of(pieces[1]),
        floor=doubt.floor,
        play=max(play_of(spread(piece), doubt=doubt) for piece in pieces),
    )
    plays = np.array([play_of(area.sigma, doubt=doubt) for area in snapshot.terrain])
    room = np.maximum(line.floor, line.play + plays) + AHEAD
    boxes = _boxes(tuple(area.outline for area in snapshot.terrain))
    near = np.nonzero(line.passed(boxes, room=room))[0].tolist()
    areas = tuple(snapshot.terrain[k] for k in near)
    return Beside(snapshot=snapshot, pieces=pieces, line=line, areas=areas, doubt=doubt)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Drawn:
    """An outline as sight lines need it, worked out once."""

    box: tuple[float, float, float, float]
    corners: Floats
    polygon: shapely.Geometry


@lru_cache(maxsize=4096)
def _drawn(outline: tuple[Point, ...]) -> _Drawn:
    xs, ys = zip(*outline, strict=True)
    corners = np.array(outline, dtype=float)
    corners.setflags(write=False)
    box = (min(xs), min(ys), max(xs), max(ys))
    return _Drawn(box=box, corners=corners, polygon=shapely.Polygon(outline))


@lru_cache(maxsize=64)
def _boxes(outlines: tuple[tuple[Point, ...], ...]) -> Floats:
    """The boxes of outlines, a column each."""
    boxes = np.array([_drawn(outline).box for outline in outlines], dtype=float).reshape(-1, 4).T
    boxes.setflags(write=False)
    return boxes


def box_of(outline: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """Smallest x and y and largest x and y of an outline."""
    return _drawn(outline).box


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Line:
    """A sight line, and how far what may matter can be from it."""

    start: Floats
    end: Floats
    floor: float
    play: float
    """How far any point of the line may be from where it was measured."""

    def room(self, play: float) -> float:
        """Nothing that may itself stray by ``play`` can matter from farther away than this."""
        return max(self.floor, self.play + play)

    def passed(self, boxes: Floats, *, room: Floats) -> Bools:
        """Which boxes come as near as ``room`` to the line, or nearly."""
        (ax, ay), (bx, by) = self.start.tolist(), self.end.tolist()
        x0, y0, x1, y1 = boxes
        dx, dy = bx - ax, by - ay
        off = (x0 + x1 - ax - bx) / 2 * dy - (y0 + y1 - ay - by) / 2 * dx
        half = (x1 - x0) / 2 * abs(dy) + (y1 - y0) / 2 * abs(dx)
        near: Bools = np.abs(off) <= half + room * math.hypot(dx, dy)
        near &= (max(ax, bx) + room >= x0) & (min(ax, bx) - room <= x1)
        near &= (max(ay, by) + room >= y0) & (min(ay, by) - room <= y1)
        return near

    def is_near(self, corners: Floats, *, room: float) -> bool:
        """Whether an outline comes as near as ``room`` to the line, taken as endless."""
        _, y = self._in_line_frame(corners)
        return bool(y.min() <= room and y.max() >= -room)

    def starts_within(self, drawn: _Drawn, *, room: float) -> bool:
        """Whether an end is so deep in an outline that it sees out of it, whatever the errors."""
        x0, y0, x1, y1 = drawn.box
        for x, y in (self.start, self.end):
            if min(x - x0, x1 - x, y - y0, y1 - y) > room:
                spot = shapely.Point(x, y)
                if shapely.intersects(drawn.polygon, spot):
                    rim = shapely.boundary(drawn.polygon)
                    return float(shapely.distance(rim, spot)) > room
        return False

    def margin_through(self, corners: Floats) -> float:
        """How far an outline reaches beyond the line on both sides, and stops short of its ends.

        An outline hangs together, so every line within that runs through it, however it bends.
        """
        x, y = self._in_line_frame(corners)
        length = math.dist(self.start, self.end)
        return float(min(y.max(), -y.min(), x.min(), length - x.max()))

    def _in_line_frame(self, corners: Floats) -> tuple[Floats, Floats]:
        """How far along the line, and to the left of it, corners lie."""
        along = (self.end - self.start) / max(math.dist(self.start, self.end), 1e-9)
        offsets = corners - self.start
        return offsets @ along, offsets[:, 1] * along[0] - offsets[:, 0] * along[1]


def _hindering(found: Beside, *, wrecks: frozenset[str], models: bool) -> list[Piece]:
    """The wrecks and models that may be near; a wreck that is not on the table may be anywhere."""
    if not wrecks and not models:
        return []
    snapshot, line = found.snapshot, found.line
    near = [
        piece
        for piece in snapshot.pieces
        if (piece.id in wrecks or models)
        and _may_hinder(piece, line=line, doubt=found.doubt)
        and (piece.id in wrecks or _stands(piece, line=line))
    ]
    known = {piece.id for piece in snapshot.pieces}
    missing = [
        Piece(id=name, footprint=Disc(radius=Inches(1)), pose=None, state=PieceState.LOST)
        for name in sorted(wrecks - known)
    ]
    return near + missing


def play_of(sigma: float, *, doubt: Doubt) -> float:
    """How far something with this error may stray from where it was measured, in any world."""
    return max(doubt.sigmas, _PLAY) * sigma


def _may_hinder(piece: Piece, *, line: _Line, doubt: Doubt) -> bool:
    """Whether a wreck or model is near the line; one whose place nobody knows may be."""
    if piece.pose is None or piece.state in {PieceState.LOST, PieceState.MOVING}:
        return True
    x, y, reach = piece.pose.x, piece.pose.y, farthest(piece.footprint)
    room = line.room(play_of(spread_at(piece, lever=reach), doubt=doubt)) + AHEAD
    box = np.array([x - reach, y - reach, x + reach, y + reach])
    return bool(line.passed(box, room=np.array(room)))


def _stands(piece: Piece, *, line: _Line) -> bool:
    """Whether a model stands on its own, and not aboard one of the two, or on top of it."""
    if piece.pose is None:
        return True
    outline = place(piece)
    core = outline.core()
    ends = shapely.distance(core, shapely.points([line.start, line.end]))
    return float(np.min(ends)) > outline.radius


def spread(piece: Piece) -> float:
    """The reference point of a unit has no larger standard error than this in any direction."""
    if piece.pose is None:
        return 0.0
    return spread_at(piece, lever=math.dist(reference_of(piece), (piece.pose.x, piece.pose.y)))


def spread_at(piece: Piece, *, lever: float) -> float:
    """The same for any point of it at most so far from its pose's own point."""
    if piece.pose is None:
        return 0.0
    error = piece.pose.covariance
    swing = math.radians(1.0) * lever
    across = abs(error.xy) + 2 * swing * math.hypot(error.xh, error.yh)
    return math.sqrt(max(error.xx, error.yy) + across + swing * swing * error.hh)

"""Holds a finished move: a piece as it stood, where it stands now, and what is known of both."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.table.moves.ways import Way
from rules.table.outlines.length_error import covariances, point_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Disc, Floats, Footprint, Point, Rectangle, point
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Inches, Seconds
from rules.table.verdict import Doubt

_THEN: Final = Snapshot(table=TableSize(width=Inches(1), depth=Inches(1)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceMove:
    """A finished move: a piece as it stood, and where it stands now."""

    mover: Piece
    """At its start, with the error of that pose."""
    end: Pose
    end_state: PieceState = PieceState.SEEN
    end_age: Seconds = Seconds(0.0)
    end_declared_by: str | None = None
    way: Way = ()
    """Where a player says its centre passed in between; without any, the shortest legal way."""

    @classmethod
    def between(cls, start: Piece, now: Piece, *, way: Way = ()) -> "PieceMove":
        """The move of a piece from one settled place to another."""
        if now.pose is None:
            raise ValueError(f"{now.id} has no pose to have moved to")
        return cls(
            mover=start,
            end=now.pose,
            end_state=now.state,
            end_age=now.age,
            end_declared_by=now.declared_by,
            way=way,
        )

    @property
    def now(self) -> Piece:
        """The mover at its end."""
        return Piece(
            id=self.mover.id,
            footprint=self.mover.footprint,
            pose=self.end,
            side=self.mover.side,
            kind=self.mover.kind,
            state=self.end_state,
            age=self.end_age,
            declared_by=self.end_declared_by,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaidMove:
    """A move laid on the table."""

    snapshot: Snapshot
    start: Piece
    now: Piece
    begun: Outline
    ended: Outline
    stops: Way
    """The centre's start, what a player declared in between, and its end."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Whose word the move rests on."""
        return word_of(self.start, self.now)

    @property
    def reach(self) -> float:
        """How far the leading point lies ahead of the centre."""
        return math.dist(self.begun.front, self.begun.centre)

    def end_sigma(self, along: Point) -> float:
        """Standard error of its centre at the end, along a unit vector."""
        variance = variance_at(
            self.now, outline=self.ended, at=self.ended.centre, along=np.array(along)
        )
        return math.sqrt(variance)


def laid_move(snapshot: Snapshot, move: PieceMove) -> LaidMove:
    """Lay a move on the table."""
    now = move.now
    begun, ended = place(move.mover), place(now)
    return LaidMove(
        snapshot=snapshot,
        start=move.mover,
        now=now,
        begun=begun,
        ended=ended,
        stops=(point(begun.centre), *move.way, point(ended.centre)),
    )


def why_untold(snapshot: Snapshot, *, start: Piece, now: Piece, doubt: Doubt) -> str | None:
    """The reason that nothing can be said of a move, or None.

    How the camera is now says nothing of a pose that was taken before the move.
    """
    return why_unmeasurable(_THEN, piece=start, doubt=doubt) or why_unmeasurable(
        snapshot, piece=now, doubt=doubt
    )


def word_of(start: Piece, now: Piece) -> tuple[Piece, ...]:
    """The mover once, as the pose of the two that somebody vouches for."""
    return (now if now.state is PieceState.DECLARED else start,)


def variance_at(piece: Piece, *, outline: Outline, at: Floats, along: Floats) -> float:
    """Variance along a unit vector of a point that is fixed to a piece."""
    matrix = covariances([piece])[0]
    return float(point_variance(matrix, lever=at - outline.origin, along=along))


def spread(piece: Piece) -> float:
    """The largest standard error of a piece's place in any direction."""
    return math.sqrt(max(0.0, float(np.linalg.eigvalsh(covariances([piece])[0][:2, :2])[-1])))


def length_of(footprint: Footprint) -> float:
    """From rear to front."""
    match footprint:
        case Disc(radius=radius):
            return 2 * radius
        case Rectangle(length=length):
            return length
    return max(x for x, _ in footprint.vertices) - min(x for x, _ in footprint.vertices)


def width_of(footprint: Footprint) -> float:
    """From side to side."""
    match footprint:
        case Disc(radius=radius):
            return 2 * radius
        case Rectangle(width=width):
            return width
    return max(y for _, y in footprint.vertices) - min(y for _, y in footprint.vertices)


def half_width(footprint: Footprint, *, vehicle: bool) -> float:
    """Half of what a model is wide as it goes; figures file past with their narrow side."""
    wide = width_of(footprint)
    return (wide if vehicle else min(wide, length_of(footprint))) / 2

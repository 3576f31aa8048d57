"""Knows what a move is, what it is held against, and how a ruling on it is put to a player."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from rules.referee.toolkit.evidence import Measured, Outcome, Tolerance, measured, rule_on
from rules.table.outlines.length_error import covariances, point_variance
from rules.table.outlines.outline import Outline
from rules.table.seeing import on_whose_word, vouched, why_unmeasurable
from rules.table.shapes import Disc, Floats, Footprint, Point, Rectangle
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Inches, Seconds, plain_error
from rules.table.verdict import Doubt, Verdict, cannot_see, judge

Way = tuple[Point, ...]


class MoveMetric(StrEnum):
    """From where to where a move is measured (AMB1-14)."""

    FRONT_AFTER_PIVOT = "front_after_pivot"
    """A model that turns, drives and turns: its front travels as far as its centre."""
    FRONT_STRICT = "front_strict"
    """From where its front was to where its front is."""
    NEAREST_EDGE = "nearest_edge"
    """From the edge it left with to the spot on which its centre stands."""


class MembershipTest(StrEnum):
    """When a model counts as being in an area (AMB1-17)."""

    CENTRE = "centre"
    MAJORITY = "majority"
    ANY_OVERLAP = "any_overlap"
    ALL = "all"


DIFFICULT: Final = frozenset({"woods", "building", "hill", "difficult"})
IMPASSABLE: Final = frozenset({"river", "water"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRules:
    """What a move is held against."""

    allowance: Inches
    """With 0 the unit may not move at all (PT1-D1c)."""
    vehicle: bool
    """It may not enter buildings."""
    metric: MoveMetric = MoveMetric.FRONT_AFTER_PIVOT
    exact: bool = False
    """The whole allowance or, once something stops it, less (AMB1-15)."""
    pivot_cost: Inches = Inches(0.0)
    """For each 90 degrees turned (AMB1-16); leave it at 0 for infantry, which have no front."""
    entry_depth: Inches | None = None
    """How far the leading point may go into ground that it enters (AMB1-18): None is the model's
    own length, infinite is anywhere inside."""
    membership: MembershipTest = MembershipTest.CENTRE
    stop_on_exit: bool = False
    """Leaving difficult ground ends the move too (AMB1-19)."""
    edge_exit: bool = False
    """It may leave the table (AMB1-47)."""
    overlap_end: bool = False
    """Models may end on one another (AMB1-48)."""
    pass_through: frozenset[str] = frozenset()
    """Pieces that it may pass, but not end on: its friends."""
    ignored: frozenset[str] = frozenset()
    """Pieces that are in nobody's way: markers, its own passengers, the carrier it gets on."""
    difficult_kinds: frozenset[str] = DIFFICULT
    impassable_kinds: frozenset[str] = IMPASSABLE
    """Where a bridge lies over them they are open ground (GEO-07c)."""
    tolerance: Tolerance = Tolerance()
    doubt: Doubt = Doubt()

    def stops(self, kind: str) -> bool:
        """Whether ground of this kind ends the move of a model that enters it."""
        return kind in self.difficult_kinds and not self.forbids(kind)

    def forbids(self, kind: str) -> bool:
        """Whether the mover may not be on ground of this kind at all."""
        return kind in self.impassable_kinds or (self.vehicle and kind == "building")


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
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
    def between(cls, start: Piece, now: Piece, *, way: Way = ()) -> "Journey":
        """The journey of a piece from one settled place to another."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a move was held against, kept or not."""

    clause: str
    outcome: Outcome
    says: str
    """For a player, in the umpire's voice."""
    measured: Measured


_THEN: Final = Snapshot(table=TableSize(width=Inches(1), depth=Inches(1)))


def why_untold(snapshot: Snapshot, *, start: Piece, now: Piece, doubt: Doubt) -> str | None:
    """The reason that nothing can be said of a move, or None.

    How the camera is now says nothing of a pose that was taken before the move.
    """
    return why_unmeasurable(_THEN, piece=start, doubt=doubt) or why_unmeasurable(
        snapshot, piece=now, doubt=doubt
    )


def unseen(reason: str, *, clause: str, what: str, snapshot: Snapshot) -> Finding:
    """The finding on something that cannot be measured."""
    return Finding(
        clause=clause,
        outcome=Outcome.UNSEEN,
        says=reason,
        measured=measured(cannot_see(reason), what=what, snapshot=snapshot.number),
    )


def word_of(start: Piece, now: Piece) -> tuple[Piece, ...]:
    """The mover once, as the pose of the two that somebody vouches for."""
    return (now if now.state is PieceState.DECLARED else start,)


def held(
    value: float,
    *,
    limit: float | None,
    over: float | None = None,
    sigma: float,
    doubt: Doubt,
    pieces: tuple[Piece, ...],
    what: str,
) -> Verdict:
    """The verdict on a value that may not go past its limit.

    ``over`` says how far the model is from being legal, where that is less than the value's excess.
    """
    margin = None if limit is None else limit - value if over is None else -over
    bound = doubt.bound(sigma)
    return Verdict(
        answer=judge(math.inf if margin is None else margin, bound),
        value=Inches(value),
        limit=None if limit is None else Inches(limit),
        margin=None if margin is None else Inches(margin),
        sigma=Inches(sigma),
        bound=bound,
        why=f"{what} (error {plain_error(sigma)} in)" + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def finding(
    verdict: Verdict,
    *,
    clause: str,
    what: str,
    says: str,
    snapshot: Snapshot,
    tolerance: Tolerance,
    line: Way = (),
    blockers: tuple[str, ...] = (),
) -> Finding:
    """A verdict ruled on; what courtesy overlooked stands in the evidence."""
    if verdict.margin is not None:
        # A value past its limit by just the courtesy is not past that, whatever rounding adds.
        verdict = replace(verdict, margin=Inches(round(verdict.margin, 9)))
    found = measured(verdict, what=what, snapshot=snapshot.number, line=line, blockers=blockers)
    outcome = rule_on(found, tolerance)
    if outcome is Outcome.OVERLOOKED:
        found = measured(
            verdict,
            what=what,
            snapshot=snapshot.number,
            courtesy=tolerance.courtesy,
            line=line,
            blockers=blockers,
        )
    return Finding(clause=clause, outcome=outcome, says=says, measured=found)


def variance_at(piece: Piece, *, outline: Outline, at: Floats, along: Floats) -> float:
    """Variance along a unit vector of a point that is fixed to a piece."""
    matrix = covariances([piece])[0]
    return float(point_variance(matrix, lever=at - outline.origin, along=along))


def spread(piece: Piece) -> float:
    """The largest standard error of a piece's place in any direction."""
    return math.sqrt(max(0.0, float(np.linalg.eigvalsh(covariances([piece])[0][:2, :2])[-1])))


def farthest(footprint: Footprint) -> float:
    """No point of a footprint is farther from its pose's own point."""
    match footprint:
        case Disc(radius=radius):
            return radius
        case Rectangle(length=length, width=width):
            return math.hypot(length, width) / 2
    return max(math.hypot(*vertex) for vertex in footprint.vertices)


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

"""Says what a move is held against, lays it on the table with that, and words a ruling on it."""

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

import shapely

from rules.referee.toolkit.evidence import Outcome, measured, rule_on
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.measuring.zones import Part, membership, reaches_into
from rules.table.moves.lengths import MoveMetric
from rules.table.moves.piece_move import (
    LaidMove,
    PieceMove,
    half_width,
    laid_move,
    length_of,
    spread,
)
from rules.table.moves.ways import Barrier, Box, Way, box_of, direction, ground_of, near
from rules.table.outlines.outline import Outline
from rules.table.seeing import on_whose_word, vouched
from rules.table.shapes import Point
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Inches, Seconds, is_told, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge


class MembershipTest(StrEnum):
    """When a model counts as being in an area."""

    CENTRE = "centre"
    MAJORITY = "majority"
    ANY_OVERLAP = "any_overlap"
    ALL = "all"


DIFFICULT: Final = frozenset({"woods", "building", "hill", "difficult"})
IMPASSABLE: Final = frozenset({"river", "water"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveClauses:
    """The clauses of a game that a move is held to."""

    move: str
    """How far it goes, and what it may not go through or end on."""
    still: str
    """That the unit may not move at all."""
    entry: str
    """How far it goes into ground that ends a move, or out of it."""
    building: str
    """That no vehicle may be in a building."""
    water: str
    """That water is crossed on a bridge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRules:
    """What a move is held against."""

    clauses: MoveClauses
    allowance: Inches
    """With 0 the unit may not move at all."""
    vehicle: bool
    """It may not enter buildings."""
    metric: MoveMetric = MoveMetric.FRONT_AFTER_PIVOT
    exact: bool = False
    """The whole allowance or, once something stops it, less."""
    pivot_cost: Inches = Inches(0.0)
    """For each 90 degrees turned; leave it at 0 for infantry, which have no front."""
    entry_depth: Inches | None = None
    """How far the leading point may go into ground that it enters: None is the model's
    own length, infinite is anywhere inside."""
    membership: MembershipTest = MembershipTest.CENTRE
    stop_on_exit: bool = False
    """Leaving difficult ground ends the move too."""
    edge_exit: bool = False
    """It may leave the table."""
    overlap_end: bool = False
    """Models may end on one another."""
    pass_through: frozenset[str] = frozenset()
    """Pieces that it may pass, but not end on: its friends."""
    ignored: frozenset[str] = frozenset()
    """Pieces that are in nobody's way: markers, its own passengers, the carrier it gets on."""
    difficult_kinds: frozenset[str] = DIFFICULT
    impassable_kinds: frozenset[str] = IMPASSABLE
    """Where a bridge lies over them they are open ground."""
    agreed: Agreed = Agreed()

    def stops(self, kind: str) -> bool:
        """Whether ground of this kind ends the move of a model that enters it."""
        return kind in self.difficult_kinds and not self.forbids(kind)

    def forbids(self, kind: str) -> bool:
        """Whether the mover may not be on ground of this kind at all."""
        return kind in self.impassable_kinds or (self.vehicle and kind == "building")


def unseen(reason: str, *, clause: str, what: str, snapshot: Snapshot) -> Finding:
    """The finding on something that cannot be measured."""
    return Finding(
        clause=clause,
        outcome=Outcome.UNSEEN,
        says=reason,
        measured=measured(cannot_see(reason), what=what, snapshot=snapshot.number),
    )


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
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    return Verdict(
        answer=judge(math.inf if margin is None else margin, bound),
        value=Inches(value),
        limit=None if limit is None else Inches(limit),
        margin=None if margin is None else Inches(margin),
        sigma=Inches(sigma),
        bound=bound,
        why=what + error + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def finding(
    verdict: Verdict,
    *,
    clause: str,
    what: str,
    says: str,
    snapshot: Snapshot,
    agreed: Agreed,
    line: Way = (),
    blockers: tuple[str, ...] = (),
) -> Finding:
    """A verdict ruled on; what courtesy overlooked stands in the evidence."""
    if verdict.margin is not None:
        # A value past its limit by just the courtesy is not past that, whatever rounding adds.
        verdict = replace(verdict, margin=Inches(round(verdict.margin, 9)))
    found = measured(verdict, what=what, snapshot=snapshot.number, line=line, blockers=blockers)
    outcome = rule_on(found, agreed.tolerance)
    if outcome is Outcome.OVERLOOKED:
        found = replace(found, courtesy=agreed.tolerance.courtesy)
    return Finding(clause=clause, outcome=outcome, says=says, measured=found)


_BRIDGE = "bridge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """How a move began with regard to an area; positive is inside."""

    depth: Inches
    doubtful: bool

    @property
    def inside(self) -> bool:
        return self.depth >= 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuledMove(LaidMove):
    """A move laid on the table, with what it is held against."""

    rules: MoveRules
    _began: dict[str, Began] = field(default_factory=dict)

    @property
    def entry_depth(self) -> float:
        """How far the leading point may go into ground that it enters."""
        chosen = self.rules.entry_depth
        return length_of(self.start.footprint) if chosen is None else chosen

    @property
    def half_width(self) -> float:
        return half_width(self.start.footprint, vehicle=self.rules.vehicle)

    def began(self, area: Terrain) -> Began:
        """Whether the move began in an area, measured once."""
        if area.id not in self._began:
            self._began[area.id] = _began(self, area)
        return self._began[area.id]


def ruled_move(snapshot: Snapshot, move: PieceMove, *, rules: MoveRules) -> RuledMove:
    """Lay a move on the table, to be held against these rules."""
    laid = laid_move(snapshot, move)
    return RuledMove(
        snapshot=snapshot,
        rules=rules,
        start=laid.start,
        now=laid.now,
        begun=laid.begun,
        ended=laid.ended,
        stops=laid.stops,
    )


def _began(laid: RuledMove, area: Terrain) -> Began:
    rules, start = laid.rules, laid.start
    if rules.membership is MembershipTest.MAJORITY:
        depth = _majority(laid.begun, area)
        bound = rules.agreed.doubt.bound(math.hypot(spread(start), area.sigma))
        return Began(depth=Inches(depth), doubtful=bound > 0 and abs(depth) <= bound)
    # Only where the mover stood matters, so the camera's health and the pose's age do not.
    size = laid.snapshot.table
    there = replace(start, age=Seconds(0.0), pose=_onto(size, pose=start.pose))
    alone = Snapshot(table=size, pieces=(there,), shared=laid.snapshot.shared)
    if rules.membership is MembershipTest.ANY_OVERLAP:
        verdict = reaches_into(
            alone, start.id, area=area.outline, sigma=area.sigma, doubt=rules.agreed.doubt
        )
    else:
        part = Part.WHOLE if rules.membership is MembershipTest.ALL else Part.CENTRE
        verdict = membership(
            alone,
            start.id,
            area=area.outline,
            part=part,
            sigma=area.sigma,
            doubt=rules.agreed.doubt,
        ).verdict
    doubtful = verdict.answer is Answer.TOO_CLOSE_TO_CALL
    return Began(depth=verdict.value or Inches(0.0), doubtful=doubtful)


def _onto(table: TableSize, *, pose: Pose | None) -> Pose | None:
    """A unit that gets off a carrier may begin a hair over the table's edge."""
    if pose is None:
        return None
    x = Inches(min(max(pose.x, 0.0), table.width))
    y = Inches(min(max(pose.y, 0.0), table.depth))
    return replace(pose, x=x, y=y)


def _majority(outline: Outline, area: Terrain) -> float:
    """About how far a model would have to be moved for just half of it to be in an area."""
    ground = shapely.Polygon(area.outline)
    shape = shapely.buffer(outline.core(), outline.radius) if outline.radius else outline.core()
    whole = float(shapely.area(shape))
    more = float(shapely.area(shapely.intersection(shape, ground))) - whole / 2
    cut = float(shapely.length(shapely.intersection(shape, shapely.boundary(ground))))
    return more / cut if cut > 1e-6 else math.copysign(math.sqrt(whole), more)


def forbidden(laid: RuledMove, *, within: Box | None = None) -> list[Barrier]:
    """Ground that the mover may not go through; where a bridge lies over water it is open."""
    rules, terrain = laid.rules, laid.snapshot.terrain
    found: list[Barrier] = []
    chosen = [area for area in terrain if rules.forbids(area.kind)]
    for area in chosen if within is None else near(chosen, within):
        solid = ground_of(area)
        water = area.kind in rules.impassable_kinds
        if water:
            for bridge in near((a for a in terrain if a.kind == _BRIDGE), box_of(area.outline)):
                solid = shapely.difference(solid, shapely.Polygon(bridge.outline))
        found.append(
            Barrier(
                id=area.id,
                solid=solid,
                clearance=Inches(0.0 if water else laid.half_width),
                sigma=area.sigma,
                water=water,
            )
        )
    return found


def way_in_words(laid: RuledMove, way: Way) -> str:
    """Which way a move is judged by, for a player who has seen nobody go it."""
    if len(way) <= 2:
        return "straight way"
    return "way that was named" if way == laid.stops else "shortest way"


def last_direction(way: Way) -> Point:
    """Which way a move went in the end."""
    for one, other in reversed(list(pairwise(way))):
        if math.dist(one, other) > 1e-9:
            return direction(one, other)
    return Inches(1.0), Inches(0.0)

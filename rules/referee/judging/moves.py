"""Judges a finished move by the first way that is legal, else by the least wrong one.

A player has to show no way, so whatever a legal way leads to is legal. Straight comes first; then
ways round what a way broke its move on, one by one and together.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.entering import entry_findings
from rules.referee.judging.ruled_move import (
    MoveRules,
    RuledMove,
    finding,
    forbidden,
    ruled_move,
    unseen,
    way_in_words,
)
from rules.referee.judging.standing import (
    end_findings,
    standing_in,
    water_findings,
    way_findings,
)
from rules.referee.toolkit.evidence import MILDEST_FIRST, Outcome, how_far, measured
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.phrases import listed
from rules.table.measuring.ranges import within_verdict
from rules.table.moves.lengths import move_length, turn_sigma, turned
from rules.table.moves.piece_move import PieceMove, spread, why_untold
from rules.table.moves.ways import (
    GRAZE,
    ROUNDER,
    Barrier,
    Way,
    box_of,
    encloses,
    ground_of,
    length,
    near,
    way_through,
)
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import Inches, plain
from rules.table.verdict import Verdict, judge


def judge_move(snapshot: Snapshot, move: PieceMove, *, rules: MoveRules) -> tuple[Finding, ...]:
    """Everything that a move was held against: its length first, then what it met.

    Whatever some legal way leads to is legal, so of all ways the least wrong one counts.
    """
    reason = why_untold(snapshot, start=move.mover, now=move.now, doubt=rules.agreed.doubt)
    if reason:
        return (unseen(reason, clause=_length_clause(rules), what="move", snapshot=snapshot),)
    laid = ruled_move(snapshot, move, rules=rules)
    tried_way = best_way(laid)
    turn = (pivot_finding(laid, tried_way.way),) if rules.pivot_cost > 0 else ()
    return (tried_way.length, *turn, *tried_way.others, *end_findings(laid))


def _length_clause(rules: MoveRules) -> str:
    clauses = rules.clauses
    return clauses.move if rules.allowance > 0 else clauses.still


def judge_standing(snapshot: Snapshot, piece: Piece, *, rules: MoveRules) -> tuple[Finding, ...]:
    """What the place where a piece stands owes to ground, edge and models; unseen, nothing."""
    if piece.pose is None or why_unmeasurable(snapshot, piece=piece, doubt=rules.agreed.doubt):
        return ()
    outline = place(piece)
    centre = point(outline.centre)
    laid = RuledMove(
        snapshot=snapshot,
        rules=rules,
        start=piece,
        now=piece,
        begun=outline,
        ended=outline,
        stops=(centre, centre),
    )
    return (*water_findings(laid), *end_findings(laid))


_MOST: Final = 16
"""Ways tried; what is not legal by then is for the players to argue."""
_GATES: Final = 8
"""Places tried at which a way may enter an area from another side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedWay:
    """One way, and everything that a move owes along it."""

    way: Way
    length: Finding
    others: tuple[Finding, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (self.length, *self.others)

    @property
    def badness(self) -> int:
        """How wrong it is: as wrong as its worst outcome."""
        return max(MILDEST_FIRST.index(each.outcome) for each in self.findings)

    @property
    def blamed(self) -> tuple[str, ...]:
        """The areas and models that another way should go round."""
        wrong = (each for each in self.others if each.outcome is not Outcome.KEPT)
        return tuple(dict.fromkeys(name for each in wrong for name in each.measured.blockers))


def best_way(laid: RuledMove) -> TriedWay:
    """The least wrong of all ways that were tried, the straighter one of equals."""
    direct = _direct_way(laid)
    best = tried_along(laid, direct)
    if best.badness == 0 or best.length.outcome is Outcome.BROKEN:
        return best
    queue = _rounds(best, avoided=frozenset())
    tried: set[frozenset[str]] = {frozenset()}
    while queue and len(tried) <= _MOST:
        avoided = queue.pop(0)
        if avoided in tried:
            continue
        tried.add(avoided)
        if (way := _way_round(laid, avoided=avoided)) is None:
            continue
        tried_way = tried_along(laid, way)
        if tried_way.badness < best.badness:
            best = tried_way
        if best.badness == 0:
            break
        if tried_way.length.outcome is not Outcome.BROKEN:
            queue += _rounds(tried_way, avoided=avoided)
    return best


def tried_along(laid: RuledMove, way: Way) -> TriedWay:
    """Everything that a move owes along this way, its end apart."""
    entered = entry_findings(laid, way)
    return TriedWay(
        way=way,
        length=length_finding(laid, way, rounded=_rounded(laid, way), stopped=bool(entered)),
        others=(*entered, *way_findings(laid, way)),
    )


def _rounds(tried_way: TriedWay, *, avoided: frozenset[str]) -> list[frozenset[str]]:
    """What to go round next: everything this way broke, and each of it alone."""
    blamed = tried_way.blamed
    each = [avoided | {name} for name in blamed]
    return [avoided | frozenset(blamed), *each] if len(blamed) > 1 else each


def _direct_way(laid: RuledMove) -> Way:
    """The shortest way round forbidden ground; straight over it where there is none."""
    way = way_through(laid.stops, obstacles=forbidden(laid), table=laid.snapshot.table)
    return laid.stops if way is None else way


def _way_round(laid: RuledMove, *, avoided: frozenset[str]) -> Way | None:
    """The shortest way that also goes round these areas and models."""
    start, end = laid.stops[0], laid.stops[-1]
    areas = [area for area in laid.snapshot.terrain if area.id in avoided]
    # Forbidden ground is gone round in any case, but for its bridges.
    ground = [_as_obstacle(area) for area in areas if not laid.rules.forbids(area.kind)]
    models = _models(laid, avoided)
    if any(encloses(each, start) for each in (*ground, *models)):
        return None
    if any(encloses(each, end) for each in models):
        return None
    obstacles = [*forbidden(laid), *ground, *models]
    around = [area for area in areas if encloses(_as_obstacle(area), end)]
    if not around:
        return way_through(laid.stops, obstacles=obstacles, table=laid.snapshot.table)
    if len(around) > 1:
        return None
    return _through_gates(laid, around[0], obstacles=obstacles)


def _as_obstacle(area: Terrain) -> Barrier:
    return Barrier(id=area.id, solid=ground_of(area), sigma=area.sigma)


def _models(laid: RuledMove, avoided: frozenset[str]) -> list[Barrier]:
    found: list[Barrier] = []
    for piece in laid.snapshot.pieces:
        if piece.id in avoided and piece.pose is not None:
            outline = place(piece)
            solid = outline.core()
            if outline.radius:
                solid = shapely.buffer(solid, outline.radius * ROUNDER, quad_segs=4)
            found.append(
                Barrier(
                    id=piece.id,
                    solid=solid,
                    clearance=Inches(laid.half_width),
                    sigma=Inches(spread(piece)),
                )
            )
    return found


def _through_gates(laid: RuledMove, area: Terrain, *, obstacles: list[Barrier]) -> Way | None:
    """The shortest way that enters an area near enough to an end that lies inside it.

    Near enough without courtesy, where the allowance reaches there; else with it.
    """
    courtesy = laid.rules.agreed.tolerance.courtesy
    room = 0.0 if laid.rules.forbids(area.kind) else laid.entry_depth - laid.reach
    strict = _through_gate(laid, area, room=room, obstacles=obstacles)
    if courtesy <= 0 or (strict is not None and length(strict) <= laid.rules.allowance):
        return strict
    return _through_gate(laid, area, room=room + courtesy, obstacles=obstacles) or strict


def _through_gate(
    laid: RuledMove, area: Terrain, *, room: float, obstacles: list[Barrier]
) -> Way | None:
    end = laid.stops[-1]
    most = laid.rules.allowance + laid.rules.agreed.tolerance.courtesy + 1.0
    others = [each.solid for each in obstacles if each.id != area.id]
    close = []
    for gate in _gates(area, end=end, room=room):
        least = length((*laid.stops[:-1], gate, end))
        if least <= most and not _runs_through(others, leg=(gate, end)):
            close.append((least, gate))
    best: tuple[float, Way] | None = None
    for least, gate in sorted(close)[:_GATES]:
        if best is not None and least >= best[0]:
            break
        stops = (*laid.stops[:-1], gate)
        way = way_through(stops, obstacles=obstacles, table=laid.snapshot.table)
        if way is not None and (best is None or length(way) + math.dist(gate, end) < best[0]):
            best = (length(way) + math.dist(gate, end), (*way, end))
    return None if best is None else best[1]


def _runs_through(solids: list[shapely.Geometry], *, leg: tuple[Point, Point]) -> bool:
    shared = shapely.intersection(np.array(solids, dtype=object), shapely.LineString(leg))
    return bool((shapely.length(shared) > GRAZE).any())


def _gates(area: Terrain, *, end: Point, room: float) -> Iterator[Point]:
    """Places just outside an area from which no more than this leads straight to an end in it."""
    if room <= 10 * GRAZE:
        return
    solid = ground_of(area)
    rim = shapely.buffer(solid, 5 * GRAZE, join_style="mitre")
    centre = np.array(end)
    for one, other in pairwise(shapely.get_coordinates(rim)):
        for at in _on_edge(one, other=other, centre=centre, room=room - 10 * GRAZE):
            leg = shapely.LineString([at, centre])
            inside = float(shapely.length(shapely.intersection(solid, leg)))
            if math.dist(at, centre) - inside < 100 * GRAZE:
                yield point(at)


def _on_edge(one: Floats, *, other: Floats, centre: Floats, room: float) -> list[Floats]:
    """A few points of an edge that are no farther from the centre than there is room."""
    long = math.dist(one, other)
    if long <= GRAZE:
        return []
    along = (other - one) / long
    foot = float((centre - one) @ along)
    away = math.dist(centre, one + along * foot)
    if away > room or math.isinf(room):
        return [one + along * min(max(foot, 0.0), long)] if math.isinf(room) else []
    half = math.sqrt(room**2 - away**2)
    low, high = max(0.0, foot - half), min(long, foot + half)
    if low > high:
        return []
    return [one + along * at for at in np.linspace(low, high, 5)]


def _rounded(laid: RuledMove, way: Way) -> tuple[Barrier, ...]:
    """What a way has its bends at."""
    bends = [at for at in way if at not in laid.stops]
    if not bends:
        return ()
    spots = shapely.MultiPoint(bends)
    box = box_of(bends, margin=2 * laid.half_width + 1.0)
    models = _models(laid, frozenset(other.id for other in standing_in(laid, box=box)))
    ground = [_as_obstacle(area) for area in near(laid.snapshot.terrain, box)]
    ground += forbidden(laid, within=box)
    return tuple(
        {
            each.id: each
            for each in (*ground, *models)
            if float(shapely.distance(each.solid, spots)) < ROUNDER**2 * each.clearance + 1e-3
        }.values()
    )


def length_finding(
    laid: RuledMove, way: Way, *, rounded: tuple[Barrier, ...], stopped: bool
) -> Finding:
    """The length of the move along this way, held against its allowance.

    ``stopped`` says that something ended the move early, so even an exact one may be shorter.
    """
    rules, name = laid.rules, laid.start.id
    still = rules.allowance <= 0
    measure = move_length(
        laid,
        way,
        limit=rules.allowance,
        metric=rules.metric,
        pivot_cost=rules.pivot_cost,
        rounded=rounded,
        doubt=rules.agreed.doubt,
    )
    verdict = measure.verdict
    if rules.exact and not still and not stopped:
        verdict = _exactly(verdict)
    found = measured(verdict, what="move", snapshot=laid.snapshot.number)
    says = f"{name} moved {how_far(found)}"
    if len(way) > 2:
        round_what = f" round {listed(each.id for each in rounded)}" if rounded else ""
        says += f", by the {way_in_words(laid, way)}{round_what}"
    return finding(
        verdict,
        clause=_length_clause(rules),
        what="move",
        says=says,
        snapshot=laid.snapshot,
        agreed=rules.agreed,
        line=measure.track,
        blockers=tuple(each.id for each in rounded),
    )


def pivot_finding(laid: RuledMove, way: Way) -> Finding:
    """How far the model turned and what that cost; the cost is part of the length."""
    angle = turned(laid, way)
    cost = angle / 90.0 * laid.rules.pivot_cost
    says = f"{laid.start.id} turned {angle:.0f} degrees, which takes {plain(cost)} in of its move"
    verdict = within_verdict(
        Inches(cost),
        subject=says,
        limit=None,
        sigma=Inches(turn_sigma(laid, laid.rules.pivot_cost)),
        doubt=laid.rules.agreed.doubt,
        pieces=laid.pieces,
    )
    return finding(
        verdict,
        clause=laid.rules.clauses.move,
        what="pivot",
        says=says,
        snapshot=laid.snapshot,
        agreed=laid.rules.agreed,
    )


def _exactly(verdict: Verdict) -> Verdict:
    """Of an exact move too little is as wrong as too much."""
    margin = Inches(-abs(verdict.margin or 0.0))
    return replace(verdict, margin=margin, answer=judge(margin, verdict.bound or 0.0))

"""Judges how a squad or a gun gets on and off its carrier, by its own will or by force."""

import math
from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import MoveRules, finding, unseen
from rules.referee.judging.spacing import Spacing, spacing
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.measuring.ranges import within_verdict
from rules.table.moves.piece_move import PieceMove, why_untold
from rules.table.outlines.length_error import covariances
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import why_none_measurable, why_unmeasurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot
from rules.table.units import Degrees, Inches, is_told, plain, plain_error
from rules.table.verdict import Verdict, judge

_DETOUR: Final = Inches(0.5)
"""What is gone round with so little more has stopped nobody."""


def judge_mounting(
    snapshot: Snapshot,
    move: PieceMove,
    *,
    carrier: Piece,
    rules: MoveRules,
    contact: Inches,
    clause: str,
) -> tuple[Finding, ...]:
    """Whether a unit came up to its carrier within its allowance: the contact, then the move.

    A unit that stands on its carrier already is aboard: it walked to the nearest place from which
    it could climb on. One whose place aboard nobody sees is a move to a declared pose there.
    """
    doubt = rules.agreed.doubt
    reason = why_unmeasurable(snapshot, piece=carrier, doubt=doubt) or why_untold(
        snapshot, start=move.mover, now=move.now, doubt=doubt
    )
    if reason:
        return (unseen(reason, clause=clause, what="contact", snapshot=snapshot),)
    found = spacing(snapshot, (carrier, move.now))
    name = move.mover.id
    verdict = within_verdict(
        found.gap,
        subject=f"{name} is {plain(found.gap)} in from {carrier.id}",
        limit=contact,
        sigma=found.sigma,
        overlap=found.depth,
        doubt=doubt,
        pieces=(carrier, move.now),
    )
    touch = finding(
        verdict,
        clause=clause,
        what="contact",
        says=f"{name} came within {plain(found.gap)} in of {carrier.id}, "
        f"{plain(contact)} in needed to get on",
        snapshot=snapshot,
        agreed=rules.agreed,
        line=(found.start, found.end),
    )
    walked = move
    if found.depth > 0 and not move.way:
        walked = _up_to(snapshot, move, carrier=carrier, contact=contact)
    allowed = replace(rules, ignored=rules.ignored | {carrier.id})
    return (touch, *judge_move(snapshot, walked, rules=allowed))


def _up_to(snapshot: Snapshot, move: PieceMove, *, carrier: Piece, contact: Inches) -> PieceMove:
    """The shortest straight move after which a unit is in contact with its carrier."""
    start = move.mover
    found = spacing(snapshot, (start, carrier))
    needed = max(0.0, found.gap - contact)
    if start.pose is None or needed <= 0:
        pose = start.pose or move.end
    else:
        x, y = found.away
        pose = replace(
            start.pose, x=Inches(start.pose.x + x * needed), y=Inches(start.pose.y + y * needed)
        )
    # How far it has to go is as uncertain as the carrier that it goes up to.
    error = move.end.covariance if carrier.pose is None else carrier.pose.covariance
    return replace(move, end=replace(pose, covariance=error))


def judge_dismounting(
    snapshot: Snapshot, carrier: Piece, *, end: Piece, rules: MoveRules, clause: str
) -> tuple[Finding, ...]:
    """Everything that a unit's walk off its carrier was held against.

    Its way begins on the carrier's outline, where that is nearest to the place it went to.
    """
    if reason := why_none_measurable(snapshot, pieces=(carrier, end), doubt=rules.agreed.doubt):
        return (unseen(reason, clause=clause, what="move", snapshot=snapshot),)
    move = _off(carrier, end=end)
    allowed = replace(rules, pass_through=rules.pass_through | {carrier.id})
    first, *others = judge_move(snapshot, move, rules=allowed)
    says = f"{first.says}, measured from {carrier.id}"
    walked = replace(first, says=says, clause=clause if rules.allowance > 0 else first.clause)
    return (walked, *others)


def _off(carrier: Piece, *, end: Piece) -> PieceMove:
    """The move of a unit's centre from its carrier's outline to where it stands."""
    there, outline = place(end), place(carrier)
    spot = _rim(outline, towards=there.centre)
    offset = there.centre - there.origin
    heading = Degrees(0.0) if end.pose is None else end.pose.heading
    pose = Pose(
        x=Inches(float(spot[0] - offset[0])),
        y=Inches(float(spot[1] - offset[1])),
        heading=heading,
        covariance=_carried(carrier, lever=np.array(spot) - outline.origin),
    )
    start = replace(carrier, id=end.id, footprint=end.footprint, pose=pose, kind=end.kind)
    return PieceMove.between(start, end)


def _rim(outline: Outline, *, towards: Floats) -> Point:
    """The point of an outline that is nearest to another point."""
    rim = shapely.boundary(outline.core()) if len(outline.corners) > 1 else outline.core()
    line = shapely.get_coordinates(shapely.shortest_line(rim, shapely.Point(towards)))
    long = math.dist(*line)
    along = (line[1] - line[0]) / long if long > 0 else np.array([1.0, 0.0])
    return point(line[0] + along * outline.radius)


def _carried(carrier: Piece, *, lever: Floats) -> Covariance:
    """The error of a place that is fixed to a piece, ``lever`` from the point it turns about."""
    degree = math.radians(1.0)
    turn = np.array([[1.0, 0.0, -lever[1] * degree], [0.0, 1.0, lever[0] * degree]])
    matrix = turn @ covariances([carrier])[0] @ turn.T
    return Covariance(xx=float(matrix[0, 0]), xy=float(matrix[0, 1]), yy=float(matrix[1, 1]))


def judge_forced_dismount(
    carrier: Piece,
    unit: Piece,
    *,
    die: int,
    snapshot: Snapshot,
    exact: bool = True,
    ground: MoveRules,
    agreed: Agreed = Agreed(),
    clause: str,
) -> Finding:
    """Whether a unit that was forced off stands as far from its carrier as the die says.

    It may stand nearer where ground that it cannot enter, or not that deep, or the table's edge
    keeps it from going on in its direction. ``ground`` says which ground that is.
    """
    if reason := why_none_measurable(snapshot, pieces=(carrier, unit), doubt=agreed.doubt):
        return unseen(reason, clause=clause, what="dismount", snapshot=snapshot)
    found = spacing(snapshot, (carrier, unit))
    stopper = None
    if exact and found.gap < die:
        rules = replace(ground, agreed=agreed)
        stopper = _in_the_way(snapshot, carrier, unit=unit, found=found, die=die, rules=rules)
    verdict = within_verdict(
        found.gap,
        subject=f"{unit.id} stands {plain(found.gap)} in from {carrier.id}",
        limit=Inches(float(die)),
        sigma=found.sigma,
        doubt=agreed.doubt,
        pieces=(carrier, unit),
    )
    if exact and stopper is None:
        verdict = _just(verdict)
    error = f" (error {plain_error(found.sigma)})" if is_told(found.sigma) else ""
    because = f"; {stopper} keeps it from going farther" if stopper else ""
    return finding(
        verdict,
        clause=clause,
        what="dismount",
        says=f"{unit.id} stands {plain(found.gap)} in from {carrier.id}, "
        f"{die} in rolled{error}{because}",
        snapshot=snapshot,
        agreed=agreed,
        line=(found.start, found.end),
        blockers=() if stopper is None else (stopper,),
    )


def _just(verdict: Verdict) -> Verdict:
    """Too near is as wrong as too far."""
    margin = Inches(-abs(verdict.margin or 0.0))
    return replace(verdict, margin=margin, answer=judge(margin, verdict.bound or 0.0))


def _in_the_way(
    snapshot: Snapshot, carrier: Piece, *, unit: Piece, found: Spacing, die: int, rules: MoveRules
) -> str | None:
    """What would have stopped the unit on its way to the full distance, in its direction."""
    if unit.pose is None:
        return None
    x, y = found.away
    if found.gap <= 0:
        step = place(unit).centre - place(carrier).centre
        x, y = point(step / max(math.hypot(*step), 1e-9))
    on = die - found.gap
    pose = replace(unit.pose, x=Inches(unit.pose.x + x * on), y=Inches(unit.pose.y + y * on))
    everyone = frozenset(piece.id for piece in snapshot.pieces)
    move = _off(carrier, end=replace(unit, pose=pose))
    straight = math.dist(place(move.mover).centre, place(move.now).centre)
    alone = replace(rules, ignored=everyone, allowance=Inches(straight + _DETOUR))
    for each in judge_move(snapshot, move, rules=alone):
        if each.measured.what != "move" and each.outcome is not Outcome.KEPT:
            name = each.measured.blockers[0] if each.measured.blockers else "the ground"
            return "the table's edge" if name == "edge" else name
    return None

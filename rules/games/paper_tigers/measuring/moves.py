"""Knows whether a finished move was legal, and where a model that went too far should stand."""

from dataclasses import replace
from typing import Final

from rules.games.paper_tigers.measuring.courses import best_course, course_along
from rules.games.paper_tigers.measuring.journey import (
    Finding,
    Journey,
    MembershipTest,
    MoveMetric,
    MoveRules,
    Way,
    unseen,
    why_untold,
)
from rules.games.paper_tigers.measuring.standing import end_findings, water_findings
from rules.games.paper_tigers.measuring.travel import pivot_finding
from rules.games.paper_tigers.measuring.trip import Trip, trip_of
from rules.games.paper_tigers.measuring.ways import first_part, length
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import point
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.table.verdict import Doubt

__all__ = [
    "Finding",
    "Journey",
    "MembershipTest",
    "MoveMetric",
    "MoveRules",
    "judge_move",
    "judge_standing",
    "pull_back",
]

_STEP: Final = 0.25
"""Inches between the places that a correction tries, before it looks closer."""
_STRICT: Final = Tolerance(courtesy=Inches(0.0), borderline=Leaning.STRICT, doubt=Leaning.STRICT)
"""A correction proposes what is legal beyond all courtesy."""


def judge_move(snapshot: Snapshot, journey: Journey, *, rules: MoveRules) -> tuple[Finding, ...]:
    """Everything that a move was held against: its length first, then what it met.

    Whatever some legal way leads to is legal, so of all ways the least wrong one counts.
    """
    reason = why_untold(snapshot, start=journey.mover, now=journey.now, doubt=rules.doubt)
    if reason:
        clause = "PT1-D1b" if rules.allowance > 0 else "PT1-D1c"
        return (unseen(reason, clause=clause, what="move", snapshot=snapshot),)
    trip = trip_of(snapshot, journey, rules=rules)
    course = best_course(trip)
    turn = (pivot_finding(trip, course.way),) if rules.pivot_cost > 0 else ()
    return (course.length, *turn, *course.others, *end_findings(trip))


def judge_standing(snapshot: Snapshot, piece: Piece, *, rules: MoveRules) -> tuple[Finding, ...]:
    """What the place where a piece stands owes to ground, edge and models; unseen, nothing."""
    if piece.pose is None or why_unmeasurable(snapshot, piece=piece, doubt=rules.doubt):
        return ()
    outline = place(piece)
    centre = point(outline.centre)
    trip = Trip(
        snapshot=snapshot,
        rules=rules,
        start=piece,
        now=piece,
        begun=outline,
        ended=outline,
        stops=(centre, centre),
    )
    return (*water_findings(trip), *end_findings(trip))


def pull_back(journey: Journey, *, rules: MoveRules, snapshot: Snapshot) -> Pose | None:
    """Where a correction would put the model: the farthest legal place along its way.

    None when nothing is broken, or nothing can be seen.
    """
    findings = judge_move(snapshot, journey, rules=rules)
    if all(each.outcome is not Outcome.BROKEN for each in findings):
        return None
    start = journey.mover.pose
    if rules.allowance <= 0:
        return None if start is None else replace(start, covariance=Covariance())
    trip = trip_of(snapshot, journey, rules=rules)
    way = best_course(trip).way
    strict = replace(
        rules, exact=False, tolerance=_STRICT, doubt=Doubt(max_age=rules.doubt.max_age)
    )
    whole = length(way)
    low, high = min(whole, rules.allowance), whole
    while low > 0 and not _legal(trip, way, upto=low, rules=strict):
        low, high = max(0.0, low - _STEP), low
    for _ in range(12 if 0 < low < high <= low + _STEP else 0):
        middle = (low + high) / 2
        if _legal(trip, way, upto=middle, rules=strict):
            low = middle
        else:
            high = middle
    if low <= 0 and start is not None:
        return replace(start, covariance=Covariance())
    return _pose_at(trip, first_part(way, length=low))


def _legal(trip: Trip, way: Way, *, upto: float, rules: MoveRules) -> bool:
    """Whether a move that stopped there would have kept everything, by this very way."""
    part = first_part(way, length=upto)
    start = trip.start
    if start.pose is None:
        return False
    known = replace(start, pose=replace(start.pose, covariance=Covariance()))
    shorter = Journey(mover=known, end=_pose_at(trip, part), way=part[1:-1])
    there = trip_of(trip.snapshot, shorter, rules=rules)
    course = course_along(there, part)
    findings = (*course.findings, *end_findings(there))
    return all(each.outcome is Outcome.KEPT for each in findings)


def _pose_at(trip: Trip, part: Way) -> Pose:
    """The pose, with the heading the model ended with, whose centre is where this way ends."""
    offset = trip.ended.centre - trip.ended.origin
    heading = trip.now.pose.heading if trip.now.pose is not None else Degrees(0.0)
    x, y = (float(part[-1][k] - offset[k]) for k in (0, 1))
    return Pose(x=Inches(x), y=Inches(y), heading=heading)

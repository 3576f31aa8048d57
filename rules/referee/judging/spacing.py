"""Measures the gap between pieces of two moments, and whether a follower kept close."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rules.referee.judging.ruled_move import finding, unseen
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.measuring.gaps import gap_of
from rules.table.measuring.ranges import within_verdict
from rules.table.moves.piece_move import variance_at, why_untold, word_of
from rules.table.outlines.outline import place
from rules.table.seeing import on_whose_word, vouched, why_unmeasurable
from rules.table.shapes import Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Doubt, Verdict, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacing:
    """A gap, from where to where it was measured, and its error."""

    gap: Inches
    depth: Inches
    """How deep the two overlap, else 0."""
    sigma: Inches
    start: Point
    end: Point

    @property
    def away(self) -> Point:
        """The unit vector from the first piece to the second; nothing where they touch."""
        long = math.dist(self.start, self.end)
        if long <= 0:
            return Inches(0.0), Inches(0.0)
        step = np.subtract(self.end, self.start) / long
        return point(step)


def spacing(snapshot: Snapshot, pair: tuple[Piece, Piece]) -> Spacing:
    """How far the second piece is from the first, edge to edge."""
    found = gap_of(snapshot, pair)
    return Spacing(
        gap=Inches(found.distance),
        depth=Inches(found.depth),
        sigma=Inches(found.sigma),
        start=point(found.start),
        end=point(found.end),
    )


def judge_staying_close(
    followed: Piece,
    *,
    start: Piece,
    end: Piece,
    snapshot: Snapshot,
    allowance: Inches,
    reach: Inches,
    stopped: Callable[[], bool] = lambda: False,
    agreed: Agreed = Agreed(),
    clause: str,
) -> Finding:
    """Whether a follower ended as near to the unit it follows as it has to.

    ``start`` and ``end`` are the follower, ``followed`` stands where its own move ended. Within
    ``reach`` where the allowance gets it there, else as near as that gets it or not moved at all.
    ``stopped`` tells whether ground was in its way: how near it could have come is for the players.
    """
    doubt = agreed.doubt
    reason = why_unmeasurable(snapshot, piece=followed, doubt=doubt) or why_untold(
        snapshot, start=start, now=end, doubt=doubt
    )
    if reason:
        return unseen(reason, clause=clause, what="following", snapshot=snapshot)
    rule = partial(finding, clause=clause, what="following", snapshot=snapshot, agreed=agreed)
    before = spacing(snapshot, (followed, start))
    after = spacing(snapshot, (followed, end))
    pieces = (followed, *word_of(start, end))
    found = _ended((before, after), pieces=pieces, allowance=allowance, reach=reach, doubt=doubt)
    ruled = rule(found, says=_ended_says(found, pieces))
    if ruled.outcome is Outcome.KEPT:
        return ruled
    if _stayed(start, end, agreed=agreed):
        short = _too_far_to_reach(
            before, pieces=pieces, allowance=allowance, reach=reach, doubt=doubt
        )
        stay = rule(short, says=short.why)
        if stay.outcome is not Outcome.BROKEN:
            return stay
    if ruled.outcome is Outcome.BROKEN and stopped():
        return replace(
            ruled,
            outcome=Outcome.ASKED,
            says=f"{ruled.says}; whether the ground let it come nearer is for the players",
        )
    return ruled


def _ended(
    gaps: tuple[Spacing, Spacing],
    *,
    pieces: tuple[Piece, ...],
    allowance: Inches,
    reach: Inches,
    doubt: Doubt,
) -> Verdict:
    """The gap it ended with, held against the smallest that it must and can have."""
    before, after = gaps
    nearest = before.gap - max(0.0, allowance)
    limit = max(reach, nearest)
    # A limit that was measured itself has an error of its own.
    sigma = math.hypot(after.sigma, before.sigma) if nearest > reach else after.sigma
    return within_verdict(
        after.gap,
        subject=f"{pieces[-1].id} ended {plain(after.gap)} in from {pieces[0].id}",
        limit=Inches(limit),
        sigma=Inches(sigma),
        overlap=after.depth,
        doubt=doubt,
        pieces=pieces,
    )


def _ended_says(found: Verdict, pieces: tuple[Piece, ...]) -> str:
    value, limit = found.value or 0.0, found.limit or 0.0
    error = f" (error {plain_error(found.sigma)})" if is_told(found.sigma) else ""
    return (
        f"{pieces[-1].id} ended {plain(value)} in from {pieces[0].id}, which it follows, "
        f"{plain(limit)} in needed{error}"
    )


def _too_far_to_reach(
    before: Spacing, *, pieces: tuple[Piece, ...], allowance: Inches, reach: Inches, doubt: Doubt
) -> Verdict:
    """A follower that cannot come within reach may stay: how much it lacks."""
    need = max(0.0, before.gap - reach)
    margin = Inches(need - max(0.0, allowance))
    bound = doubt.bound(before.sigma)
    name = pieces[-1].id
    says = (
        f"{name} stayed where it was: it needs {plain(need)} in to come within {plain(reach)} in "
        f"of {pieces[0].id} and has {plain(allowance)} in"
    )
    return Verdict(
        answer=judge(margin, bound),
        value=Inches(need),
        limit=allowance,
        margin=margin,
        sigma=before.sigma,
        bound=bound,
        why=says + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def _stayed(start: Piece, end: Piece, *, agreed: Agreed) -> bool:
    """Whether it stands where it stood, as far as anybody can tell or minds."""
    one, other = place(start), place(end)
    step = other.centre - one.centre
    moved = math.hypot(*step)
    along = step / moved if moved > 0 else np.array([1.0, 0.0])
    variance = variance_at(start, outline=one, at=one.centre, along=along)
    variance += variance_at(end, outline=other, at=other.centre, along=along)
    return moved <= max(agreed.tolerance.courtesy, agreed.doubt.bound(math.sqrt(variance)))

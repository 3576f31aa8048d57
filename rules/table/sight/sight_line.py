"""Judges whether one piece sees another, by how much, and what stands in the way."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import shapely

from rules.table.seeing import (
    on_whose_word,
    vouched,
    why_none_measurable,
    why_unmeasurable,
)
from rules.table.shapes import Floats, Segment, point, polygon_of
from rules.table.sight.ground import Blockers, Ground, blocking, chord, ground_of
from rules.table.sight.sight_flips import Flip, flips_of
from rules.table.sight.sight_table import shares_blocked
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Something that the sight line runs through."""

    id: str
    kind: str
    chord: Segment
    length: Inches
    """How much of the line lies within; less than the chord where the outline bends inwards."""
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The verdict on a sight line, YES when it is clear, and what it rests on.

    The verdict's value is the clearance: how far the line or an end would have to shift before the
    answer changed, negative when sight is blocked; None when nothing on the table could change it.
    """

    verdict: Verdict
    line: Segment | None
    blocked_by: tuple[Crossing, ...]
    nearest: str | None
    """What would change the answer first."""
    witness: Segment | None
    """The shift that would change it: from the line to the outline."""
    over: tuple[str, ...]
    """Areas that the line runs over and that block nothing, by kind or because an end is inside."""
    p_blocked: float | None
    """In which share of the worlds within the error sight is blocked."""


def sight_between(
    snapshot: Snapshot,
    pair: tuple[str, str],
    *,
    blockers: Blockers = Blockers(),
    doubt: Doubt = Doubt(),
) -> Sight:
    """Whether the line between two pieces' centres is clear."""
    return look(ground_of(snapshot, blockers), pair, doubt=doubt)


def look(ground: Ground, pair: tuple[str, str], *, doubt: Doubt = Doubt()) -> Sight:
    """The same on a ground that is packed already, for whoever asks about several pairs."""
    pieces = tuple(ground.snapshot.piece(name) for name in pair)
    if reason := why_none_measurable(ground.snapshot, pieces=pieces, doubt=doubt):
        return _unseen(reason)
    if lost := _lost_blockers(ground, pair=pair, doubt=doubt):
        return _look_without(ground, pair, lost=lost, doubt=doubt)
    rows = (ground.index[pair[0]], ground.index[pair[1]])
    line = ground.centres[list(rows)]
    every = np.arange(len(ground.named))
    met = np.nonzero(
        blocking(
            ground, start=np.full(len(every), rows[0]), end=np.full(len(every), rows[1]), ring=every
        )
    )[0]
    flips = flips_of(ground, rows=rows, met=met, doubt=doubt)
    crossings = tuple(_crossing(ground, ring=int(ring), line=line) for ring in met)
    p_blocked = _p_blocked(ground, rows=rows, blocked=bool(len(met)))
    first = min(flips, key=lambda flip: flip.distance, default=None)
    verdict = _verdict(pair, crossings=crossings, flips=flips, p_blocked=p_blocked, doubt=doubt)
    over = _looked_over(ground, line=line, but={each.id for each in crossings})
    why = verdict.why
    if verdict.answer is Answer.YES and over:
        why += f"; looks over {', '.join(over)}"
    deciding = {*(each.id for each in crossings), first.nearest if first else ""}
    pieces += tuple(
        piece for piece in ground.pieces if piece.id in deciding & ground.blockers.pieces
    )
    return Sight(
        verdict=replace(verdict, why=why + on_whose_word(pieces), declared=vouched(pieces)),
        line=(point(line[0]), point(line[1])),
        blocked_by=crossings,
        nearest=first.nearest if first else None,
        witness=first.witness if first else None,
        over=over,
        p_blocked=p_blocked,
    )


def _looked_over(ground: Ground, *, line: Floats, but: set[str]) -> tuple[str, ...]:
    """The other areas on the line, so that a kind spelt differently does not go unnoticed."""
    drawn = shapely.linestrings(line)
    return tuple(
        f"{area.kind} {area.id}" if area.kind != area.id else area.id
        for area in ground.snapshot.terrain
        if area.id not in but and shapely.intersects(polygon_of(area.outline), drawn)
    )


def _unseen(reason: str) -> Sight:
    return Sight(
        verdict=cannot_see(reason),
        line=None,
        blocked_by=(),
        nearest=None,
        witness=None,
        over=(),
        p_blocked=None,
    )


def _lost_blockers(ground: Ground, *, pair: tuple[str, str], doubt: Doubt) -> dict[str, str]:
    """The pieces that block sight but whose place is not known now, each with the reason."""
    snapshot = ground.snapshot
    reasons = {
        name: why_unmeasurable(snapshot, piece=snapshot.piece(name), doubt=doubt)
        for name in sorted(ground.blockers.pieces - set(pair))
    }
    return {name: reason for name, reason in reasons.items() if reason is not None}


def _look_without(
    ground: Ground, pair: tuple[str, str], *, lost: dict[str, str], doubt: Doubt
) -> Sight:
    """A line blocked without them stays blocked; of any other line nothing can be said."""
    known = replace(ground.blockers, pieces=ground.blockers.pieces - set(lost))
    found = look(ground_of(ground.snapshot, known), pair, doubt=doubt)
    if found.verdict.answer is Answer.NO:
        return found
    name, reason = next(iter(lost.items()))
    return _unseen(f"{name} may stand in the way: {reason}")


def _p_blocked(ground: Ground, *, rows: tuple[int, int], blocked: bool) -> float:
    row, other = sorted(rows)
    errors = (ground.covariance[list(rows)].any(), ground.ring_covariance.any())
    if not any(errors):
        return float(blocked)
    return float(shares_blocked(ground, row, others=np.array([other]))[0])


def _crossing(ground: Ground, *, ring: int, line: Floats) -> Crossing:
    ends, length = chord(ground, ring=ring, line=line)
    named = ground.named[ring]
    return Crossing(
        id=named.id,
        kind=named.kind,
        chord=(point(ends[0]), point(ends[1])),
        length=Inches(length),
        told=str(named) if named.id in ground.index else ground_told(named.kind),
    )


def _verdict(
    pair: tuple[str, str],
    *,
    crossings: tuple[Crossing, ...],
    flips: list[Flip],
    p_blocked: float,
    doubt: Doubt,
) -> Verdict:
    """The clearance is to the nearest flip; too close is decided by whichever is most in doubt.

    It is too close, too, when the samples disagree.
    """
    sign = -1.0 if crossings else 1.0
    mixed = doubt.blocked_low < p_blocked < doubt.blocked_high
    if not flips:
        return _undisturbed(pair, crossings=crossings, p_blocked=p_blocked, mixed=mixed)
    flip = min(flips, key=lambda each: each.distance)
    vaguest = min(flips, key=lambda each: each.distance - doubt.bound(each.sigma))
    sigma, bound = flip.sigma, doubt.bound(flip.sigma)
    if vaguest.distance <= doubt.bound(vaguest.sigma):
        sigma, bound = vaguest.sigma, doubt.bound(vaguest.sigma)
    clearance = Inches(sign * flip.distance)
    if mixed:
        bound = Inches(max(bound, flip.distance))
    answer = judge(clearance, bound)
    if answer is not Answer.TOO_CLOSE_TO_CALL:
        answer = Answer.NO if crossings else Answer.YES
    return Verdict(
        answer=answer,
        value=clearance,
        limit=None,
        margin=clearance,
        sigma=Inches(sigma),
        bound=bound,
        why=_why(pair, answer=answer, crossings=crossings, flip=flip, p_blocked=p_blocked),
    )


def _undisturbed(
    pair: tuple[str, str], *, crossings: tuple[Crossing, ...], p_blocked: float, mixed: bool
) -> Verdict:
    """No shift sideways changes the answer; an end that passes a thin area lengthwise still may."""
    seen = f"{pair[0]} sees {pair[1]}: nothing that blocks sight is near the line"
    things, stand = in_the_way(each.told for each in crossings)
    lost = f"{pair[0]} cannot see {pair[1]}: {things} {stand} in the way"
    doubtful = f"{pair[0]} to {pair[1]} is too close to call{_share(p_blocked)}"
    answer = Answer.NO if crossings else Answer.YES
    if mixed:
        answer = Answer.TOO_CLOSE_TO_CALL
    return Verdict(
        answer=answer,
        value=None,
        limit=None,
        margin=None,
        sigma=None,
        bound=None,
        why=doubtful if mixed else (lost if crossings else seen),
    )


def _why(
    pair: tuple[str, str],
    *,
    answer: Answer,
    crossings: tuple[Crossing, ...],
    flip: Flip,
    p_blocked: float,
) -> str:
    error = f"error {plain_error(flip.sigma)} in"
    told = f" (error {plain_error(flip.sigma)} in)" if is_told(flip.sigma) else ""
    if answer is Answer.TOO_CLOSE_TO_CALL:
        how = "blocked" if crossings else "clear"
        return (
            f"{pair[0]} to {pair[1]} is too close to call: {how} by {plain(flip.distance)} in at "
            f"{flip.nearest}{_share(p_blocked, error=error)}"
        )
    if crossings:
        things, stand = in_the_way(each.told for each in crossings)
        return (
            f"{pair[0]} cannot see {pair[1]}: {things} {stand} in the way, "
            f"by {plain(flip.distance)} in{told}"
        )
    return f"{pair[0]} sees {pair[1]}: clear by {plain(flip.distance)} in past {flip.nearest}{told}"


def _share(p_blocked: float, *, error: str = "any error") -> str:
    """How often the line is blocked by what the error allows, where that is one or the other."""
    share = f"{p_blocked:.0%}"
    return "" if share in {"0%", "100%"} else f" ({error}, blocked {share} of the time)"


def in_the_way(names: Iterable[str]) -> tuple[str, str]:
    """What stands between, and its verb; ground of one kind is told once.

    >>> in_the_way(["the woods", "the woods"]), in_the_way(["the wall"]), in_the_way(["tank T4"])
    (('the woods', 'stand'), ('the wall', 'stands'), ('tank T4', 'stands'))
    """
    things = list(dict.fromkeys(names))
    several = len(things) > 1 or any(re.fullmatch("the .*s", each) for each in things)
    return " and ".join(things), "stand" if several else "stands"


def ground_told(kind: str) -> str:
    """Ground as a map calls it.

    >>> ground_told("deep_water")
    'the deep water'
    """
    return f"the {kind.replace('_', ' ')}"

"""Knows whether one piece sees another, by how much, and what stands in the way."""

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely

from rules.table.ground import Blockers, Ground, blocking, chord, ground_of
from rules.table.lateral import (
    Covered,
    Shift,
    covered_by_disc,
    covered_by_ring,
    merge,
    turning_points,
)
from rules.table.rings import Ints
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import Floats, Segment, point
from rules.table.sight_table import shares_blocked
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Something that the sight line runs through."""

    id: str
    kind: str
    chord: Segment
    length: Inches
    """How much of the line lies within; less than the chord where the outline bends inwards."""


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
    p_blocked: float | None
    """In which share of the worlds within the error sight is blocked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One way in which the answer could change."""

    distance: float
    sigma: float
    nearest: str
    witness: Segment


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
        return Sight(
            verdict=cannot_see(reason),
            line=None,
            blocked_by=(),
            nearest=None,
            witness=None,
            p_blocked=None,
        )
    rows = (ground.index[pair[0]], ground.index[pair[1]])
    line = ground.centres[list(rows)]
    every = np.arange(len(ground.named))
    met = np.nonzero(
        blocking(
            ground, start=np.full(len(every), rows[0]), end=np.full(len(every), rows[1]), ring=every
        )
    )[0]
    turns = _turns(ground, rows=rows, met=met, doubt=doubt)
    crossings = tuple(_crossing(ground, ring=int(ring), line=line) for ring in met)
    p_blocked = _p_blocked(ground, rows=rows, blocked=bool(len(met)))
    first = min(turns, key=lambda turn: turn.distance - doubt.bound(turn.sigma), default=None)
    verdict = _verdict(pair, crossings=crossings, turn=first, p_blocked=p_blocked, doubt=doubt)
    return Sight(
        verdict=replace(verdict, why=verdict.why + on_whose_word(pieces), declared=vouched(pieces)),
        line=(point(line[0]), point(line[1])),
        blocked_by=crossings,
        nearest=first.nearest if first else None,
        witness=first.witness if first else None,
        p_blocked=p_blocked,
    )


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
    )


def _turns(ground: Ground, *, rows: tuple[int, int], met: Ints, doubt: Doubt) -> list[_Turn]:
    """Every near way in which the answer could change."""
    covered = _covered(ground, rows=rows, blocked=bool(len(met)))
    sideways = [
        _sideways(ground, rows=rows, shift=shift)
        for shift in turning_points(covered, blocked=bool(len(met)))
    ]
    if len(met) == 1 and ground.porous[met[0]]:
        return sideways + _entering(ground, rows=rows, ring=int(met[0]))
    if len(met):
        return sideways
    reach = min((turn.distance for turn in sideways), default=math.inf)
    return sideways + _leaving(ground, rows=rows, reach=reach, doubt=doubt)


def _covered(ground: Ground, *, rows: tuple[int, int], blocked: bool) -> list[Covered]:
    """All intervals of blocked shifts that can matter, merged: the nearest outlines first."""
    line = (ground.centres[rows[0]], ground.centres[rows[1]])
    covered: list[Covered] = []
    for ring, distance in _by_distance(ground, line=line):
        if _settled(covered, blocked=blocked, distance=distance):
            break
        porous = bool(ground.porous[ring])
        if not porous and ground.ignored[list(rows), ring].any():
            continue
        if ring < ground.areas:
            edges = ground.rings.ring(ring)
            covered += covered_by_ring(edges, line=line, porous=porous, blocker=ring)
        else:
            disc = ring - ground.areas
            covered += covered_by_disc(
                ground.discs[disc], radius=float(ground.radii[disc]), line=line, blocker=ring
            )
        covered = merge(covered)
    return covered


def _by_distance(ground: Ground, *, line: tuple[Floats, Floats]) -> list[tuple[int, float]]:
    """The rings beside the line with how far sideways their hulls are from it, nearest first."""
    rings = ground.rings
    length = float(np.hypot(*(line[1] - line[0])))
    if length <= 0 or not len(rings):
        return []
    along = (line[1] - line[0]) / length
    offsets = rings.hulls - line[0]
    x = offsets @ along
    y = along[0] * offsets[:, 1] - along[1] * offsets[:, 0]
    starts = np.concatenate([[0], np.cumsum(rings.hull_counts)[:-1]])
    beside = np.minimum.reduceat(x, starts) <= length
    beside &= np.maximum.reduceat(x, starts) >= 0
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    apart = np.maximum(0.0, np.maximum(low, -high))
    order = np.argsort(apart, kind="stable")
    return [(int(ring), float(apart[ring])) for ring in order if beside[ring]]


def _settled(covered: list[Covered], *, blocked: bool, distance: float) -> bool:
    """Whether outlines from this distance on can no longer move the turning points."""
    turns = turning_points(covered, blocked=blocked)
    return len(turns) == 2 and distance > max(abs(turn.offset) for turn in turns) + 1e-9


def _sideways(ground: Ground, *, rows: tuple[int, int], shift: Shift) -> _Turn:
    """The whole line shifts until it meets, or is rid of, an outline."""
    start, end = ground.centres[rows[0]], ground.centres[rows[1]]
    span = end - start
    length = float(np.hypot(*span))
    along = span / length
    across = np.array([-along[1], along[0]])
    share = shift.along / length
    weights = ((1 - share) ** 2, share**2)
    variance = float(across @ ground.ring_covariance[shift.blocker] @ across)
    for row, weight in zip(rows, weights, strict=True):
        variance += weight * float(across @ ground.covariance[row] @ across)
    foot = start + along * shift.along
    return _Turn(
        distance=abs(shift.offset),
        sigma=math.sqrt(variance),
        nearest=ground.named[shift.blocker].id,
        witness=(point(foot), point(foot + across * shift.offset)),
    )


def _entering(ground: Ground, *, rows: tuple[int, int], ring: int) -> list[_Turn]:
    """An end steps into the one area that blocks, which then blocks no more."""
    polygon = ground.rings.polygons[ring]
    turns = []
    for row in rows:
        end = ground.centres[row]
        away = shapely.get_coordinates(shapely.shortest_line(shapely.points(end), polygon))
        turns.append(_end_turn(ground, row=row, ring=ring, to=away[1]))
    return turns


def _leaving(ground: Ground, *, rows: tuple[int, int], reach: float, doubt: Doubt) -> list[_Turn]:
    """An end steps out of an area that it sees out of, and then has it in its way."""
    turns = []
    for row, other in (rows, rows[::-1]):
        held = ground.ignored[row] & ground.porous & ~ground.ignored[other]
        for ring in np.nonzero(held)[0]:
            turns += _leaving_one(
                ground, rows=(row, other), ring=int(ring), reach=reach, doubt=doubt
            )
    return turns


def _leaving_one(
    ground: Ground, *, rows: tuple[int, int], ring: int, reach: float, doubt: Doubt
) -> list[_Turn]:
    row, other = rows
    end, far = ground.centres[row], ground.centres[other]
    edges = ground.rings.ring(ring)
    base, span = edges[:, :2], edges[:, 2:] - edges[:, :2]
    share = ((end - base) * span).sum(axis=1) / (span**2).sum(axis=1)
    exits = base + np.clip(share, 0.0, 1.0)[:, None] * span
    apart = np.sqrt(((exits - end) ** 2).sum(axis=1))
    turns: list[_Turn] = []
    for edge in np.argsort(apart, kind="stable"):
        turn = _end_turn(ground, row=row, ring=ring, to=exits[edge])
        if apart[edge] > max(reach, doubt.bound(turn.sigma)):
            break
        outward = np.array([span[edge, 1], -span[edge, 0]]) / np.hypot(*span[edge])
        polygon = ground.rings.polygons[ring]
        for side in (1e-6, -1e-6):
            outside = exits[edge] + side * outward
            line = shapely.linestrings([outside, far])
            if not shapely.intersects(polygon, shapely.points(outside)):
                if shapely.intersects(polygon, line):
                    return [*turns, turn]
                break
    return turns


def _end_turn(ground: Ground, *, row: int, ring: int, to: Floats) -> _Turn:
    end = ground.centres[row]
    step = to - end
    distance = float(np.hypot(*step))
    along = step / distance if distance > 0 else np.array([1.0, 0.0])
    error = ground.covariance[row] + ground.ring_covariance[ring]
    return _Turn(
        distance=distance,
        sigma=math.sqrt(float(along @ error @ along)),
        nearest=ground.named[ring].id,
        witness=(point(end), point(to)),
    )


def _verdict(
    pair: tuple[str, str],
    *,
    crossings: tuple[Crossing, ...],
    turn: _Turn | None,
    p_blocked: float,
    doubt: Doubt,
) -> Verdict:
    """Too close by the nearest turn's own error, or because the sampled worlds disagree."""
    sign = -1.0 if crossings else 1.0
    mixed = doubt.blocked_low < p_blocked < doubt.blocked_high
    if turn is None:
        return _undisturbed(pair, crossings=crossings, p_blocked=p_blocked, mixed=mixed)
    clearance = Inches(sign * turn.distance)
    bound = doubt.bound(turn.sigma)
    if mixed:
        bound = Inches(max(bound, turn.distance))
    answer = judge(clearance, bound)
    if answer is not Answer.TOO_CLOSE_TO_CALL:
        answer = Answer.NO if crossings else Answer.YES
    return Verdict(
        answer=answer,
        value=clearance,
        limit=None,
        margin=clearance,
        sigma=Inches(turn.sigma),
        bound=bound,
        why=_why(pair, answer=answer, crossings=crossings, turn=turn, p_blocked=p_blocked),
    )


def _undisturbed(
    pair: tuple[str, str], *, crossings: tuple[Crossing, ...], p_blocked: float, mixed: bool
) -> Verdict:
    """No shift sideways changes the answer; an end that passes a thin area lengthwise still may."""
    seen = f"{pair[0]} sees {pair[1]}: nothing that blocks sight is near the line"
    lost = f"{pair[0]} cannot see {pair[1]}: {_in_the_way(crossings)}"
    doubtful = (
        f"{pair[0]} to {pair[1]} is too close to call: "
        f"blocked in {p_blocked:.0%} of the worlds within the error"
    )
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
    turn: _Turn,
    p_blocked: float,
) -> str:
    error = f"error {plain_error(turn.sigma)} in"
    if answer is Answer.TOO_CLOSE_TO_CALL:
        how = "blocked" if crossings else "clear"
        return (
            f"{pair[0]} to {pair[1]} is too close to call: {how} by {plain(turn.distance)} in at "
            f"{turn.nearest} ({error}, blocked in {p_blocked:.0%} of the worlds within it)"
        )
    if crossings:
        return (
            f"{pair[0]} cannot see {pair[1]}: {_in_the_way(crossings)}, "
            f"by {plain(turn.distance)} in ({error})"
        )
    return (
        f"{pair[0]} sees {pair[1]}: clear by {plain(turn.distance)} in past {turn.nearest} "
        f"({error})"
    )


def _in_the_way(crossings: tuple[Crossing, ...]) -> str:
    things = [
        f"{plain(each.length)} in of {f'{each.kind} {each.id}'.strip()}" for each in crossings
    ]
    return " and ".join(things) + (" stand" if len(things) > 1 else " stands") + " in the way"

"""Tells whether one unit sees another, and how far it is: what a shot is judged by."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.areas import of_kinds
from rules.referee.toolkit.evidence import Measured, Outcome, measured
from rules.referee.toolkit.findings import Agreed, weighed
from rules.table.measuring.ranges import Metric, range_between
from rules.table.outlines.unit_table import at_reference, reference_of
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import Floats, Point, point
from rules.table.sight.ground import SOLID_KINDS, Blockers, ground_of
from rules.table.sight.near_line import Beside, Through, beside, spread
from rules.table.sight.sight_line import Sight, ground_told, in_the_way, look
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see


class SightAnswer(StrEnum):
    """What a sight line means for a shot."""

    CLEAR = "clear"
    BLOCKED = "blocked"
    DOUBT = "doubt"
    """For the doubt die."""
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True, kw_only=True)
class SightRules:
    """What the players agreed on sight."""

    band: Inches = Inches(0.25)
    """A line is in doubt when it passes, or an end lies, within this of changing the answer."""
    own_area_blocks: bool = False
    """Whether an area blocks a line that leaves it and comes back into it."""
    models_block: bool = False
    hill_overlook: bool = False
    """Whether woods and houses do not hinder a line from or to a hill."""
    wrecks: frozenset[str] = frozenset()
    kinds: frozenset[str] = SOLID_KINDS
    doubt: Doubt = Doubt()


@dataclass(frozen=True, slots=True, kw_only=True)
class SightFinding:
    """The answer, what it was judged by, and a sentence for the players."""

    answer: SightAnswer
    measured: Measured
    says: str


_ANSWERS: Final = MappingProxyType(
    {
        Answer.YES: SightAnswer.CLEAR,
        Answer.NO: SightAnswer.BLOCKED,
        Answer.TOO_CLOSE_TO_CALL: SightAnswer.DOUBT,
        Answer.CANNOT_SEE: SightAnswer.UNSEEN,
    }
)
_HILL: Final = "hill"
_PATCH: Final = 1e-6
"""A part of a line no longer than this is a touch."""


def sight_of(snapshot: Snapshot, pair: tuple[str, str], *, rules: SightRules) -> SightFinding:
    """Whether the line between two units' reference points is clear.

    Only what could change the answer is weighed, so beyond all doubt a margin is not exact: a
    blocked line is blocked by that much at least, and of a clear one an end may stand in an area
    out of which it would have to step sooner.
    """
    doubt = sight_doubt(rules)
    pieces = (snapshot.piece(pair[0]), snapshot.piece(pair[1]))
    if reason := why_none_measurable(snapshot, pieces=pieces, doubt=doubt):
        return _found(cannot_see(reason), pair=pair, number=snapshot.number)
    line = tuple(point(reference_of(piece)) for piece in pieces)
    solid = solid_kinds(rules)
    found = beside(snapshot, pieces, doubt=doubt)
    # Each area by itself, however close to the next one it lies.
    if through := found.surely_through(solid):
        verdict = _surely_blocked(pieces, through=through, doubt=doubt)
        names = tuple(each.area.id for each in through)
        return _found(verdict, pair=pair, number=snapshot.number, line=line, blockers=names)
    near = found.table(wrecks=rules.wrecks, models=rules.models_block)
    if near.terrain or len(near.pieces) > 2:
        ways = _ways_to_judge(found, near=near, rules=rules, doubt=doubt)
        sights = [look(ground_of(near, way), pair, doubt=doubt) for way in ways]
        verdict, blockers = _agreed(sights, pair=pair)
    else:
        verdict, blockers = _open(pieces), ()
    if rules.own_area_blocks and verdict.answer is not Answer.NO:
        verdict, own = _own_areas(verdict, found=found, rules=rules, doubt=doubt)
        blockers += own
    return _found(verdict, pair=pair, number=snapshot.number, line=line, blockers=blockers)


def sight_doubt(rules: SightRules) -> Doubt:
    """A line is in doubt within the band, however well everything is measured."""
    return replace(rules.doubt, floor=Inches(max(rules.band, rules.doubt.floor)))


def solid_kinds(rules: SightRules) -> frozenset[str]:
    """What blocks a line whoever stands on a hill."""
    return rules.kinds & {_HILL} if rules.hill_overlook else rules.kinds


def _found(
    verdict: Verdict,
    *,
    pair: tuple[str, str],
    number: int,
    line: tuple[Point, ...] = (),
    blockers: tuple[str, ...] = (),
) -> SightFinding:
    answer = _ANSWERS[verdict.answer]
    says = verdict.why
    if answer is SightAnswer.UNSEEN:
        says = f"sight from {pair[0]} to {pair[1]} cannot be judged: {verdict.why}"
    return SightFinding(
        answer=answer,
        measured=measured(verdict, what="sight", snapshot=number, line=line, blockers=blockers),
        says=says,
    )


def _open(pieces: tuple[Piece, Piece]) -> Verdict:
    """Nothing is near enough to the line to matter within any doubt."""
    return Verdict(
        answer=Answer.YES,
        why=f"{pieces[0].id} sees {pieces[1].id}: nothing that blocks sight is near the line"
        + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def _surely_blocked(
    pieces: tuple[Piece, Piece],
    *,
    through: tuple[Through, ...],
    doubt: Doubt,
) -> Verdict:
    """The line runs so far inside these areas that no error brings it out; the error is a bound."""
    things, stand = in_the_way(ground_told(each.area.kind) for each in through)
    firmest = max(through, key=lambda each: each.margin)
    sigma = math.hypot(max(spread(piece) for piece in pieces), firmest.area.sigma)
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    return Verdict(
        answer=Answer.NO,
        value=Inches(-firmest.margin),
        margin=Inches(-firmest.margin),
        sigma=Inches(sigma),
        bound=doubt.bound(sigma),
        why=f"{pieces[0].id} cannot see {pieces[1].id}: {things} {stand} in the way, "
        f"by {plain(firmest.margin)} in{error}" + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def _agreed(sights: Sequence[Sight], *, pair: tuple[str, str]) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict and what it hangs on; in doubt when that is who stands on a hill."""
    first, last = sights[0], sights[-1]
    if first.verdict.answer is last.verdict.answer:
        return first.verdict, _deciding(first)
    if Answer.CANNOT_SEE in {first.verdict.answer, last.verdict.answer}:
        unseen = first if first.verdict.answer is Answer.CANNOT_SEE else last
        return unseen.verdict, ()
    why = (
        f"{pair[0]} to {pair[1]} is too close to call: "
        f"whether an end is on a hill decides ({first.verdict.why})"
    )
    names = {name: None for sight in sights for name in _deciding(sight)}
    return replace(first.verdict, answer=Answer.TOO_CLOSE_TO_CALL, why=why), tuple(names)


def _deciding(sight: Sight) -> tuple[str, ...]:
    """What blocks; of a doubtful line that is clear for now, what it passes so near."""
    names = tuple(crossing.id for crossing in sight.blocked_by)
    if names or sight.nearest is None or sight.verdict.answer is not Answer.TOO_CLOSE_TO_CALL:
        return names
    return (sight.nearest,)


def _ways_to_judge(
    found: Beside, *, near: Snapshot, rules: SightRules, doubt: Doubt
) -> list[Blockers]:
    """What blocks; two answers when it is not sure whether an end overlooks from a hill."""
    pieces = frozenset(piece.id for piece in near.pieces[2:])
    usual = Blockers(kinds=rules.kinds, pieces=pieces)
    if not rules.hill_overlook:
        return [usual]
    depths = [
        _depth(near, piece=piece, hill=area, doubt=doubt)
        for area in of_kinds(found.areas, {_HILL})
        for piece in near.pieces[:2]
    ]
    over = Blockers(kinds=frozenset({_HILL}) & rules.kinds, pieces=pieces)
    if any(depth > bound for depth, bound in depths):
        return [over]
    if not any(depth >= -bound for depth, bound in depths):
        return [usual]
    first, last = (over, usual) if any(depth >= 0 for depth, _ in depths) else (usual, over)
    return [first, last]


def _depth(snapshot: Snapshot, *, piece: Piece, hill: Terrain, doubt: Doubt) -> tuple[float, float]:
    """How deep the reference point is in a hill (negative outside), and the doubt of that."""
    spot, ground = shapely.Point(reference_of(piece)), shapely.Polygon(hill.outline)
    away = float(shapely.distance(shapely.boundary(ground), spot))
    sigma = spread(piece)
    bound = doubt.bound(math.hypot(sigma, hill.sigma, snapshot.shared.plane))
    return (away if shapely.intersects(ground, spot) else -away), bound


def _own_areas(
    verdict: Verdict, *, found: Beside, rules: SightRules, doubt: Doubt
) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict when an area also blocks a line that leaves it and comes back into it."""
    line = np.array([reference_of(piece) for piece in found.pieces])
    sigmas = [spread(piece) for piece in found.pieces]
    for area in of_kinds(found.areas, rules.kinds):
        ground = shapely.Polygon(area.outline)
        held = shapely.intersects(ground, shapely.points(line)).any()
        if not held:
            continue
        bound = doubt.bound(math.hypot(*sigmas, area.sigma))
        returns = [_returns(ground, line=moved) for moved in _beside(line, by=bound)]
        name = f"{area.kind} {area.id}"
        if all(returns):
            why = f"the line leaves {name} and comes back into it"
            return replace(verdict, answer=Answer.NO, why=why), (area.id,)
        if any(returns):
            why = (
                f"too close to call: the line may leave {name} and come back into it "
                f"(doubt {plain_error(bound)} in)"
            )
            return replace(verdict, answer=Answer.TOO_CLOSE_TO_CALL, why=why), (area.id,)
    return verdict, ()


def _beside(line: Floats, *, by: float) -> list[Floats]:
    """The line, and the lines beside it on either side."""
    span = line[1] - line[0]
    across = np.array([-span[1], span[0]]) / max(math.hypot(*span), _PATCH)
    return [line, line + by * across, line - by * across]


def _returns(ground: shapely.Geometry, *, line: Floats) -> bool:
    """Whether a line is outside an area between two parts inside of it."""
    parts = shapely.get_parts(shapely.intersection(ground, shapely.LineString(line)))
    return int((shapely.length(parts) > _PATCH).sum()) > 1


def range_of(
    snapshot: Snapshot,
    pair: tuple[str, str],
    *,
    limit: Inches | None,
    metric: Metric = Metric.CENTRE,
    agreed: Agreed,
    reaches: str = "fire",
) -> tuple[Outcome, Measured]:
    """Whether the second unit is within ``limit`` of the first, for what ``reaches`` so far.

    Without a limit everything that can be measured is within range.
    """
    # In one order, so that where many lines are shortest both ways round take the same one.
    both = [snapshot.piece(name) for name in sorted({*pair})]
    table = Snapshot(
        table=snapshot.table,
        pieces=tuple(map(at_reference, both) if metric is Metric.CENTRE else both),
        number=snapshot.number,
        shared=snapshot.shared,
        health=snapshot.health,
    )
    found = range_between(table, pair, metric=metric, limit=limit, doubt=agreed.doubt)
    line = () if found.start is None or found.end is None else (found.start, found.end)
    evidence = measured(found.verdict, what="range", snapshot=snapshot.number, line=line)
    outcome, evidence = weighed(evidence, agreed)
    if evidence.value is None:
        return outcome, evidence
    pieces = tuple(snapshot.piece(name) for name in pair)
    why = _range_in_words(evidence, outcome=outcome, reaches=reaches, target=pair[1])
    return outcome, replace(evidence, why=why + on_whose_word(pieces))


def _range_in_words(found: Measured, *, outcome: Outcome, reaches: str, target: str) -> str:
    says = f"{target} is {plain(found.value or 0.0)} in away"
    if found.limit is not None:
        says += f"; {reaches} reaches {plain(found.limit)} in"
    error = f" (error {plain_error(found.sigma)} in)" if is_told(found.sigma) else ""
    if outcome is Outcome.OVERLOOKED:
        over = -(found.margin or 0.0)
        why = "by agreement" if found.courtesy else "in doubt"
        error += f", {plain(over)} in too far, overlooked {why}"
    elif found.answer is Answer.TOO_CLOSE_TO_CALL:
        error += ", too close to call"
    return says + error

"""Measures what the first two scenarios lay down about the ground: the column and the big hill."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.areas import Holding, InAreaTest, holding_of, of_kinds
from rules.referee.judging.deploying import DeployTest, PlaceFinding, judge_deployment, judged
from rules.referee.toolkit.evidence import (
    MILDEST_FIRST,
    Leaning,
    Measured,
    Outcome,
    measured,
    rule_on,
)
from rules.referee.toolkit.findings import Agreed
from rules.table.edges import TableEdge
from rules.table.measuring.ranges import Metric, range_between, range_to_point, within_verdict
from rules.table.outlines.unit_table import at_reference
from rules.table.shapes import Floats, point
from rules.table.snapshot import Snapshot, TableSize, Terrain
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt


def worse(first: PlaceFinding, second: PlaceFinding) -> PlaceFinding:
    """The finding that decides when both have to be kept; the first when they weigh the same."""
    return max(first, second, key=lambda found: MILDEST_FIRST.index(found.outcome))


def middle_of(table: TableSize) -> Floats:
    """The centre of the table."""
    return np.array([table.width, table.depth]) / 2


def judge_column(
    snapshot: Snapshot,
    units: Sequence[str],
    *,
    edge: TableEdge,
    die: int,
    spacing: Inches = Inches(3.0),
    metric: Metric = Metric.EDGE,
    agreed: Agreed,
) -> tuple[PlaceFinding, ...]:
    """One finding a squad, from the head of the column to its tail.

    The first one is ``die`` inches from the middle, every other one at its distance from the one
    before, however the column winds; none stands on the enemy's side of the middle.
    """
    found = []
    for k, unit in enumerate(units):
        if k:
            distance = _behind(
                snapshot, (units[k - 1], unit), spacing=spacing, metric=metric, agreed=agreed
            )
        else:
            distance = _first(snapshot, unit, die=die, agreed=agreed)
        own_half = judge_deployment(
            snapshot, unit, edge=edge, share=1 / 2, test=DeployTest.CENTRE, agreed=agreed
        )
        found.append(worse(distance, own_half))
    return tuple(found)


def _first(snapshot: Snapshot, unit: str, *, die: int, agreed: Agreed) -> PlaceFinding:
    piece = at_reference(snapshot.piece(unit))
    found = range_to_point(
        replace(snapshot, pieces=(piece,)),
        unit,
        target=point(middle_of(snapshot.table)),
        metric=Metric.CENTRE,
        doubt=agreed.doubt,
    )
    line = () if found.start is None or found.end is None else (found.start, found.end)
    evidence = measured(found.verdict, what="place", snapshot=snapshot.number, line=line)
    return _exactly(
        evidence, wanted=float(die), agreed=agreed, says=f"{unit} from the middle of the table"
    )


def _behind(
    snapshot: Snapshot, pair: tuple[str, str], *, spacing: Inches, metric: Metric, agreed: Agreed
) -> PlaceFinding:
    table = snapshot
    if metric is Metric.CENTRE:
        table = replace(snapshot, pieces=tuple(at_reference(snapshot.piece(name)) for name in pair))
    found = range_between(table, pair, metric=metric, doubt=agreed.doubt)
    line = () if found.start is None or found.end is None else (found.start, found.end)
    evidence = measured(found.verdict, what="gap", snapshot=snapshot.number, line=line)
    return _exactly(evidence, wanted=spacing, agreed=agreed, says=f"{pair[1]} behind {pair[0]}")


def _exactly(found: Measured, *, wanted: float, agreed: Agreed, says: str) -> PlaceFinding:
    """Whether a length is what it has to be: as far as it can be measured, or by courtesy."""
    if found.value is None:
        return PlaceFinding(outcome=Outcome.UNSEEN, measured=found, says=found.why)
    off = abs(found.value - wanted)
    right = off <= max(found.bound or 0.0, 1e-9)
    found = replace(
        found,
        answer=Answer.YES if right else Answer.NO,
        limit=Inches(wanted),
        margin=Inches(0.0 if right else -off),
    )
    error = f" (error {plain_error(found.sigma)} in)" if is_told(found.sigma) else ""
    says = f"{says}: {plain(found.value or 0.0)} in, {plain(wanted)} prescribed{error}"
    return judged(found, agreed, says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class BigHill:
    """Whether the big hill lies where it has to, and a warning about its size, if any."""

    place: PlaceFinding
    warning: str


def judge_big_hill(
    snapshot: Snapshot,
    hill: Terrain,
    *,
    within: Inches = Inches(6.0),
    about: Inches = Inches(12.0),
    agreed: Agreed,
) -> BigHill:
    """Whether a hill reaches to ``within`` of the middle; its sides should be ``about`` so long.

    A side counts as about right up to a quarter more or less.
    """
    ground, middle = shapely.Polygon(hill.outline), middle_of(snapshot.table)
    line = shapely.get_coordinates(shapely.shortest_line(ground, shapely.Point(middle)))
    away = math.dist(*line)
    verdict = within_verdict(
        Inches(away),
        subject=f"{hill.kind} {hill.id} is {plain(away)} in from the middle of the table",
        limit=within,
        sigma=hill.sigma,
        doubt=agreed.doubt,
        pieces=(),
    )
    ends = (point(line[0]), point(line[1]))
    found = measured(verdict, what="place", snapshot=snapshot.number, line=ends)
    box = shapely.get_coordinates(shapely.oriented_envelope(ground))
    sides = sorted(math.dist(box[k], box[k + 1]) for k in (0, 1))
    warning = ""
    if sides[0] < 0.75 * about or sides[1] > 1.25 * about:
        size = f"{plain(sides[1])} by {plain(sides[0])} in"
        warning = (
            f"{hill.kind} {hill.id} is {size}; about {plain(about)} by {plain(about)} is meant"
        )
    says = f"{hill.kind} {hill.id} is {plain(away)} in from the middle; {plain(within)} is the most"
    return BigHill(place=judged(found, agreed, says=says), warning=warning)


def hill_limit(units: int) -> int:
    """How many of a side's units may start on the big hill: a third, rounded up.

    >>> hill_limit(7), hill_limit(6), hill_limit(1), hill_limit(0)
    (3, 2, 1, 0)
    """
    return -(-units // 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighGround:
    """How a side that may use the big hill has deployed."""

    units: tuple[PlaceFinding, ...]
    """One finding a unit, in the order asked."""
    on_hill: tuple[str, ...]
    limit: int
    says: str


def judge_high_ground(
    snapshot: Snapshot,
    units: Sequence[str],
    *,
    edge: TableEdge,
    hill: Terrain,
    deploy_test: DeployTest = DeployTest.WHOLE_FOOTPRINT,
    hill_test: InAreaTest = InAreaTest.CENTRE,
    agreed: Agreed,
) -> HighGround:
    """Whether every unit is in its zone or on the hill, and no more than a third are on the hill.

    A unit that is in its zone is not counted on the hill.
    """
    found, on_hill = [], []
    for unit in units:
        finding = judge_deployment(snapshot, unit, edge=edge, test=deploy_test, agreed=agreed)
        if finding.outcome in {Outcome.BROKEN, Outcome.ASKED}:
            up = _on_hill(snapshot, unit, hill=hill, test=hill_test, agreed=agreed)
            if up is not None and worse(up, finding) is finding:
                finding = up
                on_hill.append(unit)
        found.append(finding)
    limit = hill_limit(len(units))
    says = (
        f"{len(on_hill)} of {len(units)} units are on {hill.kind} {hill.id}; at most {limit} may be"
    )
    return HighGround(units=tuple(found), on_hill=tuple(on_hill), limit=limit, says=says)


def _on_hill(
    snapshot: Snapshot, unit: str, *, hill: Terrain, test: InAreaTest, agreed: Agreed
) -> PlaceFinding | None:
    """The finding that a unit is on the hill, or None when it is nowhere near."""
    tolerance, doubt = agreed.tolerance, agreed.doubt
    held = holding_of(snapshot, unit, areas=[hill], test=test, eps=tolerance.courtesy, doubt=doubt)
    if not held.measured:
        return None
    evidence = held.measured[0]
    outcome = Outcome.KEPT if held.sure else rule_on(evidence, tolerance)
    if held.doubtful and tolerance.doubt is Leaning.STRICT:
        outcome = Outcome.KEPT if held.leaning else Outcome.BROKEN
    return PlaceFinding(outcome=outcome, measured=evidence, says=evidence.why)


class GroundLevel(StrEnum):
    """From where a shot at the big hill comes from below, as agreed."""

    NOT_ON_A_HILL = "not_on_a_hill"
    LOWER_HILLS_TOO = "lower_hills_too"
    """A hill that is lower than the big one is ground level as well."""


NOWHERE: Final = Holding(sure=(), doubtful=())


@dataclass(frozen=True, slots=True, kw_only=True)
class HillBonus:
    """Whether a target on the big hill rolls its bonus die."""

    answer: Answer
    """TOO_CLOSE_TO_CALL: the players say where the two stand."""
    measured: tuple[Measured, ...]
    says: str
    target: Holding = NOWHERE
    """Whether the target is on the hill."""
    shooter: Holding = NOWHERE
    """Whether the shooter is on any hill that counts."""


def hill_bonus(
    snapshot: Snapshot,
    *,
    shooter: str,
    target: str,
    hill: str,
    ground_level: GroundLevel = GroundLevel.NOT_ON_A_HILL,
    test: InAreaTest = InAreaTest.CENTRE,
    eps: Inches = Inches(0.25),
    doubt: Doubt = Doubt(),
) -> HillBonus:
    """Whether the target is on the hill and the shooter at ground level.

    Hills are those of the kind of the big hill itself.
    """
    big = next((area for area in snapshot.terrain if area.id == hill), None)
    if big is None:
        return HillBonus(
            answer=Answer.NO, measured=(), says=f"there is no hill {hill} on the table"
        )
    heights = of_kinds(snapshot.terrain, {big.kind})
    if ground_level is GroundLevel.LOWER_HILLS_TOO:
        heights = [area for area in heights if area.id == hill or area.height >= big.height]
    up = holding_of(snapshot, target, areas=[big], test=test, eps=eps, doubt=doubt)
    down = holding_of(snapshot, shooter, areas=heights, test=test, eps=eps, doubt=doubt)
    answer = _both(up.any_answer, _opposite(down.any_answer))
    on_hill, below = _place(up.any_answer, f"hill {hill}"), _place(down.any_answer, "a hill")
    why = up.unseen or down.unseen
    says = (
        f"{target} is {on_hill} and {shooter} is {below}: "
        + {
            Answer.YES: "one bonus die",
            Answer.NO: "no bonus die",
            Answer.TOO_CLOSE_TO_CALL: "too close to call",
            Answer.CANNOT_SEE: f"cannot be judged, {why}",
        }[answer]
    )
    found = (*up.measured, *down.measured)
    return HillBonus(answer=answer, measured=found, says=says, target=up, shooter=down)


def _place(answer: Answer, where: str) -> str:
    return {
        Answer.YES: f"on {where}",
        Answer.NO: f"not on {where}",
        Answer.TOO_CLOSE_TO_CALL: f"on the edge of {where}",
        Answer.CANNOT_SEE: f"perhaps on {where}",
    }[answer]


def _opposite(answer: Answer) -> Answer:
    return {Answer.YES: Answer.NO, Answer.NO: Answer.YES}.get(answer, answer)


def _both(one: Answer, other: Answer) -> Answer:
    """Whether two things hold: one that surely does not settles it."""
    for answer in (Answer.NO, Answer.CANNOT_SEE, Answer.TOO_CLOSE_TO_CALL):
        if answer in {one, other}:
            return answer
    return Answer.YES

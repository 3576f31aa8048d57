"""Measures the banks of a river across the table: who is beyond it, who has come back over it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely

from rules.games.paper_tigers.measuring.scenario_ground import worse
from rules.referee.judging.deploying import DeployTest, PlaceFinding, judge_deployment, judged
from rules.referee.toolkit.evidence import Measured, measured
from rules.referee.toolkit.findings import Agreed
from rules.table.edges import INWARD, TableEdge, depth_from, extent_from
from rules.table.measuring.zones import membership, reaches_into
from rules.table.outlines.unit_table import at_reference
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Snapshot, TableSize, Terrain
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict


def river_warning(
    table: TableSize, rivers: Sequence[Terrain], *, edge: TableEdge, far: Inches = Inches(3.0)
) -> str:
    """What is odd about a river that should cross the table a third in from an edge, or "".

    Its middle may be ``far`` off that third, and its ends an inch from the sides.
    """
    if not rivers:
        return "there is no river on the table"
    water = shapely.union_all([shapely.Polygon(each.outline) for each in rivers])
    water = shapely.intersection(water, shapely.box(0.0, 0.0, table.width, table.depth))
    middle = depth_from(edge, shapely.get_coordinates(shapely.centroid(water))[0], table=table)
    third = extent_from(edge, table) / 3
    odd = []
    if abs(middle - third) > far:
        odd.append(
            f"its middle is {plain(middle)} in from the {edge} edge, about {plain(third)} is meant"
        )
    aside = _aside(edge)
    reach = shapely.get_coordinates(water) @ aside
    breadth = float(np.array([table.width, table.depth]) @ aside)
    if reach.min() > 1.0 or reach.max() < breadth - 1.0:
        odd.append("it does not run from side to side")
    return f"the river is out of place: {' and '.join(odd)}" if odd else ""


def judge_beyond_river(
    snapshot: Snapshot,
    unit: str,
    *,
    edge: TableEdge,
    rivers: Sequence[Terrain],
    test: DeployTest = DeployTest.WHOLE_FOOTPRINT,
    agreed: Agreed,
) -> PlaceFinding:
    """Whether a unit of the side at ``edge`` is between the river's far bank and the middle.

    Unless the whole footprint counts, the far bank is measured to the centre.
    """
    shore = _swept(rivers, table=snapshot.table, from_edge=edge.opposite)
    sigma = _sigma(rivers)
    if test is DeployTest.WHOLE_FOOTPRINT:
        verdict = reaches_into(
            snapshot, unit, area=shore, name="the river", sigma=sigma, doubt=agreed.doubt
        )
    else:
        verdict = _centre_in(snapshot, unit, area=shore, sigma=sigma, doubt=agreed.doubt)
    bank = judged(
        _outside(verdict, number=snapshot.number), agreed, says=_bank_in_words(unit, verdict)
    )
    half = judge_deployment(snapshot, unit, edge=edge, share=1 / 2, test=test, agreed=agreed)
    return worse(bank, half)


def _centre_in(
    snapshot: Snapshot, unit: str, *, area: Sequence[Point], sigma: Inches, doubt: Doubt
) -> Verdict:
    table = replace(snapshot, pieces=(at_reference(snapshot.piece(unit)),), terrain=())
    return membership(table, unit, area=area, name="the river", sigma=sigma, doubt=doubt).verdict


def _outside(verdict: Verdict, *, number: int) -> Measured:
    """The evidence that something is not in an area: the value is how far outside it is."""
    opposite = {Answer.YES: Answer.NO, Answer.NO: Answer.YES}
    found = measured(verdict, what="bank", snapshot=number)
    if verdict.value is None or verdict.margin is None:
        return found
    answer = opposite.get(verdict.answer, verdict.answer)
    if abs(verdict.margin) < 1e-9 and answer is Answer.NO:
        answer = Answer.YES
    return replace(
        found, answer=answer, value=Inches(-verdict.value), margin=Inches(-verdict.margin)
    )


def _bank_in_words(unit: str, verdict: Verdict) -> str:
    if verdict.value is None:
        return verdict.why
    error = f" (error {plain_error(verdict.sigma)} in)" if is_told(verdict.sigma) else ""
    if verdict.value > 0:
        return f"{unit} is {plain(verdict.value)} in short of the river's far bank{error}"
    return f"{unit} is {plain(-verdict.value)} in beyond the river's far bank{error}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossings:
    """Which units of the side that falls back over a river count."""

    across: tuple[str, ...]
    """They started beyond the river and their centre is past the near bank."""
    stranded: tuple[str, ...]
    """Beyond the far bank."""
    measured: tuple[Measured, ...]


def crossings(
    snapshot: Snapshot,
    units: Sequence[str],
    *,
    edge: TableEdge,
    rivers: Sequence[Terrain],
    started_beyond: Collection[str],
    eps: Inches = Inches(0.25),
    doubt: Doubt = Doubt(),
) -> Crossings:
    """Which units of the side at ``edge`` are back over the river, and which are stranded.

    Decided by the measured values as they stand; within ``eps`` of a bank is doubtful.
    """
    floor = replace(doubt, floor=Inches(max(doubt.floor, eps)))
    beyond_near = _swept(rivers, table=snapshot.table, from_edge=edge)
    short_of_far = _swept(rivers, table=snapshot.table, from_edge=edge.opposite)
    sigma = _sigma(rivers)
    across, stranded, found = [], [], []
    for unit in units:
        near = _centre_in(snapshot, unit, area=beyond_near, sigma=sigma, doubt=floor)
        far = _centre_in(snapshot, unit, area=short_of_far, sigma=sigma, doubt=floor)
        found += [measured(each, what="bank", snapshot=snapshot.number) for each in (near, far)]
        if near.margin is None or far.margin is None:
            continue
        if near.margin < 0 and unit in started_beyond:
            across.append(unit)
        elif near.margin >= 0 and far.margin < 0:
            stranded.append(unit)
    return Crossings(across=tuple(across), stranded=tuple(stranded), measured=tuple(found))


def _aside(edge: TableEdge) -> Floats:
    """The direction along an edge."""
    return (
        np.array([1.0, 0.0]) if edge in {TableEdge.SOUTH, TableEdge.NORTH} else np.array([0.0, 1.0])
    )


def _sigma(rivers: Sequence[Terrain]) -> Inches:
    return max((each.sigma for each in rivers), default=Inches(0.0))


def _swept(
    rivers: Sequence[Terrain], *, table: TableSize, from_edge: TableEdge
) -> tuple[Point, ...]:
    """The river and all ground behind it, as seen from an edge, far beyond the table's sides.

    Parts of a river are joined where they come nearest to each other, and its ends go straight on.
    """
    return _swept_once(tuple(each.outline for each in rivers), table=table, from_edge=from_edge)


@lru_cache(maxsize=64)
def _swept_once(
    outlines: tuple[tuple[Point, ...], ...], *, table: TableSize, from_edge: TableEdge
) -> tuple[Point, ...]:
    aside, beyond = _aside(from_edge), table.width + table.depth
    rings = sorted(
        (np.array(outline, dtype=float) for outline in outlines),
        key=lambda ring: float((ring @ aside).min()),
    )
    runs = [np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings]
    lasts = [ring[int(np.argmax(ring @ aside))] for ring in rings]
    firsts = [ring[int(np.argmin(ring @ aside))] for ring in rings]
    ends = [
        (firsts[0] - beyond * aside, firsts[0]),
        (lasts[-1], lasts[-1] + beyond * aside),
        *zip(lasts[:-1], firsts[1:], strict=True),
    ]
    back = beyond * np.array(INWARD[from_edge])
    lines = np.concatenate([*runs, np.array(ends)])
    shadows = [
        shapely.convex_hull(shapely.MultiPoint(np.vstack([line, line + back]))) for line in lines
    ]
    ground = shapely.union_all([*shadows, *(shapely.Polygon(ring) for ring in rings)])
    whole = max(shapely.get_parts(ground), key=shapely.area)
    outline = shapely.get_coordinates(shapely.get_exterior_ring(whole))[:-1]
    return tuple(point(corner) for corner in outline)

"""Knows when terrain and objectives are in place (PT1-A3, A4, B2, G3)."""

import math

import shapely

from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.commands import NameObjective, TerrainDone
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.setting_up import scenario, terrain_clause, terrain_placer
from rules.games.paper_tigers.events.setup import (
    BonusAllowed,
    ObjectiveNamed,
    PhaseBegan,
    TerrainPlaced,
    TerrainReopened,
)
from rules.games.paper_tigers.measuring.scenario_ground import BigHill, judge_big_hill
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.phrases import ended
from rules.table.snapshot import Snapshot, Terrain
from rules.table.units import plain

HIGH_PRIORITY = 8
"""PT1-G3a: the suggestion for the most important feature."""
MOST_POINTS = 50
LEAST_TABLE = 36.0
"""PT1-A3, inches."""
WOODS_SIDES = (4.0, 9.0)
"""PT1-A4b, inches."""
ACCEPT, CHANGE = "accept", "change"


def _require_placer(draft: Draft) -> str:
    draft.require_phase(Phase.TERRAIN)
    side = terrain_placer(draft.state)
    if draft.command.author not in draft.state.seats_of(side):
        draft.refuse(terrain_clause(draft.state), f"It is {side} who places the terrain.")
    return side


def _area(draft: Draft, name: str) -> Terrain:
    areas = {area.id: area for area in draft.snapshot.terrain}
    if name not in areas:
        known = ", ".join(areas) or "none"
        draft.refuse("PT1-G3a", f"There is no area {name!r} on the table; there are: {known}.")
    return areas[name]


@handle.register
def _name_objective(body: NameObjective, draft: Draft) -> None:
    _require_placer(draft)
    _area(draft, body.area)
    if not 0 <= body.points <= MOST_POINTS:
        draft.refuse(
            "PT1-G3a", f"An objective is worth 0 to {MOST_POINTS} points, not {body.points}."
        )
    if body.held_by and body.held_by not in draft.state.sides:
        draft.refuse("PT1-G3c", f"{body.held_by!r} is no side of this battle.")
    event = ObjectiveNamed(area=body.area, points=body.points, held_by=body.held_by)
    draft.emit(event, clause="PT1-G3a")


@handle.register
def _terrain_done(body: TerrainDone, draft: Draft) -> None:
    del body
    side = _require_placer(draft)
    state, table = draft.state, draft.snapshot
    if (hold := state.stages.rulings.hold_terrain) is not None:
        hold(draft)
    warnings = [*_table_warnings(table), *_woods_warnings(table)]
    hill = river = bridge = ""
    evidence: list[Measured] = []
    if scenario(state) == HIGH_GROUND:
        found, big = _big_hill(draft)
        hill = found.id
        evidence.append(big.place.measured)
        warnings += [big.warning] if big.warning else []
    if scenario(state) == WITHDRAWAL:
        river, bridge = _river_and_bridge(draft)
    event = TerrainPlaced(
        by=side,
        areas=tuple(area.id for area in table.terrain),
        warnings=tuple(ended(each) for each in warnings),
        big_hill=hill,
        river=river,
        bridge=bridge,
    )
    draft.emit(event, clause=terrain_clause(state), evidence=evidence)
    if hill or bridge:
        held = ObjectiveNamed(
            area=hill or bridge, points=HIGH_PRIORITY, held_by=draft.state.defender
        )
        draft.emit(held, clause="PT1-J2a" if hill else "PT1-J3c")
    if state.solo:
        _go_on(draft)
        return
    other = state.other_side(side)
    draft.ask(
        Purpose.TERRAIN,
        kind=AskKind.CHOOSE,
        force=state.forces_of(other)[0].name,
        clause="PT1-A4a",
        says=f"{side} has placed the terrain: does {other} accept its outlines and objectives?",
        choices=(ACCEPT, CHANGE),
    )


def settle_terrain(draft: Draft, ask: Ask, *, choice: str) -> None:
    """The other side agrees, or terrain is open again."""
    if choice == CHANGE:
        side = draft.state.force(ask.force).side
        draft.emit(TerrainReopened(by=side), clause="PT1-A4a")
        return
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    further = draft.state.stages.rulings.terrain_done
    if further is not None and further(draft):
        return
    _tell_bonus(draft)
    draft.emit(PhaseBegan(phase=Phase.DEPLOY_FIRST), clause="PT1-B3")


def _table_warnings(table: Snapshot) -> list[str]:
    size = table.table
    if min(size.width, size.depth) >= LEAST_TABLE:
        return []
    return [
        f"The table is {plain(size.width)} by {plain(size.depth)} in; "
        f"{plain(LEAST_TABLE)} by {plain(LEAST_TABLE)} or more is meant"
    ]


def _woods_warnings(table: Snapshot) -> list[str]:
    least, most = WOODS_SIDES
    warnings = []
    for area in table.terrain:
        if area.kind.strip().casefold() != "woods":
            continue
        box = shapely.get_coordinates(shapely.oriented_envelope(shapely.Polygon(area.outline)))
        sides = sorted(math.dist(box[k], box[k + 1]) for k in (0, 1))
        if sides[0] < least or sides[1] > most:
            warnings.append(
                f"Woods {area.id} is {plain(sides[0])} by {plain(sides[1])} in; "
                f"{plain(least)} to {plain(most)} is usual"
            )
    return warnings


def _of_kind(table: Snapshot, kind: str) -> list[Terrain]:
    return [area for area in table.terrain if area.kind.strip().casefold() == kind]


def _big_hill(draft: Draft) -> tuple[Terrain, BigHill]:
    """PT1-J2a: the hill that is fought over, the largest that lies near enough to the middle."""
    hills = _of_kind(draft.snapshot, "hill")
    if not hills:
        draft.refuse("PT1-J2a", "This battle needs a large hill near the middle of the table.")
    judged = [
        (hill, judge_big_hill(draft.snapshot, hill, tolerance=draft.tolerance, doubt=draft.doubt))
        for hill in sorted(hills, key=lambda hill: -shapely.Polygon(hill.outline).area)
    ]
    near = [pair for pair in judged if pair[1].place.outcome is not Outcome.BROKEN]
    hill, found = (near or judged)[0]
    draft.hold(
        "PT1-J2a",
        found.place.outcome,
        says=ended(found.place.says),
        found=found.place.measured,
    )
    return hill, found


def _river_and_bridge(draft: Draft) -> tuple[str, str]:
    """PT1-J3a and J3b."""
    rivers = _of_kind(draft.snapshot, "river")
    bridges = _of_kind(draft.snapshot, "bridge")
    if not rivers:
        draft.refuse("PT1-J3a", "This battle needs a river across the table.")
    if len(bridges) != 1:
        draft.refuse("PT1-J3b", f"This battle needs one bridge; there are {len(bridges)}.")
    bridge = bridges[0].id
    if bridge in draft.state.units:
        # PT1-J3d: its charge takes a card under the bridge's own name.
        draft.refuse("PT1-J3b", f"Bridge {bridge} has the name of a unit: call it something else.")
    return rivers[0].id, bridge


def army_points(state: State, side: str) -> int:
    """PT1-G2: what a side's units are worth together."""
    return sum(state.stages.points(unit, state.options) for unit in state.living(side))


def bonus(own: int, *, other: int, held: int) -> int:
    """PT1-G3c: unit points to add against objectives held: no more than twice the other's total.

    >>> bonus(20, other=20, held=8), bonus(20, other=20, held=24), bonus(45, other=20, held=8)
    (8, 20, 0)
    """
    return max(0, min(held, 2 * other - own))


def _tell_bonus(draft: Draft) -> None:
    state = draft.state
    for side in state.sides:
        held = sum(each.points for each in state.objectives if each.held_by not in {"", side})
        if held:
            own, other = (army_points(state, each) for each in (side, state.other_side(side)))
            extra = bonus(own, other=other, held=held)
            event = BonusAllowed(side=side, points=extra, own_points=own, other_points=other)
            clause = "PT1-J2d" if state.big_hill else "PT1-J3c" if state.bridge else "PT1-G3c"
            draft.emit(event, clause=clause)

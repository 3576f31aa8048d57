"""Counts the points of each side (PT1-G2, G3, J3e)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.river_ground import crossings
from rules.games.paper_tigers.profiles import PROFILES, UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.referee.judging.areas import InAreaTest, of_kinds
from rules.referee.judging.control import Control, who_controls
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.tallies import Count
from rules.table.edges import TableEdge
from rules.table.snapshot import Snapshot, Terrain
from rules.table.units import Inches

CAPTURE = 8
"""PT1-J3e: for the bridge, whole."""
CONTEST = Inches(3.0)
"""PT1-G3b2: an enemy this near to a feature contests it."""


class ScoringRules:
    """Where an edition may score otherwise."""

    def points(self, unit: Unit, options: Options) -> int:
        """PT1-G2: what the enemy scores for this unit."""
        usual = unit.profile.points == PROFILES[unit.kind].points
        if usual and unit.kind in {UnitKind.HALFTRACK, UnitKind.WEAPONS_CARRIER}:
            return options.whole("vp_halftrack")
        return unit.profile.points

    def extra(self, state: State) -> Mapping[str, int]:
        """By side, points for what only an edition scores."""
        del state
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveHeld:
    """Who holds an objective at the end of a deck; nobody when the side is empty."""

    area: str
    side: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePart:
    """One thing that a side has points for: a destroyed enemy by its name, or what it says."""

    side: str
    what: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The points of both sides, what makes them, and what the ground gave."""

    totals: dict[str, int]
    parts: tuple[ScorePart, ...]
    held: tuple[ObjectiveHeld, ...]
    evidence: tuple[Measured, ...]

    def counts(self) -> tuple[Count, ...]:
        """As they stand in an event."""
        return tuple(Count(name=side, count=count) for side, count in self.totals.items())


def worth(state: State, unit: Unit) -> int:
    """What the enemy scores for a unit."""
    return state.edition.of(ScoringRules).points(unit, state.options)


def losses(state: State) -> dict[str, int]:
    """PT1-G2: what each side has scored for destroyed enemies."""
    totals = dict.fromkeys(state.sides, 0)
    for unit in lost(state):
        totals[state.other_side(unit.side)] += worth(state, unit)
    return totals


def lost(state: State) -> tuple[Unit, ...]:
    """Destroyed units that score, in a clash of patrols as in any battle (PT1-J1c)."""
    return tuple(
        unit
        for unit in state.units.values()
        if unit.destroyed and is_scored(state, unit, by=unit.destroyed_by)
    )


def is_scored(state: State, unit: Unit, *, by: str) -> bool:
    """Whether the loss of a unit scores, as agreed (AMB1-49)."""
    return state.options.choice("vp_losses") == "every_loss" or _by_enemy(state, unit, by=by)


def _by_enemy(state: State, unit: Unit, *, by: str) -> bool:
    return by in state.units and state.unit(by).side != unit.side


def commended(state: State) -> tuple[Count, ...]:
    """PT1-I4: the battle group of each side that has destroyed most, where there are several."""
    best = []
    for side in state.sides:
        forces = state.forces_of(side)
        if len(forces) < 2:
            continue
        scored = {force.name: 0 for force in forces}
        for unit in lost(state):
            if _by_enemy(state, unit, by=unit.destroyed_by):
                by = state.unit(unit.destroyed_by).force
                if by in scored:
                    scored[by] += worth(state, unit)
        most = max(scored.values())
        best += [Count(name=name, count=most) for name in scored if scored[name] == most > 0]
    return tuple(best)


def control_of(draft: Draft, area: Terrain) -> Control:
    """PT1-G3b2: who holds a feature."""
    return draft.once(("control", area.id), lambda table: _control(draft, area, table=table))


def _control(draft: Draft, area: Terrain, *, table: Snapshot) -> Control:
    state = draft.state
    damaged = state.options.flag("damaged_controls")
    present = {side: [unit for unit in state.living(side) if unit.in_play] for side in state.sides}
    return who_controls(
        table,
        area,
        sides={
            side: [unit.id for unit in units if damaged or not unit.hits]
            for side, units in present.items()
        },
        enemies={
            side: [unit.id for unit in present[state.other_side(side)]] for side in state.sides
        },
        reach=CONTEST,
        test=InAreaTest(state.options.choice("membership_test")),
        agreed=draft.agreed,
    )


def score(draft: Draft) -> Score:
    """Everything that counts now; the points of several areas are added (PT1-G3b1)."""
    state = draft.state
    parts = [
        ScorePart(side=state.other_side(unit.side), what=unit.id, points=worth(state, unit))
        for unit in lost(state)
    ]
    held: list[ObjectiveHeld] = []
    evidence: list[Measured] = []
    areas = {area.id: area for area in draft.table.terrain}
    withdrawing = state.options.choice("scenario") == WITHDRAWAL
    for each in state.objectives:
        if each.area not in areas or (withdrawing and each.area == state.bridge):
            continue
        control = control_of(draft, areas[each.area])
        evidence += control.measured
        side = state.held_settled.get(each.area, control.side or "")
        held.append(ObjectiveHeld(area=each.area, side=side, points=each.points))
        if side:
            parts.append(ScorePart(side=side, what=f"holding {each.area}", points=each.points))
    for side, points in state.edition.of(ScoringRules).extra(state).items():
        parts.append(ScorePart(side=side, what="the scenario", points=points))
    if withdrawing and state.edge:
        over, found = _over_the_river(draft)
        parts, evidence = [*parts, *over], [*evidence, *found]
    totals = {side: sum(p.points for p in parts if p.side == side) for side in state.sides}
    counted = tuple(part for part in parts if part.points)
    return Score(totals=totals, parts=counted, held=tuple(held), evidence=tuple(evidence))


def _over_the_river(draft: Draft) -> tuple[list[ScorePart], tuple[Measured, ...]]:
    """PT1-J3e: units brought home, units left behind, and the bridge taken whole."""
    state = draft.state
    parts = []
    if by := state.captured_by:
        parts.append(ScorePart(side=by, what="the whole bridge", points=CAPTURE))
    units = [unit for unit in state.living(state.defender) if unit.in_play]
    rivers = of_kinds(draft.table.terrain, {"river"})
    found = crossings(
        draft.table,
        [unit.id for unit in units],
        edge=TableEdge(state.edge),
        rivers=rivers,
        started_beyond=frozenset(unit.id for unit in units if not unit.arrives),
        eps=Inches(state.options.number("eps_in")),
        doubt=draft.doubt,
    )
    for side, names, how in (
        (state.defender, found.across, "brought home"),
        (state.attacker, found.stranded, "left behind"),
    ):
        for name in names:
            points = worth(state, state.unit(name))
            parts.append(ScorePart(side=side, what=f"{name} {how}", points=points))
    return parts, found.measured

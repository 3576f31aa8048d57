"""Knows whether a side may begin where it stands (PT1-B3, B4, J1b, J2b, J3c)."""

from dataclasses import dataclass

from rules.games.paper_tigers.battle_options import HIGH_GROUND, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.commands import Board, ChooseEdge, DeployDone
from rules.games.paper_tigers.decide.aboard import no_ride
from rules.games.paper_tigers.decide.beginning import hold_to_ground
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.decide.setting_up import deploying_side, scenario
from rules.games.paper_tigers.decide.slips import slip_spots
from rules.games.paper_tigers.decide.turns import begin_turn
from rules.games.paper_tigers.events.setup import Boarded, Deployed, EdgeChosen, PhaseBegan
from rules.games.paper_tigers.measuring.cover import InAreaTest
from rules.games.paper_tigers.measuring.river_ground import judge_beyond_river, river_warning
from rules.games.paper_tigers.measuring.scenario_ground import judge_column, judge_high_ground
from rules.games.paper_tigers.measuring.zones import (
    DeployTest,
    Edge,
    PlaceFinding,
    judge_deployment,
)
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Snapshot, Terrain


def edge_of(state: State, side: str) -> Edge:
    """A side's own edge: the Attacker's is across from the Defender's."""
    edge = Edge(state.edge)
    return edge if side == state.defender else edge.opposite


def _require_deploying(draft: Draft) -> str:
    draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
    side = deploying_side(draft.state)
    if draft.command.author not in draft.state.seats_of(side):
        draft.refuse(draft.clause, f"It is {side} who deploys now.")
    return side


@handle.register
def _choose_edge(body: ChooseEdge, draft: Draft) -> None:
    side = _require_deploying(draft)
    if draft.state.phase is not Phase.DEPLOY_FIRST or draft.state.edge:
        draft.refuse("PT1-B3", "The Defender has chosen an edge already.")
    edges = [str(edge) for edge in Edge]
    if body.edge not in edges:
        known = ", ".join(edges)
        draft.refuse("PT1-B3", f"{side} chooses one of the edges {known}, not {body.edge!r}.")
    warning = _river_place_warning(draft, Edge(body.edge))
    draft.emit(EdgeChosen(edge=body.edge, warning=warning), clause="PT1-B3")


@handle.register
def _board(body: Board, draft: Draft) -> None:
    side = _require_deploying(draft)
    unit = draft.own_unit(body.unit)
    if unit.side != side:
        draft.refuse(draft.clause, f"{unit.id} is not one of {side}'s units.")
    if body.carrier:
        carrier = draft.known_unit(body.carrier)
        if unfit := no_ride(draft.state, unit, carrier=carrier):
            draft.refuse(*unfit)
        if draft.state.slips is not None and draft.state.slips.side == side:
            draft.refuse("PT1-H4a", f"Each unit of {side} begins on a slip of its own.")
    elif not unit.aboard:
        draft.refuse("PT1-F1", f"{unit.id} is aboard nothing.")
    draft.emit(Boarded(unit=unit.id, carrier=body.carrier), clause="PT1-F1")


@handle.register
def _deploy_done(body: DeployDone, draft: Draft) -> None:
    del body
    side = _require_deploying(draft)
    if not draft.state.edge:
        draft.refuse("PT1-B3", f"First {side} chooses an edge of the table.")
    hidden = draft.state.slips is not None and draft.state.slips.side == side
    if hidden:
        slips = slip_spots(draft)
        evidence = _judged_slips(draft, side, names=[each.unit for each in slips])
        event = Deployed(side=side, spots=(), slips=slips)
    else:
        evidence = _judged(draft, side)
        event = Deployed(side=side, spots=_spots(draft, side))
    draft.emit(event, clause=draft.clause, evidence=evidence)
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    if draft.state.phase is Phase.DEPLOY_FIRST:
        draft.emit(PhaseBegan(phase=Phase.DEPLOY_SECOND), clause="PT1-B4")
    elif draft.state.slips is not None:
        draft.emit(PhaseBegan(phase=Phase.TURN_SLIPS), clause="PT1-H4b")
    else:
        begin_turn(draft)


def starting(state: State, side: str) -> tuple[Unit, ...]:
    """The units that a side begins with on the table."""
    return tuple(unit for unit in state.living(side) if not unit.arrives)


def _spots(draft: Draft, side: str) -> tuple[UnitSpot, ...]:
    found = []
    for unit in starting(draft.state, side):
        spot = spot_of(draft.table.piece(unit.id))
        if spot is None:
            draft.refuse(draft.clause, f"{unit.id} is not on the table; nobody sees it.")
        found.append(UnitSpot(unit=unit.id, spot=spot))
    return tuple(found)


def _judged(draft: Draft, side: str) -> list[Measured]:
    """Hold every unit that stands by itself to where its side may begin."""
    state = draft.state
    # Passengers count among those of whom a third may be on the big hill.
    hill = scenario(state) == HIGH_GROUND
    units = [unit.id for unit in starting(state, side) if hill or not unit.aboard]
    clause, findings = _findings(draft, side, units=units, ground=_Ground.of(draft))
    zones = [
        draft.hold(clause, each.outcome, says=ended(each.says), found=each.measured)
        for each in findings
    ]
    return [*zones, *hold_to_ground(draft, starting(state, side))]


def _judged_slips(draft: Draft, side: str, *, names: list[str]) -> list[Measured]:
    """PT1-H4b: slips lie where the units under them may begin, by their middle."""
    bare = _Ground(table=draft.snapshot, test=DeployTest.CENTRE)
    _, findings = _findings(draft, side, units=names, ground=bare)
    return [
        draft.hold("PT1-H4b", each.outcome, says=ended(each.says), found=each.measured)
        for each in findings
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """The table that pieces are looked for on, and what of them has to be where."""

    table: Snapshot
    test: DeployTest

    @classmethod
    def of(cls, draft: Draft) -> "_Ground":
        """For units, as the game knows where they are."""
        test = DeployTest(draft.state.options.choice("deploy_test"))
        return cls(table=draft.table, test=test)


def _findings(
    draft: Draft, side: str, *, units: list[str], ground: _Ground
) -> tuple[str, tuple[PlaceFinding, ...]]:
    state = draft.state
    own = state.stages.rulings.zones
    found_by = None if own is None else own(draft, side, units=units)
    if found_by is not None:
        return found_by
    edge = edge_of(state, side)
    defends = side == state.defender
    if scenario(state) == PATROLS:
        spacing = Metric(state.options.choice("j1_spacing_metric"))
        found = judge_column(
            ground.table, units, edge=edge, die=state.columns[side], metric=spacing,
            tolerance=draft.tolerance, doubt=draft.doubt,
        )  # fmt: skip
        return "PT1-J1b", found
    if scenario(state) == HIGH_GROUND and defends:
        return "PT1-J2b", _on_high_ground(draft, units, edge=edge, ground=ground)
    if scenario(state) == WITHDRAWAL and defends:
        return "PT1-J3c", _beyond_river(draft, units, edge=edge, ground=ground)
    found = tuple(
        judge_deployment(
            ground.table, unit, edge=edge, test=ground.test, tolerance=draft.tolerance,
            doubt=draft.doubt,
        )
        for unit in units
    )  # fmt: skip
    return "PT1-B3" if defends else "PT1-B4", found


def _big_hill(draft: Draft) -> Terrain:
    name = draft.state.big_hill
    found = next((area for area in draft.table.terrain if area.id == name), None)
    if found is None:
        draft.refuse("PT1-J2a", f"Hill {name} was laid out and is gone: put it back.")
        raise AssertionError
    return found


def _on_high_ground(
    draft: Draft, units: list[str], *, edge: Edge, ground: _Ground
) -> tuple[PlaceFinding, ...]:
    """PT1-J2b: in the zone, or up to a third of them on the hill."""
    found = judge_high_ground(
        ground.table,
        units,
        edge=edge,
        hill=_big_hill(draft),
        deploy_test=ground.test,
        hill_test=InAreaTest(draft.state.options.choice("membership_test")),
        tolerance=draft.tolerance,
        doubt=draft.doubt,
    )
    if len(found.on_hill) > found.limit:
        draft.unless_waived("PT1-J2b", ended(found.says))
    return found.units


def _beyond_river(
    draft: Draft, units: list[str], *, edge: Edge, ground: _Ground
) -> tuple[PlaceFinding, ...]:
    """PT1-J3c: between the river's far bank and the middle of the table."""
    rivers = [area for area in draft.table.terrain if area.kind.strip().casefold() == "river"]
    return tuple(
        judge_beyond_river(
            ground.table, unit, edge=edge, rivers=rivers, test=ground.test,
            tolerance=draft.tolerance, doubt=draft.doubt,
        )
        for unit in units
    )  # fmt: skip


def _river_place_warning(draft: Draft, edge: Edge) -> str:
    """PT1-J3a: what is odd about where the river runs, once the edge is known."""
    if scenario(draft.state) != WITHDRAWAL:
        return ""
    rivers = [area for area in draft.table.terrain if area.kind.strip().casefold() == "river"]
    return river_warning(draft.table.table, rivers, edge=edge)

"""Choosing edges, and setting up: whether a side may begin where it stands (PT1-B3, B4, J)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.battle_options import HIGH_GROUND, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.chapters.beginning import deploying_side, edge_of, scenario
from rules.games.paper_tigers.chapters.bonus import bonus_offers
from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.chapters.slips import slip_offers, slip_spots
from rules.games.paper_tigers.chapters.turns import begin_turn
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import hold_to_ground, seen_spot
from rules.games.paper_tigers.measuring.river_ground import judge_beyond_river, river_warning
from rules.games.paper_tigers.measuring.scenario_ground import judge_column, judge_high_ground
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot
from rules.referee.judging.areas import InAreaTest, of_kinds
from rules.referee.judging.deploying import DeployTest, PlaceFinding, judge_deployment
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template, Weight
from rules.referee.toolkit.phrases import capital, counted, ended, listed
from rules.referee.toolkit.ruling import unit_hole
from rules.table.edges import TableEdge
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Snapshot, Terrain
from rules.table.units import Inches


class DeployingRules:
    """Where an edition may have sides begin elsewhere."""

    def zones(
        self, draft: Draft, side: str, *, units: list[str], ground: "SetUpGround"
    ) -> tuple[str, tuple[PlaceFinding, ...]]:
        """Under which clause, and whether, each of these stands where its side may begin."""
        state = draft.state
        edge = edge_of(state, side)
        defends = side == state.defender
        if scenario(state) == PATROLS:
            spacing = Metric(state.options.choice("j1_spacing_metric"))
            found = judge_column(
                ground.table,
                units,
                edge=edge,
                die=state.columns[side],
                metric=spacing,
                agreed=draft.agreed,
            )
            return "PT1-J1b", found
        if scenario(state) == HIGH_GROUND and defends:
            return "PT1-J2b", _on_high_ground(draft, units, edge=edge, ground=ground)
        if scenario(state) == WITHDRAWAL and defends:
            return "PT1-J3c", _beyond_river(draft, units, edge=edge, ground=ground)
        found = tuple(
            judge_deployment(ground.table, unit, edge=edge, test=ground.test, agreed=draft.agreed)
            for unit in units
        )
        return "PT1-B3" if defends else "PT1-B4", found


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEdge:
    """The Defender's own edge of the table: south, north, west or east."""

    edge: str

    def ruled(self, draft: Draft) -> None:
        side = _require_deploying(draft)
        says = "The Defender has chosen an edge already."
        if draft.state.phase is not Phase.DEPLOY_FIRST:
            draft.refuse("PT1-B3", says)
        if draft.state.edge:
            draft.unless_waived("PT1-B3", says)
        edges = [str(edge) for edge in TableEdge]
        if self.edge not in edges:
            known = ", ".join(edges)
            draft.refuse("PT1-B3", f"{side} chooses one of the edges {known}, not {self.edge!r}.")
        warning = _river_place_warning(draft, TableEdge(self.edge))
        draft.emit(EdgeChosen(edge=self.edge, warning=warning))


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A unit begins the battle aboard, or towed; without a carrier it gets off again."""

    unit: str
    carrier: str = ""

    def ruled(self, draft: Draft) -> None:
        side = _require_deploying(draft)
        unit = draft.own_unit(self.unit)
        if unit.side != side:
            draft.refuse(draft.clause, f"{unit.id} is not one of {side}'s units.")
        if self.carrier:
            carrier = draft.known_unit(self.carrier)
            draft.hold_fit((no_ride(draft.state, unit, carrier=carrier),))
            if draft.state.slips is not None and draft.state.slips.side == side:
                draft.unless_waived("PT1-H4a", f"Each unit of {side} begins on a slip of its own.")
        elif not unit.aboard:
            draft.refuse("PT1-F1", f"{unit.id} is aboard nothing.")
        draft.emit(Boarded(unit=unit.id, carrier=self.carrier))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployDone:
    """A side stands where it begins."""

    def ruled(self, draft: Draft) -> None:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeChosen:
    """The Defender's own edge."""

    clause: ClassVar[str] = "PT1-B3"

    edge: str
    warning: str = ""
    """PT1-J3a: what is odd about the ground, seen from there."""

    def after(self, state: State) -> State:
        return replace(state, edge=self.edge)

    def told(self) -> str:
        taken = f"The Defender takes the {self.edge} edge."
        return f"{taken} {capital(ended(self.warning))}" if self.warning else taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded:
    """Before the first turn a unit was put aboard, or taken off again."""

    clause: ClassVar[str] = "PT1-F1"

    unit: str
    carrier: str

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), aboard=self.carrier, in_area=""))

    def told(self) -> str:
        if self.carrier:
            return f"{self.unit} begins the battle carried by {self.carrier}."
        return f"{self.unit} begins the battle on its own."


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed:
    """A side stands where it begins."""

    side: str
    spots: tuple[UnitSpot, ...]
    slips: tuple[UnitSpot, ...] = ()

    def after(self, state: State) -> State:
        units = dict(state.units)
        for each in self.spots:
            units[each.unit] = replace(units[each.unit], spot=each.spot, vouched=each.vouched)
        slips = state.slips
        if slips is not None and self.slips:
            slips = replace(slips, spots={each.unit: each.spot for each in self.slips})
        return _with_bridge(replace(state, units=units, slips=slips))

    def told(self) -> str:
        units, slips = len(self.spots), len(self.slips)
        told = [counted(units, "unit")] if units or not slips else []
        if slips:
            told.append(counted(slips, "slip"))
        return f"{self.side} is ready with {listed(told)}."


def _with_bridge(state: State) -> State:
    """PT1-J3d: from here on the Defender's charge can take a card like a unit."""
    if not state.bridge or state.bridge in state.units or state.phase is Phase.DEPLOY_FIRST:
        return state
    force = state.forces_of(state.defender)[0]
    charge = Unit(
        id=state.bridge,
        force=force.name,
        side=force.side,
        kind=UnitKind.BRIDGE,
        pieces=(),
        length=Inches(0.0),
    )
    return state.with_unit(charge)


def _require_deploying(draft: Draft) -> str:
    draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
    side = deploying_side(draft.state)
    if draft.command.author not in draft.state.seats_of(side):
        draft.refuse(draft.clause, f"It is {side} who sets up now.")
    return side


def _go_on(draft: Draft) -> None:
    if draft.state.phase is Phase.DEPLOY_FIRST:
        draft.begin(Phase.DEPLOY_SECOND, clause="PT1-B4")
    elif draft.state.slips is not None:
        draft.begin(Phase.TURN_SLIPS, clause="PT1-H4b")
    else:
        begin_turn(draft)


def starting(state: State, side: str) -> tuple[Unit, ...]:
    """The units that a side begins with on the table."""
    return tuple(unit for unit in state.living(side) if not unit.arrives)


def _spots(draft: Draft, side: str) -> tuple[UnitSpot, ...]:
    return tuple(
        UnitSpot(unit=unit.id, spot=seen_spot(draft, unit, clause=draft.clause))
        for unit in starting(draft.state, side)
    )


def _judged(draft: Draft, side: str) -> list[Measured]:
    """Hold every unit that stands by itself to where its side may begin."""
    state = draft.state
    # Passengers count among those of whom a third may be on the big hill.
    hill = scenario(state) == HIGH_GROUND
    units = [unit.id for unit in starting(state, side) if hill or not unit.aboard]
    clause, findings = draft.state.edition.of(DeployingRules).zones(
        draft, side, units=units, ground=SetUpGround.of(draft)
    )
    zones = [
        draft.hold(clause, each.outcome, says=each.says, found=each.measured) for each in findings
    ]
    return [*zones, *hold_to_ground(draft, starting(state, side))]


def _judged_slips(draft: Draft, side: str, *, names: list[str]) -> list[Measured]:
    """PT1-H4b: slips lie where the units under them may begin, by their middle."""
    bare = SetUpGround(table=draft.snapshot, test=DeployTest.CENTRE)
    _, findings = draft.state.edition.of(DeployingRules).zones(
        draft, side, units=names, ground=bare
    )
    return [
        draft.hold("PT1-H4b", each.outcome, says=each.says, found=each.measured)
        for each in findings
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpGround:
    """The table that pieces are looked for on, and what of them has to be where."""

    table: Snapshot
    test: DeployTest

    @classmethod
    def of(cls, draft: Draft) -> "SetUpGround":
        """For units, as the game knows where they are."""
        test = DeployTest(draft.state.options.choice("deploy_test"))
        return cls(table=draft.table, test=test)


def _big_hill(draft: Draft) -> Terrain:
    name = draft.state.big_hill
    found = next((area for area in draft.table.terrain if area.id == name), None)
    if found is None:
        draft.refuse("PT1-J2a", f"Hill {name} was laid out and is gone: put it back.")
    return found


def _on_high_ground(
    draft: Draft, units: list[str], *, edge: TableEdge, ground: SetUpGround
) -> tuple[PlaceFinding, ...]:
    """PT1-J2b: in the zone, or up to a third of them on the hill."""
    found = judge_high_ground(
        ground.table,
        units,
        edge=edge,
        hill=_big_hill(draft),
        deploy_test=ground.test,
        hill_test=InAreaTest(draft.state.options.choice("membership_test")),
        agreed=draft.agreed,
    )
    if len(found.on_hill) > found.limit:
        draft.unless_waived("PT1-J2b", ended(found.says))
    return found.units


def _beyond_river(
    draft: Draft, units: list[str], *, edge: TableEdge, ground: SetUpGround
) -> tuple[PlaceFinding, ...]:
    """PT1-J3c: between the river's far bank and the middle of the table."""
    rivers = of_kinds(draft.table.terrain, {"river"})
    return tuple(
        judge_beyond_river(
            ground.table, unit, edge=edge, rivers=rivers, test=ground.test, agreed=draft.agreed
        )
        for unit in units
    )


def _river_place_warning(draft: Draft, edge: TableEdge) -> str:
    """PT1-J3a: what is odd about where the river runs, once the edge is known."""
    if scenario(draft.state) != WITHDRAWAL:
        return ""
    rivers = of_kinds(draft.table.terrain, {"river"})
    return river_warning(draft.table.table, rivers, edge=edge)


def deploy_offers(trial: Trial) -> tuple[Template, ...]:
    """For the side that sets up: its edge, who begins aboard, slips, and that it is done."""
    side = deploying_side(trial.state)
    if trial.seat not in trial.state.seats_of(side):
        return ()
    found = (*_edge(trial), *_boards(trial, side), *slip_offers(trial), *_deploy(trial, side))
    return (*bonus_offers(trial, side), *found)


def _edge(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    if state.phase is not Phase.DEPLOY_FIRST or state.edge:
        return ()
    edges = tuple(str(edge) for edge in TableEdge)
    hole = Hole(name="edge", kind="choice", allowed=edges)
    says = f"Choose {state.defender}'s own edge of the table."
    return (Template(command="choose_edge", says=says, holes=(hole,)),)


def _deploy(trial: Trial, side: str) -> tuple[Template, ...]:
    state = trial.state
    if not state.edge or (scenario(state) == PATROLS and side not in state.columns):
        return ()
    says = f"Say that all of {side} stands where it is to begin."
    return (trial.plain(DeployDone(), command="deploy_done", says=says),)


def _boards(trial: Trial, side: str) -> tuple[Template, ...]:
    """For each unit that may ride, who can carry it; for each that rides, getting off."""
    state = trial.state
    found = []
    for unit in state.living(side):
        if unit.force not in {force.name for force in trial.forces}:
            continue
        carriers = _carriers(trial, unit)
        if unit.aboard:
            off = Board(unit=unit.id)
            says = f"Take {unit.id} off {unit.aboard} before the battle."
            fixed, refusal = {"unit": unit.id}, trial.refusal(off)
            found.append(
                Template(command="board", says=says, fixed=fixed, refusal=refusal, verb="Get off")
            )
        elif carriers and (state.slips is None or state.slips.side != side):
            hole = unit_hole("carrier", carriers, greyed={})
            says = f"Let {unit.id} begin aboard or in tow."
            found.append(
                Template(command="board", says=says, fixed={"unit": unit.id}, holes=(hole,))
            )
    return tuple(
        each if each.command != "board" else replace(each, weight=Weight.PLAIN) for each in found
    )


def _carriers(trial: Trial, unit: Unit) -> tuple[str, ...]:
    return tuple(
        other.id
        for other in trial.state.living(unit.side)
        if no_ride(trial.state, unit, carrier=other) is None
    )

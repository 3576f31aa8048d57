"""Knows what the events before the first turn change."""

from dataclasses import replace

from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.events import setup as happened
from rules.games.paper_tigers.initial import is_small
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Objective, Slips, State, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.table.units import Inches


@change.register
def _asked(event: happened.Asked, state: State) -> State:
    return replace(state, asks=(*state.asks, event.ask), asked=max(state.asked, event.ask.id))


@change.register
def _rolled(event: happened.Rolled, state: State) -> State:
    # What the dice mean is an event of its own; here they only wait for those of the others.
    return replace(state, rolls={**state.rolls, event.force: event.dice})


@change.register
def _chosen(event: happened.Chosen, state: State) -> State:
    del event
    return state


@change.register
def _phase_began(event: happened.PhaseBegan, state: State) -> State:
    return replace(state, phase=event.phase, rolls={}, passed=(), laid=(), ordered=False)


@change.register
def _roll_tied(event: happened.RollTied, state: State) -> State:
    del event
    return replace(state, rolls={})


@change.register
def _roles_set(event: happened.RolesSet, state: State) -> State:
    return replace(state, attacker=event.attacker, rolls={})


@change.register
def _objective_named(event: happened.ObjectiveNamed, state: State) -> State:
    others = tuple(each for each in state.objectives if each.area != event.area)
    if not event.points:
        return replace(state, objectives=others)
    new = Objective(area=event.area, points=event.points, held_by=event.held_by)
    return replace(state, objectives=(*others, new))


@change.register
def _terrain_placed(event: happened.TerrainPlaced, state: State) -> State:
    return replace(
        state,
        areas=event.areas,
        big_hill=event.big_hill,
        river=event.river,
        bridge=event.bridge,
    )


@change.register
def _terrain_reopened(event: happened.TerrainReopened, state: State) -> State:
    del event
    return replace(state, areas=(), big_hill="", river="", bridge="")


@change.register
def _bonus_allowed(event: happened.BonusAllowed, state: State) -> State:
    del event  # an advice for the army lists: the roster has them already
    return state


@change.register
def _edge_chosen(event: happened.EdgeChosen, state: State) -> State:
    return replace(state, edge=event.edge)


@change.register
def _column_rolled(event: happened.ColumnRolled, state: State) -> State:
    return replace(state, columns={**state.columns, event.side: event.inches})


@change.register
def _boarded(event: happened.Boarded, state: State) -> State:
    return state.with_unit(replace(state.unit(event.unit), aboard=event.carrier, in_area=""))


@change.register
def _slips_written(event: happened.SlipsWritten, state: State) -> State:
    slips = Slips(side=event.side, blanks=event.blanks, left_off=event.left_off)
    return replace(state, slips=slips, slip_pieces=event.slips)


@change.register
def _deployed(event: happened.Deployed, state: State) -> State:
    units = dict(state.units)
    for each in event.spots:
        units[each.unit] = replace(units[each.unit], spot=each.spot, vouched=each.vouched)
    slips = state.slips
    if slips is not None and event.slips:
        slips = replace(slips, spots={each.unit: each.spot for each in event.slips})
    return _with_bridge(replace(state, units=units, slips=slips))


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


@change.register
def _slip_turned(event: happened.SlipTurned, state: State) -> State:
    if state.slips is not None:
        slips = replace(state.slips, turned=(*state.slips.turned, event.slip))
        state = replace(state, slips=slips)
    if event.unit:
        state = state.with_unit(replace(state.unit(event.unit), spot=event.spot))
    return state


@change.register
def _left_off(event: happened.LeftOff, state: State) -> State:
    units = {name: unit for name, unit in state.units.items() if name not in event.units}
    state = replace(state, units=units)
    # PT1-C1c counts those that the battle begins with.
    return replace(state, small_game=is_small(state))

"""Knows what may be asked for before the first turn."""

import math

from rules.games.paper_tigers.battle_options import PATROLS
from rules.games.paper_tigers.commands import Board, DeployDone, TerrainDone, TurnSlip, UseSlips
from rules.games.paper_tigers.decide.aboard import no_ride
from rules.games.paper_tigers.decide.setting_up import (
    deploying_side,
    scenario,
    terrain_placer,
)
from rules.games.paper_tigers.decide.slips import most_of
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.trial import unit_hole
from rules.table.snapshot import Snapshot

SUGGESTED = (2, 4, 8, 0)
"""PT1-G3a: low, medium and high; 0 takes an objective back."""
NEAR_SLIP = 6.0
"""Inches from a slip within which a unit may be the one meant."""


def setup_offers(trial: Trial) -> tuple[Template, ...]:
    """By the step that the set-up has come to."""
    state = trial.state
    if state.phase is Phase.TURN_SLIPS:
        return _turn_slips(trial)
    if state.phase is Phase.TERRAIN:
        mine = trial.seat in state.seats_of(terrain_placer(state))
        return _terrain(trial) if mine else ()
    side = deploying_side(state)
    if trial.seat not in state.seats_of(side):
        return ()
    return (*_edge(trial), *_boards(trial, side), *_slips(trial), *_deploy(trial, side))


def _terrain(trial: Trial) -> tuple[Template, ...]:
    done = trial.plain(TerrainDone(), command="terrain_done", says="All terrain is placed.")
    areas = tuple(area.id for area in trial.snapshot.terrain)
    if not areas:
        return (done,)
    name = Template(
        command="name_objective",
        says="An area is worth points at the end of a deck.",
        holes=(
            Hole(name="area", kind="area", allowed=areas),
            Hole(name="points", kind="count", allowed=SUGGESTED),
            Hole(name="held_by", kind="choice", allowed=trial.state.sides, optional=True),
        ),
    )
    return (name, done)


def _edge(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    if state.phase is not Phase.DEPLOY_FIRST or state.edge:
        return ()
    edges = tuple(str(edge) for edge in Edge)
    hole = Hole(name="edge", kind="choice", allowed=edges)
    return (
        Template(
            command="choose_edge", says=f"{state.defender}'s own edge of the table.", holes=(hole,)
        ),
    )


def _deploy(trial: Trial, side: str) -> tuple[Template, ...]:
    state = trial.state
    if not state.edge or (scenario(state) == PATROLS and side not in state.columns):
        return ()
    says = f"{side} stands where it begins."
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
            says = f"{unit.id} gets off {unit.aboard} before the battle."
            found.append(
                Template(
                    command="board", says=says, fixed={"unit": unit.id}, refusal=trial.refusal(off)
                )
            )
        elif carriers and (state.slips is None or state.slips.side != side):
            hole = unit_hole("carrier", carriers, greyed={})
            says = f"{unit.id} begins aboard or in tow."
            found.append(
                Template(command="board", says=says, fixed={"unit": unit.id}, holes=(hole,))
            )
    return tuple(found)


def _carriers(trial: Trial, unit: Unit) -> tuple[str, ...]:
    return tuple(
        other.id
        for other in trial.state.living(unit.side)
        if no_ride(trial.state, unit, carrier=other) is None
    )


def _slips(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    if not state.solo or state.slips is not None or not state.slip_pieces:
        return ()
    found = []
    for side in state.sides:
        units = [unit for unit in state.living(side) if not unit.arrives]
        if len(units) > len(state.slip_pieces) or any(unit.spot for unit in units):
            continue
        most = tuple(range(most_of(len(units)) + 1))
        spare = len(state.slip_pieces) - len(units)
        holes = (
            Hole(
                name="blanks",
                kind="count",
                allowed=tuple(count for count in most if count <= spare),
                optional=True,
            ),
            Hole(name="left_off", kind="count", allowed=most, optional=True),
        )
        says = f"{side} begins as slips of paper."
        found.append(
            Template(
                command="use_slips",
                says=says,
                fixed={"side": side},
                holes=holes,
                refusal=trial.refusal(UseSlips(side=side)),
            )
        )
    return tuple(found)


def _turn_slips(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    slips = state.slips
    if slips is None:
        return ()
    units = [unit for unit in state.living(slips.side) if unit.spot is None and not unit.arrives]
    found = []
    for slip in slips.spots:
        if slip in slips.turned:
            continue
        tries = [("", TurnSlip(slip=slip))]
        tries += [
            (unit.id, TurnSlip(slip=slip, unit=unit.id))
            for unit in units
            if _lies_near(trial.snapshot, unit, spot=slips.spots[slip])
        ]
        allowed, greyed = trial.sorted_out(tries)
        if allowed:
            hole = unit_hole("unit", allowed, greyed=greyed)
            says = f"{slip} is turned over: which unit stands there, or none?"
            found.append(
                Template(command="turn_slip", says=says, fixed={"slip": slip}, holes=(hole,))
            )
    return tuple(found)


def _lies_near(snapshot: Snapshot, unit: Unit, *, spot: Spot) -> bool:
    """Whether a unit is worth naming for a slip; one that nobody sees is, with the reason."""
    poses = [snapshot.piece(name).pose for name in unit.pieces]
    return any(
        pose is None or math.dist((pose.x, pose.y), (spot.x_in, spot.y_in)) <= NEAR_SLIP
        for pose in poses
    )

"""Knows what may be asked for while a player moves."""

from rules.games.papercraft.abilities import by_hand, called
from rules.games.papercraft.commands import EndMovement, Enter, Leave, MoveDone
from rules.games.papercraft.decide.moving import why_it_stays
from rules.games.papercraft.decide.sheltering import no_shelter, why_not_out
from rules.games.papercraft.offering.trial import Trial
from rules.games.papercraft.state import Unit
from rules.referee.toolkit.game import Hole, Refusal, Template
from rules.referee.toolkit.spots import spot_hole
from rules.table.units import plain


def moving_offers(trial: Trial) -> tuple[Template, ...]:
    """A move for each unit, in and out of buildings, and the end of the movement."""
    end = trial.plain(EndMovement(), command="end_movement", says="All moves are made.")
    offers: list[Template] = []
    for unit in trial.own:
        if unit.inside:
            offers += _leave(trial, unit)
        else:
            offers.append(_move(trial, unit))
            offers += _enter(trial, unit)
        offers += hand_offers(unit)
    return (*offers, end)


def _move(trial: Trial, unit: Unit) -> Template:
    left = (unit.profile.movement or 0.0) - unit.walked
    says = f"{unit.id} has moved; it has {plain(max(0.0, left))} in left."
    if unfit := why_it_stays(trial.state, unit):
        refusal = Refusal(clause=unfit[0], reason=unfit[1])
        fixed = {"unit": unit.id}
        return Template(command="move_done", says=says, fixed=fixed, refusal=refusal)
    stands = trial.refusal(MoveDone(unit=unit.id)) is None
    return Template(
        command="move_done",
        says=says,
        fixed={"unit": unit.id},
        holes=(spot_hole(optional=stands),),
    )


def _enter(trial: Trial, unit: Unit) -> list[Template]:
    houses = [
        each.id
        for each in trial.own
        if trial.state.shelter_of(each) and no_shelter(trial.state, unit, building=each) is None
    ]
    if not houses or why_it_stays(trial.state, unit) is not None:
        return []
    tries = [(name, Enter(unit=unit.id, building=name)) for name in houses]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return []
    hole = Hole(name="building", kind="unit", allowed=allowed, greyed=greyed)
    says = f"{unit.id} goes into a building."
    return [Template(command="enter", says=says, fixed={"unit": unit.id}, holes=(hole,))]


def _leave(trial: Trial, unit: Unit) -> list[Template]:
    if why_not_out(trial.state, unit) is not None:
        return []
    stands = trial.refusal(Leave(unit=unit.id)) is None
    says = f"{unit.id} comes out of {unit.inside} and stands beside it."
    holes = (spot_hole(optional=stands),)
    return [Template(command="leave", says=says, fixed={"unit": unit.id}, holes=holes)]


def hand_offers(unit: Unit) -> list[Template]:
    """PC-ABL-00: abilities that the players apply themselves."""
    return [
        Template(
            command="use_ability",
            says=f"{unit.id} uses {called(name)}; you apply it by hand.",
            fixed={"unit": unit.id, "ability": name},
        )
        for name in by_hand(unit.profile)
    ]

"""Knows what may be asked for while a player attacks."""

from rules.games.papercraft.abilities import Ability, abilities_of
from rules.games.papercraft.commands import Attack, EndTurn, UseAbility
from rules.games.papercraft.decide.abilities_used import TARGETED, no_ability, no_mark
from rules.games.papercraft.decide.attacking import no_attack, no_target, reach_of
from rules.games.papercraft.offering.moving import hand_offers
from rules.games.papercraft.offering.trial import Trial
from rules.games.papercraft.profiles import AttackRecord
from rules.games.papercraft.state import Unit
from rules.referee.toolkit.game import Refusal, Template
from rules.referee.toolkit.trial import unit_hole
from rules.table.units import plain


def fighting_offers(trial: Trial) -> tuple[Template, ...]:
    """Every attack of every unit, abilities in place of them, and the end of the turn."""
    offers: list[Template] = []
    for unit in trial.own:
        for attack in unit.profile.attacks:
            offers += _attack(trial, unit, attack=attack)
        for ability in abilities_of(unit.profile):
            if ability.in_place:
                offers += _ability(trial, unit, ability=ability)
        offers += hand_offers(unit)
    end = trial.plain(EndTurn(), command="end_turn", says="The turn is over.")
    return (*offers, end)


def _attack(trial: Trial, unit: Unit, *, attack: AttackRecord) -> list[Template]:
    reach = plain(reach_of(trial.state, attack))
    says = f"{unit.id} attacks with {attack.name}, which reaches {reach} in."
    fixed = {"unit": unit.id, "attack": attack.id}
    marks = [
        other.id
        for other in trial.state.units.values()
        if other.alive and no_target(trial.state, unit, target=other) is None
    ]
    unfit = no_attack(trial.state, unit, attack=attack)
    if unfit is not None:
        if not marks:
            return []
        refusal = Refusal(clause=unfit[0], reason=unfit[1])
        given = {**fixed, "target": marks[0]}
        return [Template(command="attack", says=says, fixed=given, refusal=refusal)]
    tries = [(name, Attack(unit=unit.id, attack=attack.id, target=name)) for name in marks]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        if not marks:
            return []
        given = {**fixed, "target": marks[0]}
        nobody = trial.refusal(tries[0][1])
        return [Template(command="attack", says=says, fixed=given, refusal=nobody)]
    hole = unit_hole("target", allowed, greyed=greyed)
    return [Template(command="attack", says=says, fixed=fixed, holes=(hole,))]


def _ability(trial: Trial, unit: Unit, *, ability: Ability) -> list[Template]:
    says = f"{unit.id} uses {ability.name} in place of attacking: {ability.says}"
    fixed = {"unit": unit.id, "ability": ability.id}
    if ability.effect not in TARGETED:
        refusal = trial.refusal(UseAbility(unit=unit.id, ability=ability.id))
        return [Template(command="use_ability", says=says, fixed=fixed, refusal=refusal)]
    marks = [
        other.id
        for other in trial.state.units.values()
        if no_mark(trial.state, unit, ability=ability, target=other) is None
    ]
    if not marks or no_ability(trial.state, unit, ability=ability) is not None:
        return []
    tries = [(name, UseAbility(unit=unit.id, ability=ability.id, target=name)) for name in marks]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return []
    hole = unit_hole("target", allowed, greyed=greyed)
    return [Template(command="use_ability", says=says, fixed=fixed, holes=(hole,))]

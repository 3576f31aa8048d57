"""Knows who may use an ability in place of attacking, and what it begins with (PC-ATK-10)."""

from rules.games.papercraft.abilities import ABILITIES, Ability, Effect, ability_of, called
from rules.games.papercraft.commands import UseAbility
from rules.games.papercraft.decide.attacking import line_to, stands_for
from rules.games.papercraft.decide.blasts import within
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.ability import AbilityUsed, AppliedByHand, StatusGained
from rules.games.papercraft.measuring.lines import judge_distance
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Phase, Status, StatusKind
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding
from rules.table.units import Inches, plain

TARGETED = frozenset({Effect.SHIFT, Effect.EMPOWER})


@handle.register
def _use_ability(body: UseAbility, draft: Draft) -> None:
    draft.require_turn(Phase.MOVE, Phase.ATTACK)
    unit = draft.own_unit(body.unit)
    if body.ability not in unit.profile.abilities:
        known = ", ".join(called(each) for each in unit.profile.abilities) or "no ability"
        draft.refuse("PC-ABL-00", f"{unit.id} has {known}, not {body.ability!r}.")
    ability = ABILITIES.get(body.ability)
    if ability is None:
        _by_hand(draft, unit, body=body)
        return
    if unfit := no_ability(draft.state, unit, ability=ability):
        draft.refuse(*unfit)
    evidence = _aimed(draft, unit, ability=ability, target=body.target)
    event = AbilityUsed(unit=unit.id, ability=ability.id, name=ability.name, target=body.target)
    draft.emit(event, clause=ability.clause, evidence=evidence)
    if ability.effect is Effect.EMPOWER:
        _empower(draft, unit, ability=ability, target=body.target)


def _by_hand(draft: Draft, unit: Unit, *, body: UseAbility) -> None:
    """PC-ABL-00: what the umpire does not know is the players' to apply."""
    if body.target:
        draft.known_unit(body.target)
    event = AppliedByHand(unit=unit.id, ability=body.ability, target=body.target)
    draft.emit(event, clause="PC-ABL-00")


def no_ability(state: State, unit: Unit, *, ability: Ability) -> tuple[str, str] | None:
    """Under which clause a unit may not use an ability now, and why; None when it may."""
    if not ability.in_place:
        return "PC-ABL-00", f"{ability.name} of {unit.id} works by itself; nobody uses it."
    if state.phase is not Phase.ATTACK:
        return "PC-ATK-10", f"{ability.name} is used in place of attacking: end the movement first."
    if unit.held_by:
        return "PC-ABL-15", f"{unit.id} is held by {unit.held_by} and cannot attack."
    if unit.ability_used:
        return "PC-ATK-10", f"{unit.id} has used an ability in this turn already."
    if unit.moved:
        return "PC-ATK-10", f"{unit.id} has moved in this turn, so it only attacks."
    if unit.attacks:
        return "PC-ATK-10", f"{unit.id} has attacked in this turn, so it uses no ability."
    if ability.once and ability.id in unit.spent:
        return ability.clause, f"{unit.id} has used {ability.name} in this battle already."
    if unit.inside:
        ports = ability_of(state.unit(unit.inside).profile, Effect.PORTS)
        far = max(ability.range, ability.radius)
        if ports is None or far < ports.range:
            return "PC-ABL-17", f"{unit.id} cannot use {ability.name} out of {unit.inside}."
    return None


def _aimed(draft: Draft, unit: Unit, *, ability: Ability, target: str) -> tuple[Measured, ...]:
    """What an ability is aimed at, measured where it has a range."""
    if ability.effect is Effect.SALVO:
        return _salvo_aimed(draft, unit, ability=ability)
    if ability.effect not in TARGETED:
        if target:
            draft.refuse(ability.clause, f"{ability.name} is aimed at nobody.")
        return ()
    other = draft.known_unit(target)
    if unfit := no_mark(draft.state, unit, ability=ability, target=other):
        draft.refuse(*unfit)
    return (draft.held(in_reach(draft, unit, ability=ability, target=other)),)


def _salvo_aimed(draft: Draft, unit: Unit, *, ability: Ability) -> tuple[Measured, ...]:
    around = within(draft, unit, radius=ability.radius, clause=ability.clause)
    enemies = [n for n, _ in around if draft.state.enemies(unit, draft.state.unit(n))]
    if not enemies:
        reason = f"No enemy is within {plain(ability.radius)} in of {unit.id}."
        draft.refuse(ability.clause, reason)
    return tuple(evidence for name, evidence in around if name in enemies)


def no_mark(state: State, unit: Unit, *, ability: Ability, target: Unit) -> tuple[str, str] | None:
    """Under which clause a unit is no mark of an ability, and why; None when it is one."""
    if target.id == unit.id:
        return ability.clause, f"{unit.id} cannot use {ability.name} on itself."
    if not target.alive or target.spot is None:
        return "PC-DTH-09", f"{target.id} is no unit that is on the table."
    if target.inside:
        return "PC-ABL-16", f"{target.id} is in {target.inside}, where nobody can reach it."
    if ability.effect is Effect.EMPOWER and state.enemies(unit, target):
        return ability.clause, f"{target.id} is an enemy; {ability.name} is for friends."
    return None


def in_reach(draft: Draft, unit: Unit, *, ability: Ability, target: Unit) -> Finding:
    """PC-AMB-12: by distance alone, or by a line that crosses nobody."""
    limit: Inches = ability.range
    if draft.state.options.choice("ability_los") == "as_attacks":
        return line_to(draft, unit, target=target, limit=limit, far=ability.clause)
    pair = (stands_for(unit), stands_for(target))
    return draft.once(
        ("distance", pair, limit, ability.clause),
        lambda table: judge_distance(
            table, pair, limit=limit, clause=ability.clause, agreed=draft.agreed
        ),
    )


def _empower(draft: Draft, unit: Unit, *, ability: Ability, target: str) -> None:
    """PC-ABL-08: until the end of this turn, or until the caster's own next one."""
    state = draft.state
    lasting = state.options.choice("power_duration") == "until_own_turn"
    turn = state.next_turn(unit) if lasting else state.turn
    status = Status(kind=StatusKind.EMPOWERED, turn=turn, by=unit.id)
    event = StatusGained(unit=target, status=status, ability=ability.name)
    draft.emit(event, clause=ability.clause)

"""Knows what damage comes to, and what becomes of whoever has no hit points left."""

from collections.abc import Sequence

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.catalogue import CHART
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.attack import Died, Hurt
from rules.games.papercraft.profiles import DamageType, Fate, PrimaryType
from rules.games.papercraft.state import State, Unit
from rules.referee.toolkit.evidence import Measured


def hurt_in_words(
    state: State, unit: Unit, *, roll: int, kind: DamageType, plus: int
) -> tuple[int, str]:
    """PC-DMG-02 and DMG-03: roll, bonus and armour; and the sum in words."""
    armour = unit.profile.armour
    modifier = CHART[kind, armour]
    total = roll + plus + modifier
    parts = f"{roll}{f' {plus:+d}' if plus else ''}, {kind} against {armour} {modifier:+d}"
    amount = at_least(state, total)
    if amount != total:
        parts += f", {total} counts as {amount}"
    return amount, parts


def at_least(state: State, total: int) -> int:
    """PC-AMB-11: what a hit does whose damage comes to less than nothing."""
    rule = state.options.choice("min_damage")
    if rule == "heal":
        return total
    return max(total, 1 if rule == "one" else 0)


def hurt(
    draft: Draft,
    unit: Unit,
    *,
    amount: int,
    by: str,
    why: str,
    clause: str = "PC-DMG-04",
    settles: bool = False,
    evidence: Sequence[Measured] = (),
) -> None:
    """Take hit points off a unit, and its life where none are left."""
    hp = unit.hp - amount
    if amount < 0 and draft.state.options.choice("heal_cap") == "printed":
        hp = max(unit.hp, min(hp, unit.profile.hp))
        amount = unit.hp - hp
    event = Hurt(unit=unit.id, by=by, amount=amount, hp=hp, why=why, settles=settles)
    draft.emit(event, clause=clause, evidence=evidence)
    if hp <= 0 and unit.alive:
        die(draft, draft.state.unit(unit.id), by=by)


def die(draft: Draft, unit: Unit, *, by: str) -> None:
    """PC-DTH-01 to DTH-04: what is left of a unit, and what its death sets off."""
    state = draft.state
    salvo = ability_of(unit.profile, Effect.SALVO)
    goes_off = salvo is not None and salvo.at_death and salvo.id not in unit.spent
    fate = fate_of(state, unit)
    event = Died(
        unit=unit.id,
        by=by,
        fate=fate,
        points=unit.profile.points,
        occupants=tuple(each.id for each in state.inside(unit.id)),
        salvo=salvo.id if salvo is not None and goes_off else "",
    )
    draft.emit(event, clause="PC-DTH-02" if fate is Fate.REMOVED else "PC-DTH-04")


def fate_of(state: State, unit: Unit) -> Fate:
    """PC-DTH-03: its primary type decides, or its own entry where that was agreed."""
    if unit.death is not None and state.options.choice("death_field") == "unit_list":
        return unit.death
    if unit.is_building:
        return Fate.REMOVED if state.options.choice("building_death") == "removed" else Fate.RUBBLE
    if unit.profile.primary in {PrimaryType.MAGIC, PrimaryType.UNDEAD}:
        return Fate.REMOVED
    return Fate.CORPSE

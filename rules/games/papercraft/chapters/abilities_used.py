"""Says who may use an ability in place of attacking, and what it begins with (PC-ATK-10)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import (
    ABILITIES,
    Ability,
    Effect,
    abilities_of,
    ability_of,
    by_hand,
    called,
)
from rules.games.papercraft.chapters.damage import StatusGained
from rules.games.papercraft.chapters.gale import Fly
from rules.games.papercraft.chapters.moving import why_it_stays
from rules.games.papercraft.chapters.reach import judge_distance, line_to, stands_for, within
from rules.games.papercraft.chapters.salvo import FireSalvo
from rules.games.papercraft.chapters.telekinesis import AimShift
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.state import Phase, State, Status, StatusKind, Unit, UnitStep
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.game import Template
from rules.table.units import Inches, plain

TARGETED = frozenset({Effect.SHIFT, Effect.EMPOWER})


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility:
    """A unit uses an ability; one that the umpire does not know is applied by hand."""

    unit: str
    ability: str
    target: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(Phase.MOVE, Phase.ATTACK)
        unit = draft.own_unit(self.unit)
        if self.ability not in unit.profile.abilities:
            known = ", ".join(called(each) for each in unit.profile.abilities) or "no ability"
            draft.refuse("PC-ABL-00", f"{unit.id} has {known}, not {self.ability!r}.")
        ability = ABILITIES.get(self.ability)
        if ability is None:
            self._by_hand(draft, unit)
            return
        if not ability.in_place:
            reason = f"{ability.name} of {unit.id} works by itself; nobody uses it."
            draft.refuse("PC-ABL-00", reason)
        draft.hold_to(not_in_place(draft.state, unit, name=ability.name))
        draft.hold_to(no_ability(draft.state, unit, ability=ability))
        evidence = _aimed(draft, unit, ability=ability, target=self.target)
        event = AbilityUsed(unit=unit.id, ability=ability.id, name=ability.name, target=self.target)
        draft.emit(event, evidence=evidence)
        if ability.effect is Effect.EMPOWER:
            _empower(draft, unit, ability=ability, target=self.target)

    def _by_hand(self, draft: Draft, unit: Unit) -> None:
        """PC-ABL-00: what the umpire does not know is the players' to apply, at its own time."""
        if self.target:
            draft.known_unit(self.target)
        in_place = self.ability in unit.profile.in_place
        if in_place:
            draft.hold_to(not_in_place(draft.state, unit, name=called(self.ability)))
        event = AppliedByHand(
            unit=unit.id, ability=self.ability, target=self.target, in_place=in_place
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityUsed:
    """PC-ATK-10: a unit uses an ability in place of attacking."""

    unit: str
    ability: str
    name: str
    target: str = ""

    @property
    def clause(self) -> str:
        return ABILITIES[self.ability].clause

    def after(self, state: State) -> State:
        ability = ABILITIES[self.ability]
        unit = replace(state.unit(self.unit), ability_used=True)
        if ability.once:
            unit = replace(unit, spent=(*unit.spent, ability.id))
        return state.with_unit(unit).with_next(*self._begun(ability.effect))

    def _begun(self, effect: Effect) -> Iterator[UnitStep]:
        """What is to be done for it."""
        match effect:
            case Effect.SALVO:
                yield FireSalvo(unit=self.unit, ability=self.ability)
            case Effect.SHIFT:
                yield AimShift(unit=self.unit, target=self.target)
            case Effect.CHARGE:
                yield Fly(unit=self.unit, ability=self.ability)

    def told(self) -> str:
        target = f" on {self.target}" if self.target else ""
        return f"{self.unit} uses {self.name or self.ability}{target} in place of attacking."


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedByHand:
    """PC-ABL-00: an ability that only the players know."""

    clause: ClassVar[str] = "PC-ABL-00"

    unit: str
    ability: str
    target: str = ""
    in_place: bool = False
    """PC-ATK-10: it takes the place of attacking."""

    def after(self, state: State) -> State:
        if not self.in_place:
            return state
        return state.with_unit(replace(state.unit(self.unit), ability_used=True))

    def told(self) -> str:
        target = f" on {self.target}" if self.target else ""
        name = self.ability.replace("_", " ")
        place = " in place of attacking" if self.in_place else ""
        return (
            f"{self.unit} uses {name}{target}{place}: apply it by hand, and amend what it changes."
        )


def not_in_place(state: State, unit: Unit, *, name: str) -> Iterator[tuple[str, str]]:
    """PC-ATK-10: under which clauses nothing takes the place of its attacks now, and why."""
    if state.phase is not Phase.ATTACK:
        yield "PC-ATK-10", f"{name} is used in place of attacking: end the movement first."
    if unit.held_by:
        yield "PC-ABL-15", f"{unit.id} is held by {unit.held_by} and cannot attack."
    if unit.ability_used:
        yield "PC-ATK-10", f"{unit.id} has used an ability this turn already."
    if unit.moved:
        yield "PC-ATK-10", f"{unit.id} has moved this turn, so it only attacks."
    if unit.attacks:
        yield "PC-ATK-10", f"{unit.id} has attacked this turn, so it uses no ability."


def no_ability(state: State, unit: Unit, *, ability: Ability) -> Iterator[tuple[str, str]]:
    """Under which clauses of its own a unit may not use an ability now, and why."""
    if ability.once and ability.id in unit.spent:
        yield ability.clause, f"{unit.id} has used {ability.name} in this battle already."
    if ability.effect is Effect.CHARGE:
        yield from why_it_stays(state, unit)
    if unit.inside:
        ports = ability_of(state.unit(unit.inside).profile, Effect.PORTS)
        far = max(ability.range, ability.radius)
        if ports is None or far < ports.range:
            yield "PC-ABL-17", f"{unit.id} cannot use {ability.name} out of {unit.inside}."


def _aimed(draft: Draft, unit: Unit, *, ability: Ability, target: str) -> tuple[Measured, ...]:
    """What an ability is aimed at, measured where it has a range."""
    if ability.effect is Effect.SALVO:
        return _salvo_aimed(draft, unit, ability=ability)
    if ability.effect not in TARGETED:
        if target:
            draft.refuse(ability.clause, f"{ability.name} is aimed at nobody.")
        return ()
    other = draft.known_unit(target)
    if not other.alive or other.spot is None:
        draft.refuse("PC-DTH-09", f"{other.id} is not a unit on the table.")
    if other.inside and ability.effect is Effect.SHIFT:
        draft.refuse("PC-ABL-16", f"{other.id} is in {other.inside}, where nobody can reach it.")
    draft.hold_to(no_mark(draft.state, unit, ability=ability, target=other))
    return (draft.held(in_reach(draft, unit, ability=ability, target=other)),)


def _salvo_aimed(draft: Draft, unit: Unit, *, ability: Ability) -> tuple[Measured, ...]:
    around = within(draft, unit, radius=ability.radius, clause=ability.clause)
    enemies = [n for n, _ in around if draft.state.enemies(unit, draft.state.unit(n))]
    if not enemies:
        reason = f"No enemy is within {plain(ability.radius)} in of {unit.id}."
        draft.unless_waived(ability.clause, reason)
    return tuple(evidence for name, evidence in around if name in enemies)


def no_mark(
    state: State, unit: Unit, *, ability: Ability, target: Unit
) -> Iterator[tuple[str, str]]:
    """Under which clauses a living unit is no mark of an ability, and why."""
    if target.id == unit.id:
        yield ability.clause, f"{unit.id} cannot use {ability.name} on itself."
    if target.inside:
        yield "PC-ABL-16", f"{target.id} is in {target.inside}, where nobody can reach it."
    if ability.effect is Effect.EMPOWER and state.enemies(unit, target):
        yield ability.clause, f"{target.id} is an enemy; {ability.name} is for friends."


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


def ability_offers(trial: Trial, unit: Unit) -> list[Template]:
    """Every ability of a unit that is used in place of attacking."""
    return [
        replace(offer, deed=f"{ability.name} on {{target}}" if offer.holes else ability.name)
        for ability in abilities_of(unit.profile)
        if ability.in_place
        for offer in _ability(trial, unit, ability=ability)
    ]


def _ability(trial: Trial, unit: Unit, *, ability: Ability) -> list[Template]:
    says = f"{unit.id} uses {ability.name} in place of attacking: {ability.says}"
    fixed = {"unit": unit.id, "ability": ability.id}
    if ability.effect not in TARGETED:
        refusal = trial.refusal(UseAbility(unit=unit.id, ability=ability.id))
        return [Template(command="use_ability", says=says, fixed=fixed, refusal=refusal)]
    marks = [
        other.id
        for other in trial.state.units.values()
        if other.alive and other.spot is not None
        if not any(no_mark(trial.state, unit, ability=ability, target=other))
    ]
    barred = not_in_place(trial.state, unit, name=ability.name)
    if not marks or any(barred) or any(no_ability(trial.state, unit, ability=ability)):
        return []
    tries = [(name, UseAbility(unit=unit.id, ability=ability.id, target=name)) for name in marks]
    return trial.for_units("use_ability", says=says, fixed=fixed, tries=tries)


def hand_offers(trial: Trial, unit: Unit) -> list[Template]:
    """PC-ABL-00: abilities that the players apply themselves."""
    return [
        Template(
            command="use_ability",
            says=f"{unit.id} uses {called(name)}; you apply it by hand.",
            fixed={"unit": unit.id, "ability": name},
            refusal=trial.refusal(UseAbility(unit=unit.id, ability=name)),
        )
        for name in by_hand(unit.profile)
    ]

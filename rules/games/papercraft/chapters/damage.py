"""Takes hit points off units as damage comes to, and marks what lasts on them (PC-DMG)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.papercraft.abilities import ABILITIES, Ability, Effect, abilities_of, ability_of
from rules.games.papercraft.asks import TargetChoice, TargetRoll
from rules.games.papercraft.catalogue import CHART
from rules.games.papercraft.chapters.reach import within
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.profiles import AttackRecord, DamageType
from rules.games.papercraft.state import State, Status, StatusKind, TargetStep, Unit
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.questions import Ask

LASTS: Final = MappingProxyType(
    {
        StatusKind.PINNED: "may not move in its next own turn",
        StatusKind.BURNING: "burns: it is hurt after its next turn, unless it moves in that turn",
        StatusKind.EMPOWERED: "has its Hit Bonus doubled",
    }
)
HOLD, DAMAGE = "hold", "damage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt:
    """A unit has lost hit points; by less than nothing it has regained some, where agreed."""

    clause: ClassVar[str] = "PC-DMG-04"

    unit: str
    by: str
    """Whoever did it; itself, where it is its own doing."""
    amount: int
    hp: int
    """What is left."""
    why: str
    """How the number came about."""
    settles: bool = False
    """Whether this is what the hit of an attack has done."""

    def after(self, state: State) -> State:
        state = state.with_unit(replace(state.unit(self.unit), hp=self.hp))
        if self.settles and state.steps and state.steps[0].settled_by_damage:
            return replace(state, steps=state.steps[1:])
        return state

    def told(self) -> str:
        left = f"{self.hp} left" if self.hp > 0 else "none left"
        why = f" ({self.why})" if self.why else ""
        if self.amount < 0:
            return f"{self.unit} regains {-self.amount} HP{why}: {left}."
        return f"{self.unit} loses {self.amount} HP{why}: {left}."


def hurt_in_words(
    state: State, unit: Unit, *, roll: int, kind: DamageType, plus: int
) -> tuple[int, str]:
    """PC-DMG-02 and 03, PC-OBJ-08: roll, bonus and armour; and the sum in words."""
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
    """Take hit points off a unit (PC-DMG-04), and its life where none are left (PC-DTH-01)."""
    hp = unit.hp - amount
    if amount < 0 and draft.state.options.choice("heal_cap") == "printed":
        hp = max(unit.hp, min(hp, unit.profile.hp))
        amount = unit.hp - hp
    event = Hurt(unit=unit.id, by=by, amount=amount, hp=hp, why=why, settles=settles)
    draft.emit(event, clause=clause, evidence=evidence)
    if hp <= 0 and unit.alive:
        draft.book.dies(draft, draft.state.unit(unit.id), by=by)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusGained:
    """Something lasts on a unit from now on."""

    unit: str
    status: Status
    ability: str
    """What the ability is called."""

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        others = tuple(each for each in unit.statuses if each != self.status)
        return state.with_unit(replace(unit, statuses=(*others, self.status)))

    def told(self) -> str:
        return f"{self.ability or self.status.by}: {self.unit} {LASTS[self.status.kind]}."


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackStep(TargetStep):
    """An attack that is under way."""

    attack: str
    """The id of the attack."""

    def record(self, state: State) -> AttackRecord:
        """What the unit attacks with."""
        found = state.unit(self.unit).profile.attack(self.attack)
        assert found is not None
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class HitUnderway(AttackStep):
    """The next thing for a hit: hold or hurt, of which type, and how much (PC-DMG-01)."""

    settled_by_damage: ClassVar[bool] = True

    hurts: bool = False
    """PC-ABL-15: whether it was settled that this is to do damage."""
    picked: DamageType | None = None
    """PC-DMG-06: the type of damage that was picked."""

    def take(self, draft: Draft) -> None:
        state = draft.state
        unit, target = state.unit(self.unit), state.unit(self.target)
        attack = self.record(state)
        hold = ability_of(unit.profile, Effect.HOLD)
        holds = hold is not None and target.profile.secondary in hold.targets
        if holds and not target.held_by and not self.hurts and unit.alive:
            draft.ask(
                HoldChoice(unit=unit.id, target=target.id, choices=(HOLD, DAMAGE)),
                clause="PC-ABL-15",
                says=f"{unit.id} has hit {target.id}: does it hold {target.id}, or do damage?",
            )
        elif target.profile.primary in attack.spares:
            why = f"{attack.name} does nothing to {target.profile.primary}"
            hurt(draft, target, amount=0, by=unit.id, why=why, clause="PC-DMG-05", settles=True)
        elif len(attack.types) > 1 and self.picked is None:
            kinds = tuple(str(each) for each in attack.types)
            draft.ask(
                TypeChoice(unit=unit.id, target=target.id, choices=kinds),
                clause="PC-DMG-06",
                says=f"{unit.id} has hit {target.id}: of which type is the damage?",
            )
        else:
            _ask_damage(draft, unit, target=target, attack=attack, kind=self.kind(attack))

    def kind(self, attack: AttackRecord) -> DamageType:
        """Of which type the damage is."""
        return self.picked or attack.types[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldChoice(TargetChoice):
    """Whether a hit holds its target or hurts it."""

    KIND: ClassVar[str] = "hold"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """PC-ABL-15: held instead of hurt, or the other way round."""
        del ask
        if choice == HOLD:
            draft.emit(Held(unit=self.unit, target=self.target))
        else:
            draft.emit(DamageChosen(unit=self.unit, target=self.target))


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """PC-ABL-15: a unit is held instead of hurt."""

    clause: ClassVar[str] = "PC-ABL-15"

    unit: str
    target: str

    def after(self, state: State) -> State:
        state = state.without(HitUnderway, self.unit)
        return state.with_unit(replace(state.unit(self.target), held_by=self.unit))

    def told(self) -> str:
        return f"{self.unit} holds {self.target}, which can neither move nor attack."


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageChosen:
    """PC-ABL-15: the hit is to do damage and not to hold."""

    clause: ClassVar[str] = "PC-ABL-15"

    unit: str
    target: str

    def after(self, state: State) -> State:
        return state.rewritten(HitUnderway, self.unit, hurts=True)

    def told(self) -> str:
        return f"{self.unit} hurts {self.target} and does not hold it."


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeChoice(TargetChoice):
    """Of which type the damage of a hit is."""

    KIND: ClassVar[str] = "type"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """PC-DMG-06: the type is picked before the damage is rolled."""
        del ask
        draft.emit(TypeChosen(unit=self.unit, target=self.target, type=DamageType(choice)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeChosen:
    """PC-DMG-06: of which type the damage is to be."""

    clause: ClassVar[str] = "PC-DMG-06"

    unit: str
    target: str
    type: DamageType

    def after(self, state: State) -> State:
        return state.rewritten(HitUnderway, self.unit, picked=self.type)

    def told(self) -> str:
        return f"{self.unit} makes that {self.type} damage."


def _ask_damage(
    draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord, kind: DamageType
) -> None:
    brings = f"with the armour of {target.id}, the HP that it loses"
    dice = DiceAsk(
        count=attack.damage.count,
        why=f"how much damage {unit.id} does to {target.id}, {attack.damage} of {kind}",
        means=(Meaning(when="the sum", then=brings),),
    )
    draft.ask_roll(DamageRoll(dice=dice, unit=unit.id, target=target.id), clause="PC-DMG-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRoll(TargetRoll):
    """How much damage a hit does."""

    KIND: ClassVar[str] = "damage"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-DMG-03 and 04, and what abilities make of it."""
        del ask
        state, step = draft.state, draft.state.steps[0]
        assert isinstance(step, HitUnderway)
        unit, target = state.unit(step.unit), state.unit(step.target)
        attack = step.record(state)
        kind, plus = step.kind(attack), attack.damage.plus
        amount, why = hurt_in_words(state, target, roll=sum(dice), kind=kind, plus=plus)
        burst = _with_attack(unit, attack, effect=Effect.BLAST)
        splashed: tuple[tuple[str, Measured], ...] = ()
        if burst is not None:
            splashed = within(draft, target, radius=burst.radius, clause=burst.clause)
        hurt(draft, target, amount=amount, by=unit.id, why=why, settles=True)
        if burst is not None:
            struck_by_blast(
                draft, target.id, around=splashed, amount=amount, by=unit, ability=burst
            )
        recoil = _with_attack(unit, attack, effect=Effect.RECOIL)
        if recoil is not None:
            _recoil(draft, draft.state.unit(unit.id), ability=recoil, done=amount)


def _recoil(draft: Draft, unit: Unit, *, ability: Ability, done: int) -> None:
    """PC-ABL-04: half of the damage that its attack has done, unless that has won (PC-TRN-07)."""
    if done <= 0 or not unit.alive or draft.state.is_decided:
        return
    half = -(-done // 2) if draft.state.options.choice("half_rounding") == "up" else done // 2
    why = f"half of {done}, {ability.name}"
    hurt(draft, unit, amount=half, by=unit.id, why=why, clause="PC-ABL-04")


def _with_attack(unit: Unit, attack: AttackRecord, *, effect: Effect) -> Ability | None:
    """The ability of that effect that goes with an attack: the unit's, or the attack's own."""
    own = [*abilities_of(unit.profile)]
    own += [ABILITIES[name] for name in attack.abilities if name in ABILITIES]
    return next((each for each in own if each.effect is effect and works_with(each, attack)), None)


def works_with(ability: Ability, attack: AttackRecord) -> bool:
    """Whether an ability goes with an attack: with all of them, unless it names its own."""
    return not ability.attacks or attack.id in ability.attacks or ability.id in attack.abilities


def struck_by_blast(
    draft: Draft,
    struck: str,
    *,
    around: tuple[tuple[str, Measured], ...],
    amount: int,
    by: Unit,
    ability: Ability,
) -> None:
    """PC-ABL-06: all of them take the same damage; whoever is damaged and lives burns."""
    clause = ability.clause
    for name, found in around:
        other = draft.state.unit(name)
        if other.alive:
            why = f"{ability.name}, as much as {struck}"
            hurt(draft, other, amount=amount, by=by.id, why=why, clause=clause, evidence=(found,))
    for name in (struck, *(name for name, _ in around)):
        other = draft.state.unit(name)
        if amount > 0 and other.alive:
            turn = draft.state.next_turn(other)
            status = Status(kind=StatusKind.BURNING, turn=turn, by=by.id)
            event = StatusGained(unit=name, status=status, ability=ability.name)
            draft.emit(event, clause=clause)

"""Rolls out whether an attack hits (PC-HIT)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.games.papercraft.abilities import Ability, Effect, Timing, abilities_of, ability_of
from rules.games.papercraft.asks import OpposedRoll
from rules.games.papercraft.chapters.damage import AttackStep, HitUnderway, StatusGained, works_with
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.profiles import AttackRecord
from rules.games.papercraft.state import State, Status, StatusKind, Unit
from rules.referee.toolkit.chronicle import Attacked
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.questions import Ask, ChoiceQuestion

DODGE, STRIKE_BACK = "dodge", "strike back"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackUnderway(AttackStep):
    """The next thing for an attack, before it hits or misses (PC-HIT-01)."""

    back: bool = False
    """PC-ABL-14: whether it is a blow back, to which there is none in its turn."""
    parries: bool | None = None
    """PC-ABL-14: whether the target meets it with its Hit Bonus; None while that is open."""
    attack_die: int = 0
    guard_die: int = 0
    """What either side has rolled; nothing while it has not."""

    def take(self, draft: Draft) -> None:
        state = draft.state
        unit, target = state.unit(self.unit), state.unit(self.target)
        if not unit.alive or not target.alive:
            draft.emit(StrikeLost(unit=unit.id, target=target.id))
            return
        attack = self.record(state)
        if target.held_by:
            _hit_for_sure(draft, unit, target=target, attack=attack)
            return
        if self.parries is None and not self.back and may_parry(target, attack) is not None:
            meets = f"does {target.id} dodge, or meet it with its Hit Bonus?"
            draft.ask(
                ParryChoice(unit=target.id, attacker=unit.id, choices=(DODGE, STRIKE_BACK)),
                clause="PC-ABL-14",
                says=f"{unit.id} attacks {target.id}: {meets}",
            )
            return
        _ask_totals(draft, unit, target=target, attack=attack, step=self)

    def settle(self, draft: Draft) -> None:
        """PC-HIT-02, once both dice are in: a tie hits; and PC-ATK-09, a miss uses it up."""
        state = draft.state
        unit, target = state.unit(self.unit), state.unit(self.target)
        attack, parry = self.record(state), may_parry(target, self.record(state))
        total = self.attack_die + hit_bonus(state, unit, attack=attack)
        guard = self.guard_die + guard_bonus(state, target, attack=attack, step=self)
        hit = total >= guard
        event = HitRolled(
            unit=unit.id,
            target=target.id,
            attack=attack.id,
            attack_total=total,
            guard_total=guard,
            hit=hit,
            blow_back=parry.id if parry is not None and self.parries and not hit else "",
        )
        draft.emit(event)
        if hit:
            after_hit(draft, unit, target=target, attack=attack)


def _hit_for_sure(draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord) -> None:
    """PC-ABL-15: whoever is held is hit without a roll."""
    draft.emit(HitRolled(unit=unit.id, target=target.id, attack=attack.id, hit=True, sure=True))
    after_hit(draft, unit, target=target, attack=attack)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeLost:
    """An attack that comes to nothing: one of the two is gone."""

    clause: ClassVar[str] = "PC-ATK-07"

    unit: str
    target: str

    def after(self, state: State) -> State:
        return state.without(AttackUnderway, self.unit)

    def told(self) -> str:
        return f"The attack of {self.unit} on {self.target} comes to nothing."


def may_parry(target: Unit, attack: AttackRecord) -> AttackRecord | None:
    """PC-ABL-14: the melee attack with which a target may meet a melee attack."""
    if not attack.melee or ability_of(target.profile, Effect.PARRY) is None:
        return None
    return next((each for each in target.profile.attacks if each.melee), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParryChoice(ChoiceQuestion):
    """With which bonus a unit defends itself."""

    KIND: ClassVar[str] = "parry"

    unit: str
    attacker: str

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """PC-ABL-14: with its Dodge Bonus or with its Hit Bonus."""
        del ask
        strike = choice == STRIKE_BACK
        draft.emit(GuardChosen(unit=self.unit, target=self.attacker, strike=strike))


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardChosen:
    """PC-ABL-14: with which bonus the target defends itself."""

    clause: ClassVar[str] = "PC-ABL-14"

    unit: str
    target: str
    strike: bool

    def after(self, state: State) -> State:
        return state.rewritten(AttackUnderway, self.target, parries=self.strike)

    def told(self) -> str:
        bonus = "Hit Bonus, ready to strike back" if self.strike else "Dodge Bonus"
        return f"{self.unit} meets {self.target} with its {bonus}."


def hit_bonus(state: State, unit: Unit, *, attack: AttackRecord) -> int:
    """PC-HIT-01, doubled by The Power (PC-ABL-08)."""
    return attack.hit_bonus * (2 if state.empowered(unit) else 1)


def guard_bonus(state: State, target: Unit, *, attack: AttackRecord, step: AttackUnderway) -> int:
    """PC-HIT-03: the Dodge Bonus of the unit, or its Hit Bonus where it parries."""
    parry = may_parry(target, attack)
    if step.parries and parry is not None:
        return hit_bonus(state, target, attack=parry)
    return target.profile.dodge


def _ask_totals(
    draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord, step: AttackUnderway
) -> None:
    """PC-HIT-01: a die of either side."""
    bonus = hit_bonus(draft.state, unit, attack=attack)
    guard = guard_bonus(draft.state, target, attack=attack, step=step)
    means = (
        Meaning(when="the attacker's total is as high or higher", then="a hit"),
        Meaning(when="it is lower", then="a miss"),
    )
    attacker = DiceAsk(
        count=1, why=f"{unit.id} attacks {target.id} with {attack.name}, {bonus:+d}", means=means
    )
    defender = DiceAsk(
        count=1, why=f"{target.id} defends itself against {unit.id}, {guard:+d}", means=means
    )
    attack_roll = AttackRoll(dice=attacker, unit=unit.id, target=target.id)
    draft.ask_roll(attack_roll, clause="PC-HIT-01")
    guard_roll = GuardRoll(dice=defender, unit=target.id, attacker=unit.id)
    draft.ask_roll(guard_roll, clause="PC-HIT-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRoll(OpposedRoll):
    """The attacker's die of an attack."""

    KIND: ClassVar[str] = "hit"
    die: ClassVar[str] = "attack_die"

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardRoll(OpposedRoll):
    """The defender's die of an attack."""

    KIND: ClassVar[str] = "guard"
    die: ClassVar[str] = "guard_die"

    attacker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRolled:
    """Both totals, and whether that is a hit."""

    unit: str
    target: str
    attack: str
    attack_total: int = 0
    guard_total: int = 0
    hit: bool
    sure: bool = False
    """PC-ABL-15: nobody rolled, since the target is held."""
    blow_back: str = ""
    """PC-ABL-14: the attack with which the target strikes back."""

    @property
    def clause(self) -> str:
        if self.sure:
            return "PC-ABL-15"
        return "PC-HIT-02" if self.hit else "PC-ATK-09"

    @property
    def recalled(self) -> Attacked:
        return Attacked(unit=self.unit, target=self.target, hit=self.hit)

    def after(self, state: State) -> State:
        state = state.without(AttackUnderway, self.unit)
        if self.hit:
            hit = HitUnderway(unit=self.unit, target=self.target, attack=self.attack)
            return state.with_next(hit)
        if not self.blow_back:
            return state
        back = AttackUnderway(unit=self.target, target=self.unit, attack=self.blow_back, back=True)
        return state.with_next(back)

    def told(self) -> str:
        if self.sure:
            return f"{self.target} is held, so {self.unit} hits it without a roll."
        result = "hits" if self.hit else "misses"
        totals = f"{self.attack_total} against {self.guard_total}"
        back = f" {self.target} strikes back at once." if self.blow_back and not self.hit else ""
        return f"{self.unit} {result} {self.target}: {totals}.{back}"


def after_hit(draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord) -> None:
    """What a hit brings about whatever damage it does (PC-ABL-03)."""
    for ability in abilities_of(unit.profile):
        pins = ability.timing is Timing.ON_HIT and ability.effect is Effect.PIN
        if pins and works_with(ability, attack):
            pin(draft, target, by=unit, ability=ability)


def pin(draft: Draft, target: Unit, *, by: Unit, ability: Ability) -> None:
    """PC-MOV-12: no move in the next turn of the target's own."""
    turn = draft.state.next_turn(target)
    status = Status(kind=StatusKind.PINNED, turn=turn, by=by.id)
    event = StatusGained(unit=target.id, status=status, ability=ability.name)
    draft.emit(event, clause=ability.clause)

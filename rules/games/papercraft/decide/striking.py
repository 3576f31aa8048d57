"""Knows how an attack is rolled out: to hit, and what a hit does (PC-HIT, PC-DMG)."""

from rules.games.papercraft.abilities import (
    ABILITIES,
    Ability,
    Effect,
    Timing,
    abilities_of,
    ability_of,
)
from rules.games.papercraft.decide.attacking import pin, works_with
from rules.games.papercraft.decide.blasts import blast, struck_by_blast
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.hurting import hurt, hurt_in_words
from rules.games.papercraft.events.ability import Held
from rules.games.papercraft.events.attack import (
    DamageChosen,
    GuardChosen,
    HitRolled,
    StrikeLost,
    TypeChosen,
)
from rules.games.papercraft.profiles import AttackRecord, DamageType
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Ask, AskKind, Purpose, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning

DODGE, STRIKE = "dodge", "strike back"
HOLD, DAMAGE = "hold", "damage"


def attack_of(state: State, step: Step) -> AttackRecord:
    """The attack of a step."""
    found = state.unit(step.unit).profile.attack(step.attack)
    assert found is not None
    return found


def strike(draft: Draft, step: Step) -> None:
    """The next thing for an attack that is under way, before it hits or misses."""
    state = draft.state
    unit, target = state.unit(step.unit), state.unit(step.other)
    if not unit.alive or not target.alive:
        draft.emit(StrikeLost(unit=unit.id, target=target.id), clause="PC-ATK-07")
        return
    attack = attack_of(state, step)
    if target.held_by:
        sure = HitRolled(
            unit=unit.id, target=target.id, attack=attack.id, attack_total=0, guard_total=0,
            hit=True, sure=True,
        )  # fmt: skip
        draft.emit(sure, clause="PC-ABL-15")
        after_hit(draft, unit, target=target, attack=attack)
        return
    if not step.choice and not step.flag and may_parry(target, attack) is not None:
        _ask_parry(draft, unit, target=target)
        return
    _ask_totals(draft, unit, target=target, attack=attack, step=step)


def may_parry(target: Unit, attack: AttackRecord) -> AttackRecord | None:
    """PC-ABL-14: the melee attack with which a target may meet a melee attack."""
    if not attack.melee or ability_of(target.profile, Effect.PARRY) is None:
        return None
    return next((each for each in target.profile.attacks if each.melee), None)


def _ask_parry(draft: Draft, unit: Unit, *, target: Unit) -> None:
    draft.ask(
        Purpose.PARRY,
        kind=AskKind.CHOOSE,
        player=target.player,
        clause="PC-ABL-14",
        says=f"{unit.id} attacks {target.id}: does it dodge, or meet it with its Hit Bonus?",
        unit=target.id,
        other=unit.id,
        choices=(DODGE, STRIKE),
    )


def settle_parry(draft: Draft, ask: Ask, *, choice: str) -> None:
    """With which bonus the target defends itself."""
    event = GuardChosen(unit=ask.unit, target=ask.other, strike=choice == STRIKE)
    draft.emit(event, clause="PC-ABL-14")


def hit_bonus(state: State, unit: Unit, *, attack: AttackRecord) -> int:
    """PC-HIT-01, doubled by The Power (PC-ABL-08)."""
    return attack.hit_bonus * (2 if state.empowered(unit) else 1)


def guard_bonus(state: State, target: Unit, *, attack: AttackRecord, step: Step) -> int:
    """PC-HIT-03: the Dodge Bonus of the unit, or its Hit Bonus where it parries."""
    parry = may_parry(target, attack)
    if step.choice == "strike" and parry is not None:
        return hit_bonus(state, target, attack=parry)
    return target.profile.dodge


def _ask_totals(
    draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord, step: Step
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
    for purpose, one, other, dice in (
        (Purpose.HIT, unit, target, attacker),
        (Purpose.GUARD, target, unit, defender),
    ):
        draft.ask_roll(
            purpose, player=one.player, clause="PC-HIT-01", dice=dice, unit=one.id, other=other.id
        )


def settle_totals(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """PC-HIT-02, once both dice are in: a tie hits."""
    del ask, dice
    state = draft.state
    if not {str(Purpose.HIT), str(Purpose.GUARD)} <= set(state.faces):
        return
    step = state.steps[0]
    unit, target = state.unit(step.unit), state.unit(step.other)
    attack = attack_of(state, step)
    total = state.faces[str(Purpose.HIT)] + hit_bonus(state, unit, attack=attack)
    guard = state.faces[str(Purpose.GUARD)]
    guard += guard_bonus(state, target, attack=attack, step=step)
    hit = total >= guard
    parry = may_parry(target, attack)
    back = parry.id if parry is not None and step.choice == "strike" and not hit else ""
    event = HitRolled(
        unit=unit.id,
        target=target.id,
        attack=attack.id,
        attack_total=total,
        guard_total=guard,
        hit=hit,
        blow_back=back,
    )
    draft.emit(event, clause="PC-HIT-02" if hit else "PC-ATK-09")
    if hit:
        after_hit(draft, unit, target=target, attack=attack)


def after_hit(draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord) -> None:
    """What a hit brings about whatever damage it does (PC-ABL-03)."""
    for ability in abilities_of(unit.profile):
        pins = ability.timing is Timing.ON_HIT and ability.effect is Effect.PIN
        if pins and works_with(ability, attack):
            pin(draft, target, by=unit, ability=ability)


def hit_lands(draft: Draft, step: Step) -> None:
    """The next thing for a hit: hold or hurt, of which type, and how much."""
    state = draft.state
    unit, target = state.unit(step.unit), state.unit(step.other)
    attack = attack_of(state, step)
    hold = ability_of(unit.profile, Effect.HOLD)
    holds = hold is not None and target.profile.secondary in hold.targets and not target.held_by
    if holds and not step.flag and unit.alive:
        _ask_hold(draft, unit, target=target)
    elif target.profile.primary in attack.spares:
        why = f"{attack.name} does nothing to {target.profile.primary}"
        hurt(draft, target, amount=0, by=unit.id, why=why, clause="PC-DMG-05", settles=True)
    elif len(attack.types) > 1 and not step.choice:
        _ask_type(draft, unit, target=target, attack=attack)
    else:
        _ask_damage(draft, unit, target=target, attack=attack, step=step)


def _ask_hold(draft: Draft, unit: Unit, *, target: Unit) -> None:
    draft.ask(
        Purpose.HOLD,
        kind=AskKind.CHOOSE,
        player=unit.player,
        clause="PC-ABL-15",
        says=f"{unit.id} has hit {target.id}: does it hold it, or do damage?",
        unit=unit.id,
        other=target.id,
        choices=(HOLD, DAMAGE),
    )


def settle_hold(draft: Draft, ask: Ask, *, choice: str) -> None:
    """PC-ABL-15: held instead of hurt, or the other way round."""
    if choice == HOLD:
        draft.emit(Held(unit=ask.unit, target=ask.other), clause="PC-ABL-15")
    else:
        draft.emit(DamageChosen(unit=ask.unit, target=ask.other), clause="PC-ABL-15")


def _ask_type(draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord) -> None:
    draft.ask(
        Purpose.TYPE,
        kind=AskKind.CHOOSE,
        player=unit.player,
        clause="PC-DMG-06",
        says=f"{unit.id} has hit {target.id}: of which type is the damage?",
        unit=unit.id,
        other=target.id,
        choices=tuple(str(each) for each in attack.types),
    )


def settle_type(draft: Draft, ask: Ask, *, choice: str) -> None:
    """PC-DMG-06: the type is picked before the damage is rolled."""
    event = TypeChosen(unit=ask.unit, target=ask.other, type=DamageType(choice))
    draft.emit(event, clause="PC-DMG-06")


def damage_type(attack: AttackRecord, step: Step) -> DamageType:
    """Of which type a hit is."""
    return DamageType(step.choice) if step.choice else attack.types[0]


def _ask_damage(
    draft: Draft, unit: Unit, *, target: Unit, attack: AttackRecord, step: Step
) -> None:
    kind = damage_type(attack, step)
    dice = DiceAsk(
        count=attack.damage.count,
        why=f"how much damage {unit.id} does to {target.id}, {attack.damage} of {kind}",
        means=(
            Meaning(when="the sum", then=f"with the armour of {target.id}, the HP that it loses"),
        ),
    )
    draft.ask_roll(
        Purpose.DAMAGE, player=unit.player, clause="PC-DMG-01", dice=dice, unit=unit.id,
        other=target.id,
    )  # fmt: skip


def settle_damage(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """PC-DMG-03 and DMG-04, and what abilities make of it."""
    del ask
    state, step = draft.state, draft.state.steps[0]
    unit, target = state.unit(step.unit), state.unit(step.other)
    attack = attack_of(state, step)
    amount, why = hurt_in_words(
        state, target, roll=sum(dice), kind=damage_type(attack, step), plus=attack.damage.plus
    )
    burst = _with_attack(unit, attack, effect=Effect.BLAST)
    splashed = blast(draft, target, ability=burst) if burst is not None else ()
    recoil = _with_attack(unit, attack, effect=Effect.RECOIL)
    hurt(draft, target, amount=amount, by=unit.id, why=why, settles=True)
    if burst is not None:
        struck_by_blast(draft, target.id, around=splashed, amount=amount, by=unit, ability=burst)
    if recoil is not None and amount > 0 and draft.state.unit(unit.id).alive:
        half = -(-amount // 2) if state.options.choice("half_rounding") == "up" else amount // 2
        why = f"half of {amount}, {recoil.name}"
        hurt(draft, draft.state.unit(unit.id), amount=half, by=unit.id, why=why, clause="PC-ABL-04")


def _with_attack(unit: Unit, attack: AttackRecord, *, effect: Effect) -> Ability | None:
    """The ability of that effect that goes with an attack: the unit's, or the attack's own."""
    own = [*abilities_of(unit.profile)]
    own += [ABILITIES[name] for name in attack.abilities if name in ABILITIES]
    return next((each for each in own if each.effect is effect and works_with(each, attack)), None)

"""Knows how a unit is shifted by another's will (PC-ABL-07), and how one charges (PC-ABL-10)."""

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.hurting import hurt
from rules.games.papercraft.events.ability import ShiftAimed, ShiftRolled
from rules.games.papercraft.vocabulary import Ask, AskKind, Purpose, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.units import Inches, plain


def aim_shift(draft: Draft, step: Step) -> None:
    """A friend lets it; against an enemy both sides roll."""
    state = draft.state
    unit, target = state.unit(step.unit), state.unit(step.other)
    ability = ability_of(unit.profile, Effect.SHIFT)
    assert ability is not None
    if not target.alive:
        lost = ShiftAimed(unit=unit.id, target=target.id, took=False)
        draft.emit(lost, clause="PC-ABL-07")
        return
    if not state.enemies(unit, target):
        draft.emit(ShiftAimed(unit=unit.id, target=target.id), clause="PC-ABL-07")
        return
    bonus, guard = ability.hit_bonus, target.profile.dodge
    means = (
        Meaning(when="the caster's total is as high or higher", then="it may be shifted"),
        Meaning(when="it is lower", then="it stays where it is"),
    )
    caster = DiceAsk(count=1, why=f"{unit.id} reaches for {target.id}, {bonus:+d}", means=means)
    defender = DiceAsk(count=1, why=f"{target.id} resists {unit.id}, {guard:+d}", means=means)
    for purpose, one, other, dice in (
        (Purpose.SHIFT_HIT, unit, target, caster),
        (Purpose.SHIFT_GUARD, target, unit, defender),
    ):
        draft.ask_roll(
            purpose, player=one.player, clause="PC-ABL-07", dice=dice, unit=one.id, other=other.id
        )


def settle_grip(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Once both dice are in: a tie takes hold, as with attacks."""
    del ask, dice
    state = draft.state
    if not {str(Purpose.SHIFT_HIT), str(Purpose.SHIFT_GUARD)} <= set(state.faces):
        return
    step = state.steps[0]
    unit, target = state.unit(step.unit), state.unit(step.other)
    ability = ability_of(unit.profile, Effect.SHIFT)
    assert ability is not None
    total = state.faces[str(Purpose.SHIFT_HIT)] + ability.hit_bonus
    guard = state.faces[str(Purpose.SHIFT_GUARD)] + target.profile.dodge
    event = ShiftAimed(
        unit=unit.id,
        target=target.id,
        attack_total=total,
        guard_total=guard,
        took=total >= guard,
    )
    draft.emit(event, clause="PC-ABL-07")


def ask_how_far(draft: Draft, step: Step) -> None:
    """PC-ABL-07: how far the target may be shifted."""
    unit = draft.state.unit(step.unit)
    ability = ability_of(unit.profile, Effect.SHIFT)
    assert ability is not None
    assert ability.dice is not None
    dice = DiceAsk(
        count=ability.dice.count,
        why=f"how far {unit.id} shifts {step.other}",
        means=(Meaning(when=f"the die {ability.dice.plus:+d}", then="inches at most"),),
    )
    draft.ask_roll(
        Purpose.SHIFT_FAR, player=unit.player, clause="PC-ABL-07", dice=dice, unit=unit.id,
        other=step.other,
    )  # fmt: skip


def settle_how_far(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """So many inches."""
    ability = ability_of(draft.state.unit(ask.unit).profile, Effect.SHIFT)
    assert ability is not None
    assert ability.dice is not None
    event = ShiftRolled(unit=ask.unit, target=ask.other, inches=sum(dice) + ability.dice.plus)
    draft.emit(event, clause="PC-ABL-07")


def ask_shift(draft: Draft, step: Step) -> None:
    """Wait until the target stands where it is shifted to."""
    unit = draft.state.unit(step.unit)
    inches = Inches(float(step.number))
    says = f"Shift {step.other} by up to {plain(inches)} in, or leave it where it is."
    draft.ask(
        Purpose.SHIFT,
        kind=AskKind.PUT,
        player=unit.player,
        clause="PC-ABL-07",
        says=says,
        unit=step.other,
        other=unit.id,
        inches=inches,
    )


def ask_charge(draft: Draft, step: Step) -> None:
    """PC-ABL-10: wait until the unit stands where its flight ends."""
    unit = draft.state.unit(step.unit)
    inches = Inches((unit.profile.movement or 0.0) / 2)
    says = f"Move {unit.id} straight by up to {plain(inches)} in; it attacks each enemy on the way."
    draft.ask(
        Purpose.CHARGE,
        kind=AskKind.PUT,
        player=unit.player,
        clause="PC-ABL-10",
        says=says,
        unit=unit.id,
        other=step.attack,
        inches=inches,
    )


def pay(draft: Draft, step: Step) -> None:
    """PC-ABL-10: what each attack of a charge costs."""
    unit = draft.state.unit(step.unit)
    why = "the price of an attack in flight"
    hurt(draft, unit, amount=step.number, by=unit.id, why=why, clause="PC-ABL-10", settles=True)

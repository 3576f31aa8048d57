"""Knows how turns follow one another, and what a turn begins and ends with (PC-TRN)."""

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.commands import EndTurn
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.ending import end_by_rounds
from rules.games.papercraft.decide.hurting import hurt, hurt_in_words
from rules.games.papercraft.events.ability import EscapeRolled, Healed, Sung
from rules.games.papercraft.events.setup import PhaseBegan
from rules.games.papercraft.events.turn import TurnBegan, TurnEnded, TurnSkipped
from rules.games.papercraft.profiles import DamageType, PrimaryType
from rules.games.papercraft.state import Unit
from rules.games.papercraft.vocabulary import Ask, Phase, Purpose, StatusKind, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning

BURN_DICE = 1


def begin_turn(draft: Draft, player: str, *, wraps: bool) -> None:
    """A player's turn begins."""
    state = draft.state
    event = TurnBegan(player=player, turn=state.turn + 1, round=state.round + int(wraps))
    draft.emit(event, clause="PC-TRN-04")


def open_movement(draft: Draft) -> bool:
    """Once all that a turn begins with is done, units move."""
    draft.emit(PhaseBegan(phase=Phase.MOVE), clause="PC-TRN-02")
    return True


def leave_turn(draft: Draft) -> bool:
    """A player whose last unit is gone has nothing left to do in a turn of that player's own."""
    if any(unit.alive for unit in draft.state.army(draft.state.active)):
        return False
    draft.emit(PhaseBegan(phase=Phase.TURN_END), clause="PC-TRN-06")
    return True


@handle.register
def _end_turn(body: EndTurn, draft: Draft) -> None:
    del body
    draft.require_turn(Phase.ATTACK)
    draft.emit(PhaseBegan(phase=Phase.TURN_END), clause="PC-TRN-03")


def go_on(draft: Draft) -> bool:
    """PC-TRN-01: the next in the order; whoever has no unit left is skipped (PC-TRN-06)."""
    state = draft.state
    if any(unit.alive for unit in state.army(state.active)):
        draft.emit(TurnEnded(player=state.active), clause="PC-TRN-03")
        state = draft.state
    place = state.order.index(state.active) + 1
    wraps = place == len(state.order)
    if wraps and end_by_rounds(draft):
        return True
    following = state.order[place % len(state.order)]
    if any(unit.alive for unit in state.army(following)):
        begin_turn(draft, following, wraps=wraps)
    else:
        skipped = TurnSkipped(player=following, round=state.round + int(wraps))
        draft.emit(skipped, clause="PC-TRN-06")
    return True


def ask_escape(draft: Draft, step: Step) -> None:
    """PC-ABL-15: a held unit tries to break free as its own turn begins."""
    unit = draft.state.unit(step.unit)
    needed = _escape_on(draft, unit)
    dice = DiceAsk(
        count=1,
        why=f"whether {unit.id} breaks free of {unit.held_by}, with {unit.profile.dodge:+d}",
        means=(
            Meaning(when=f"{needed} or more in all", then="it is free"),
            Meaning(when="less", then="it is still held"),
        ),
    )
    draft.ask_roll(Purpose.ESCAPE, player=unit.player, clause="PC-ABL-15", dice=dice, unit=unit.id)


def _escape_on(draft: Draft, unit: Unit) -> int:
    hold = ability_of(draft.state.unit(unit.held_by).profile, Effect.HOLD)
    assert hold is not None
    return hold.escape_on


def settle_escape(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Free or still held."""
    unit = draft.state.unit(ask.unit)
    needed, total = _escape_on(draft, unit), dice[0] + unit.profile.dodge
    event = EscapeRolled(
        unit=unit.id, by=unit.held_by, total=total, needed=needed, free=total >= needed
    )
    draft.emit(event, clause="PC-ABL-15")


def ask_song(draft: Draft, step: Step) -> None:
    """PC-ABL-11: a die for every Living unit on the table, of whatever side."""
    unit = draft.state.unit(step.unit)
    dice = DiceAsk(
        count=1,
        why=f"how much the song of {unit.id} heals",
        means=(Meaning(when="the die", then="so many HP for every Living unit on the table"),),
    )
    draft.ask_roll(Purpose.HEAL, player=unit.player, clause="PC-ABL-11", dice=dice, unit=unit.id)


def settle_song(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Everybody hears it; with the cap, nobody comes out above what was printed (PC-AMB-22)."""
    song = ability_of(draft.state.unit(ask.unit).profile, Effect.HEAL)
    assert song is not None
    draft.emit(Sung(unit=ask.unit, ability=song.id, number=dice[0]), clause="PC-ABL-11")
    capped = draft.state.options.choice("heal_cap") == "printed"
    for unit in tuple(draft.state.units.values()):
        listens = unit.alive and unit.spot is not None
        if not listens or unit.profile.primary is not PrimaryType.LIVING:
            continue
        hp = unit.hp + dice[0]
        hp = max(unit.hp, min(hp, unit.profile.hp)) if capped else hp
        if hp > unit.hp:
            event = Healed(unit=unit.id, amount=hp - unit.hp, hp=hp)
            draft.emit(event, clause="PC-ABL-11")


def ask_burn(draft: Draft, step: Step) -> None:
    """PC-ABL-06: a unit that was set on fire and has not moved."""
    unit = draft.state.unit(step.unit)
    dice = DiceAsk(
        count=BURN_DICE,
        why=f"{unit.id} still burns",
        means=(Meaning(when="the die", then="so much Energy damage, by the armour chart"),),
    )
    draft.ask_roll(Purpose.BURN, player=unit.player, clause="PC-ABL-06", dice=dice, unit=unit.id)


def settle_burn(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """What the fire does."""
    unit = draft.state.unit(ask.unit)
    by = next((e.by for e in unit.statuses if e.kind is StatusKind.BURNING), unit.id)
    amount, why = hurt_in_words(draft.state, unit, roll=sum(dice), kind=DamageType.ENERGY, plus=0)
    hurt(draft, unit, amount=amount, by=by, why=why, clause="PC-ABL-06", settles=True)


def ask_rage(draft: Draft, step: Step) -> None:
    """PC-ABL-13: a raging unit that has attacked no enemy."""
    unit = draft.state.unit(step.unit)
    dice = DiceAsk(
        count=1,
        why=f"{unit.id} rages and has attacked no enemy",
        means=(Meaning(when="the die", then="so many HP that it loses"),),
    )
    draft.ask_roll(
        Purpose.RESTLESS, player=unit.player, clause="PC-ABL-13", dice=dice, unit=unit.id
    )


def settle_rage(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """What the rage costs."""
    unit = draft.state.unit(ask.unit)
    hurt(draft, unit, amount=dice[0], by=unit.id, why="rage", clause="PC-ABL-13", settles=True)

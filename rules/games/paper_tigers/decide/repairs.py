"""Knows the end of a turn: repairs, discards, and the cards that are kept (PT1-C4, C5)."""

from rules.games.paper_tigers.decide.cards_laid import alternating
from rules.games.paper_tigers.decide.deck_end import check_deck
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.events.turn import Kept, RecoveryRolled, RepairTurned, TurnEnded
from rules.games.paper_tigers.profiles import MOST_SAVED
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning


def repairable(state: State, force: str) -> tuple[Unit, ...]:
    """Damaged units of a battle group that have no repair card yet."""
    return tuple(
        unit
        for unit in state.units.values()
        if unit.force == force and unit.repair is None and needs_repair(state, unit)
    )


def needs_repair(state: State, unit: Unit) -> bool:
    """Whether a repair card can do a unit any good."""
    own = state.stages.rulings.may_repair
    return unit.damaged or (own is not None and own(unit))


def _able(state: State) -> list[Force]:
    return [
        force
        for force in state.forces
        if force.name not in state.passed
        and state.hands[force.name].count
        and repairable(state, force.name)
    ]


def may_repair(state: State, force: str) -> bool:
    """Whether it is a battle group's turn to lay a repair card."""
    able = _able(state)
    if force not in {each.name for each in able}:
        return False
    if state.options.choice("recovery_order") == "simultaneous":
        return True
    return alternating(state, able) == force


def look_who_repairs(draft: Draft) -> bool:
    """Go on when nobody can or wants to repair."""
    if _able(draft.state):
        return False
    _go_on_to_rolls(draft)
    return True


def go_on_to_repairs(draft: Draft) -> None:
    """After the last card: to the repairs, where anybody can repair anything."""
    if _able(draft.state):
        draft.emit(PhaseBegan(phase=Phase.REPAIR), clause="PT1-C4")
    else:
        _go_on_to_rolls(draft)


def _go_on_to_rolls(draft: Draft) -> None:
    if any(unit.repair is not None for unit in draft.state.units.values()):
        draft.emit(PhaseBegan(phase=Phase.REPAIR_ROLLS), clause="PT1-C4a")
    else:
        draft.emit(PhaseBegan(phase=Phase.CLEAN_UP), clause="PT1-C5")


def roll_repairs(draft: Draft) -> bool:
    """PT1-C4a: all repair cards are turned up together, then each is rolled for."""
    repairing = [unit for unit in draft.state.units.values() if unit.repair is not None]
    hidden = [unit for unit in repairing if unit.repair is not None and not unit.repair.card]
    for unit in hidden:
        draft.ask(
            Purpose.REPAIR,
            kind=AskKind.TURN_UP,
            force=unit.force,
            clause="PT1-C4a",
            says=f"Turn up the repair card on {unit.id}.",
            unit=unit.id,
            cards=1,
        )
    if not hidden and repairing:
        _ask_recovery(draft, repairing[0])
    if not repairing:
        draft.emit(PhaseBegan(phase=Phase.CLEAN_UP), clause="PT1-C5")
    return True


def _ask_recovery(draft: Draft, unit: Unit) -> None:
    assert unit.repair is not None
    card = card_from(unit.repair.card)
    needed = draft.state.stages.difficulty(card)
    dice = DiceAsk(
        count=draft.state.stages.recovery_dice(unit),
        why=f"{unit.id} recovers with the {card.name}",
        means=(
            Meaning(when=f"{needed} or more", then="the hit is gone"),
            Meaning(when="less", then="it stays damaged"),
        ),
    )
    draft.ask_roll(
        Purpose.RECOVER, force=unit.force, clause="PT1-C4a", dice=dice, unit=unit.id, number=needed
    )


def settle_repair_card(draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
    """A repair card's face."""
    event = RepairTurned(unit=ask.unit, card=faces[0], ask_id=ask.id)
    draft.emit(event, clause="PT1-C4a")


def settle_recovery(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Whether a unit is fit again."""
    event = RecoveryRolled(
        unit=ask.unit, total=sum(dice), difficulty=ask.number, recovered=sum(dice) >= ask.number
    )
    draft.emit(event, clause="PT1-C4b" if event.recovered else "PT1-C4a")


def over_limit(state: State, force: str) -> int:
    """PT1-C5c: how many cards a battle group has to discard."""
    return max(0, state.hands[force].count - MOST_SAVED)


def clean_up(draft: Draft) -> bool:
    """Ask for the faces of what is kept, once nobody has too much; then the turn is over."""
    state = draft.state
    if any(over_limit(state, force.name) for force in state.forces):
        return False
    hidden = [force for force in state.forces if state.hands[force.name].hidden]
    for force in hidden:
        count = state.hands[force.name].hidden
        what = "the card" if count == 1 else f"the {count} cards"
        draft.ask(
            Purpose.KEPT,
            kind=AskKind.TURN_UP,
            force=force.name,
            clause="PT1-C5a",
            says=f"Turn up {what} that {force.name} keeps.",
            cards=count,
        )
    if not hidden:
        draft.emit(TurnEnded(turn=state.turn), clause="PT1-C5")
        check_deck(draft)
    return True


def settle_kept(draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
    """The faces of the cards that are kept."""
    draft.emit(Kept(force=ask.force, cards=faces, ask_id=ask.id), clause="PT1-C5a")

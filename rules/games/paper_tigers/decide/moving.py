"""Knows how far a unit may move (PT1-D1a to D1c), and waits until it has."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.events.action import MoveRolled
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.units import Inches, plain


def roll_move(draft: Draft, step: Step) -> None:
    """Ask for the roll."""
    unit = draft.state.unit(step.unit)
    card = played_card(draft)
    needed = draft.state.stages.difficulty(card)
    most = draft.state.stages.cap(unit)
    reach = "as far as the total in inches"
    if most is not None:
        reach += f", but no more than {plain(most)}"
    dice = DiceAsk(
        count=draft.state.stages.action_dice(unit, ActionKind.MOVE, card=card),
        why=f"{unit.id} moves with the {card.name}",
        means=(
            Meaning(when=f"{needed} or more", then=reach),
            Meaning(when="less", then="it stays where it is"),
        ),
    )
    draft.ask_roll(
        Purpose.MOVE, force=unit.force, clause="PT1-D1a", dice=dice, unit=unit.id, number=needed
    )


def settle_move(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """What the roll allows."""
    total = sum(dice)
    most = draft.state.stages.cap(draft.state.unit(ask.unit))
    allowance = 0.0 if total < ask.number else float(total if most is None else min(total, most))
    event = MoveRolled(
        unit=ask.unit, total=total, difficulty=ask.number, allowance=Inches(allowance)
    )
    draft.emit(event, clause="PT1-D1b" if allowance else "PT1-D1c")


def finish_move(draft: Draft, step: Step) -> None:
    """Wait until the unit stands where it wants to."""
    unit = draft.state.unit(step.unit)
    says = f"Move {unit.id} up to {plain(step.number)} in"
    if unit.aboard:
        says += f", measured from {unit.aboard}"
    draft.ask(
        Purpose.FINISH_MOVE,
        kind=AskKind.MOVE,
        force=unit.force,
        clause="PT1-D1b",
        says=f"{says}.",
        unit=unit.id,
        inches=Inches(float(step.number)),
    )

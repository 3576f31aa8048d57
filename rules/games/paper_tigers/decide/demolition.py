"""Knows how the bridge is blown (PT1-J3d)."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.events.action import BridgeBlown
from rules.games.paper_tigers.vocabulary import Ask, Purpose, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning

CHARGE_DICE = 2
"""Whatever the card's colour."""


def roll_demolition(draft: Draft, step: Step) -> None:
    """Ask for the roll."""
    card = played_card(draft)
    needed = draft.state.stages.difficulty(card)
    dice = DiceAsk(
        count=CHARGE_DICE,
        why=f"the charge under {step.unit} is fired with the {card.name}",
        means=(
            Meaning(when=f"{needed} or more", then="the bridge is gone and the battle over"),
            Meaning(when="less", then="it fails"),
        ),
    )
    force = draft.state.unit(step.unit).force
    draft.ask_roll(
        Purpose.DEMOLISH, force=force, clause="PT1-J3d", dice=dice, unit=step.unit, number=needed
    )


def settle_demolition(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Whether the bridge is gone."""
    total = sum(dice)
    event = BridgeBlown(
        bridge=ask.unit, total=total, difficulty=ask.number, blown=total >= ask.number
    )
    draft.emit(event, clause="PT1-J3d")

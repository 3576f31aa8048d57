"""Knows how asks are answered: dice, choices, and cards turned up."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.commands import TurnUp
from rules.games.paper_tigers.decide import (
    aboard,
    deck_end,
    demolition,
    firing,
    moving,
    picking,
    placing_terrain,
    repairs,
    saving,
    setting_up,
    turns,
)
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.faces import unseen
from rules.games.paper_tigers.events.setup import Chosen, Rolled
from rules.games.paper_tigers.rulings import SettleChoice, SettleFaces, SettleRoll
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose
from rules.referee.toolkit.answers import Choose, Roll, require_choice, why_of
from rules.referee.toolkit.cards import card_from
from rules.table.bad_input import BadInputError

ROLLS: Final[MappingProxyType[Purpose, SettleRoll]] = MappingProxyType(
    {
        Purpose.SIDES: setting_up.settle_sides,
        Purpose.COLUMN: setting_up.settle_column,
        Purpose.CARDS: turns.settle_cards,
        Purpose.TIE: picking.settle_tie,
        Purpose.SIGHT: firing.settle_sight,
        Purpose.FIRE: firing.settle_fire,
        Purpose.SAVE: saving.settle_save,
        Purpose.MOVE: moving.settle_move,
        Purpose.DISMOUNT: aboard.settle_dismount,
        Purpose.DEMOLISH: demolition.settle_demolition,
        Purpose.RECOVER: repairs.settle_recovery,
    }
)
CHOICES: Final[MappingProxyType[Purpose, SettleChoice]] = MappingProxyType(
    {
        Purpose.TERRAIN: placing_terrain.settle_terrain,
        Purpose.COVER: saving.settle_cover,
        Purpose.WRECK: saving.settle_wreck,
        Purpose.GET_OFF: aboard.settle_get_off,
        Purpose.INTENT: picking.settle_intent,
        Purpose.PLAY_ON: deck_end.settle_play_on,
        Purpose.HELD: deck_end.settle_held,
    }
)
FACES: Final[MappingProxyType[Purpose, SettleFaces]] = MappingProxyType(
    {
        Purpose.PICKED: picking.settle_picked,
        Purpose.REPAIR: repairs.settle_repair_card,
        Purpose.KEPT: repairs.settle_kept,
    }
)


@handle.register
def _roll(body: Roll, draft: Draft) -> None:
    """PT1-A1: as many ordinary dice as were asked for."""
    ask = draft.open_ask(AskKind.ROLL, body.ask)
    why = why_of(ask, body.dice, ruling=draft, clause=ask.clause)
    event = Rolled(ask_id=ask.id, force=ask.force, dice=body.dice, why=why)
    draft.emit(event, clause=ask.clause)
    own = draft.state.stages.rulings.rolls.get(ask.key)
    settle = own if own is not None else ROLLS[ask.purpose]
    settle(draft, ask, dice=body.dice)


@handle.register
def _choose(body: Choose, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.CHOOSE, body.ask)
    require_choice(ask, body.choice, ruling=draft)
    event = Chosen(ask_id=ask.id, force=ask.force, choice=body.choice, question=ask.says)
    draft.emit(event, clause=ask.clause)
    own = draft.state.stages.rulings.choices.get(ask.key)
    settle = own if own is not None else CHOICES[ask.purpose]
    settle(draft, ask, choice=body.choice)


@handle.register
def _turn_up(body: TurnUp, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.TURN_UP, body.ask)
    if len(body.cards) != ask.cards:
        draft.refuse(
            ask.clause, f"{ask.cards} cards are to be turned up, not {len(body.cards)}. {ask.says}"
        )
    faces = tuple(_face(draft, ask, text=text) for text in body.cards)
    doubled = [face for place, face in enumerate(faces) if face in faces[:place]]
    if doubled:
        draft.refuse("PT1-A2", f"The {card_from(doubled[0]).name} cannot be there twice.")
    own = draft.state.stages.rulings.faces.get(ask.key)
    settle = own if own is not None else FACES[ask.purpose]
    settle(draft, ask, faces=faces)


def _face(draft: Draft, ask: Ask, *, text: str) -> str:
    """A face that can be under a card lying face down."""
    try:
        card = card_from(text)
    except BadInputError as error:
        draft.refuse("PT1-A2", f"Expected {error.expected}, got {error.got}.")
        raise
    if str(card) not in unseen(draft.state, draft.state.pack_of(ask.force)):
        draft.refuse("PT1-A2", f"The {card.name} has been seen since the pack was last made whole.")
    return str(card)

"""Knows how asks are answered: dice and choices."""

from types import MappingProxyType
from typing import Final, Protocol

from rules.games.papercraft.decide import blasts, sheltering, shifting, striking, turns
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.setup import Chosen, Rolled
from rules.games.papercraft.vocabulary import Ask, AskKind, Purpose
from rules.referee.toolkit.answers import Choose, Roll, require_choice, why_of


class SettleRoll(Protocol):
    """What dice that were asked for bring."""

    def __call__(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None: ...


class SettleChoice(Protocol):
    """What the answer to a question brings."""

    def __call__(self, draft: Draft, ask: Ask, *, choice: str) -> None: ...


def _for_the_order(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """PC-SET-04: the order is found once everybody has rolled."""
    del draft, ask, dice


ROLLS: Final[MappingProxyType[Purpose, SettleRoll]] = MappingProxyType(
    {
        Purpose.ORDER: _for_the_order,
        Purpose.HIT: striking.settle_totals,
        Purpose.GUARD: striking.settle_totals,
        Purpose.DAMAGE: striking.settle_damage,
        Purpose.ESCAPE: turns.settle_escape,
        Purpose.HEAL: turns.settle_song,
        Purpose.BURN: turns.settle_burn,
        Purpose.RESTLESS: turns.settle_rage,
        Purpose.SALVO: blasts.settle_salvo,
        Purpose.SALVO_DAMAGE: blasts.settle_salvo_damage,
        Purpose.SHIFT_HIT: shifting.settle_grip,
        Purpose.SHIFT_GUARD: shifting.settle_grip,
        Purpose.SHIFT_FAR: shifting.settle_how_far,
        Purpose.EJECT_DAMAGE: sheltering.settle_eject_damage,
    }
)
CHOICES: Final[MappingProxyType[Purpose, SettleChoice]] = MappingProxyType(
    {
        Purpose.PARRY: striking.settle_parry,
        Purpose.HOLD: striking.settle_hold,
        Purpose.TYPE: striking.settle_type,
    }
)


@handle.register
def _roll(body: Roll, draft: Draft) -> None:
    """PC-OBJ-08: as many ordinary dice as were asked for."""
    ask = draft.open_ask(AskKind.ROLL, body.ask)
    why = why_of(ask, body.dice, ruling=draft, clause="PC-OBJ-08")
    event = Rolled(ask_id=ask.id, player=ask.player, dice=body.dice, why=why, purpose=ask.purpose)
    draft.emit(event, clause=ask.clause)
    ROLLS[ask.purpose](draft, ask, dice=body.dice)


@handle.register
def _choose(body: Choose, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.CHOOSE, body.ask)
    require_choice(ask, body.choice, ruling=draft)
    event = Chosen(ask_id=ask.id, player=ask.player, choice=body.choice, question=ask.says)
    draft.emit(event, clause=ask.clause)
    CHOICES[ask.purpose](draft, ask, choice=body.choice)

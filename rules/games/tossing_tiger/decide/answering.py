"""Knows how questions are answered."""

from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.commands import Choose
from rules.games.tossing_tiger.decide import (
    acting,
    opening,
    roosters,
    setting_up,
    spoils,
    war_rules,
)
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft, Settle
from rules.games.tossing_tiger.decide.numbers import numbers_of, why_not
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import Ask, AskKind, Purpose
from rules.referee.toolkit.phrases import listed

SETTLES: Final = MappingProxyType[Purpose, Settle](
    {
        Purpose.STARTER: setting_up.settle_starter,
        Purpose.OPPONENT: setting_up.settle_opponent,
        Purpose.NUMBER: opening.settle_number,
        Purpose.DAWNCARD: opening.settle_dawncard,
        Purpose.EMPTY: opening.settle_empty,
        Purpose.NAME: opening.settle_name,
        **acting.SETTLES,
        **roosters.SETTLES,
        **war_rules.SETTLES,
        **spoils.SETTLES,
    }
)
"""By what a question is for: what the answer brings."""


def live_choices(state: State, ask: Ask) -> tuple[str, ...]:
    """The answers that are still possible: another war may have used up what one speaks of."""
    if ask.purpose is Purpose.NUMBER:
        return numbers_of(state, state.war(ask.war)).choices
    if ask.purpose is Purpose.DAWNCARD:
        cards = opening.dawncards(state, state.war(ask.war))
        return tuple(choice for choice in ask.choices if choice in cards)
    if ask.purpose is Purpose.CONSOLATION and not acting.can_draw(state):
        return tuple(choice for choice in ask.choices if choice != acting.DRAW_PILE)
    return ask.choices


@handle.register
def _choose(body: Choose, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.CHOOSE, body.ask)
    choices = live_choices(draft.state, ask)
    if body.choice not in choices:
        if ask.purpose is Purpose.NUMBER:
            draft.refuse(*why_not(draft.state, draft.state.war(ask.war), number=body.choice))
        known = listed(choices)
        draft.refuse(ask.clause, f"The answer is one of {known}, not {body.choice!r}.")
    draft.chosen(ask, body.choice)
    SETTLES[ask.purpose](draft, ask, choice=body.choice)

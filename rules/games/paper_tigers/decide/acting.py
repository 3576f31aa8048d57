"""Knows how the cards of a round are played one after the other."""

from rules.games.paper_tigers.decide.deck_end import end_if_over
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.repairs import go_on_to_repairs
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.events.turn import CardCame, CardPlayed
from rules.games.paper_tigers.vocabulary import Phase


def play_next(draft: Draft) -> bool:
    """Close the card that is done, or open the next; go back to the picks after the last."""
    state = draft.state
    if state.playing is not None:
        if not state.playing.actors:
            return False
        turned = state.playing.turned
        draft.emit(CardPlayed(unit=turned.unit, card=turned.card), clause="PT1-C3")
        end_if_over(draft)
        return True
    if state.queue:
        first = state.queue[0]
        draft.emit(CardCame(card=first.card, unit=first.unit, force=first.force), clause="PT1-C3d")
        return True
    if any(unit.cards for unit in state.units.values()):
        draft.emit(PhaseBegan(phase=Phase.PICK), clause="PT1-C3e")
    else:
        go_on_to_repairs(draft)
    return True

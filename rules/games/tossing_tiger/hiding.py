"""Knows which cards on the table nobody may be shown, though the camera reads them.

A hand that is held too high, a pile that somebody looks through, a card that falls: whose it is the
camera cannot tell, so it is shown to no seat at all, not even to its owner's.
"""

from collections.abc import Iterator

from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.measuring.rows import BACK, FACE, seen_at
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import ROLES, AskKind
from rules.table.snapshot import Piece, Snapshot


def hides(state: State, snapshot: Snapshot, seat: str) -> frozenset[str]:
    """TT-GEO-09: every card but the backs, and those that lie open for all to see."""
    del seat
    cards = [piece for piece in snapshot.pieces if _is_card(state, piece)]
    if not cards:
        return frozenset()
    shown = {*state.face_up, *state.shown_cards, *_turned_up(state, snapshot)}
    return frozenset(
        piece.id for piece in cards if piece.id not in shown and not _is_nameless(state, piece)
    )


def _is_card(state: State, piece: Piece) -> bool:
    return piece.kind == KIND or piece.id in state.deck.cards


def _is_nameless(state: State, piece: Piece) -> bool:
    """A back that gives nothing away; one that a table by hand calls by its card's id does."""
    return piece.face == BACK and piece.id not in state.deck.cards


def _turned_up(state: State, snapshot: Snapshot) -> Iterator[str]:
    """Open on a pile that is to be turned up, or that was said by hand to show that animal."""
    for ask in state.asks:
        if ask.kind is AskKind.TURN_UP:
            war = state.war(ask.war)
            card = seen_at(war, ask.role, place=ask.place, snapshot=snapshot)
            if card is not None and card.face == FACE and state.can_show(card.id):
                yield card.id
    for war in state.going:
        for role in ROLES:
            for place in range(1, len(war.spots.get(role, ())) + 1):
                said = war.face(role, place)
                if said and said not in state.deck.cards:
                    card = seen_at(war, role, place=place, snapshot=snapshot)
                    if card is not None and state.deck.animal(card.id) == said:
                        yield card.id

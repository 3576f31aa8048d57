"""Writes a deck as the two files that a player's own deck is read from."""

from rules.games.tossing_tiger.animals import ANIMALS
from rules.games.tossing_tiger.deck import DECK_COLUMNS, STRENGTH_COLUMNS, Deck


def deck_csv(deck: Deck) -> tuple[str, str]:
    """Both files of a deck, as `deck_from_csv` reads them."""
    cards = [",".join(DECK_COLUMNS)]
    cards += [
        f"{card.id},{card.animal},{ANIMALS[card.animal].set},{card.dawn},{card.change}"
        for card in deck.cards.values()
    ]
    lines = [",".join(STRENGTH_COLUMNS)]
    for animal, names in deck.strengths.items():
        lines.append(f"{animal},{ANIMALS[animal].set},{';'.join(names)},{len(names)}")
    return "\n".join((*cards, "")), "\n".join((*lines, ""))

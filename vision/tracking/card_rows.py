"""Finds in which row a card lies, and which place in it, as seen from the south of the table."""

from collections.abc import Sequence
from typing import Final

from vision.tracking.pieces import Tracked
from vision.tracking.track import Life

_SAME_ROW_IN: Final = 1.25
"""Inches to the north by which the cards of one row may be off."""


def places_in_rows(cards: Sequence[Tracked]) -> dict[str, tuple[int, int]]:
    """Row and place of every card at rest, by id: rows from the north, places from the west.

    A row is begun by its northernmost card, so one that lies askew by more than the tolerance is in
    two rows: a game that knows where its players sit makes its own rows from the places.
    """
    lying = [
        (float(pose.y), float(pose.x), card.id)
        for card in cards
        if card.track.life is Life.SETTLED and (pose := card.track.pose) is not None
    ]
    rows: list[list[tuple[float, float, str]]] = []
    for card in sorted(lying, reverse=True):
        if rows and rows[-1][0][0] - card[0] <= _SAME_ROW_IN:
            rows[-1].append(card)
        else:
            rows.append([card])
    return {
        name: (number, place)
        for number, row in enumerate(rows, start=1)
        for place, (_, _, name) in enumerate(sorted(row, key=lambda card: card[1]), start=1)
    }

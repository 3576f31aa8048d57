"""Counts the cards of face-down piles whose cards are fanned out before they are stacked.

Cards of a fan lie on one another, so their middles are nearer than a card is wide; piles lie apart.
"""

from collections.abc import Sequence

from rules.games.tossing_tiger.measuring.rows import (
    BACK,
    along,
    axis_of,
    cards_on,
    gap_of_cards,
    in_lane,
    right_of,
)
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Role
from rules.table.snapshot import Piece, Snapshot


def fans_seen(state: State, war: War, *, role: Role, snapshot: Snapshot) -> tuple[int, ...]:
    """TT-GEO-11: cards of each fan on a side of the table, from the attacker's left; or nothing."""
    edge = state.speaker(war.attacker).edge
    axis = axis_of(edge)
    middle = _middle(war, axis, snapshot=snapshot)
    backs = [
        piece
        for piece in cards_on(snapshot)
        if piece.face == BACK
        and in_lane(piece, war)
        and (along(piece, axis) < middle) is (role is Role.ATTACKER)
    ]
    right = right_of(axis)
    found = _fans(backs)
    found.sort(key=lambda fan: sum(along(card, right) for card in fan) / len(fan))
    return tuple(len(fan) for fan in found)


def _middle(war: War, axis: tuple[float, float], *, snapshot: Snapshot) -> float:
    """Half way between both edges of the table, or of the lane."""
    x, y = float(snapshot.table.width) / 2, float(snapshot.table.depth) / 2
    if war.lane is not None:
        x = (war.lane.west_in + war.lane.east_in) / 2
        y = (war.lane.south_in + war.lane.north_in) / 2
    return x * axis[0] + y * axis[1]


def _fans(cards: Sequence[Piece]) -> list[list[Piece]]:
    found: list[list[Piece]] = []
    for card in cards:
        near = [fan for fan in found if any(gap_of_cards(card, each) < 0 for each in fan)]
        joined = [card, *(each for fan in near for each in fan)]
        found = [fan for fan in found if fan not in near] + [joined]
    return found

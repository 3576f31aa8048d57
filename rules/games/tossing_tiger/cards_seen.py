"""Tells which cards lie still in view, where they lie, and how many each fan has.

A pile is whatever lies on top of it: the face of a card, or a back, which the camera cannot tell
from the next one. Cards of a fan lie on one another, so their middles are nearer than a card is
wide.
"""

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import PileSpot, Role, SeatEdge
from rules.table.snapshot import HealthState, Piece, PieceState, Snapshot

FACE, BACK = "face", "back"
"""The sides of a card, as they are called where it is printed."""


INTO_TABLE: Final = MappingProxyType(
    {
        SeatEdge.SOUTH: (0.0, 1.0),
        SeatEdge.NORTH: (0.0, -1.0),
        SeatEdge.WEST: (1.0, 0.0),
        SeatEdge.EAST: (-1.0, 0.0),
    }
)
"""Where somebody looks who sits at that edge."""


SAME_PILE_IN: Final = 1.0
"""A card so near to where a pile was laid lies on that pile."""


Direction = tuple[float, float]


def axis_of(attacker: SeatEdge | None) -> Direction:
    """TT-GEO-03: where the attacker looks, who sits at that edge.

    >>> axis_of(SeatEdge.SOUTH), axis_of(SeatEdge.NORTH)
    ((0.0, 1.0), (0.0, -1.0))
    """
    return INTO_TABLE[attacker or SeatEdge.SOUTH]


def right_of(axis: Direction) -> Direction:
    """TT-GEO-04: to the right of somebody who looks that way.

    >>> right_of((0.0, 1.0)), right_of((0.0, -1.0))
    ((1.0, -0.0), (-1.0, -0.0))
    """
    return axis[1], -axis[0]


def cards_on(snapshot: Snapshot) -> tuple[Piece, ...]:
    """Cards that lie still in plain view."""
    if snapshot.health.state is not HealthState.LIVE:
        return ()
    return tuple(
        piece
        for piece in snapshot.pieces
        if piece.kind == KIND and piece.state is PieceState.SEEN and piece.pose is not None
    )


def row_cards(state: State, snapshot: Snapshot) -> tuple[Piece, ...]:
    """TT-GEO-09: backs, and what was rolled already; any other face is somebody's own business."""
    known = state.face_up
    return tuple(piece for piece in cards_on(snapshot) if piece.face != FACE or piece.id in known)


def in_lane(piece: Piece, war: War) -> bool:
    """TT-GEO-07: whether a card lies where a war is fought."""
    if war.lane is None or piece.pose is None:
        return war.lane is None
    return war.lane.holds(piece.pose.x, piece.pose.y)


def together(cards: Sequence[Piece], *, gap: float) -> list[list[Piece]]:
    """The cards that lie nearer to each other than that, or to one that does."""
    groups: list[list[Piece]] = []
    for card in cards:
        near = [each for each in groups if any(gap_of_cards(card, one) < gap for one in each)]
        joined = [card, *(one for each in near for one in each)]
        groups = [each for each in groups if each not in near] + [joined]
    return groups


def along(piece: Piece, direction: Direction) -> float:
    """How far a card lies in a direction, in inches."""
    assert piece.pose is not None
    return piece.pose.x * direction[0] + piece.pose.y * direction[1]


def gap_of_cards(one: Piece, other: Piece) -> float:
    """The room between two cards, in inches, as if both lay straight."""
    assert one.pose is not None
    assert other.pose is not None
    far = math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)
    return far - CARD_WIDTH_IN


CARD_WIDTH_IN: Final = 2.25


def spot_of(piece: Piece) -> PileSpot:
    assert piece.pose is not None
    return PileSpot(x_in=piece.pose.x, y_in=piece.pose.y)


def near_spot(piece: Piece, spot: PileSpot) -> bool:
    """Whether a card lies on a pile."""
    pose = piece.pose
    if pose is None:
        return False
    return math.hypot(pose.x - spot.x_in, pose.y - spot.y_in) <= SAME_PILE_IN


def seen_at(war: War, role: Role, *, place: int, snapshot: Snapshot) -> Piece | None:
    """The card that lies on a pile: None where the camera sees nothing there, or nobody laid it."""
    spot = war.spot(role, place)
    cards = [piece for piece in cards_on(snapshot) if spot is not None and near_spot(piece, spot)]
    return cards[0] if len(cards) == 1 else None


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
    # A card that lies alone is no fan: the draw pile, or a spare back.
    found = [fan for fan in together(backs, gap=0) if len(fan) > 1]
    found.sort(key=lambda fan: sum(along(card, right) for card in fan) / len(fan))
    return tuple(len(fan) for fan in found)


def _middle(war: War, axis: tuple[float, float], *, snapshot: Snapshot) -> float:
    """Half way between both edges of the table, or of the lane."""
    x, y = float(snapshot.table.width) / 2, float(snapshot.table.depth) / 2
    if war.lane is not None:
        x = (war.lane.west_in + war.lane.east_in) / 2
        y = (war.lane.south_in + war.lane.north_in) / 2
    return x * axis[0] + y * axis[1]

"""Reads two rows of piles, from the attacker's left to the right, and counts the cards of fans.

Only cards that lie still in view count. A pile is whatever lies on top of it: the face of a card,
or a back, which the camera cannot tell from the next one. A pile may be fanned out before it is
stacked: cards of a fan lie on one another, so their middles are nearer than a card is wide.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Lane, PileSpot, Role, SeatEdge
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import counted
from rules.table.snapshot import HealthState, Piece, PieceState, Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Answer

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Two rows as the camera sees them; both empty where it sees no card at all."""

    attacking: tuple[PileSpot, ...] = ()
    """By place; where a side lays no pile, the place of its opponent stands."""
    defending: tuple[PileSpot, ...] = ()
    fault: tuple[str, str] | None = None
    """The clause and reason why they are not two rows of that war."""
    evidence: tuple[Measured, ...] = ()


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


def lanes_needed(state: State, snapshot: Snapshot) -> bool:
    """TT-GEO-07: whether the umpire cannot tell whose cards lie where."""
    unmarked = [war for war in state.going if war.lane is None]
    return len(state.going) > 1 and bool(unmarked) and bool(row_cards(state, snapshot))


def lanes_seen(state: State, snapshot: Snapshot) -> tuple[Lane, ...]:
    """TT-GEO-07: parts of the table where cards lie, apart from each other; each war may be one."""
    gap = state.options.number("lane_gap_in")
    lanes = []
    for group in _together(row_cards(state, snapshot), gap=gap):
        spots = [_spot(card) for card in group]
        east, north = [spot.x_in for spot in spots], [spot.y_in for spot in spots]
        lanes.append(
            Lane(
                west_in=min(east) - gap / 2,
                south_in=min(north) - gap / 2,
                east_in=max(east) + gap / 2,
                north_in=max(north) + gap / 2,
            )
        )
    return tuple(sorted(lanes, key=lambda lane: (lane.west_in, lane.south_in)))


def _together(cards: Sequence[Piece], *, gap: float) -> list[list[Piece]]:
    """The cards that lie nearer to each other than that, or to one that does."""
    groups: list[list[Piece]] = []
    for card in cards:
        near = [each for each in groups if any(gap_of_cards(card, one) < gap for one in each)]
        joined = [card, *(one for each in near for one in each)]
        groups = [each for each in groups if each not in near] + [joined]
    return groups


def rows_seen(state: State, war: War, *, snapshot: Snapshot) -> Rows:
    """TT-GEO-03 to 06."""
    cards = [piece for piece in row_cards(state, snapshot) if in_lane(piece, war)]
    if not cards:
        return Rows()
    if lanes_needed(state, snapshot):
        says = f"Several wars are fought: mark the lane of {war.attacker} and {war.defender}."
        return Rows(fault=("TT-GEO-07", says))
    axis = axis_of(state.speaker(war.attacker).edge)
    expected = {role: _places(war, role) for role in Role}
    laid = _in_rows(cards, axis=axis, counts=tuple(len(expected[role]) for role in Role))
    if isinstance(laid, str):
        return Rows(fault=("TT-GEO-03", laid))
    found = {role: dict(zip(expected[role], row, strict=True)) for role, row in laid.items()}
    return _paired(state, war, found=found, axis=axis, number=snapshot.number)


def _places(war: War, role: Role) -> tuple[int, ...]:
    """Where a side has something lying."""
    return tuple(place for place in range(1, war.number + 1) if war.pile(role, place) is not None)


def along(piece: Piece, direction: Direction) -> float:
    """How far a card lies in a direction, in inches."""
    assert piece.pose is not None
    return piece.pose.x * direction[0] + piece.pose.y * direction[1]


def _in_rows(
    cards: Sequence[Piece], *, axis: Direction, counts: tuple[int, ...]
) -> dict[Role, list[Piece]] | str:
    """The attacker's cards and the defender's, each from left to right; or what is wrong."""
    if len(cards) != sum(counts):
        return (
            f"Expected {counts[0]} and {counted(counts[1], 'pile')} in two rows, got "
            f"{counted(len(cards), 'card')} in view."
        )
    near = sorted(cards, key=lambda card: along(card, axis))
    mine, theirs = near[: counts[0]], near[counts[0] :]
    if mine and theirs and not _is_gap(mine, theirs, axis=axis):
        return "The two rows run into each other: lay them further apart."
    right = right_of(axis)
    rows = zip(Role, (mine, theirs), strict=True)
    return {role: sorted(row, key=lambda card: along(card, right)) for role, row in rows}


def _is_gap(mine: Sequence[Piece], theirs: Sequence[Piece], *, axis: Direction) -> bool:
    """Whether the rows lie further from each other than the cards of each do."""
    depths = [[along(card, axis) for card in row] for row in (mine, theirs)]
    spread = max(max(row) - min(row) for row in depths)
    return min(depths[1]) - max(depths[0]) > spread


def _paired(
    state: State, war: War, *, found: dict[Role, dict[int, Piece]], axis: Direction, number: int
) -> Rows:
    """TT-GEO-05, TT-GEO-06: each pile against one, and room between the piles of a row."""
    right, limit = right_of(axis), Inches(state.options.number("pair_tol_in"))
    evidence, fault = [], None
    for place in range(1, war.number + 1):
        pair = [found[role].get(place) for role in Role]
        mine, theirs = pair
        if mine is None or theirs is None:
            continue
        off = Inches(abs(along(mine, right) - along(theirs, right)))
        evidence.append(_offset(place, off=off, limit=limit, number=number))
        if off > limit and fault is None:
            says = (
                f"The piles of battle {place} are {plain(off)} in apart along the row; "
                f"{plain(limit)} in is the most. Push them together, or say that they fight."
            )
            fault = ("TT-GEO-05", says)
    fault = fault or _too_close(state, found)
    if fault is not None:
        return Rows(fault=fault, evidence=tuple(evidence))
    spots = {
        role: tuple(
            _spot(found[role].get(place) or found[role.other][place])
            for place in range(1, war.number + 1)
            if place in found[role] or place in found[role.other]
        )
        for role in Role
    }
    return Rows(
        attacking=spots[Role.ATTACKER], defending=spots[Role.DEFENDER], evidence=tuple(evidence)
    )


def _offset(place: int, *, off: Inches, limit: Inches, number: int) -> Measured:
    return Measured(
        what=f"pairing of battle {place}",
        answer=Answer.YES if off <= limit else Answer.NO,
        why=f"the piles are {plain(off)} in apart along the row",
        snapshot=number,
        value=off,
        limit=limit,
        margin=Inches(limit - off),
    )


def _too_close(state: State, found: dict[Role, dict[int, Piece]]) -> tuple[str, str] | None:
    """TT-GEO-06: neighbours whose cards nearly touch are taken for one pile."""
    gap = state.options.number("pile_gap_in")
    for row in found.values():
        cards = list(row.items())
        for (place, one), (_, other) in pairwise(cards):
            apart = gap_of_cards(one, other)
            if apart < gap:
                return "TT-GEO-06", (
                    f"The piles at places {place} and {place + 1} lie {plain(Inches(apart))} in "
                    f"apart; {plain(Inches(gap))} in keeps them apart for the camera."
                )
    return None


def gap_of_cards(one: Piece, other: Piece) -> float:
    """The room between two cards, in inches, as if both lay straight."""
    assert one.pose is not None
    assert other.pose is not None
    far = math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)
    return far - CARD_WIDTH_IN


CARD_WIDTH_IN: Final = 2.25


def _spot(piece: Piece) -> PileSpot:
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


# --- fans ----------------------------------------------------------------------------------------


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
    found = _together(backs, gap=0)
    found.sort(key=lambda fan: sum(along(card, right) for card in fan) / len(fan))
    return tuple(len(fan) for fan in found)


def _middle(war: War, axis: tuple[float, float], *, snapshot: Snapshot) -> float:
    """Half way between both edges of the table, or of the lane."""
    x, y = float(snapshot.table.width) / 2, float(snapshot.table.depth) / 2
    if war.lane is not None:
        x = (war.lane.west_in + war.lane.east_in) / 2
        y = (war.lane.south_in + war.lane.north_in) / 2
    return x * axis[0] + y * axis[1]

"""Reads two rows of piles, from the attacker's left to the right, also among other cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Final

from rules.games.tossing_tiger.cards_seen import (
    FACE,
    SAME_PILE_IN,
    Direction,
    along,
    axis_of,
    gap_of_cards,
    in_lane,
    right_of,
    row_cards,
    spot_of,
    together,
)
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Lane, PileSpot, Role
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import counted
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Answer

Laid = dict[Role, dict[int, Piece]]
"""The cards of both rows, by place."""
RAGGED_IN: Final = 2.0
"""How far the cards of one row may lie before each other and still be one."""
CLEARLY_IN, CLEARLY_WIDER = 0.75, 1.5
"""By how much straighter, or closer together, rows stand out among other ways to see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Two rows as the camera sees them; both empty where it sees no card at all."""

    attacking: tuple[PileSpot, ...] = ()
    """By place; where a side lays no pile, the place of its opponent stands."""
    defending: tuple[PileSpot, ...] = ()
    fault: tuple[str, str] | None = None
    """The clause and reason why they are not two rows of that war."""
    evidence: tuple[Measured, ...] = ()
    aside: int = 0
    """Other cards that lie there, and are no piles."""


def lanes_needed(state: State, snapshot: Snapshot) -> bool:
    """TT-GEO-07: whether the umpire cannot tell whose cards lie where."""
    unmarked = [war for war in state.going if war.lane is None]
    return len(state.going) > 1 and bool(unmarked) and bool(row_cards(state, snapshot))


def lanes_seen(state: State, snapshot: Snapshot, *, war: War | None = None) -> tuple[Lane, ...]:
    """TT-GEO-07: parts of the table where cards lie, apart from each other; each war may be one.

    With one war only, the parts where its rows may be.
    """
    gap = state.options.number("lane_gap_in")
    groups = together(row_cards(state, snapshot), gap=gap)
    if war is not None:
        gap = SAME_PILE_IN
        ways = among_others(state, war, snapshot=snapshot).ways()
        groups = [[card for row in way.values() for card in row.values()] for way in ways]
    lanes = []
    for group in groups:
        spots = [spot_of(card) for card in group]
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


def rows_seen(state: State, war: War, *, snapshot: Snapshot) -> Rows:
    """TT-GEO-03 to 06."""
    cards = [piece for piece in row_cards(state, snapshot) if in_lane(piece, war)]
    if not cards:
        return Rows()
    if lanes_needed(state, snapshot):
        says = f"Several wars are fought: mark the lane of {war.attacker} and {war.defender}."
        return Rows(fault=("TT-GEO-07", says))
    counts = [len(list(war.piles(role))) for role in Role]
    aside, axis = len(cards) - sum(counts), axis_of(state.speaker(war.attacker).edge)
    if not aside:
        laid = _all_of(cards, war, axis=axis)
        says = "The two rows run into each other: lay them further apart."
    else:
        among = among_others(state, war, snapshot=snapshot)
        laid = among.standing_out()
        piles, got = counted(counts[1], "pile"), counted(len(cards), "card")
        says = f"Expected {counts[0]} and {piles} in two rows, got {got} in view"
        if among.ways():
            says += ", and more than one way to see them: mark where the war is fought"
            says += ", or push the other cards aside"
        says += "."
    if laid is None:
        return Rows(fault=("TT-GEO-03", says))
    rows = _paired(state, war, found=laid, axis=axis, number=snapshot.number)
    return replace(rows, aside=aside)


def among_others(state: State, war: War, *, snapshot: Snapshot) -> "Among":
    """The rows of a war among all cards that lie where it is fought."""
    return Among(
        war=war,
        cards=[piece for piece in row_cards(state, snapshot) if in_lane(piece, war)],
        axis=axis_of(state.speaker(war.attacker).edge),
        tol=state.options.number("pair_tol_in"),
        gap=state.options.number("pile_gap_in"),
    )


def _all_of(cards: Sequence[Piece], war: War, *, axis: Direction) -> Laid | None:
    """The attacker's cards and the defender's, each from left to right, where no other lies."""
    near, right = sorted(cards, key=lambda card: along(card, axis)), right_of(axis)
    places = {role: [at.place for at, _ in war.piles(role)] for role in Role}
    first = len(places[Role.ATTACKER])
    found = {}
    for role, row in zip(Role, (near[:first], near[first:]), strict=True):
        in_order = sorted(row, key=lambda card: along(card, right))
        found[role] = dict(zip(places[role], in_order, strict=True))
    return found if _is_gap(found, axis=axis) else None


def _is_gap(found: Laid, *, axis: Direction) -> bool:
    """Whether the rows lie further from each other than the cards of each do."""
    depths = [[along(card, axis) for card in row.values()] for row in found.values() if row]
    spread = max(max(row) - min(row) for row in depths)
    return len(depths) < len(Role) or min(depths[1]) - max(depths[0]) > spread


# --- among other cards ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Among:
    """The rows of a war, looked for among other cards: a draw pile, discards, spare backs."""

    war: War
    cards: Sequence[Piece]
    axis: Direction
    tol: float
    """How far two piles that fight each other may be off along the row."""
    gap: float
    """Between neighbours of a row."""

    def ways(self) -> list[Laid]:
        """TT-GEO-03: every way to see two rows."""
        found: list[Laid] = [{role: {} for role in Role}]
        for place in range(1, self.war.number + 1):
            fitting = [self._fitting(role, place) for role in Role]
            pairs = [pair for pair in product(*fitting) if self._is_pair(*pair)]
            found = [
                _with(way, pair, place=place)
                for way in found
                for pair in pairs
                if all(
                    self._goes_on(way[role], card) for role, card in zip(Role, pair, strict=True)
                )
            ]
        return [way for way in found if _is_gap(way, axis=self.axis)]

    def _fitting(self, role: Role, place: int) -> list[Piece | None]:
        """The cards that a pile may be: the one that it shows, or any back."""
        pile = self.war.pile(role, place)
        if pile is None:
            return [None]
        if pile.face:
            return [card for card in self.cards if card.id == pile.face]
        return [card for card in self.cards if card.face != FACE]

    def _is_pair(self, mine: Piece | None, theirs: Piece | None) -> bool:
        if mine is None or theirs is None:
            return True
        right = right_of(self.axis)
        return abs(along(mine, right) - along(theirs, right)) <= self.tol

    def _goes_on(self, row: Mapping[int, Piece], card: Piece | None) -> bool:
        """Whether a card lies in a row, to the right of those before it."""
        if card is None or not row:
            return True
        last, right = list(row.values())[-1], right_of(self.axis)
        depths = [along(each, self.axis) for each in (*row.values(), card)]
        apart = gap_of_cards(last, card) >= self.gap
        return apart and along(card, right) > along(last, right) and _spread(depths) <= RAGGED_IN

    def standing_out(self) -> Laid | None:
        """The way that is straighter than every other one, or as straight and closer together."""
        ways = [(each, *self._straightness(each)) for each in self.ways()]
        for way, ragged, wide in ways:
            others = [other for other in ways if other[0] is not way]
            if all(
                theirs > ragged + CLEARLY_IN
                or (theirs > ragged - CLEARLY_IN and room > wide * CLEARLY_WIDER)
                for _, theirs, room in others
            ):
                return way
        return None

    def _straightness(self, way: Laid) -> tuple[float, float]:
        """How ragged both rows are together, and the widest step from one pile to the next."""
        rows = [list(row.values()) for row in way.values()]
        ragged = sum(_spread([along(card, self.axis) for card in row]) for row in rows)
        right = right_of(self.axis)
        steps = [along(b, right) - along(a, right) for row in rows for a, b in pairwise(row)]
        return ragged, max(steps, default=0.0)


def _with(way: Laid, pair: tuple[Piece | None, ...], *, place: int) -> Laid:
    laid = zip(Role, pair, strict=True)
    return {role: {**way[role], **({place: card} if card else {})} for role, card in laid}


def _spread(depths: Sequence[float]) -> float:
    return max(depths, default=0.0) - min(depths, default=0.0)


# --- pairs ---------------------------------------------------------------------------------------


def _paired(state: State, war: War, *, found: Laid, axis: Direction, number: int) -> Rows:
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
            spot_of(found[role].get(place) or found[role.other][place])
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


def _too_close(state: State, found: Laid) -> tuple[str, str] | None:
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

"""Pairs a round of the Swiss system by FIDE's Dutch rules (C.04.3, until January 2026)."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from api.hub.pairing.brackets import BracketSearch, Pair
from api.hub.pairing.colours import colour_of, first_colour
from api.hub.pairing.matching import heaviest
from api.hub.pairing.quality import Bracket
from api.hub.pairing.record import Colour, Draw, Entrant, Scoring, of_one_length
from api.hub.pairing.swiss_player import SwissPlayer, may_meet, seen_by_swiss, sides_clash


def paired_by_dutch(
    entrants: Sequence[Entrant],
    *,
    scoring: Scoring,
    away: Collection[int] = (),
    forbidden: Collection[frozenset[int]] = (),
    is_last_round: bool = False,
    initial: Colour = Colour.WHITE,
    balances_sides: bool = True,
) -> Draw:
    """The next round of all who are not away, whatever has to be conceded for it.

    Nobody meets anybody twice, and nobody has a second bye, as long as there is a way without.
    """
    of_one_length(entrants)
    players = seen_by_swiss(
        [each for each in entrants if each.number not in away],
        everybody={each.number: each for each in entrants},
        scoring=scoring,
        is_last_round=is_last_round,
        balances_sides=balances_sides,
    )
    swiss = _Round(players, frozenset(forbidden))
    said = swiss.concede()
    return _drawn(swiss.paired(), initial=initial, concessions=said)


class _Round:
    """The players of one round, and what has been conceded of whom they may meet."""

    def __init__(self, players: list[SwissPlayer], forbidden: frozenset[frozenset[int]]) -> None:
        self.players = players
        self.forbidden = forbidden
        self.conceded: set[frozenset[int]] = set()
        self.second_bye: int | None = None

    def may_meet(self, one: SwissPlayer, other: SwissPlayer) -> bool:
        pair = frozenset({one.number, other.number})
        if pair in self.conceded:
            return True
        return may_meet(one, other) and pair not in self.forbidden

    def may_rest(self, player: SwissPlayer) -> bool:
        return not player.had_bye or player.number == self.second_bye

    def can_pair(self, players: Sequence[SwissPlayer]) -> bool:
        """Whether all of these can be paired, but for a bye where they are odd."""
        edges = {
            (one, other): 1
            for one in range(len(players))
            for other in range(one + 1, len(players))
            if self.may_meet(players[one], players[other])
        }
        whole = len(players)
        if whole % 2:
            edges |= {(each, whole): 1 for each in range(whole) if self.may_rest(players[each])}
            whole += 1
        return len(heaviest(edges, vertices=whole)) == whole

    def concede(self) -> tuple[str, ...]:
        """Allow the least that lets all be paired, in words: sides before any other rule.

        Then come pairs that were forbidden, then rematches, and a second bye last of all.
        """
        if self.can_pair(self.players):
            return ()
        count, base = len(self.players), len(self.players) + 1
        costs = {
            (one, other): self._cost(self.players[one], self.players[other], base=base)
            for one in range(count)
            for other in range(one + 1, count)
        }
        if count % 2:
            costs |= {
                (each, count): base**3 if player.had_bye else 0
                for each, player in enumerate(self.players)
            }
        # More than all costs of a round together, so that everybody is paired.
        mates = heaviest(
            {edge: base**5 - cost for edge, cost in costs.items()}, vertices=count + count % 2
        )
        said = []
        for one, other in sorted(mates.items()):
            if one < other and costs[one, other]:
                said.append(self._allow(self.players[one], self.players[other:][:1]))
        return tuple(said)

    def _cost(self, one: SwissPlayer, other: SwissPlayer, *, base: int) -> int:
        met = base**2 if other.number in one.met else 0
        kept_apart = base if frozenset({one.number, other.number}) in self.forbidden else 0
        return met + kept_apart + int(sides_clash(one, other))

    def _allow(self, one: SwissPlayer, rest: Sequence[SwissPlayer]) -> str:
        if not rest:
            self.second_bye = one.number
            return f"{one.number} has a second bye"
        other = rest[0]
        pair = frozenset({one.number, other.number})
        self.conceded.add(pair)
        if other.number in one.met:
            return f"{one.number} and {other.number} meet again"
        if pair in self.forbidden:
            return f"{one.number} and {other.number} meet, though they should not"
        return f"{one.number} and {other.number} both are due the same side"

    def paired(self) -> tuple[list[Pair], SwissPlayer | None]:
        groups = [tuple(found) for _, found in groupby(self.players, key=lambda p: p.points)]
        found: list[Pair] = []
        floating: tuple[SwissPlayer, ...] = ()
        is_collapsed = False
        while groups:
            residents, *below = groups
            bracket = Bracket(
                moved_down=floating,
                residents=residents,
                lower=below[0] if below else (),
                is_collapsed=is_collapsed,
            )
            pairs = BracketSearch(bracket, self.may_meet).pairs()
            taken = {each.number for pair in pairs for each in pair}
            left = tuple(each for each in bracket.here if each.number not in taken)
            rest = (*left, *(each for group in below for each in group))
            if not bracket.must_pair_all and not self.can_pair(rest):
                groups = [residents, rest[len(left) :]]
                is_collapsed = True
                continue
            found += pairs
            floating, groups = left, below
        return found, floating[0] if floating else None


def _drawn(
    found: tuple[Iterable[Pair], SwissPlayer | None],
    *,
    initial: Colour,
    concessions: tuple[str, ...],
) -> Draw:
    pairs, alone = found
    seated = []
    for higher, lower in sorted(pairs, key=_of_tables):
        colour = colour_of(higher.candidate, lower.candidate) or first_colour(
            higher.number, initial
        )
        both = (higher.number, lower.number)
        seated.append(both if colour is Colour.WHITE else both[::-1])
    byes = () if alone is None else (alone.number,)
    return Draw(pairs=tuple(seated), byes=byes, concessions=concessions)


def _of_tables(pair: Pair) -> tuple[int, int, int]:
    """The first table is the best (D.9)."""
    higher, lower = pair
    return -higher.points, -lower.points, higher.number

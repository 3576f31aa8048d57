"""Pairs one bracket of the Dutch system: the best candidate, of equals the one that is made first.

What comes first is written into the weights, too: which of those moved down are paired (B.3), with
whom (D.1), how many residents change halves and which (D.3), how the lower half is turned (D.1).
So two searches find what the rules describe as going through all candidates.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from api.hub.pairing.matching import heaviest
from api.hub.pairing.quality import Bracket, Quality
from api.hub.pairing.swiss_player import SwissPlayer

Pair = tuple[SwissPlayer, SwissPlayer]
Edge = tuple[int, int]
"""Two places among the players of a bracket, the better one first."""
MayMeet = Callable[[SwissPlayer, SwissPlayer], bool]


class BracketSearch:
    """The graph of one bracket: who is better first, with the next bracket behind."""

    def __init__(self, bracket: Bracket, may_meet: MayMeet) -> None:
        self.bracket = bracket
        self.players = bracket.everybody
        self.down = len(bracket.moved_down)
        self.here = len(bracket.here)
        quality = Quality(bracket)
        self.weights = {
            (one, other): quality.of(self.players[one], self.players[other])
            for one in range(len(self.players))
            for other in range(one + 1, len(self.players))
            if may_meet(self.players[one], self.players[other])
        }

    def pairs(self) -> list[Pair]:
        """The pairs of this bracket, the higher player first."""
        first = self._heaviest(self.weights, self._order_of_moved_down)
        above = [pair for pair in first if pair[0] < self.down]
        taken = {each for pair in above for each in pair}
        residents = [each for each in range(self.down, self.here) if each not in taken]
        best = [pair for pair in first if pair[0] >= self.down]
        below = self._straight(residents, best) or self._earliest(residents, best, taken=taken)
        return [(self.players[one], self.players[other]) for one, other in (*above, *below)]

    def _straight(self, residents: Sequence[int], best: Sequence[Edge]) -> list[Edge]:
        """The upper half against the lower one, the first candidate of all, if none is better."""
        half = len(best)
        if self.bracket.lower and 2 * half < len(residents):
            # Who goes down then counts in the next bracket, too.
            return []
        straight = list(zip(residents, residents[half : 2 * half], strict=False))
        if not all(pair in self.weights for pair in straight):
            return []
        same = sum(self.weights[pair] for pair in straight) == sum(self.weights[p] for p in best)
        return straight if same else []

    def _earliest(
        self, residents: Sequence[int], best: Sequence[Edge], *, taken: Collection[int]
    ) -> list[Edge]:
        there = set(residents) | set(range(self.here, len(self.players)))
        # Those moved down who are not paired now stay in limbo: they go further down.
        limbo = set(range(self.down)).difference(taken)
        rest = {
            edge: weight
            for edge, weight in self.weights.items()
            if there.issuperset(edge) or (edge[0] in limbo and edge[1] >= self.here)
        }
        places = {each: place for place, each in enumerate(residents)}
        return self._heaviest(rest, lambda *pair: _halves(places, len(best), pair=pair))

    def _heaviest(
        self, weights: Mapping[Edge, int], order: Callable[[int, int], int]
    ) -> list[Edge]:
        """The pairs in this bracket of the best choice, by this order among equals."""
        orders = {edge: order(*edge) if edge[1] < self.here else 0 for edge in weights}
        room = max((abs(each) for each in orders.values()), default=0).bit_length()
        shift = room + len(self.players).bit_length() if room else 0
        weighed = {edge: (weight << shift) + orders[edge] for edge, weight in weights.items()}
        mates = heaviest(weighed, vertices=len(self.players))
        return sorted((one, other) for one, other in mates.items() if one < other < self.here)

    def _order_of_moved_down(self, one: int, other: int) -> int:
        if one >= self.down or other < self.down:
            return 0
        width = self.here.bit_length()
        chosen = 1 << (self.down - 1 - one)
        opponent = (self.here - other) << (width * (self.down - 1 - one))
        return (chosen << (width * self.down)) + opponent


def _halves(places: Mapping[int, int], half: int, *, pair: Edge) -> int:
    """What a pair of residents does to the two halves; more is earlier among the candidates.

    The higher player of each pair counts into the upper half: of all ways to make the same pairs,
    that one changes the fewest.
    """
    if pair[0] not in places:
        return 0
    top, bottom, count = places[pair[0]], places[pair[1]], len(places)
    width = count.bit_length()
    # Fewest who change, then the least difference of their numbers.
    found = (int(top < half) << 2 * width) - top
    # Of those in the upper half, the lowest are the first to leave it, and so lose it the least.
    found = (found << half) - (1 << top if top < half else 0)
    # Of those in the lower half, the highest are the first to come.
    found = (found << count - half) + (1 << count - 1 - top if top >= half else 0)
    return (found << width * count) + ((count - bottom) << width * (count - 1 - top))

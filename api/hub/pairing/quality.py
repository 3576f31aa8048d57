"""How good a pair is: what the Dutch system counts, the most important first, as one number.

Each criterion (FIDE C.04.3, C.5 to C.19) is a list of counts, which a bracket adds up over its
pairs; more is better. A number with room for each sum keeps their order of importance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from api.hub.pairing.colours import Strength
from api.hub.pairing.swiss_player import Float, SwissPlayer

ONE_POINT = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """Those who are paired now, and those who are next."""

    moved_down: tuple[SwissPlayer, ...]
    residents: tuple[SwissPlayer, ...]
    lower: tuple[SwissPlayer, ...]
    """The residents of the next bracket."""
    is_collapsed: bool
    """Whether all below are one bracket, as else not everybody could be paired (A.9)."""

    @property
    def here(self) -> tuple[SwissPlayer, ...]:
        return self.moved_down + self.residents

    @property
    def everybody(self) -> tuple[SwissPlayer, ...]:
        return self.here + self.lower

    @property
    def must_pair_all(self) -> bool:
        """Whether all who are left are in it, so that one is left alone at most."""
        return self.is_collapsed or not self.lower

    @property
    def floor(self) -> int:
        return self.residents[-1].points


def packed(counts: Sequence[int], width: int) -> int:
    """Counts as one number, the first the most important.

    >>> packed([1, -1, 2], 4)
    242
    """
    found = 0
    for count in counts:
        found = (found << width) + count
    return found


class Quality:
    """Weighs the pairs of one bracket."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.width = (4 * len(bracket.everybody) + 4).bit_length()
        """Bits that the sum of a count over all pairs fits into, with its sign."""
        below = {id(each) for each in bracket.lower}
        self._is_below = below.__contains__
        self._steps = self._differences()
        self._places = {each: place for place, each in enumerate(self._steps)}

    def _differences(self) -> list[int]:
        """Every difference of score that can come up, the largest first."""
        here, floor = self.bracket.here, self.bracket.floor
        drops = {each.points - floor + ONE_POINT for each in here}
        between = {abs(one.points - other.points) for one in here for other in here}
        return sorted(drops | between, reverse=True)

    def _at(self, differences: Sequence[tuple[int, int]]) -> list[int]:
        counts = [0] * len(self._steps)
        for difference, count in differences:
            counts[self._places[difference]] += count
        return counts

    def of(self, higher: SwissPlayer, lower: SwissPlayer) -> int:
        """How good the pair is; more than nothing, so that a pair is better than none."""
        counts: list[int] = []
        is_here = not self._is_below(id(lower))
        if self.bracket.must_pair_all:
            counts.append(1 + higher.had_bye + lower.had_bye)
        counts.append(int(is_here))
        counts += self._spread(higher, lower) if is_here else self._at([])
        if not self.bracket.must_pair_all:
            counts += self._outlook(higher, is_here=is_here)
        if is_here:
            counts += _sides(higher, lower)
            counts += _floats(higher, lower)
            counts += [count for found in self._float_spreads(higher, lower) for count in found]
        else:
            counts += [0] * (8 + 4 * len(self._steps))
        return packed(counts, self.width)

    def _drop(self, player: SwissPlayer) -> int:
        """The difference that counts for one who is not paired here (A.8)."""
        return player.points - self.bracket.floor + ONE_POINT

    def _spread(self, higher: SwissPlayer, lower: SwissPlayer) -> list[int]:
        """C.6: differences that this pair spares, and the one that it has."""
        has = higher.points - lower.points
        return self._at([(self._drop(higher), 1), (self._drop(lower), 1), (has, -1)])

    def _outlook(self, higher: SwissPlayer, *, is_here: bool) -> list[int]:
        """C.7: pairs in the next bracket, and how far down those who float go in it."""
        if is_here or self._is_below(id(higher)):
            return [int(not is_here), *self._at([])]
        return [1, *self._at([(self._drop(higher), 1)])]

    def _float_spreads(self, higher: SwissPlayer, lower: SwissPlayer) -> Iterator[list[int]]:
        """C.16 to C.19: differences of those who float the same way again."""
        has = higher.points - lower.points
        for ago in (0, 1):
            again = [
                (self._drop(each), 1) for each in (higher, lower) if each.floats[ago] is Float.DOWN
            ]
            if higher.floats[ago] is Float.DOWN and has > 0:
                again.append((has, -1))
            yield self._at(again)
            rises = lower.floats[ago] is Float.UP and has > 0
            yield self._at([(self._drop(higher), -1)] if rises else [])


def _sides(one: SwissPlayer, other: SwissPlayer) -> list[int]:
    """C.8 to C.11: sides that nobody has to take against their preference."""
    mine, theirs = one.preference, other.preference
    clash = mine.colour is not None and mine.colour is theirs.colour
    is_top = one.is_topscorer or other.is_topscorer
    far = abs(mine.surplus) > 1 and abs(theirs.surplus) > 1
    double = mine.is_double and theirs.is_double
    strong = min(mine.strength, theirs.strength) >= Strength.STRONG
    return [
        int(not (is_top and far and clash)),
        int(not (is_top and double and clash)),
        int(not clash),
        int(not (clash and strong)),
    ]


def _floats(higher: SwissPlayer, lower: SwissPlayer) -> list[int]:
    """C.12 to C.15: floats of the last two rounds that are not had again."""
    is_down = higher.points > lower.points
    found = []
    for ago in (0, 1):
        spared = int(higher.floats[ago] is Float.DOWN and not is_down)
        found.append(spared + int(lower.floats[ago] is Float.DOWN))
        found.append(int(not (lower.floats[ago] is Float.UP and is_down)))
    return found

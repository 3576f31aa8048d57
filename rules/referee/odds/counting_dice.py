"""Finds which of many ordered dice count at all, so that only those need be listed."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from rules.referee.odds.chances import Chance, Way
from rules.referee.odds.sampling import numbers_from, thrown
from rules.referee.odds.walking import Node, TooLongError, Walk

MOST_LISTED: Final = 1_500
"""Ways of the dice that count, at most; where there are more, throws are sampled."""
_TRIED: Final = 300
"""Throws that have to bring the same, whatever the dice show that do not count."""

Tells = Callable[[Node], Hashable]
"""What tells one end from another."""


def by_dice_that_count(
    walk: Walk, first: Node, *, chance: Chance, tells: Tells
) -> list[tuple[Node, Fraction]]:
    """Every end of a single roll, by the dice that count; `TooLongError` where there is no such.

    A die counts if turning it changes what comes of any of some hundred throws.
    """
    if not chance.put_back:
        raise TooLongError
    roll, numbers = _Roll(walk, first, chance=chance, tells=tells), numbers_from(2)
    rest = thrown(chance, numbers)
    counting: set[int] = set()
    for way in (thrown(chance, numbers) for _ in range(_TRIED)):
        while (place := roll.counts_more(way, counting, rest=rest)) is not None:
            counting.add(place)
            if len(chance.faces) ** len(counting) > MOST_LISTED:
                raise TooLongError
    share = Fraction(1, len(chance.faces) ** len(counting))
    return [(roll.node(way), share) for way in _listed(chance, sorted(counting), rest=rest)]


def _listed(chance: Chance, counting: Sequence[int], *, rest: Way) -> Iterator[Way]:
    for faces in product(chance.faces, repeat=len(counting)):
        way = list(rest)
        for place, face in zip(counting, faces, strict=True):
            way[place] = face
        yield tuple(way)


class _Roll:
    """What throws of one roll lead to, each ruled on once."""

    __slots__ = ("_chance", "_first", "_known", "_tells", "_walk")

    def __init__(self, walk: Walk, first: Node, *, chance: Chance, tells: Tells) -> None:
        self._walk, self._first, self._chance, self._tells = walk, first, chance, tells
        self._known: dict[Way, tuple[Node, Hashable]] = {}

    def node(self, way: Way) -> Node:
        return self._ruled(way)[0]

    def told(self, way: Way) -> Hashable:
        return self._ruled(way)[1]

    def _ruled(self, way: Way) -> tuple[Node, Hashable]:
        if way not in self._known:
            node = self._walk.once(self._first, self._chance, way=way)
            if self._walk.next_chance(node) is not None:
                # What is rolled next may read any of these dice.
                raise TooLongError
            self._known[way] = node, self._tells(node)
        return self._known[way]

    def counts_more(self, way: Way, counting: Collection[int], *, rest: Way) -> int | None:
        """A place that counts besides these: turning its die to the rest's brings another end."""
        before = self.told(way)
        reduced = tuple(way[k] if k in counting else face for k, face in enumerate(rest))
        if self.told(reduced) == before:
            return None
        for place, face in enumerate(rest):
            if place not in counting and way[place] != face:
                way = (*way[:place], face, *way[place + 1 :])
                if self.told(way) != before:
                    return place
        return None

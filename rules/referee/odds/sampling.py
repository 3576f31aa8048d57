"""Tries chains that are too long to list: many throws, and the same ones each time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from rules.referee.odds.chances import Chance, Way
from rules.referee.odds.records import ReadError
from rules.referee.odds.walking import Node, Walk

SAMPLES: Final = 20_000
MOST_KEPT: Final = 20_000
"""Throws of which it is remembered what they bring."""
MOST_COMPARED: Final = 24
"""Ends of a throw that a new one is compared with; where there are more, few are the same."""
_MASK: Final = (1 << 64) - 1


@dataclass(slots=True)
class _Place:
    """A node, with where each throw from it led."""

    node: Node
    chance: Chance | None
    after: dict[Way, "_Place"] = field(default_factory=dict)
    found: list["_Place"] = field(default_factory=list)
    ended: int = 0
    """How many throws ended here."""


def sampled(
    walk: Walk, first: Node, *, chance: Chance, samples: int = SAMPLES, seed: int = 1
) -> list[tuple[Node, Fraction]]:
    """Every end that so many throws came to, with its share."""
    numbers = numbers_from(seed)
    root = _Place(first, chance)
    ends: list[_Place] = []
    kept = 0
    for _ in range(samples):
        place = root
        while place.chance is not None:
            way = thrown(place.chance, numbers)
            after = place.after.get(way)
            if after is None:
                after = _after(walk, place, way=way)
                if kept < MOST_KEPT:
                    place.after[way] = after
                    kept += 1
            place = after
        if not place.ended:
            ends.append(place)
        place.ended += 1
    return [(each.node, Fraction(each.ended, samples)) for each in ends]


def _after(walk: Walk, place: _Place, *, way: Way) -> _Place:
    assert place.chance is not None
    node = walk.once(place.node, place.chance, way=way)
    for each in place.found[:MOST_COMPARED]:
        if each.node.marks == node.marks and _equal(each.node, node):
            for unread in each.node.aside:
                unread.stands_for_several = True
            return each
    found = _Place(node, walk.next_chance(node))
    place.found.append(found)
    return found


def _equal(one: Node, other: Node) -> bool:
    try:
        return bool(one.state == other.state)
    except ReadError:
        return False


def thrown(chance: Chance, numbers: Iterator[int]) -> Way:
    """One throw; each order of faces is as likely."""
    if chance.put_back:
        faces = chance.faces
        return tuple(faces[next(numbers) % len(faces)] for _ in range(chance.count))
    left = list(chance.faces)
    return tuple(left.pop(next(numbers) % len(left)) for _ in range(chance.count))


def numbers_from(seed: int) -> Iterator[int]:
    """Evenly spread numbers of 48 bits, always the same from a seed (splitmix64).

    >>> numbers = numbers_from(1)
    >>> [next(numbers) % 6 + 1 for _ in range(8)] == [next(numbers) % 6 + 1 for _ in range(8)]
    False
    """
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield (mixed ^ (mixed >> 31)) >> 16

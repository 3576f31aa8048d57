"""Numbers that belong to somebody: a force, a player, a side or a pack; and what makes a score."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number for somebody."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One thing that makes a score."""

    side: str
    what: str
    """In a few words, as "T2 destroyed"."""
    points: float


def told_score(parts: Iterable[Scored]) -> str:
    """What makes the score, as sentences for the last ruling of a battle.

    >>> told_score(
    ...     [
    ...         Scored(side="Red", what="T2 destroyed", points=3),
    ...         Scored(side="Blue", what="the hill", points=2.5),
    ...         Scored(side="Red", what="the bridge", points=4),
    ...     ]
    ... )
    'Red has 7: T2 destroyed 3, the bridge 4. Blue has 2.5: the hill 2.5.'
    >>> told_score([])
    ''
    """
    sides: dict[str, list[Scored]] = {}
    for each in parts:
        sides.setdefault(each.side, []).append(each)
    return " ".join(
        f"{side} has {sum(each.points for each in own):g}: "
        + ", ".join(f"{each.what} {each.points:g}" for each in own)
        + "."
        for side, own in sides.items()
    )

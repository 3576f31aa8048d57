"""Names players who give no name: each is an animal, no two in a battle the same."""

from collections.abc import Sequence
from typing import Final

ANIMALS: Final = (
    *("Fox", "Owl", "Heron", "Badger", "Hare", "Otter", "Raven", "Stoat"),
    *("Wren", "Lynx", "Mole", "Toad", "Kite", "Newt", "Ibex", "Crane"),
)


def named(names: Sequence[str]) -> tuple[str, ...]:
    """The same names, with animals for those that are empty.

    >>> named(["", "Owl", ""])
    ('Fox', 'Owl', 'Heron')
    """
    taken = {name.strip().casefold() for name in names}
    free = iter([each for each in ANIMALS if each.casefold() not in taken])
    numbered = (f"Player {number}" for number in range(1, len(names) + 1))
    return tuple(name if name.strip() else next(free, next(numbered)) for name in names)

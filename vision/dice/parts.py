"""Tells by two colours which dice of a roll are for what: the lighter ones come first."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from vision.dice.reading import DiceDoubt, DieReading, TrayReading

_LIGHTER: Final = 1.6
"""Times the light of the other colour; a lamp at the tray's side makes a difference of 1.3."""
_ALIKE: Final = 0.6
"""Of that step, in logarithms, what dice of one colour may differ."""
_DARKEST: Final = 0.004
"""A camera tells nothing apart that is darker."""


def in_parts(reading: TrayReading, counts: Sequence[int]) -> TrayReading:
    """The dice in the order of two parts, so many in each; in doubt where colours do not tell it.

    Where all dice show the same it does not matter which is which. A roll without parts, or one
    that is in doubt already, stays as it is.
    """
    if len(counts) < 2 or reading.faces is None:
        return reading
    dice = sorted(reading.dice, key=lambda die: -die.light)
    if len(set(reading.faces)) > 1 and not _is_parted(dice, first=counts[0]):
        return replace(reading, doubts=(DiceDoubt.PARTS,))
    first, second = dice[: counts[0]], dice[counts[0] :]
    ordered = (*sorted(first, key=_face), *sorted(second, key=_face))
    return replace(reading, dice=ordered, is_ordered=True)


def ways_to_part(faces: Sequence[int], counts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Every way in which these faces may be given.

    >>> ways_to_part((3, 5, 5), (1, 2))
    ((3, 5, 5), (5, 3, 5))
    """
    ways = set()
    for first in combinations(range(len(faces)), counts[0]):
        second = [face for at, face in enumerate(faces) if at not in first]
        ways.add((*sorted(faces[at] for at in first), *sorted(second)))
    return tuple(sorted(ways))


def _face(die: DieReading) -> int:
    return die.face or 0


def _is_parted(dice: Sequence[DieReading], *, first: int) -> bool:
    """Whether so many are clearly lighter than the others, and each part is of one colour."""
    lights = [max(die.light, _DARKEST) for die in dice]
    lighter, darker = lights[:first], lights[first:]
    step = min(lighter) / max(darker)
    spreads = (max(part) / min(part) for part in (lighter, darker))
    return step >= _LIGHTER and all(spread <= step**_ALIKE for spread in spreads)

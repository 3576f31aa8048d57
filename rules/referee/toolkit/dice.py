"""Asks for dice and checks them; nothing here ever rolls any."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError

FACES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a result of a roll brings."""

    when: str
    """Which results, as players say it: "8 or more", "5 or 6 on any die"."""
    then: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePart:
    """Dice of a roll that are for one thing, while others are for another."""

    count: int
    what: str
    """In a word or two: "armour"."""


def parts_of(counts: Mapping[str, int]) -> tuple[DicePart, ...]:
    """What dice are for, in the order in which they are given; none where all are for one thing.

    >>> (
    ...     [part.what for part in parts_of({"armour": 2, "cover": 1})],
    ...     parts_of({"armour": 2, "cover": 0}),
    ... )
    (['armour', 'cover'], ())
    """
    parts = tuple(DicePart(count=count, what=what) for what, count in counts.items() if count)
    return parts if len(parts) > 1 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceAsk:
    """A roll that the referee waits for, said in full before it is rolled."""

    count: int
    why: str
    """What the roll decides, in a sentence."""
    means: tuple[Meaning, ...]

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadInputError("count", expected="at least one die", got=f"{self.count}")

    @property
    def says(self) -> str:
        """The whole request as one says it at the table.

        >>> DiceAsk(
        ...     count=2,
        ...     why="T1 fires at T2 with the queen of hearts",
        ...     means=(
        ...         Meaning(when="10 or more", then="a hit"),
        ...         Meaning(when="less", then="a miss"),
        ...     ),
        ... ).says
        'Roll 2 dice: T1 fires at T2 with the queen of hearts. 10 or more: a hit; less: a miss.'
        """
        results = "; ".join(f"{each.when}: {each.then}" for each in self.means)
        asked = f"Roll {self._dice}: {self.why}."
        return f"{asked} {results[0].upper()}{results[1:]}." if results else asked

    @property
    def need(self) -> str:
        """What it takes, for whoever knows already what it is about.

        >>> hit, miss = (
        ...     Meaning(when="10 or more", then="a hit"),
        ...     Meaning(when="less", then="a miss"),
        ... )
        >>> DiceAsk(count=2, why="T1 fires at T2", means=(hit, miss)).need
        '2 dice, 10 or more: a hit.'
        """
        # The other one of two follows.
        told = self.means[:1] if len(self.means) == 2 else self.means
        return f"{', '.join((self._dice, *(f'{each.when}: {each.then}' for each in told)))}."

    @property
    def _dice(self) -> str:
        return "1 die" if self.count == 1 else f"{self.count} dice"


def dice_fault(dice: tuple[int, ...], *, count: int) -> str | None:
    """Why these faces cannot be that roll, or None.

    >>> dice_fault((3, 4), count=2)
    >>> dice_fault((3,), count=2)
    'expected 2 dice, got 1'
    >>> dice_fault((3, 7), count=2)
    'expected faces from 1 to 6, got 7'
    """
    if len(dice) != count:
        return f"expected {count} {'die' if count == 1 else 'dice'}, got {len(dice)}"
    wrong = next((face for face in dice if not 1 <= face <= FACES), None)
    return None if wrong is None else f"expected faces from 1 to {FACES}, got {wrong}"


def faces(dice: tuple[int, ...]) -> str:
    """Dice as they are read out.

    >>> faces((4, 3, 3))
    '4, 3, 3'
    """
    return ", ".join(str(face) for face in dice)


_DICE: Final = re.compile(r"(\d+)\s*[dD]6\s*(?:([+-])\s*(\d+))?")
MOST_DICE: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSum:
    """So many dice and a number on top.

    >>> str(dice_from("2d6 + 3", "damage")), str(dice_from("1D6", "damage"))
    ('2D6+3', '1D6')
    """

    count: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}D6{self.plus:+d}" if self.plus else f"{self.count}D6"


def dice_from(text: str, where: str) -> DiceSum:
    """Dice as they are written: nD6+k."""
    found = _DICE.fullmatch(text.strip())
    if found is None or not 1 <= int(found[1]) <= MOST_DICE:
        raise BadInputError(where, expected="dice like 2D6+3", got=repr(text)[:60])
    plus = int(found[3] or 0)
    return DiceSum(count=int(found[1]), plus=-plus if found[2] == "-" else plus)

"""Which side each of two players should have (FIDE C.04.3, A.6 and E)."""

from dataclasses import dataclass
from enum import IntEnum

from api.hub.pairing.record import Colour


class Strength(IntEnum):
    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """What a player should get next (A.6)."""

    colour: Colour | None
    strength: Strength
    surplus: int
    """How many more games they had as White than as Black."""
    is_double: bool
    """Whether both latest games were on one side."""


INDIFFERENT = Preference(colour=None, strength=Strength.NONE, surplus=0, is_double=False)


def preference_after(colours: tuple[Colour, ...]) -> Preference:
    """From the sides of the games they have played, the first one first.

    >>> preference_after((Colour.WHITE, Colour.BLACK)).colour.name
    'WHITE'
    >>> preference_after((Colour.WHITE, Colour.BLACK, Colour.BLACK)).strength.name
    'ABSOLUTE'
    """
    if not colours:
        return INDIFFERENT
    whites = colours.count(Colour.WHITE)
    surplus = 2 * whites - len(colours)
    is_double = len(colours) > 1 and colours[-1] is colours[-2]
    wanted = colours[-1].other
    if surplus:
        wanted = Colour.BLACK if surplus > 0 else Colour.WHITE
    strength = Strength.STRONG if surplus else Strength.MILD
    if abs(surplus) > 1 or is_double:
        strength = Strength.ABSOLUTE
    return Preference(colour=wanted, strength=strength, surplus=surplus, is_double=is_double)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What the sides of one of two players hang on."""

    number: int
    preference: Preference
    colours: tuple[Colour, ...]


def colour_of(higher: Candidate, lower: Candidate) -> Colour | None:
    """What the higher ranked of two gets, None where only their numbers can tell (E.1 to E.4)."""
    mine, theirs = higher.preference, lower.preference
    if mine.colour is not None and theirs.colour is not None and mine.colour is not theirs.colour:
        return mine.colour
    theirs_to_me = theirs.colour.other if theirs.colour is not None else None
    if mine.strength != theirs.strength:
        return mine.colour if mine.strength > theirs.strength else theirs_to_me
    if mine.strength is Strength.ABSOLUTE and abs(mine.surplus) != abs(theirs.surplus):
        return mine.colour if abs(mine.surplus) > abs(theirs.surplus) else theirs_to_me
    pasts = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
    for one, other in pasts:
        if one is not other:
            return one.other
    return mine.colour


def first_colour(number: int, initial: Colour) -> Colour:
    """What the higher ranked of two gets where nothing else tells (E.5)."""
    return initial if number % 2 == 1 else initial.other

"""Knows the turns of phrase that many of the umpire's sentences share."""

from collections.abc import Sequence

from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count
from rules.table.units import plain


def the_card(face: str) -> str:
    """A card by its name; one whose face nobody knows has none.

    >>> the_card("QH"), the_card("")
    ('the queen of hearts', 'a face-down card')
    """
    return f"the {card_from(face).name}" if face else "a face-down card"


def totals(counts: Sequence[Count]) -> str:
    """What each of several has.

    >>> totals([Count(name="Red", count=7), Count(name="Blue", count=5)])
    'Red 7, Blue 5'
    """
    return ", ".join(f"{each.name} {each.count}" for each in counts)


def needed(total: int, difficulty: int) -> str:
    """What was rolled and what it had to be."""
    return f"{total}, {difficulty} needed"


def at(spot: Spot) -> str:
    """A place on the table, counted from its south-west corner.

    >>> from rules.table.units import Inches
    >>> at(Spot(x_in=Inches(10.25), y_in=Inches(4.0)))
    '10.25 in east and 4 in north'
    """
    return f"{plain(spot.x_in)} in east and {plain(spot.y_in)} in north"

"""Knows the turns of phrase that many of the umpire's sentences share."""

from rules.referee.toolkit.spots import Spot
from rules.table.units import plain


def at(spot: Spot) -> str:
    """A place on the table, counted from its south-west corner.

    >>> from rules.table.units import Inches
    >>> at(Spot(x_in=Inches(10.25), y_in=Inches(4.0)))
    '10.25 in east and 4 in north'
    """
    return f"{plain(spot.x_in)} in east and {plain(spot.y_in)} in north"

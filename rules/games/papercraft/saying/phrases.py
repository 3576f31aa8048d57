"""Knows the turns of phrase that many of the umpire's sentences share."""

from collections.abc import Iterable

from rules.games.papercraft.vocabulary import Spot
from rules.table.units import plain


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "point"), counted(0, "unit"), counted(3, "unit")
    ('1 point', '0 units', '3 units')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def listed(names: Iterable[str]) -> str:
    """Names as one says them.

    >>> listed(["I1"]), listed(["I1", "I2"]), listed(["I1", "I2", "C1"]), listed([])
    ('I1', 'I1 and I2', 'I1, I2 and C1', 'nobody')
    """
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def capital(text: str) -> str:
    """A text that begins a sentence.

    >>> capital("the table is small")
    'The table is small'
    """
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """A text with its full stop.

    >>> ended("I2 falls"), ended("Does I2 hold?"), ended("I2 falls. ")
    ('I2 falls.', 'Does I2 hold?', 'I2 falls.')
    """
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def at(spot: Spot) -> str:
    """A place on the table, counted from its south-west corner.

    >>> from rules.table.units import Inches
    >>> at(Spot(x_in=Inches(10.25), y_in=Inches(4.0)))
    '10.25 in east and 4 in north'
    """
    return f"{plain(spot.x_in)} in east and {plain(spot.y_in)} in north"

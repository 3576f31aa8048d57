"""Knows the turns of phrase that many of the umpire's sentences share."""

from collections.abc import Iterable, Sequence

from rules.games.paper_tigers.vocabulary import Count, Spot
from rules.referee.cards import card_from
from rules.table.units import plain


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "point"), counted(0, "card"), counted(3, "unit")
    ('1 point', '0 cards', '3 units')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def listed(names: Iterable[str]) -> str:
    """Names as one says them.

    >>> listed(["T1"]), listed(["T1", "T2"]), listed(["T1", "T2", "S1"]), listed([])
    ('T1', 'T1 and T2', 'T1, T2 and S1', 'nobody')
    """
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def verb(names: Sequence[str], stem: str) -> str:
    """The form that a verb has after these names.

    >>> verb(["T1"], "follow"), verb(["T1", "T2"], "follow")
    ('follows', 'follow')
    """
    return f"{stem}s" if len(names) == 1 else stem


def the_card(face: str) -> str:
    """A card by its name; one whose face nobody knows has none.

    >>> the_card("QH"), the_card("")
    ('the queen of hearts', 'a face-down card')
    """
    return f"the {card_from(face).name}" if face else "a face-down card"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """A text with its full stop.

    >>> ended("T2 burns"), ended("Does T2 burn?"), ended("T2 burns. ")
    ('T2 burns.', 'Does T2 burn?', 'T2 burns.')
    """
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


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

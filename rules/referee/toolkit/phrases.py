"""Turns of phrase that the umpire's sentences share in every game."""

from collections.abc import Iterable, Sequence


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


def capital(text: str) -> str:
    """A text that begins a sentence.

    >>> capital("the table is small")
    'The table is small'
    """
    return text[:1].upper() + text[1:]


def article(name: str) -> str:
    """A name with the article that it takes.

    >>> article("infantry"), article("T-34"), article("halftrack")
    ('an infantry', 'a T-34', 'a halftrack')
    """
    return f"{'an' if name[:1].lower() in set('aeiou') else 'a'} {name}"


def ended(text: str) -> str:
    """A text with its full stop.

    >>> ended("T2 burns"), ended("Does T2 burn?"), ended("T2 burns. ")
    ('T2 burns.', 'Does T2 burn?', 'T2 burns.')
    """
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."

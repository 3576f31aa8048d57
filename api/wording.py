"""Makes text from outside fit to be shown: inert, on one line, and no longer than needed."""

import difflib
import re
from collections.abc import Sequence
from typing import Final

UNSEEN: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
"""What moves a cursor, breaks a line or turns the reading direction, and shows no sign itself."""
NAME_LETTERS: Final = 60
MOST_NAMES: Final = 12
MESSAGE_LETTERS: Final = 400


def shown(text: str, *, keep: str = "") -> str:
    r"""The text, with everything escaped that would act on a terminal instead of being read.

    The escapes are those of JSON, so that JSON stays JSON.

    >>> print(shown("a" + chr(27) + "[2J" + chr(0x202E) + "b" + chr(10)))
    a\u001b[2J\u202eb\u000a
    """
    return UNSEEN.sub(lambda found: _escape(found[0]) if found[0] not in keep else found[0], text)


def _escape(sign: str) -> str:
    return f"\\u{ord(sign):04x}"


def shortened(name: str, most: int = NAME_LETTERS) -> str:
    """The name, cut where it is longer than any name needs to be.

    >>> shortened("T1"), shortened("Tank destroyer", 6)
    ('T1', 'Tank…')
    """
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def squeezed(message: str) -> str:
    """A message with its middle left out where it is too long; its end says what is wrong."""
    if len(message) <= MESSAGE_LETTERS:
        return message
    half = MESSAGE_LETTERS // 2
    return f"{message[:half]} … {message[-half:]}"


def listed(names: Sequence[str], *, otherwise: str = "none") -> str:
    """The names one after the other; only the first of them where there are many.

    >>> listed(["A", "B"]), listed([]), listed([str(n) for n in range(100)])[-14:]
    ('A, B', 'none', '11 and 88 more')
    """
    told = ", ".join(shortened(name) for name in names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return f"{told} and {more} more" if more > 0 else told or otherwise


def nearest_spelling(name: str, known: tuple[str, ...]) -> str | None:
    """The known name that was most likely meant.

    >>> nearest_spelling("t1", ("T1", "S1")), nearest_spelling("zebra", ("T1", "S1"))
    ('T1', None)
    """
    folded = {candidate.casefold(): candidate for candidate in reversed(known)}
    found = difflib.get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.5)
    return folded[found[0]] if found else None


def counted(count: int, what: str) -> str:
    """A number with its noun.

    >>> counted(1, "anchor"), counted(0, "anchor")
    ('1 anchor', '0 anchors')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

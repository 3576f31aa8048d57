"""Puts what earlier umpires wrote in the words of today: words alone are not another ruling."""

import re
from typing import Final

_NOTHING: Final = re.compile(r" \(error (?:0|under 0\.001)(?: in)?\)")
"""An error that rounds to nothing, which earlier umpires told. The number is compared by itself."""
_SINCE: Final = tuple(
    (re.compile(before), now)
    for before, now in (
        (r" in asked\b", " in needed"),
        (r"(?<=how far from )(.+) gets off", r"\1 lands"),
        (r"^It stands (?=\d+ to \d+: )", "The score is "),
        (r"\bsomebody of your team", "somebody on your team"),
        (r"(unrolled piles?) anew\b", r"\1 again"),
        (r"\bthe turtle stops it", "the Turtle stops it"),
        (r"\bAt whom does (.+) strike back\?", r"Whom does \1 strike back at?"),
        (r"\bWith what does (.+) fire at ", r"Which weapon does \1 fire at "),
        (r"\bso many HP that it loses", "it loses that many HP"),
        (r"\bso many HP for every Living", "that many HP for each Living"),
        (r"\bso much Energy damage", "that much Energy damage"),
        (
            r"^(\S+) is an? (.+), a unit that is still being tested",
            r"\1 (\2) is still being tested",
        ),
    )
)
"""What a log may keep of a question, a roll or a measurement, and how it is put today."""
SINCE_ASKED: Final = frozenset({"armour"})
"""What a question tells today beside all that earlier umpires asked."""


def in_words_of_today(text: str) -> str:
    """What an earlier umpire wrote, as the one of today would.

    >>> in_words_of_today("Roll 1 die: how far from B1 B2 gets off. The die: inches away.")
    'Roll 1 die: how far from B1 B2 lands. The die: inches away.'
    >>> in_words_of_today("B1 is 0 in from hill H9, 3 in asked (error 0 in)")
    'B1 is 0 in from hill H9, 3 in needed'
    """
    text = _NOTHING.sub("", text)
    for before, now in _SINCE:
        text = before.sub(now, text)
    return text

"""Finds the sentence with braces that a told sentence was made from."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

BRACES: Final = re.compile(r"\{([^}]*)\}")


def fitted(frames: Iterable[str], told: str) -> tuple[str, tuple[str, ...]] | None:
    """The frame that says most of what is told, and what fills its braces; None where none fits.

    >>> fitted(["{who} goes.", "{who} goes to {room}."], "H1 goes to a.")
    ('{who} goes to {room}.', ('H1', 'a'))
    """
    # This is asked of everything that is offered, so most sentences are passed over quickly.
    near = (each for each in frames if _longest_words(each) in told)
    found = {frame: _pattern(frame).fullmatch(told) for frame in near}
    fitting = {frame: match.groups() for frame, match in found.items() if match is not None}
    if not fitting:
        return None
    frame = max(fitting, key=lambda each: len(BRACES.sub("", each)))
    return frame, fitting[frame]


@lru_cache(maxsize=2048)
def _longest_words(frame: str) -> str:
    """The longest part of a sentence that is never filled in."""
    return max(BRACES.sub("\0", frame.removesuffix(".")).split("\0"), key=len)


@lru_cache(maxsize=2048)
def _pattern(frame: str) -> re.Pattern[str]:
    """What a sentence looks like once it is filled in, with or without its full stop."""
    parts = [re.escape(part) for part in BRACES.sub("\0", frame.removesuffix(".")).split("\0")]
    return re.compile("(.+?)".join(parts) + r"\.?", re.DOTALL)

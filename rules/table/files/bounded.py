"""Refuses a text that would cost far more to read than anything it can mean, before it is read.

A megabyte of brackets, dots or tiny tables takes a parser minutes and gigabytes. What is told here
from the text alone is how deep it goes and how much it holds; whatever reads files of others asks
this first.
"""

import re
from typing import Final

from rules.table.bad_input import BadInputError

MOST_LEVELS: Final = 32
"""Lists in lists; a snapshot has seven."""
MOST_VALUES: Final = 500_000
"""Values of a JSON text; a crowded table with all its corners has a fifth of that."""
MOST_TOML_VALUES: Final = 40_000
"""A TOML table takes twenty times what a JSON value does; a roster of 1,000 pieces has 30,000."""
MOST_NAMES: Final = 8
"""Names in a dotted key; ours have two."""
LONGEST_WORD: Final = 1000
"""Characters of a name or a number outside of quotes."""
MOST_LINES: Final = 50_000
SMALL: Final = 20_000
"""Characters of JSON that cannot cost much whatever they are, so that nothing has to be counted."""

JSON_SIGNS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{},]', re.DOTALL)
TOML_SIGNS: Final = re.compile(
    r"#[^\n]*+"
    r'|"""(?:[^"\\]++|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']++|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|[\[\]{}=,.\n]"
    r"|[\w:+-]++",
    re.DOTALL,
)
"""The signs that give a text its shape, and whole texts and remarks, so that signs in them do not
count. A text without an end goes to the end of all: it is read once, and refused by the parser.
"""


def bounded(
    text: str,
    *,
    what: str,
    signs: "re.Pattern[str]",
    levels: int = MOST_LEVELS,
    values: int = MOST_VALUES,
) -> None:
    """Refuse what goes too deep, holds too much, or has keys of too many names.

    >>> bounded('{"a": [[1], "]]["]}', what="it", signs=JSON_SIGNS, levels=3)
    >>> bounded("[" * 99999, what="it", signs=JSON_SIGNS)
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: it: expected at most 32 levels of nesting, got more
    """
    depth = found = dots = 0
    for match in signs.finditer(text):
        sign = match[0]
        if sign in "[{":
            depth += 1
            found += 1
            dots = 0
            if depth > levels:
                raise _too_much(what, f"at most {levels} levels of nesting")
        elif sign in "]}":
            depth -= 1
            dots = 0
        elif sign == ".":
            dots += 1
            found += 1
            if dots >= MOST_NAMES:
                raise _too_much(what, f"at most {MOST_NAMES} names in a key")
        elif sign in "=,\n":
            found += sign != "\n"
            dots = 0
        elif len(sign) > LONGEST_WORD and sign[0] not in "#\"'":
            raise _too_much(what, f"words and numbers of at most {LONGEST_WORD} characters")
        if found > values:
            raise _too_much(what, f"at most {values:,} values")


def few_lines(text: str, *, what: str) -> None:
    """Refuse a text of very many lines, each of which costs something even when it is empty."""
    if text.count("\n") > MOST_LINES:
        raise _too_much(what, f"at most {MOST_LINES:,} lines")


def _too_much(what: str, expected: str) -> BadInputError:
    return BadInputError(what, expected=expected, got="more")

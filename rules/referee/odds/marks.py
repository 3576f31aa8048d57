"""Tells events apart by what they say happened, and not by the dice that brought it about."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.referee.odds.chances import Way
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.vocabulary import Field, fields_of, kind_of

SHORTEST: Final = 2
"""Words that a part of a sentence has to have to say something by itself."""


@dataclass(frozen=True, slots=True)
class EventMark:
    """That something of a kind has happened to somebody, whatever the numbers."""

    kind: str
    clause: str
    about: tuple[tuple[str, str | bool | int], ...]
    """Its fields that are names, words, or yes and no; numbers where those decide."""


EventMarks = frozenset[EventMark]


def marked(body: object, *, clause: str, way: Way, numbers: bool = False) -> EventMark | None:
    """The mark of an event; None for what only tells of the roll, or asks the next question.

    With `numbers` the numbers that it says count as well, for a roll that decides how many.
    """
    names = _telling(_kind_of(body), int(numbers))
    if names is None:
        return None
    about = tuple(
        (name, value) for name in names if not _is_drawn(value := getattr(body, name), way)
    )
    return EventMark(kind_of(body), clause, about)


def _is_drawn(value: object, way: Way) -> bool:
    """Whether a word of an event is one of the very cards that were drawn."""
    return isinstance(value, str) and value in way


def _kind_of(body: object) -> type:
    return type(body)


@cache
def _telling(kind: type, numbers: int) -> tuple[str, ...] | None:
    """The fields of an event that are words, or yes and no, or numbers as well."""
    fields = fields_of(kind)
    if any(each.type is Ask for each in fields):
        return None
    names = {each.name for each in fields}
    if {"ask_id", "choice"} <= names:
        return None
    answers = {"ask_id", "dice"} <= names
    told = tuple(each.name for each in fields if _tells(each, numbers=bool(numbers)))
    # An event that has nothing to tell but the roll is the roll itself.
    return None if answers and not (numbers and _counts(fields)) else told


def _tells(each: Field, *, numbers: bool) -> bool:
    if each.type is int:
        return numbers and each.name not in {"ask_id", "ask"}
    return each.type is bool or (isinstance(each.type, type) and issubclass(each.type, str))


def _counts(fields: tuple[Field, ...]) -> bool:
    return any(_tells(each, numbers=True) and each.type is int for each in fields)


def in_words(game: Game, mark: EventMark, *, bodies: Iterable[Any], numbers: bool = False) -> str:
    """What all events of a mark say alike, without the dice; nothing where they say nothing so."""
    told = [parts_of(game.say(each), finely=numbers) for each in bodies]
    first, *others = told
    masked = [{_masked(part) for part in other} for other in others]
    for part in first:
        if len(part.split()) < SHORTEST or _ROLLED.search(part):
            continue
        if all(part in other for other in others):
            return part
        if all(_masked(part) in other for other in masked):
            return _masked(part)
    if not numbers:
        return ""
    return " ".join((mark.kind.replace("_", " "), *(str(v) for n, v in mark.about if n in NAMED)))


def _masked(part: str) -> str:
    """A part with its numbers left open.

    >>> _masked("R1 may move up to 12 in")
    'R1 may move up to … in'
    """
    return _NUMBER.sub("…", part)


NAMED: Final = ("unit", "cards", "total")
_NUMBER: Final = re.compile(r"(?<![A-Za-z\d])\d+")
_ROLLED: Final = re.compile(r" rolls \d+$|^\d")


def parts_of(says: str, *, finely: bool = False) -> list[str]:
    """A sentence in its parts, finely at each "and" as well.

    >>> parts_of("T1 hits H7: 12, 10 needed (black card).")
    ['T1 hits H7', '12', '10 needed', 'black card']
    >>> parts_of("Red rolls 4, 2 and gets 6 cards.", finely=True)
    ['Red rolls 4', '2', 'gets 6 cards']
    """
    signs = (":", ";", "(", ". ", " and ") if finely else (":", ";", "(", ". ")
    for sign in signs:
        says = says.replace(sign, ",")
    parts = (part.strip(" .,)") for part in says.split(","))
    return [part for part in parts if part]

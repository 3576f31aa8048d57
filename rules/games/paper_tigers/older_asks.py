"""Reads what older logs asked: one bag of fields for every purpose, where now each is a question.

By the purpose, or the topic of an edition, a table says which question it was, and under which name
each of its fields stood in the bag.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.asking import SHOWN_AS, ShownAsk
from rules.games.paper_tigers.phases import CHAPTERS
from rules.referee.toolkit.vocabulary import Upgrade, fields_of, kind_of

_EMPTY: Final[Mapping[str, object]] = MappingProxyType(
    {"unit": "", "other": "", "number": 0, "cards": 0, "inches": 0.0, "choices": []}
)
"""What an older log left out of the bag."""
_SAME: Final = ("dice", "choices", "unit", "cards", "inches")
"""Fields that have kept their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Older:
    """What a purpose is asked with now, and the older name of each field that has another now."""

    question: type
    renamed: Mapping[str, str]


def was(question: type, **renamed: str) -> Older:
    """An older ask, with what its fields were called where they have other names now."""
    return Older(question=question, renamed=MappingProxyType(renamed))


def _questions() -> Iterator[type[ShownAsk]]:
    """What the chapters ask, each for a purpose of its own."""
    for chapter in CHAPTERS:
        for each in vars(chapter).values():
            if isinstance(each, type) and issubclass(each, ShownAsk) and "purpose" in vars(each):
                yield each


def _renamed(question: type) -> dict[str, str]:
    """What its fields were called that have other names now."""
    names = [field.name for field in fields_of(question)]
    return {name: SHOWN_AS[name] for name in names if SHOWN_AS.get(name, name) != name}


OLDER: Final[Mapping[str, Older]] = MappingProxyType(
    {question.purpose: was(question, **_renamed(question)) for question in _questions()}
)


def upgrade_by(table: Mapping[str, Older]) -> Upgrade:
    """How the older asks of an edition are read."""

    def upgrade(body: Mapping[str, object]) -> Mapping[str, object]:
        ask: Any = body.get("ask")
        if not isinstance(ask, Mapping) or "purpose" not in ask:
            return body
        older = table[str(ask.get("topic") or ask["purpose"])]
        told = {**_EMPTY, **ask}
        names = [*_SAME, *older.renamed]
        fields = {field.name for field in fields_of(older.question)}
        known = [name for name in names if name in fields]
        question = {name: told[older.renamed.get(name, name)] for name in known}
        return {
            **body,
            "ask": {
                **{name: ask[name] for name in ("id", "seat", "clause", "says")},
                "who": ask["force"],
                "question": {"kind": kind_of(older.question), **question},
            },
        }

    return upgrade


upgrade: Final = upgrade_by(OLDER)

"""Sets facts through what players may amend of a game, and tells them back from it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rules.corpus.sentences import FACT, CaseLanguage, Phrase, in_fact
from rules.referee.toolkit.amending import NO, YES, Amendable, Maybe, YesNo
from rules.referee.toolkit.game import Fact, FactTable, Game, Refusal, Setup, State
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

_HOLE: Final = re.compile(r"\{(\w+)\}")
"""In how whose something is is made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFacts:
    """A game's facts: those of its own table, and those that are rows of `Game.amendable`.

    A fact that is named as a row is that row's, of whom its first other hole names. The hole in
    its sentence's `value` holds what it is; a sentence without one says that yes, it is so.
    """

    game: Game
    table: FactTable
    language: CaseLanguage
    rows: tuple[tuple[str, Amendable, str], ...] = field(init=False)
    """Each fact that is a row's, the row, and how whose it is is made of its holes."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self._rows()))

    def begin(
        self, setup: Setup, facts: tuple[Fact, ...], *, snapshot: Snapshot
    ) -> State | Refusal:
        """The state in which these facts are so on this table; what is said first is set first."""
        rows = {kind: (row, of) for kind, row, of in self.rows}
        own = tuple(fact for fact in facts if fact[FACT] not in rows)
        begun = self.table.begin(setup, own)
        if isinstance(begun, Refusal):
            return begun
        state = self.table.laid(begun, snapshot)
        for fact in facts:
            if fact[FACT] in rows:
                row, of = rows[str(fact[FACT])]
                state = _so(state, row, name=of.format(**fact), text=self._text(fact, row))
        return self.table.follows(state, snapshot)

    def told(self, state: State) -> tuple[Fact, ...]:
        """Every fact that is so."""
        rows = (self._told(state, kind, row=row, of=of) for kind, row, of in self.rows)
        return (*self.table.told(state), *(fact for facts in rows for fact in facts))

    def _rows(self) -> Iterator[tuple[str, Amendable, str]]:
        for kind, phrase in self.language.facts.items():
            name, of = self.table.rows.get(kind, (kind, _of(phrase)))
            row = None if kind in self.table.own else self.game.row(name)
            if row is not None:
                yield kind, row, of

    def _text(self, fact: Fact, row: Amendable) -> str:
        """What a fact says, as the row has it written."""
        phrase = self.language.facts[str(fact[FACT])]
        said = str(fact[phrase.value]) if phrase.value else YES
        if isinstance(row.domain, YesNo):
            return {row.domain.yes: YES, row.domain.no: NO}.get(said, said)
        return said

    def _told(self, state: State, kind: str, *, row: Amendable, of: str) -> Iterator[Fact]:
        phrase = self.language.facts[kind]
        for name in row.holder.names(state):
            holes = _holes(of, name, marks=phrase.holes)
            value = _said(row, row.value(state, name))
            if holes is None or value is None:
                continue
            if phrase.value:
                yield {FACT: kind, **holes, phrase.value: value}
            elif row.value(state, name):
                yield {FACT: kind, **holes}


def _of(phrase: Phrase) -> str:
    """Whose it is: what its first hole but that of its value holds."""
    others = (name for name in phrase.holes if name != phrase.value)
    return "".join(f"{{{name}}}" for name in [*others][:1])


def _so(state: State, row: Amendable, *, name: str, text: str) -> State:
    where = f"before: {row.name}"
    known = row.holder.names(state)
    if name not in known:
        raise BadInputError(where, expected=f"one of {', '.join(known)}", got=repr(name)[:60])
    try:
        row.domain.require(state, row.domain.parse(text))
    except BadInputError as error:
        raise error.inside(where) from None
    return row.amended(state, name, text=text)


def _holes(of: str, name: str, *, marks: Mapping[str, str]) -> Mapping[str, object] | None:
    """What stood in the holes of a name; None where it is made otherwise."""
    found = _named(of).fullmatch(name)
    if found is None:
        return None
    return {
        hole: int(each) if marks[hole] == "#" else each for hole, each in found.groupdict().items()
    }


@cache
def _named(of: str) -> re.Pattern[str]:
    """What reads the holes of a name; a game has few ways to make one."""
    parts = _HOLE.split(of)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    )


def _said(row: Amendable, value: Any) -> str | int | None:
    """What a row's value is in a fact; None for nothing."""
    domain = row.domain
    if value == () or (isinstance(domain, Maybe) and value == domain.nothing):
        return None
    if isinstance(domain, YesNo):
        return domain.told(value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, float):
        return in_fact(value)
    return value if isinstance(value, int) else domain.text(value)

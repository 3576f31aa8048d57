"""The ways in which a game is won, as its own `victory.toml` tells them.

Each is a table `[[way]]`: the `clause`, what it `says`, with options of the battle in braces, what
each side `counts` for it and the `goal`, an option, and the options under which it holds (`when`)
or does not (`unless`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.package_data import is_packed, packed_toml
from rules.referee.toolkit.settings import Options, Value
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, string

VICTORY: Final = "victory.toml"
SPEAKS_OF_IT: Final = re.compile(r"\b(wins?|won|winners?|loses?|lost the|victory)\b", re.IGNORECASE)
MOST_FOUND: Final = 4
"""How many clauses are taken for ways to win where a game names none; nobody reads more."""
Choices = Mapping[str, tuple[Value, ...]]
"""By the name of an option, its values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningWay:
    """One way in which a game is won, under the options that it asks for."""

    clause: str
    says: str
    counts: str = ""
    """The number of each side that tells how far it is."""
    goal: str = ""
    """The option that says how much is needed."""
    when: Choices = field(default_factory=lambda: MappingProxyType({}))
    unless: Choices = field(default_factory=lambda: MappingProxyType({}))

    def holds(self, options: Options) -> bool:
        """Whether a battle with these options is decided so."""
        is_asked = all(options.values[name] in among for name, among in self.when.items())
        return is_asked and not any(options.values[n] in among for n, among in self.unless.items())

    def named(self) -> frozenset[str]:
        """The options that it speaks of."""
        goal = {self.goal} - {""}
        return frozenset({*re.findall(r"\{(\w+)\}", self.says), *goal, *self.when, *self.unless})


def ways_of(package: str) -> tuple[WinningWay, ...]:
    """What stands in a package's own `victory.toml`; nothing where it has none."""
    if not is_packed(package, VICTORY):
        return ()
    fields = Fields(packed_toml(package, VICTORY), f"{package}/{VICTORY}")
    ways = fields.must("way", items)
    fields.done()
    return tuple(_way(each, f"{fields.where}.way[{at}]") for at, each in enumerate(ways))


def ways_among(clauses: Iterable[tuple[str, str]]) -> tuple[WinningWay, ...]:
    """The clauses that speak of winning, for a game that names no ways: by id, what each says.

    >>> [way.clause for way in ways_among([("A1", "The nearest wins."), ("A2", "It is a twin.")])]
    ['A1']
    """
    found = (
        WinningWay(clause=clause, says=says)
        for clause, says in clauses
        if SPEAKS_OF_IT.search(says)
    )
    return tuple(found)[:MOST_FOUND]


def _way(value: object, where: str) -> WinningWay:
    fields = Fields(value, where)
    way = WinningWay(
        clause=fields.must("clause", string),
        says=fields.must("says", string),
        counts=fields.may("counts", string, default=""),
        goal=fields.may("goal", string, default=""),
        when=fields.may("when", _choices, default=MappingProxyType({})),
        unless=fields.may("unless", _choices, default=MappingProxyType({})),
    )
    fields.done()
    return way


def _choices(value: object, where: str) -> Choices:
    if not isinstance(value, dict):
        raise BadInputError(where, expected="options with their values", got=repr(value))
    listed = {name: each if isinstance(each, list) else [each] for name, each in value.items()}
    return MappingProxyType({name: tuple(each) for name, each in listed.items()})

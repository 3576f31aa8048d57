"""The clauses of a rulebook: what each says, what the umpire does about it, and what would do."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.book.explaining import Explanation, explanations_of
from rules.referee.toolkit.book.frames import BRACES, fitted
from rules.referee.toolkit.book.winning import WinningWay, ways_among, ways_of
from rules.referee.toolkit.package_data import is_packed, packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, string

REMEDIES: Final = "remedies.toml"
ERROR: Final = re.compile(r" ?\(error [^)]*\)")
"""How sure a measurement is, which changes nothing about what would do."""


class Standing(StrEnum):
    """How far the umpire has come with a clause."""

    DONE = "done"
    TODO = "todo"
    EXEMPT = "exempt"
    """Nothing to rule on; the reason says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of a rulebook."""

    id: str
    standing: Standing
    says: str
    reason: str = ""
    """Why an exempt clause is exempt."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """All clauses of one rulebook, in its order."""

    by_id: MappingProxyType[str, Clause]
    remedies: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What would do instead, by the sentence that refuses; braces stand for what is filled in."""
    named_ways: tuple[WinningWay, ...] = ()
    """How a battle is won, as the game's `victory.toml` has it."""
    explained: Mapping[str, Explanation] = field(default_factory=lambda: MappingProxyType({}))
    """What is told to a newcomer of a command, or of a sentence that asks."""

    @property
    def ways(self) -> tuple[WinningWay, ...]:
        """How a battle is won; what the clauses themselves say of it where no ways are named."""
        return self.named_ways or ways_among((each.id, each.says) for each in self)

    def remedy(self, reason: str) -> str:
        """What would do instead of what was refused for this reason; empty where nothing is known.

        >>> rules = Clauses(
        ...     MappingProxyType({}), {"{unit} is {gap} in off.": "Go {gap} in nearer."}
        ... )
        >>> rules.remedy("T1 is 3.5 in off (error 0.1 in)."), rules.remedy("T1 is dead.")
        ('Go 3.5 in nearer.', '')
        """
        told = ERROR.sub("", reason)
        if (fitting := fitted(self.remedies, told)) is None:
            return ""
        frame, values = fitting
        names = BRACES.findall(frame)
        filled = dict(zip(reversed(names), reversed(values), strict=True))
        return BRACES.sub(lambda hole: str(filled[hole[1]]), self.remedies[frame])

    def explanation(self, command: str, says: str) -> Explanation | None:
        """What an offer is for: that of the sentence that asks for it, else that of its command."""
        fitting = fitted(self.explained, says)
        return self.explained.get(command if fitting is None else fitting[0])

    def amending(self, basic: "Clauses") -> "Clauses":
        """These of an edition, with what it leaves as it was in the game that it amends."""
        by_id = {**self.by_id, **basic.by_id}
        remedies = {**basic.remedies, **self.remedies}
        ways = self.named_ways or basic.named_ways
        return Clauses(
            MappingProxyType(by_id), remedies, ways, {**basic.explained, **self.explained}
        )

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.by_id.values())

    def __len__(self) -> int:
        return len(self.by_id)

    def __contains__(self, clause: str) -> bool:
        return clause in self.by_id

    def __getitem__(self, clause: str) -> Clause:
        return self.by_id[clause]


def clauses_of(package: str) -> Clauses:
    """The clauses in a package's own ``clauses.toml``: one table a clause, named by its id."""
    values = packed_toml(package, "clauses.toml")
    try:
        found = {name: _clause(name, value) for name, value in values.items()}
    except BadInputError as error:
        raise BadInputError(
            f"{package}/clauses.toml: {error.where}", expected=error.expected, got=error.got
        ) from None
    return Clauses(
        MappingProxyType(found), _remedies_of(package), ways_of(package), explanations_of(package)
    )


def _remedies_of(package: str) -> Mapping[str, str]:
    """What stands in a package's own ``remedies.toml``, of rules and of measurements."""
    if not is_packed(package, REMEDIES):
        return MappingProxyType({})
    tables = packed_toml(package, REMEDIES)
    frames = {**tables["instead"], **tables.get("measured", {})}
    for frame, remedy in frames.items():
        if not {*BRACES.findall(remedy)} <= {*BRACES.findall(frame)}:
            where = f"{package}/{REMEDIES}: {frame}"
            raise BadInputError(where, expected="braces of its sentence", got=repr(remedy))
    return MappingProxyType(frames)


def _clause(name: str, value: object) -> Clause:
    fields = Fields(value, name)
    standing = fields.must("standing", string)
    if standing not in set(Standing):
        raise BadInputError(
            fields.at("standing"), expected=" or ".join(sorted(Standing)), got=repr(standing)
        )
    says = fields.must("says", string)
    reason = fields.may("reason", string, default="")
    fields.done()
    if (standing == Standing.EXEMPT) != bool(reason):
        raise BadInputError(
            fields.at("reason"),
            expected="a reason for an exempt clause, and for no other",
            got=repr(reason),
        )
    return Clause(id=name, standing=Standing(standing), says=says, reason=reason)

"""The clauses of a rulebook: what each says, and whether the umpire rules on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from rules.referee.toolkit.package_data import packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, string


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
    return Clauses(MappingProxyType(found))


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

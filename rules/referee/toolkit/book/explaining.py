"""What a newcomer is told of a choice as it is made, as a game's own `explained.toml` has it.

Each table is named by a command, or by the sentence that asks, with its braces; it `says` what the
choice is for, names a `clause`, and under `choices` what comes of each answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.package_data import is_packed, packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, string

EXPLAINED: Final = "explained.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What an offer is for, in a sentence or two."""

    says: str
    clause: str
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By the value that is chosen, what comes of it."""


def explanations_of(package: str) -> Mapping[str, Explanation]:
    """What stands in a package's own `explained.toml`; nothing where it has none."""
    if not is_packed(package, EXPLAINED):
        return MappingProxyType({})
    found = packed_toml(package, EXPLAINED)
    where = f"{package}/{EXPLAINED}"
    return MappingProxyType({name: _read(row, f"{where}: {name}") for name, row in found.items()})


def _read(value: object, where: str) -> Explanation:
    fields = Fields(value, where)
    told = Explanation(
        says=fields.must("says", string),
        clause=fields.must("clause", string),
        choices=fields.may("choices", _choices, default=MappingProxyType({})),
    )
    fields.done()
    return told


def _choices(value: object, where: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise BadInputError(where, expected="texts by what is chosen", got=repr(value))
    return MappingProxyType({name: string(each, where) for name, each in value.items()})

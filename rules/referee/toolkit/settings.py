"""The options of a battle: typed, with a default and a sentence each, agreed at set-up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.referee.toolkit.package_data import packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, number, string, whole

Value = bool | int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that players may agree on before a battle, and change together in the midst."""

    name: str
    default: Value
    says: str
    """What it decides, in a sentence for players."""
    choices: tuple[str, ...] = ()
    """The texts it may be; only for an option that is a text."""
    least: float = 0.0
    most: float = 1000.0
    ambiguity: str = ""
    """The number of the question in the rulebook that it answers, where it is one."""
    fixed: str = ""
    """Why it cannot change once the battle has begun, in a sentence; empty where it can."""

    def __post_init__(self) -> None:
        if isinstance(self.default, str) != bool(self.choices):
            raise BadInputError(
                self.name, expected="choices for a text, and for nothing else", got=repr(self)
            )
        self.read(self.default, self.name)

    def read(self, value: object, where: str) -> Value:
        """A value of this option, checked."""
        if isinstance(self.default, bool):
            return flag(value, where)
        if isinstance(self.default, str):
            text = string(value, where)
            if text not in self.choices:
                expected = "one of " + ", ".join(self.choices)
                raise BadInputError(where, expected=expected, got=repr(text))
            return text
        read = whole if isinstance(self.default, int) else number
        given = read(value, where)
        if not self.least <= given <= self.most:
            expected = f"{self.least:g} to {self.most:g}"
            raise BadInputError(where, expected=expected, got=f"{given:g}")
        return given

    def text(self, value: Value) -> str:
        """A value as a text that `from_text` reads back."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def from_text(self, text: str, where: str) -> Value:
        """A value from a text, checked.

        >>> Option(name="fair", default=True, says="Whether it is fair.").from_text("no", "fair")
        False
        """
        if isinstance(self.default, str):
            return self.read(text, where)
        if isinstance(self.default, bool):
            known = {"yes": True, "true": True, "no": False, "false": False}
            return self.read(known.get(text.strip().casefold(), text), where)
        try:
            number = float(text)
        except ValueError:
            return self.read(text, where)
        whole_number = isinstance(self.default, int) and number.is_integer()
        return self.read(int(number) if whole_number else number, where)


def packed_options(package: str, name: str) -> tuple[Option, ...]:
    """The options in the TOML file of that name; a text's default stands first in its choices."""
    rows = packed_toml(package, name).items()
    return tuple(_packed_option(option, row) for option, row in rows)


def _packed_option(name: str, row: Mapping[str, Any]) -> Option:
    choices = tuple(row.get("choices", ()))
    default = row.get("default", *choices[:1])
    return Option(**{**row, "name": name, "default": default, "choices": choices})


@dataclass(frozen=True, slots=True)
class Options:
    """The values that hold in one battle, by name; equal options are equal."""

    values: Mapping[str, Value]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def flag(self, name: str) -> bool:
        """An option that is yes or no."""
        value = self.values[name]
        if not isinstance(value, bool):
            raise TypeError(f"{name} is no flag")
        return value

    def number(self, name: str) -> float:
        """An option that is a number."""
        value = self.values[name]
        if isinstance(value, bool | str):
            raise TypeError(f"{name} is no number")
        return value

    def whole(self, name: str) -> int:
        """An option that is a whole number."""
        value = self.values[name]
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} is no whole number")
        return value

    def choice(self, name: str) -> str:
        """An option that is one of several words."""
        value = self.values[name]
        if not isinstance(value, str):
            raise TypeError(f"{name} is no choice")
        return value


def options_from(
    schema: tuple[Option, ...], chosen: Mapping[str, object], *, where: str = "options"
) -> Options:
    """The values of a battle: what was chosen, and the defaults of the rest.

    >>> depth = Option(name="depth", default=3, says="How deep.", most=9)
    >>> options_from((depth,), {}).whole("depth")
    3
    >>> options_from((depth,), {"dept": 4})
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: options: expected one of depth, got an unknown field 'dept'
    """
    fields = Fields(dict(chosen), where)
    known = [option.name for option in schema]
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise BadInputError(
            where, expected="one of " + ", ".join(known), got=f"an unknown field {unknown[0]!r}"
        )
    values = {
        option.name: fields.may(option.name, option.read, default=option.default)
        for option in schema
    }
    return Options(MappingProxyType(values))

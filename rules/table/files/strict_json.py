"""Takes a JSON text apart without letting anything pass unseen.

Every complaint names the field, what was expected there and what came.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from rules.table.bad_input import BadInputError, on_one_line
from rules.table.files.bounded import JSON_SIGNS, SMALL, bounded

T = TypeVar("T")

LONGEST: Final = 16_000_000
"""Characters; a snapshot of 1,000 pieces takes about 300,000."""


def parse(text: str, *, what: str) -> object:
    """The value of a JSON text; refuses repeated names and endless nesting."""
    if len(text) > LONGEST:
        raise BadInputError(what, expected=f"at most {LONGEST} characters", got=f"{len(text)}")
    if len(text) > SMALL:
        bounded(text, what=what, signs=JSON_SIGNS)
    try:
        value: object = json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise BadInputError(
            f"{what}, line {error.lineno} column {error.colno}",
            expected="JSON",
            got=f"{_shown(text[error.pos : error.pos + 20])} ({error.msg})",
        ) from error
    except BadInputError:
        raise
    except ValueError as error:
        raise BadInputError(
            what, expected="numbers of a sensible length", got=str(error)
        ) from error
    except RecursionError as error:
        raise BadInputError(what, expected="a few levels of nesting", got="far too many") from error
    _refuse_endless_numbers(value)
    return value


def _refuse_endless_numbers(value: object) -> None:
    """Python reads NaN, Infinity and 1e400 where JSON has no such numbers."""
    # One way down at a time: a list of all that is left would take more room than the value does.
    ways, path = [_inside(value)], list[object]([""])
    while ways:
        step = next(ways[-1], None)
        if step is None:
            ways.pop()
            path.pop()
            continue
        path[-1], inner = step
        if isinstance(inner, dict | list):
            ways.append(_inside(inner))
            path.append("")
        elif isinstance(inner, float) and not math.isfinite(inner):
            where = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path)
            where = where.lstrip(".") or "top level"
            raise BadInputError(where, expected="a finite number", got=_shown(inner))


def _inside(value: object) -> Iterator[tuple[object, object]]:
    if isinstance(value, dict):
        return iter(value.items())
    return iter(enumerate(value)) if isinstance(value, list) else iter([("", value)])


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise BadInputError(name, expected="each field once", got=f"{name!r} twice")
        fields[name] = value
    return fields


def _shown(value: object) -> str:
    text = json.dumps(value) if isinstance(value, float) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def number(value: object, where: str) -> float:
    """A finite number; true and false are not numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInputError(where, expected="a number", got=_shown(value))
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise BadInputError(where, expected="a finite number", got=_shown(value))
    return result


def whole(value: object, where: str) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInputError(where, expected="a whole number", got=_shown(value))
    return value


def string(value: object, where: str) -> str:
    """A text without control characters."""
    if not isinstance(value, str):
        raise BadInputError(where, expected="a text", got=_shown(value))
    on_one_line(value, where)
    return value


def items(value: object, where: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise BadInputError(where, expected="a list", got=_shown(value))
    return value


def texts(value: object, where: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(string(each, where) for each in items(value, where))


def flag(value: object, where: str) -> bool:
    """True or false; a number will not do."""
    if not isinstance(value, bool):
        raise BadInputError(where, expected="true or false", got=repr(value)[:60])
    return value


def mapping(value: object, where: str) -> Mapping[str, object]:
    """An object whose fields somebody else reads."""
    if not isinstance(value, dict):
        raise BadInputError(where, expected="an object", got=repr(value)[:60])
    return value


class Fields:
    """The fields of one JSON object; every one of them must be asked for before ``done``."""

    __slots__ = ("_known", "_values", "where")

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise BadInputError(where or "top level", expected="an object", got=_shown(value))
        self.where = where
        self._values: dict[str, object] = value
        self._known: list[str] = []

    def at(self, name: str) -> str:
        """The full name of a field."""
        return f"{self.where}.{name}" if self.where else name

    @property
    def given(self) -> Mapping[str, object]:
        """All that is there; whoever looks here says by ``know`` what was asked for."""
        return self._values

    def know(self, names: Iterable[str]) -> None:
        """These were asked for."""
        self._known += names

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        self._known.append(name)
        return name in self._values

    def must(self, name: str, read: Callable[[object, str], T]) -> T:
        """A field that has to be there."""
        if not self.has(name):
            raise BadInputError(self.at(name), expected="this field", got="nothing")
        return read(self._values[name], self.at(name))

    def may(self, name: str, read: Callable[[object, str], T], *, default: T) -> T:
        """A field that may be left out."""
        return read(self._values[name], self.at(name)) if self.has(name) else default

    def done(self) -> None:
        """Refuse the fields that nobody asked for."""
        unknown = sorted(set(self._values) - set(self._known))
        if unknown:
            raise BadInputError(
                self.at(unknown[0]),
                expected="one of " + ", ".join(dict.fromkeys(self._known)),
                got="an unknown field",
            )

"""Sets aside dice that a state only remembers, and notices when somebody reads them after all.

Two throws that bring the same often leave states that differ in nothing but the record of the dice.
They are one case for all that follows, unless something reads that record: then they are not, and
what was reckoned as one is reckoned anew, one by one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, SupportsIndex

from rules.referee.odds.chances import Way
from rules.referee.toolkit.game import State


class ReadError(Exception):
    """Remembered dice that stood for several throws were read."""


class Unread(tuple[Any, ...]):  # noqa: SLOT001 - a tuple with a field has no slots
    """Remembered dice; equal to any others of the kind, until somebody asks which they are."""

    stands_for_several: bool

    def _read(self) -> None:
        if getattr(self, "stands_for_several", False):
            raise ReadError

    def __iter__(self) -> Iterator[Any]:
        self._read()
        return tuple.__iter__(self)

    def __getitem__(self, place: Any) -> Any:
        self._read()
        return tuple.__getitem__(self, place)

    def __contains__(self, value: object) -> bool:
        self._read()
        return tuple.__contains__(self, value)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Unread):
            return True
        self._read()
        return tuple.__eq__(self, other)

    def __hash__(self) -> int:
        self._read()
        return tuple.__hash__(self)

    def __add__(self, other: Any) -> Any:
        self._read()
        return tuple.__add__(self, other)

    def __lt__(self, other: Any) -> bool:
        self._read()
        return tuple.__lt__(self, other)

    def __gt__(self, other: Any) -> bool:
        self._read()
        return tuple.__gt__(self, other)

    def __le__(self, other: Any) -> bool:
        self._read()
        return tuple.__le__(self, other)

    def __ge__(self, other: Any) -> bool:
        self._read()
        return tuple.__ge__(self, other)

    def __mul__(self, times: SupportsIndex) -> Any:
        self._read()
        return tuple.__mul__(self, times)

    def count(self, value: object) -> int:
        self._read()
        return tuple.count(self, value)

    def index(self, value: object, *between: Any) -> int:
        self._read()
        return tuple.index(self, value, *between)


def set_aside(state: State, way: Way) -> tuple[State, tuple[Unread, ...]]:
    """The state with each record of these very dice set aside, and what was set aside."""
    if not is_dataclass(state) or isinstance(state, type):
        return state, ()
    put: dict[str, object] = {}
    aside: list[Unread] = []
    for each in fields(state):
        value = getattr(state, each.name)
        if value is way:
            put[each.name] = _kept(way, aside)
        elif isinstance(value, Mapping) and any(held is way for held in value.values()):
            put[each.name] = {
                name: _kept(way, aside) if held is way else held for name, held in value.items()
            }
    found: State = replace(state, **put) if put else state
    return found, tuple(aside)


def _kept(way: Way, aside: list[Unread]) -> Unread:
    aside.append(Unread(way))
    return aside[-1]

"""Finds the names that a command or an event speaks of."""

import dataclasses
from collections.abc import Iterator, Mapping


def mentions(body: object, subject: str) -> bool:
    """Whether a body names a unit or a piece anywhere in its fields; its kind is no name.

    >>> mentions({"kind": "fire", "targets": ["T1"]}, "T1"), mentions({"kind": "T1"}, "T1")
    (True, False)
    """
    return any(name == subject for name in _texts(body))


def _texts(body: object) -> Iterator[str]:
    left: list[object] = [body]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            left += [each for name, each in value.items() if name != "kind"]
        elif isinstance(value, list | tuple):
            left += value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            left += [getattr(value, field.name) for field in dataclasses.fields(value)]

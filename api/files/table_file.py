"""Reads tables: from a file, from standard input, or from the built-in examples."""

import sys
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.wording import nearest_spelling, squeezed
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import snapshot_from_json
from rules.table.snapshot import Snapshot

STANDARD_INPUT: Final = "-"
DEFAULT_EXAMPLE: Final = "river-crossing"
TABLE: Final = ".json"
SCRIPT: Final = ".jsonl"
MOST_BYTES: Final = 8_000_000
"""A hundred times a crowded table; more is some other file, given by mistake."""


def read_snapshot(place: str) -> Snapshot:
    """The table in a file, or on standard input for `-`; a UserError says what is wrong with it."""
    return parse_snapshot(_text(place), origin=_origin(place))


def parse_snapshot(text: str, *, origin: str) -> Snapshot:
    """The table in a text; complaints begin with where it came from."""
    try:
        return snapshot_from_json(text)
    except BadInputError as complaint:
        raise UserError(f"{origin}: {squeezed(str(complaint))}", ExitCode.BAD_INPUT) from complaint


def example_names() -> tuple[str, ...]:
    """The built-in example tables, by name."""
    return tuple(name.removesuffix(TABLE) for name in _examples(TABLE))


def script_names() -> tuple[str, ...]:
    """The built-in example scripts, by the names of their files."""
    return _examples(SCRIPT)


def example_text(name: str) -> str:
    """A built-in example as the JSON that a player would write."""
    names = (*example_names(), *script_names())
    if name not in names:
        nearest = nearest_spelling(name, names)
        hint = f" Did you mean {nearest}?" if nearest else ""
        raise UserError(
            f"there is no example {name!r}.{hint} There are: {', '.join(names)}", ExitCode.USAGE
        )
    file = name if name.endswith(SCRIPT) else f"{name}{TABLE}"
    return (_folder() / file).read_text(encoding="utf-8")


def _examples(ending: str) -> tuple[str, ...]:
    names = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name for name in names if name.endswith(ending)))


def _folder() -> Traversable:
    return resources.files("api") / "examples"


def _origin(place: str) -> str:
    return "standard input" if place == STANDARD_INPUT else place


def _text(place: str) -> str:
    origin = _origin(place)
    try:
        if place == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(place).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{origin}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    except ValueError as failure:
        raise UserError(f"{origin!r}: not the name of a file", ExitCode.BAD_INPUT) from failure
    if len(data) > MOST_BYTES:
        message = f"{origin}: expected at most {MOST_BYTES:,} bytes, which no table needs"
        raise UserError(message, ExitCode.BAD_INPUT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        message = f"{origin}: expected text in UTF-8, got byte {data[failure.start]:#04x}"
        raise UserError(f"{message} at position {failure.start}", ExitCode.BAD_INPUT) from failure

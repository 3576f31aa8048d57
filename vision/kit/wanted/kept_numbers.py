"""Reads which numbers pieces were printed with before: the table ``[kit.tags]`` of a roster.

Whoever adds a row to a roster has bases on the table already; a number that is kept here stays
with its piece, and that of a piece which is gone is never given to another one.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import items, whole
from vision.kit.wanted.lines import line_of_kit

KEPT: Final = "tags"
TABLE: Final = f"kit.{KEPT}"
SAYS: Final = "# The tags that were printed for each piece. `umpire kit keep` adds the new ones."
_HEADER: Final = re.compile(r"\s*\[\s*kit\s*\.\s*tags\s*\]\s*(#.*)?$")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptNumbers:
    """The numbers of one piece, faces and roles in order, and where the roster says so."""

    numbers: tuple[int, ...]
    where: str


def kept_tags(value: object, *, text: str) -> dict[str, KeptNumbers]:
    """What ``[kit.tags]`` says, by the ids of pieces; no number may stand there twice."""
    where = f"line {line_of_kit(text, KEPT)}, {KEPT}"
    if not isinstance(value, dict):
        raise BadInputError(where, expected=f"a table [{TABLE}]", got=repr(value))
    kept: dict[str, KeptNumbers] = {}
    owners: dict[int, str] = {}
    for name, numbers in value.items():
        where = f"line {line_of_kit(text, name, table=TABLE)}, {TABLE}"
        found = tuple(whole(number, where) for number in items(numbers, where))
        for number in found:
            if number in owners:
                got = f"{number}, which {owners[number]!r} has already"
                raise BadInputError(where, expected="tags of its own", got=got)
            owners[number] = name
        kept[name] = KeptNumbers(numbers=found, where=where)
    return kept


def with_kept(text: str, numbers: Mapping[str, tuple[int, ...]]) -> str:
    """The text of a TOML roster that keeps these numbers; all else in it stays as it is."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    start = next((index for index, line in enumerate(lines) if _HEADER.match(line)), None)
    if start is None:
        return "".join([*lines, end, f"[{TABLE}]{end}{SAYS}{end}", *_told(numbers, end=end)])
    stop = next(
        (index for index in range(start + 1, len(lines)) if lines[index].lstrip().startswith("[")),
        len(lines),
    )
    old = [line for line in lines[start:stop] if _key(line) not in numbers]
    # After its last line; a comment below that may belong to what follows.
    last = max(index for index, line in enumerate(old) if index == 0 or _key(line) is not None)
    new = [*old[: last + 1], *_told(numbers, end=end), *old[last + 1 :]]
    return "".join([*lines[:start], *new, *lines[stop:]])


def _told(numbers: Mapping[str, tuple[int, ...]], *, end: str) -> list[str]:
    return [
        f"{name if _BARE.match(name) else json.dumps(name, ensure_ascii=False)} = {list(tags)}{end}"
        for name, tags in numbers.items()
    ]


def _key(line: str) -> str | None:
    """The piece that a line of the table is about."""
    found = re.match(r"""\s*(?:"(.*?)"|'(.*?)'|([A-Za-z0-9_-]+))\s*=""", line)
    return next((part for part in found.groups() if part is not None), None) if found else None

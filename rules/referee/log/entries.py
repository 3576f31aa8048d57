"""Writes a battle down: one JSON object a line, each sealed to the one before.

A line is canonical JSON: keys sorted, no spaces, pure ASCII, so that no editor or encoding changes
it without being noticed. Its hash is the SHA-256 of the same object without ``hash``; ``previous``
is the hash of the line before. ``sequence``, ``previous`` and ``hash`` are what the chain hangs on:
no later format may change what they mean. The chain shows damage and careless edits; whoever forges
a line and all that follow is caught only by a ``head`` that was kept elsewhere.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.vocabulary import read_as
from rules.table.bad_input import BadInputError, on_one_line
from rules.table.files.strict_json import Fields, items, mapping, string, texts, whole

VERSION: Final = 2
FORMAT: Final = f"paper-umpire/log/{VERSION}"
WRITABLE: Final = frozenset({1, 2})
"""Versions whose lines have the same fields, so that an entry gives its very line again."""
START: Final = "0" * 64
"""What the first line has for a line before it."""

Step = Callable[[Mapping[str, object]], dict[str, object]]


def _from_1_to_2(value: Mapping[str, object]) -> dict[str, object]:
    """Since 2 an ask holds a question of its own kind; a game's events read the older ones."""
    return {**value, "format": "paper-umpire/log/2"}


MIGRATIONS: Final[Mapping[int, Step]] = MappingProxyType({1: _from_1_to_2})
"""From each older version of a line to the next one; a step leaves the chain's fields alone."""

_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)")
_FORMAT: Final = re.compile(r"paper-umpire/log/(\d{1,6})")


class EntryKind(StrEnum):
    """Whose words an entry's body is written in."""

    HEADER = "header"
    EVENT = "event"
    """The game's: the state is the fold of these."""
    REFEREE = "referee"
    """The referee's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What the caller says of a command, since rules know no clock.

    >>> Stamp(time="noon", command_id="c1", umpire_version="0.1.0")
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: time: expected ISO 8601 with a time zone, got 'noon'
    """

    time: str
    command_id: str
    """The same for every retry of one command."""
    umpire_version: str

    def __post_init__(self) -> None:
        _time(self.time, "time")
        for name in ("command_id", "umpire_version"):
            value = getattr(self, name)
            on_one_line(value, name)
            if not 0 < len(value) <= 200:
                raise BadInputError(name, expected="1 to 200 characters", got=f"{len(value)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """What an entry was made with."""

    game: str
    rules: int
    umpire: str
    log: int = VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the log. Bodies and evidence stay as the JSON that was sealed."""

    sequence: int
    time: str
    author: str
    kind: EntryKind
    body: Mapping[str, object]
    versions: Versions
    causes: tuple[str, ...] = ()
    """First the id of the command, then the ids of the entries that led to this one."""
    clause: str = ""
    evidence: tuple[Mapping[str, object], ...] = ()
    previous: str = START
    hash: str = ""

    @property
    def id(self) -> str:
        return entry_id(self.sequence)

    @property
    def command(self) -> str:
        """The id of the command that brought it; nothing for the header."""
        return self.causes[0] if self.causes else ""

    @property
    def measured(self) -> tuple[Measured, ...]:
        """The evidence as values."""
        read = (read_as(Measured, each, where="evidence") for each in self.evidence)
        return tuple(each for each in read if isinstance(each, Measured))


def entry_id(sequence: int) -> str:
    """An entry's id is its place in the log, so nobody has to hand out ids."""
    return f"e{sequence}"


def canonical(value: object) -> str:
    r"""The one way to write a JSON value.

    >>> canonical({"b": 1.5, "a": ["ä"]})
    '{"a":["\\u00e4"],"b":1.5}'
    """
    try:
        return _ENCODER.encode(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInputError("value", expected="JSON", got=str(error)[:80]) from error


def digest(text: str) -> str:
    """The SHA-256 of canonical JSON."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def sealed(entry: Entry) -> Entry:
    """The entry with its hash."""
    value = _unsealed(entry)
    return Entry(
        sequence=entry.sequence,
        time=entry.time,
        author=entry.author,
        kind=entry.kind,
        body=entry.body,
        versions=entry.versions,
        causes=entry.causes,
        clause=entry.clause,
        evidence=entry.evidence,
        previous=entry.previous,
        hash=digest(canonical(value)),
    )


def written_line(entry: Entry) -> str:
    """An entry as a line without its line feed, in the format that it was sealed in."""
    if entry.versions.log not in WRITABLE:
        known = " or ".join(str(each) for each in sorted(WRITABLE))
        raise BadInputError(
            entry.id,
            expected=f"an entry of format {known}; an older line stays as it is",
            got=f"one of format {entry.versions.log}",
        )
    return canonical({**_unsealed(entry), "hash": entry.hash})


def written_log(entries: Iterable[Entry]) -> str:
    """A whole log."""
    return "".join(f"{written_line(entry)}\n" for entry in entries)


def _unsealed(entry: Entry) -> dict[str, object]:
    made = entry.versions
    return {
        "format": f"paper-umpire/log/{made.log}",
        "sequence": entry.sequence,
        "id": entry.id,
        "time": entry.time,
        "author": entry.author,
        "causes": list(entry.causes),
        "kind": str(entry.kind),
        "body": entry.body,
        "clause": entry.clause,
        "evidence": list(entry.evidence),
        "versions": {
            "game": made.game,
            "rules": made.rules,
            "umpire": made.umpire,
            "log": made.log,
        },
        "previous": entry.previous,
    }


def migrate(
    value: Mapping[str, object], *, steps: Mapping[int, Step] = MIGRATIONS
) -> Mapping[str, object]:
    """A line's object in the format of today; the chain's fields stay those of its own format."""
    version = version_of(value)
    if version > VERSION:
        raise BadInputError(
            "format", expected=f"{FORMAT} or older", got=f"{value['format']!r}, of a newer umpire"
        )
    chain = {name: value[name] for name in ("sequence", "previous", "hash") if name in value}
    while version < VERSION:
        if version not in steps:
            raise BadInputError(
                "format", expected=f"{FORMAT} or one that leads to it", got=repr(value["format"])
            )
        value = {**steps[version](value), **chain}
        if version_of(value) != version + 1:
            raise BadInputError(
                "format", expected=f"version {version + 1} from this step", got=f"{value['format']}"
            )
        version += 1
    return value


def version_of(value: Mapping[str, object]) -> int:
    """Which version of the format a line is written in."""
    found = value.get("format")
    match = _FORMAT.fullmatch(found) if isinstance(found, str) else None
    if match is None:
        raise BadInputError("format", expected=repr(FORMAT), got=repr(found)[:60])
    return int(match[1])


def entry_from(value: object, where: str) -> Entry:
    """An entry from a line's object in the format of today."""
    fields = Fields(value, where)
    fields.must("format", string)
    sequence = fields.must("sequence", whole)
    name = fields.must("id", string)
    if name != entry_id(sequence):
        raise BadInputError(fields.at("id"), expected=repr(entry_id(sequence)), got=repr(name))
    entry = Entry(
        sequence=sequence,
        time=fields.must("time", _time),
        author=fields.must("author", string),
        causes=fields.must("causes", texts),
        kind=fields.must("kind", _kind),
        body=fields.must("body", mapping),
        clause=fields.must("clause", string),
        evidence=fields.must("evidence", _objects),
        versions=fields.must("versions", _versions),
        previous=fields.must("previous", string),
        hash=fields.must("hash", string),
    )
    fields.done()
    return entry


def _time(value: object, where: str) -> str:
    text = string(value, where)
    if not _TIME.fullmatch(text):
        raise BadInputError(where, expected="ISO 8601 with a time zone", got=repr(text)[:60])
    return text


def _kind(value: object, where: str) -> EntryKind:
    if value not in set(EntryKind):
        raise BadInputError(where, expected="one of " + ", ".join(EntryKind), got=repr(value)[:60])
    return EntryKind(str(value))


def _objects(value: object, where: str) -> tuple[Mapping[str, object], ...]:
    return tuple(mapping(each, where) for each in items(value, where))


def _versions(value: object, where: str) -> Versions:
    fields = Fields(value, where)
    versions = Versions(
        game=fields.must("game", string),
        rules=fields.must("rules", whole),
        umpire=fields.must("umpire", string),
        log=fields.must("log", whole),
    )
    fields.done()
    return versions

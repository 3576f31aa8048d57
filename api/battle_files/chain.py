"""Checks and reads a long log quickly: each hash is taken over the text as it lies in the file.

A line is canonical JSON, so the text without its own `hash` is what was sealed; nothing has to be
taken apart and written again to see that it is whole. Where a line does not fit, the slow reader of
`rules.referee.log.text` says what is wrong with it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.referee.log.entries import START, Entry, digest, entry_from, migrate, version_of
from rules.referee.log.growing import Entries
from rules.referee.log.text import Fault, salvage
from rules.table.bad_input import BadInputError
from rules.table.files.bounded import JSON_SIGNS, SMALL, bounded


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One event as it lies in the file."""

    sequence: int
    hash: str
    text: str

    @property
    def is_whole(self) -> bool:
        """Whether the text is what was sealed under this hash."""
        if not self.text.isascii():
            return False
        sealed = self.text.replace(f',"hash":"{self.hash}"', "", 1)
        return digest(sealed) == self.hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Chained:
    """The events that can be relied on, from the first one on."""

    lines: tuple[LogLine, ...]
    entries: Entries
    fault: str = ""
    """What is wrong with the first event after them; nothing if that is all there are."""

    @property
    def head(self) -> str:
        return self.lines[-1].hash if self.lines else START


def chained(lines: Iterable[LogLine]) -> Chained:
    """The entries of the longest sound beginning of these lines."""
    return _chained(lines, sound=[], known=Entries())


def continued(lines: Iterable[LogLine], *, known: int, head: str) -> Chained:
    """The same, where so many of them were found sound before, and ended with this head.

    The hash of a line fixes all lines before it, so that these need not be read again once each
    is found to be what was sealed, and to follow on the one before.
    """
    every = tuple(lines)
    if not 0 < known <= len(every) or every[known - 1].hash != head:
        return chained(every)
    previous = START
    for place, line in enumerate(every[:known]):
        follows = f'"previous":"{previous}"' in line.text
        if not (follows and line.sequence == place and line.is_whole):
            return chained(every)
        previous = line.hash
    entries = Entries.unread([line.text for line in every[:known]], _read)
    return _chained(every[known:], sound=list(every[:known]), known=entries)


def _read(text: str) -> Entry:
    return entry_from(migrate(json.loads(text)), "event")


def _chained(lines: Iterable[LogLine], *, sound: list[LogLine], known: Entries) -> Chained:
    entries: list[Entry] = []
    previous, fault = sound[-1].hash if sound else START, ""
    for line in lines:
        try:
            entry = _linked(line, place=len(sound), previous=previous)
        except BadInputError as error:
            fault = _told(sound, line) or str(error)
            break
        sound.append(line)
        entries.append(entry)
        previous = line.hash
    return Chained(lines=tuple(sound), entries=known.plus(entries), fault=fault)


def _linked(line: LogLine, *, place: int, previous: str) -> Entry:
    if not line.is_whole:
        raise BadInputError(
            f"event {place}", expected=f"a text with hash {line.hash[:16]}", got="another text"
        )
    if len(line.text) > SMALL:
        bounded(line.text, what=f"event {place}", signs=JSON_SIGNS)
    try:
        value = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"event {place}", expected="JSON", got=str(error)[:60]) from error
    version_of(value)
    if (value.get("sequence"), value.get("previous")) != (place, previous):
        raise BadInputError(
            f"event {place}",
            expected=f"sequence {place} after {previous[:16]}",
            got=f"sequence {value.get('sequence')!r} after {str(value.get('previous'))[:16]}",
        )
    entry = entry_from(migrate(value), f"event {place}")
    if line.sequence != place:
        raise BadInputError(f"event {place}", expected="its place", got=f"place {line.sequence}")
    return entry


def _told(sound: Sequence[LogLine], line: LogLine) -> str:
    """The fault in the words of the reader of whole logs, from the few lines that matter."""
    if sound:
        # At worst its place in the chain is wrong; the text before it has been read already.
        return ""
    fault: Fault | None = salvage(f"{line.text}\n").fault
    return "" if fault is None else fault.says

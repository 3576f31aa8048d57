"""Reads a whole log, and finds the first line that is not as it was written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.referee.log.entries import (
    MIGRATIONS,
    START,
    Entry,
    Step,
    canonical,
    digest,
    entry_from,
    migrate,
    version_of,
)
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse


class Break(StrEnum):
    """What has become of a log."""

    EDITED = "edited"
    DROPPED = "dropped"
    DOUBLED = "doubled"
    REORDERED = "reordered"
    REPLACED = "replaced"
    """A line was swapped for another one that is sound in itself."""
    CUT_OFF = "cut off"
    ENDS_EARLY = "ends early"
    """Whole lines are missing at the end; only a kept ``head`` shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first line that is not as it was written."""

    line: int
    """Counted from 1."""
    what: Break
    expected: str
    got: str

    @property
    def says(self) -> str:
        return f"line {self.line} ({self.what}): expected {self.expected}, got {self.got}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvage:
    """What of a log can be relied on: the entries before the fault, if there is one."""

    entries: tuple[Entry, ...]
    lines: int
    """How many lines there are, sound or not."""
    fault: Fault | None


class BrokenLogError(BadInputError):
    """A log that is not as it was written."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        where = f"line {fault.line} ({fault.what})"
        super().__init__(where, expected=fault.expected, got=fault.got)


def read_log(text: str, *, steps: Mapping[int, Step] = MIGRATIONS) -> tuple[Entry, ...]:
    """All entries of a log whose chain holds; a BadInputError names the first wrong line."""
    return tuple(
        _entry(value, line, steps=steps) for line, value in enumerate(_links(text, None), start=1)
    )


def verify(text: str, *, head: str | None = None) -> Fault | None:
    """The first broken line, or None; ``head`` is the last hash, where one was kept."""
    try:
        for _ in _links(text, head):
            pass
    except BrokenLogError as error:
        return error.fault
    return None


def salvage(text: str, *, steps: Mapping[int, Step] = MIGRATIONS) -> Salvage:
    """The entries up to the first fault."""
    entries: list[Entry] = []
    fault = None
    try:
        for line, value in enumerate(_links(text, None), start=1):
            entries.append(_entry(value, line, steps=steps))
    except BrokenLogError as error:
        fault = error.fault
    lines = text.count("\n") + (0 if text.endswith("\n") or not text else 1)
    return Salvage(entries=tuple(entries), lines=lines, fault=fault)


def _entry(value: Mapping[str, object], line: int, *, steps: Mapping[int, Step]) -> Entry:
    where = f"line {line}"
    try:
        return entry_from(migrate(value, steps=steps), where)
    except BadInputError as error:
        raise (error if error.where.startswith(where) else error.inside(where)) from None


def _links(text: str, head: str | None) -> Iterator[Mapping[str, object]]:
    """Each line's object once its hash and its place in the chain are found right."""
    lines = text.split("\n")
    rest = lines.pop()
    previous = START
    for index, line in enumerate(lines):
        value = _whole_line(line, index + 1)
        fault = _misplaced(value, lines, index=index, previous=previous)
        if fault is not None:
            raise BrokenLogError(fault)
        previous = str(value["hash"])
        yield value
    last = len(lines) + 1
    if rest or not lines:
        fault = Fault(
            line=last,
            what=Break.CUT_OFF,
            expected="a line with its line feed",
            got=repr(rest)[-60:],
        )
        raise BrokenLogError(fault)
    if head is not None and head != previous:
        raise BrokenLogError(
            Fault(
                line=last,
                what=Break.ENDS_EARLY,
                expected=f"a last line with hash {head}",
                got=f"an end after hash {previous}",
            )
        )


def _whole_line(line: str, number: int) -> Mapping[str, object]:
    """The object of a line whose text is canonical and whose hash is right."""
    try:
        value = _sound(line)
    except BadInputError as error:
        fault = Fault(line=number, what=Break.EDITED, expected=error.expected, got=error.got)
        raise BrokenLogError(fault) from error
    return value


def _sound(line: str) -> Mapping[str, object]:
    value = parse(line, what="line")
    if not isinstance(value, dict):
        raise BadInputError("line", expected="an object", got=line[:60])
    version_of(value)
    if canonical(value) != line:
        raise BadInputError("line", expected="the text as the umpire writes it", got=line[:60])
    held = value.pop("hash", None)
    found = digest(canonical(value))
    if held != found:
        raise BadInputError("line", expected=f"hash {found}", got=repr(held)[:80])
    value["hash"] = held
    return value


def _misplaced(
    value: Mapping[str, object], lines: Sequence[str], *, index: int, previous: str
) -> Fault | None:
    """What is wrong with the place of a line that is sound in itself."""
    sequence = value.get("sequence")
    got = f"sequence {sequence!r}"[:60]
    if sequence != index or isinstance(sequence, bool):
        if lines[index] in lines[:index]:
            what = Break.DOUBLED
        elif any(f'"sequence":{index},' in line for line in lines[index + 1 :]):
            what = Break.REORDERED
        else:
            what = Break.DROPPED
        return Fault(line=index + 1, what=what, expected=f"sequence {index}", got=got)
    if value.get("previous") != previous:
        return Fault(
            line=index + 1,
            what=Break.REPLACED,
            expected=f"previous {previous}",
            got=repr(value.get("previous"))[:80],
        )
    return None

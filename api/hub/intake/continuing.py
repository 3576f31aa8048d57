"""Whether lines of a log go on from what is known of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from api.battle_files.chain import LogLine
from rules.referee.log.entries import START, entry_from, migrate, version_of
from rules.table.bad_input import BadInputError
from rules.table.files.bounded import JSON_SIGNS, bounded

MOST_LINES = 500
"""In one parcel; a table sends the rest in the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLog:
    """What the hub has of a battle's log: so many lines, and the hash of the last one."""

    lines: int = 0
    head: str = START


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """The lines that are new, and what is known with them."""

    fresh: tuple[LogLine, ...]
    known: KnownLog


class GapError(Exception):
    """Lines between these and the known ones are missing; the table is to send them first."""


class ForkError(Exception):
    """A line is not what follows on the known ones; nothing of the parcel is taken."""

    def __init__(self, line: LogLine, says: str) -> None:
        super().__init__(says)
        self.line = line
        self.says = says


def continued_by(
    parcel: Sequence[LogLine], *, known: KnownLog, hashes: Mapping[int, str]
) -> Continued:
    """What a parcel adds; `hashes` has those of the known lines that it sends again."""
    fresh: list[LogLine] = []
    now = known
    for line in parcel:
        if line.sequence > now.lines:
            raise GapError(f"log: expected line {now.lines} next, got {line.sequence}")
        if line.sequence < now.lines:
            _refuse_another(line, hashes.get(line.sequence, ""))
            continue
        _refuse_unlinked(line, now.head)
        fresh.append(line)
        now = KnownLog(lines=now.lines + 1, head=line.hash)
    return Continued(fresh=tuple(fresh), known=now)


def _refuse_another(line: LogLine, known_hash: str) -> None:
    if line.hash != known_hash:
        raise ForkError(
            line,
            f"event {line.sequence}: expected the one that is known, {known_hash[:16]}, "
            f"got {line.hash[:16]}",
        )


def _refuse_unlinked(line: LogLine, head: str) -> None:
    where = f"event {line.sequence}"
    if not line.is_whole:
        raise ForkError(line, f"{where}: expected a text with hash {line.hash[:16]}, got another")
    try:
        bounded(line.text, what=where, signs=JSON_SIGNS)
        value = json.loads(line.text)
        version_of(value)
        entry = entry_from(migrate(value), where)
    except (BadInputError, ValueError, RecursionError) as error:
        raise ForkError(line, str(error)[:200]) from error
    if (entry.sequence, entry.previous) != (line.sequence, head):
        raise ForkError(
            line,
            f"{where}: expected to follow on {head[:16]}, "
            f"got {entry.sequence} after {entry.previous[:16]}",
        )

"""Recovers a damaged battle: copies it aside first, then writes it anew up to its last good event;
the battle is never begun anew.
"""

import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from api.battle_files.blobs import unpacked
from api.battle_files.chain import Chained, LogLine, chained
from api.battle_files.file import (
    FORMAT,
    CommandRecord,
    Picture,
    put_command,
    put_line,
    put_picture,
)
from api.battle_files.pages import Record, records
from api.battle_files.refusals import RefusedLine, latest_run, put_refusal
from api.battle_files.schema import OVER, PAGE_BYTES, Connect, Database, make, transaction
from api.files.synced import sync_folder
from rules.referee.log.entries import Entry
from rules.table.bad_input import BadInputError

JOURNAL: Final = "-journal"
RECOVERING: Final = ".recovering"
NOTE: Final = "recovered"
"""Under this name the file tells later readers what befell it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What was saved of a damaged battle."""

    kept: int
    of: int
    """How many events there are known to have been."""
    copy: Path
    """The file as it was found."""
    why: str

    @property
    def says(self) -> str:
        """For the players."""
        told = f"recovered to event {self.kept} of {self.of}"
        if self.kept == self.of:
            told += ", so none is lost"
        return (
            f"The battle's file was damaged ({self.why}): {told}. "
            f"The file as it was lies beside it as {self.copy.name}."
        )

    def as_json(self) -> str:
        """As the file keeps it."""
        value = {"kept": self.kept, "of": self.of, "copy": self.copy.name, "why": self.why}
        return json.dumps(value, sort_keys=True)


class LostBattleError(BadInputError):
    """Not even the first event can be read; the file is left as it was found."""

    def __init__(self, path: Path, *, why: str, of: int) -> None:
        known = f" of {of}" if of else ""
        super().__init__(
            str(path),
            expected="a battle of which at least the first event is whole",
            got=f"one that is damaged from there on ({why}): event 0{known}; it was left as it is",
        )


@dataclass(slots=True)
class Found:
    """What the pages of a damaged file still hold, by kind."""

    lines: dict[int, list[tuple[LogLine, int | None]]] = field(default_factory=dict)
    """By sequence; a place may have several, of which the chain says which one it is."""
    about: dict[str, str] = field(default_factory=dict)
    asked: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By command, its digest and, from format 2 on, what was asked for."""
    snapshots: dict[int, tuple[int, str, bytes]] = field(default_factory=dict)
    pictures: list[Picture] = field(default_factory=list)
    refusals: dict[int, RefusedLine] = field(default_factory=dict)
    calibrations: list[tuple[str, int, bytes]] = field(default_factory=list)
    most: int = 0
    """The greatest number of events that any row speaks of."""


def rescue(path: Path, *, why: str, stamp: str, connect: Connect) -> tuple[Recovery, Chained]:
    """Recover the battle in place; whoever calls has locked it and closed every connection."""
    found = found_in(path.read_bytes())
    kept = _chain(found)
    of = max(found.most, len(kept.lines))
    if not kept.lines:
        raise LostBattleError(path, why=why, of=of)
    copy = _aside(path, stamp=stamp)
    recovery = Recovery(kept=len(kept.lines), of=of, copy=copy, why=why)
    fresh = path.with_name(path.name + RECOVERING)
    fresh.unlink(missing_ok=True)
    _journal(fresh).unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = connect(fresh)
    try:
        make(connection)
        _write(connection, found, kept=kept, recovery=recovery)
    finally:
        connection.close()
    # A journal that is left beside a file is played back into it, whichever file that is by then.
    _journal(path).unlink(missing_ok=True)
    os.replace(fresh, path)
    sync_folder(path.parent)
    return recovery, kept


def found_in(data: bytes) -> Found:
    """Every row of ours that the hashes in it vouch for, and what no hash can vouch for."""
    found = Found()
    for record in records(data, page_bytes=PAGE_BYTES):
        _sort(record, found)
    return found


def _sort(record: Record, found: Found) -> None:
    match record:
        case row, (None, str(hash_), str(text), (int() | None) as snapshot):
            line = LogLine(sequence=row, hash=hash_, text=text)
            if line.is_whole:
                # The text is vouched for by its hash; the number of the row is not.
                place = int(json.loads(text)["sequence"])
                there = LogLine(sequence=place, hash=hash_, text=text)
                found.lines.setdefault(place, []).append((there, snapshot))
                found.most = max(found.most, place + 1)
        case row, (None, int(number), str(digest), bytes(content)):
            if _is_packed(content, digest):
                found.snapshots[row] = (number, digest, content)
        case _, (None, str(digest), int(since), bytes(content)):
            if _is_packed(content, digest):
                found.calibrations.append((digest, since, content))
        case _, (None, int(sequence), str(kind), str(digest), bytes(content), *later):
            # Marks came with format 2, the refusal with format 3.
            marks, refusal = (*later, *("", None)[len(later) :])[:2]
            if sha256(content).hexdigest() == digest:
                picture = Picture(
                    sequence=sequence,
                    media_type=kind,
                    content=content,
                    marks=str(marks),
                    refusal=refusal if isinstance(refusal, int) else None,
                )
                found.pictures.append(picture)
        case number, (None, str(command), int(place), str(hash_), str(text)):
            refused = RefusedLine(
                number=number, command_id=command, snapshot=place, hash=hash_, text=text
            )
            if refused.is_whole:
                found.refusals[number] = refused
        case _, (str(name), str(asked), int(), int()):
            found.asked[name] = (asked, "")
        case _, (str(name), str(asked), int(), int(), (str() | None) as body):
            found.asked[name] = (asked, body or "")
        case _, (str(name), str(value)):
            found.about[name] = value
        case 1, (None, int(events), str(hash_)) if len(hash_) == 64 and events < 10_000_000:
            found.most = max(found.most, events)
        case _:
            pass


def _is_packed(content: bytes, digest: str) -> bool:
    try:
        return sha256(unpacked(content)).hexdigest() == digest
    except BadInputError:
        return False


def _chain(found: Found) -> Chained:
    """The longest chain from the first event on; each line is the one that follows the last."""
    lines: list[LogLine] = []
    for sequence in range(len(found.lines)):
        here = [line for line, _ in found.lines.get(sequence, ())]
        before = lines[-1].hash if lines else None
        fitting = [each for each in here if before is None or f'"previous":"{before}"' in each.text]
        if not fitting:
            break
        lines.append(fitting[-1])
    return chained(lines)


def _write(connection: Database, found: Found, *, kept: Chained, recovery: Recovery) -> None:
    rows = {line.hash: snapshot for each in found.lines.values() for line, snapshot in each}
    refusals = [
        each
        for each in latest_run(found.refusals, kept.entries)
        if each.snapshot in found.snapshots
    ]
    used = {rows.get(line.hash) for line in kept.lines} & set(found.snapshots)
    tables = used | {each.snapshot for each in refusals}
    about = {**found.about, "format": FORMAT, NOTE: recovery.as_json()}
    # What ended it may be lost: whoever replays it says so anew.
    about.pop(OVER, None)
    with transaction(connection):
        for name, value in about.items():
            _insert(connection, (name, value), into="about")
        for row in sorted(each for each in tables if each is not None):
            _insert(connection, (row, *found.snapshots[row]), into="snapshots")
        for line in kept.lines:
            snapshot = rows.get(line.hash)
            put_line(connection, line, snapshot=snapshot if snapshot in used else None)
        for sent, first, last in _commands(kept.entries, found):
            put_command(connection, sent, first=first, last=last)
        for refused in refusals:
            put_refusal(connection, refused)
        known = {None, *(each.number for each in refusals)}
        for picture in found.pictures:
            if picture.sequence < len(kept.lines) and picture.refusal in known:
                put_picture(connection, picture)
        for digest, since, content in found.calibrations:
            if since <= len(kept.lines):
                _insert(connection, (None, digest, since, content), into="calibrations")
        _insert(connection, (1, len(kept.lines), kept.head), into="head")


def _commands(entries: Iterable[Entry], found: Found) -> Iterable[tuple[CommandRecord, int, int]]:
    """Each command with its first and its last event, as the log has them."""
    places: dict[str, tuple[int, int]] = {}
    for entry in entries:
        if entry.command:
            first, _ = places.get(entry.command, (entry.sequence, 0))
            places[entry.command] = (first, entry.sequence)
    return (
        (CommandRecord(id=name, asked=asked, body=body), first, last)
        for name, (first, last) in places.items()
        for asked, body in (found.asked.get(name, ("", "")),)
    )


def _insert(connection: Database, row: tuple[object, ...], *, into: str) -> None:
    holes = ", ".join("?" * len(row))
    # The names of the tables are all written above.
    list(connection.execute(f"INSERT INTO {into} VALUES ({holes})", row))


def _aside(path: Path, *, stamp: str) -> Path:
    """Copy the file, with its journal if there is one, to where nothing else lies."""
    copy, number = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    for source, target in ((path, copy), (_journal(path), _journal(copy))):
        if source.exists():
            shutil.copyfile(source, target)
            with target.open("rb+") as file:
                os.fsync(file.fileno())
    sync_folder(path.parent)
    return copy


def _journal(path: Path) -> Path:
    return path.with_name(path.name + JOURNAL)

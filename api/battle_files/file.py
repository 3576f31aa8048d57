"""One battle as one SQLite file: what is committed to it is on the disk.

One thread at a time may use it. What an append has returned from is there after a power cut; when
an append fails, the file may hold it or not, and `reopened` says which.
"""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from api.battle_files.blobs import packed, unpacked
from api.battle_files.chain import Chained, LogLine, chained
from api.battle_files.mending import inode_of, put_back
from api.battle_files.refusals import MOST as MOST_REFUSALS
from api.battle_files.refusals import (
    Refused,
    RefusedLine,
    adopt_pictures,
    event_of,
    put_refusal,
    read_refusal,
    refused_lines,
    thin_refusals,
    written_refusal,
)
from api.battle_files.schema import (
    VERSION,
    Connect,
    Database,
    Row,
    connect,
    make,
    settle,
    single,
    transaction,
)
from api.files.lock import FileLock
from api.files.synced import sync_folder
from rules.referee.log.entries import START, Entry, digest, written_line
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import snapshot_from_json, snapshot_to_json
from rules.table.snapshot import Snapshot

ENDING: Final = ".battle"
FORMATS: Final = tuple(f"paper-umpire/battle/{each}" for each in range(1, VERSION + 1))
FORMAT: Final = FORMATS[-1]
ROLL: Final = "roll:"
"""Before the id of a command, among what the file says of itself."""
MOST_PICTURE_BYTES: Final = 4_000_000
MEDIA_TYPES: Final = ("image/jpeg", "image/png")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRecord:
    """A command as the file remembers it, so that the same one is answered once."""

    id: str
    asked: str
    """The digest of what was asked for and by whom; empty where that was lost with its page."""
    body: str = ""
    """What was asked for and by whom, as canonical JSON; files of format 1 did not keep it."""
    roll: str = ""
    """What its dice were worked out from, as JSON, where the referee rolled them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What the camera saw when something was ruled on."""

    sequence: int
    """The event that it belongs to."""
    media_type: str
    content: bytes
    marks: str = ""
    """Where things are in it, as JSON of `api.review.pictures.stills`; nothing where unknown."""
    refusal: int | None = None
    """The refusal that it belongs to instead; `sequence` is then the last event before it."""


class BattleFile:
    """An open battle file. Made by `create` and by `api.battles.opening`."""

    __slots__ = ("_connect", "_connection", "_inode", "_lock", "asked", "mended", "path")

    def __init__(self, path: Path, *, connection: Database, lock: FileLock, connect: Connect):
        self.path = path
        self._connect = connect
        self._connection = connection
        self._lock = lock
        self._inode = inode_of(path)
        self.mended = ""
        """What somebody did to the open file, and what became of it; mostly nothing."""
        self.asked = dict(_commands(connection))
        """What each command that was carried out asked for, by its id."""

    @classmethod
    def create(
        cls, path: Path, header: Entry, *, about: Mapping[str, str], connect: Connect = connect
    ) -> "BattleFile":
        """A new battle that begins with this header; there must be no such file yet."""
        lock = FileLock(path)
        try:
            # We alone make it, and never over something that is there.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError:
            lock.release()
            raise
        connection: Database | None = None
        try:
            connection = connect(path)
            make(connection)
            found = cls(path, connection=connection, lock=lock, connect=connect)
            found._begin(header, about={"format": FORMAT, **about})
            sync_folder(path.parent)
        except BaseException:
            if connection is not None:
                connection.close()
            path.unlink()
            lock.release()
            raise
        return found

    def close(self) -> None:
        """Let others have the file."""
        with suppress(sqlite3.Error):
            self._connection.close()
        self._lock.release()

    def append(
        self,
        entries: tuple[Entry, ...],
        *,
        sent: CommandRecord | None = None,
        seen: Snapshot | None = None,
        noted: Mapping[str, str] | None = None,
    ) -> None:
        """Commit what a command brought about; when this returns it is on the disk.

        `seen` is the table it was judged on, kept once however many events refer to it; `noted` is
        what else the file says of itself from then on.
        """
        self._mend()
        lines = [LogLine(sequence=e.sequence, hash=e.hash, text=written_line(e)) for e in entries]
        with transaction(self._connection):
            snapshot = None if seen is None else keep_snapshot(self._connection, seen)
            for line in lines:
                put_line(self._connection, line, snapshot=snapshot)
            last = lines[-1]
            self._run("UPDATE head SET events = ?, hash = ?", last.sequence + 1, last.hash)
            if sent is not None:
                put_command(self._connection, sent, first=lines[0].sequence, last=last.sequence)
                if sent.roll:
                    self._run("INSERT INTO about VALUES (?, ?)", f"{ROLL}{sent.id}", sent.roll)
            for name, value in (noted or {}).items():
                self._noted(name, value)
            adopt_pictures(self._connection, entries)
        if sent is not None:
            self.asked[sent.id] = sent.asked

    def refuse(self, refused: Refused, *, seen: Snapshot, most: int = MOST_REFUSALS) -> Refused:
        """Commit a refusal with the table that it was judged on; it comes back numbered and linked,
        and reads as it always will.
        """
        self._mend()
        last = self._run("SELECT number, hash FROM refusals ORDER BY number DESC LIMIT 1")
        number, previous = (int(last[0][0]), str(last[0][1])) if last else (0, START)
        text = written_refusal(replace(refused, number=number + 1, previous=previous))
        with transaction(self._connection):
            line = RefusedLine(
                number=number + 1,
                command_id=refused.command_id,
                snapshot=keep_snapshot(self._connection, seen),
                hash=digest(text),
                text=text,
            )
            put_refusal(self._connection, line)
            thin_refusals(self._connection, most=most)
        return read_refusal(line)

    def refused(self, command_id: str) -> Refused | None:
        """What a command was refused for, where that was kept."""
        found = refused_lines(self._run("SELECT * FROM refusals WHERE command = ?", command_id))
        return read_refusal(found[0]) if found else None

    def reopened(self) -> Chained:
        """Everything that the file holds after a fault, read again over a new connection."""
        with suppress(sqlite3.Error):
            self._connection.close()
        self._connection = self._connect(self.path)
        settle(self._connection)
        found = chained(self.lines())
        self.asked = dict(_commands(self._connection))
        return found

    def try_to_write(self) -> None:
        """Write and sync something small; a sqlite3.Error means that the disk still refuses."""
        with transaction(self._connection):
            self._run(
                "INSERT INTO about VALUES ('writes_tried', '1') ON CONFLICT (name) "
                "DO UPDATE SET value = CAST(value AS INTEGER) + 1"
            )

    def lines(self) -> Iterable[LogLine]:
        """All events in order, as they lie in the file."""
        found = self._run("SELECT sequence, hash, line FROM events ORDER BY sequence")
        return (LogLine(sequence=row[0], hash=str(row[1]), text=str(row[2])) for row in found)

    def rolls(self) -> Mapping[str, str]:
        """What the referee's own dice were worked out from, by the id of the command."""
        found = self._run("SELECT name, value FROM about WHERE name LIKE ?", f"{ROLL}%")
        return {str(name).removeprefix(ROLL): str(value) for name, value in found}

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """What a SELECT finds, for whoever looks back on the battle."""
        return self._run(sql, *parameters)

    def about(self) -> Mapping[str, str]:
        """What the file says of itself, by name."""
        return {str(name): str(value) for name, value in self._run("SELECT * FROM about")}

    def note(self, name: str, value: str) -> None:
        """Keep something that the file says of itself."""
        with transaction(self._connection):
            self._noted(name, value)

    def _noted(self, name: str, value: str) -> None:
        self._run("INSERT OR REPLACE INTO about VALUES (?, ?)", name, value)

    def snapshot_of(self, sequence: int) -> Snapshot | None:
        """The table that an event was judged on, where one was kept."""
        found = self._run(
            "SELECT content FROM snapshots JOIN events ON events.snapshot = snapshots.id "
            "WHERE events.sequence = ?",
            sequence,
        )
        return None if not found else snapshot_from_json(unpacked(found[0][0]).decode())

    def last_seen(self) -> tuple[int, Snapshot] | None:
        """The table of the latest event that was judged on one, and the event's number."""
        found = self._run(
            "SELECT events.sequence, content FROM events JOIN snapshots "
            "ON events.snapshot = snapshots.id ORDER BY events.sequence DESC LIMIT 1"
        )
        if not found:
            return None
        sequence, content = found[0]
        return int(sequence), snapshot_from_json(unpacked(content).decode())

    def add_picture(self, picture: Picture) -> None:
        """Keep a picture as evidence for an event."""
        if picture.media_type not in MEDIA_TYPES:
            expected = " or ".join(MEDIA_TYPES)
            raise BadInputError("media_type", expected=expected, got=repr(picture.media_type)[:60])
        if not 0 < len(picture.content) <= MOST_PICTURE_BYTES:
            raise BadInputError(
                "picture",
                expected=f"at most {MOST_PICTURE_BYTES:,} bytes",
                got=f"{len(picture.content):,}",
            )
        with transaction(self._connection):
            put_picture(self._connection, self._placed(picture))

    def _placed(self, picture: Picture) -> Picture:
        """With the event of its refusal, where that was disputed before the picture was packed."""
        if picture.refusal is None:
            return picture
        event = event_of(self._connection, picture.refusal, after=picture.sequence)
        return picture if event is None else replace(picture, sequence=event, refusal=None)

    def pictures(self, sequence: int) -> tuple[Picture, ...]:
        """The pictures that belong to an event."""
        found = self._run(
            "SELECT sequence, media_type, content, marks FROM pictures WHERE sequence = ? "
            "AND refusal IS NULL ORDER BY id",
            sequence,
        )
        return tuple(
            Picture(sequence=row[0], media_type=row[1], content=bytes(row[2]), marks=str(row[3]))
            for row in found
        )

    def thin_pictures(self, *, most: int, most_bytes: int) -> int:
        """Drop the oldest pictures beyond a number and a size; returns how many were dropped."""
        # Not in the order in which they were packed: two at once may overtake one another.
        rows = self._run("SELECT id, length(content) FROM pictures ORDER BY sequence DESC, id DESC")
        weight, kept = 0, 0
        for _, size in rows:
            if kept == most or weight + size > most_bytes:
                break
            weight, kept = weight + size, kept + 1
        lost = rows[kept:]
        if lost:
            with transaction(self._connection):
                for place, _ in lost:
                    self._run("DELETE FROM pictures WHERE id = ?", place)
        return len(lost)

    def keep_calibration(self, profile: bytes, *, since: int | None = None) -> None:
        """From now on, or from an event on, the camera measures with this profile; the same one
        again adds nothing.
        """
        digest = sha256(profile).hexdigest()
        latest = single(self._connection, "SELECT digest FROM calibrations ORDER BY id DESC")
        if latest == digest:
            return
        if since is None:
            since = int(single(self._connection, "SELECT events FROM head"))
        with transaction(self._connection):
            self._run(
                "INSERT INTO calibrations (digest, since, content) VALUES (?, ?, ?)",
                digest,
                since,
                packed(profile),
            )

    def calibration(self) -> bytes | None:
        """The profile that the camera measures with, if there is one."""
        latest = single(self._connection, "SELECT content FROM calibrations ORDER BY id DESC")
        return None if latest is None else unpacked(latest)

    def whole(self) -> bytes:
        """The file as it is, to be copied and mailed; between two appends nothing is missing."""
        self._mend()
        return self.path.read_bytes()

    def _mend(self) -> None:
        """Put the file back as we have it, where it was deleted or replaced under our hands."""
        connection = self._connection
        if inode_of(self.path) == self._inode or not isinstance(connection, sqlite3.Connection):
            return
        self.mended, self._inode = put_back(self.path, connection.serialize())
        connection.close()
        self._connection = self._connect(self.path)
        settle(self._connection)

    def _begin(self, header: Entry, *, about: Mapping[str, str]) -> None:
        line = LogLine(sequence=0, hash=header.hash, text=written_line(header))
        with transaction(self._connection):
            for name, value in about.items():
                self._run("INSERT INTO about VALUES (?, ?)", name, value)
            put_line(self._connection, line, snapshot=None)
            self._run("INSERT INTO head VALUES (1, 1, ?)", header.hash)

    def _run(self, sql: str, *parameters: object) -> list[Row]:
        return list(self._connection.execute(sql, parameters))


def put_line(connection: Database, line: LogLine, *, snapshot: int | None) -> None:
    """Write an event; inside of a transaction."""
    row = (line.sequence, line.hash, line.text, snapshot)
    list(connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row))


def put_command(connection: Database, sent: CommandRecord, *, first: int, last: int) -> None:
    """Write which events a command brought; inside of a transaction."""
    row = (sent.id, sent.asked, first, last, sent.body or None)
    list(connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", row))


def put_picture(connection: Database, picture: Picture) -> None:
    """Write a picture; inside of a transaction."""
    row = (
        picture.sequence,
        picture.media_type,
        sha256(picture.content).hexdigest(),
        picture.content,
        picture.marks,
        picture.refusal,
    )
    sql = (
        "INSERT INTO pictures (sequence, media_type, digest, content, marks, refusal) "
        "VALUES (?, ?, ?, ?, ?, ?)"
    )
    list(connection.execute(sql, row))


def keep_snapshot(connection: Database, snapshot: Snapshot) -> int:
    """Where a snapshot lies in the file; inside of a transaction."""
    text = snapshot_to_json(snapshot, indent=None).encode()
    digest = sha256(text).hexdigest()
    found = single(connection, "SELECT id FROM snapshots WHERE digest = ?", digest)
    if found is None:
        row = (snapshot.number, digest, packed(text))
        sql = "INSERT INTO snapshots (number, digest, content) VALUES (?, ?, ?) RETURNING id"
        found = single(connection, sql, *row)
    return int(found)


def _commands(connection: Database) -> Iterable[tuple[str, str]]:
    rows = connection.execute("SELECT id, asked FROM commands")
    return ((str(row[0]), str(row[1])) for row in rows)

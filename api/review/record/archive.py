"""Reads what a battle file holds beside its log: snapshots, commands, pictures and profiles.

It only ever selects, so it serves a file that is in play as well as one that is only looked at.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from api.battle_files.blobs import check_blobs, unpacked
from api.battle_files.file import Picture
from api.battle_files.refusals import RefusedLine, refused_lines
from api.battle_files.schema import Row
from rules.referee.log.entries import digest
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import snapshot_from_json
from rules.table.files.strict_json import parse
from rules.table.snapshot import Snapshot

Select = Callable[..., list[Row]]
"""Runs a SELECT with its parameters and gives all rows."""
SNAPSHOTS_AT_HAND: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCommand:
    """A command that was carried out, as it was given."""

    id: str
    first: int
    last: int
    """The events that it brought about, by sequence."""
    author: str
    command: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProfile:
    """A calibration that the camera measured with."""

    digest: str
    since: int
    """The first event that it may have been used for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A command of which it can no longer be said what it asked for."""

    id: str
    first: int
    last: int
    why: str
    is_changed: bool = False
    """Whether it is there, and is not what was asked for at the time."""


class Archive:
    """What lies in one battle file."""

    def __init__(self, select: Select) -> None:
        self._select = select
        self._snapshot = lru_cache(maxsize=SNAPSHOTS_AT_HAND)(self._read_snapshot)

    def about(self) -> dict[str, str]:
        """What the file says of itself."""
        return {str(name): str(value) for name, value in self._select("SELECT * FROM about")}

    def check_blobs(self) -> None:
        """Look at every table, profile and picture; a BadInputError names one that is damaged."""
        check_blobs(self._select)

    def has_bodies(self) -> bool:
        """Whether commands were kept with what they asked for: from format 2 on."""
        return "body" in self._columns("commands")

    def commands(self) -> tuple[AskedCommand | Unknown, ...]:
        """Every command in order."""
        return tuple(_asked(row) for row in self._select(f"{self._commands} ORDER BY first"))

    def command_of(self, sequence: int) -> AskedCommand | Unknown | None:
        """The command that brought an event about; None where no command did."""
        rows = self._select(f"{self._commands} WHERE ? BETWEEN first AND last", sequence)
        return _asked(rows[0]) if rows else None

    def command_rows(self) -> list[Row]:
        """Every command as it lies in the file: id, digest, first, last, and its body or None."""
        return self._select(f"{self._commands} ORDER BY first")

    @property
    def _commands(self) -> str:
        body = "body" if self.has_bodies() else "NULL"
        return f"SELECT id, asked, first, last, {body} FROM commands"

    def snapshot_ids(self) -> dict[int, int]:
        """By event, the place of the table that it was judged on."""
        sql = "SELECT sequence, snapshot FROM events WHERE snapshot IS NOT NULL"
        return {int(sequence): int(place) for sequence, place in self._select(sql)}

    def snapshot_of(self, sequence: int) -> Snapshot | None:
        """The table that an event was judged on, where one was kept."""
        rows = self._select("SELECT snapshot FROM events WHERE sequence = ?", sequence)
        place = rows[0][0] if rows else None
        return None if place is None else self._snapshot(int(place))

    def snapshot_before(self, sequence: int) -> Snapshot | None:
        """The last table that was kept up to an event; that of the event itself, if it has one."""
        sql = (
            "SELECT snapshot FROM events WHERE sequence <= ? AND snapshot IS NOT NULL "
            "ORDER BY sequence DESC LIMIT 1"
        )
        rows = self._select(sql, sequence)
        return self._snapshot(int(rows[0][0])) if rows else None

    def ruled_before(self, sequence: int) -> int | None:
        """The event that `snapshot_before` was kept for."""
        sql = "SELECT max(sequence) FROM events WHERE sequence <= ? AND snapshot IS NOT NULL"
        found = self._select(sql, sequence)[0][0]
        return None if found is None else int(found)

    def snapshot(self, place: int) -> Snapshot:
        """The table that lies there."""
        return self._snapshot(place)

    def refusals(self) -> tuple[RefusedLine, ...]:
        """The refusals that are kept, in order; files before format 3 kept none."""
        if not self._columns("refusals"):
            return ()
        return refused_lines(self._select("SELECT * FROM refusals ORDER BY number"))

    def refusal(self, number: int) -> RefusedLine | None:
        """The refusal of that number, if it is still kept."""
        if not self._columns("refusals"):
            return None
        found = refused_lines(self._select("SELECT * FROM refusals WHERE number = ?", number))
        return found[0] if found else None

    def refusal_pictures(self) -> tuple[Picture, ...]:
        """The pictures of refusals that nobody has disputed."""
        if "refusal" not in self._columns("pictures"):
            return ()
        rows = self._select(
            "SELECT sequence, media_type, content, marks, refusal FROM pictures "
            "WHERE refusal IS NOT NULL ORDER BY id"
        )
        return tuple(
            Picture(
                sequence=row[0],
                media_type=str(row[1]),
                content=bytes(row[2]),
                marks=str(row[3]),
                refusal=row[4],
            )
            for row in rows
        )

    def pictured(self) -> tuple[tuple[int, int], ...]:
        """The events that have a picture, each with its bytes."""
        sql = (
            "SELECT sequence, length(content) FROM pictures "
            f"WHERE {self._of_events} ORDER BY sequence, id"
        )
        return tuple((int(sequence), int(size)) for sequence, size in self._select(sql))

    def picture_of(self, sequence: int) -> Picture | None:
        """The latest picture of an event."""
        found = self.pictures_of(sequence)
        return found[0] if found else None

    def pictures_of(self, sequence: int) -> tuple[Picture, ...]:
        """All pictures of an event, the latest first."""
        marks = "marks" if "marks" in self._columns("pictures") else "''"
        sql = (
            f"SELECT sequence, media_type, content, {marks} FROM pictures "
            f"WHERE sequence = ? AND {self._of_events} ORDER BY id DESC"
        )
        return tuple(
            Picture(
                sequence=row[0], media_type=str(row[1]), content=bytes(row[2]), marks=str(row[3])
            )
            for row in self._select(sql, sequence)
        )

    @property
    def _of_events(self) -> str:
        """The condition for pictures of events, and not of refusals that only one seat knows of."""
        return "refusal IS NULL" if "refusal" in self._columns("pictures") else "1"

    def profiles(self) -> tuple[KeptProfile, ...]:
        """The calibrations in the order in which they came into use."""
        rows = self._select("SELECT digest, since FROM calibrations ORDER BY id")
        return tuple(KeptProfile(digest=str(row[0]), since=int(row[1])) for row in rows)

    def profile_of(self, sequence: int) -> KeptProfile | None:
        """The calibration that was in use at an event."""
        used = [each for each in self.profiles() if each.since <= sequence]
        return used[-1] if used else None

    def calibration(self, profile: KeptProfile) -> bytes:
        """The profile itself."""
        sql = "SELECT content FROM calibrations WHERE digest = ? AND since = ?"
        return unpacked(self._select(sql, profile.digest, profile.since)[0][0])

    def _columns(self, table: str) -> frozenset[str]:
        return frozenset(str(row[1]) for row in self._select(f"PRAGMA table_info({table})"))

    def _read_snapshot(self, place: int) -> Snapshot:
        sql = "SELECT digest, content FROM snapshots WHERE id = ?"
        rows = self._select(sql, place)
        if not rows:
            raise BadInputError("snapshots", expected=f"snapshot {place}", got="none")
        return snapshot_from_json(unpacked(rows[0][1]).decode())


def _asked(row: Row) -> AskedCommand | Unknown:
    name, asked, first, last, body = row
    places: dict[str, Any] = {"id": str(name), "first": int(first), "last": int(last)}
    if body is None:
        why = "the file was written before commands were kept: only a digest of it is there"
        return Unknown(**places, why=why)
    if asked and digest(str(body)) != asked:
        why = "what was asked for was changed since: its digest is another"
        return Unknown(**places, why=why, is_changed=True)
    try:
        value = parse(str(body), what="command")
        assert isinstance(value, dict)
        return AskedCommand(**places, author=str(value["author"]), command=dict(value["command"]))
    except (BadInputError, AssertionError, LookupError, TypeError) as fault:
        return Unknown(**places, why=f"what was asked for cannot be read: {fault}")

"""A table without a camera: the host says where everything stands, and it is kept on disk.

Terrain counts once it is confirmed. What was laid out or changed and not confirmed yet is a draft;
what counted before goes on counting until then. A lock keeps the ground as it is during a battle.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from api.errors import UserError
from api.files.lock import FileLock
from api.tables.held import HeldTable
from api.tables.kept import TableFiles, latest_kept
from api.tables.source import Listener, Listeners, Unsubscribe
from rules.referee.script.script_lines import TableEdited
from rules.referee.script.script_table import edited
from rules.table.bad_input import BadInputError, in_address
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, Terrain

MOST_PIECES: Final = 1000
MOST_AREAS: Final = 300

Edit = Callable[[HeldTable], HeldTable]


class LockedGroundError(Exception):
    """The terrain is locked; unlock it first."""


class UnknownThingError(KeyError):
    """There is no such piece or area; the message names those there are."""

    def __init__(self, what: str, name: str, *, known: tuple[str, ...]) -> None:
        self.known = known
        there = ", ".join(known) or "none"
        super().__init__(f"there is no {what} {name!r} on this table; there are: {there}")

    def __str__(self) -> str:
        return str(self.args[0])


class HandTable:
    """A table that is moved by hand. What an edit has returned from is on the disk.

    Only the last moves of pieces may be lost in a power cut: nobody waits for the disk ten times
    a second while a piece is dragged. They outlive the end of the program, however it ends.
    """

    __slots__ = ("_guard", "_held", "_is_ahead", "_keep", "_listeners", "_lock")

    def __init__(
        self, first: Snapshot | HeldTable, *, keep: Path | TableFiles | None = None
    ) -> None:
        """`keep` is the file it lives in; without one it is gone with the server.

        Files beside a battle, whose own file has a state of it, are kept by whoever gives them.
        """
        held = first if isinstance(first, HeldTable) else HeldTable(snapshot=first)
        self._guard = threading.Lock()
        self._listeners = Listeners()
        self._lock: FileLock | None = None
        self._keep = keep if isinstance(keep, TableFiles) else None
        self._is_ahead = False
        if isinstance(keep, TableFiles):
            later = keep.later_than(held)
            self._is_ahead = later is not held
            held = later
        elif keep is not None:
            self._lock = FileLock(keep)
            try:
                held = latest_kept(keep) if keep.exists() else held
            except UserError:
                self.close()
                raise
            self._keep = TableFiles(keep)
        self._held = held

    def latest(self) -> Snapshot:
        return self._held.snapshot

    def held(self) -> HeldTable:
        """The table with the drafts that do not count yet."""
        return self._held

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def takes(self, roster: Roster) -> bool:
        del roster
        return True

    def close(self) -> None:
        """Release the file for another program."""
        if self._lock is not None:
            self._lock.release()

    def edit(
        self,
        change: Edit,
        *,
        is_move: bool = False,
        commit: Callable[[HeldTable], None] | None = None,
    ) -> HeldTable:
        """Change the table as a whole; a BadInputError or OSError leaves it as it was.

        A move is written, and not waited for until it is on the disk itself. `commit` writes it
        together with something else: where that fails, the table stays as it was, too.
        """
        with self._guard:
            before = self._held
            after = change(before)
            if after != before:
                after = replace(after, edits=before.edits + 1)
            if commit is not None:
                commit(after)
                self._is_ahead = False
            elif after == before:
                return before
            elif self._keep is not None:
                self._keep.write(after, is_move=is_move)
                self._is_ahead = True
            self._held = after
        if after.snapshot is not before.snapshot:
            self._listeners.tell()
        return after

    def fold(self, keep: Callable[[HeldTable], None]) -> None:
        """Let the battle's file have what was kept beside it."""
        with self._guard:
            if self._is_ahead:
                keep(self._held)
                self._is_ahead = False
            if self._keep is not None:
                self._keep.remove()

    def found(self, held: HeldTable) -> None:
        """Take over what the battle's file turned out to have, where that is later."""
        with self._guard:
            if held.order <= self._held.order:
                return
            self._held = held
        self._listeners.tell()


def placed(piece: Mapping[str, object], *, roster: Roster) -> Edit:
    """Put a piece down or move it; one that was not there comes from the roster or whole."""

    def change(held: HeldTable) -> HeldTable:
        name = str(piece.get("id"))
        there = {each.id for each in held.snapshot.pieces}
        if name not in there and "footprint" in piece:
            value = written_snapshot(held.snapshot)
            pieces = value["pieces"]
            assert isinstance(pieces, list)
            value |= {"pieces": [*pieces, dict(piece)], "number": held.snapshot.number + 1}
            after = read_snapshot(value, "")
        else:
            after = edited(held.snapshot, TableEdited(move=(piece,)), roster=roster)
        if len(after.pieces) > MOST_PIECES:
            raise BadInputError("pieces", expected=f"at most {MOST_PIECES}", got="one more")
        return replace(held, snapshot=after)

    return change


def taken_off(name: str) -> Edit:
    """Take a piece off the table."""

    def change(held: HeldTable) -> HeldTable:
        known = tuple(each.id for each in held.snapshot.pieces)
        if name not in known:
            raise UnknownThingError("piece", name, known=known)
        left = tuple(each for each in held.snapshot.pieces if each.id != name)
        return replace(held, snapshot=_next(held.snapshot, pieces=left))

    return change


def laid_whole(snapshot: Snapshot) -> Edit:
    """Lay the whole table anew; the snapshots go on counting."""

    def change(held: HeldTable) -> HeldTable:
        number = max(held.snapshot.number + 1, snapshot.number)
        _refuse_many(snapshot)
        for index, piece in enumerate(snapshot.pieces):
            in_address(piece.id, f"pieces[{index}].id")
        for index, area in enumerate(snapshot.terrain):
            in_address(area.id, f"terrain[{index}].id")
        if held.locked and snapshot.terrain != held.snapshot.terrain:
            raise LockedGroundError
        return replace(held, snapshot=replace(snapshot, number=number))

    return change


def drafted(area: Terrain) -> Edit:
    """Lay out an area, or change one; it counts once it is confirmed."""

    def change(held: HeldTable) -> HeldTable:
        _refuse_locked(held)
        in_address(area.id, "id")
        # A table that has it finds out whether it fits.
        _with_area(held.snapshot, area)
        drafts = tuple(each for each in held.drafts if each.id != area.id)
        if len(drafts) >= MOST_AREAS:
            raise BadInputError("terrain", expected=f"at most {MOST_AREAS} drafts", got="one more")
        return replace(held, drafts=(*drafts, area))

    return change


def all_drafted(areas: Iterable[Terrain]) -> Edit:
    """Lay out all of them, or none where one does not fit."""

    def change(held: HeldTable) -> HeldTable:
        for area in areas:
            held = drafted(area)(held)
        return held

    return change


def confirmed(name: str) -> Edit:
    """From now on the draft of this area counts."""

    def change(held: HeldTable) -> HeldTable:
        _refuse_locked(held)
        draft = next((each for each in held.drafts if each.id == name), None)
        if draft is None:
            raise UnknownThingError("draft", name, known=tuple(each.id for each in held.drafts))
        rest = tuple(each for each in held.drafts if each.id != name)
        after = _with_area(held.snapshot, draft)
        _refuse_many(after)
        return replace(held, snapshot=after, drafts=rest)

    return change


def removed(name: str) -> Edit:
    """Take an area off the table, with its draft."""

    def change(held: HeldTable) -> HeldTable:
        _refuse_locked(held)
        known = tuple(dict.fromkeys(e.id for e in (*held.snapshot.terrain, *held.drafts)))
        if name not in known:
            raise UnknownThingError("area", name, known=known)
        areas = tuple(each for each in held.snapshot.terrain if each.id != name)
        drafts = tuple(each for each in held.drafts if each.id != name)
        snapshot = held.snapshot
        if areas != snapshot.terrain:
            snapshot = _next(snapshot, terrain=areas)
        return replace(held, snapshot=snapshot, drafts=drafts)

    return change


def with_lock(*, locked: bool) -> Edit:
    """Keep the ground as it is, or let it be changed again."""
    return lambda held: replace(held, locked=locked)


def _with_area(snapshot: Snapshot, area: Terrain) -> Snapshot:
    if any(each.id == area.id for each in snapshot.terrain):
        areas = tuple(area if each.id == area.id else each for each in snapshot.terrain)
    else:
        areas = (*snapshot.terrain, area)
    return _next(snapshot, terrain=areas)


def _next(snapshot: Snapshot, **changed: object) -> Snapshot:
    return replace(snapshot, number=snapshot.number + 1, **changed)  # type: ignore[arg-type]


def _refuse_locked(held: HeldTable) -> None:
    if held.locked:
        raise LockedGroundError


def _refuse_many(snapshot: Snapshot) -> None:
    for name, most, got in (
        ("pieces", MOST_PIECES, len(snapshot.pieces)),
        ("terrain", MOST_AREAS, len(snapshot.terrain)),
    ):
        if got > most:
            raise BadInputError(name, expected=f"at most {most}", got=f"{got}")

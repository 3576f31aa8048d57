"""Keeps a table that is moved by hand in two files: what is surely on the disk, and later moves."""

import os
from contextlib import suppress
from pathlib import Path

from api.errors import ExitCode, UserError
from api.files.synced import sync_folder
from api.tables.held import HeldTable, held_text, read_held
from rules.table.bad_input import BadInputError


class TableFiles:
    """The file of a table, and beside it that of its latest moves."""

    __slots__ = ("_entries", "_has_first", "_place")

    def __init__(self, place: Path, *, entries: int | None = None) -> None:
        """`entries` is how many a battle has whose own file has a state of the table."""
        self._place = place
        self._entries = entries
        self._has_first = entries is not None or place.exists()

    def write(self, held: HeldTable, *, is_move: bool) -> None:
        """Keep the table; only what is no move is waited for until it is on the disk."""
        # Moves are kept for a table that has been written.
        is_synced = not (is_move and self._has_first)
        _write(_moved(self._place) if not is_synced else self._place, held, is_synced=is_synced)
        self._has_first = True

    def later_than(self, held: HeldTable) -> HeldTable:
        """The latest of this and of what can be read here, but for what follows entries that the
        battle does not have.
        """
        found = [held]
        for place in (self._place, _moved(self._place)):
            with suppress(UserError):
                kept = _read(place)
                last = 0 if kept.follows is None else kept.follows.last
                if last <= (self._entries or 0):
                    found.append(kept)
        return max(found, key=lambda each: each.order)

    def remove(self) -> None:
        """What they hold is kept elsewhere."""
        for place in (self._place, _moved(self._place)):
            place.unlink(missing_ok=True)


def latest_kept(place: Path) -> HeldTable:
    """The table, and the moves after it if they came through; a UserError says what ails it."""
    held = _read(place)
    try:
        moved = _read(_moved(place))
    except UserError:
        # There were none, or a power cut has taken them.
        return held
    return moved if moved.order > held.order else held


def _moved(place: Path) -> Path:
    """Where the latest moves are, beside the table that is surely on the disk."""
    return place.with_name(f"{place.name}.moved")


def _write(place: Path, held: HeldTable, *, is_synced: bool) -> None:
    """Write beside the file, then put it in its place: it is never half there."""
    fresh = place.with_name(place.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(held_text(held))
        file.flush()
        if is_synced:
            os.fsync(file.fileno())
    os.replace(fresh, place)
    if is_synced:
        sync_folder(place.parent)


def _read(place: Path) -> HeldTable:
    try:
        return read_held(place.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadInputError) as failure:
        message = f"{place}: {failure}; move it away to begin with the example"
        raise UserError(message, ExitCode.BAD_INPUT) from failure

"""Chooses which of several tables is in play: the one moved by hand, or one that a camera sees."""

from dataclasses import replace
from typing import TYPE_CHECKING

from api.tables.hand import HandTable
from api.tables.held import HeldTable
from api.tables.source import (
    FileTable,
    FixedTable,
    Listener,
    Listeners,
    TableSource,
    Unsubscribe,
)
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.tables.camera import CameraTable


class SwitchedTable:
    """The table in play. Snapshots go on counting from one source to the next."""

    __slots__ = ("_counted", "_current", "_first", "_listeners", "_stop", "by_hand")

    def __init__(self, first: TableSource) -> None:
        self._listeners = Listeners()
        self._current = self._first = first
        self.by_hand = first if isinstance(first, HandTable) else None
        """The table to go back to when no camera is there."""
        self._stop = first.subscribe(self._listeners.tell)
        self._counted = 0

    @property
    def current(self) -> TableSource:
        """Where the snapshots come from now."""
        return self._current

    def counted(self, roster: Roster) -> int | None:
        """The number of the last snapshot that a camera saw before a battle of this roster was
        moved by hand; None while it is played on a table that is not.
        """
        current = self._current
        by_hand = isinstance(current, HandTable) or not current.takes(roster)
        return self._counted if by_hand else None

    def laid(self, roster: Roster) -> HeldTable | Snapshot:
        """What lies where a battle of this roster begins that brings no table."""
        table = self._current if self._current.takes(roster) else self._first
        return table.held() if isinstance(table, HandTable) else table.latest()

    def latest(self) -> Snapshot:
        return self._current.latest()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def takes(self, roster: Roster) -> bool:
        return self._current.takes(roster)

    def switch(self, table: TableSource) -> None:
        """From now on this is the table."""
        self._stop()
        number = self._current.latest().number
        if not isinstance(self._current, HandTable):
            self._counted = number
        if isinstance(table, HandTable):
            table.edit(lambda held: _counted_on(held, number=number))
        self._current = table
        self._stop = table.subscribe(self._listeners.tell)
        self._listeners.tell()


def of(table: TableSource) -> TableSource:
    """The source itself, whether it can be switched or not."""
    return table.current if isinstance(table, SwitchedTable) else table


def camera_table(table: TableSource) -> "CameraTable | None":
    """The camera's table, if that is the one in play."""
    found = of(table)
    if isinstance(found, HandTable | FixedTable | FileTable):
        # What sees is not loaded only to find out that nothing sees.
        return None
    from api.tables.camera import CameraTable

    return found if isinstance(found, CameraTable) else None


def _counted_on(held: HeldTable, *, number: int) -> HeldTable:
    """Numbered after everything that was seen before it."""
    snapshot = held.snapshot
    return replace(held, snapshot=replace(snapshot, number=max(number, snapshot.number) + 1))

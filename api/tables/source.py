"""What the server asks of any table: the latest snapshot, and word of a newer one."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from api.files.table_file import read_snapshot
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

Listener = Callable[[], None]
Unsubscribe = Callable[[], None]


class TableSource(Protocol):
    """One table, by whatever means it is known; its methods may be called from any thread."""

    def latest(self) -> Snapshot:
        """The table as it is now; a UserError where it cannot be known."""
        ...

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Call the listener, from some thread, each time `latest` has something new to say.

        Changes may be told together; a listener asks `latest`, and is not handed a snapshot.
        """
        ...

    def takes(self, roster: Roster) -> bool:
        """Whether a battle of this roster may be played on it."""
        ...


class Listeners:
    """Whoever wants to be told, and how they are told."""

    __slots__ = ("_guard", "_listeners")

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._listeners: dict[int, Listener] = {}

    def add(self, listener: Listener) -> Unsubscribe:
        """A listener, until what this returns is called."""
        with self._guard:
            key = max(self._listeners, default=0) + 1
            self._listeners[key] = listener

        def remove() -> None:
            with self._guard:
                self._listeners.pop(key, None)

        return remove

    def tell(self) -> None:
        """Call every listener, outside of any lock."""
        with self._guard:
            current = tuple(self._listeners.values())
        for listener in current:
            listener()


class FixedTable:
    """A table that never changes: an example, or what came from standard input."""

    __slots__ = ("_snapshot",)

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def latest(self) -> Snapshot:
        return self._snapshot

    def subscribe(self, listener: Listener) -> Unsubscribe:
        del listener
        return lambda: None

    def takes(self, roster: Roster) -> bool:
        del roster
        return True


LOOK_AGAIN_SECONDS: Final = 0.5
"""How often somebody has to call `look` for listeners to hear of a file that was written anew."""


class FileTable:
    """A table in a file that some other program or an editor writes; read anew at each look."""

    __slots__ = ("_listeners", "_place", "_seen")

    def __init__(self, place: str) -> None:
        read_snapshot(place)
        self._place = place
        self._listeners = Listeners()
        self._seen = self._state()

    def latest(self) -> Snapshot:
        return read_snapshot(self._place)

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def takes(self, roster: Roster) -> bool:
        del roster
        return True

    def look(self) -> None:
        """Tell the listeners if the file has been written since the last look."""
        state = self._state()
        if state != self._seen:
            self._seen = state
            self._listeners.tell()

    def _state(self) -> tuple[int, int] | None:
        try:
            found = Path(self._place).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

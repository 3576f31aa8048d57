"""Remembers what was read of each file of a folder for as long as the file does not change.

It is kept in a file of its own for the next start. Nothing but lists may rest on it: whoever can
write there can have a list tell what he likes.
"""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from api.files.synced import replace_whole

LARGEST: Final = 20_000_000
"""Bytes; ten thousand battles take a third of that."""
MOST: Final = 20_000
Value = TypeVar("Value")
Mark = tuple[int, int, int]
"""When a file was written, how long it is, and which one it is."""


class Remembered(Generic[Value]):
    """What was read, by the names of the files. For any thread."""

    def __init__(
        self,
        place: Path,
        *,
        version: str,
        written: Callable[[Value], object],
        read: Callable[[Any], Value],
    ) -> None:
        self._place = place
        self._version = version
        self._written = written
        self._read = read
        self._turn = Lock()
        self._known: dict[str, tuple[Mark, Value]] | None = None
        self._is_fresh = False

    def of(self, file: Path, make: Callable[[Path], Value]) -> Value:
        """What was read of a file; where it has changed, what `make` reads of it now."""
        with self._turn:
            if self._known is None:
                self._known = self._kept()
            about = file.stat()
            mark = (about.st_mtime_ns, about.st_size, about.st_ino)
            known = self._known.get(file.stem)
            if known is not None and known[0] == mark:
                return known[1]
            found = make(file)
            while len(self._known) >= MOST:
                del self._known[next(iter(self._known))]
            self._known[file.stem] = (mark, found)
            self._is_fresh = True
            return found

    def keep(self, names: frozenset[str]) -> None:
        """Write down what was read anew, of files that are there."""
        with self._turn:
            if not self._is_fresh or self._known is None:
                return
            self._known = {name: each for name, each in self._known.items() if name in names}
            told = {name: [mark, self._written(each)] for name, (mark, each) in self._known.items()}
            text = json.dumps({"umpire": self._version, "files": told})
            self._is_fresh = False
            try:
                replace_whole(self._place, text.encode())
            except OSError:
                # A full disk is told where it matters; here files are only read once more.
                self._is_fresh = True

    def _kept(self) -> dict[str, tuple[Mark, Value]]:
        try:
            with self._place.open("rb") as file:
                value = json.loads(file.read(LARGEST))
            if value["umpire"] != self._version:
                return {}
            return {
                str(name): (_mark_from(mark), self._read(told))
                for name, (mark, told) in value["files"].items()
            }
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}


def _mark_from(value: Any) -> Mark:
    written, size, inode = value
    return (int(written), int(size), int(inode))

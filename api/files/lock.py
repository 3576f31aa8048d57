"""Locks a file for one program, by a lock beside it that the end of the program always releases."""

import os
import sys
from pathlib import Path
from typing import Final

ENDING: Final = ".lock"
IN_USE: Final = (
    ": expected a file that nobody else has open, got one that another Paper Umpire is using; "
    "stop that one first"
)


class InUseError(Exception):
    """Another program, or this one in another place, has the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}{IN_USE}")
        self.path = path


class FileLock:
    """Held from when it is made until it is released or the process ends, however it ends."""

    __slots__ = ("_file", "_path")

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ENDING)
        self._file: int | None = None
        while self._file is None:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locked(file):
                os.close(file)
                raise InUseError(path)
            # Its holder may have removed it between our two steps: then it locks nothing.
            if _is_still_there(file, self._path):
                self._file = file
            else:
                os.close(file)

    def release(self) -> None:
        """Release it for others; a second call does nothing."""
        if self._file is None:
            return
        if sys.platform != "win32":
            # There an open file cannot be removed, and it does no harm where it is.
            self._path.unlink(missing_ok=True)
        os.close(self._file)
        self._file = None


def _is_still_there(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

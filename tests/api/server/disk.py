"""A disk that keeps only what was synced, may lose its power at any moment, and may refuse.

SQLite writes to it through a VFS of its own, in memory. Every operation is recorded, so that one
run gives as many power cuts as there are moments in it. What was written and not synced is on the
disk after a cut, or is not, or in part: each sector of 512 bytes by the throw of a die. A file that
was created or removed may still be there or not until its folder was synced.
"""

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import apsw

SECTOR: Final = 512

NAMES: Final = iter(f"umpire-test-{number}" for number in range(10**9))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One operation on the disk, in the order they came."""

    what: str
    file: str
    at: int = 0
    data: bytes = b""
    synced: bool = False
    """For a removal: whether the folder was synced before it returned."""


@dataclass(slots=True, eq=False)
class Disk:
    """Files by name as their programs see them, and everything that was done to them."""

    files: dict[str, bytearray] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    fault: Callable[[Deed], apsw.Error | None] = lambda _deed: None
    """Which operation fails, and with what; it has no effect then."""

    def do(self, deed: Deed) -> None:
        failure = self.fault(deed)
        if failure is not None:
            raise failure
        self.deeds.append(deed)
        _apply(self.files, deed)

    def after_cut(self, moment: int, *, rng: random.Random) -> dict[str, bytes]:
        """What is on the disk if the power fails after that many operations."""
        durable: dict[str, bytearray] = {}
        open_deeds: dict[str, list[Deed]] = {}
        removed: dict[str, bytearray] = {}
        for deed in self.deeds[:moment]:
            if deed.what == "sync":
                # The folder is synced with a file that is new, as SQLite does for its journals.
                durable[deed.file] = _with(durable.get(deed.file), open_deeds.pop(deed.file, []))
                if deed.synced:
                    removed.clear()
            elif deed.what == "remove":
                lost = durable.pop(deed.file, None)
                open_deeds.pop(deed.file, None)
                if deed.synced:
                    removed.clear()
                elif lost is not None:
                    removed[deed.file] = lost
            else:
                open_deeds.setdefault(deed.file, []).append(deed)
        for name, content in removed.items():
            if name not in durable and rng.random() < 0.5:
                durable[name] = content
        for name, deeds in open_deeds.items():
            if name in durable or rng.random() < 0.5:
                durable[name] = _with(durable.get(name), _torn(deeds, rng))
        return {name: bytes(content) for name, content in durable.items()}


def _apply(files: dict[str, bytearray], deed: Deed) -> None:
    if deed.what == "remove":
        files.pop(deed.file, None)
    elif deed.what != "sync":
        files[deed.file] = _with(files.get(deed.file), [deed])


def _with(before: bytearray | None, deeds: Sequence[Deed]) -> bytearray:
    content = bytearray() if before is None else before
    for deed in deeds:
        if deed.what == "write":
            missing = deed.at + len(deed.data) - len(content)
            content.extend(bytes(max(0, missing)))
            content[deed.at : deed.at + len(deed.data)] = deed.data
        elif deed.what == "truncate":
            del content[deed.at :]
    return content


def _torn(deeds: Sequence[Deed], rng: random.Random) -> list[Deed]:
    """Some of what was not synced, a sector at a time."""
    kept: list[Deed] = []
    for deed in deeds:
        if deed.what != "write":
            kept += [deed] if rng.random() < 0.5 else []
            continue
        for start in range(0, len(deed.data), SECTOR):
            if rng.random() < 0.5:
                part = deed.data[start : start + SECTOR]
                kept.append(Deed(what="write", file=deed.file, at=deed.at + start, data=part))
    return kept


class Shim(apsw.VFS):
    """The disk as SQLite sees it."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.vfs_name = next(NAMES)
        super().__init__(self.vfs_name, "")

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802 - apsw's names
        file = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        is_new = file not in self.disk.files
        if is_new:
            self.disk.do(Deed(what="create", file=file))
        flags[1] = flags[0]
        return _OpenFile(self.disk, file, is_new=is_new)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        if filename not in self.disk.files:
            raise apsw.IOError
        self.disk.do(Deed(what="remove", file=filename, synced=bool(syncdir)))

    def xAccess(self, pathname: str, _flags: int) -> bool:  # noqa: N802
        return pathname in self.disk.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class _OpenFile:
    def __init__(self, disk: Disk, file: str, *, is_new: bool) -> None:
        self._disk, self._file, self._is_new = disk, file, is_new

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._disk.files[self._file][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.do(Deed(what="write", file=self._file, at=offset, data=bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.do(Deed(what="truncate", file=self._file, at=size))

    def xSync(self, _flags: int) -> None:  # noqa: N802
        self._disk.do(Deed(what="sync", file=self._file, synced=self._is_new))
        self._is_new = False

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._disk.files[self._file])

    def xLock(self, _level: int) -> None:  # noqa: N802
        """Nobody else can have it."""

    xUnlock = xLock  # noqa: N815

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xClose(self) -> None:  # noqa: N802
        """Nothing to let go of."""

    def xFileControl(self, _op: int, _pointer: int) -> bool:  # noqa: N802
        return False

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR


class ShimConnection:
    """SQLite over the disk, with the faults by the names of the standard library.

    `weak` is a way of syncing that is set instead of the one asked for, behind everybody's back;
    `forgiving` takes a commit that fails for one that has not.
    """

    def __init__(self, path: Path, *, shim: Shim, weak: str, forgiving: bool) -> None:
        self._weak = weak
        self._forgiving = forgiving
        try:
            self._connection = apsw.Connection(str(path), vfs=shim.vfs_name)
        except apsw.Error as failure:
            raise _by_standard_name(failure) from failure

    def execute(self, sql: str, parameters: Sequence[object] = (), /) -> list[tuple[Any, ...]]:
        if self._weak and sql.startswith("PRAGMA synchronous"):
            list(self._connection.execute(f"PRAGMA synchronous = {self._weak}"))
            return [(3,)]
        try:
            return list(self._connection.execute(sql, tuple(parameters)))
        except apsw.Error as failure:
            if self._forgiving and sql == "COMMIT":
                return []
            raise _by_standard_name(failure) from failure

    def close(self) -> None:
        with suppress(apsw.Error):
            self._connection.close()


def _by_standard_name(failure: apsw.Error) -> sqlite3.OperationalError:
    told = sqlite3.OperationalError(str(failure))
    told.sqlite_errorcode = getattr(failure, "result", apsw.SQLITE_IOERR)
    return told


def connecting(
    disk: Disk, *, weak: str = "", forgiving: bool = False
) -> Callable[[Path], ShimConnection]:
    """How a battle file is opened on this disk."""
    shim = Shim(disk)
    return lambda path: ShimConnection(path, shim=shim, weak=weak, forgiving=forgiving)

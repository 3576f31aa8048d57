"""Packs battles, set-ups, keys, memories and settings into one file, also while they are in use."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from api.backup.contents import (
    BATTLE,
    BATTLES,
    LIST,
    REMEMBERED,
    SETTINGS,
    BackupContents,
    PackedFile,
)
from api.backup.places import KeptPlaces
from api.errors import ExitCode, UserError
from api.files.lock import ENDING as LOCK
from api.files.new_folder import fresh_file
from api.review.folder.making import copy_battle

OF_A_RUN: Final = frozenset({"umpire.running", "umpire.page", "states"})
"""What a running umpire says of itself, and what it makes anew from the battles."""
JOURNAL: Final = "-journal"
CHUNK: Final = 1 << 20
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)


def back_up(
    places: KeptPlaces,
    target: Path,
    *,
    umpire: str,
    now: datetime,
    step: Callable[[int, int], None],
) -> BackupContents:
    """Write a new file with everything; `step` hears how many files are done, and of how many."""
    sources = sorted(_sources(places))
    if not any(name.startswith(BATTLES) for name, _ in sources):
        raise UserError(
            f"there is nothing to keep: no battle and no camera's set-up in {places.battles}",
            ExitCode.USAGE,
        )
    if target.exists():
        message = f"{target} is there already, and may hold your work: name another file"
        raise UserError(message, ExitCode.USAGE)
    files: list[PackedFile] = []
    with (
        fresh_file(target, force=False) as fresh,
        TemporaryDirectory() as scratch,
        fresh.open("wb") as file,
    ):
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            for number, (name, source) in enumerate(sources, 1):
                files += _packed(archive, name, source=source, scratch=Path(scratch))
                step(number, len(sources))
            made = now.isoformat(timespec="seconds")
            found = BackupContents(umpire=umpire, made=made, files=tuple(files))
            archive.writestr(_entry(LIST), found.written())
        file.flush()
        os.fsync(file.fileno())
    return found


def _sources(places: KeptPlaces) -> Iterator[tuple[str, Path]]:
    for head, folder in ((BATTLES, places.battles), (REMEMBERED, places.remembered)):
        for place in _files_in(folder):
            yield f"{head}/{place.relative_to(folder).as_posix()}", place
    if places.settings.is_file():
        yield SETTINGS, places.settings


def _files_in(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder, onerror=_unread):
        here = Path(at)
        folders[:] = [each for each in folders if _is_kept(each)]
        yield from (here / each for each in names if _is_kept(each) and (here / each).is_file())


def _unread(failure: OSError) -> None:
    if not isinstance(failure, FileNotFoundError):
        reason = failure.strerror or str(failure)
        raise UserError(f"{failure.filename}: cannot be read: {reason}", ExitCode.BAD_INPUT)


def _is_kept(name: str) -> bool:
    passing = name.startswith(".") or name.endswith((LOCK, JOURNAL))
    return not passing and name not in OF_A_RUN


def _packed(archive: ZipFile, name: str, *, source: Path, scratch: Path) -> Iterator[PackedFile]:
    """A file, or a battle as it is at one moment, also while somebody plays it."""
    if not name.endswith(BATTLE):
        yield _written(archive, name, source=source)
        return
    copied = scratch / "copied"
    try:
        copy_battle(source, copied)
    except sqlite3.DatabaseError:
        # What is damaged is kept as it is, with what it was being mended from.
        copied.unlink(missing_ok=True)
        yield _written(archive, name, source=source)
        journal = source.with_name(source.name + JOURNAL)
        if journal.is_file():
            yield _written(archive, name + JOURNAL, source=journal)
        return
    yield _written(archive, name, source=copied)
    copied.unlink()


def _written(archive: ZipFile, name: str, *, source: Path) -> PackedFile:
    digest, size = sha256(), 0
    try:
        opened: IO[bytes] = source.open("rb")
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{source}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    with opened as read, archive.open(_entry(name), "w", force_zip64=True) as put:
        while chunk := read.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
            put.write(chunk)
    return PackedFile(name=name, size=size, digest=digest.hexdigest())


def _entry(name: str) -> ZipInfo:
    """For its owner alone, wherever it is unpacked; when is told in the list."""
    entry = ZipInfo(name, date_time=_EARLIEST)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry

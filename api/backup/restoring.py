"""Brings back what a backup holds: all of it is looked at first, and nothing is written over."""

import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from os import PathLike
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from zipfile import BadZipFile, ZipFile

from api.backup.contents import BATTLES, LIST, SETTINGS, BackupContents, PackedFile, read_contents
from api.backup.packing import CHUNK
from api.backup.places import KeptPlaces
from api.errors import ExitCode, UserError
from api.files.new_folder import make_empty, writing
from api.files.synced import sync_folder
from rules.table.bad_input import BadInputError

LONGEST_LIST: Final = 64_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was brought back, and what was not, as it is here already."""

    contents: BackupContents
    left: tuple[str, ...]


def restore(source: Path, places: KeptPlaces, *, step: Callable[[int, int], None]) -> Restored:
    """Bring everything back into places where nothing is; `step` hears how far it is."""
    with ExitStack() as opened:
        with _reading(source):
            archive = opened.enter_context(ZipFile(source))
            contents = _contents(archive, source)
        make_empty(places.battles)
        return _restored(archive, contents, places=places, step=step)


@contextmanager
def _reading(source: str | PathLike[str] | None) -> Iterator[None]:
    """Tell that a backup is damaged, in whatever way the archive does."""
    try:
        yield
    except BadInputError as failure:
        raise UserError(f"{source}: {failure}", ExitCode.BAD_INPUT) from failure
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error) as bad:
        raise _bad(source, expected="a whole backup of the umpire", got=str(bad)) from bad
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{source}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure


def _bad(source: str | PathLike[str] | None, *, expected: str, got: str) -> UserError:
    return UserError(f"{source}: expected {expected}, got: {got}", ExitCode.BAD_INPUT)


def _contents(archive: ZipFile, source: Path) -> BackupContents:
    names = archive.namelist()
    if LIST not in names:
        raise _bad(source, expected=f"a backup of the umpire, with a {LIST} in it", got="none")
    if archive.getinfo(LIST).file_size > LONGEST_LIST:
        raise _bad(source, expected=f"{LIST} of at most {LONGEST_LIST} bytes", got="more")
    found = read_contents(archive.read(LIST).decode("utf-8"))
    missing = [each.name for each in found.files if each.name not in names]
    if missing:
        raise _bad(source, expected=f"{missing[0]}, which its list names", got="no such file in it")
    return found


def _restored(
    archive: ZipFile,
    contents: BackupContents,
    *,
    places: KeptPlaces,
    step: Callable[[int, int], None],
) -> Restored:
    home = places.battles.absolute().parent
    with writing(places.battles):
        _room_for(contents.size, home)
        # Beside its place, so that it comes into it whole, by one renaming.
        fresh = Path(mkdtemp(dir=home, prefix=f".{places.battles.name}."))
        try:
            for number, each in enumerate(contents.files, 1):
                _unpack(archive, each, place=fresh / each.name)
                step(number, len(contents.files))
            (fresh / BATTLES).mkdir(mode=0o700, exist_ok=True)
            left = tuple(_put_beside(contents, fresh, places=places))
            places.battles.rmdir()
            (fresh / BATTLES).replace(places.battles)
            sync_folder(home)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return Restored(contents=contents, left=left)


def _room_for(size: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        message = f"{folder}: expected room for {size / 1e6:.0f} MB, got {free / 1e6:.0f} MB"
        raise UserError(message, ExitCode.USAGE)


def _unpack(archive: ZipFile, listed: PackedFile, *, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    digest, size = sha256(), 0
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        for chunk in _chunks(archive, listed):
            size += len(chunk)
            if size > listed.size:
                break
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if size != listed.size or digest.hexdigest() != listed.digest:
        expected = f"{listed.name} as it was packed"
        raise _bad(archive.filename, expected=expected, got="another content")


def _chunks(archive: ZipFile, listed: PackedFile) -> Iterator[bytes]:
    with _reading(archive.filename), archive.open(listed.name) as packed:
        while chunk := packed.read(CHUNK):
            yield chunk


def _put_beside(contents: BackupContents, fresh: Path, *, places: KeptPlaces) -> list[str]:
    """Memories and settings go where they belong; what is there already stays, and is told."""
    left = []
    for each in contents.files:
        if each.name.startswith(f"{BATTLES}/"):
            continue
        inside = Path(each.name)
        goes = places.remembered.parent / inside
        place = places.settings if each.name == SETTINGS else goes
        if place.exists():
            left.append(each.name)
            continue
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.move(fresh / inside, place)
    return left

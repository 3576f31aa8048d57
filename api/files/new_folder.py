"""Makes folders and files for results, so that nobody's work is overwritten."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.errors import ExitCode, FileAdvice, FileError
from api.files.synced import sync_folder


def make_empty(folder: Path) -> None:
    """Make the folder; files that are there already may be somebody's work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise FileError(
            folder, f": cannot be made: {reason}", exit_code=ExitCode.USAGE
        ) from failure
    if not is_empty:
        says = " is not empty, and may hold your work: name another folder"
        raise FileError(folder, says, exit_code=ExitCode.USAGE)


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Turns a full disk, or one without permission, into what the person is told."""
    try:
        yield
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise FileError(
            place, f": cannot be written: {reason}", exit_code=ExitCode.USAGE
        ) from failure


def check_new(place: Path, *, force: bool) -> None:
    """Refuse early what ``write_whole`` would refuse after all the work."""
    if place.exists() and not force:
        says = " is there already, and may hold your work"
        advice = FileAdvice.OVERWRITE
        raise FileError(place, says, exit_code=ExitCode.USAGE, advice=advice)
    if place.is_dir():
        raise FileError(place, " is a folder: name a file", exit_code=ExitCode.USAGE)
    if not place.absolute().parent.is_dir():
        raise FileError(place, ": there is no folder ", place.parent, exit_code=ExitCode.USAGE)


@contextmanager
def fresh_file(place: Path, *, force: bool) -> Iterator[Path]:
    """A file that is put into its place once all has gone well: nobody ever finds a half."""
    check_new(place, force=force)
    with writing(place):
        handle, name = tempfile.mkstemp(dir=place.absolute().parent, prefix=f".{place.name}.")
        os.close(handle)
        fresh = Path(name)
        try:
            yield fresh
            if force:
                fresh.replace(place)
            else:
                # Unlike a rename, this fails if somebody else was faster.
                _link(fresh, place)
            sync_folder(place.absolute().parent)
        finally:
            fresh.unlink(missing_ok=True)


def write_whole(content: bytes, *, place: Path, force: bool) -> None:
    """Write a file wholly or not at all: whoever reads it never finds a half."""
    with fresh_file(place, force=force) as fresh:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # It was made readable by its owner alone; a profile is no secret.
        fresh.chmod(0o644)


def _link(fresh: Path, place: Path) -> None:
    try:
        place.hardlink_to(fresh)
    except FileExistsError:
        check_new(place, force=False)
        raise
    except OSError:
        # Some disks know no links.
        check_new(place, force=False)
        fresh.replace(place)

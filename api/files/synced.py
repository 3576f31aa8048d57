"""Replaces files so that a power cut leaves the old one or the new one, and never brings one back.

A file that is renamed over another one is there at once, and after a power cut it may be the old
one again: until its folder, too, is on the disk.
"""

import errno
import os
from pathlib import Path
from typing import Final

UNABLE: Final = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM})
"""What a file system says that does not sync folders, as some of a network do not."""


class Disk:
    """The three things that have to come in this order; a test brings a disk that loses power."""

    def write(self, place: Path, content: bytes) -> None:
        """Write a file for its owner alone, and wait until it is on the disk."""
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def replace(self, fresh: Path, place: Path) -> None:
        """Put a file in the place of another one."""
        os.replace(fresh, place)

    def sync(self, folder: Path) -> None:
        """Wait until the names in a folder are on the disk."""
        sync_folder(folder)


DISK: Final = Disk()


def replace_whole(place: Path, content: bytes, *, disk: Disk = DISK) -> None:
    """Write a file anew; when this returns, it is what is there after a power cut."""
    fresh = place.with_name(f"{place.name}.new")
    disk.write(fresh, content)
    disk.replace(fresh, place)
    disk.sync(place.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system knows such a thing."""
    if os.name == "nt":
        # There a folder cannot be opened, and a rename is written with the file system's own log.
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as failure:
        if failure.errno not in UNABLE:
            raise

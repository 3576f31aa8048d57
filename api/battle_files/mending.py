"""Puts a battle file back that somebody has deleted or replaced while it was open.

The open file still has all that was ever committed, under whatever name. What lies in its place is
kept beside it: it may be somebody's work.
"""

import os
from itertools import count
from pathlib import Path
from typing import Final

from api.files.synced import replace_whole

REPLACED: Final = ".replaced"


def inode_of(path: Path) -> int:
    """Which file it is, whatever its name; 0 where there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def put_back(path: Path, content: bytes) -> tuple[str, int]:
    """Write the file anew; what is told of it, and which file it is now."""
    told = "Its file was deleted while it was played; it was written anew, and nothing is lost."
    if path.exists():
        aside = next(
            place
            for place in (path.with_name(f"{path.name}{REPLACED}-{n}") for n in count(1))
            if not place.exists()
        )
        os.replace(path, aside)
        told = (
            "Its file was replaced by another one while it was played. This battle was written "
            f"anew, and nothing of it is lost; the other file lies beside it as {aside.name}."
        )
    replace_whole(path, content)
    return told, inode_of(path)

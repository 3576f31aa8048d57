"""Says how battles may be called, and lists those of a folder without looking at each again."""

import os
import time
from pathlib import Path
from typing import Final

from api.battle_files.file import ENDING

LONGEST_NAME: Final = 64
SURE_NS: Final = 50_000_000
"""Clocks of file systems stand still for so long at most: what changed just now may change again
and look the same.
"""


class NamesIn:
    """The battles of a folder; it is gone through again once its names have changed.

    Whatever is written to a battle makes and removes a journal beside it, and is noticed by that.
    """

    __slots__ = ("_folder", "_found")

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: tuple[int, tuple[str, ...]] | None = None

    def now(self) -> tuple[str, ...]:
        """The id of every battle, the one that was written last first."""
        changed = self._folder.stat().st_mtime_ns
        if self._found is not None and self._found[0] == changed:
            return self._found[1]
        is_sure = time.time_ns() - changed > SURE_NS
        found = self._looked()
        self._found = (changed, found) if is_sure else None
        return found

    def _looked(self) -> tuple[str, ...]:
        with os.scandir(self._folder) as entries:
            found = [
                (-each.stat().st_mtime_ns, each.name.removesuffix(ENDING))
                for each in entries
                if each.name.endswith(ENDING) and is_name(each.name.removesuffix(ENDING))
            ]
        return tuple(name for _, name in sorted(found))


def is_name(name: str) -> bool:
    """Whether a battle may be called so: a plain name of a file, whatever an address says.

    >>> is_name("c7c0181ac7"), is_name("../c7"), is_name(".x"), is_name("")
    (True, False, False, False)
    """
    return (
        0 < len(name) <= LONGEST_NAME
        and not name.startswith(".")
        and name.isprintable()
        and not (set(name) & set("/\\:\0"))
    )

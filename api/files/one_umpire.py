"""Lets one umpire alone keep a folder, and says which one it is to whoever comes second."""

import json
import os
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.lock import FileLock, InUseError
from api.wording import shown

NAME: Final = "umpire"
LONGEST: Final = 2000


class FolderKeeper:
    """Held while an umpire runs on a folder of battles; another one gets a UserError at once."""

    __slots__ = ("_lock", "_told")

    def __init__(self, folder: Path) -> None:
        self._told = folder / f"{NAME}.running"
        try:
            self._lock = FileLock(folder / NAME)
        except InUseError as failure:
            message = (
                f"{folder}: another umpire runs on this folder: {_who(self._told)}. Use that one, "
                "stop it first, or name another folder with --battles"
            )
            raise UserError(message, ExitCode.USAGE) from failure

    def announce(self, address: str) -> None:
        """Say where the page is, without the token, for whoever comes second."""
        told = {"process": os.getpid(), "address": address}
        self._told.write_text(json.dumps(told), encoding="utf-8")

    def release(self) -> None:
        """Let another one have the folder."""
        self._told.unlink(missing_ok=True)
        self._lock.release()


def _who(told: Path) -> str:
    """In words, as far as it has said so; it may be about to."""
    try:
        with told.open(encoding="utf-8") as file:
            value = json.loads(file.read(LONGEST))
        return shown(f"process {int(value['process'])}, at {value['address']!s:.100}")
    except (OSError, ValueError, LookupError, TypeError):
        return "it is just starting"

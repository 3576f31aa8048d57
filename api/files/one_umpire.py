"""Lets one umpire alone keep a folder, and says which one it is to whoever comes second."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.lock import FileLock, InUseError
from api.wording import shown

NAME: Final = "umpire"
LONGEST: Final = 2000
PAGE: Final = f"{NAME}.page"
"""Where the host's own address lies while an umpire runs: it opens everything."""


class FolderKeeper:
    """Held while an umpire runs on a folder of battles; another one gets a UserError at once."""

    __slots__ = ("_lock", "_page", "_told")

    def __init__(self, folder: Path) -> None:
        self._told = folder / f"{NAME}.running"
        self._page = folder / PAGE
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

    def let_open(self, page: str) -> None:
        """Keep the host's own address for `umpire open`, in a file that its user alone reads."""
        self._page.unlink(missing_ok=True)
        number = os.open(self._page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(page)

    def release(self) -> None:
        """Let another one have the folder."""
        self._told.unlink(missing_ok=True)
        self._page.unlink(missing_ok=True)
        self._lock.release()


def page_of_host(folder: Path) -> str | None:
    """The host's own address of the umpire that runs on a folder; None where none does."""
    try:
        lock = FileLock(folder / NAME)
    except InUseError:
        with suppress(OSError), (folder / PAGE).open(encoding="utf-8") as file:
            return file.read(LONGEST).strip() or None
        return None
    except OSError:
        return None
    lock.release()
    return None


def _who(told: Path) -> str:
    """In words, as far as it has said so; it may be about to."""
    try:
        with told.open(encoding="utf-8") as file:
            value = json.loads(file.read(LONGEST))
        return shown(f"process {int(value['process'])}, at {value['address']!s:.100}")
    except (OSError, ValueError, LookupError, TypeError):
        return "it is just starting"

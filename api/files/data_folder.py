"""Finds the folder in which the umpire keeps what must still be there tomorrow."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from api.errors import ExitCode, UserError

NAME = "paper-umpire"


def data_folder(
    *, environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """Where programs of this kind of computer keep their users' data; it may not be there yet.

    >>> print(data_folder(environment={"XDG_DATA_HOME": "/data"}, platform="linux").as_posix())
    /data/paper-umpire
    """
    if platform == "win32" and "LOCALAPPDATA" in environment:
        return Path(environment["LOCALAPPDATA"]) / NAME
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    if environment.get("XDG_DATA_HOME"):
        return Path(environment["XDG_DATA_HOME"]) / NAME
    return Path.home() / ".local" / "share" / NAME


def made_folder(place: Path) -> Path:
    """The folder, made if it is not there, for nobody else to look into."""
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(
            f"{place}: expected a folder for the battles, got: {reason}", ExitCode.BAD_INPUT
        ) from failure
    return place

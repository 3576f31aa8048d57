"""Tells which version of Paper Umpire this is."""

from importlib import metadata
from typing import Final

from api import DISTRIBUTION

NOT_INSTALLED: Final = "from source, not installed"


def version() -> str:
    """The version that is installed; a bare checkout has none."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED

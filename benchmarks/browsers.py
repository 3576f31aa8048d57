"""Finds a Chromium on this computer."""

import shutil
from pathlib import Path
from typing import Final

LIGHT: Final = "chromium-headless-shell"
"""Draws pages as the whole browser does, for three quarters of what that computes."""
WHOLE: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES: Final = (LIGHT, *WHOLE)


def has_browser() -> bool:
    """Whether there is any."""
    return any(shutil.which(name) for name in NAMES)


def chromium_here(*, light: bool = False) -> Path:
    """The one that people use, or rather the light one; the other if need be."""
    names = NAMES if light else (*WHOLE, LIGHT)
    return Path(next(found for name in names if (found := shutil.which(name))))

"""Keeps the token of whoever reads the metrics, in a file that the host's user alone can read."""

import os
import secrets
from pathlib import Path
from typing import Final

FILE: Final = "metrics.token"
TOKEN_BYTES: Final = 16


def monitor_token(folder: Path) -> str:
    """The token, made where there is none yet; nothing where it can be neither made nor read."""
    place = folder / FILE
    try:
        made = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(TOKEN_BYTES))
    except FileExistsError:
        pass
    except OSError:
        return ""
    try:
        token = place.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    # A file that was emptied lets nobody in, and neither does one that anybody could guess.
    return token if len(token) >= TOKEN_BYTES else ""

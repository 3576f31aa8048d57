"""Checks what the host types on the page as a camera, before anything opens it."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from api.errors import ExitCode, UserError

LONGEST: Final = 500
SCHEMES: Final = ("http", "https", "rtsp")
_SHOWN: Final = 8
"""So many files of the folder are named where another one was typed."""


def typed_source(text: str, *, recordings: Path) -> str:
    """What opens the camera; a UserError says what there is to type.

    An address of a stream is taken as it is. A file is one of the folder of recordings, by its name
    alone: nothing else of this computer can be read from the page.
    """
    text = text.strip()
    if "://" in text:
        return _address(text)
    if text and text == Path(text).name and text in _files(recordings):
        return str(recordings / text)
    there = ", ".join(_files(recordings)[:_SHOWN]) or "which is empty"
    raise _bad(
        f"expected an address that begins with {_listed()}, or the name of a file in the folder of "
        f"recordings ({there}), got {text[:60]!r}"
    )


def _address(text: str) -> str:
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as failure:
        raise _bad(f"expected an address of a stream, got one that is none: {failure}") from failure
    if parts.scheme not in SCHEMES:
        raise _bad(f"expected {_listed()}, got {parts.scheme[:20]}://")
    if not host or not text.isprintable() or " " in text:
        raise _bad("expected an address such as http://192.168.1.20:8080/video, got no host in it")
    return text


def _files(recordings: Path) -> list[str]:
    """What lies in the folder itself; links out of it are nothing in it."""
    if not recordings.is_dir():
        return []
    return sorted(
        each.name
        for each in recordings.iterdir()
        if not each.name.startswith(".") and not each.is_symlink()
    )


def _listed() -> str:
    return " or ".join(f"{each}://" for each in SCHEMES)


def _bad(message: str) -> UserError:
    return UserError(f"address: {message}", ExitCode.BAD_INPUT)

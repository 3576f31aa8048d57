"""Defines what a camera's process and its keeper say to each other, besides the pictures.

Every message is small: one that did not fit into the pipe would stop whoever sends it.
"""

from dataclasses import dataclass
from typing import Final

from rules.table.snapshot import HealthState
from vision.camera.source import Identity

MOST_TEXT: Final = 500
"""Characters of a note; a pipe takes a few thousand bytes at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The process runs, and is about to open its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The source is open, and waits to be admitted."""

    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The source cannot be opened, or has stopped; the process ends."""

    state: HealthState
    note: str
    is_fault: bool = False
    """Whether it is a fault of the program, and not of what it was to open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the source says of itself from now on, while its pictures come."""

    state: HealthState
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A source that is not live has no more pictures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """From the keeper: where the pictures are to go."""

    ring: str
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrandLetter:
    """From the keeper: what is to be made of each picture from now on lies in a letter."""

    errand: int
    """Its number; whatever is found says for which it was."""
    letter: str
    """Empty where nothing more is to be made of them."""
    size: int


Message = Started | Opened | Failed | Said | Ended


def cut(text: str) -> str:
    """A note that is sure to fit.

    >>> len(cut("x" * 10_000))
    500
    """
    line = " ".join(text.split())
    return line if len(line) <= MOST_TEXT else f"{line[: MOST_TEXT - 1]}…"

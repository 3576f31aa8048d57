"""Defines what battles need from outside, and why one may be in nobody's reach."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from api.battle_files.schema import Connect, connect
from api.battles.kept_states import KeptStates
from api.battles.session import Session
from api.files.synced import DISK, Disk
from api.tables.held import HeldTable
from rules.referee.toolkit.game import Game
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

MOST_OPEN: Final = 64
"""Open at once: each keeps its file, its lock and a thread. The folder may hold any number."""
NAME_BYTES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Unopened:
    """A file in the folder that is not in play, and why."""

    name: str
    why: str


class UnknownBattleError(KeyError):
    """There is no battle of that id."""


class TakenNameError(Exception):
    """There is another battle of that id where this one should go."""


class UnopenedError(Exception):
    """The battle is there and cannot be opened; the message says why."""


class FullShelfError(Exception):
    """All battles that may be open at once are in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleSurroundings:
    """What a battle needs from outside: time, the table, the games, SQLite."""

    folder: Path
    games: Callable[[], Mapping[str, Game]]
    table: Callable[[], Snapshot]
    now: Callable[[], str]
    umpire_version: str
    game: Callable[[str], Game] | None = None
    """One game by itself, so that a battle need not wait for the others to load."""
    connect: Connect = connect
    disk: Disk = DISK
    """On which battles are put away and deleted."""
    most: int = MOST_OPEN
    """Battles that are open at the same time."""
    in_use: Callable[[Session], bool] = lambda _session: False
    """Whether somebody watches a battle, so that it stays open."""
    steady: Callable[[], float] = time.monotonic
    counted: Callable[[Roster], int | None] | None = None
    """The number after which snapshots count of the own table of a battle with that roster, None
    while a camera looks at one; without it no battle has a table of its own."""
    laid: Callable[[Roster], HeldTable | Snapshot] | None = None
    """What lies where a battle begins that brings no table, and where older ones were played."""
    attend: Callable[[Session], None] = lambda _session: None
    """Called with every battle that is opened, before anything happens in it."""
    states: KeptStates = field(default_factory=partial(KeptStates, None))
    """Where it is kept what long battles have come to."""
    new_name: Callable[[], str] = lambda: secrets.token_hex(NAME_BYTES)

"""Remembers what each battle of a folder came to, so that a list opens none and replays each once.

What is remembered holds until the file changes. It is kept beside the battles for the next start;
nothing but lists rests on it.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Any, Final

from api.errors import UserError
from api.files.synced import replace_whole
from api.review.folder.library import BattleSummary, LibrarySeat, Unreadable, summary_of
from api.review.record.reading import reading, sound
from api.review.record.verify import game_of
from rules.referee.log.battle import replayed
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

NAME: Final = "library.json"
LARGEST: Final = 20_000_000
"""Bytes; ten thousand battles take a third of that."""
Mark = tuple[int, int, int]
"""When a file was written, how long it is, and which one it is."""


class Summaries:
    """The battles of one folder in a few words each. For any thread."""

    def __init__(
        self, folder: Path, *, games: Callable[[], Mapping[str, Game]], version: str
    ) -> None:
        self._folder = folder
        self._games = games
        self._version = version
        self._turn = Lock()
        self._known: dict[str, tuple[Mark, BattleSummary]] | None = None
        self._is_fresh = False

    def of(self, place: Path) -> BattleSummary | Unreadable:
        """What a battle came to; its file is read where it has changed, and never written."""
        with self._turn:
            if self._known is None:
                self._known = self._kept()
            try:
                mark = _mark(place)
                known = self._known.get(place.stem)
                if known is not None and known[0] == mark:
                    return known[1]
                found = self._read(place)
            except (UserError, BadInputError, OSError, sqlite3.Error) as failure:
                said = getattr(failure, "message", None) or str(failure)
                return Unreadable(name=place.stem, why=said.replace(f"{place.parent}{os.sep}", ""))
            self._known[place.stem] = (mark, found)
            self._is_fresh = True
            return found

    def keep(self, names: frozenset[str]) -> None:
        """Write down what was read anew, of battles that are there."""
        with self._turn:
            if not self._is_fresh or self._known is None:
                return
            self._known = {name: each for name, each in self._known.items() if name in names}
            told = {name: [mark, asdict(each)] for name, (mark, each) in self._known.items()}
            text = json.dumps({"umpire": self._version, "battles": told})
            self._is_fresh = False
            try:
                replace_whole(self._folder / NAME, text.encode())
            except OSError:
                # A full disk is told where it matters; here the battles are only read once more.
                self._is_fresh = True

    def _read(self, place: Path) -> BattleSummary:
        with reading(place) as read:
            sound(place, read)
            entries = read.log.entries
            battle = replayed(game_of(self._games(), entries), entries)
            return summary_of(place.stem, battle, about=read.archive.about())

    def _kept(self) -> dict[str, tuple[Mark, BattleSummary]]:
        try:
            with (self._folder / NAME).open("rb") as file:
                value = json.loads(file.read(LARGEST))
            if value["umpire"] != self._version:
                return {}
            return {
                str(name): (_mark_from(mark), _summary_from(told))
                for name, (mark, told) in value["battles"].items()
            }
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}


def _mark(place: Path) -> Mark:
    about = place.stat()
    return (about.st_mtime_ns, about.st_size, about.st_ino)


def _mark_from(value: Any) -> Mark:
    written, size, inode = value
    return (int(written), int(size), int(inode))


def _summary_from(told: dict[str, Any]) -> BattleSummary:
    seats = tuple(
        LibrarySeat(name=str(each["name"]), sides=tuple(map(str, each["sides"])))
        for each in told["players"]
    )
    return BattleSummary(**{**told, "players": seats})

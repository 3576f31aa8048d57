"""Sums up each battle of a folder from its file, once; none is opened for that."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from api.battle_files.file import ENDING
from api.errors import UserError
from api.files.remembered import Remembered
from api.review.folder.library import BattleSummary, LibrarySeat, Unreadable, summary_of
from api.review.record.reading import reading, sound
from api.review.record.verify import game_of
from rules.referee.log.battle import replayed
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

NAME: Final = "library.json"
Progress = Callable[[int, int], None]


class Summaries:
    """The battles of one folder in a few words each. For any thread."""

    def __init__(
        self, folder: Path, *, games: Callable[[], Mapping[str, Game]], version: str
    ) -> None:
        self._games = games
        self._folder = folder
        self._known = Remembered[BattleSummary](
            folder / NAME, version=version, written=asdict, read=_summary_from
        )

    def of(self, place: Path) -> BattleSummary | Unreadable:
        """What a battle came to; its file is read where it has changed, and never written."""
        try:
            return self._known.of(place, self._read)
        except (UserError, BadInputError, OSError, sqlite3.Error) as failure:
            said = getattr(failure, "message", None) or str(failure)
            why = said.replace(f"{place.parent}{os.sep}", "")
            return Unreadable(name=place.stem, why=why)

    def every(
        self, *, progress: Progress = lambda _done, _of: None
    ) -> Iterator[BattleSummary | Unreadable]:
        """Every battle of the folder, the latest first; no battle is changed or locked."""
        found = [
            (-each.stat().st_mtime, each.name, each) for each in self._folder.glob(f"*{ENDING}")
        ]
        for at, (_, _, place) in enumerate(sorted(found), 1):
            yield self.of(place)
            progress(at, len(found))
        self.keep(frozenset(place.stem for _, _, place in found))

    def keep(self, names: frozenset[str]) -> None:
        """Write down what was read anew, of battles that are there."""
        self._known.keep(names)

    def _read(self, place: Path) -> BattleSummary:
        with reading(place) as read:
            sound(place, read)
            entries = read.log.entries
            battle = replayed(game_of(self._games(), entries), entries)
            return summary_of(place.stem, battle, about=read.archive.about())


def _summary_from(told: dict[str, Any]) -> BattleSummary:
    seats = tuple(
        LibrarySeat(name=str(each["name"]), sides=tuple(map(str, each["sides"])))
        for each in told["players"]
    )
    return BattleSummary(**{**told, "players": seats})

"""Tells of a battle that is not open what a list says of it, from the first and last of its file.

Nothing is checked and nothing is locked: what a list says is no ruling. A file of which not even
this can be read is opened as a whole, and is then recovered, or said to be no battle.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_KEPT: Final = 5000
"""Battles of which is remembered what was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBattle:
    """A battle in a list, open or not."""

    name: str
    title: str
    game: str
    began: str
    seats: tuple[str, ...]
    events: int


class Catalogue:
    """What was read of each file, read anew once the file has changed."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int, int], ListedBattle]] = {}

    def listed(self, place: Path) -> ListedBattle | None:
        """The battle in a file, or None where that takes more than a look."""
        try:
            about = place.stat()
            state = (about.st_mtime_ns, about.st_size, about.st_ino)
            known = self._known.get(place)
            if known is not None and known[0] == state:
                return known[1]
            found = _read(place)
        except (OSError, sqlite3.Error, ValueError, LookupError, TypeError, AttributeError):
            return None
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[place] = (state, found)
        return found


def _read(place: Path) -> ListedBattle:
    uri = f"{place.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=0.2)) as file:
        about = dict(file.execute("SELECT name, value FROM about WHERE name IN ('title', 'game')"))
        ((events,),) = file.execute("SELECT events FROM head")
        ((line,),) = file.execute("SELECT line FROM events WHERE sequence = 0")
    header = json.loads(line)
    setup: Mapping[str, object] = header["body"]
    seats = setup["seats"]
    assert isinstance(seats, list)
    return ListedBattle(
        name=place.stem,
        title=str(about.get("title", "")),
        game=str(header["versions"]["game"]),
        began=str(header["time"]),
        seats=tuple(str(each["name"]) for each in seats),
        events=int(events),
    )

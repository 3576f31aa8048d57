"""Tells of a battle that is not open what a list says of it, from the first and last of its file.

Nothing is checked and nothing is locked: what a list says is no ruling. A file of which not even
this can be read is opened as a whole, and is then recovered, or said to be no battle.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from api.battle_files.file import BattleFile
from api.battle_files.schema import OVER
from api.files.remembered import Remembered
from rules.referee.log.battle import Battle, ended

NAME: Final = "listed.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBattle:
    """A battle in a list, open or not."""

    name: str
    title: str
    game: str
    began: str
    seats: tuple[str, ...]
    events: int
    over: bool


def over_noted(before: Battle, after: Battle) -> dict[str, str]:
    """What the file says from then on, where a battle has ended or goes on again."""
    return _noted(after, was_over=ended(before) is not None)


def note_over(file: BattleFile, battle: Battle) -> None:
    """Have a file say it that does not say how it is, as one written before files said so."""
    # A disk that does not take it keeps nobody from the battle.
    with suppress(sqlite3.Error, OSError):
        for name, value in _noted(battle, was_over=file.about().get(OVER) == "yes").items():
            file.note(name, value)


def _noted(battle: Battle, *, was_over: bool) -> dict[str, str]:
    is_over = ended(battle) is not None
    return {} if is_over == was_over else {OVER: "yes" if is_over else ""}


class Catalogue:
    """What was read of each file, read anew once the file has changed."""

    __slots__ = ("_known",)

    def __init__(self, folder: Path, *, version: str) -> None:
        self._known = Remembered[ListedBattle](
            folder / NAME, version=version, written=asdict, read=_listed_from
        )

    def listed(self, place: Path) -> ListedBattle | None:
        """The battle in a file, or None where that takes more than a look."""
        try:
            return self._known.of(place, _read)
        except (OSError, sqlite3.Error, ValueError, LookupError, TypeError, AttributeError):
            return None

    def keep(self, names: frozenset[str]) -> None:
        """Write down what was read anew, of battles that are there."""
        self._known.keep(names)


def _listed_from(told: dict[str, Any]) -> ListedBattle:
    return ListedBattle(**{**told, "seats": tuple(map(str, told["seats"]))})


def _read(place: Path) -> ListedBattle:
    uri = f"{place.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=0.2)) as file:
        about = dict(file.execute("SELECT name, value FROM about WHERE name IN ('title', 'over')"))
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
        over=about.get(OVER) == "yes",
    )

"""Opens a battle to look back on it: reads it, replays it, and finds its game."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from api.errors import ExitCode, FileError
from api.files.games import games
from api.review.record.archive import Archive
from api.review.record.reading import Battles, reading, sound
from api.review.record.verify import game_of
from api.wording import squeezed
from rules.referee.log.battle import Battle, replayed
from rules.table.bad_input import BadInputError


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt:
    """A battle that is open to be looked back on."""

    battle: Battle
    archive: Archive
    about: dict[str, str]
    read: Battles


@contextmanager
def looking_at(path: Path) -> Iterator[LookedAt]:
    """A battle whose log is whole; a UserError says why there is none. Nothing is written."""
    with reading(path) as read:
        sound(path, read)
        try:
            battle = replayed(game_of(games(), read.log.entries), read.log.entries)
        except BadInputError as complaint:
            says = f": {squeezed(str(complaint))}"
            raise FileError(path, says, exit_code=ExitCode.BAD_INPUT) from complaint
        yield LookedAt(battle=battle, archive=read.archive, about=read.archive.about(), read=read)

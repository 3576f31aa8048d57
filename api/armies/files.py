"""Reads an army builder's files: rosters as a battle reads them, and players' lists of units."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from api.armies.building import Built, pieces_toml
from api.errors import ExitCode, UserError
from api.files.roster_file import MOST_BYTES, bytes_of, complaining
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_csv, roster_from_toml
from rules.table.roster import Entry, Roster


def battle_roster_of(game: Game, place: Path) -> Roster:
    """The roster in a file, as a battle of this game reads it."""
    text = _text(place, what="roster")
    read = roster_from_csv if place.suffix.lower() == ".csv" else roster_from_toml
    with complaining(str(place)):
        return read(text, columns=game.roster_schema, others=PRINTING)


def added_to(place: Path, built: Built, *, others: Sequence[Entry]) -> None:
    """Append an army to a TOML roster; all else in it stays as it is."""
    if place.suffix.lower() == ".csv":
        raise UserError(f"{place}: expected a TOML roster to add to, got CSV", ExitCode.USAGE)
    with complaining(str(place)):
        # Ids and tags of both together, before anything is written.
        Roster(entries=(*others, *built.roster.entries))
    try:
        with place.open("a", encoding="utf-8") as file:
            file.write(f"\n{pieces_toml(built)}")
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{place}: cannot be written: {reason}", ExitCode.USAGE) from failure


def unit_lists(named: Iterable[str]) -> Mapping[str, str]:
    """The texts of files by what each holds, from words like `units=mine.csv`."""
    found: dict[str, str] = {}
    for text in named:
        what, parted, place = text.partition("=")
        if not parted or not what.strip() or not place.strip():
            raise UserError(f"--list: expected WHAT=FILE, got {text!r}", ExitCode.USAGE)
        if what.strip() in found:
            raise UserError(f"--list: expected {what.strip()} once, got it twice", ExitCode.USAGE)
        found[what.strip()] = _text(Path(place.strip()), what="list of units")
    return found


def _text(place: Path, *, what: str) -> str:
    data = bytes_of(str(place), most=MOST_BYTES, what=what)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        line = data[: failure.start].count(b"\n") + 1
        wrong = BadInputError(
            f"line {line}", expected="text in UTF-8", got=f"byte {data[failure.start]:#04x}"
        )
        raise UserError(f"{place}: {wrong}", ExitCode.BAD_INPUT) from failure

"""Keeps what a game leaves behind for the next one, in a file of the user's own."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from api.files.data_folder import data_folder
from rules.referee.toolkit.game import Game, State
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, parse, string

FOLDER: Final = "remembered"


def place_of(game: Game) -> Path:
    """The file of a game."""
    return data_folder() / FOLDER / f"{game.slug}.json"


def remembered(game: Game) -> tuple[tuple[str, object], ...]:
    """Seats, each with a command that tells what an earlier game left; none where none is known."""
    try:
        value = parse(place_of(game).read_text(encoding="utf-8"), what="remembered")
        return tuple(_entry(game, each, where=f"[{n}]") for n, each in enumerate(items(value, "")))
    except (OSError, UnicodeDecodeError, BadInputError):
        # A memory that cannot be read is none; it is written anew after the next game.
        return ()


def _entry(game: Game, value: object, *, where: str) -> tuple[str, object]:
    fields = Fields(value, where)
    seat = fields.must("seat", string)
    body = fields.must("command", game.commands.read)
    fields.done()
    return seat, body


def remember(game: Game, state: State) -> None:
    """Keep what a game that is over leaves behind; what others have left stays."""
    if game.carried_over is None:
        return
    kept = dict(remembered(game)) | dict(game.carried_over(state))
    value = [{"seat": seat, "command": game.commands.write(body)} for seat, body in kept.items()]
    place = place_of(game)
    # A game is not spoilt because something could not be noted down.
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")

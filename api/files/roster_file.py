"""Reads rosters for the print kit: from a file, or from the built-in examples."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.games import games
from api.wording import nearest_spelling, squeezed
from rules.table.bad_input import BadInputError
from rules.table.roster import Column
from vision.kit.wanted.army import Army, army_from_bytes

MOST_BYTES: Final = 1_000_000
"""A thousand pieces take a tenth of it."""
MOST_PHOTO_BYTES: Final = 100_000_000


def read_army(place: str) -> Army:
    """The army in a roster file; a UserError says on which line what is wrong with it."""
    data = bytes_of(place, most=MOST_BYTES, what="roster")
    return parse_army(data, origin=place, is_csv=place.lower().endswith(".csv"))


def parse_army(data: bytes, *, origin: str, is_csv: bool) -> Army:
    """The army in the bytes of a roster; complaints begin with where it came from."""
    with complaining(origin):
        return army_from_bytes(data, is_csv=is_csv, columns=_columns_of_games())


@contextmanager
def complaining(origin: str, exit_code: ExitCode = ExitCode.BAD_INPUT) -> Iterator[None]:
    """Turns what a roster or an option is refused for into what its author is told."""
    try:
        yield
    except BadInputError as complaint:
        # An option is already called what it sets.
        told = str(complaint).removeprefix(f"{origin.lstrip('-')}: ")
        raise UserError(f"{origin}: {squeezed(told)}", exit_code) from complaint


def _columns_of_games() -> tuple[Column, ...]:
    """The columns that any game adds; whether its own game needs them is for the battle to say."""
    columns = [column for game in games().values() for column in game.roster_schema]
    return tuple(replace(column, required=False) for column in columns)


def bytes_of(place: str, *, most: int, what: str) -> bytes:
    """The content of a file that is not larger than such a thing can be."""
    try:
        with Path(place).open("rb") as file:
            data = file.read(most + 1)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{place}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    except ValueError as failure:
        raise UserError(f"{place!r}: not the name of a file", ExitCode.BAD_INPUT) from failure
    if len(data) > most:
        message = f"{place}: expected at most {most:,} bytes, which no {what} needs"
        raise UserError(message, ExitCode.BAD_INPUT)
    return data


def roster_names() -> tuple[str, ...]:
    """The built-in sample rosters, by name."""
    folder = resources.files("api") / "examples" / "rosters"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def roster_text(name: str) -> str:
    """A built-in roster as the TOML that a player would write."""
    names = roster_names()
    if name not in names:
        nearest = nearest_spelling(name, names)
        hint = f" Did you mean {nearest}?" if nearest else ""
        message = f"there is no roster {name!r}.{hint} There are: {', '.join(names)}"
        raise UserError(message, ExitCode.USAGE)
    place = resources.files("api") / "examples" / "rosters" / f"{name}.toml"
    return place.read_text(encoding="utf-8")


def dealt_text(name: str, *, seed: int) -> str:
    """The roster of a game whose cards are random, dealt anew: the same for the same number."""
    makers = {slug.replace("_", "-"): game.dealt for slug, game in games().items() if game.dealt}
    make = makers.get(name)
    if make is None:
        known = ", ".join(makers) or "none"
        message = f"--seed: expected a game whose cards are random ({known}), got {name!r}"
        raise UserError(message, ExitCode.USAGE)
    return make(seed)

"""Finds the games: those that come with the umpire, and those that are installed beside it.

A distribution says that it brings a game with an entry point of the group `paper_umpire.games`: the
name is the game's slug, the value the package that holds its `GAME`. One that cannot be used is
left out, and `faults` says why; the others are played all the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from rules import registry
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

GROUP: Final = "paper_umpire.games"
UNUSABLE: Final = (
    ArithmeticError,
    AttributeError,
    BadInputError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
)
"""What somebody else's module may raise while it is imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledGames:
    """The packages of games found beside the umpire's own, and what is wrong with others."""

    folders: tuple[str, ...] = ()
    faults: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By what the entry point names, why it is left out."""


@cache
def installed() -> InstalledGames:
    """What is installed beside the umpire, looked for once."""
    return usable({point.value: point.name for point in entry_points(group=GROUP)})


def usable(points: Mapping[str, str]) -> InstalledGames:
    """Those of some packages, each with the slug that it is announced by, that hold a game."""
    folders: list[str] = []
    faults: dict[str, str] = {}
    for folder, slug in sorted(points.items()):
        try:
            _require_slug(folder, slug)
            registry.folders(also=(*folders, folder))
            registry.game_at(folder)
        except UNUSABLE as fault:
            faults[folder] = str(fault) or type(fault).__name__
        else:
            folders.append(folder)
    return InstalledGames(folders=tuple(folders), faults=MappingProxyType(faults))


def _require_slug(folder: str, slug: str) -> None:
    package = folder.rpartition(".")[2]
    if slug != package:
        raise BadInputError(
            f"entry point {slug}", expected="the name of its package", got=repr(package)
        )


def games() -> Mapping[str, Game]:
    """Every game by its slug."""
    return registry.games(also=installed().folders)


def game(slug: str) -> Game:
    """The game of that slug."""
    return registry.game(slug, also=installed().folders)


def alone(slug: str) -> Game:
    """The game of that slug without a look at the others, for whoever is in a hurry."""
    return registry.alone(slug) if slug in registry.slugs() else game(slug)


def package_of(slug: str) -> str:
    """The package that holds the game of that slug."""
    return registry.folders(also=installed().folders).get(slug, f"{registry.GAMES}.{slug}")

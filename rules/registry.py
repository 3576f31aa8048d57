"""Finds the games: each folder of `rules.games` is one, and nothing lists them by name.

What a folder says of itself beside its `GAME` stands in its `manifest.toml`, which it may do
without: `amends` names the one other game that it may import.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final

from rules.referee.facts.silhouettes import ENDING, FOLDER, Silhouette, silhouette_from
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.package_data import (
    has_folder,
    is_packed,
    packed_files,
    packed_folders,
    packed_text,
    packed_toml,
)
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, string

GAMES: Final = "rules.games"
MANIFEST: Final = "manifest.toml"


def slugs(package: str = GAMES) -> tuple[str, ...]:
    """The name of every game's folder, without a look inside."""
    return packed_folders(package)


@cache
def games(package: str = GAMES, *, also: tuple[str, ...] = ()) -> Mapping[str, Game]:
    """Every game by its slug, in the order of the slugs.

    `also` are games elsewhere, each a package by its dotted name: whoever may look for what is
    installed hands them in. Such a package is called as its game's slug.
    """
    found = {slug: game_at(folder) for slug, folder in folders(package, also=also).items()}
    amendments(package)
    return MappingProxyType(dict(sorted(found.items())))


def folders(package: str = GAMES, *, also: tuple[str, ...] = ()) -> Mapping[str, str]:
    """The package of each game by the game's slug, without a look inside."""
    found = {slug: f"{package}.{slug}" for slug in slugs(package)}
    for folder in also:
        slug = folder.rpartition(".")[2]
        if slug in found:
            raise BadInputError(
                folder, expected="a game with a slug of its own", got=f"{slug!r} like {found[slug]}"
            )
        found[slug] = folder
    return MappingProxyType(found)


def game_at(folder: str) -> Game:
    """The game in a package; a BadInputError says what is missing there."""
    return _game_in(folder, folder.rpartition(".")[2])


def game(slug: str, package: str = GAMES, *, also: tuple[str, ...] = ()) -> Game:
    """The game of that slug."""
    found = games(package, also=also)
    if slug not in found:
        known = ", ".join(found) or "no game at all"
        raise BadInputError("game", expected=f"one of {known}", got=repr(slug))
    return found[slug]


def alone(slug: str, package: str = GAMES) -> Game:
    """The game of that slug without a look at the others, for whoever is in a hurry."""
    if slug not in slugs(package):
        return game(slug, package)
    return _game_in(f"{package}.{slug}", slug)


@cache
def amendments(package: str = GAMES) -> Mapping[str, str]:
    """Which game amends which: it is the only one it may import, as its own manifest says."""
    known = slugs(package)
    found: dict[str, str] = {}
    for slug in known:
        amended = _amended(f"{package}.{slug}")
        if not amended:
            continue
        if amended == slug or amended not in known:
            others = ", ".join(each for each in known if each != slug) or "no other game"
            raise BadInputError(
                f"{package}.{slug}/{MANIFEST}: amends",
                expected=f"one of {others}",
                got=repr(amended),
            )
        found[slug] = amended
    _refuse_circles(found, package)
    return MappingProxyType(found)


@cache
def silhouettes(folder: str) -> Mapping[str, Silhouette]:
    """The drawings of a game by kind, with those of the game that it amends; perhaps none."""
    package = folder.rpartition(".")[0]
    found: dict[str, Silhouette] = {}
    amended = _amended(folder)
    for each in (f"{package}.{amended}" if amended else "", folder):
        if each and has_folder(each, FOLDER):
            for name in packed_files(each, FOLDER, ending=ENDING):
                kind = name.removeprefix(f"{FOLDER}/").removesuffix(ENDING)
                found[kind] = silhouette_from(kind, packed_text(each, name))
    return MappingProxyType(found)


def _amended(folder: str) -> str:
    if not is_packed(folder, MANIFEST):
        return ""
    fields = Fields(packed_toml(folder, MANIFEST), f"{folder}/{MANIFEST}")
    amended = fields.may("amends", string, default="")
    fields.done()
    return amended


def _refuse_circles(found: Mapping[str, str], package: str) -> None:
    for slug in found:
        seen = [slug]
        while seen[-1] in found:
            seen.append(found[seen[-1]])
            if seen[-1] == slug:
                raise BadInputError(
                    f"{package}.{slug}/{MANIFEST}: amends",
                    expected="a game that does not come back to this one",
                    got=" amends ".join(seen),
                )
            if seen[-1] in seen[:-1]:
                break


def _game_in(folder: str, slug: str) -> Game:
    # A fault inside the folder comes through as it is: it says more than any summary of it.
    made = getattr(import_module(folder), "GAME", None)
    if not isinstance(made, Game):
        got = "none" if made is None else type(made).__name__
        raise BadInputError(folder, expected="GAME, a rules.referee.toolkit.game.Game", got=got)
    if made.slug != slug:
        raise BadInputError(
            f"{folder}: GAME.slug",
            expected=f"the name of its folder, {slug!r}",
            got=repr(made.slug),
        )
    return made

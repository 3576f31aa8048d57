"""Installs somebody else's game, and one that is broken, beside the umpire for tests."""

import os
import shutil
from pathlib import Path

from tests.api.umpire import REPOSITORY

TOY = "tests.rules.games.toy_game.nearest_the_pin"
FOLDER = REPOSITORY / "tests/rules/games/toy_game/nearest_the_pin"


def install(place: Path) -> None:
    """Make the folder one of installed packages, as a package manager would."""
    game = place / "pin_games" / "nearest_the_pin"
    shutil.copytree(FOLDER, game, ignore=shutil.ignore_patterns("__pycache__"))
    (game.parent / "__init__.py").touch()
    for source in game.rglob("*.py"):
        text = source.read_text(encoding="utf-8").replace(TOY, "pin_games.nearest_the_pin")
        source.write_text(text, encoding="utf-8")
    (place / "broken_game").mkdir()
    (place / "broken_game" / "__init__.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    info = place / "pin_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pin-games\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[paper_umpire.games]\n"
        "nearest_the_pin = pin_games.nearest_the_pin\n"
        "broken_game = broken_game\n",
        encoding="utf-8",
    )


def with_site(site: Path) -> str:
    """The path on which Python finds the umpire and what is installed there."""
    return os.pathsep.join((str(REPOSITORY), str(site)))

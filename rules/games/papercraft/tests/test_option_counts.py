"""Counts the lines of play from fixed tables, and says where a count goes wrong."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    attacking,
    moving,
    placing,
    put,
    spot,
)
from rules.testing.lines_of_play import Counting, Places

COUNTS: Final = Path(__file__).with_name("option_counts.toml")


def units_to_place() -> tuple[Battle, Places]:
    """Red has two units and two places in its zone, one of them on B; a third is outside."""
    game = placing(
        put("A", "seal_captain", None),
        put("C", "moth_rider", None),
        put("B", "seal_captain", (20, 5), blue=True),
        put("D", "seal_captain", None, blue=True),
    )
    return game, {
        "A": (spot(5, 5), spot(20, 5), spot(5, 15)),
        "C": (spot(5, 5), spot(10, 8)),
        "D": (spot(5, 30), spot(10, 30)),
    }


def moves_to_make() -> tuple[Battle, Places]:
    """A has a free way, one that is too long, and one through B; C walks, or goes in."""
    game = moving(
        put("A", "seal_captain", (10, 10)),
        put("B", "quill_spears", (10, 14), blue=True),
        put("C", "seal_captain", (20, 13.1)),
        put("S", "shrine_of_protection", (20, 10)),
    )
    return game, {"A": (spot(14, 12), spot(10, 19), spot(10, 17)), "C": (spot(22, 14),)}


def attacks_to_make() -> tuple[Battle, Places]:
    """Bows on four targets, a fireball and two abilities for M; knife and dagger do not reach."""
    game = attacking(
        put("A", "inkbow_company", (10, 5)),
        put("M", "miguel", (16, 5)),
        put("B", "moth_rider", (10, 12), blue=True),
        put("C", "seal_captain", (16, 13), blue=True),
        put("T", "press_tower", (26, 12), blue=True),
        put("D", "seal_captain", (26, 18), blue=True),
    )
    return game, {}


POSITIONS: Final[dict[str, Callable[[], tuple[Battle, Places]]]] = {
    "units_to_place": units_to_place,
    "moves_to_make": moves_to_make,
    "attacks_to_make": attacks_to_make,
}


def counting(game: Battle, places: Places) -> Counting:
    return Counting(game=GAME, snapshot=game.snapshot, seats=(HOST, GUEST), places=places)


def committed() -> dict[str, list[int]]:
    found: dict[str, dict[str, list[int]]] = tomllib.loads(COUNTS.read_text(encoding="utf-8"))
    return {name: entry["lines"] for name, entry in found.items()}


def test_every_position_has_its_counts() -> None:
    assert set(committed()) == set(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_there_are_as_many_lines_of_play_as_counted(name: str, depth: int) -> None:
    game, places = POSITIONS[name]()
    counting(game, places).hold_to(committed()[name][depth - 1], game.state, depth=depth)


def test_a_rule_that_goes_missing_changes_the_count() -> None:
    """A unit that may shoot although it has moved would be found at once."""
    game, places = attacks_to_make()
    moved = game.state.with_unit(put("A", "inkbow_company", (10, 5), moved=True).unit)
    still = committed()["attacks_to_make"][0]
    assert counting(game, places).lines(moved, depth=1) == still - 4

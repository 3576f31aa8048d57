"""Tests of how many lines of play there are from fixed tables; says where a count goes wrong."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import Hand, Pack, Slot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    assigning,
    ending_turn,
    put,
)
from rules.testing.lines_of_play import Counting
from tests.factories import area

COUNTS: Final = Path(__file__).with_name("option_counts.toml")


def cards_to_lay() -> Battle:
    """Red, with a saved queen, lays first; S1 is damaged and T2 has one card already."""
    return assigning(
        put("T1", (10, 40)),
        put("T2", (20, 40), cards=[""]),
        put("S1", (30, 40), kind="squad", hits=1),
        put("E1", (10, 8), blue=True),
        red=Hand(hidden=2, open=("QH",)),
        blue=Hand(hidden=1, open=("5C", "9D")),
        packs={"pack": Pack(draw=45)},
    )


def card_to_play() -> Battle:
    """T1's queen is up; T2 and T3 are near, S1 behind T2; E2 is in doubt, E3 behind a barn."""
    return acting(
        put("T1", (10, 10)),
        put("T2", (10, 13)),
        put("T3", (10, 7)),
        put("S1", (10, 16), kind="squad"),
        put("E1", (10, 30), blue=True),
        put("E2", (30, 10), blue=True),
        put("E3", (30, 30), blue=True),
        cards={"T1": "QH", "E1": "2C"},
        terrain=[
            area("house", (18, 10.1), (22, 10.1), (22, 14), (18, 14), kind="building"),
            area("barn", (15, 15), (25, 15), (25, 25), (15, 25), kind="building"),
        ],
        packs={"pack": Pack(draw=50)},
    )


def turn_to_end() -> Battle:
    """Red repairs first; of its eight cards two have to go if it repairs nothing."""
    return ending_turn(
        put("T1", (10, 40), hits=1),
        put("S1", (30, 40), kind="squad", hits=1),
        put("E1", (10, 8), blue=True, hits=1, repair=None),
        put("E2", (20, 8), blue=True),
        red=Hand(hidden=1, open=("2H", "3H", "4H", "5H", "6H", "7H", "8H")),
        blue=Hand(hidden=1),
        packs={"pack": Pack(draw=43)},
    )


POSITIONS: Final[dict[str, Callable[[], Battle]]] = {
    "cards_to_lay": cards_to_lay,
    "card_to_play": card_to_play,
    "turn_to_end": turn_to_end,
}


def counting(game: Battle) -> Counting:
    """A card that is turned up is chance."""
    chance = frozenset({"turn_up"})
    return Counting(game=GAME, snapshot=game.snapshot, seats=(HOST, GUEST), chance=chance)


def committed() -> dict[str, list[int]]:
    found: dict[str, dict[str, list[int]]] = tomllib.loads(COUNTS.read_text(encoding="utf-8"))
    return {name: entry["lines"] for name, entry in found.items()}


def test_every_position_has_its_counts() -> None:
    assert set(committed()) == set(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_there_are_as_many_lines_of_play_as_counted(name: str, depth: int) -> None:
    game = POSITIONS[name]()
    counting(game).hold_to(committed()[name][depth - 1], game.state, depth=depth)


def test_a_rule_that_goes_missing_changes_the_count() -> None:
    """A damaged squad that could take cards would be found at once."""
    game = cards_to_lay()
    healed = game.state.with_unit(put("S1", (30, 40), kind="squad").unit)
    assert counting(game).lines(healed, depth=1) == committed()["cards_to_lay"][0] + 2
    full = game.state.with_unit(put("T2", (20, 40), cards=["", ""]).unit)
    assert counting(game).lines(full, depth=1) == committed()["cards_to_lay"][0] - 2
    assert Slot() in full.unit("T2").cards

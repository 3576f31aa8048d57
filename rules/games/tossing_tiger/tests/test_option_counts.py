"""Counts the lines of play from fixed moments, and says where a count goes wrong."""

from collections.abc import Callable

import pytest

from rules.games.tossing_tiger.tests.option_counts import divided, lines
from rules.games.tossing_tiger.tests.war_play import Table, dawn, war


def number_to_say() -> Table:
    """One, two or three piles of six cards; then both split their hands, in either order."""
    return Table().sit()


def cards_to_turn() -> Table:
    """Eight animals on either side; dragons, leopards and tigers ask for more."""
    return war(2, options={})


def battle_to_give_up() -> Table:
    """Both may flee, the attacker's Rooster lies there, and the defender turns a card up."""
    return dawn(2, rule="flee", options={"dawndojo": True})


POSITIONS: dict[str, tuple[Callable[[], Table], list[int]]] = {
    # 1, 2 or 3 piles; with one there is one way to lay them, with two 3, with three 1: of both.
    "number_to_say": (number_to_say, [3, 2 + 6 + 2, 2 * (1 + 9 + 1)]),
    # 8 animals of each side in either order.
    "cards_to_turn": (cards_to_turn, [16, 128]),
    # 9 animals, or one of two flights; after a flight the other one, and 9 animals.
    "battle_to_give_up": (battle_to_give_up, [11]),
}


@pytest.mark.parametrize("name", list(POSITIONS))
def test_lines_of_play(name: str) -> None:
    make, counts = POSITIONS[name]
    state = make().state
    for depth, count in enumerate(counts, start=1):
        found = lines(state, depth=depth)
        by_first = divided(state, depth=depth) if found != count else {}
        assert found == count, f"depth {depth}: {by_first}"

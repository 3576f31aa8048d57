"""Tests what maps are told to count for a square."""

from dataclasses import replace

from rules.games.papercraft.maps import what_counts
from rules.games.papercraft.tests.table_play import GUEST, STRICT, Battle, attacking, put

BOW = put("A", "inkbow_company", (10, 5))
"""Its bow reaches 18 in, its knives what was agreed for melee."""


def reach_told(game: Battle, *, moved: bool = False) -> float | None:
    """How far a map has the bows hit, as they are or once they have moved."""
    counts = what_counts(game.state, game.snapshot, "A")
    counts = counts.moved if counts is not None and moved else counts
    return None if counts is None or counts.fire is None else counts.fire.limit


def test_pc_atk_02_pc_atk_04_a_map_has_what_is_left_of_its_attacks() -> None:
    game = attacking(
        BOW,
        put("B", "seal_captain", (10, 7.1), blue=True),
        put("C", "seal_captain", (12, 7.6), blue=True),
        chosen={**STRICT, "infantry_mix": "same_only"},
    )
    assert (reach_told(game), reach_told(game, moved=True)) == (18, 0.25)
    moved = put("A", "inkbow_company", (10, 5), moved=True).unit
    whose, game.state = game.state, game.state.with_unit(moved)
    assert reach_told(game) == 0.25
    game.state = replace(game.state, active=GUEST)
    assert reach_told(game) == 18, "by its next turn it has not moved"
    spent = replace(BOW.unit, attacks=(("knife", "C"),))
    game.state = whose.with_unit(spent)
    assert reach_told(game) == 0.25, "its second attack is as the first"
    game.state = whose.with_unit(replace(spent, attacks=(("bow", "B"), ("bow", "C"))))
    assert reach_told(game) == 18, "that of its next turn"

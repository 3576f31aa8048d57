"""Tests that modifiers add up by stages, whatever order they are written in."""

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.paper_tigers_2 import CLAUSES
from rules.games.paper_tigers_2.tests.table_play import agreed, entry
from rules.games.paper_tigers_2.units.catalogue import Condition, Sort, Stage, modifiers, unit_types
from rules.games.paper_tigers_2.units.pools import dice_for, is_banned, saving_dice
from rules.games.paper_tigers_2.units.sheet import Order, entry_of
from rules.games.paper_tigers_2.units.unit_dice import action_pool, held

OPTIONS = agreed()
NAMES = sorted(name for name, each in modifiers().items() if each.sort is not Sort.SITUATION)
GOOD = sorted(name for name, each in modifiers().items() if each.sort is Sort.ADVANTAGE)
BAD = sorted(name for name, each in modifiers().items() if each.sort is Sort.DISADVANTAGE)
NOTES = ("light gun", "heavy gun", "medium armour", "heavy armour", "wheeled", "amphibious")
situations = st.frozensets(st.sampled_from(list(Condition)), max_size=6)


@given(
    names=st.lists(st.sampled_from(NAMES), unique=True, max_size=8),
    situation=situations,
    stage=st.sampled_from(list(Stage)),
    seed=st.integers(0, 2**16),
)
def test_two_modifiers_on_a_unit_never_depend_on_their_order(
    names: list[str], situation: frozenset[Condition], stage: Stage, seed: int
) -> None:
    own = [modifiers()[name] for name in names]
    mixed = random.Random(seed).sample(own, len(own))
    types = [each.modifier for each in list(unit_types().values())[:2]]
    for least in (0, 1):
        one = dice_for(stage, [*own, *types], situation=situation, against=own, least=least)
        other = dice_for(stage, [*types, *mixed], situation=situation, against=mixed, least=least)
        assert one == other
    assert saving_dice(stage, own, situation=situation) == saving_dice(
        stage, mixed, situation=situation
    )
    for action in ("fire", "move"):
        assert is_banned(action, own, situation=situation) == is_banned(
            action, mixed, situation=situation
        )


@given(
    kind=st.sampled_from(sorted(unit_types())),
    good=st.lists(st.sampled_from(GOOD), unique=True, max_size=3),
    bad=st.lists(st.sampled_from(BAD), unique=True, max_size=3),
    notes=st.lists(st.sampled_from(NOTES), unique=True, max_size=2),
)
def test_a_line_makes_the_same_unit_in_whatever_order_it_is_written(
    kind: str, good: list[str], bad: list[str], notes: list[str]
) -> None:
    def made(turn: int) -> object:
        return entry_of(
            Order(
                type=kind,
                advantages=tuple(good[::turn]),
                disadvantages=tuple(bad[::turn]),
                notes=tuple(notes[::turn]),
            ),
            options=OPTIONS,
        )

    assert made(1) == made(-1)


@pytest.mark.parametrize("pair", list(permutations(("fast", "underpowered"), 2)))
def test_what_is_added_and_what_is_taken_away_cancel_out(pair: tuple[str, str]) -> None:
    pool = action_pool(
        Stage.MOVE,
        entry("medium tank", *pair),
        situation=frozenset({Condition.RED}),
        options=OPTIONS,
    )
    assert (pool.count, pool.keep) == (2, 2)


def test_a_roll_is_explained_modifier_by_modifier() -> None:
    conditions = frozenset({Condition.RED, Condition.FAR, Condition.MAIN})
    light = action_pool(Stage.FIRE, entry("light tank"), situation=conditions, options=OPTIONS)
    assert light.says == "2 dice: red card 3, beyond 12 in -1"
    heavy = action_pool(Stage.FIRE, entry("heavy tank"), situation=conditions, options=OPTIONS)
    assert heavy.says == "4 dice: red card 3, heavy gun +1"
    moves = action_pool(
        Stage.MOVE,
        entry("light tank", "fast"),
        situation=frozenset({Condition.BLACK}),
        options=OPTIONS,
    )
    assert moves.says == "5 dice: black card 3, light +1, fast +1; the best 4 count"


def test_pt2_c12_pt2_i4a_each_card_gives_its_own_dice_and_one_is_left_without_any() -> None:
    told = {
        (stage, card): action_pool(
            stage, entry("medium tank"), situation=frozenset(card), options=OPTIONS
        ).says
        for stage in (Stage.FIRE, Stage.MOVE)
        for card in ((Condition.RED,), (Condition.BLACK,), ())
    }
    assert list(told.values()) == [
        "3 dice: red card 3",
        "2 dice: black card 2",
        "1 die: at least 1 +1",
        "2 dice: red card 2",
        "3 dice: black card 3",
        "1 die: at least 1 +1",
    ]
    far = frozenset({Condition.BLACK, Condition.FAR, Condition.MAIN})
    least = action_pool(Stage.FIRE, entry("light tank"), situation=far, options=OPTIONS)
    assert least.says == "1 die: black card 2, beyond 12 in -1"


def test_every_modifier_names_a_clause_of_the_game() -> None:
    assert [each.name for each in modifiers().values() if each.clause not in CLAUSES] == []
    assert [each.name for each in unit_types().values() if each.clause not in CLAUSES] == []


def test_a_modifier_counts_once_however_often_it_is_written() -> None:
    once, twice = entry("armoured car"), entry("armoured car", "wheeled")
    assert [m.name for m in twice.modifiers].count("wheeled") == 1
    assert [m.name for m in once.modifiers].count("wheeled") == 1
    assert len(held(once)) == len(held(twice))

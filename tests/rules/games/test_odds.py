"""Odds of waiting questions in every game agree with dice that are thrown, whatever their order."""

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from _pytest.mark.structures import ParameterSet

from conftest import SoakCount
from rules.referee.odds.records import ReadError
from rules.referee.odds.walking import TooLongError, Walk
from rules.referee.toolkit.game import Game
from rules.registry import game, slugs
from rules.testing.driver import samples_of
from rules.testing.odds_sampling import Waiting, expected, p_value, thrown, waiting_in

DICELESS = ("paper_invasion", "tossing_tiger")
"""Games in which nobody throws dice: hands and piles of cards decide."""
DICED = tuple(slug for slug in slugs() if slug not in DICELESS)

SMALLEST = 1e-6
"""The least of all p-values in a long run; a short one must not fail by chance in 100,000 runs."""
SMALLEST_IN_SHORT = 1e-8
PARTS = 5
"""Of a long run, which goes on after the last one that was done."""
FARTHEST_STRAY = 2.7
MOST_ORDERED = 4
"""Dice of which every order is tried."""


def _waiting(found: Game, *, rng: random.Random, most: int) -> list[Waiting]:
    samples = list(samples_of(found.slug))
    rng.shuffle(samples)
    # Some of every battle, and not all of the first.
    steps = 60 + 2 * most
    return waiting_in(found, samples, rng=rng, steps=steps, most=most)


def _parts() -> list[ParameterSet]:
    seldom = (pytest.mark.soak_only,)
    return [pytest.param(n, marks=() if n == 0 else seldom) for n in range(PARTS)]


@pytest.mark.parametrize("slug", DICELESS)
def test_a_game_without_dice_asks_for_none(slug: str, rng_seed: int) -> None:
    assert _waiting(game(slug), rng=random.Random(rng_seed), most=4) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", _parts())
@pytest.mark.parametrize("slug", DICED)
def test_odds_are_those_of_dice_that_are_thrown(
    slug: str,
    *,
    part: int,
    rng_seed: int,
    soak_count: SoakCount,
    record_property: Callable[[str, object], None],
) -> None:
    rng = random.Random(f"{rng_seed} {part}")
    questions, times = soak_count(6, 500 // PARTS), soak_count(2_000, 100_000)
    smallest = SMALLEST if times > 2_000 else SMALLEST_IN_SHORT
    values = []
    for each in _waiting(game(slug), rng=rng, most=questions):
        try:
            shares = expected(each)
        except TooLongError:
            continue
        assert abs(sum(shares.values()) - 1) < 1e-9
        value = p_value(thrown(each, rng=rng, times=times), shares)
        if value is not None:
            values.append(value)
    assert all(value > smallest for value in values), sorted(values)[:3]
    if times > 2_000:
        # What cannot come out differently has no value.
        assert len(values) >= questions // 3
        # Evenly spread: how far they stray from a straight line (Kolmogorov), at one in a million.
        strays = len(values) ** 0.5 * max(
            abs(value - (at + 0.5) / len(values)) for at, value in enumerate(sorted(values))
        )
        assert strays < FARTHEST_STRAY
        told = f"{len(values)} p-values, smallest {min(values):.2g}, stray {strays:.2f}"
        record_property("soak", f"{told} of {FARTHEST_STRAY}")


@pytest.mark.soak
@pytest.mark.parametrize("slug", DICED)
def test_dice_are_taken_for_alike_only_where_no_order_of_them_counts(
    slug: str, *, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    for each in _waiting(game(slug), rng=rng, most=soak_count(4, 200)):
        if not 2 <= each.chance.count <= MOST_ORDERED:
            continue
        walk = Walk(game=each.game, snapshot=each.snapshot)
        node = walk.begun(each.state, each.chance)
        found: dict[object, Fraction] = {}
        for after, share in walk.after_roll(node, each.chance):
            found[after.marks] = found.get(after.marks, Fraction(0)) + share
        whole: dict[object, Fraction] = {}
        ways = itertools.product(each.chance.faces, repeat=each.chance.count)
        for way in ways:
            marks = walk.once(node, each.chance, way=way).marks
            whole[marks] = whole.get(marks, Fraction(0)) + Fraction(1, each.chance.total)
        assert found == whole, each.chance.says


@pytest.mark.soak
@pytest.mark.parametrize("slug", DICED)
def test_what_is_kept_of_a_table_from_throw_to_throw_changes_no_odds(
    slug: str, *, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    for each in _waiting(game(slug), rng=rng, most=soak_count(2, 200)):
        kept = Walk(game=each.game, snapshot=each.snapshot, most_ruled=150)
        anew = replace(kept, before=None)
        found = []
        for walk in (kept, anew):
            try:
                ends = walk.distribution(walk.begun(each.state, each.chance), each.chance)
            except (TooLongError, ReadError):
                break
            found.append([(node.marks, node.state, share) for node, share in ends])
        assert len(found) != 2 or found[0] == found[1], each.chance.says

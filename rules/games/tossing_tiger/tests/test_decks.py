"""Tests how decks are dealt: by the published distribution, and the same for the same seed."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, WAR_RULES, CardSet
from rules.games.tossing_tiger.deck import (
    KIND,
    POOLS,
    ROSTER_SCHEMA,
    STARTER,
    Draws,
    card_of,
    dealt,
    deck_from_roster,
    generated,
    roster_toml,
)
from rules.games.tossing_tiger.tests.war_play import setup, sitting
from rules.referee.toolkit.package_data import packed_text
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_toml
from rules.table.roster import Roster


def test_the_starter_deck_is_the_sample_that_is_printed() -> None:
    title = "The umpire's own deck of Tossing Tiger, Rolling Dragon: 111 cards."
    packed = packed_text("rules.games.tossing_tiger", "samples/starter-deck.toml")
    assert packed == roster_toml(STARTER, title=title)
    sets = Counter(ANIMALS[card.animal].set for card in STARTER.cards.values())
    expected = {CardSet.BASE: 48, CardSet.ZOO: 40, CardSet.FIGHT_TOGETHER: 9, CardSet.DAWNDOJO: 14}
    assert dict(sets) == expected


def test_a_deck_is_saved_and_loaded_as_it_was() -> None:
    for seed in range(20):
        deck = generated(seed)
        roster = roster_from_toml(dealt(seed), columns=ROSTER_SCHEMA, others=PRINTING)
        again = deck_from_roster(roster.entries)
        assert again == deck


def test_strengths_are_dealt_by_the_published_pools() -> None:
    pools = {each: Counter(POOLS[each]) for each in (CardSet.BASE, CardSet.ZOO)}
    assert pools[CardSet.BASE] == {1: 6, 2: 12, 3: 27, 4: 52, 5: 20}
    assert pools[CardSet.ZOO] == {1: 4, 2: 16, 3: 33, 4: 44, 5: 20}
    counts: dict[CardSet, Counter[int]] = {each: Counter() for each in pools}
    for seed in range(400):
        for name, listed in generated(seed).strengths.items():
            animal = ANIMALS[name]
            assert bool(listed) == animal.has_strengths
            assert len(set(listed)) == len(listed)
            assert all(ANIMALS[each].set is animal.set for each in listed)
            if listed:
                counts[animal.set][len(listed)] += 1
    for each, pool in pools.items():
        total = sum(counts[each].values())
        for count, size in pool.items():
            share = counts[each][count] / total
            assert abs(share - size / 117) < 0.03, (each, count, share)


def test_all_animals_are_listed_about_equally_often_in_one_deck() -> None:
    """A running list goes round the set, so no animal is listed twice more than another."""
    for seed in range(50):
        deck = generated(seed)
        for each in (CardSet.BASE, CardSet.ZOO):
            listed = Counter(
                name
                for animal, names in deck.strengths.items()
                if ANIMALS[animal].set is each
                for name in names
            )
            of_set = [listed[name] for name, animal in ANIMALS.items() if animal.set is each]
            assert max(of_set) - min(of_set) <= 1


def test_each_rooster_has_a_rule_and_a_change_of_its_own() -> None:
    deck = generated(3)
    roosters = [card for card in deck.cards.values() if card.dawn]
    assert len({card.dawn for card in roosters}) == len(roosters) == 14
    assert {card.change for card in roosters} == set(CHANGES)
    rules = {card.dawn for seed in range(30) for card in generated(seed).cards.values()} - {""}
    assert rules == set(WAR_RULES)


def test_draws_are_even() -> None:
    draws = Draws(1)
    found = Counter(draws.below(8) for _ in range(8000))
    assert max(found.values()) - min(found.values()) < 250


def test_the_game_deals_decks() -> None:
    assert GAME.dealt is not None
    assert GAME.dealt(7) == dealt(7) != dealt(8)
    assert GAME.unmeasured is not None
    alone = GAME.initial(GAME.unmeasured(("Host",)))
    assert [player.name for player in alone.players] == ["Red", "Blue"]
    assert len(GAME.initial(GAME.unmeasured(("Host", "Guest", "Stranger"))).players) == 3
    assert GAME.in_words is not None
    assert GAME.in_words(alone, "Host") == (
        "Round 0: Red 0 cards, Blue 0 cards; draw pile 48, discards 0.",
    )


def test_tt_set_05_a_deck_of_ones_own_is_loaded_and_saved() -> None:
    own = {**STARTER.strengths, "crane": ("crane",)}
    roster = _loaded(roster_toml(replace(STARTER, strengths=own)))
    assert {entry.kind for entry in roster.entries} == {KIND}
    state = GAME.initial(setup(sitting(2), roster=roster))
    assert state.deck.strengths["crane"] == ("crane",)
    printed = roster_toml(STARTER)
    for bad, told in (
        (printed.replace(LEOPARD, '"leopard"', 1), "as of every leopard of a deck"),
        (printed.replace(LEOPARD, '"leopard;frog"'), "animals of the base set"),
        (printed.replace('"one_less"', '"one_more"'), r"dawn_rule: expected one of one_less"),
        (printed.replace('"one_less"', '""'), r"dawn_rule: expected one of .*, got nothing"),
    ):
        with pytest.raises(BadInputError, match=told):
            deck_from_roster(_loaded(bad).entries)
    with pytest.raises(BadInputError, match=r"X1\.rooster_change: expected nothing for crane"):
        card_of("X1", "crane", change="rooster_skip")


LEOPARD = '"leopard;tiger"'


def _loaded(text: str) -> Roster:
    return roster_from_toml(text, columns=ROSTER_SCHEMA, others=PRINTING)

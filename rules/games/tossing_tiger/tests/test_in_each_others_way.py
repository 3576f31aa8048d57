"""Tests what Dawncards, Roosters and animals do to one another."""

from rules.games.tossing_tiger.chapters.animal_actions import HowItLands, PilesToSwap, PileToReroll
from rules.games.tossing_tiger.chapters.battles import GiveUpBattle
from rules.games.tossing_tiger.chapters.dawn_rules import FreeReroll, Guess
from rules.games.tossing_tiger.chapters.roosters import (
    HowLargeABonus,
    WhetherToConcede,
    WhetherToSkip,
)
from rules.games.tossing_tiger.tests.war_play import dawn
from rules.games.tossing_tiger.vocabulary import Role

FIRST = ("", "crane")
"""The defender's card against the Dawncard."""


def test_a_battle_is_conceded_while_the_other_card_waits_to_act() -> None:
    """The Rooster's owner gives the battle away; the tiger is thrown all the same, for nothing."""
    table = dawn(3, FIRST, ("rooster", "tiger"), change="rooster_concede")
    table.answer("yes", WhetherToConcede)
    assert table.asked(HowItLands).who == "Guest"
    table.answer("face down")
    assert (table.results[1], table.war.bonus) == ("D", 0)


def test_a_battle_given_up_stops_both_cards_but_not_earlier_ones() -> None:
    table = dawn(4, FIRST, ("peacock", "crane"), rule="flee")
    table.give("Host", GiveUpBattle(war=1, role=Role.ATTACKER))
    table.roll("dragon", "leopard")
    # Neither acts, and a peacock does not win back what was given up.
    assert table.results[:3] == ["D", "NONE", "D"]
    assert table.places[0][1] == 4
    table.roll("dragon", "crane")
    assert "battle 3" in table.question(PileToReroll).choices


def test_a_swap_carries_a_rolled_pile_into_a_battle_that_is_left_out() -> None:
    table = dawn(5, FIRST, ("rooster", "crane"), change="rooster_skip")
    table.answer("yes", WhetherToSkip)
    table.roll("leopard", "crane")
    table.answer("3 and 4", PilesToSwap)
    assert table.war.face(Role.ATTACKER, 3) == "leopard"
    # The pile that came to battle 4 from the skipped one is rolled there.
    assert table.places == [(Role.ATTACKER, 4)]
    table.turn(Role.ATTACKER, "monkey")
    assert table.results == ["D", "NONE", "-", "A", "-"]


def test_a_rerolled_guess_counts_when_it_comes_up() -> None:
    table = dawn(4, FIRST, rule="guess")
    table.give("Host", Guess(war=1, animal="monkey"))
    table.roll("crane", "dragon")
    assert table.results[1] == "BOTH"
    table.answer("battle 2", PileToReroll)
    table.turn(Role.DEFENDER, "monkey")
    assert table.results[1] == "A"


def test_two_changes_of_the_bonus() -> None:
    """Once it was given up for a lost battle, nobody sets it anew."""
    table = dawn(3, FIRST, rule="flee", change="rooster_change_bonus")
    table.give("Host", GiveUpBattle(war=1, role=Role.ATTACKER))
    table.roll("crane", "crane").roll("rooster", "crane")
    assert not [ask for ask in table.asks if isinstance(ask.question, HowLargeABonus)]
    assert table.war.bonus == 0


def test_nobody_rerolls_between_a_free_reroll_and_what_comes_up() -> None:
    """Nothing is seen of the next battle, but it is not to be rolled yet."""
    table = dawn(3, FIRST, ("crane", "monkey"), rule="one_reroll")
    table.give("Host", FreeReroll(war=1, role=Role.ATTACKER, place=2))
    second = FreeReroll(war=1, role=Role.DEFENDER, place=2)
    assert "before a battle" in table.refused("Guest", second).reason
    assert not [each for each in table.offers("Guest") if each.command == "free_reroll"]
    table.turn(Role.ATTACKER, "crane", place=2)
    assert [each for each in table.offers("Guest") if each.command == "free_reroll"]

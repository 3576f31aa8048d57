"""Tests what each animal does, and how animals get in each other's way."""

import pytest

from rules.games.tossing_tiger.animals import ANIMALS, CardEffect
from rules.games.tossing_tiger.chapters.acting import ActionOver, CardTaken, Looked, Rerolled
from rules.games.tossing_tiger.chapters.animal_actions import (
    ActionCopied,
    AnimalToCopy,
    BattleToPeekAt,
    CardDestroyed,
    CardToDestroy,
    HowItLands,
    PilesSwapped,
    PilesToSwap,
    PileToReroll,
    Tossed,
    WhereToTakeFrom,
)
from rules.games.tossing_tiger.chapters.battles import PileToTurn
from rules.games.tossing_tiger.phases import awaits
from rules.games.tossing_tiger.tests.war_play import Table, dawn, war
from rules.games.tossing_tiger.view import in_words, view
from rules.games.tossing_tiger.vocabulary import Result, Role
from rules.referee.toolkit.chapters import say

LOSS, WIN, NOBODY = ("crane", "monkey"), ("monkey", "crane"), ("crane", "crane")


@pytest.mark.parametrize(("lands", "result"), [("face up", "A"), ("face down", "D")])
def test_tt_ani_01_a_tiger_is_thrown(lands: str, result: str) -> None:
    table = war(2, ("tiger", "crane"))
    table.answer(lands)
    assert table.results[0] == result
    assert [each.face_up for each in table.happened(Tossed)] == [lands == "face up"]


def test_tt_ani_02_a_dragon_rolls_an_own_pile_again() -> None:
    table = war(4, LOSS, ("crane", "dragon"))
    assert table.question(PileToReroll).choices == ("battle 1", "battle 2")
    table.answer("battle 2")
    assert table.war.face(Role.DEFENDER, 2) == ""
    assert [each.place for each in table.happened(Rerolled)] == [2]


def test_tt_ani_02_a_chain_of_dragons_ends() -> None:
    table = war(3, ("dragon", "crane"))
    for _ in range(3):
        table.turn(Role.ATTACKER, "dragon")
    over = [each.why for each in table.happened(ActionOver)]
    assert over[-1] == "there were enough rerolls in this battle"
    assert len(table.happened(Rerolled)) == 3


@pytest.mark.parametrize("animal", ["mantis", "crane"])
def test_tt_ani_03_tt_ani_04_mantis_and_crane_do_nothing(animal: str) -> None:
    assert ANIMALS[animal].effects == ()
    table = war(2, (animal, "snake"))
    assert not table.happened(ActionOver)
    assert table.results[0] == "NONE"


def test_tt_ani_05_a_monkey_looks_through_a_later_battle() -> None:
    table = war(4)
    table.turn(Role.ATTACKER, "monkey")
    table.turn(Role.DEFENDER, "crane")
    assert table.question(BattleToPeekAt).choices == ("battle 2", "battle 3", "battle 4")
    table.answer("battle 3")
    (looked,) = table.happened(Looked)
    assert (looked.player, looked.place) == ("Host", 3)
    assert not war(1, ("monkey", "crane")).happened(Looked)


def test_tt_ani_06_a_panda_knows_what_was_rolled_earlier() -> None:
    table = war(3, NOBODY, ("panda", "crane"))
    assert table.scene.strengths(Role.ATTACKER, 2) == ("crane",)
    assert table.results[1] == "A"
    # What only the opponent rolled earlier does not help.
    assert war(3, ("mantis", "crane"), ("panda", "crane")).results[1] == "NONE"


def test_tt_ani_07_a_turtle_stops_the_card_that_it_meets() -> None:
    table = war(3, ("leopard", "turtle"))
    assert table.happened(ActionOver)[0].why == "the Turtle stops it"
    assert isinstance(table.asks[0].question, PileToTurn)
    both = war(2, ("turtle", "turtle"))
    assert both.results[0] == "BOTH"


def test_tt_ani_07_a_turtle_that_is_looked_at_last() -> None:
    options = {"more_animals": True, "turtle_timing": "strict_order"}
    table = war(3, ("leopard", "turtle"), options=options)
    assert table.asked(PilesToSwap).who == "Host"
    own = war(3, ("turtle", "leopard"), options=options)
    assert isinstance(own.asks[0].question, PileToTurn)


def test_tt_ani_08_a_leopard_swaps_piles_and_an_unrolled_one_is_rolled_now() -> None:
    table = war(4, LOSS, ("leopard", "crane"))
    assert "1 and 4" in table.question(PilesToSwap).choices
    table.answer("1 and 4")
    assert [each.first for each in table.happened(PilesSwapped)] == [1]
    asked = table.question(PileToTurn)
    assert (asked.role, asked.place) == (Role.ATTACKER, 1)
    table.turn(Role.ATTACKER, "tiger")
    table.answer("face up")
    assert table.results[:2] == ["A", "NONE"]
    # The crane that was rolled in battle 1 lies at place 4 now, and is not rolled again.
    assert table.war.face(Role.ATTACKER, 4) == "crane"
    table.roll("crane", "crane")
    assert table.roles == [Role.DEFENDER]


@pytest.mark.parametrize(
    ("before", "result"),
    [([LOSS, LOSS], "D"), ([WIN, ("crane", "mantis")], "A"), ([NOBODY, LOSS], "NONE")],
)
def test_tt_ani_09_a_snake_goes_on_as_before(before: list[tuple[str, str]], result: str) -> None:
    table = war(4, *before, ("snake", "crane"))
    assert table.results[2] == result


def test_tt_ani_09_with_nobody_as_a_loss() -> None:
    options = {"more_animals": True, "none_is_lost": True}
    assert war(3, NOBODY, ("snake", "crane"), options=options).results[1] == "D"
    assert war(3, NOBODY, ("snake", "crane")).results[1] == "NONE"


def test_tt_ani_10_a_peacock_wins_the_next_tie() -> None:
    assert war(3, ("peacock", "crane"), NOBODY).results[1] == "A"
    assert war(3, ("crane", "peacock"), ("crane", "mantis")).results[1] == "D"
    assert war(3, ("peacock", "crane"), LOSS).results[1] == "D"
    assert war(3, ("peacock", "peacock"), NOBODY).results[1] == "BOTH"
    assert war(2, NOBODY, ("peacock", "crane")).happened(Tossed) == []


def test_tt_ani_11_a_bull_destroys_and_the_result_stays() -> None:
    table = war(3, WIN, ("crane", "bull"))
    assert table.question(CardToDestroy).choices == ("attacker 1", "defender 1")
    table.answer("attacker 1")
    gone = table.happened(CardDestroyed)[0]
    assert gone.frozen is Result.ATTACKER
    assert table.results[0] == "A"
    assert table.war.pile(Role.ATTACKER, 1).size == 3  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", ["any_card", "next_rolled"])
def test_tt_ani_11_as_it_was_agreed(mode: str) -> None:
    table = war(3, WIN, ("crane", "bull"), options={"more_animals": True, "bull_mode": mode})
    choices = table.question(CardToDestroy).choices
    assert ("attacker 1, an unseen card" in choices) == (mode == "any_card")
    table.answer(choices[-1] if mode == "any_card" else "attacker 1")
    if mode == "next_rolled":
        table.turn(Role.ATTACKER, "crane")
        assert table.results[0] == "NONE"
    else:
        assert table.state.destroyed == ("",)


def test_tt_ani_12_a_red_panda_is_consoled() -> None:
    table = war(3, NOBODY, ("redpanda", "snake"))
    assert table.question(WhereToTakeFrom).choices == ("draw pile", "attacker 1", "defender 1")
    table.answer("defender 1")
    assert table.war.pile(Role.DEFENDER, 1).size == 3  # type: ignore[union-attr]
    assert table.state.hands["Host"] == 1
    assert not war(3, ("redpanda", "crane")).happened(CardTaken)


def test_tt_ani_13_a_chameleon_does_what_was_done_before() -> None:
    table = war(3, ("tiger", "leopard"))
    table.answer("face up")
    table.answer("2 and 3")
    table.roll("chameleon", "crane")
    assert table.question(AnimalToCopy).choices == ("tiger", "leopard")
    table.answer("tiger")
    table.answer("face down")
    assert table.results[1] == "D"
    (copied,) = table.happened(ActionCopied)
    assert copied.animal == "tiger"
    assert war(3, ("chameleon", "crane")).happened(ActionCopied) == []


@pytest.mark.parametrize(("source", "animal"), [("own", "panda"), ("opponent", "snake")])
def test_tt_ani_13_as_it_was_agreed(source: str, animal: str) -> None:
    options = {"more_animals": True, "chameleon_source": source}
    table = war(3, ("panda", "snake"), ("chameleon", "crane"), options=options)
    assert [each.animal for each in table.happened(ActionCopied)] == [animal]


def test_tt_ani_14_a_horse_needs_its_whole_list() -> None:
    first, second = ("snake", "crane"), ("peacock", "mantis")
    tossed = war(4, first, second, ("horse", "tiger")).asks[0]
    assert isinstance(tossed.question, HowItLands)
    assert war(4, first, second, ("horse", "crane")).results[2] == "A"
    assert war(4, first, NOBODY, ("horse", "crane")).results[2] == "NONE"


def test_tt_ani_15_a_unicorn_teaches_later_animals() -> None:
    table = war(3, ("unicorn", "crane"), ("snake", "unicorn"))
    assert "unicorn" in table.scene.strengths(Role.ATTACKER, 2)
    assert "unicorn" not in table.scene.strengths(Role.ATTACKER, 1)[3:]
    assert table.results[1] == "A"
    doubled = war(5, NOBODY, NOBODY, ("unicorn", "crane"), ("snake", "unicorn"))
    assert doubled.results[3] == "NONE"


@pytest.mark.parametrize("first", [("frog", "crane"), ("crane", "frog")])
def test_tt_ani_16_the_second_frog_loses(first: tuple[str, str]) -> None:
    assert war(3, first, ("frog", "crane")).results[1] == "D"
    assert war(3, NOBODY, ("frog", "horse")).results[1] == "A"
    assert war(3, first, ("frog", "frog")).results[1] == "NONE"


@pytest.mark.parametrize(("default", "result"), [("no_strengths", "NONE"), ("always_loses", "D")])
def test_tt_ani_17_a_rooster_without_a_dawncard(default: str, result: str) -> None:
    options = {"dawndojo": True, "rooster_default": default}
    assert war(2, ("rooster", "crane"), options=options).results[0] == result
    changed = dawn(3, ("", "crane"), ("rooster", "crane"), change="rooster_always_win")
    assert changed.results[1] == "A"


def test_tt_ani_18_a_bird_loses_and_its_team_may_talk() -> None:
    table = Table(fight_together=True).war_of(3)
    table.turn(Role.ATTACKER, "bird")
    table.turn(Role.DEFENDER, "crane")
    assert table.results[0] == "D"
    # Battle 1 is over, and none of battle 2 is rolled yet.
    assert table.war.battle == 2
    assert view(table.state, "Guest")["free_talk"] == ["Host"]
    table.turn(Role.ATTACKER, "crane")
    assert view(table.state, "Guest")["free_talk"] == []


def test_tt_ani_18_the_talk_is_shown_and_told_where_the_bird_is_the_second_card() -> None:
    """Fault 22: it was over before anybody could say a word."""
    table = Table(fight_together=True).war_of(3)
    table.turn(Role.ATTACKER, "crane")
    (event, *_) = table.turn(Role.DEFENDER, "bird")
    says = "The team of Guest may talk freely until the next battle is rolled."
    assert say(event.body) == f"Guest rolls a Bird in battle 1. {says}"
    assert says in in_words(table.state, "Host")
    assert awaits(table.state).endswith(says)
    assert view(table.state, "Host")["free_talk"] == ["Guest"]


def test_tt_ani_18_the_talk_of_the_last_battle_goes_on_to_the_next_war() -> None:
    table = Table(fight_together=True).war_of(3)
    table.roll("crane", "crane").roll("bird", "bird")
    assert table.state.round == 2
    assert view(table.state, "Host")["free_talk"] == ["Host", "Guest"]
    table.answer("3")
    table.build()
    table.turn(Role.ATTACKER, "crane")
    assert view(table.state, "Host")["free_talk"] == []


# --- in each other's way -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [("up", "up", "BOTH"), ("up", "down", "A"), ("down", "up", "D"), ("down", "down", "BOTH")],
)
def test_two_tigers(mine: str, theirs: str, *, result: str) -> None:
    table = war(2, ("tiger", "tiger"))
    table.answer(f"face {mine}")
    table.answer(f"face {theirs}")
    assert table.results[0] == result


def test_a_turtle_and_a_reroll() -> None:
    """What is rolled anew meets the turtle as well; a new turtle stops what still holds."""
    table = war(3, ("crane", "turtle"), ("dragon", "crane"))
    table.answer("battle 1")
    table.turn(Role.ATTACKER, "tiger")
    assert not table.happened(Tossed)
    assert table.results[0] == "NONE"
    table = war(3, ("crane", "panda"), ("crane", "panda"), ("dragon", "crane"))
    assert table.results[1] == "NONE"
    own = war(4, ("crane", "crane"), ("crane", "panda"), ("dragon", "crane"))
    assert own.results[1] == "D"
    own.answer("battle 2")
    own.turn(Role.ATTACKER, "turtle")
    assert own.results[1] == "A"


def test_a_tiger_that_is_rerolled_takes_its_toss_back() -> None:
    table = war(3, ("tiger", "crane"))
    table.answer("face down")
    table.roll("dragon", "crane")
    table.answer("battle 1")
    table.turn(Role.ATTACKER, "monkey")
    assert table.results[0] == "A"


def test_a_swap_changes_what_snakes_pandas_and_peacocks_rest_on() -> None:
    table = war(4, WIN, ("snake", "crane"), ("leopard", "crane"))
    assert table.results[:2] == ["A", "A"]
    table.answer("1 and 3")
    assert table.results[:2] == ["NONE", "NONE"]
    panda = war(4, NOBODY, ("panda", "crane"), ("leopard", "mantis"))
    assert panda.results[1] == "A"
    panda.answer("1 and 3")
    assert panda.results[1] == "NONE"


def test_a_peacock_that_moves_wins_elsewhere() -> None:
    table = war(4, ("peacock", "crane"), NOBODY, ("leopard", "crane"))
    assert table.results[:2] == ["NONE", "A"]
    table.answer("1 and 2")
    assert table.results[:3] == ["NONE", "NONE", "A"]


def test_a_frozen_result_stays_through_a_swap() -> None:
    table = war(4, WIN, ("bull", "crane"))
    table.answer("defender 1")
    table.roll("leopard", "crane")
    table.answer("1 and 2")
    assert table.results[0] == "A"


def test_a_chameleon_after_a_turtle_stops_what_it_meets() -> None:
    table = war(3, ("turtle", "crane"), ("chameleon", "frog"))
    assert [each.animal for each in table.happened(ActionCopied)] == ["turtle"]
    assert table.scene.is_cancelled(Role.DEFENDER, 2)
    assert not table.scene.holds(Role.DEFENDER, 2, effect=CardEffect.LOSES_AS_SECOND)

"""Tests what each clause on Dawncards and Roosters asks for."""

import pytest

from rules.games.tossing_tiger.animals import CHANGES, WAR_RULES
from rules.games.tossing_tiger.chapters.acting import CardTaken, Rerolled
from rules.games.tossing_tiger.chapters.animal_actions import HowItLands
from rules.games.tossing_tiger.chapters.battles import GiveUpBattle, GuessRight, PileToTurn
from rules.games.tossing_tiger.chapters.dawn_rules import (
    BattleToGiveAway,
    BattleToWin,
    BattleTurned,
    FreeReroll,
    Guess,
    LastReroll,
    Merge,
)
from rules.games.tossing_tiger.chapters.opening import WhichAnimal, WhichDawncard, WhichEmptyPlace
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake, PilesToRemake
from rules.games.tossing_tiger.chapters.roosters import (
    HowLargeABonus,
    PileToSteal,
    WhatToStrike,
    WhichAnimalTaught,
)
from rules.games.tossing_tiger.chapters.spoils import WarDecided
from rules.games.tossing_tiger.tests.war_play import DAWNCARD, EVERYTHING, Table, dawn
from rules.games.tossing_tiger.vocabulary import Role, WarStage
from rules.referee.toolkit.questions import Choose

LOSS, WIN, NOBODY = ("crane", "monkey"), ("monkey", "crane"), ("crane", "crane")
ROOSTER = ("rooster", "crane")
FIRST = ("", "crane")
"""The defender's card against the Dawncard."""


def test_tt_dj_01_roosters_carry_a_rule_and_a_change() -> None:
    roosters = [card for card in Table(dawndojo=True).state.deck.cards.values() if card.dawn]
    assert len(roosters) == 14
    assert {card.change for card in roosters} == set(CHANGES)
    assert {card.dawn for card in roosters} <= set(WAR_RULES)


def test_tt_dj_02_a_rooster_lies_open_at_place_1() -> None:
    table = dawn(3)
    card = table.war.pile(Role.ATTACKER, 1)
    assert card is not None
    assert (card.face, card.size, card.is_dawncard) == (DAWNCARD, 1, True)
    assert table.roles == [Role.DEFENDER]


def test_tt_dj_03_its_rule_holds_for_the_war() -> None:
    assert dawn(3, rule="no_winner").war.rule == "no_winner"
    assert Table(**EVERYTHING).war_of(2).war.rule == ""


def test_tt_dj_04_it_loses_battle_1() -> None:
    for card in ("crane", "tiger", "frog"):
        table = dawn(3, ("", card))
        if isinstance(table.asks[0].question, HowItLands):
            table.answer("face down")
        assert table.results[0] == "D"


def test_tt_dj_05_its_change_holds_for_every_other_rooster() -> None:
    table = dawn(4, FIRST, ("rooster", "crane"), ("crane", "rooster"), change="rooster_always_lose")
    assert table.asked(WhatToStrike).who == "Host"
    table.answer("nothing")
    table.roll("crane", "rooster")
    assert table.asked(WhatToStrike).who == "Guest"
    table.answer("nothing")
    assert table.results[1:3] == ["D", "A"]


def test_tt_dj_06_one_dawncard_and_it_is_the_attackers() -> None:
    table = Table(dawndojo=True).sit()
    table.answer("3 with a Dawncard")
    assert table.asked(WhichDawncard).who == "Host"
    assert table.refused("Guest", Choose(choice="D-rooster-02")).clause == "TT-DJ-02"
    table.answer("D-rooster-02")
    assert not [ask for ask in table.asks if isinstance(ask.question, WhichDawncard)]


# --- war rules -----------------------------------------------------------------------------------


def test_tt_dawn_01_one_less() -> None:
    assert dawn(3, rule="one_less").war.defending[2] is None
    options = {**EVERYTHING, "empty_place": "defender_chooses"}
    table = Table(**options).sit()
    table.answer("3 with a Dawncard")
    table.answer("D-rooster-01")
    table.answer("battle 2", WhichEmptyPlace)
    table.build()
    assert [pile is None for pile in table.war.defending] == [False, True, False]


def test_tt_dawn_02_one_merge() -> None:
    table = dawn(4, rule="one_merge")
    assert table.refused("Guest", Merge(war=1, first=2, second=3)).clause == "TT-OBJ-06"
    assert table.refused("Host", Merge(war=1, first=2, second=2)).clause == "TT-DAWN-02"
    table.give("Host", Merge(war=1, first=4, second=2))
    assert [pile and pile.size for pile in table.war.defending] == [4, 8, 4, None]
    assert "once in a war" in table.refused("Host", Merge(war=1, first=1, second=3)).reason
    table.roll(*FIRST).roll(*NOBODY).roll(*NOBODY)
    table.turn(Role.ATTACKER, "crane")
    assert table.results[3] == "A"


def test_tt_dawn_03_one_reroll() -> None:
    table = dawn(3, FIRST, LOSS, rule="one_reroll")
    assert table.refused("Host", FreeReroll(war=1, role=Role.ATTACKER, place=3)).clause == (
        "TT-DAWN-03"
    )
    table.give("Host", FreeReroll(war=1, role=Role.ATTACKER, place=2))
    table.turn(Role.ATTACKER, "monkey", place=2)
    assert table.results[1] == "BOTH"
    again = table.refused("Host", FreeReroll(war=1, role=Role.ATTACKER, place=2))
    assert again.reason == "Host has used the free reroll of this war."
    table.roll(*NOBODY)
    assert table.asked(LastReroll).who == "Guest"
    table.answer("nothing")
    assert table.happened(WarDecided)


def test_tt_dawn_04_no_winner() -> None:
    table = dawn(3, FIRST, NOBODY, NOBODY, rule="no_winner")
    assert table.results == ["D", "NONE", "NONE"]
    assert table.war.winners == ()
    assert not table.war.piles_due


def test_tt_dawn_05_tied_winner() -> None:
    table = dawn(3, FIRST, WIN, NOBODY, rule="tied_winner")
    assert table.war.winners == (Role.ATTACKER, Role.DEFENDER)
    sizes = [(take.role, take.is_pile) for take in table.war.takes]
    assert sizes == [(Role.ATTACKER, True), (Role.DEFENDER, True)]


def test_tt_dawn_06_early_stop() -> None:
    table = dawn(5, FIRST, LOSS, rule="early_stop")
    assert table.war.stopped == "Host has lost 2 battles"
    assert table.results == ["D", "D", "-", "-", "-"]


def test_tt_dawn_07_final_reroll() -> None:
    table = dawn(3, FIRST, LOSS, WIN, rule="final_reroll")
    assert table.asked(LastReroll).who == "Host"
    table.answer("battle 2")
    table.turn(Role.ATTACKER, "monkey")
    assert len(table.happened(Rerolled)) == 1
    assert table.results == ["D", "BOTH", "A"]
    assert not dawn(3, FIRST, LOSS, NOBODY, rule="final_reroll").happened(Rerolled)


def test_tt_dawn_08_multi_stage() -> None:
    table = Table(**EVERYTHING).sit().with_hands(9, 8)
    table.answer("3 with a Dawncard")
    table.answer("D-rooster-07")
    assert table.roles == [Role.DEFENDER]
    assert table.refused("Guest", LayPiles(sizes=(5,))).clause == "TT-DAWN-08"
    table.lay(4)
    table.rows()
    table.roll(*FIRST)
    assert {type(ask.question) for ask in table.asks} == {PilesToMake}
    table.lay(4, role=Role.ATTACKER)
    table.lay(2, role=Role.DEFENDER)
    table.rows()
    table.roll(*NOBODY)
    assert table.refused("Host", LayPiles(sizes=(3,))).clause == "TT-PIL-02"
    table.lay(4, role=Role.ATTACKER)
    table.lay(2, role=Role.DEFENDER)
    table.rows()
    table.roll(*NOBODY)
    assert table.results == ["D", "NONE", "NONE"]


def test_tt_dawn_09_bait_and_switch() -> None:
    table = dawn(3, FIRST, WIN, LOSS, rule="bait_and_switch")
    assert table.question(BattleToGiveAway).choices == ("nothing", "battle 2")
    table.answer("battle 2")
    table.answer("battle 3", BattleToWin)
    assert table.results == ["D", "D", "A"]
    assert len(table.happened(BattleTurned)) == 2


def named(rule: str, animal: str, *pairs: tuple[str, str]) -> Table:
    """A war whose rule names an animal."""
    table = dawn(4, rule=rule)
    assert table.war.stage is WarStage.WAR_RULE
    table.answer(animal, WhichAnimal)
    for pair in (FIRST, *pairs):
        table.roll(*pair)
    return table


def test_tt_dawn_10_strong_type() -> None:
    assert named("strong_type", "peacock", ("crane", "peacock")).results[1] == "A"
    assert named("strong_type", "peacock", ("peacock", "crane")).results[1] == "NONE"


def test_tt_dawn_11_weak_type() -> None:
    assert named("weak_type", "crane", WIN).results[1] == "NONE"
    assert named("weak_type", "tiger", WIN).results[1] == "A"


def test_tt_dawn_12_superhero_type() -> None:
    assert named("superhero_type", "crane", WIN).results[1] == "NONE"
    assert named("superhero_type", "monkey", WIN).results[1] == "A"
    assert named("superhero_type", "crane", NOBODY).results[1] == "NONE"


def test_tt_dawn_13_superweak_type() -> None:
    assert named("superweak_type", "monkey", WIN).results[1] == "NONE"
    assert named("superweak_type", "crane", WIN).results[1] == "A"


def test_tt_dawn_14_guess() -> None:
    table = dawn(3, FIRST, rule="guess")
    assert table.refused("Guest", Guess(war=1, animal="frog")).clause == "TT-OBJ-06"
    assert table.refused("Host", Guess(war=1, animal="bird")).clause == "TT-DAWN-14"
    table.give("Host", Guess(war=1, animal="monkey"))
    assert table.refused("Host", Guess(war=1, animal="frog")).clause == "TT-DAWN-14"
    table.roll(*LOSS)
    assert table.results[1] == "A"
    assert len(table.happened(GuessRight)) == 1
    wrong = dawn(3, FIRST, rule="guess")
    wrong.give("Host", Guess(war=1, animal="frog"))
    assert wrong.roll(*LOSS).results[1] == "D"


def test_tt_dawn_15_flee_takes_the_bonus() -> None:
    table = dawn(3, FIRST, rule="flee")
    (offer,) = [t for t in table.offers("Host") if t.command == "give_up_battle"]
    assert offer.fixed == {"war": 1, "role": "attacker"}
    table.give("Host", GiveUpBattle(war=1, role=Role.ATTACKER))
    table.roll(*WIN).roll(*WIN)
    assert table.results == ["D", "D", "A"]
    assert table.war.winners == (Role.DEFENDER,)
    assert not table.war.piles_due[Role.DEFENDER]


def test_tt_dawn_16_no_ties() -> None:
    table = dawn(4, FIRST, NOBODY, ("leopard", "crane"), rule="no_ties")
    assert table.results[1] == "A"
    assert table.results[2] == "NONE"


# --- changes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "winners"),
    [("anywhere", (Role.DEFENDER,)), ("same_battle", None), ("nobody_wins", ())],
)
def test_tt_rc_01_it_wins_and_two_of_them_end_the_war(
    how: str, winners: tuple[Role, ...] | None
) -> None:
    options = {**EVERYTHING, "double_rooster": how}
    table = dawn(5, FIRST, ROOSTER, change="rooster_always_win", options=options)
    assert table.results[1] == "A"
    table.roll("crane", "rooster")
    assert table.war.decided == (winners is not None)
    if winners is not None:
        assert table.war.winners == winners
    same = dawn(3, FIRST, ("rooster", "rooster"), change="rooster_always_win", options=options)
    assert same.war.winners == (() if how == "nobody_wins" else (Role.DEFENDER,))


def test_tt_rc_02_it_loses_and_strikes_or_ends() -> None:
    table = dawn(4, FIRST, LOSS, ROOSTER, change="rooster_always_lose")
    choices = table.question(WhatToStrike).choices
    assert choices == ("nothing", "end the war", "battle 1", "battle 2")
    table.answer("battle 2")
    assert table.results[:3] == ["D", "-", "D"]
    ended = dawn(4, FIRST, LOSS, ROOSTER, change="rooster_always_lose")
    ended.answer("end the war")
    assert ended.war.stopped == "Host ends it with a Rooster"
    assert ended.war.decided


def test_tt_rc_03_it_loses_and_up_to_three_cards_go_to_the_hand() -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_always_lose_alt")
    assert table.results[1] == "D"
    for _ in range(3):
        table.answer("battle 3")
    assert table.state.hands["Host"] == 3
    assert table.war.pile(Role.ATTACKER, 3).size == 2  # type: ignore[union-attr]
    assert isinstance(table.asks[0].question, PileToTurn)
    fewer = dawn(4, FIRST, ROOSTER, change="rooster_always_lose_alt")
    fewer.answer("nothing")
    assert fewer.state.hands["Host"] == 0


def test_tt_rc_04_it_wins_and_what_it_met_is_beaten_no_more() -> None:
    table = dawn(4, FIRST, ROOSTER, WIN, change="rooster_always_win_alt")
    assert table.results[1:3] == ["A", "NONE"]


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_tt_rc_05_a_pile_for_the_end_of_the_war(choice: str) -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_insta_end")
    table.answer(choice)
    assert bool(table.war.stopped) == (choice == "yes")
    if choice == "yes":
        assert table.state.hands["Guest"] == 5
        assert table.war.winners == ()
        assert table.results == ["D", "NONE", "-", "-"]


def test_tt_rc_06_a_loss_for_the_bonus() -> None:
    table = dawn(3, FIRST, ("rooster", "crane"), change="rooster_concede")
    table.answer("yes")
    assert (table.results[1], table.war.bonus) == ("D", 0)


def test_tt_rc_07_the_next_battle_is_left_out() -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_skip")
    table.answer("yes")
    assert [place for _, place in table.places] == [4, 4]
    table.roll(*NOBODY)
    assert table.results == ["D", "NONE", "-", "NONE"]


def test_tt_rc_08_a_loss_for_new_piles() -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_change")
    table.answer("yes")
    assert table.question(PilesToRemake).count == 2
    assert table.refused("Host", LayPiles(sizes=(5, 6))).clause == "TT-PIL-02"
    table.lay(2, 8)
    assert [pile.size for pile in table.war.attacking if pile] == [1, 5, 2, 8]
    assert table.results[1] == "D"


def test_tt_rc_09_later_roosters_beat_what_it_met() -> None:
    table = dawn(4, FIRST, ROOSTER, ("crane", "crane"), ROOSTER, change="rooster_disable")
    assert table.results == ["D", "NONE", "NONE", "A"]


def test_tt_rc_10_more_than_three_roosters_take_a_card() -> None:
    four = [("rooster", "rooster")] * 2
    table = dawn(5, FIRST, *four, ("rooster", "crane"), change="rooster_steal")
    assert table.question(PileToSteal).choices[0] == "defender 1"
    table.answer("defender 2")
    assert len(table.happened(CardTaken)) == 1
    assert not dawn(4, FIRST, four[0], ROOSTER, change="rooster_steal").happened(CardTaken)


def test_tt_rc_11_a_win_is_worth_as_many_cards_as_roosters_lie_before() -> None:
    pairs = (("rooster", "crane"), ("rooster", "crane"), ("rooster", "tiger"))
    table = dawn(4, FIRST, *pairs, change="rooster_count")
    table.answer("face down")
    takes = [(take.place, take.count) for take in table.war.takes if take.role is Role.ATTACKER]
    assert takes == [(4, 2)]


def test_tt_rc_12_the_bonus_is_one_to_four_piles() -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_change_bonus")
    assert table.question(HowLargeABonus).choices == ("1", "2", "3", "4")
    table.answer("3")
    table.roll(*WIN).roll(*WIN)
    assert table.war.winners == (Role.ATTACKER,)
    # Limited by the battles that were won.
    assert table.war.piles_due[Role.ATTACKER] == 2
    decided = table.happened(WarDecided)[0]
    assert decided.bonus == 3


def test_tt_rc_13_pity_after_nothing_but_losses() -> None:
    table = dawn(4, FIRST, ROOSTER, change="rooster_pity_type")
    table.answer("snake", WhichAnimalTaught)
    table.roll("crane", "snake")
    assert table.results[2] == "A"
    proud = dawn(4, FIRST, WIN, ROOSTER, change="rooster_pity_type")
    assert isinstance(proud.asks[0].question, PileToTurn)


def test_tt_rc_14_the_bonus_counts_as_often_as_battles_were_won() -> None:
    table = dawn(5, FIRST, WIN, WIN, ROOSTER, WIN, change="rooster_multi_bonus")
    assert table.happened(WarDecided)[0].bonus == 2
    none = dawn(4, FIRST, ROOSTER, WIN, WIN, change="rooster_multi_bonus")
    assert none.happened(WarDecided)[0].bonus == 0

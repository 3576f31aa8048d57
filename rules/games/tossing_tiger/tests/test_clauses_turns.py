"""Tests what each clause on turns, battles and the end of a war asks for."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.acting import ActionOver, WhetherToAct
from rules.games.tossing_tiger.chapters.animal_actions import HowItLands, PilesToSwap, Tossed
from rules.games.tossing_tiger.chapters.battles import (
    BattleGivenUp,
    GiveUpBattle,
    PileToTurn,
    TurnUpPile,
)
from rules.games.tossing_tiger.chapters.ending import GameEnded, ShowHand
from rules.games.tossing_tiger.chapters.layout import RowsLaid
from rules.games.tossing_tiger.chapters.opening import numbers_of
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import WhichOpponent
from rules.games.tossing_tiger.chapters.spoils import (
    PileToTake,
    SpoilTaken,
    SpoilToKeep,
    SpoilToPick,
    WarDecided,
    WarOver,
)
from rules.games.tossing_tiger.differences import TOUCHED, sighted
from rules.games.tossing_tiger.tests.card_table import WAR_ROWS, backs, card, laid, lay_rows
from rules.games.tossing_tiger.tests.war_play import Table, dawn, war
from rules.games.tossing_tiger.vocabulary import Phase, Result, Role, WarStage, place_of
from rules.referee.toolkit.questions import Choose
from rules.table.snapshot import PieceState


def fought(first: str, second: str, *, hands: tuple[int, int] = (6, 6), **options: Any) -> Table:
    """A war of one battle."""
    table = Table(more_animals=True, **options).sit().with_hands(*hands)
    table.answer("1")
    table.build()
    return table.roll(first, second)


def take_all(table: Table, choice: str = "keep") -> None:
    """Every card that anybody has coming."""
    while table.asks:
        asked = table.asks[0].question
        if not isinstance(asked, SpoilToKeep | SpoilToPick | PileToTake):
            return
        table.answer(choice if isinstance(asked, SpoilToKeep) else asked.choices[0])


def test_tt_end_01_fewer_than_two_cards_end_the_game() -> None:
    table = fought("monkey", "crane", hands=(6, 2))
    take_all(table)
    assert table.state.phase is Phase.ENDED
    assert GAME.result is not None
    assert GAME.result(table.state) == ("Host wins, with 8 cards in hand. Cards: Host 8, Guest 0.")
    refusal = table.refused("Host", Choose(choice="1"))
    assert refusal.clause == "TT-END-01"


def test_tt_end_01_at_any_moment() -> None:
    options = {"more_animals": True, "end_check": "any_moment"}
    table = war(2, ("crane", "monkey"), hands=(4, 4), options=options)
    table.state = table.state.with_war(
        table.war.with_pile(Role.DEFENDER, 2, pile=None).with_pile(
            Role.DEFENDER,
            1,
            pile=replace(table.war.defending[0], size=1),  # type: ignore[type-var]
        )
    )
    table.state = replace(table.state, draw=table.state.draw + 3)
    table.turn(Role.ATTACKER, "crane")
    assert table.state.phase is Phase.ENDED


def tied(end_tie: str) -> Table:
    """Host and Guest have six cards each as Stranger loses the last one."""
    table = Table(players=3, end_tie=end_tie).sit().with_hands(6, 6, 2)
    table.answer("Stranger")
    table.build()
    table.roll("monkey", "crane")
    take_all(table, "discard")
    return table


@pytest.mark.parametrize(
    ("tie", "winners"), [("shared", ("Host", "Guest")), ("last_attacker", ("Host",))]
)
def test_tt_end_02_most_cards_win(tie: str, winners: tuple[str, ...]) -> None:
    ended = tied(tie).happened(GameEnded)[0]
    assert ended.winners == winners
    assert [each.count for each in ended.totals] == [6, 6, 0]


def test_tt_end_02_most_strengths_among_equals() -> None:
    table = tied("most_strengths")
    assert [ask.who for ask in table.asks] == ["Host", "Guest"]
    few = tuple(f"B-tiger-{number}" for number in range(1, 7))
    many = tuple(f"B-mantis-{number}" for number in range(1, 7))
    table.give("Host", ShowHand(cards=few))
    assert table.refused("Guest", ShowHand(cards=few)).clause == "TT-HI-02"
    table.give("Guest", ShowHand(cards=many))
    assert table.happened(GameEnded)[0].winners == ("Guest",)


def test_tt_trn_01_turns_go_clockwise_one_war_each() -> None:
    table = Table(players=3, starter="Stranger").sit()
    table.answer("Host")
    table.answer("1")
    table.build()
    table.roll("crane", "crane")
    assert (table.state.starter, table.state.round) == ("Host", 2)
    assert table.question(WhichOpponent).choices == ("Guest", "Stranger")


def test_tt_trn_02_the_player_in_turn_names_the_opponent() -> None:
    table = Table(players=3).sit()
    assert table.refused("Guest", Choose(choice="Host")).reason == (
        "It is Host's turn to answer: Host attacks: name the opponent."
    )
    assert table.refused("Host", Choose(choice="Host")).clause == "TT-TRN-02"


def test_tt_trn_03_tt_trn_04_the_number_has_to_be_possible_for_both() -> None:
    table = Table().sit().with_hands(6, 4)
    (offer,) = table.offers("Host")
    hole = offer.holes[0]
    assert hole.allowed == ("1", "2")
    assert set(hole.greyed) == {"3", "4"}
    refusal = table.refused("Host", Choose(choice="3"))
    assert refusal.clause == "TT-TRN-04"
    assert refusal.reason == hole.greyed["3"]
    assert "both sides have enough for 2 at most" in refusal.reason
    assert table.refused("Host", Choose(choice="2 with a Dawncard")).clause == "TT-DJ-01"


def test_tt_trn_04_one_pile_and_a_dawncard() -> None:
    table = Table(dawndojo=True).sit()
    assert "1 with a Dawncard" not in numbers_of(table.state, table.war).choices
    legal = Table(dawndojo=True, dawn_number_one="legal").sit()
    legal.answer("1 with a Dawncard")
    legal.answer("D-rooster-03")
    legal.build()
    legal.turn(Role.DEFENDER, "crane")
    assert legal.state.hands["Host"] == 5


# --- piles ---------------------------------------------------------------------------------------


def test_tt_pil_01_both_split_their_hands_as_they_like() -> None:
    table = Table().sit()
    table.answer("2")
    splits = table.offers("Guest")[0].holes[0].allowed
    assert splits == ((3, 3), (2, 4), (4, 2))
    table.lay(4, 2, role=Role.DEFENDER)
    assert table.state.hands == {"Host": 6, "Guest": 0}


def test_tt_pil_02_all_cards_are_in_the_piles_unless_it_was_agreed() -> None:
    table = Table().sit()
    table.answer("2")
    assert table.refused("Host", LayPiles(sizes=(2, 2))).clause == "TT-PIL-02"
    free = Table(use_all_cards=False).sit()
    free.answer("2")
    free.lay(2, 2, role=Role.ATTACKER)
    assert free.state.hands["Host"] == 2


def test_tt_pil_03_two_cards_or_more() -> None:
    table = Table().sit()
    table.answer("2")
    refusal = table.refused("Guest", LayPiles(sizes=(5, 1)))
    assert (refusal.clause, refusal.reason) == ("TT-PIL-03", "A pile has 2 cards or more, not 1.")


def test_tt_pil_04_the_umpire_says_that_piles_are_shuffled() -> None:
    table = Table().sit()
    table.answer("2")
    assert "shuffle each well" in table.asked(PilesToMake).says


@pytest.mark.parametrize(
    ("order", "roles"),
    [
        ("simultaneous", [Role.ATTACKER, Role.DEFENDER]),
        ("attacker_first", [Role.ATTACKER]),
        ("defender_first", [Role.DEFENDER]),
    ],
)
def test_tt_pil_05_who_lays_first_and_that_rows_are_laid(order: str, roles: list[Role]) -> None:
    table = Table(layout_order=order).sit()
    table.answer("2")
    assert table.roles == roles
    table.build()
    assert table.war.stage is WarStage.BATTLE
    assert table.refused("Host", RowsLaid()).reason == "No rows are to be laid just now."


# --- battles -------------------------------------------------------------------------------------


def test_tt_bat_01_tt_obj_09_a_battle_is_given_up_before_it_is_rolled() -> None:
    table = dawn(3, rule="flee")
    table.turn(Role.DEFENDER, "crane")
    table.give("Guest", GiveUpBattle(war=1, role=Role.DEFENDER))
    assert table.happened(BattleGivenUp)
    assert table.refused("Guest", GiveUpBattle(war=1, role=Role.DEFENDER)).clause == "TT-OBJ-09"
    assert table.refused("Host", GiveUpBattle(war=1, role=Role.DEFENDER)).clause == "TT-OBJ-06"
    table.roll("tiger", "tiger")
    assert table.results[1] == "A"
    assert not table.happened(Tossed)
    table.turn(Role.ATTACKER, "crane")
    late = table.refused("Guest", GiveUpBattle(war=1, role=Role.DEFENDER))
    assert late.clause == "TT-BAT-01"
    assert war(2).refused("Host", GiveUpBattle(war=1, role=Role.ATTACKER)).clause == "TT-OBJ-09"


def test_tt_bat_02_both_turn_up_their_card() -> None:
    table = war(2)
    asked = [(place_of(ask)[0], ask.who) for ask in table.asks]
    assert asked == [(Role.ATTACKER, "Host"), (Role.DEFENDER, "Guest")]
    table.turn(Role.DEFENDER, "crane")
    assert table.roles == [Role.ATTACKER]
    refusal = table.refused("Guest", TurnUpPile(card="crane"))
    assert refusal.reason.startswith("It is Host's turn to answer")


def test_tt_bat_03_the_attacker_acts_first() -> None:
    table = war(3, ("tiger", "leopard"))
    assert table.asked(HowItLands).who == "Host"
    table.answer("face up")
    assert table.asked(PilesToSwap).who == "Guest"


def test_tt_bat_04_the_owner_chooses() -> None:
    table = war(3, ("crane", "leopard"))
    ask = table.asked(PilesToSwap)
    assert ask.who == "Guest"
    assert table.refused("Host", Choose(choice="1 and 2")).clause == "TT-ANI-08"


@pytest.mark.parametrize("optional", [False, True])
def test_tt_bat_05_actions_are_compulsory_unless_it_was_agreed(*, optional: bool) -> None:
    table = war(3, ("leopard", "crane"), options={"actions_optional": optional})
    asked = table.asks[0].question
    assert isinstance(asked, WhetherToAct if optional else PilesToSwap)
    if optional:
        assert "Once in this war" not in table.asks[0].says
        table.answer("leave it")
        assert isinstance(table.asks[0].question, PileToTurn)


def test_tt_bat_06_a_card_acts_once_and_a_rerolled_one_again() -> None:
    table = war(3, ("leopard", "crane"), ("dragon", "crane"))
    table.answer("1 and 2", PilesToSwap)
    table = war(3, ("tiger", "crane"))
    table.answer("face up")
    table.roll("leopard", "crane")
    table.answer("1 and 2")
    assert len(table.happened(Tossed)) == 1
    assert table.results[:2] == ["NONE", "A"]
    quiet = war(3, ("crane", "crane"), ("dragon", "crane"), options={"reroll_triggers": False})
    quiet.answer("battle 1")
    quiet.turn(Role.ATTACKER, "tiger")
    assert not quiet.happened(Tossed)
    assert isinstance(quiet.asks[0].question, PileToTurn)


def test_tt_res_01_tt_res_02_strengths_are_compared() -> None:
    table = war(4, ("monkey", "crane"), ("crane", "mantis"), ("crane", "crane"), ("frog", "crane"))
    assert table.results == ["A", "BOTH", "NONE", "NONE"]
    named = dawn(3, rule="strong_type")
    named.answer("crane")
    named.turn(Role.DEFENDER, "crane")
    named.roll("crane", "crane")
    assert named.results[1] == "A"


def test_tt_res_03_what_cards_say_comes_before_strengths() -> None:
    table = war(3, ("tiger", "leopard"))
    table.answer("face down")
    assert table.results[0] == "D"
    options = {"forced_conflict": "last_action"}
    last = war(2, ("tiger", "tiger"), options=options)
    last.answer("face up")
    last.answer("face up")
    assert last.results[0] == "D"


def test_tt_res_04_results_stay_open_until_the_war_is_over() -> None:
    table = war(3, ("crane", "monkey"), ("dragon", "crane"))
    assert GAME.view(table.state, "Host")["wars"][0]["is_provisional"]  # type: ignore[index]
    assert table.results[0] == "D"
    table.answer("battle 1")
    table.turn(Role.ATTACKER, "monkey")
    assert table.results[0] == "BOTH"


# --- the end of a war ----------------------------------------------------------------------------


def test_tt_war_01_won_battles() -> None:
    table = war(3, ("monkey", "crane"), ("crane", "mantis"), ("crane", "crane"))
    decided = table.happened(WarDecided)[0]
    assert (decided.attacker_won, decided.defender_won) == (2, 1)


def test_tt_war_02_more_battles_or_more_than_half() -> None:
    pairs = (("monkey", "crane"), ("crane", "crane"), ("crane", "crane"))
    assert war(3, *pairs).war.winners == (Role.ATTACKER,)
    assert war(3, *pairs, options={"majority": "more_than_half"}).war.winners == ()


def test_tt_spo_01_nothing_is_taken_before_the_end() -> None:
    table = lay_rows()
    table.roll("B-crane-1", "B-crane-2")
    gone = replace(card("B-crane-1", (1, 1)), pose=None, state=PieceState.LOST)
    table.snapshot = laid(gone, *backs(*WAR_ROWS[0][1:], *WAR_ROWS[1]))
    (told,) = [each for each in sighted(table.state, table.snapshot) if each.kind == TOUCHED]
    assert told.says == "The attacker's card of battle 1 is gone from the table."
    assert told.command is None


def test_tt_spo_02_one_card_for_each_won_battle() -> None:
    table = war(2, ("crane", "mantis"), ("crane", "mantis"))
    take_all(table)
    taken = [(each.role, each.place) for each in table.happened(SpoilTaken)]
    assert taken == [(role, place) for role in Role for place in (1, 2)]
    assert dict(table.state.hands) == {"Host": 8, "Guest": 8}


def test_tt_spo_03_an_entire_pile_for_the_overall_winner() -> None:
    table = fought("monkey", "crane")
    take_all(table)
    assert dict(table.state.hands) == {"Host": 12, "Guest": 0}


@pytest.mark.parametrize(
    ("pick", "choices"),
    [
        ("unseen_or_rolled", ("an unseen card", "the rolled card")),
        ("free_look", ("an unseen card", "the rolled card")),
        ("unseen", ()),
    ],
)
def test_tt_spo_04_an_unseen_card_or_the_rolled_one(pick: str, choices: tuple[str, ...]) -> None:
    table = fought("crane", "mantis", spoil_pick=pick)
    found = [asked.choices for _, asked in table.questions(SpoilToPick)]
    assert found == ([choices] if choices else [])
    if choices:
        table.answer("the rolled card")
        table.answer("keep")
        assert table.war.face(Role.DEFENDER, 1) == ""


def test_tt_spo_05_keep_or_discard() -> None:
    table = fought("crane", "mantis", spoil_pick="unseen", spoil_open=True)
    assert "Both of you may look at it." in table.asks[0].says
    table.answer("discard")
    assert table.state.discards == 1
    table.answer("keep")
    assert dict(table.state.hands) == {"Host": 5, "Guest": 6}


def test_tt_spo_06_the_attacker_takes_first() -> None:
    table = war(2, ("crane", "mantis"), ("crane", "mantis"))
    assert [take.role for take in table.war.takes] == [Role.ATTACKER] * 2 + [Role.DEFENDER] * 2
    assert table.asks[0].who == "Host"


def test_tt_spo_07_piles_go_back() -> None:
    table = war(2, ("crane", "crane"), ("crane", "crane"), hands=(5, 6))
    over = table.happened(WarOver)[0]
    assert [(each.name, each.count) for each in over.hands] == [("Host", 5), ("Guest", 6)]
    assert dict(table.state.hands) == {"Host": 5, "Guest": 6}
    assert table.state.starter == "Guest"


def test_a_card_that_does_nothing_says_why() -> None:
    table = war(2, ("redpanda", "crane"))
    (over,) = table.happened(ActionOver)
    assert GAME.say(over) == (
        "The attacker's Red Panda in battle 1 does nothing: what it meets is not strong against it."
    )
    assert table.scene.results()[0] is Result.NONE

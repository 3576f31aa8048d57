"""Tests what cards are worth, recoveries, and who scouts."""

import pytest

from rules.games.paper_tigers.chapters.beginning import RolesSet
from rules.games.paper_tigers.chapters.initiative import in_order
from rules.games.paper_tigers.chapters.laying import Assign
from rules.games.paper_tigers.chapters.picking import PickedFaces, TurnedUp
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, Repair
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.games.paper_tigers_2.battle_options import RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.acting import Action, menu
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    ending_turn,
    lines,
    new_battle,
    picking,
    put,
    started,
    the,
)
from rules.referee.toolkit.cards import card_from
from rules.table.bad_input import BadInputError


def test_pt2_c10_pt2_c11_pt2_c12_pt2_c13_what_a_card_is_worth_and_for() -> None:
    assert [difficulty(card_from(card)) for card in ("2S", "10D", "JC", "QH", "KS", "AD")] == [
        2,
        10,
        10,
        10,
        10,
        11,
    ]
    assert menu(card_from("7H")) == (Action.FIRE, Action.MOVE, Action.CLOSE_COMBAT)
    assert menu(card_from("7S")) == (Action.FIRE, Action.MOVE, Action.TAKE_COVER)
    equal = [Turned(card=card, unit="T1", force="Red") for card in ("7C", "7D", "7S", "7H")]
    assert [each.card for each in in_order(equal)] == ["7H", "7D", "7S", "7C"]


def test_pt2_c15_pt2_c16_the_rest_of_the_last_side_is_turned_up_at_once() -> None:
    game = picking(
        put("T1", (10, 40), cards=("", "")),
        put("T2", (20, 40), cards=("",)),
        put("E1", (10, 4), blue=True),
    )
    assert game.waits_for == [PickedFaces, PickedFaces], "nobody picks: all of them are turned up"
    game.turned(HOST, "7H", "8H", ask=game.state.asks[0].id)
    told = game.turned(HOST, "9H")
    assert the(told, TurnedUp).unit == "T2"
    assert game.state.phase is Phase.ACT


def test_pt2_c20_pt2_c21_pt2_c22_pt2_c24_a_repair_and_the_end_of_the_turn() -> None:
    game = ending_turn(
        put("T1", (10, 40), hits=1, traits=["no retreat"]),
        put("T2", (20, 40)),
        put("E1", (10, 4), blue=True),
        red=Hand(open=("7D", "2C")),
    )
    assert game.refused(HOST, Repair(unit="T2", card="7D")).clause == "PT2-C20"
    game.do(HOST, Repair(unit="T1", card="7D"))
    assert game.asked_dice == 2
    told = game.rolled(HOST, 3, 4)
    assert the(told, RecoveryRolled).recovered
    assert game.own("T1").hits == 0
    assert game.state.turn == 2, "the turn has ended, and the next one has begun"
    damaged = started(
        put("T1", (10, 40), hits=1),
        put("T2", (20, 40)),
        put("E1", (10, 4), blue=True),
        phase=Phase.ASSIGN,
        hands={"Red": Hand(hidden=1), "Blue": Hand()},
        counts={"Red": 7, "Blue": 7},
    )
    assert damaged.refused(HOST, Assign(unit="T1")).clause == "PT2-C22"


def test_pt2_s1a_the_army_that_can_scout_attacks() -> None:
    red = lines("Red", "armoured car", "light transport")
    blue = lines("Blue", "infantry", "medium tank")
    game = new_battle(red, blue, scenario=RECONNAISSANCE)
    game.rolled(HOST, 1, 2)
    assert the(game.rolled(GUEST, 6, 5), RolesSet).attacker == "Red"
    with pytest.raises(BadInputError, match="reconnaissance"):
        new_battle(lines("Red", "infantry"), blue, scenario=RECONNAISSANCE)
    tanks = lines("Blue", "light tank", "medium tank")
    with pytest.raises(BadInputError, match="one vehicle at most"):
        new_battle(red, tanks, scenario=RECONNAISSANCE)

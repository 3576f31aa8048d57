"""Tests of moments in which several rules on cards and shots meet."""

from typing import Any

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import CardCame, Decline
from rules.games.paper_tigers.chapters.agreeing import Amend
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, Concede
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken, WreckSettled
from rules.games.paper_tigers.chapters.fire.shots import ShotLost
from rules.games.paper_tigers.chapters.initiative import TieRoll
from rules.games.paper_tigers.chapters.keeping import Discard, KeptFaces
from rules.games.paper_tigers.chapters.laying import Assign, TurnUp
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick, PickedFaces, TurnedUp
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.maps import what_counts
from rules.games.paper_tigers.state import Force, Hand, Pack, Slot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    assigning,
    ending_turn,
    picking,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower, Phase

TANK = put("T1", (10, 10))
FAR = put("E9", (44, 44), blue=True)
DOWN = ("", "")


def truck(**more: Any) -> Put:
    return put("E1", (22, 10), kind="truck", blue=True, **more)


# Two cards, and the first one changes whom the second is for.


def test_a_unit_shot_before_its_card_comes_loses_the_card() -> None:
    game = acting(TANK, truck(hits=1), FAR, cards={"T1": "KH", "E1": ("QS", "2S")})
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 4, 4, 4)
    assert the(told, Destroyed).by == "T1"
    told = game.chose(GUEST, "remove")
    assert not all_of(told, CardCame)
    assert game.discards == ("QS", "2S", "KH")
    assert game.state.turn == 2


def test_the_second_card_of_a_unit_is_lost_when_the_enemy_comes_between() -> None:
    game = acting(
        put("T1", (10, 10), kind="truck"), truck(), cards={"T1": ("AH", "3S"), "E1": "KH"}
    )
    game.do(HOST, Decline())
    game.do(GUEST, Fire(target="T1"))
    told = game.rolled(GUEST, 4, 3, 3)
    assert the(told, HitTaken).unit == "T1"
    assert game.state.queue == ()
    assert game.discards == ("AH", "3S", "KH")


def test_open_and_face_down_cards_of_a_damaged_unit_go_together() -> None:
    game = acting(TANK, truck(cards=("9S", "")), cards={"T1": "KH"}, packs={"pack": Pack(draw=40)})
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 3, 3)
    assert game.unit("E1").cards == ()
    pack = game.state.packs["pack"]
    assert (pack.discards, pack.hidden_discards) == (("9S", "KH"), 1)


def test_a_saved_hit_leaves_every_card() -> None:
    target = put("E1", (22, 10), blue=True, cards=("9S", ""))
    game = acting(TANK, target, cards={"T1": "KH", "E1": "5S"})
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 3, 3)
    game.rolled(GUEST, 5, 1)
    assert game.unit("E1").cards == (Slot(card="9S"), Slot())
    assert game.card_up == ("5S", "E1")


def test_a_card_of_a_unit_that_players_call_damaged_can_only_be_left_unused() -> None:
    game = acting(TANK, put("T2", (10, 20)), FAR, cards={"T1": "KH", "T2": "QH"})
    game.do(HOST, Amend(unit="T2", hits=1), waives=("PT1-A5",))
    game.do(HOST, Decline())
    refusal = game.refused(HOST, Move())
    assert (refusal.clause, refusal.reason) == (
        "PT1-C4b",
        "T2 is damaged and takes no action until it recovers.",
    )
    game.do(HOST, Decline())
    assert "QH" in game.discards


def test_the_last_unit_of_a_side_ends_the_battle_before_the_next_card() -> None:
    for agreed, ended in [(True, True), (False, False)]:
        game = acting(
            put("S1", (10, 10), kind="squad"),
            put("E1", (20, 10), kind="squad", blue=True, hits=1),
            cards={"S1": ("KH", "QH")},
            chosen={"end_on_wipeout": agreed},
        )
        game.do(HOST, Fire(target="E1"))
        told = game.rolled(HOST, 4, 3, 3)
        assert bool(all_of(told, BattleEnded)) is ended
        assert (game.card_up == ("QH", "S1")) is not ended
    refusal = acting(TANK, FAR, cards={"T1": "KH"}).refused(HOST, Fire(target="T1"))
    assert (refusal.clause, refusal.reason) == ("PT1-D2a", "T1 cannot fire at itself.")


def test_a_shot_at_what_a_follower_has_just_destroyed_is_lost() -> None:
    game = acting(
        TANK,
        put("T2", (10, 13)),
        truck(hits=1),
        FAR,
        cards={"T1": "5H"},
        chosen={"wrecks": "always_remove"},
    )
    game.do(HOST, Fire(target="E1", followers=(Follower(unit="T2", target="E1"),)))
    told = game.rolled(HOST, 3, 3, 3)
    assert the(told, WreckSettled).burning is False
    assert the(told, ShotLost) == ShotLost(unit="T2", target="E1")


# Faces.


def test_one_of_two_picked_cards_was_known_and_keeps_its_place() -> None:
    game = picking(put("T1", (10, 10), cards=("9S", "")), FAR)
    assert game.waits_for == [PickedFaces]
    assert game.state.asks[0].says == "Turn up the card on T1."
    assert the(game.turned(HOST, "2H"), TurnedUp).faces == ("9S", "2H")


def faces_of_both() -> Battle:
    """Both sides have picked and are asked for a face each."""
    game = picking(
        put("T1", (10, 10), cards=("",)),
        put("E1", (20, 10), cards=("",), blue=True),
        hands={"Red": Hand(open=("4H",)), "Blue": Hand(hidden=2)},
        packs={"pack": Pack(draw=40, discards=("AS",))},
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    return game


@pytest.mark.parametrize("seen", ["4H", "AS", "KD"])
def test_a_face_that_lies_open_anywhere_is_under_no_other_card(seen: str) -> None:
    game = faces_of_both()
    game.turned(HOST, "KD")
    refusal = game.refused(GUEST, TurnUp(cards=(seen,)))
    assert refusal.clause == "PT1-A2"
    assert refusal.reason.endswith("has been seen since the pack was last made whole.")
    game.turned(GUEST, "KC")


def test_a_face_may_be_there_once_in_each_pack() -> None:
    forces = (
        Force(name="Red", seat="Host", side="red", pack="red"),
        Force(name="Blue", seat="Guest", side="blue", pack="blue"),
    )
    game = picking(
        put("T1", (10, 10), cards=("",)),
        put("E1", (20, 10), cards=("",), blue=True),
        forces=forces,
        packs={"red": Pack(), "blue": Pack()},
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "KD")
    game.turned(GUEST, "KD")
    assert game.waits_for == [TieRoll, TieRoll]


def test_two_cards_turned_up_together_are_two_faces() -> None:
    game = picking(put("T1", (10, 10), cards=DOWN), FAR)
    refusal = game.refused(HOST, TurnUp(cards=("KD", "kd")))
    assert (refusal.clause, refusal.reason) == (
        "PT1-A2",
        "The king of diamonds cannot be there twice.",
    )
    few = game.refused(HOST, TurnUp(cards=("KD",)))
    assert few.reason.startswith("It takes 2 cards, not 1.")


def test_a_saved_card_is_laid_by_its_right_name() -> None:
    game = assigning(TANK, FAR, red=Hand(hidden=1, open=("9C",)))
    refusal = game.refused(HOST, Assign(unit="T1", card="9S"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-C2",
        "Red has saved no 9S; saved cards: 9C.",
    )
    game.do(HOST, Assign(unit="T1"))
    refusal = game.refused(HOST, Assign(unit="T1"))
    assert refusal.reason == "Red has no face-down card left."


def test_a_repair_card_is_laid_by_its_right_name_too() -> None:
    game = ending_turn(put("T1", (10, 10), hits=1), FAR, red=Hand(open=("9C",)))
    refusal = game.refused(HOST, Repair(unit="T1", card="9S"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-C4a",
        "Red has saved no 9S; saved cards: 9C.",
    )
    assert game.refused(HOST, Repair(unit="T1")).reason == "Red has no face-down card left."


def test_both_hands_are_cut_to_six_before_either_is_turned_up() -> None:
    game = ending_turn(TANK, FAR, red=Hand(hidden=8), blue=Hand(hidden=7), phase=Phase.CLEAN_UP)
    game.do(HOST, Discard(hidden=2))
    assert game.waits_for == []
    refusal = game.refused(HOST, Discard(hidden=1))
    assert refusal.reason == "Red holds 6 cards and may keep 6."
    assert game.refused(HOST, Discard(hidden=1, force="Blue")).clause == "PT1-I2"
    game.do(GUEST, Discard(hidden=1))
    assert game.waits_for == [KeptFaces, KeptFaces]


def test_pt1_c5a_one_card_is_asked_for_as_one() -> None:
    game = ending_turn(TANK, FAR, red=Hand(hidden=7), blue=Hand(hidden=1), phase=Phase.CLEAN_UP)
    game.do(HOST, Discard(hidden=1))
    assert {each.says for each in game.state.asks} == {
        "Turn up the 6 cards that Red keeps.",
        "Turn up the card that Blue keeps.",
    }


def test_pt1_d1a_a_map_drawn_before_the_roll_goes_as_far_as_a_middling_one() -> None:
    game = assigning(TANK, FAR, red=Hand(hidden=1))
    counts = what_counts(game.state, game.snapshot, "T1")
    assert counts is not None
    assert counts.reach_says == "up to 7 in, which is a middling roll: the dice decide"


def test_everybody_is_told_what_a_battle_that_is_over_does_not_take() -> None:
    game = assigning(TANK, FAR, red=Hand(hidden=1))
    game.do(GUEST, Concede())
    refusal = game.refused(HOST, Assign(unit="T1"))
    assert refusal.clause == "PT1-G4"
    assert refusal.reason.startswith("The battle is over: ")
    assert GAME.result is not None
    assert (GAME.result(game.state) or "no result") in refusal.reason

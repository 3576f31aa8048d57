"""Tests of how a turn ends: repairs, discards, and the cards that are kept (clauses C4 and C5)."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken
from rules.games.paper_tigers.chapters.keeping import Discard, Discarded, Kept, KeptFaces, TurnEnded
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.repairs import (
    RecoveryRoll,
    RecoveryRolled,
    Repair,
    RepairFaces,
    RepairLaid,
    RepairTurned,
)
from rules.games.paper_tigers.chapters.turns import TurnBegan
from rules.games.paper_tigers.state import Hand, Slot
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    assigning,
    ending_turn,
    put,
    ruling,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase

HURT, FIT = put("T1", (10, 10), hits=1), put("T2", (10, 20))
ENEMY = put("E1", (30, 30), blue=True)
SIX = ("2C", "3C", "4C", "5C", "6C", "7C")


def test_pt1_c4_after_the_last_card_repairs_may_be_paid_with_the_hand() -> None:
    game = acting(
        HURT, FIT, ENEMY, cards={"T2": "2C"}, hands={"Red": Hand(hidden=1), "Blue": Hand(hidden=2)}
    )
    game.do(HOST, Decline())
    assert game.state.phase is Phase.REPAIR
    refusal = game.refused(GUEST, Repair(unit="E1"))
    assert (refusal.clause, refusal.reason) == ("PT1-C4", "E1 is not damaged.")
    laid = game.do(HOST, Repair(unit="T1"))
    assert the(laid, RepairLaid) == RepairLaid(force="Red", unit="T1")
    assert game.hand("Red").count == 0


def test_pt1_c4_a_side_may_go_without_repairs() -> None:
    game = ending_turn(HURT, ENEMY, red=Hand(open=("9C",)))
    told = game.do(HOST, Pass())
    assert the(told, TurnBegan).turn == 2
    assert game.unit("T1").hits == 1
    assert game.hand("Red").open == ("9C",)


@pytest.mark.parametrize(
    ("card", "dice", "recovered"),
    [("7D", (3, 4), True), ("7S", (3, 4), True), ("7D", (3, 3), False), ("AH", (6, 4), False)],
)
def test_pt1_c4a_two_dice_that_reach_the_card_take_the_hit_away(
    card: str, dice: tuple[int, int], recovered: bool
) -> None:
    game = ending_turn(HURT, ENEMY, red=Hand(hidden=1))
    game.do(HOST, Repair(unit="T1"))
    assert game.waits_for == [RepairFaces]
    turned = game.turned(HOST, card)
    assert the(turned, RepairTurned).card == card
    (ask,) = game.state.asks
    assert about(ask).dice.count == 2  # red or black
    told = game.rolled(HOST, *dice)
    assert the(told, RecoveryRolled).recovered is recovered
    assert ruling(told, RecoveryRolled).clause == ("PT1-C4b" if recovered else "PT1-C4a")
    assert game.unit("T1").hits == (0 if recovered else 1)
    assert game.discards == (card,)


def test_pt1_c4a_one_repair_card_a_unit_and_all_are_turned_up_together() -> None:
    game = ending_turn(
        HURT,
        put("T3", (10, 30), hits=1),
        put("E2", (30, 40), hits=1, blue=True),
        red=Hand(hidden=3),
        blue=Hand(hidden=1, open=("9S",)),
    )
    game.do(HOST, Repair(unit="T1"))
    assert not game.waits_for  # face down until everybody has laid theirs
    refusal = game.refused(HOST, Repair(unit="T1"))
    assert refusal.clause == "PT1-C4a"
    assert refusal.reason == "T1 has its repair card already."
    game.do(GUEST, Repair(unit="E2", card="9S"))
    game.do(HOST, Repair(unit="T3"))
    assert [(about(ask).unit, type(ask.question)) for ask in game.state.asks] == [
        ("T1", RepairFaces),
        ("T3", RepairFaces),
    ]
    game.turned(HOST, "2C")
    game.turned(HOST, "3C")
    rolls = []
    for _ in range(3):
        (ask,) = game.state.asks
        rolls.append(about(ask).unit)
        game.rolled(ask.seat, 1, 2)
    assert rolls == ["T1", "T3", "E2"]
    assert [game.unit(name).hits for name in rolls] == [0, 0, 1]


def test_pt1_c4b_a_recovered_unit_is_as_good_as_new() -> None:
    game = ending_turn(HURT, put("E1", (20, 10), blue=True), red=Hand(open=("7D", "8D")))
    game.do(HOST, Repair(unit="T1", card="7D"))
    game.rolled(HOST, 3, 4)
    assert not game.unit("T1").damaged
    again = assigning(put("T1", (10, 10)), red=Hand(hidden=1))
    again.do(HOST, Assign(unit="T1"))


def test_pt1_c4b_a_unit_that_keeps_its_hit_neither_acts_nor_survives_the_next() -> None:
    stuck = acting(HURT, ENEMY, cards={"T1": "5H"})
    refusal = stuck.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-C4b"
    assert refusal.reason == "T1 is damaged and takes no action until it recovers."
    stuck.do(HOST, Decline())
    game = acting(put("S1", (10, 10), kind="squad", hits=1), ENEMY, cards={"E1": "5H"})
    game.do(GUEST, Fire(target="S1"))
    told = game.rolled(GUEST, 2, 2, 2)
    assert the(told, HitTaken).hits == 2
    assert the(told, Destroyed) == Destroyed(unit="S1", by="E1", points=1)


def test_pt1_c5_with_actions_and_repairs_done_the_turn_is_over() -> None:
    game = acting(
        put("T1", (10, 10), actions=1, had_card=True, follows="T2"), FIT, ENEMY, cards={"T2": "2C"}
    )
    told = game.do(HOST, Decline())
    assert ruling(told, TurnEnded).clause == "PT1-C5"
    assert the(told, TurnEnded).turn == 1
    unit = game.unit("T1")
    assert (unit.actions, unit.had_card, unit.follows) == (0, False, "")
    assert game.state.turn == 2


def kept(red: Hand, blue: Hand | None = None) -> Battle:
    return ending_turn(FIT, ENEMY, red=red, blue=blue or Hand(), phase=Phase.CLEAN_UP)


def test_pt1_c5a_used_cards_are_discarded_and_the_rest_is_turned_up() -> None:
    game = acting(
        FIT,
        ENEMY,
        cards={"T2": "2C"},
        hands={"Red": Hand(hidden=2), "Blue": Hand(hidden=1, open=("KD",))},
    )
    game.do(HOST, Decline())
    assert game.discards == ("2C",)
    assert [(ask.seat, about(ask).cards, ask.clause) for ask in game.state.asks] == [
        (HOST, 2, "PT1-C5a"),
        (GUEST, 1, "PT1-C5a"),
    ]
    assert the(game.turned(GUEST, "AS"), Kept).cards == ("AS",)
    game.turned(HOST, "3H", "4H")
    assert game.hand("Red") == Hand(open=("3H", "4H"))
    assert game.hand("Blue") == Hand(open=("KD", "AS"))
    for seat in (HOST, GUEST):
        forces = GAME.view(game.state, seat)["forces"]
        assert isinstance(forces, list)
        assert [each["hand"]["open"] for each in forces] == [["3H", "4H"], ["KD", "AS"]]


def test_pt1_c5b_saved_cards_are_laid_face_up_beside_the_new_ones() -> None:
    game = assigning(FIT, ENEMY, red=Hand(hidden=1, open=("9C", "QH")))
    told = game.do(HOST, Assign(unit="T2", card="QH"))
    assert [event.clause for event in told[:1]] == ["PT1-C5b"]
    assert game.unit("T2").cards == (Slot(card="QH"),)
    assert game.hand("Red") == Hand(hidden=1, open=("9C",))
    game.do(HOST, Assign(unit="T2"))
    assert game.unit("T2").cards == (Slot(card="QH"), Slot())
    units = GAME.view(game.state, GUEST)["units"]
    assert isinstance(units, list)
    assert (units[0]["open_cards"], units[0]["face_down"]) == (["QH"], 1)


def test_pt1_c5b_a_saved_card_repairs_too_and_stays_face_up() -> None:
    game = ending_turn(HURT, ENEMY, red=Hand(open=("7D",)))
    game.do(HOST, Repair(unit="T1", card="7D"))
    assert game.waits_for == [RecoveryRoll]  # nothing to turn up


def test_pt1_c5c_what_is_above_six_is_chosen_before_anything_is_turned_up() -> None:
    game = kept(Hand(hidden=3, open=SIX))
    assert not game.waits_for
    told = game.do(HOST, Discard(hidden=1, cards=("2C", "3C")))
    assert the(told, Discarded) == Discarded(force="Red", hidden=1, cards=("2C", "3C"))
    assert ruling(told, Discarded).clause == "PT1-C5c"
    assert game.waits_for == [KeptFaces]
    assert about(game.state.asks[0]).cards == 2
    game.turned(HOST, "KH", "KD")
    assert game.hand("Red").open == ("4C", "5C", "6C", "7C", "KH", "KD")
    pack = game.state.packs["pack"]
    assert (pack.discards, pack.hidden_discards) == (("2C", "3C"), 1)


@pytest.mark.parametrize(
    ("hidden", "cards", "told"),
    [
        (1, (), "Red holds 8 cards and discards exactly 2, not 1."),
        (2, ("2C",), "Red holds 8 cards and discards exactly 2, not 3."),
        (1, ("KH",), "Red has saved no KH; saved cards: 2C, 3C, 4C, 5C, 6C, 7C."),
        (0, ("2C", "2C"), "Red discards each card once, not 2C, 2C."),
        (3, (), "Red holds 8 cards and discards exactly 2, not 3."),
    ],
)
def test_pt1_c5c_neither_more_nor_less_is_discarded(
    hidden: int, cards: tuple[str, ...], told: str
) -> None:
    game = kept(Hand(hidden=2, open=SIX))
    refusal = game.refused(HOST, Discard(hidden=hidden, cards=cards))
    assert (refusal.clause, refusal.reason) == ("PT1-C5c", told)


def test_pt1_c5c_six_may_all_be_kept() -> None:
    game = kept(Hand(open=SIX), Hand(hidden=7))
    refusal = game.refused(HOST, Discard(cards=("2C",)))
    assert (refusal.clause, refusal.reason) == ("PT1-C5c", "Red holds 6 cards and may keep 6.")
    game.do(GUEST, Discard(hidden=1))
    assert game.hand("Red").open == SIX
    assert not all_of(game.turned(GUEST, "8H", "9H", "10H", "JH", "QH", "KH"), Discarded)

"""Tests of agreements on turns and cards that differ from the usual ones (AMB1-01 to 12, 41)."""

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.initiative import (
    IntentChoice,
    IntentChosen,
    QueueFormed,
    TieRoll,
    TieRolled,
)
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick, Picked
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.turns import CardsRolled, Shuffle, Shuffled, TurnBegan
from rules.games.paper_tigers.state import Force, Hand, Pack
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    assigning,
    ending_turn,
    new_battle,
    picking,
    put,
    set_up,
    started,
    the,
    turn_start,
)
from rules.games.paper_tigers.vocabulary import Phase

TANK, ENEMY = put("T1", (10, 10)), put("E1", (20, 10), blue=True)
DOWN = ("", "")


@pytest.mark.parametrize(
    ("counts", "first"),
    [({"Red": 5, "Blue": 9}, GUEST), ({"Red": 9, "Blue": 5}, HOST), ({"Red": 7, "Blue": 7}, HOST)],
)
def test_amb1_01_whoever_rolled_more_cards_may_lay_first(
    counts: dict[str, int], first: str
) -> None:
    game = assigning(
        TANK, ENEMY, red=Hand(hidden=1), blue=Hand(hidden=1), counts=counts,
        chosen={"assign_first": "card_roll_winner"},
    )  # fmt: skip
    units = {HOST: "T1", GUEST: "E1"}
    other = HOST if first == GUEST else GUEST
    assert game.refused(other, Assign(unit=units[other])).clause == "PT1-C2"
    game.do(first, Assign(unit=units[first]))
    game.do(other, Assign(unit=units[other]))


def test_amb1_02_the_pack_may_be_shuffled_once_a_deck_only() -> None:
    game = set_up(new_battle(shuffle_cadence="per_deck"))
    game.do(GUEST, Shuffle())
    later = acting(TANK, ENEMY, cards={"T1": "KH"}, chosen={"shuffle_cadence": "per_deck"})
    told = later.do(HOST, Decline())
    assert the(told, TurnBegan).turn == 2
    assert later.state.phase is Phase.ROLL_CARDS
    # The Defender shuffles for the first run of the pack, the Attacker for the second.
    second = acting(
        TANK, ENEMY, cards={"T1": "KH"}, packs={"pack": Pack(draw=0, hidden_discards=51)},
        chosen={"shuffle_cadence": "per_deck"},
    )  # fmt: skip
    assert the(second.do(HOST, Decline()), TurnBegan).shuffler == "red"
    assert second.refused(GUEST, Shuffle()).clause == "PT1-B5"
    assert the(second.do(HOST, Shuffle()), Shuffled).run == 2


@pytest.mark.parametrize(("basis", "count"), [("game_start", 7), ("each_turn", 5)])
def test_amb1_03_losses_may_make_a_game_small(basis: str, count: int) -> None:
    gone = put("T2", (10, 20), destroyed=True, spot=None)
    game = turn_start(TANK, gone, ENEMY, chosen={"small_game_basis": basis})
    assert the(game.rolled(HOST, 5, 2), CardsRolled).count == count


def test_amb1_07_the_higher_roll_may_have_to_pick_first() -> None:
    game = picking(
        put("T1", (10, 10), cards=("",)),
        put("E1", (20, 10), cards=("",), blue=True),
        counts={"Red": 4, "Blue": 8},
        chosen={"pick_order": "higher_roll_first"},
    )
    refusal = game.refused(HOST, Pick(unit="T1"))
    assert (refusal.clause, refusal.reason) == ("PT1-C3", "It is Blue's turn to pick.")
    game.do(GUEST, Pick(unit="E1"))
    game.do(HOST, Pick(unit="T1"))


def test_amb1_07_the_first_pick_may_go_to_the_sides_in_turn() -> None:
    game = picking(
        put("T1", (10, 10), cards=DOWN),
        put("E1", (20, 10), cards=DOWN, blue=True),
        chosen={"pick_order": "alternate"},
    )
    for first, faces in [(HOST, ("5C", "4C")), (GUEST, ("7C", "6C"))]:
        second, units = (GUEST if first == HOST else HOST), {HOST: "T1", GUEST: "E1"}
        assert game.refused(second, Pick(unit=units[second])).clause == "PT1-C3"
        game.do(first, Pick(unit=units[first]))
        game.do(second, Pick(unit=units[second]))
        game.turned(first, faces[0])
        game.turned(second, faces[1])
        game.do(first, Decline())
        game.do(second, Decline())


def bound() -> Battle:
    game = picking(
        put("T1", (10, 10), cards=("",)),
        put("E1", (20, 10), cards=("",), blue=True),
        chosen={"action_choice_time": "on_reveal"},
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "KC")
    game.turned(GUEST, "3C")
    return game


def test_amb1_08_fire_or_move_may_be_chosen_as_the_card_is_turned() -> None:
    game = bound()
    assert game.waits_for == [IntentChoice, IntentChoice]
    told = game.chose(HOST, "move")
    assert the(told, IntentChosen) == IntentChosen(card="KC", unit="T1", intent="move")
    assert game.card_up is None  # nobody plays before all have chosen
    game.chose(GUEST, "fire")
    refusal = game.refused(HOST, Fire(target="E1"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-C3c",
        "T1's card was bound to move when it was turned up.",
    )
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1)
    assert game.refused(GUEST, Move()).clause == "PT1-C3c"
    game.do(GUEST, Fire(target="T1"))


@pytest.mark.parametrize("allowed", [True, False])
def test_amb1_09_a_turned_card_may_have_to_be_used(allowed: bool) -> None:
    game = acting(TANK, ENEMY, cards={"T1": "KH"}, chosen={"allow_decline": allowed})
    if allowed:
        game.do(HOST, Decline())
        assert game.discards == ("KH",)
        return
    refusal = game.refused(HOST, Decline())
    assert refusal.clause == "PT1-C3c"
    assert refusal.reason == "A turned card has to be used in this battle: T1 acts."


def test_amb1_09_nobody_has_to_use_the_card_of_a_unit_that_cannot_act() -> None:
    game = acting(
        put("T1", (10, 10), hits=1), ENEMY, cards={"T1": "KH"}, chosen={"allow_decline": False}
    )
    game.do(HOST, Decline())


@pytest.mark.parametrize("final", [True, False])
def test_amb1_10_a_pass_may_be_taken_back_after_the_enemys_card(final: bool) -> None:
    game = assigning(
        TANK, ENEMY, red=Hand(hidden=2), blue=Hand(hidden=2),
        chosen={"assign_pass_is_final": final},
    )  # fmt: skip
    game.do(HOST, Pass())
    game.do(GUEST, Assign(unit="E1"))
    if final:
        refusal = game.refused(HOST, Assign(unit="T1"))
        assert refusal.reason == "Red has passed and lays no more cards in this step."
        return
    game.do(HOST, Assign(unit="T1"))
    game.do(GUEST, Pass())
    game.do(HOST, Pass())
    assert game.state.phase is Phase.PICK


def test_amb1_11_the_last_side_may_play_its_cards_unit_by_unit() -> None:
    game = picking(
        put("T1", (10, 10), cards=DOWN), put("T2", (10, 20), cards=("",)), ENEMY,
        chosen={"remainder_mode": "unit_by_unit"},
    )  # fmt: skip
    assert game.waits_for == []
    told = game.do(HOST, Pick(unit="T2"))
    assert the(told, Picked).unit == "T2"
    game.turned(HOST, "2C")
    game.do(HOST, Decline())
    assert game.state.phase is Phase.PICK


@pytest.mark.parametrize("order", ["alternate_attacker_first", "simultaneous"])
def test_amb1_12_repair_cards_may_be_laid_by_both_at_once(order: str) -> None:
    game = ending_turn(
        put("T1", (10, 10), hits=1), put("E1", (20, 10), hits=1, blue=True),
        red=Hand(hidden=1), blue=Hand(hidden=1), chosen={"recovery_order": order},
    )  # fmt: skip
    if order == "simultaneous":
        game.do(GUEST, Repair(unit="E1"))
        game.do(HOST, Repair(unit="T1"))
        return
    refusal = game.refused(GUEST, Repair(unit="E1"))
    assert (refusal.clause, refusal.reason) == ("PT1-C4", "It is not Blue's turn to repair.")
    game.do(HOST, Repair(unit="T1"))
    game.do(GUEST, Repair(unit="E1"))


@pytest.mark.parametrize("policy", ["dice", "suit_then_dice"])
def test_amb1_41_suits_may_count_between_two_packs(policy: str) -> None:
    forces = (
        Force(name="Red", seat="Host", side="red", pack="red"),
        Force(name="Blue", seat="Guest", side="blue", pack="blue"),
    )
    game = started(
        put("T1", (10, 10), cards=("",)), put("E1", (20, 10), cards=("",), blue=True),
        phase=Phase.PICK, forces=forces, packs={"red": Pack(), "blue": Pack()},
        counts={"Red": 1, "Blue": 1}, chosen={"multi_deck_tie": policy},
    )  # fmt: skip
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "10H")
    told = game.turned(GUEST, "10D")
    if policy == "dice":
        assert game.waits_for == [TieRoll, TieRoll]
        game.rolled(HOST, 4, 2)
        told = game.rolled(GUEST, 5, 3)
        assert [each.total for each in all_of(told, TieRolled)] == [6, 8]
        assert [each.card for each in the(told, QueueFormed).order] == ["10D", "10H"]
        return
    assert [each.card for each in the(told, QueueFormed).order] == ["10H", "10D"]

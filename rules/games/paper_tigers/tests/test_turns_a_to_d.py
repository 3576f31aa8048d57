"""Tests of turns in which somebody runs out of cards, of units or of a place to stand."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.agreeing import AcceptTable, Amend
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone, Deployed
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, SightRoll
from rules.games.paper_tigers.chapters.initiative import QueueFormed
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick, Picked, PickedFaces
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.turns import TurnBegan
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.state import Hand, Pack, State
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    acting,
    all_of,
    assigning,
    ending_turn,
    new_battle,
    picking,
    put,
    ruling,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.table.snapshot import PieceState
from rules.table.units import Inches
from tests.factories import box, lost

TANK, ENEMY = put("T1", (10, 10)), put("E1", (20, 10), blue=True)
FAR = put("E9", (44, 44), blue=True)
DOWN = ("", "")


def cards_of(state: State) -> int:
    """How many cards there are anywhere."""
    packs = sum(
        pack.draw + len(pack.discards) + pack.hidden_discards for pack in state.packs.values()
    )
    hands = sum(hand.count for hand in state.hands.values())
    units = sum(len(unit.cards) + bool(unit.repair) for unit in state.units.values())
    return packs + hands + units + len(state.queue) + bool(state.playing)


def test_whoever_has_cards_left_lays_them_one_after_the_other() -> None:
    game = assigning(TANK, ENEMY, red=Hand(hidden=1), blue=Hand(hidden=3))
    game.do(HOST, Assign(unit="T1"))
    game.do(GUEST, Assign(unit="E1"))
    game.do(GUEST, Assign(unit="E1"))
    # One card is left in Blue's hand, but no unit that could take it.
    assert game.state.phase is Phase.PICK


def test_a_side_with_only_damaged_units_is_left_out() -> None:
    game = assigning(put("T1", (10, 10), hits=1), ENEMY, red=Hand(hidden=3), blue=Hand(hidden=1))
    game.do(GUEST, Assign(unit="E1"))
    assert game.waits_for == [PickedFaces]


def test_without_any_card_on_the_table_the_turn_ends_by_itself() -> None:
    game = assigning(TANK, ENEMY, red=Hand(open=("2C",)), blue=Hand(open=("3C",)))
    game.do(HOST, Pass())
    told = game.do(GUEST, Pass())
    assert the(told, TurnBegan).turn == 2
    assert (game.hand("Red").open, game.hand("Blue").open) == (("2C",), ("3C",))


def test_the_last_enemy_cards_are_shot_away_and_the_rest_comes_up_at_once() -> None:
    game = picking(
        put("T1", (10, 10), cards=DOWN),
        put("T2", (10, 20), cards=("",)),
        put("E1", (20, 10), kind="truck", blue=True, cards=DOWN),
        FAR,
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "KH")
    game.turned(GUEST, "2C")
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 4, 3, 3)
    assert game.unit("E1").cards == ()
    assert [each.unit for each in all_of(told, Picked)] == ["T1", "T2"]
    game.turned(HOST, "3C", ask=game.state.asks[0].id)
    order = the(game.turned(HOST, "9C"), QueueFormed).order
    assert [each.card for each in order] == ["9C", "3C"]


def test_no_card_is_ever_lost_or_made() -> None:
    game = acting(
        TANK,
        put("E1", (20, 10), kind="truck", blue=True, hits=1, cards=("9S", "")),
        FAR,
        cards={"T1": ("KH", "2S"), "E1": "QS"},
        hands={"Red": Hand(hidden=2, open=("4C",)), "Blue": Hand(hidden=1)},
        packs={"pack": Pack(draw=43)},
    )
    assert cards_of(game.state) == 52
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 3, 3)
    assert cards_of(game.state) == 52
    game.chose(GUEST, "burn")
    game.do(HOST, Decline())
    assert cards_of(game.state) == 52
    game.turned(HOST, "5C", "6C")
    game.turned(GUEST, "7C")
    assert cards_of(game.state) == 52
    assert not {"KH", "2S", "QS", "9S", "4C", "5C", "6C", "7C"} & {*game.state.unseen_faces("pack")}


def test_a_repair_uses_up_the_card_whether_it_helps_or_not() -> None:
    game = ending_turn(
        put("T1", (10, 10), hits=1), put("T2", (10, 20), hits=1), FAR, red=Hand(open=("2C", "AH"))
    )
    game.do(HOST, Repair(unit="T1", card="AH"))
    game.do(HOST, Repair(unit="T2", card="2C"))
    game.rolled(HOST, 5, 5)
    game.rolled(HOST, 1, 1)
    assert (game.unit("T1").hits, game.unit("T2").hits) == (1, 0)
    assert game.discards == ("AH", "2C")
    assert game.hand("Red").count == 0


def test_a_destroyed_unit_is_neither_repaired_nor_given_cards() -> None:
    gone = put("T1", (10, 10), destroyed=True, hits=2, spot=None)
    game = ending_turn(gone, put("T2", (10, 20), hits=1), FAR, red=Hand(hidden=1))
    refusal = game.refused(HOST, Repair(unit="T1"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-D2i",
        "T1 is destroyed and cannot be repaired.",
    )
    laying = assigning(gone, put("T2", (10, 20)), red=Hand(hidden=1))
    refusal = laying.refused(HOST, Assign(unit="T1"))
    assert (refusal.clause, refusal.reason) == ("PT1-D2i", "T1 is destroyed.")


def test_a_squad_begins_in_a_house_on_everybodys_word() -> None:
    house = box("B", (16, 4), (20, 8), kind="building")
    game = new_battle(("tank",), ("tank", "squad"), side=36.0, terrain=(house,))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    others = tuple(each for each in game.snapshot.pieces if each.id != "B2")
    game.looks(pieces=(*others, lost("B2")))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-B3"
    assert "B2" in refusal.reason
    game.do(GUEST, Amend(unit="B2", in_area="B"), waives=("PT1-A5",))
    deployed = game.do(GUEST, DeployDone())
    assert [each.unit for each in the(deployed, Deployed).spots] == ["B1", "B2"]
    spot = game.unit("B2").spot
    assert spot is not None
    assert [spot.x_in, spot.y_in] == pytest.approx([18.0, 6.0])


def test_a_house_across_the_zones_edge_is_no_way_round_it() -> None:
    house = box("B", (16, 12), (20, 16), kind="building")
    game = new_battle(("tank",), ("tank", "squad"), side=36.0, terrain=(house,))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    others = tuple(each for each in game.snapshot.pieces if each.id != "B2")
    hidden = replace(game.snapshot.piece("B2"), state=PieceState.HIDDEN)
    game.looks(pieces=(*others, hidden))
    game.do(GUEST, Amend(unit="B2", in_area="B"), waives=("PT1-A5",))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-B3"
    assert refusal.reason.startswith("B2 reaches 14.")


def test_a_failed_first_card_leaves_the_second_one_to_its_unit() -> None:
    game = acting(TANK, FAR, cards={"T1": ("9S", "3S")})
    game.do(HOST, Move())
    game.rolled(HOST, 2, 2, 2)
    assert game.card_up == ("3S", "T1")
    game.do(HOST, Move())
    game.rolled(HOST, 2, 2, 2)
    game.stands("T1", (16, 10))
    moved = ruling(game.do(HOST, MoveDone(unit="T1")), Moved)
    assert moved.evidence[0].value == pytest.approx(6.0)


def test_two_moves_in_a_turn_are_measured_one_by_one() -> None:
    game = acting(TANK, FAR, cards={"T1": ("6S", "3S")})
    for at, far in [((16.0, 10.0), 6.0), ((10.0, 10.0), 6.0)]:
        game.do(HOST, Move())
        game.rolled(HOST, 2, 2, 2)
        assert about(game.state.asks[0]).inches == far
        game.stands("T1", at)
        game.do(HOST, MoveDone(unit="T1"))
    assert game.unit("T1").actions == 0  # a new turn has begun
    assert game.state.turn == 2


def test_a_model_pushed_between_two_moves_is_measured_from_where_it_was_ruled_to_be() -> None:
    game = acting(TANK, FAR, cards={"T1": ("6S", "3S")})
    game.do(HOST, Move())
    game.rolled(HOST, 2, 2, 2)
    game.stands("T1", (14, 10))
    game.do(HOST, MoveDone(unit="T1"))
    game.stands("T1", (16, 10))
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1)
    game.stands("T1", (18.9, 10))
    refusal = game.refused(HOST, MoveDone(unit="T1"))
    assert refusal.reason.startswith("T1 moved 4.9 in, 3 allowed")
    game.stands("T1", (16, 10))
    game.do(HOST, AcceptTable(unit="T1"), waives=("PT1-D1b",))
    game.stands("T1", (18.9, 10))
    game.do(HOST, MoveDone(unit="T1"))


def test_a_move_may_lead_where_a_player_says_it_went() -> None:
    woods = box("W", (12, 9), (14, 11))
    game = acting(put("S1", (10, 10), kind="squad"), FAR, cards={"S1": "5C"}, terrain=(woods,))
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S1", (15.2, 10))
    through = MoveDone(unit="S1", way=((Inches(13.0), Inches(10.0)),))
    refusal = game.refused(HOST, through)  # straight through, and out again
    assert refusal.clause == "PT1-D1d"
    game.do(HOST, MoveDone(unit="S1"))


@pytest.mark.parametrize("die", [1, 6])
def test_a_shot_whose_line_was_blocked_by_the_die_is_spent_and_another_card_may_try(
    die: int,
) -> None:
    hedge = box("W", (14, 10.1), (16, 14))
    game = acting(TANK, ENEMY, cards={"T1": ("KH", "QH")}, terrain=(hedge,))
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, die)
    if die == 6:
        assert game.waits_for == [FireRoll]
        return
    assert game.discards == ("KH",)
    assert game.card_up == ("QH", "T1")
    game.do(HOST, Fire(target="E1"))
    assert game.waits_for == [SightRoll]

"""Tests of chapters E and F: Follow Me, riders and towed guns, clause by clause."""

import pytest

from rules.games.paper_tigers.chapters.fire.firing import FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import HitTaken, Saved
from rules.games.paper_tigers.chapters.fire.shots import FireRoll
from rules.games.paper_tigers.chapters.moving import Move, MoveDeclared, MoveRolled
from rules.games.paper_tigers.chapters.riding import (
    DismountRoll,
    GetOffChoice,
    GotOff,
    MustGetOff,
    Place,
    StayedAboard,
)
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.battles import about, spot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Fire,
    Put,
    Shot,
    acting,
    all_of,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower
from rules.table.units import Inches

# Hulls are 1.5 in wide, so two that look east are as far apart as their rows, less 1.5 in.
L, A, B, C = (put(name, (10, y)) for name, y in zip("LABC", (10, 13.9, 18.3, 21.8), strict=True))
X, Y = put("X", (30, 10), blue=True), put("Y", (30, 20), blue=True)


def moving(*units: Put, card: str = "3S", **chosen: object) -> Battle:
    return acting(*units, X, cards={"L": card}, chosen=chosen)


def hit_carrier(carrier: str, *, rider: str = "squad", **chosen: object) -> Battle:
    """Red's tank T fires at Blue's carrier C with P aboard; the shot hits."""
    game = acting(
        put("T", (10, 10)),
        put("C", (30, 10), kind=carrier, blue=True),
        put("P", (30, 10), kind=rider, blue=True, aboard="C"),
        cards={"T": "7D"},
        chosen={"wrecks": "always_remove", **chosen},
    )
    game.do(HOST, Fire(target="C"))
    told = game.rolled(HOST, 3, 3, 2)
    assert the(told, Shot).passenger == "P"
    return game


# E. Follow Me


def test_pt1_e1_a_follower_rolls_its_own_dice_at_its_own_target() -> None:
    game = acting(L, A, X, Y, cards={"L": "6H"})
    told = game.do(HOST, Fire(target="X", followers=(Follower(unit="A", target="Y"),)))
    assert the(told, FireDeclared).follows == ("L",)
    assert not the(game.rolled(HOST, 2, 2, 1), Shot).hit
    (ask,) = game.state.asks
    assert (about(ask).unit, about(ask).target, about(ask).needed, about(ask).dice.count) == (
        "A",
        "Y",
        6,
        3,
    )
    shot = the(game.rolled(HOST, 2, 2, 2), Shot)
    assert (shot.unit, shot.target, shot.total, shot.hit) == ("A", "Y", 6, True)


def test_pt1_e1_refuses_a_follower_that_is_too_far_away() -> None:
    game = moving(L, put("A", (10, 15)))
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert refusal.clause == "PT1-E1"
    assert "3.5 in" in refusal.reason
    assert "3 in" in refusal.reason
    assert refusal.waivable


def test_pt1_e1_overlooks_a_gap_within_the_courtesy() -> None:
    game = moving(L, put("A", (10, 14.7)))
    assert the(game.do(HOST, Move(followers=("A",))), MoveDeclared).followers == ("A",)


def test_pt1_e1_a_moving_follower_ends_within_three_inches_of_its_leader() -> None:
    game = moving(L, A)
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 3, 3, 3)
    game.stands("L", (16, 10))
    game.do(HOST, MoveDone(unit="L"))
    game.rolled(HOST, 3, 3, 3)
    game.stands("A", (10, 16))
    refusal = game.refused(HOST, MoveDone(unit="A"))
    assert refusal.clause == "PT1-E1"
    assert "3 in needed" in refusal.reason
    game.stands("A", (16, 13.9))
    assert the(game.do(HOST, MoveDone(unit="A")), Moved).unit == "A"


@pytest.mark.parametrize("identity", ["card_user", "predecessor_in_chain"])
def test_pt1_e1_the_last_of_a_chain_ends_near_the_one_before_it(identity: str) -> None:
    """Fault 1: it keeps to the unit directly before it; AMB1-29 is about E4 alone."""
    game = moving(L, A, put("B", (10, 17.8)), follow_identity=identity)
    game.do(HOST, Move(followers=("A", "B")))
    for name, at in (("L", (16, 13.9)), ("A", (12, 10.6))):
        game.rolled(HOST, 3, 3, 3)
        game.stands(name, at)
        game.do(HOST, MoveDone(unit=name))
    game.rolled(HOST, 3, 3, 3)
    game.stands("B", (16, 17.8))
    refusal = game.refused(HOST, MoveDone(unit="B"))
    assert refusal.clause == "PT1-E1"
    assert "from A, which it follows" in refusal.reason
    game.stands("B", (9, 14.9))
    assert the(game.do(HOST, MoveDone(unit="B")), Moved).unit == "B"


def test_pt1_e2_refuses_a_fourth_unit() -> None:
    game = moving(L, A, B, C)
    refusal = game.refused(HOST, Move(followers=("A", "B", "C")))
    assert (refusal.clause, refusal.waivable) == ("PT1-E2", True)
    assert "C would be one too many: three" in refusal.reason


def test_pt1_e2_each_new_one_starts_near_the_one_before_it() -> None:
    game = moving(L, A, B)
    refusal = game.refused(HOST, Move(followers=("B", "A")))
    assert refusal.clause == "PT1-E1"
    assert "6.8 in" in refusal.reason
    game.do(HOST, Move(followers=("A", "B")))
    assert [step.unit for step in game.state.steps] == ["L", "A", "B"]


def test_pt1_e2_refuses_the_same_unit_twice() -> None:
    refusal = moving(L, A).refused(HOST, Move(followers=("A", "A")))
    assert refusal.clause == "PT1-E2"
    assert "twice" in refusal.reason


def test_pt1_e3_a_unit_that_has_had_a_card_follows_nobody() -> None:
    game = moving(L, put("A", (10, 13.9), had_card=True))
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert (refusal.clause, refusal.waivable) == ("PT1-E3", True)
    assert "A has had a card this turn" in refusal.reason


def test_pt1_e4_refuses_a_second_leader_in_a_turn() -> None:
    game = moving(L, put("A", (10, 13.9), follows="M", actions=1), put("M", (20, 20)))
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert refusal.clause == "PT1-E4"
    assert "has followed M" in refusal.reason


def test_pt1_e4_the_same_leader_may_be_followed_again() -> None:
    game = moving(L, put("A", (10, 13.9), follows="L", actions=1))
    assert the(game.do(HOST, Move(followers=("A",))), MoveDeclared).follows == ("L",)


def test_pt1_e5_refuses_a_third_action() -> None:
    game = moving(L, put("A", (10, 13.9), follows="L", actions=2))
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert refusal.clause == "PT1-E5"
    assert "2 actions" in refusal.reason


def test_pt1_e5_an_action_is_counted_for_everybody_who_acted() -> None:
    game = acting(L, A, put("Z", (40, 40)), X, cards={"L": "KS", "Z": "2C"})
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 1, 1, 1)
    assert the(game.rolled(HOST, 1, 1, 2), MoveRolled).allowance == Inches(0)
    assert game.card_up == ("2C", "Z")
    assert [game.unit(name).actions for name in "LAZ"] == [1, 1, 0]


# F. Passengers and tank riders


def walking_up(*units: Put, at: tuple[float, float] = (20, 12.9)) -> Battle:
    """A squad S has rolled a move and walks up to whatever stands at (20, 15)."""
    game = acting(put("S", (20, 9), kind="squad"), *units, X, cards={"S": "5C"})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S", at)
    return game


@pytest.mark.parametrize("kind", ["truck", "halftrack", "tank"])
def test_pt1_f1_a_squad_gets_on_with_a_move_of_its_own(kind: str) -> None:
    game = walking_up(put("C", (20, 14.5), kind=kind))
    told = game.do(HOST, MoveDone(unit="S", aboard="C"))
    assert the(told, Moved).aboard == "C"
    assert game.unit("S").aboard == "C"


@pytest.mark.parametrize("kind", ["jeep", "weapons_carrier", "armoured_car"])
def test_pt1_f1_nothing_else_carries_a_squad(kind: str) -> None:
    refusal = walking_up(put("C", (20, 14.5), kind=kind)).refused(
        HOST, MoveDone(unit="S", aboard="C")
    )
    assert refusal.clause == "PT1-F1"
    assert "cannot ride on C" in refusal.reason


def test_pt1_f1_a_carrier_has_room_for_one() -> None:
    rider = put("P", (20, 14.5), kind="squad", aboard="C")
    game = walking_up(put("C", (20, 14.5), kind="truck"), rider)
    refusal = game.refused(HOST, MoveDone(unit="S", aboard="C"))
    assert refusal.clause == "PT1-F1"
    assert "carries P already, and has room for one" in refusal.reason


def test_pt1_f1_the_squad_has_to_walk_up_to_its_carrier() -> None:
    game = walking_up(put("C", (20, 14.5), kind="truck"), at=(20, 11.9))
    refusal = game.refused(HOST, MoveDone(unit="S", aboard="C"))
    assert refusal.clause == "PT1-F1"
    assert "1.35 in of C, 0.5 in needed" in refusal.reason


def test_pt1_f1_getting_off_is_measured_from_the_carrier() -> None:
    game = acting(
        put("C", (20, 10), kind="truck"),
        put("S", (20, 10), kind="squad", aboard="C"),
        X,
        cards={"S": "5C"},
    )
    game.do(HOST, Move())
    game.rolled(HOST, 1, 2, 2)
    game.stands("S", (20, 16.5))
    refusal = game.refused(HOST, MoveDone(unit="S"))
    assert refusal.clause == "PT1-F1"
    assert "5.75 in" in refusal.reason
    game.stands("S", (20, 15.5))
    told = game.do(HOST, MoveDone(unit="S"))
    assert the(told, Moved).length == pytest.approx(4.75)
    assert game.unit("S").aboard == ""


def test_pt1_f2_passengers_do_not_fire() -> None:
    rider = put("S", (10, 10), kind="squad", aboard="C")
    game = acting(put("C", (10, 10), kind="truck"), rider, X, cards={"S": "5H"})
    refusal = game.refused(HOST, Fire(target="X"))
    assert (refusal.clause, refusal.waivable) == ("PT1-F2", True)
    assert "aboard C" in refusal.reason


def test_pt1_f2_riders_get_off_unhurt_before_their_tank_fires() -> None:
    rider = put("S", (10, 10), kind="squad", aboard="T")
    game = acting(put("T", (10, 10)), rider, X, cards={"T": "5H"})
    game.do(HOST, Fire(target="X"))
    assert game.waits_for == [DismountRoll]
    game.rolled(HOST, 3)
    game.stands("S", (10, 14.25))
    told = game.do(HOST, Place(unit="S"))
    assert the(told, GotOff).carrier == "T"
    assert (game.unit("S").hits, game.unit("S").aboard) == (0, "")
    assert game.waits_for == [FireRoll]


def test_pt1_f2_a_halftrack_fires_with_its_squad_aboard() -> None:
    rider = put("S", (10, 10), kind="squad", aboard="H")
    game = acting(put("H", (10, 10), kind="halftrack"), rider, X, cards={"H": "5H"})
    game.do(HOST, Fire(target="X"))
    assert game.waits_for == [FireRoll]


def test_pt1_f3_passengers_are_no_target() -> None:
    carrier, rider = put("C", (30, 10), kind="truck", blue=True), "P"
    game = acting(
        put("T", (10, 10)),
        carrier,
        put(rider, (30, 10), kind="squad", blue=True, aboard="C"),
        cards={"T": "7D"},
    )
    refusal = game.refused(HOST, Fire(target=rider))
    assert refusal.clause == "PT1-F3"
    assert "rides on C: fire at that instead" in refusal.reason


def test_pt1_f3_a_hit_on_a_truck_is_a_hit_on_its_squad() -> None:
    game = hit_carrier("truck")
    assert (game.unit("C").hits, game.unit("P").hits) == (1, 1)
    assert game.waits_for == [DismountRoll]


def test_pt1_f3_armour_saves_the_tank_and_not_its_riders() -> None:
    game = hit_carrier("tank")
    told = game.rolled(GUEST, 2, 6)
    assert the(told, Saved).saved
    assert (game.unit("C").hits, game.unit("P").hits) == (0, 1)
    assert game.waits_for == [DismountRoll]


@pytest.mark.parametrize("choice", ["stay", "get off"])
def test_pt1_f4_the_squad_of_a_halftrack_chooses(choice: str) -> None:
    game = hit_carrier("halftrack")
    game.rolled(GUEST, 1)
    assert game.waits_for == [GetOffChoice]
    told = game.chose(GUEST, choice)
    assert len(all_of(told, StayedAboard)) == (choice == "stay")
    assert game.unit("P").hits == 1
    assert (DismountRoll in game.waits_for) == (choice == "get off")


@pytest.mark.parametrize("die", [1, 6])
def test_pt1_f5_the_die_says_how_far_they_land(die: int) -> None:
    game = hit_carrier("truck")
    assert the(game.rolled(GUEST, die), MustGetOff).inches == Inches(die)
    game.stands("P", (30, 10.75 + 0.5 + die + 0.4))
    refusal = game.refused(GUEST, Place(unit="P"))
    assert refusal.clause == "PT1-F5"
    assert f"{die + 0.4:g} in from C, {die} in rolled" in refusal.reason
    game.stands("P", (30, 10.75 + 0.5 + die))
    assert the(game.do(GUEST, Place(unit="P")), GotOff).spot == spot(30, 11.25 + die)


@pytest.mark.parametrize("kind", ["truck", "halftrack", "weapons_carrier", "jeep"])
def test_pt1_f6_a_gun_is_hitched_up(kind: str) -> None:
    game = hitching(kind)
    assert the(game.do(HOST, MoveDone(unit="G", aboard="C")), Moved).aboard == "C"


@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
def test_pt1_f6_tanks_and_armoured_cars_tow_nothing(kind: str) -> None:
    refusal = hitching(kind).refused(HOST, MoveDone(unit="G", aboard="C"))
    assert refusal.clause == "PT1-F6"
    assert "tows no guns" in refusal.reason


def test_pt1_f6_a_towed_gun_takes_the_only_place() -> None:
    game = hitching("truck", put("P", (20, 14.5), kind="squad", aboard="C"))
    refusal = game.refused(HOST, MoveDone(unit="G", aboard="C"))
    assert refusal.clause == "PT1-F6"
    assert "carries P already" in refusal.reason


def hitching(kind: str, *others: Put) -> Battle:
    """A gun G has rolled its move and stands beside C."""
    carrier = put("C", (20, 14.5), kind=kind)
    game = acting(put("G", (20, 9), kind="gun"), carrier, *others, X, cards={"G": "5C"})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("G", (20, 12.5))
    return game


def test_pt1_f7_a_gun_in_tow_is_hit_and_forced_off() -> None:
    game = hit_carrier("jeep", rider="gun")
    assert game.unit("P").hits == 1
    told = game.rolled(GUEST, 2)
    assert the(told, MustGetOff).inches == Inches(2)
    assert {event.clause for event in told} == {"PT1-F7"}
    game.stands("P", (30, 10.75 + 0.9 + 2))
    got_off = game.do(GUEST, Place(unit="P"))
    assert the(got_off, GotOff).unit == "P"
    assert (game.unit("P").aboard, len(all_of(got_off, HitTaken))) == ("", 0)

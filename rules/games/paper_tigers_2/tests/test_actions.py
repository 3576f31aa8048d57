"""Tests the clauses of chapters D to F: moves, fire, cover, close combat, Follow Me, passengers."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken, WreckSettled
from rules.games.paper_tigers.chapters.fire.shots import SightRoll
from rules.games.paper_tigers.chapters.moving import Move, MoveRoll
from rules.games.paper_tigers.chapters.riding import (
    DismountRoll,
    GetOffChoice,
    MustGetOff,
    Place,
    StayedAboard,
)
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.vocabulary import Follower
from rules.games.paper_tigers_2.chapters.blows import CombatEnded, DefendersCalled, Struck
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import InContact, WhoHelps
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import MoveCounted
from rules.games.paper_tigers_2.chapters.taking_cover import TakeCover
from rules.games.paper_tigers_2.chapters.throwing import ThrowDice
from rules.games.paper_tigers_2.tests.table_play import GUEST, HOST, Battle, Put, acting, put, the
from rules.table.units import Inches

ENEMY = put("E1", (30, 40), blue=True, heading=270)


def moving(mover: Put, card: str, *dice: int, terrain: tuple[object, ...] = ()) -> Battle:
    game = acting(mover, ENEMY, cards={mover.unit.id: card}, terrain=terrain)
    game.do(HOST, Move())
    game.rolled(HOST, *dice)
    return game


def test_pt2_d1_pt2_d3_a_move_goes_round_corners_and_no_farther_than_its_total() -> None:
    game = moving(put("T1", (10, 10)), "8C", 3, 4, 2)
    game.stands("T1", (15, 14))
    corner = ((Inches(15.0), Inches(10.0)),)
    told = game.do(HOST, MoveDone(unit="T1", way=corner))
    assert float(the(told, Moved).length) == pytest.approx(9.0)
    game = moving(put("T1", (10, 10)), "8C", 3, 4, 2)
    game.stands("T1", (19.6, 10))
    assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-D3"


@pytest.mark.parametrize(("card", "dice"), [("8C", 3), ("8D", 2)])
def test_pt2_d2_three_dice_on_black_and_two_on_red(card: str, dice: int) -> None:
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": card})
    game.do(HOST, Move())
    assert game.asked_dice == dice


def test_pt2_d3_pt2_h8_infantry_goes_six_inches_at_most() -> None:
    game = moving(put("T1", (10, 10), kind="infantry"), "8C", 5, 4, 3)
    game.stands("T1", (16.8, 10))
    assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-D3"
    game.stands("T1", (16, 10))
    game.do(HOST, MoveDone(unit="T1"))


@pytest.mark.parametrize(
    ("kind", "says"), [("infantry", "6 in, its most: the dice"), ("tank", "12 in: the dice")]
)
def test_pt2_d3_a_cap_on_what_the_dice_come_to_is_told(kind: str, says: str) -> None:
    game = acting(put("T1", (10, 10), kind=kind), ENEMY, cards={"T1": "8C"})
    game.do(HOST, Move())
    told = the(game.rolled(HOST, 5, 4, 3), MoveCounted).told()
    assert told.startswith(f"T1 may move up to {says} come to 12, and 8 or more was needed")


def test_pt2_d4_a_roll_that_fails_moves_nobody() -> None:
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": "9D"})
    game.do(HOST, Move())
    told = game.rolled(HOST, 4, 4)
    assert float(the(told, MoveCounted).allowance) == 0.0
    assert MoveRoll not in game.waits_for


def test_pt2_d5_woods_end_a_move_and_houses_are_for_those_on_foot() -> None:
    woods = box("W1", "woods", at=(14, 6), size=(6, 8))
    game = moving(put("T1", (10, 10)), "9C", 3, 3, 3, terrain=(woods,))
    game.stands("T1", (19, 10))
    assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-D5"
    house = box("B1", "building", at=(12, 8), size=(4, 4))
    game = moving(put("T1", (8, 10)), "9C", 3, 3, 3, terrain=(house,))
    game.stands("T1", (14, 10))
    assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-D5"


def test_pt2_d6_pt2_d17_a_gun_and_its_crew_are_one() -> None:
    gun = put("G1", (10, 10), kind="towed gun")
    crew = replace(gun.piece, id="G1crew")
    both = replace(gun, unit=replace(gun.unit, pieces=("G1", "G1crew")))
    game = acting(both, ENEMY, cards={"G1": "4C"})
    game.looks(pieces=(*game.snapshot.pieces, crew))
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3)
    game.stands("G1", (16, 10))
    assert game.refused(HOST, MoveDone(unit="G1")).clause == "PT2-D6"


def firing(
    shooter: Put, target: Put, card: str = "6H", *, terrain: tuple[object, ...] = (), **more: object
) -> Battle:
    game = acting(shooter, target, cards={shooter.unit.id: card}, terrain=terrain, **more)
    game.do(HOST, Fire(target=target.unit.id))
    return game


def test_pt2_d7_pt2_d10_guns_fire_as_far_as_they_see_and_small_arms_twelve_inches() -> None:
    firing(put("T1", (2, 10)), put("E1", (46, 10), blue=True))
    game = acting(
        put("T1", (10, 10), kind="infantry"), put("E1", (22.6, 10), blue=True), cards={"T1": "6H"}
    )
    assert game.refused(HOST, Fire(target="E1")).clause == "PT2-D10"


def test_pt2_d8_pt2_d9_woods_block_and_a_die_settles_what_is_doubtful() -> None:
    woods = box("W1", "woods", at=(14, 6), size=(6, 8))
    game = acting(
        put("T1", (5, 10)), put("E1", (30, 10), blue=True), cards={"T1": "6H"}, terrain=[woods]
    )
    assert game.refused(HOST, Fire(target="E1")).clause == "PT2-D8"
    near = box("W1", "woods", at=(14, 10.1), size=(6, 8))
    game = firing(put("T1", (5, 10)), put("E1", (30, 10), blue=True), terrain=(near,))
    game.chose(HOST, "main gun")
    assert game.waits_for == [SightRoll]
    game.rolled(HOST, 4)
    assert game.asked_dice == 3, "the weapon that was chosen still is"
    blocked = firing(put("T1", (5, 10)), put("E1", (30, 10), blue=True), terrain=(near,))
    blocked.chose(HOST, "main gun")
    blocked.rolled(HOST, 3)
    assert ThrowDice not in blocked.waits_for


@pytest.mark.parametrize(("card", "dice"), [("6H", 3), ("6S", 2)])
def test_pt2_d11_three_dice_on_red_and_two_on_black(card: str, dice: int) -> None:
    game = firing(put("T1", (10, 10)), put("E1", (30, 10), blue=True), card)
    game.chose(HOST, "main gun")
    assert game.asked_dice == dice


def test_pt2_d12_a_miss_with_a_gun_brings_nothing() -> None:
    game = firing(put("T1", (10, 10)), put("E1", (30, 10), kind="infantry", blue=True), "9H")
    game.chose(HOST, "main gun")
    told = game.rolled(HOST, 3, 2, 1)
    shot = the(told, WeaponFired)
    assert (shot.hits, shot.suppresses) == (0, False)


@pytest.mark.parametrize(
    ("kind", "dice"),
    [("medium tank", 2), ("armoured car", 1), ("halftrack", 1), ("transport", 0), ("infantry", 0)],
)
def test_pt2_d13_how_many_dice_save_depends_on_the_type(kind: str, dice: int) -> None:
    game = firing(put("T1", (10, 10)), put("E1", (20, 10), kind=kind, blue=True, heading=180))
    game.chose(HOST, "main gun")
    told = game.rolled(HOST, 4, 1, 1)
    if dice:
        assert game.asked_dice == dice
    else:
        assert the(told, HitTaken).hits == 1


@pytest.mark.parametrize(("kind", "dice"), [("infantry", 1), ("towed gun", 1)])
def test_pt2_d14_pt2_h7_cover_of_woods_for_those_without_armour(kind: str, dice: int) -> None:
    woods = box("W1", "woods", at=(17, 7), size=(6, 6))
    game = firing(put("T1", (10, 10)), put("E1", (20, 10), kind=kind, blue=True), terrain=(woods,))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 1, 1)
    assert game.asked_dice == dice
    assert "woods or town" in game.says


def test_pt2_d15_pt2_d16_one_hit_damages_two_destroy_and_wrecks_block() -> None:
    game = firing(put("T1", (10, 10)), put("E1", (20, 10), blue=True, cards=("", ""), heading=180))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 1, 1)
    game.rolled(GUEST, 1, 2)
    assert (game.own("E1").hits, game.own("E1").cards) == (1, ())
    game = acting(
        put("T1", (10, 10)),
        put("T2", (8, 14)),
        put("E1", (20, 10), blue=True, hits=1, heading=180),
        put("E2", (30, 10), blue=True),
        cards={"T1": ["6H", "5H"]},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 1, 1)
    told = game.rolled(GUEST, 1, 2)
    assert the(told, Destroyed).points == 5
    assert the(game.chose(GUEST, "burn"), WreckSettled).burning
    assert game.refused(HOST, Fire(target="E2")).clause == "PT2-D8"


def test_pt2_c17_pt2_d21_cover_is_taken_with_black_cards_only() -> None:
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": "7H"})
    assert game.refused(HOST, TakeCover()).clause == "PT2-D21"
    hill = box("H1", "hill", at=(7, 7), size=(6, 6))
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": "7S"}, terrain=[hill])
    game.do(HOST, TakeCover())
    assert game.asked_dice == 3
    game.rolled(HOST, 1, 1, 1)
    assert not game.facts("T1").covered


def attack(*units: Put, card: str = "8D", followers: tuple[Follower, ...] = ()) -> Battle:
    game = acting(*units, cards={"T1": card})
    game.do(HOST, CloseCombat(target="E1", followers=followers))
    while game.waits_for == [WhoHelps]:
        game.chose(GUEST, "nobody")
    return game


def contact(game: Battle, name: str, at: tuple[float, float]) -> tuple[object, ...]:
    game.stands(name, at)
    return game.do(HOST, Place(unit=name))


@pytest.mark.parametrize(("kind", "dice"), [("infantry", 3), ("medium tank", 2)])
def test_pt2_c18_pt2_d28_an_attacker_is_put_in_contact_and_rolls_by_its_kind(
    kind: str, dice: int
) -> None:
    game = attack(put("T1", (10, 10), kind=kind), put("E1", (17, 10), blue=True))
    game.stands("T1", (12, 10))
    assert game.refused(HOST, Place(unit="T1")).clause == "PT2-D28"
    away = 0.6 if kind == "infantry" else 1.5
    game.stands("T1", (17 - 1.5 - away - 0.2, 10))
    assert the(game.do(HOST, Place(unit="T1")), InContact).unit == "T1"
    assert game.asked_dice == dice


def test_pt2_d27_guns_only_defend_themselves() -> None:
    game = acting(
        put("T1", (10, 10), kind="towed gun"), put("E1", (13, 10), blue=True), cards={"T1": "8D"}
    )
    assert game.refused(HOST, CloseCombat(target="E1")).clause == "PT2-D27"
    defended = attack(
        put("T1", (10, 10), kind="infantry"), put("E1", (14, 10), kind="towed gun", blue=True)
    )
    contact(defended, "T1", (12.4, 10))
    defended.rolled(HOST, 1, 1, 1)
    assert defended.asked_dice == 2


def test_pt2_d32_pt2_d37_when_both_are_left_the_attacker_goes_back() -> None:
    game = attack(put("T1", (10, 10), kind="infantry"), put("E1", (15, 10), blue=True))
    contact(game, "T1", (12.8, 10))
    assert game.own("T1").spot == spot(12.8, 10)
    game.rolled(HOST, 1, 1, 1)
    assert "8 of diamonds" in game.says, "against the card that began it"
    told = game.rolled(GUEST, 1, 1)
    assert [each.unit for each in the(told, CombatEnded).back] == ["T1"]
    assert game.own("T1").spot == spot(10, 10)


def test_pt2_d33_no_line_of_sight_is_needed() -> None:
    house = box("B1", "building", at=(12, 8), size=(1, 4))
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (15, 10), kind="infantry", blue=True),
        cards={"T1": "8D"},
        terrain=[house],
    )
    assert game.refused(HOST, Fire(target="E1")).clause == "PT2-D8"
    game.do(HOST, CloseCombat(target="E1"))


def test_pt2_d29_a_won_fight_leaves_the_attacker_where_it_is() -> None:
    game = attack(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (15, 10), kind="infantry", blue=True),
        put("E2", (40, 40), blue=True),
    )
    contact(game, "T1", (13.5, 10))
    told = game.rolled(HOST, 6, 2, 1)
    assert game.own("E1").destroyed
    assert the(told, CombatEnded).stayed == ("T1",)
    assert game.own("T1").spot == spot(13.5, 10)


def test_pt2_e1_pt2_e2_pt2_e3_pt2_e4_pt2_e5_who_may_follow() -> None:
    row = [put(f"T{k}", (10, 10 + 4 * k)) for k in range(1, 5)]
    game = acting(*row, ENEMY, cards={"T1": "8C"})
    assert game.refused(HOST, Move(followers=("T2", "T3", "T4"))).clause == "PT2-E2"
    game.do(HOST, Move(followers=("T2", "T3")))
    carded = acting(row[0], put("T2", (10, 18), cards=("",)), ENEMY, cards={"T1": "8C"})
    assert carded.refused(HOST, Move(followers=("T2",))).clause == "PT2-E3"
    other = acting(row[0], put("T2", (10, 18), follows="T9"), ENEMY, cards={"T1": "8C"})
    assert other.refused(HOST, Move(followers=("T2",))).clause == "PT2-E4"
    tired = acting(row[0], put("T2", (10, 18), actions=2), ENEMY, cards={"T1": "8C"})
    assert tired.refused(HOST, Move(followers=("T2",))).clause == "PT2-E5"
    taking = acting(*row, ENEMY, cards={"T1": "8C"})
    taking.do(HOST, TakeCover(followers=("T2",)))
    taking.rolled(HOST, 4, 4)
    taking.rolled(HOST, 1, 1)
    assert [taking.facts(name).covered for name in ("T1", "T2")] == [True, False]


def test_pt2_e7_pt2_e8_every_attacker_strikes_for_itself_at_an_enemy_nearby() -> None:
    units = (
        put("T1", (10, 10), kind="infantry"),
        put("A", (10, 12.5), kind="infantry"),
        put("E1", (14, 10), kind="infantry", blue=True),
        put("E2", (14, 13), kind="infantry", blue=True),
        put("E3", (14, 18.5), kind="infantry", blue=True),
    )
    game = acting(*units, cards={"T1": "8D"})
    far = (Follower(unit="A", target="E3"),)
    assert game.refused(HOST, CloseCombat(target="E1", followers=far)).clause == "PT2-E8"
    nobody = (Follower(unit="A"),)
    assert game.refused(HOST, CloseCombat(target="E1", followers=nobody)).clause == "PT2-E8"
    game.do(HOST, CloseCombat(target="E1", followers=(Follower(unit="A", target="E2"),)))
    while game.waits_for == [WhoHelps]:
        game.chose(GUEST, "nobody")
    contact(game, "T1", (12.6, 10))
    contact(game, "A", (12.6, 13))
    game.rolled(HOST, 1, 1, 1)
    told = game.rolled(HOST, 6, 6, 1)
    assert the(told, Struck).target == "E2"
    assert game.own("E2").destroyed
    assert the(told, DefendersCalled).units == ("E1",)


def riding(carrier: str, *, heading: float = 180) -> tuple[Put, Put]:
    truck = put("E1", (20, 10), kind=carrier, blue=True, heading=heading)
    squad = put("S1", (20, 10), kind="infantry", blue=True, aboard="E1")
    return truck, squad


def shot_at(carrier: str, *dice: int, card: str = "6H", **chosen: object) -> Battle:
    game = acting(put("T1", (10, 10)), *riding(carrier), cards={"T1": card}, chosen=chosen)
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, *dice)
    return game


def test_pt2_f1_pt2_f2_riders_get_on_by_a_move_and_do_not_fire() -> None:
    game = acting(
        put("T1", (10, 10)), put("S1", (10, 14), kind="infantry"), ENEMY, cards={"S1": "4C"}
    )
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S1", (10, 11.4))
    told = game.do(HOST, MoveDone(unit="S1", aboard="T1"))
    assert the(told, Moved).aboard == "T1"
    rider = acting(
        put("T1", (10, 10)),
        put("S1", (10, 10), kind="infantry", aboard="T1"),
        ENEMY,
        cards={"S1": "4C"},
    )
    assert rider.refused(HOST, Fire(target="E1")).clause == "PT2-F2"
    tank = acting(
        put("T1", (10, 10)),
        put("S1", (10, 10), kind="infantry", aboard="T1"),
        ENEMY,
        cards={"T1": "4C"},
    )
    tank.do(HOST, Fire(target="E1"))
    assert tank.waits_for == [DismountRoll]


def test_pt2_f3_pt2_f5_a_hit_on_the_carrier_is_one_for_its_riders() -> None:
    game = shot_at("transport", 4, 3, 1)
    assert game.own("S1").hits == 1
    assert game.waits_for == [DismountRoll]
    assert float(the(game.rolled(GUEST, 4), MustGetOff).inches) == 4.0
    lethal = shot_at("medium tank", 6, 6, 1, card="6H")
    assert lethal.own("S1").hits == 1, "a lethal hit on the carrier is one hit for the squad"
    two = shot_at("medium tank", 6, 6, 1, passenger_lethal="two_hits")
    assert two.own("S1").destroyed


def test_pt2_f4_passengers_of_a_halftrack_may_stay() -> None:
    game = shot_at("halftrack", 4, 3, 1)
    game.rolled(GUEST, 1)
    assert game.waits_for == [GetOffChoice]
    assert the(game.chose(GUEST, "stay"), StayedAboard).unit == "S1"

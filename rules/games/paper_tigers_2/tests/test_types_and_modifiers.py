"""Tests the clauses of chapters H and I: types of units, weapons, advantages, disadvantages."""

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers_2.chapters.carrying import fits
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import cap
from rules.games.paper_tigers_2.chapters.recovery import FallBackFirst, RecoveryDice
from rules.games.paper_tigers_2.chapters.shooting import WithWhat
from rules.games.paper_tigers_2.chapters.suppressing import CardLost, CardsLost, Shrugged
from rules.games.paper_tigers_2.chapters.taking_cover import TakeCover
from rules.games.paper_tigers_2.chapters.throwing import DiceAgain
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    agreed,
    all_of,
    ending_turn,
    entry,
    model,
    put,
    the,
    weapon_names,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.games.paper_tigers_2.units.unit_dice import action_pool, armour_pool, saves_on
from rules.table.bad_input import BadInputError

OPTIONS = agreed()
RED, BLACK, FAR, MAIN = Condition.RED, Condition.BLACK, Condition.FAR, Condition.MAIN


def fires(made: UnitSheet, *conditions: Condition) -> tuple[int, ...]:
    return tuple(
        action_pool(
            Stage.FIRE, made, situation=frozenset({colour, MAIN, *conditions}), options=OPTIONS
        ).count
        for colour in (RED, BLACK)
    )


def moves(made: UnitSheet) -> list[tuple[int, int]]:
    pools = [
        action_pool(Stage.MOVE, made, situation=frozenset({colour}), options=OPTIONS)
        for colour in (RED, BLACK)
    ]
    return [(pool.count, pool.keep) for pool in pools]


def plates(made: UnitSheet) -> tuple[int, int]:
    return (
        armour_pool(made, situation=frozenset()).count,
        armour_pool(made, situation=frozenset({Condition.SIDE})).count,
    )


def test_pt2_h1_pt2_h1a_armoured_cars() -> None:
    car, light = entry("armoured car"), entry("light armoured car")
    assert (plates(car), saves_on(car), fires(car, FAR)) == ((1, 1), 5, (3, 2))
    assert (plates(light), saves_on(light), fires(light, FAR)) == ((1, 1), 6, (2, 1))
    assert car.has("wheeled")


def test_pt2_h1a_pt2_h2a_thin_armour_saves_on_a_six_only() -> None:
    for kind, die, saved in (
        ("light armoured car", 5, False),
        ("light halftrack", 5, False),
        ("light carrier", 6, True),
        ("armoured car", 5, True),
    ):
        game = acting(
            put("T1", (10, 10)),
            put("E1", (20, 10), kind=kind, blue=True, heading=180),
            cards={"T1": "6H"},
        )
        game.do(HOST, Fire(target="E1"))
        game.chose(HOST, "main gun")
        game.rolled(HOST, 4, 2, 1)
        game.rolled(GUEST, die)
        assert (game.own("E1").hits == 0) is saved, kind


def test_pt2_h2_halftracks_and_carriers_always_have_three_dice() -> None:
    for kind in ("halftrack", "carrier", "light halftrack", "light carrier"):
        made = entry(kind)
        assert moves(made) == [(3, 3), (3, 3)]
        assert plates(made) == (1, 1)
        assert fits(made.loads, [entry("infantry")])
        assert fits(made.loads, [entry("heavy towed gun")])
        assert not fits(made.loads, [entry("infantry"), entry("towed gun")])
    bare = entry("halftrack", "unarmoured")
    assert (plates(bare), bare.points) == ((0, 0), 1)


def test_pt2_h3_pt2_h4_medium_tanks_and_tank_destroyers() -> None:
    tank, hunter = entry("medium tank"), entry("tank destroyer")
    assert (fires(tank), moves(tank), plates(tank)) == ((3, 2), [(2, 2), (3, 3)], (2, 1))
    assert fits(tank.loads, [entry("infantry")])
    assert (fires(hunter), moves(hunter), plates(hunter)) == ((4, 3), [(3, 2), (4, 3)], (2, 1))
    assert not hunter.loads


def test_pt2_h5a_pt2_h5b_light_and_heavy_self_propelled_guns() -> None:
    light, heavy = entry("light self-propelled gun"), entry("heavy self-propelled gun")
    assert (fires(light), moves(light), plates(light)) == ((3, 2), [(3, 2), (4, 3)], (2, 1))
    assert (fires(heavy), moves(heavy), plates(heavy)) == ((4, 3), [(1, 1), (2, 2)], (3, 2))
    assert light.has("forward only")
    alone = entry("light self-propelled gun", spg_inherit=False)
    assert not alone.has("forward only")
    assert plates(entry("self-propelled gun", spg_armour=3)) == (3, 2)


def test_pt2_h6_pt2_h6a_transports_and_what_they_carry() -> None:
    truck, jeep = entry("transport"), entry("light transport")
    assert plates(truck) == (0, 0)
    assert fits(truck.loads, [entry("infantry")])
    assert fits(jeep.loads, [entry("scouts")])
    assert fits(jeep.loads, [entry("light towed gun")])
    assert not fits(jeep.loads, [entry("infantry")])
    assert not fits(jeep.loads, [entry("towed gun")])
    game = acting(
        put("T1", (10, 10)),
        put("E1", (20, 10), kind="light transport", blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    assert the(game.rolled(HOST, 4, 2, 1), Destroyed).points == 1


def test_pt2_h8a_scouts_go_far_fire_less_and_have_no_support_weapon() -> None:
    made = entry("scouts")
    assert fires(made) == (2, 1)
    unit = put("S1", (10, 10), kind="scouts").unit
    assert (cap(unit), made.range, made.destroyed_at) == (12.0, 12.0, 1)
    for weapon in ("machine gun", "mortar"):
        with pytest.raises(BadInputError, match="for scouts"):
            entry("scouts", weapon)


def test_pt2_h9_pt2_h10_who_has_which_weapon() -> None:
    assert weapon_names(entry("medium tank")) == ["main gun", "machine gun"]
    assert weapon_names(entry("infantry")) == ["small arms"]
    assert weapon_names(entry("infantry", "mortar")) == ["small arms", "mortar"]
    assert weapon_names(entry("self-propelled gun")) == ["main gun"]
    assert weapon_names(entry("transport")) == []
    assert weapon_names(entry("halftrack", "mortar")) == ["main gun", "machine gun", "mortar"]
    with pytest.raises(BadInputError, match="a machine gun or a mortar"):
        entry("infantry", "mortar", "machine gun")


def under_fire(shooter: Put, target: Put, weapon: str, card: str = "9D", **more: object) -> Battle:
    game = acting(shooter, target, cards={shooter.unit.id: card}, **more)
    game.do(HOST, Fire(target=target.unit.id))
    if WithWhat in game.waits_for:
        game.chose(HOST, weapon)
    return game


def test_pt2_h9b_one_weapon_an_action() -> None:
    game = acting(
        put("T1", (10, 10)), put("E1", (20, 10), kind="infantry", blue=True), cards={"T1": "6H"}
    )
    game.do(HOST, Fire(target="E1"))
    assert game.choices == ("main gun", "machine gun")
    game.chose(HOST, "machine gun")
    assert game.asked_dice == 4
    assert "red card 3, machine gun +1" in game.says
    game.rolled(HOST, 1, 1, 1, 1)
    assert game.state.playing is None or game.state.playing.turned.unit != "T1"


def test_pt2_h9d_the_die_of_take_cover_keeps_the_cards_too() -> None:
    squad = put("E1", (20, 10), kind="infantry", blue=True, covered=True, cards=("", ""))
    game = under_fire(put("T1", (10, 10)), squad, "machine gun")
    game.rolled(HOST, 1, 2, 1, 1)
    assert game.asked_dice == 1
    game.rolled(GUEST, 4)
    assert game.own("E1").cards == ()


def test_pt2_h9g_armour_and_the_die_of_take_cover_keep_a_card() -> None:
    tank = put("E1", (20, 10), blue=True, heading=180, covered=True, cards=("",))
    game = under_fire(put("T1", (10, 10)), tank, "machine gun", "6H")
    game.rolled(HOST, 2, 2, 1, 2)
    assert game.asked_dice == 3
    assert all_of(game.rolled(GUEST, 1, 1, 5), Shrugged)
    assert len(game.own("E1").cards) == 1


def test_pt2_h9f_a_unit_without_cards_loses_none() -> None:
    tank = put("E1", (20, 10), blue=True, heading=180)
    game = under_fire(put("T1", (10, 10)), tank, "machine gun", "6H")
    assert the(game.rolled(HOST, 2, 2, 1, 2), CardLost).place == 0


def test_pt2_h10d_a_mortar_suppresses_and_leaves_armour_alone() -> None:
    mortar = put("T1", (10, 10), kind="infantry", traits=["mortar"])
    game = under_fire(
        mortar, put("E1", (20, 10), kind="infantry", blue=True, cards=("",)), "mortar"
    )
    assert all_of(game.rolled(HOST, 2, 2, 1), CardsLost)
    tank = put("E1", (20, 10), blue=True, heading=180, cards=("",))
    spared = under_fire(mortar, tank, "mortar")
    shot = the(spared.rolled(HOST, 2, 2, 1), WeaponFired)
    assert (shot.suppresses, shot.costs_card) == (False, False)
    agreed_so = under_fire(mortar, tank, "mortar", chosen={"indirect_suppress_armour": "one_card"})
    assert the(agreed_so.rolled(HOST, 2, 2, 1), WeaponFired).costs_card


def test_pt2_h11_pt2_h11a_howitzers_fire_blind_suppress_and_never_near() -> None:
    woods = box("W1", "woods", at=(18, 6), size=(4, 8))
    howitzer = put("T1", (10, 10), kind="towed gun", traits=["howitzer"])
    squad = put("E1", (30, 10), kind="infantry", blue=True, cards=("",))
    game = acting(
        howitzer, put("S1", (28, 20), kind="infantry"), squad, cards={"T1": "9D"}, terrain=[woods]
    )
    game.do(HOST, Fire(target="E1"))
    assert game.asked_dice == 3
    assert the(game.rolled(HOST, 2, 2, 1), WeaponFired).suppresses
    near = acting(howitzer, put("E1", (15, 10), kind="infantry", blue=True), cards={"T1": "9D"})
    assert near.refused(HOST, Fire(target="E1")).clause == "PT2-H11a"
    with pytest.raises(BadInputError, match="a howitzer only"):
        entry("medium tank", "howitzer")
    blind = acting(
        howitzer,
        put("S1", (28, 20), kind="infantry", hits=1),
        squad,
        cards={"T1": "9D"},
        terrain=[woods],
        chosen={"spotter": "fit_friend"},
    )
    assert blind.refused(HOST, Fire(target="E1")).clause == "PT2-D8"


def test_pt2_h13_improved_units_roll_again_and_infantry_at_close_quarters() -> None:
    tank, squad = entry("medium tank", improved=True), entry("infantry", improved=True)
    for stage in (Stage.FIRE, Stage.MOVE, Stage.ARMOUR, Stage.COVER):
        assert tank.rerolls(stage)
    assert not tank.rerolls(Stage.CLOSE_COMBAT)
    assert squad.rerolls(Stage.CLOSE_COMBAT)
    assert not squad.rerolls(Stage.RECOVERY)


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("improved armour", Stage.ARMOUR),
        ("improved gun/fire", Stage.FIRE),
        ("improved movement", Stage.MOVE),
    ],
)
def test_pt2_i3a_pt2_i3b_pt2_i3c_improvements_of_one_sort(name: str, stage: Stage) -> None:
    made = entry("medium tank", name)
    others = {Stage.ARMOUR, Stage.FIRE, Stage.MOVE, Stage.COVER} - {stage}
    assert made.rerolls(stage)
    assert not any(made.rerolls(other) for other in others)
    assert made.points == 6


def test_pt2_i3a_armour_dice_are_rolled_again_and_cover_dice_are_not() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (20, 10), traits=["improved armour"], blue=True, heading=180, covered=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 2, 1)
    assert game.parts_asked == [(2, "armour"), (1, "cover")]
    game.rolled(GUEST, 3, 2, 1)
    assert game.waits_for == [DiceAgain]
    assert game.choices == ("keep", "2", "3", "3 and 2")
    game.chose(GUEST, "3 and 2")
    assert game.parts_asked == []
    game.rolled(GUEST, 5, 1)
    assert game.own("E1").hits == 0


@pytest.mark.parametrize(
    ("name", "pools"), [("fast", [(3, 3), (4, 4)]), ("hell on wheels", [(4, 4), (5, 5)])]
)
def test_pt2_i3e_pt2_i3f_more_dice_to_move(name: str, pools: list[tuple[int, int]]) -> None:
    assert moves(entry("medium tank", name)) == pools


def test_pt2_i3i_pt2_i4l_tough_units_and_those_that_never_fall_back() -> None:
    game = ending_turn(
        put("T1", (10, 10), traits=["tough"], hits=1),
        put("E1", (40, 40), blue=True),
        red=Hand(open=("8D",)),
    )
    game.do(HOST, Repair(unit="T1", card="8D"))
    assert game.waits_for == [FallBackFirst]
    game.chose(HOST, "no")
    assert game.asked_dice == 3
    firm = ending_turn(
        put("T1", (10, 10), traits=["no retreat"], hits=1),
        put("E1", (40, 40), blue=True),
        red=Hand(open=("8D",)),
    )
    firm.do(HOST, Repair(unit="T1", card="8D"))
    assert firm.waits_for == [RecoveryDice]
    assert firm.asked_dice == 2


def test_pt2_i3j_stealthy_units_take_cover_with_one_more_die() -> None:
    game = acting(
        put("T1", (10, 10), traits=["stealthy"]), put("E1", (40, 40), blue=True), cards={"T1": "7S"}
    )
    game.do(HOST, TakeCover())
    assert game.asked_dice == 3
    assert "stealthy +1" in game.says


def test_pt2_i4f_vulnerable_armour_has_one_die_less_against_lethal_hits() -> None:
    for dice, count in (((4, 1, 1), 2), ((6, 5, 1), 1)):
        game = acting(
            put("T1", (10, 10)),
            put("E1", (20, 10), traits=["vulnerable armour"], blue=True, heading=180),
            cards={"T1": "6H"},
        )
        game.do(HOST, Fire(target="E1"))
        game.chose(HOST, "main gun")
        game.rolled(HOST, *dice)
        assert game.asked_dice == count


def test_pt2_i5b_armour_of_another_class() -> None:
    assert plates(model("KV-2")) == (3, 2)
    assert plates(entry("light tank", "heavy armour")) == (3, 2)
    assert plates(entry("heavy tank", "medium armour")) == (2, 1)


def test_pt2_i5c_pt2_i5d_amphibians_and_wheels() -> None:
    river = box("V1", "river", at=(14, 0), size=(2, 20))
    for traits, legal in ((["amphibious"], True), ([], False)):
        game = acting(
            put("T1", (12, 10), traits=traits),
            put("E1", (40, 40), blue=True),
            cards={"T1": "9S"},
            terrain=[river],
        )
        game.do(HOST, Move())
        game.rolled(HOST, 3, 3, 3)
        game.stands("T1", (18, 10))
        if legal:
            game.do(HOST, MoveDone(unit="T1"))
        else:
            assert game.refused(HOST, MoveDone(unit="T1")).clause in {"PT1-J3b", "PT2-D3"}
    road = box("D1", "road", at=(0, 9), size=(40, 2))
    for traits, dice in ((["wheeled"], 4), ([], 3)):
        game = acting(
            put("T1", (12, 10), traits=traits),
            put("E1", (40, 40), blue=True),
            cards={"T1": "9S"},
            terrain=[road],
        )
        game.do(HOST, Move())
        assert game.asked_dice == dice


def test_pt2_i5e_one_gun_of_two_and_the_one_in_the_hull_forward() -> None:
    lee = model("M3 Lee")
    assert weapon_names(lee) == ["light turret gun", "medium hull gun", "machine gun"]
    game = acting(
        put("T1", (10, 10), as_model="M3 Lee"), put("E1", (10, 25), blue=True), cards={"T1": "6H"}
    )
    game.do(HOST, Fire(target="E1"))
    assert game.choices == ("light turret gun", "machine gun"), "the hull gun points elsewhere"
    game.chose(HOST, "light turret gun")
    assert game.asked_dice == 2
    both = acting(
        put("T1", (10, 10), as_model="M3 Lee"),
        put("E1", (20, 10), blue=True, heading=180),
        cards={"T1": "9H"},
        chosen={"two_guns_per_action": 2},
    )
    both.do(HOST, Fire(target="E1"))
    both.chose(HOST, "medium hull gun")
    both.rolled(HOST, 1, 1, 1)
    assert "light turret gun" in both.says


def test_pt2_i5f_some_units_have_machine_guns_and_nothing_else() -> None:
    for name in ("M20", "Panzer I", "T-40", "LVT-1", "Humber Scout"):
        assert weapon_names(model(name)) == ["machine gun"], name
    assert weapon_names(model("Panzer I", mg_note_only_weapon=False)) == ["main gun", "machine gun"]
    assert weapon_names(model("Jeep", "USA", extras=("machine gun",))) == ["machine gun"]

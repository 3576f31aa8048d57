"""Tests the clauses of chapters J to M: water, landings, support, fortifications, flames."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.riding import Place
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.chapters.beyond.coming_down import Crashed, Landed
from rules.games.paper_tigers_2.chapters.beyond.landing import DropAt
from rules.games.paper_tigers_2.chapters.beyond.support import CallSupport, NextTarget, Shelled
from rules.games.paper_tigers_2.chapters.carrying import fits
from rules.games.paper_tigers_2.chapters.fortifications import TakeFlames
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.suppressing import CardsLost, Shrugged, Splashed
from rules.games.paper_tigers_2.tests.armies import line
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    entry,
    lines,
    model,
    new_battle,
    put,
    started,
    the,
)
from rules.table.bad_input import BadInputError

WATER = box("V1", "water", at=(12, 0), size=(20, 30))


def test_pt2_j1_pt2_j2_landing_craft_stay_on_water_and_go_six_inches() -> None:
    craft = put("C1", (16, 10), as_model="LCM")
    game = acting(craft, put("E1", (40, 40), blue=True), cards={"C1": "9S"}, terrain=[WATER])
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("C1", (10, 10))
    assert game.refused(HOST, MoveDone(unit="C1")).clause == "PT2-J1"
    game.stands("C1", (22.6, 10))
    assert game.refused(HOST, MoveDone(unit="C1")).clause == "PT2-D3"
    game.stands("C1", (22, 10))
    game.do(HOST, MoveDone(unit="C1"))


@pytest.mark.parametrize(("x", "legal"), [(13.7, True), (18.0, False)])
def test_pt2_j3_craft_load_and_unload_at_the_waters_edge(x: float, *, legal: bool) -> None:
    game = acting(
        put("C1", (x, 10), as_model="LCM"),
        put("S1", (x, 10), kind="infantry", aboard="C1"),
        put("E1", (40, 40), blue=True),
        cards={"S1": "5S"},
        terrain=[WATER],
    )
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S1", (x - 2.3, 10))
    if legal:
        game.do(HOST, MoveDone(unit="S1"))
    else:
        assert game.refused(HOST, MoveDone(unit="S1")).clause in {"PT2-J3", "PT1-J3b"}
    lcm = model("LCM")
    assert fits(lcm.loads, [entry("medium tank")])
    assert fits(lcm.loads, [entry("infantry"), entry("infantry")])
    assert not fits(lcm.loads, [entry("infantry"), entry("medium tank")])


def test_pt2_k1_pt2_k2_landings_are_agreed_and_gliders_carry_what_is_listed() -> None:
    red = [line("RG", side="Red", kind="glider"), *lines("Red", "infantry")]
    with pytest.raises(BadInputError, match="landings are played"):
        new_battle(red, lines("Blue", "infantry"))
    game = new_battle(red, lines("Blue", "infantry"), landings=True)
    assert game.facts("RG").landing == "in_air"
    waco = model("Waco Glider")
    assert fits(waco.loads, [entry("light transport"), entry("towed gun")])
    assert fits(waco.loads, [entry("infantry"), entry("infantry")])
    assert not fits(waco.loads, [entry("infantry")] * 3)
    squad = entry("infantry", "airborne", "mortar")
    assert [weapon.name for weapon in squad.weapons] == ["small arms", "mortar"]


def landing(kind: str, *traits: str, load: str = "", card: str = "2S", **chosen: object) -> Battle:
    flyer = put("A1", (24, 24), kind=kind, traits=traits, landing="in_air", arrives=1)
    units = [replace(flyer, unit=replace(flyer.unit, spot=None))]
    if load:
        rider = put("L1", (24, 24), kind=load, aboard="A1", arrives=1)
        units.append(replace(rider, unit=replace(rider.unit, spot=None)))
    game = started(
        *units,
        put("E1", (5, 5), blue=True),
        phase=Phase.ARRIVALS,
        chosen={"landings": True, **chosen},
    )
    game.turned(HOST, card)
    return game


def test_pt2_k3b_pt2_k4_a_unit_lands_on_its_point_and_plays_on() -> None:
    game = landing("infantry", "airborne")
    game.do(HOST, DropAt(unit="A1", at=spot(18, 18)))
    game.rolled(HOST, 4, 3, 2)
    game.stands("A1", (22, 18))
    assert game.refused(HOST, Place(unit="A1")).clause == "PT2-K3b"
    game.stands("A1", (18.2, 18))
    assert the(game.do(HOST, Place(unit="A1")), Landed).hits == 0
    assert game.state.phase is Phase.ROLL_CARDS
    assert game.own("A1").in_play


@pytest.mark.parametrize(("policy", "destroyed"), [("damaged", False), ("destroyed", True)])
def test_pt2_k3e_two_ones_cost_the_weapon(policy: str, *, destroyed: bool) -> None:
    game = landing("infantry", "airborne", "mortar", landing_two_hits=policy)
    game.do(HOST, DropAt(unit="A1", at=spot(18, 18)))
    game.rolled(HOST, 1, 1, 5)
    game.stands("A1", (18, 18))
    told = game.do(HOST, Place(unit="A1"))
    assert the(told, Landed).lost == "mortar"
    assert game.facts("A1").unarmed
    assert game.own("A1").destroyed is destroyed


def test_pt2_k3e_a_glider_loses_the_gun_that_it_carries() -> None:
    game = landing("glider", load="towed gun")
    game.do(HOST, DropAt(unit="A1", at=spot(14, 18)))
    game.rolled(HOST, 1, 1, 5)
    game.rolled(HOST, 2, 2, 2)
    game.stands("A1", (20, 18))
    told = game.do(HOST, Place(unit="A1"))
    assert the(told, Landed).lost == "L1"
    assert game.own("L1").destroyed


@pytest.mark.parametrize(("policy", "draw"), [("discard", 51), ("back_under", 52)])
def test_pt2_k3_what_becomes_of_the_card(policy: str, draw: int) -> None:
    assert landing("infantry", "airborne", landing_card=policy).state.packs["pack"].draw == draw


def test_pt2_k3f_beyond_the_table_there_is_no_landing() -> None:
    game = landing("glider")
    game.do(HOST, DropAt(unit="A1", at=spot(44, 18)))
    game.rolled(HOST, 3, 3, 3)
    told = game.rolled(HOST, 4, 4, 4)
    assert the(told, Crashed).into == "nowhere, beyond the table"
    assert game.own("A1").destroyed


def supported(card: str = "AS", *, targets: str = "infantry", **chosen: object) -> Battle:
    return acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (30, 10), kind=targets, blue=True, heading=180, cards=("",)),
        put("E2", (30, 15), kind=targets, blue=True, heading=180, cards=("",)),
        put("E3", (30, 26), kind=targets, blue=True, heading=180, cards=("",)),
        cards={"T1": card},
        chosen={"support": True, **chosen},
    )


def test_pt2_l1_support_takes_an_ace_and_an_agreement() -> None:
    assert supported("KS").refused(HOST, CallSupport(target="E1")).clause == "PT2-L1"
    assert supported(support=False).refused(HOST, CallSupport(target="E1")).clause == "PT2-L1"
    game = supported()
    assert game.refused(HOST, CallSupport(target="T1")).clause == "PT2-D8"
    game.do(HOST, CallSupport(target="E1"))
    assert game.asked_dice == 2


def test_pt2_l1_an_ace_in_hand_calls_where_that_is_agreed() -> None:
    game = started(
        put("T1", (10, 10), cards=("",)),
        put("E1", (30, 10), kind="infantry", blue=True, cards=("",)),
        phase=Phase.PICK,
        counts={"Red": 9, "Blue": 4},
        hands={"Red": Hand(open=("AH",)), "Blue": Hand()},
        chosen={"support": True, "ace_support": "hand"},
    )
    assert game.refused(GUEST, CallSupport(target="T1", card="AH")).clause == "PT2-L1"
    game.do(HOST, CallSupport(target="E1", card="AH"))
    assert game.asked_dice == 3
    assert game.hand("Red").open == ()
    game.rolled(HOST, 1, 1, 1)
    game.do(HOST, Pick(unit="T1"))


def test_pt2_l2a_the_first_target_is_seen_and_the_next_ones_are_near() -> None:
    woods = box("W1", "woods", at=(18, 0), size=(4, 40))
    hidden = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (30, 10), blue=True),
        cards={"T1": "AS"},
        terrain=[woods],
        chosen={"support": True},
    )
    assert hidden.refused(HOST, CallSupport(target="E1")).clause == "PT2-L2a"
    game = supported()
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 1, 1)
    assert game.choices == ("E1", "E2", "nobody"), "E3 is farther than 6 in from E1"


def test_pt2_l2b_two_shells_at_most_fall_on_one_target() -> None:
    game = supported()
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 1, 1)
    game.chose(HOST, "E1")
    game.rolled(HOST, 1, 1)
    assert game.choices == ("E2", "nobody")


def test_pt2_l2d_a_shell_that_hits_suppresses_somebody_near() -> None:
    game = supported()
    game.do(HOST, CallSupport(target="E1"))
    told = game.rolled(HOST, 6, 6)
    assert the(told, Splashed).other == "E2"
    assert game.own("E2").cards == ()
    tanks = supported(targets="medium tank")
    tanks.do(HOST, CallSupport(target="E1"))
    tanks.rolled(HOST, 6, 6)
    assert the(tanks.rolled(GUEST, 5), Splashed).other == "", "none of them is unarmoured"
    anybody = supported(targets="medium tank", barrage_splash="any_unit")
    anybody.do(HOST, CallSupport(target="E1"))
    anybody.rolled(HOST, 6, 6)
    assert the(anybody.rolled(GUEST, 5), Splashed).other == "E2"


def test_pt2_l3d_pt2_l3e_pt2_l3f_aircraft_go_on_twice_at_most_even_when_saved() -> None:
    game = supported("AH", targets="medium tank")
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 6, 4, 1)
    assert game.asked_dice == 1, "each hit is saved from at once, and from the side"
    game.rolled(GUEST, 5)
    game.chose(HOST, "E1")
    told = game.rolled(HOST, 6, 6, 1)
    assert the(told, Shelled).difficulty == 13
    game.rolled(GUEST, 5)
    assert game.choices == ("E2", "nobody")
    game.chose(HOST, "E2")
    told = game.rolled(HOST, 1, 1, 1)
    assert the(told, Shelled).difficulty == 15


def test_pt2_l3a_anti_air_takes_a_die() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), blue=True, traits=["anti-air"]),
        cards={"T1": "AH"},
        chosen={"support": True},
    )
    game.do(HOST, CallSupport(target="E1"))
    assert game.asked_dice == 2
    assert "air strike 3, anti-air -1" in game.says


def test_pt2_l3g_pt2_l4a_from_the_side_and_cancelled_by_armour() -> None:
    game = supported("AH", targets="medium tank")
    game.do(HOST, CallSupport(target="E1"))
    told = game.rolled(HOST, 3, 2, 1)
    assert the(told, Shelled).suppresses
    assert game.asked_dice == 1
    assert "not from the front -1" in game.says
    assert all_of(game.rolled(GUEST, 5), Shrugged)
    assert len(game.own("E1").cards) == 1


def test_pt2_l4b_suppressing_alone_ends_an_air_strike() -> None:
    game = supported("AH")
    game.do(HOST, CallSupport(target="E1"))
    told = game.rolled(HOST, 3, 2, 1)
    assert all_of(told, CardsLost)
    assert NextTarget not in game.waits_for


def in_works(kind: str, *, terrain: str = "woods") -> Battle:
    ground = [box("K1", kind, at=(17, 7), size=(6, 6))]
    if terrain:
        ground.append(box("W1", terrain, at=(16.5, 6.5), size=(7, 7)))
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (20, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
        terrain=ground,
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 2, 1)
    return game


@pytest.mark.parametrize(
    ("kind", "dice"), [("trench", 2), ("foxholes", 2), ("bunker", 3), ("pillbox", 3)]
)
def test_pt2_m1_pt2_m2_pt2_m3_fortifications_come_on_top_of_the_ground(
    kind: str, dice: int
) -> None:
    assert in_works(kind).asked_dice == dice
    assert in_works(kind, terrain="").asked_dice == dice - 1


def test_pt2_m4_two_squads_or_a_tank_for_each_bunker() -> None:
    game = new_battle(
        lines("Red", "infantry", "infantry", "medium tank", "towed gun"),
        lines("Blue", "infantry"),
        terrain=[box("K1", "bunker", at=(20, 6), size=(4, 3))],
    )
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    assert game.refused(GUEST, TakeFlames(unit="B1")).clause == "PT2-M4"
    assert game.refused(HOST, TakeFlames(unit="R4")).clause == "PT2-M4"
    game.do(HOST, TakeFlames(unit="R1"))
    assert game.refused(HOST, TakeFlames(unit="R3")).clause == "PT2-M4"
    game.do(HOST, TakeFlames(unit="R2"))
    assert [weapon.name for weapon in game.sheet("R1").weapons] == [
        "small arms",
        "flamethrower",
    ]
    with pytest.raises(BadInputError, match="handed out"):
        new_battle(
            [line("R1", side="Red", kind="infantry", traits=("flamethrower",))],
            lines("Blue", "infantry"),
        )


def test_pt2_m4a_a_flame_tank_reaches_twelve_inches() -> None:
    for x, fires in ((21.5, True), (23.0, False)):
        game = acting(
            put("T1", (10, 10), traits=["flamethrower"]),
            put("E1", (x, 10), kind="infantry", blue=True),
            cards={"T1": "6H"},
        )
        game.do(HOST, Fire(target="E1"))
        assert ("flamethrower" in game.choices) is fires


def test_pt2_m4d_every_hit_on_a_flamethrower_is_lethal() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (20, 10), kind="infantry", traits=["flamethrower"], blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 4, 2, 1)
    assert the(told, WeaponFired).hits == 2
    assert the(told, Destroyed).unit == "E1"
    riding = acting(
        put("T1", (10, 10)),
        put("E1", (20, 10), kind="transport", blue=True),
        put("S1", (20, 10), kind="infantry", traits=["flamethrower"], blue=True, aboard="E1"),
        cards={"T1": "6H"},
    )
    riding.do(HOST, Fire(target="E1"))
    riding.chose(HOST, "main gun")
    told = riding.rolled(HOST, 4, 2, 1)
    assert the([e for e in told if isinstance(e.body, HitTaken)][:1], HitTaken).hits == 2
    assert riding.own("S1").destroyed

"""Tests the worked examples 35 to 50: radios, landings, support, bunkers, scenarios, guns."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed
from rules.games.paper_tigers.chapters.laying import Assign
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, Repair
from rules.games.paper_tigers.chapters.riding import Place
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand, Pack
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.beyond.coming_down import Crashed, Landed
from rules.games.paper_tigers_2.chapters.beyond.entering import ComeOn, EntryCard, most_now
from rules.games.paper_tigers_2.chapters.beyond.landing import Drifted, DropAt, DropRolled, Slid
from rules.games.paper_tigers_2.chapters.beyond.scenarios import CameNear, ScoutingScores
from rules.games.paper_tigers_2.chapters.beyond.support import CallSupport, NextTarget, Shelled
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import MoveCounted
from rules.games.paper_tigers_2.chapters.recovery import Freed, RecoveryDice
from rules.games.paper_tigers_2.chapters.shooting import WithWhat
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    agreed,
    all_of,
    ending_turn,
    model,
    put,
    started,
    the,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.unit_dice import action_pool


def test_ex2_35_pt2_i4c_pt2_c6_without_a_radio_one_card_and_one_action() -> None:
    radio = put("T1", (10, 10), as_model="Renault R-35", cards=("",))
    hands = {"Red": Hand(hidden=2), "Blue": Hand()}
    game = started(
        radio,
        put("T2", (20, 10)),
        put("E1", (30, 30), blue=True),
        phase=Phase.ASSIGN,
        hands=hands,
        counts={"Red": 7, "Blue": 7},
    )
    assert game.refused(HOST, Assign(unit="T1")).clause == "PT2-I4c"
    acted = acting(
        put("L", (10, 10)),
        put("T1", (10, 13), as_model="Renault R-35", actions=1),
        cards={"L": "7C"},
    )
    assert acted.refused(HOST, Move(followers=("T1",))).clause == "PT2-I4c"


def landing(
    kind: str, *traits: str, card: str = "8S", terrain: bool = False, **chosen: object
) -> Battle:
    """A1 of Red's is about to land."""
    flyer = put("A1", (24, 24), kind=kind, traits=traits, landing="in_air", arrives=1)
    flyer = replace(flyer, unit=replace(flyer.unit, spot=None))
    woods = [box("W1", "woods", at=(24, 22), size=(3, 4))] if terrain else []
    game = started(
        flyer,
        put("E1", (5, 5), blue=True),
        phase=Phase.ARRIVALS,
        terrain=woods,
        chosen={"landings": True, **chosen},
    )
    game.turned(HOST, card)
    return game


def test_ex2_37_pt2_k3_pt2_k3a_pt2_k3c_pt2_k3e_a_squad_misses_its_point_and_is_hit() -> None:
    game = landing("infantry", "airborne", "machine gun")
    assert game.state.packs["pack"].draw == 51
    assert game.discards == ("8S",)
    game.do(HOST, DropAt(unit="A1", at=spot(18, 18)))
    assert game.asked_dice == 3
    told = game.rolled(HOST, 3, 1, 2)
    assert not the(told, DropRolled).on_point
    told = game.chose(GUEST, "0 degrees")
    assert the(told, Drifted).to == spot(26, 18)
    game.stands("A1", (26, 18))
    told = game.do(HOST, Place(unit="A1"))
    assert the(told, Landed).hits == 1
    assert game.own("A1").damaged
    assert not game.facts("A1").unarmed


@pytest.mark.parametrize(
    ("start", "test", "crashes"),
    [
        ((15.0, 24.0), "touchdown_and_slide", True),
        ((18.0, 24.0), "touchdown_and_slide", True),
        ((18.0, 24.0), "rest_only", False),
    ],
)
def test_ex2_38_pt2_k3d_pt2_k3f_a_glider_slides_into_or_through_woods(
    start: tuple[float, float], test: str, *, crashes: bool
) -> None:
    game = landing("glider", terrain=True, landing_test=test, card="2S")
    game.do(HOST, DropAt(unit="A1", at=spot(*start, 0)))
    game.rolled(HOST, 4, 3, 2)
    told = game.rolled(HOST, 4, 5, 2)
    assert the(told, Slid).to.x_in == start[0] + 11
    assert bool(all_of(told, Crashed)) is crashes
    assert game.own("A1").destroyed is crashes


def supported(card: str, **chosen: object) -> Battle:
    return acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (30, 10), kind="infantry", blue=True, cards=("",)),
        put("E2", (30, 15), kind="infantry", blue=True, cards=("",)),
        put("E3", (30, 20), kind="infantry", blue=True, cards=("",)),
        cards={"T1": card},
        chosen={"support": True, **chosen},
    )


def test_ex2_39_pt2_l2_pt2_l2c_a_barrage_of_three_shells() -> None:
    game = supported("AS")
    game.do(HOST, CallSupport(target="E1"))
    told = game.rolled(HOST, 6, 5)
    shells = all_of(told, Shelled)
    assert game.waits_for == [NextTarget]
    game.chose(HOST, "E2")
    shells += all_of(game.rolled(HOST, 3, 3), Shelled)
    game.chose(HOST, "E2")
    shells += all_of(game.rolled(HOST, 2, 2), Shelled)
    assert [(each.hits, each.suppresses) for each in shells] == [(1, False), (0, True), (0, False)]
    assert game.own("E1").hits == 1
    assert game.own("E2").cards == ()


def test_ex2_40_pt2_l3_pt2_l3a_pt2_l3b_pt2_l3c_pt2_l4_an_air_strike_until_it_misses() -> None:
    game = supported("AH")
    game.do(HOST, CallSupport(target="E1"))
    shells = all_of(game.rolled(HOST, 5, 4, 3), Shelled)
    game.chose(HOST, "E2")
    shells += all_of(game.rolled(HOST, 6, 5, 4), Shelled)
    game.chose(HOST, "E3")
    told = game.rolled(HOST, 3, 2, 2)
    shells += all_of(told, Shelled)
    assert [(each.difficulty, each.hits) for each in shells] == [(11, 1), (13, 1), (15, 0)]
    assert shells[-1].suppresses
    assert not shells[-1].more
    modified = supported("AH", half_base="modified")
    modified.do(HOST, CallSupport(target="E1"))
    modified.rolled(HOST, 5, 4, 3)
    modified.chose(HOST, "E2")
    modified.rolled(HOST, 6, 5, 4)
    modified.chose(HOST, "E3")
    assert not the(modified.rolled(HOST, 3, 2, 2), Shelled).suppresses


def test_ex2_41_pt2_m3_pt2_m4b_a_bunker_in_woods_and_what_flames_do_to_it() -> None:
    ground = [
        box("W1", "woods", at=(10, 6), size=(10, 8)),
        box("K1", "bunker", at=(12, 7), size=(6, 6)),
    ]
    game = acting(
        put("T1", (10, 22), kind="infantry"),
        put("E1", (15, 12), kind="infantry", blue=True),
        cards={"T1": "6H"},
        terrain=ground,
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 2, 1)
    assert game.asked_dice == 3
    burned = acting(
        put("T1", (15, 17), kind="infantry", traits=["flamethrower"]),
        put("E1", (15, 12), kind="infantry", blue=True),
        cards={"T1": "6H"},
        terrain=ground,
    )
    burned.do(HOST, Fire(target="E1"))
    burned.chose(HOST, "flamethrower")
    told = burned.rolled(HOST, 4, 2, 1)
    assert the(told, WeaponFired).destroys
    assert the(told, Destroyed).unit == "E1"


@pytest.mark.parametrize(("x", "card"), [(16.6, "6H"), (15.0, "6C")])
def test_ex2_42_pt2_m4a_flames_reach_six_inches_on_red_cards(x: float, card: str) -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["flamethrower"]),
        put("E1", (x, 10), kind="infantry", blue=True),
        cards={"T1": card},
    )
    game.do(HOST, Fire(target="E1"))
    assert WithWhat not in game.waits_for, "only the small arms are left"
    assert "small arms" in game.says


def test_ex2_42_pt2_m4c_flames_are_lethal_in_the_open() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["flamethrower"]),
        put("E1", (15, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "flamethrower")
    told = game.rolled(HOST, 4, 2, 1)
    assert the(told, WeaponFired).hits == 2
    assert game.own("E1").destroyed


def test_ex2_43_pt2_j2_pt2_j1_six_inches_on_water_are_the_most() -> None:
    water = [box("V1", "water", at=(12, 0), size=(30, 20))]
    game = acting(put("T1", (13, 10), as_model="DUKW"), cards={"T1": "9S"}, terrain=water)
    game.do(HOST, Move())
    assert float(the(game.rolled(HOST, 3, 3, 3), MoveCounted).allowance) == 9.0
    game.stands("T1", (21, 10))
    assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-J2"
    game.stands("T1", (19, 10))
    game.do(HOST, MoveDone(unit="T1"))


def scouting(*, reached: bool) -> Battle:
    return acting(
        put("J1", (10, 43 if reached else 5), kind="light transport", reached=reached),
        put("E1", (40, 20), blue=True),
        cards={"J1": "7C"},
        chosen={"scenario": RECONNAISSANCE},
    )


def test_ex2_45_pt2_s1b_scouts_score_when_they_come_home() -> None:
    assert scouting(reached=False).facts("J1").reached
    home = scouting(reached=True)
    assert home.facts("J1").returned
    assert ScoutingScores().extra(home.state) == {"red": 5}
    assert ScoutingScores().extra(scouting(reached=False).state) == {"red": 0}
    assert CameNear(unit="J1") != CameNear(unit="J1", home=True)


def fog() -> Battle:
    units = [put(f"T{k}", (4 + 4 * k, 46), arrives=1) for k in range(1, 8)]
    off = [replace(each, unit=replace(each.unit, spot=None)) for each in units]
    return started(
        *off,
        put("E1", (5, 20), blue=True),
        phase=Phase.ARRIVALS,
        edge="west",
        chosen={"scenario": FOG_OF_WAR},
    )


def test_ex2_46_pt2_s3b_a_third_of_an_army_at_the_edge_that_a_card_names() -> None:
    game = fog()
    told = game.turned(HOST, "JC")
    assert the(told, EntryCard).edge == "north", "east of the west edge, called North, is north"
    assert most_now(game.state, "Red") == 3
    refused = game.refused(HOST, ComeOn(units=("T1", "T2", "T3", "T4")))
    assert refused.clause == "PT2-S3b"
    game.do(HOST, ComeOn(units=("T1", "T2", "T3")))
    assert [game.own(name).spot is not None for name in ("T1", "T3", "T4")] == [True, True, False]
    assert game.state.phase is Phase.ROLL_CARDS


@pytest.mark.parametrize(
    ("chosen", "order"),
    [
        ("per_card", [("9H", "X"), ("8S", "Y"), ("2C", "X")]),
        ("sum", [("9H", "X"), ("2C", "X"), ("8S", "Y")]),
    ],
)
def test_ex2_47_pt2_c9_pt2_c14_pt2_c19_the_order_of_two_cards(
    chosen: str, order: list[tuple[str, str]]
) -> None:

    game = started(
        put("X", (10, 10), cards=("", "")),
        put("Y", (30, 30), cards=("",), blue=True),
        phase=Phase.PICK,
        counts={"Red": 7, "Blue": 5},
        chosen={"two_card_initiative": chosen},
        packs={"pack": Pack(draw=49)},
    )
    game.do(HOST, Pick(unit="X", cards=(1, 2)))
    game.do(GUEST, Pick(unit="Y", cards=(1,)))
    game.turned(HOST, "9H", "2C")
    game.turned(GUEST, "8S")
    playing = game.state.playing
    assert playing is not None
    turned = [playing.turned, *game.state.queue]
    assert [(each.card, each.unit) for each in turned] == order


@pytest.mark.parametrize(
    ("name", "far", "dice"),
    [
        ("KV-1", False, (3, 2)),
        ("Mathilda", True, (2, 1)),
        ("M24 Chaffee", True, (3, 2)),
        ("T-34/85", False, (4, 3)),
        ("M7 Priest", False, (4, 3)),
    ],
)
def test_ex2_48_pt2_i5a_the_class_of_a_gun_replaces_that_of_the_type(
    name: str, dice: tuple[int, int], *, far: bool
) -> None:
    where = {Condition.MAIN, *({Condition.FAR} if far else ())}
    found = tuple(
        action_pool(
            Stage.FIRE, model(name), situation=frozenset({colour, *where}), options=agreed()
        ).count
        for colour in (Condition.RED, Condition.BLACK)
    )
    assert found == dice
    plain = model("M7 Priest", heavy_howitzer="plain")
    red = frozenset({Condition.MAIN, Condition.RED})
    assert action_pool(Stage.FIRE, plain, situation=red, options=agreed()).count == 3


def test_ex2_49_pt2_i4a_underpowered_never_takes_the_last_die() -> None:
    tiger = model("Tiger II (King Tiger)")
    found = [
        action_pool(Stage.MOVE, tiger, situation=frozenset({colour}), options=agreed()).count
        for colour in (Condition.RED, Condition.BLACK)
    ]
    assert found == [1, 1]
    none = agreed(min_action_dice=0)
    red = frozenset({Condition.RED})
    assert action_pool(Stage.MOVE, tiger, situation=red, options=none).count == 0


def test_ex2_50_pt2_i4n_weak_running_gear_until_a_recovery() -> None:
    game = acting(
        put("T1", (10, 10), as_model="Cruiser Tank"),
        put("E1", (30, 30), blue=True),
        cards={"T1": ["9C", "6C"]},
    )
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1, 1, 1)
    assert game.facts("T1").immobile
    assert game.refused(HOST, Move()).clause == "PT2-I4n"
    for hits in (0, 1):
        unit = put("T1", (10, 10), as_model="Cruiser Tank", immobile=True, hits=hits)
        ending = ending_turn(unit, red=Hand(open=("6C",)))
        ending.do(HOST, Repair(unit="T1", card="6C"))
        assert ending.waits_for == [RecoveryDice], "an immobile unit is not asked to fall back"
        assert ending.asked_dice == 2
        told = ending.rolled(HOST, 3, 4)
        assert the(told, RecoveryRolled).recovered
        assert all_of(told, Freed)
        assert (ending.facts("T1").immobile, ending.own("T1").hits) == (False, 0)

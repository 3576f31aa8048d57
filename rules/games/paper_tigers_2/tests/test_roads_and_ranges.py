"""Tests roads, short guns and open tops."""

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import PutBeside
from rules.games.paper_tigers_2.tests.table_play import HOST, acting, put


def test_pt2_i4g_a_short_gun_reaches_twelve_inches_and_the_machine_gun_farther() -> None:
    game = acting(
        put("T1", (10, 10), traits=["short gun range"]),
        put("E1", (25, 10), blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    assert "machine gun" in game.says, "the only weapon that reaches so far"
    gun = acting(
        put("T1", (10, 10), kind="self-propelled gun", traits=["short gun range"]),
        put("E1", (25, 10), blue=True),
        cards={"T1": "6H"},
    )
    assert gun.refused(HOST, Fire(target="E1")).clause == "PT2-I4g"


def test_pt2_h12_inches_of_the_road_die_count_on_the_road_only() -> None:
    road = box("D1", "road", at=(0, 9), size=(40, 2))
    for at, legal in (((20.5, 10.0), True), ((10.0, 20.5), False), ((10.0, 16.8), True)):
        game = acting(
            put("T1", (10, 10), kind="transport"),
            put("E1", (40, 40), blue=True),
            cards={"T1": "9C"},
            terrain=[road],
        )
        game.do(HOST, Move())
        game.rolled(HOST, 2, 3, 2, 4)
        game.stands("T1", at, heading=90)
        if legal:
            game.do(HOST, MoveDone(unit="T1"))
        else:
            assert game.refused(HOST, MoveDone(unit="T1")).clause == "PT2-H12"


def test_close_combat_against_an_open_top_is_explained() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (14, 10), traits=["open top", "armour skirts"], blue=True),
        cards={"T1": "8D"},
    )
    game.do(HOST, CloseCombat(target="E1"))
    assert game.waits_for == [PutBeside]

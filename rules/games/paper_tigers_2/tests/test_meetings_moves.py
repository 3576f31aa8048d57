"""Tests what happens where rules of moving meet those of units and roads."""

from rules.games.paper_tigers.chapters.fire.saving import HitTaken
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers_2.tests.table_play import HOST, acting, put, the

FOE = put("E1", (20, 10), kind="medium tank", blue=True, heading=180)


def test_unreliable_infantry_takes_a_hit_of_a_move_that_fails() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["unreliable"]), FOE, cards={"T1": "9H"}
    )
    game.do(HOST, Move())
    assert the(game.rolled(HOST, 1, 1), HitTaken).hits == 1
    twice = acting(
        put("T1", (10, 10), kind="scouts", traits=["unreliable"]),
        FOE,
        put("T2", (40, 40)),
        cards={"T1": "9H"},
    )
    twice.do(HOST, Move())
    twice.rolled(HOST, 1, 1)
    assert twice.own("T1").destroyed, "one hit destroys scouts"


def test_wheels_and_speed_on_a_road_count_apart() -> None:
    road = [box("D1", "road", at=(0, 9), size=(40, 2))]
    game = acting(
        put("T1", (10, 10), kind="armoured car", traits=["fast"]),
        FOE,
        cards={"T1": "9C"},
        terrain=road,
    )
    game.do(HOST, Move())
    assert game.asked_dice == 5
    assert "the last die is for the road" in game.says
    game.rolled(HOST, 3, 3, 3, 3, 6)
    game.stands("T1", (28, 10))
    game.refused(HOST, MoveDone(unit="T1"))

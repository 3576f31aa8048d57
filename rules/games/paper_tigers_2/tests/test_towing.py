"""Tests who tows whom, and shots that come too late."""

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import ShotLost
from rules.games.paper_tigers.vocabulary import Follower
from rules.games.paper_tigers_2.chapters.carrying import LoadRules
from rules.games.paper_tigers_2.tests.table_play import GUEST, HOST, acting, put, the

ENEMY = put("E1", (30, 40), blue=True, heading=270)


def test_pt2_f6_pt2_f7_who_tows_what_and_guns_are_forced_off() -> None:
    own = LoadRules().no_ride
    gun, light = (
        put("G1", (10, 14), kind="towed gun"),
        put("G2", (10, 16), kind="light towed gun"),
    )
    for kind, heavy_too in (
        ("transport", True),
        ("halftrack", True),
        ("carrier", True),
        ("light transport", False),
    ):
        tower = put("T1", (10, 10), kind=kind)
        game = acting(tower, gun, light, ENEMY, cards={"G1": "4C"})
        fit = [own(game.state, game.own(name), carrier=game.own("T1")) for name in ("G1", "G2")]
        assert [each is None for each in fit] == [heavy_too, True], kind
    tank = acting(put("T1", (10, 10)), gun, ENEMY, cards={"G1": "4C"})
    unfit = own(tank.state, tank.own("G1"), carrier=tank.own("T1"))
    assert unfit is not None
    assert unfit[0] == "PT2-F6"
    towed = acting(
        put("T1", (10, 10)),
        put("E1", (20, 10), kind="transport", blue=True),
        put("G1", (20, 10), kind="towed gun", blue=True, aboard="E1"),
        cards={"T1": "6H"},
    )
    towed.do(HOST, Fire(target="E1"))
    towed.chose(HOST, "main gun")
    towed.rolled(HOST, 4, 3, 1)
    assert towed.state.asks[0].clause == "PT2-F7"


def test_a_shot_is_lost_when_its_target_is_gone_before_it() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("T2", (10, 12), kind="infantry"),
        put("E1", (20, 10), kind="light transport", blue=True),
        put("E2", (20, 30), blue=True),
        cards={"T1": "4H"},
    )
    game.do(HOST, Fire(target="E1", followers=(Follower(unit="T2", target="E1"),)))
    game.rolled(HOST, 6, 1, 1)
    told = game.chose(GUEST, "remove")
    assert the(told, ShotLost).unit == "T2"

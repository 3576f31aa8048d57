"""Tests the worked examples 20 to 36: falling back, cover, close combat, disadvantages."""

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken, Saved
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, Repair
from rules.games.paper_tigers.chapters.riding import Place
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.vocabulary import Follower
from rules.games.paper_tigers_2.chapters.blows import (
    BlowLost,
    CombatEnded,
    RiskAll,
    StrikeWhom,
    Struck,
)
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import PutBeside, WhoHelps
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import CoverLeft
from rules.games.paper_tigers_2.chapters.saving import RivetsBurst
from rules.games.paper_tigers_2.chapters.taking_cover import CoverTaken, TakeCover
from rules.games.paper_tigers_2.state import sheet_of
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    ending_turn,
    put,
    the,
)


def recovering(*units: Put, card: str = "8D", chosen: dict[str, object] | None = None) -> Battle:
    """T1 has a hit and a repair card."""
    game = ending_turn(*units, red=Hand(open=(card,)), chosen=chosen)
    game.do(HOST, Repair(unit="T1", card=card))
    return game


def falling_back(to: tuple[float, float], **chosen: object) -> Battle:
    game = recovering(
        put("T1", (10, 10), kind="infantry", hits=1),
        put("E1", (20, 10), kind="infantry", blue=True),
        put("E2", (10, 30), kind="infantry", blue=True),
        chosen=chosen,
    )
    game.chose(HOST, "yes")
    game.stands("T1", to)
    return game


def test_ex2_20_pt2_c23_away_from_the_nearest_and_no_nearer_to_anybody() -> None:
    for to in ((4.0, 10.0), (10.0, 16.0)):
        falling_back(to).do(HOST, MoveDone(unit="T1"))
    broken = falling_back((10.0, 16.0), regroup_reference="all_enemies")
    assert broken.refused(HOST, MoveDone(unit="T1")).clause == "PT2-C23"
    assert falling_back((16.0, 10.0)).refused(HOST, MoveDone(unit="T1")).clause == "PT2-C23"
    short = falling_back((6.0, 10.0))
    assert short.refused(HOST, MoveDone(unit="T1")).clause == "PT2-C23"
    falling_back((6.0, 10.0), regroup_exact="up_to").do(HOST, MoveDone(unit="T1"))


def test_ex2_21_pt2_c23_whoever_has_fallen_back_recovers_with_three_dice() -> None:
    game = falling_back((4.0, 10.0))
    game.do(HOST, MoveDone(unit="T1"))
    assert game.asked_dice == 3
    told = game.rolled(HOST, 2, 3, 3)
    assert the(told, RecoveryRolled).recovered
    stays = falling_back((10.0, 10.0))
    stays.do(HOST, MoveDone(unit="T1"))
    assert stays.asked_dice == 2, "whoever stays has not fallen back"


def test_ex2_22_pt2_d22_pt2_d23_cover_in_the_open_and_in_woods() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (20, 10), kind="infantry", blue=True),
        cards={"T1": "6S"},
    )
    game.do(HOST, TakeCover())
    assert game.asked_dice == 2
    told = game.rolled(HOST, 3, 3)
    assert the(told, CoverTaken).covered
    assert game.facts("T1").covered


@pytest.mark.parametrize(("terrain", "dice"), [(False, 1), (True, 2)])
def test_ex2_22_pt2_d23_the_die_of_cover_comes_on_top(*, terrain: bool, dice: int) -> None:
    woods = [box("W1", "woods", at=(17, 7), size=(6, 6))] if terrain else []
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (20, 10), kind="infantry", blue=True, covered=True),
        cards={"T1": "6H"},
        terrain=woods,
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 2, 1)
    assert game.asked_dice == dice


def test_ex2_23_pt2_d24_a_covered_tank_hit_from_the_side_has_a_die_of_each() -> None:
    game = acting(
        put("T1", (10, 30)),
        put("E1", (10, 10), blue=True, heading=0, covered=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 2, 1)
    assert game.asked_dice == 2
    assert "armour 1 die" in game.says
    assert "cover 1 die" in game.says


def test_ex2_24_pt2_d25_setting_out_to_move_ends_the_cover() -> None:
    game = acting(put("T1", (10, 10), covered=True), cards={"T1": "9H"})
    told = game.do(HOST, Move())
    assert all_of(told, CoverLeft)
    game.rolled(HOST, 1, 1)
    assert not game.facts("T1").covered
    late = acting(
        put("T1", (10, 10), covered=True), cards={"T1": "9H"}, chosen={"cover_loss": "success_only"}
    )
    late.do(HOST, Move())
    late.rolled(HOST, 1, 1)
    assert late.facts("T1").covered


@pytest.mark.parametrize(
    ("gap", "card", "legal"), [(5.4, "8D", True), (6.6, "8D", False), (5.4, "8S", False)]
)
def test_ex2_25_pt2_d27_close_combat_takes_a_red_card_and_six_inches(
    gap: float, card: str, *, legal: bool
) -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry"),
        put("E1", (11.2 + gap, 10), kind="infantry", blue=True),
        cards={"T1": card},
    )
    if legal:
        game.do(HOST, CloseCombat(target="E1"))
    else:
        assert game.refused(HOST, CloseCombat(target="E1")).clause == "PT2-D27"


def fight(*units: Put, card: str = "8D", target: str = "E1", **chosen: object) -> Battle:
    """T1 attacks, and stands beside its target; somebody is asked for dice, or more."""
    game = acting(*units, cards={"T1": card}, chosen=chosen)
    game.do(HOST, CloseCombat(target=target))
    while game.waits_for == [WhoHelps]:
        game.chose(GUEST, "nobody")
    close(game)
    return game


def close(game: Battle) -> None:
    """Every attacker who is asked for is put to the west of its target."""
    while game.waits_for == [PutBeside]:
        ask = game.question
        target = game.own(ask.target)
        assert target.spot is not None
        away = {"infantry": 0.6}.get(sheet_of(target).type, 1.5) + {"infantry": 0.6}.get(
            game.sheet(ask.unit).type, 1.5
        )
        taken = sum(
            other.id != target.id
            and other.spot is not None
            and abs(other.spot.x_in - target.spot.x_in) < 4
            and other.side == "red"
            for other in game.state.units.values()
        )
        y = target.spot.y_in + (0.0, 1.2, -1.2)[taken]
        game.stands(ask.unit, (target.spot.x_in - away - 0.1, y))
        game.do(HOST, Place(unit=ask.unit))


def test_ex2_26_pt2_d29_pt2_d30_pt2_d31_a_blow_that_fails_is_answered() -> None:
    game = fight(put("T1", (10, 10), kind="infantry"), put("E1", (15, 10), blue=True))
    assert game.asked_dice == 3
    told = game.rolled(HOST, 3, 2, 2)
    assert not the(told, Struck).success
    assert game.asked_dice == 2
    told = game.rolled(GUEST, 4, 4)
    assert the(told, Struck).success
    assert game.own("T1").destroyed
    assert not game.own("E1").destroyed


@pytest.mark.parametrize(
    ("name", "dice"), [("M10 Wolverine", 4), ("Panther G", 2), ("M4 Sherman", 3)]
)
def test_ex2_27_pt2_i4j_pt2_i3g_open_tops_and_skirts_at_close_quarters(
    name: str, dice: int
) -> None:
    game = fight(
        put("T1", (10, 10), kind="infantry"), put("E1", (15, 10), as_model=name, blue=True)
    )
    assert game.asked_dice == dice


def test_ex2_28_pt2_d34_pt2_d35_pt2_d36_pt2_d38_a_fight_of_five() -> None:
    game = acting(
        put("L", (10, 10), kind="infantry"),
        put("A", (10, 12), kind="infantry"),
        put("B", (10, 8), kind="infantry"),
        put("T", (15, 10), blue=True),
        put("H", (15, 13.5), blue=True),
        cards={"L": "7H"},
    )
    followers = (Follower(unit="A", target="T"), Follower(unit="B", target="H"))
    game.do(HOST, CloseCombat(target="T", followers=followers))
    game.chose(GUEST, "H")
    close(game)
    game.rolled(HOST, 2, 2, 1)
    game.rolled(HOST, 3, 3, 2)
    game.chose(GUEST, "remove")
    game.rolled(HOST, 2, 2, 2)
    assert game.own("T").destroyed
    assert game.waits_for == [StrikeWhom]
    assert set(game.choices) == {"L", "A", "B"}, "H is a helper and strikes at whom it likes"
    game.chose(GUEST, "B")
    told = game.rolled(GUEST, 1, 2)
    ended = the(told, CombatEnded)
    assert {each.unit for each in ended.back} == {"L", "A", "B"}
    assert game.own("L").spot == spot(10, 10)


def test_ex2_29_pt2_e6_only_units_near_the_leader_follow_into_close_combat() -> None:
    game = acting(
        put("L", (10, 10), kind="infantry"),
        put("A", (10, 13.2), kind="infantry"),
        put("B", (10, 15.3), kind="infantry"),
        put("E1", (14.5, 10), kind="infantry", blue=True),
        cards={"L": "7H"},
    )
    two = (Follower(unit="A", target="E1"), Follower(unit="B", target="E1"))
    assert game.refused(HOST, CloseCombat(target="E1", followers=two)).clause == "PT2-E6"
    game.do(HOST, Fire(target="E1", followers=two))


def test_ex2_30_pt2_i3h_a_suicide_assault_that_fails_is_the_end() -> None:
    game = fight(
        put("T1", (10, 10), kind="infantry", traits=["suicide assault"]),
        put("E1", (15, 10), blue=True),
        card="9H",
    )
    assert game.waits_for == [RiskAll]
    game.chose(HOST, "yes")
    assert game.asked_dice == 4
    told = game.rolled(HOST, 2, 2, 2, 2)
    assert game.own("T1").destroyed
    assert all_of(told, BlowLost), "there is nobody left to strike back at"


def test_ex2_31_pt2_i4m_rivets_bring_one_more_hit_saved_or_not() -> None:
    game = acting(
        put("T1", (30, 10), heading=180),
        put("E1", (10, 10), kind="light tank", traits=["rivets"], blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 4, 2, 1)
    told = game.rolled(GUEST, 5, 2)
    assert the(told, Saved).saved
    assert all_of(told, RivetsBurst)
    told = game.rolled(GUEST, 1, 3)
    assert the(told, HitTaken).hits == 1
    assert all_of(told, RivetsBurst) == [], "that one brings no other"


@pytest.mark.parametrize(("dice", "destroyed"), [((5, 2, 2), True), ((4, 4, 2), False)])
def test_ex2_32_pt2_i4k_a_death_trap_ends_by_a_five_or_six(
    dice: tuple[int, ...], *, destroyed: bool
) -> None:
    game = acting(
        put("T1", (30, 10), heading=180),
        put("E1", (10, 10), as_model="M4 Sherman", blue=True),
        cards={"T1": "9H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, *dice)
    game.rolled(GUEST, 1, 4)
    assert game.own("E1").destroyed is destroyed
    assert game.own("E1").hits == (2 if destroyed else 1)


def test_ex2_33_pt2_i4d_pt2_i4e_a_failed_move_is_a_hit_and_may_burn() -> None:
    game = acting(put("T1", (10, 10), as_model="Panther G"), cards={"T1": "9H"})
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1)
    told = game.chose(HOST, "keep")
    assert the(told, HitTaken).hits == 1
    burning = acting(put("T1", (10, 10), as_model="Panther D"), cards={"T1": "9H"})
    burning.do(HOST, Move())
    burning.rolled(HOST, 1, 1)
    burning.chose(HOST, "keep")
    assert burning.facts("T1").engine_hot
    game = recovering(put("T1", (10, 10), as_model="Panther D", hits=1, engine_hot=True), card="9D")
    game.chose(HOST, "no")
    told = game.rolled(HOST, 1, 2)
    assert the(told, Destroyed).unit == "T1"


def test_ex2_34_pt2_i4b_pt2_i4h_pt2_i4i_cards_that_a_unit_cannot_use() -> None:
    enemy = put("E1", (30, 10), blue=True)
    for card, fires, moves in (("7C", False, True), ("7D", True, False)):
        game = acting(put("T1", (10, 10), as_model="T-34a"), enemy, cards={"T1": card})
        if fires:
            assert game.refused(HOST, Move()).clause == "PT2-I4b"
            game.do(HOST, Fire(target="E1"))
        if moves:
            assert game.refused(HOST, Fire(target="E1")).clause == "PT2-I4b"
            game.do(HOST, Move())
    slow = acting(put("T1", (10, 10), as_model="Mathilda"), enemy, cards={"T1": "7D"})
    assert slow.refused(HOST, Move()).clause == "PT2-I4i"
    late = acting(put("T1", (10, 10), traits=["slow rate of fire"]), enemy, cards={"T1": "7C"})
    assert late.refused(HOST, Fire(target="E1")).clause == "PT2-I4h"


def test_ex2_36_pt2_i3d_rapid_fire_is_two_shots_with_a_save_each() -> None:
    game = acting(
        put("T1", (10, 10), as_model="Panzer II"),
        put("E1", (20, 10), blue=True, heading=180),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    told = game.rolled(HOST, 2, 2, 3)
    assert the(told, WeaponFired).total == 7
    game.rolled(GUEST, 5, 1)
    told = game.rolled(HOST, 3, 2, 2)
    assert the(told, WeaponFired).hits == 1
    game.rolled(GUEST, 1, 1)
    assert game.own("E1").hits == 1
    assert game.state.playing is None or game.state.playing.turned.unit != "T1"

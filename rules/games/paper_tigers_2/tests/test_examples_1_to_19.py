"""Tests the worked examples 1 to 20: lethal hits, facing, types, machine guns, mortars, roads."""

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import HitTaken, Saved
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers_2.chapters.hits import WeaponFired, hits_of
from rules.games.paper_tigers_2.chapters.moving import MoveCounted
from rules.games.paper_tigers_2.chapters.shooting import GiveDice, WithWhat
from rules.games.paper_tigers_2.chapters.suppressing import (
    CardLost,
    CardsLost,
    FireAgain,
    Shrugged,
    Splashed,
    WhichCard,
)
from rules.games.paper_tigers_2.chapters.throwing import DiceAgain, DiceThrown, RerollChosen
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    agreed,
    all_of,
    entry,
    put,
    the,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import action_pool

OPTIONS = agreed()


def shot_at_tank(card: str, *dice: int, **more: object) -> Battle:
    """T1 fires its main gun at E1 from the front, and hits."""
    game = acting(
        put("T1", (10, 10), **more),  # type: ignore[arg-type]
        put("E1", (30, 10), blue=True, heading=180),
        cards={"T1": card},
    )
    game.do(HOST, Fire(target="E1"))
    if WithWhat in game.waits_for:
        game.chose(HOST, "main gun")
    game.rolled(HOST, *dice)
    return game


def test_ex2_01_pt2_d18_a_lethal_hit_is_two_hits_with_one_save() -> None:
    game = shot_at_tank("4D", 3, 3, 2)
    assert game.asked_dice == 2
    assert "a lethal hit" in game.says
    told = game.rolled(GUEST, 2, 4)
    assert the(told, HitTaken).hits == 2
    assert game.own("E1").destroyed
    game = shot_at_tank("4D", 3, 3, 2)
    told = game.rolled(GUEST, 5, 1)
    assert the(told, Saved).saved
    assert game.own("E1").hits == 0


@pytest.mark.parametrize(
    ("total", "card", "hits"), [(18, 9, 2), (18, 10, 1), (21, 10, 2), (9, 10, 0)]
)
def test_ex2_02_pt2_d18_a_lethal_hit_takes_twice_the_card(total: int, card: int, hits: int) -> None:
    assert hits_of(total, needed=card, card=card, options=OPTIONS) == hits


@pytest.mark.parametrize(("at", "dice"), [((20, 15), 2), ((15, 20), 1), ((20, 20), 2)])
def test_ex2_03_pt2_d19_armour_by_facing(at: tuple[float, float], dice: int) -> None:
    """26.6 degrees is the front, 63.4 the side, and 45 the front."""
    game = acting(
        put("T1", at, heading=180),
        put("E1", (10, 10), blue=True, heading=0),
        cards={"T1": "4D"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 3, 1, 1)
    assert game.asked_dice == dice


@pytest.mark.parametrize(("kind", "dice"), [("heavy tank", 2), ("armoured car", 1)])
def test_ex2_04_pt2_d19_side_armour_is_one_less_and_never_none(kind: str, dice: int) -> None:
    game = acting(
        put("T1", (10, 30)),
        put("E1", (10, 10), kind=kind, blue=True, heading=0),
        cards={"T1": "4D"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 3, 1, 1)
    assert game.asked_dice == dice
    assert "not from the front -1" in game.says


def test_ex2_05_pt2_h3a_a_light_tank_drops_its_lowest_die_and_fires_less_far() -> None:
    game = acting(
        put("T1", (10, 10), kind="light tank"),
        put("E1", (24, 10), blue=True),
        cards={"T1": ["9S", "9H"]},
    )
    told = game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    assert game.asked_dice == 2
    assert "red card 3, beyond 12 in -1" in game.says
    game.rolled(HOST, 1, 1)
    game.do(HOST, Move())
    assert game.asked_dice == 4
    told = game.rolled(HOST, 6, 3, 2, 1)
    assert the(told, MoveCounted).total == 11
    assert float(the(told, MoveCounted).allowance) == 11.0


def pool(kind: str, stage: Stage, *conditions: Condition) -> DicePool:
    found = frozenset({Condition.MAIN, *conditions})
    return action_pool(stage, entry(kind), situation=found, options=OPTIONS)


def test_ex2_06_pt2_h3b_a_heavy_tank_fires_with_more_and_moves_with_less() -> None:
    red, black = Condition.RED, Condition.BLACK
    fire = [pool("heavy tank", Stage.FIRE, colour).count for colour in (red, black)]
    move = [pool("heavy tank", Stage.MOVE, colour).count for colour in (red, black)]
    assert (fire, move) == ([4, 3], [1, 2])


@pytest.mark.parametrize(("card", "dice", "allowance"), [("5H", (5, 2), 5), ("7C", (6, 5), 0)])
def test_ex2_07_pt2_h7b_a_heavy_gun_moves_with_the_best_of_two(
    card: str, dice: tuple[int, ...], allowance: int
) -> None:
    game = acting(put("G1", (10, 10), kind="heavy towed gun"), cards={"G1": card})
    game.do(HOST, Move())
    told = game.rolled(HOST, *dice)
    assert float(the(told, MoveCounted).allowance) == allowance


def test_ex2_08_pt2_h7a_a_light_gun_moves_with_the_best_two_of_three() -> None:
    game = acting(put("G1", (10, 10), kind="light towed gun"), cards={"G1": "8C"})
    game.do(HOST, Move())
    told = game.rolled(HOST, 6, 4, 1)
    counted = the(told, MoveCounted)
    assert (counted.total, float(counted.allowance)) == (10, 6.0)


@pytest.mark.parametrize(
    ("dice", "hits"), [((3, 3, 2), 0), ((3, 3, 3), 1), ((6, 5, 3), 2), ((6, 4, 3), 1)]
)
def test_ex2_09_pt2_h5_a_low_profile_takes_two_more_but_not_for_lethal(
    dice: tuple[int, ...], hits: int
) -> None:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), kind="self-propelled gun", blue=True, heading=180),
        cards={"T1": "7H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    told = game.rolled(HOST, *dice)
    shot = the(told, WeaponFired)
    assert (shot.difficulty, shot.hits) == (9, hits)


def test_ex2_09_pt2_d18_with_the_modified_difficulty_it_takes_eighteen() -> None:
    modified = agreed(lethal_base="modified")
    assert [hits_of(n, needed=9, card=7, options=modified) for n in (14, 17, 18)] == [1, 1, 2]


def test_ex2_10_pt2_h5_a_gun_without_a_turret_fires_through_its_front() -> None:
    game = acting(
        put("T1", (10, 10), kind="self-propelled gun"),
        put("E1", (12, 20), blue=True),
        put("E2", (20, 15), blue=True),
        cards={"T1": "7H"},
    )
    assert game.refused(HOST, Fire(target="E1")).clause == "PT2-H5"
    assert "79 degrees" in game.refused(HOST, Fire(target="E1")).reason
    game.do(HOST, Fire(target="E2"))


def squad_under_fire(card: str, *dice: int, at: tuple[float, float] = (20, 10)) -> Battle:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["machine gun"]),
        put("E1", at, kind="infantry", blue=True, cards=("", "")),
        cards={"T1": card},
        terrain=[box("W1", "woods", at=(17, 20), size=(6, 6))],
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    game.rolled(HOST, *dice)
    return game


def test_ex2_11_pt2_h9c_a_near_miss_of_a_machine_gun_costs_all_cards() -> None:
    game = squad_under_fire("9D", 1, 2, 1, 1)
    assert game.own("E1").cards == ()
    game = acting(
        put("T1", (20, 12), kind="infantry", traits=["machine gun"]),
        put("E1", (20, 23), kind="infantry", blue=True, cards=("", "")),
        cards={"T1": "9D"},
        terrain=[box("W1", "woods", at=(17, 20), size=(6, 6))],
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    game.rolled(HOST, 1, 2, 1, 1)
    told = game.rolled(GUEST, 5)
    assert all_of(told, Shrugged)
    assert len(game.own("E1").cards) == 2


def test_ex2_12_pt2_h9f_a_machine_gun_costs_armour_one_card() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["machine gun"]),
        put("E1", (20, 10), blue=True, heading=180, cards=("", "KH")),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    told = game.rolled(HOST, 2, 2, 1, 2)
    assert the(told, WeaponFired).hits == 0
    assert game.asked_dice == 2
    game.rolled(GUEST, 4, 1)
    assert game.waits_for == [WhichCard]
    told = game.chose(HOST, "king of hearts")
    assert the(told, CardLost).card == "KH"
    assert len(game.own("E1").cards) == 1


def test_ex2_13_pt2_h9e_the_dice_of_a_machine_gun_are_divided() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["machine gun"]),
        put("A", (20, 10), kind="infantry", blue=True),
        put("B", (20, 13.7), kind="infantry", blue=True),
        put("C", (20, 5.2), kind="infantry", blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="A"))
    game.chose(HOST, "machine gun")
    game.rolled(HOST, 6, 5, 3, 1)
    assert game.waits_for == [GiveDice]
    assert game.question.other == "B"
    told = game.chose(HOST, "5 and 1")
    shots = {shot.target: shot for shot in all_of(told, WeaponFired)}
    assert set(shots) == {"A", "B"}, "C stands 3.6 in from A"
    assert (shots["B"].total, shots["B"].hits) == (6, 1)
    assert (shots["A"].total, shots["A"].hits) == (9, 1)


@pytest.mark.parametrize(("x", "dice"), [(20, 4), (25, 3)])
def test_ex2_14_pt2_h9a_a_squads_machine_gun_near_and_far(x: float, dice: int) -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["machine gun"]),
        put("E1", (x, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    if WithWhat in game.waits_for:
        game.chose(HOST, "machine gun")
    assert game.asked_dice == dice


def test_ex2_15_pt2_h10a_pt2_h10b_pt2_h10c_a_mortar_fires_far_blind_and_never_near() -> None:
    woods = box("W1", "woods", at=(18, 6), size=(4, 8))
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("S1", (28, 20), kind="infantry"),
        put("E1", (30, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
        terrain=[woods],
    )
    game.do(HOST, Fire(target="E1"))
    assert game.asked_dice == 2
    alone = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("E1", (30, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
        terrain=[woods],
    )
    alone.refused(HOST, Fire(target="E1"))
    near = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("E1", (15, 10), kind="infantry", blue=True),
        cards={"T1": "6H"},
    )
    near.do(HOST, Fire(target="E1"))
    assert WithWhat not in near.waits_for, "the mortar is no choice: small arms are fired"
    assert "small arms" in near.says


def test_ex2_16_pt2_h10e_a_hit_of_a_mortar_allows_one_more_shot() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("E1", (20, 10), kind="infantry", blue=True),
        put("E2", (20, 16.7), kind="infantry", blue=True),
        put("E3", (20, 1.8), kind="infantry", blue=True),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "mortar")
    game.rolled(HOST, 4, 4, 1)
    assert game.choices == ("E1", "E2", "nobody"), "E3 is 7 in from E1"
    game.chose(HOST, "E2")
    told = game.rolled(HOST, 4, 4, 1)
    assert the(told, WeaponFired).target == "E2"
    assert game.waits_for != [FireAgain], "one bonus shot, not more"


def test_ex2_17_pt2_h11b_a_howitzer_splashes_whom_it_reaches() -> None:
    game = acting(
        put("T1", (10, 10), kind="towed gun", traits=["howitzer"]),
        put("E1", (30, 10), blue=True, heading=180),
        put("E2", (30, 15.35), kind="infantry", blue=True, cards=("",)),
        put("E3", (30, 0.7), kind="transport", blue=True, cards=("",)),
        cards={"T1": "6H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 4, 2, 1)
    told = game.rolled(GUEST, 5, 1)
    assert the(told, Splashed).other == "E2"
    assert the(told, CardsLost).unit == "E2"
    assert len(game.own("E3").cards) == 1


def test_ex2_18_pt2_h12_the_road_die_counts_and_carries_on_the_road_only() -> None:
    game = acting(
        put("T1", (10, 10), kind="transport"),
        cards={"T1": "9C"},
        terrain=[box("D1", "road", at=(0, 9), size=(40, 2))],
    )
    game.do(HOST, Move())
    assert game.asked_dice == 4
    told = game.rolled(HOST, 2, 3, 2, 4)
    counted = the(told, MoveCounted)
    inches = [float(each) for each in (counted.allowance, counted.off_road)]
    assert (counted.total, inches) == (11, [11.0, 7.0])


def test_ex2_19_pt2_h13a_pt2_h13b_the_second_result_stands() -> None:
    game = acting(
        put("T1", (10, 10), improved=True),
        put("E1", (30, 10), blue=True),
        cards={"T1": "9H"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 2, 5, 1)
    assert game.waits_for == [DiceAgain]
    told = game.chose(HOST, "2 and 1")
    assert the(told, RerollChosen).places == (0, 2)
    told = game.rolled(HOST, 1, 1)
    assert the(told, DiceThrown).dice == (1, 5, 1)
    assert the(told, WeaponFired).total == 7

"""Tests of agreements on moving and firing that differ from the usual ones (AMB1-14 to 48)."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import SaveRoll, WreckSettled
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.phases import decide
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    loose,
    new_battle,
    put,
    ruling,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.game import Command, Refusal
from rules.table.snapshot import Terrain
from tests.factories import Corner, area, box, rectangle

WOODS = box("W", (14, 6), (20, 14))
FAR = put("E9", (44, 44), blue=True)
SQUARE = rectangle(2.0, 2.0)


def moved(
    unit: Put,
    to: Corner,
    *others: Put,
    heading: float | None = None,
    terrain: tuple[Terrain, ...] = (),
    **chosen: Any,
) -> str:
    """What becomes of a move of nine inches at most: its clause when it is refused."""
    name = unit.unit.id
    game = acting(unit, FAR, *others, cards={name: "8C"}, terrain=terrain, chosen=chosen)
    game.do(HOST, Move())
    game.rolled(HOST, 3, 4, 2)
    game.stands(name, to, heading=heading)
    found = decide(game.state, Command(author=HOST, body=MoveDone(unit=name)), game.snapshot)
    if isinstance(found, Refusal):
        return f"{found.clause}: {found.reason}"
    return f"{the(found, Moved).length:.2f} in"


TANK = put("T1", (10, 10))


def test_amb1_14_the_front_may_count_from_where_it_was() -> None:
    # It turns about and drives 9 in to the west: its front has gone 12 in.
    assert moved(TANK, (1.5, 10), heading=180.0) == "8.50 in"
    refused = moved(TANK, (1.5, 10), heading=180.0, move_metric="front_strict")
    assert refused.startswith("PT1-D1b: T1 moved 11.5 in, 9 allowed")


def test_amb1_14_the_nearest_edge_may_count() -> None:
    assert moved(TANK, (20.2, 10)).startswith("PT1-D1b")
    assert moved(TANK, (20.2, 10), move_metric="nearest_edge") == "8.70 in"


@pytest.mark.parametrize(("far", "fits"), [(9.0, True), (8.8, True), (3.0, False)])
def test_amb1_15_a_move_may_have_to_be_exact(far: float, fits: bool) -> None:
    told = moved(TANK, (10 + far, 10), move_exact=True)
    assert told.startswith(f"{far:.2f} in" if fits else "PT1-D1b: T1 moved 3 in, 9 "), told
    assert moved(TANK, (10 + far, 10)) == f"{far:.2f} in"


def test_amb1_16_turning_may_cost_inches() -> None:
    turned: dict[str, Any] = {"heading": 90.0, "pivot_cost": 4.0}
    assert moved(TANK, (10, 14), **turned).endswith(" in")
    assert moved(TANK, (10, 16), **turned).startswith("PT1-D1b")
    on_foot = put("S1", (10, 10), kind="squad")
    assert moved(on_foot, (10, 16), **turned) == "6.00 in"


@pytest.mark.parametrize(
    ("test", "hits"), [("centre", 1), ("any_overlap", 0), ("all", 1), ("majority", 1)]
)
def test_amb1_17_how_much_of_a_unit_has_to_be_in_cover(test: str, hits: int) -> None:
    # A base of 2 by 2 in, of which 0.7 in are in the woods.
    target = put("S9", (20.7, 10), kind="squad", blue=True, footprint=SQUARE)
    woods = box("W", (21, 4), (27, 16))
    game = acting(
        TANK, target, cards={"T1": "5H"}, terrain=(woods,), chosen={"membership_test": test}
    )
    game.do(HOST, Fire(target="S9"))
    game.rolled(HOST, 2, 2, 2)
    if hits:
        assert (game.unit("S9").hits, game.waits_for) == (1, [])
        return
    game.rolled(GUEST, 5)
    assert game.unit("S9").hits == 0


def test_amb1_18_how_deep_a_unit_enters() -> None:
    assert moved(TANK, (17.5, 10), terrain=(WOODS,)) == (
        "PT1-D1d: T1 went 5 in into W, 3 in allowed on entering it."
    )
    assert moved(TANK, (17.5, 10), terrain=(WOODS,), entry_depth="free") == "7.50 in"
    fixed: dict[str, Any] = {"entry_depth": "fixed", "entry_depth_in": 1.0}
    assert moved(TANK, (14.5, 10), terrain=(WOODS,), **fixed) == (
        "PT1-D1d: T1 went 2 in into W, 1 in allowed on entering it."
    )
    assert moved(TANK, (13.5, 10), terrain=(WOODS,), **fixed) == "3.50 in"


def test_amb1_19_leaving_woods_may_end_a_move_too() -> None:
    inside = put("T1", (18, 10))
    assert moved(inside, (26, 10), terrain=(WOODS,)) == "8.00 in"
    refused = moved(inside, (26, 10), terrain=(WOODS,), stop_on_exit=True)
    assert refused == "PT1-D1d: T1 went 7.5 in out of W, 3 in allowed on leaving it."


def shot(
    target: Put,
    *others: Put,
    shooter: Put = TANK,
    terrain: tuple[Terrain, ...] = (),
    **chosen: Any,
) -> Battle:
    return acting(
        shooter, target, *others, cards={shooter.unit.id: "5H"}, terrain=terrain, chosen=chosen
    )


def enemy(at: Corner = (22, 10), **more: Any) -> Put:
    return put("E1", at, blue=True, **more)


def is_clear(game: Battle) -> bool:
    """Whether the shot at E1 is declared without a die; a refusal is for the line of sight."""
    found = decide(game.state, Command(author=HOST, body=Fire(target="E1")), game.snapshot)
    if isinstance(found, Refusal):
        assert found.clause == "PT1-D2a"
        return False
    assert the(found, FireDeclared).doubtful == ()
    return True


def test_amb1_20_ranges_may_be_measured_between_edges() -> None:
    on_foot = put("S1", (10, 10), kind="squad")
    target = enemy((23.9, 10))  # 13.9 in from centre to centre, 11.9 from edge to edge
    refusal = shot(target, shooter=on_foot).refused(HOST, Fire(target="E1"))
    assert refusal.reason == "E1 is 13.9 in away; infantry fire reaches 12 in."
    told = shot(target, shooter=on_foot, range_metric="edge").do(HOST, Fire(target="E1"))
    assert ruling(told, FireDeclared).evidence[0].value == pytest.approx(11.9)


@pytest.mark.parametrize("agreed", [False, True])
def test_amb1_21_bent_woods_may_block_what_leaves_and_comes_back(agreed: bool) -> None:
    # A horseshoe: both stand in its arms, and the line crosses the open ground between them.
    woods = area("W", (8, 8), (24, 8), (24, 14), (20, 14), (20, 9), (12, 9), (12, 14), (8, 14))
    game = shot(
        enemy((22, 12)), shooter=put("T1", (10, 12)), terrain=(woods,), own_area_blocks=agreed
    )
    assert is_clear(game) is not agreed


@pytest.mark.parametrize("agreed", [False, True])
def test_amb1_23_live_models_may_block(agreed: bool) -> None:
    game = shot(enemy(), put("T2", (16, 10), heading=90.0), models_block_los=agreed)
    assert is_clear(game) is not agreed


@pytest.mark.parametrize("agreed", [False, True])
def test_amb1_24_a_unit_on_a_hill_may_see_over_woods(agreed: bool) -> None:
    hill = box("H", (7, 7), (13, 13), kind="hill")
    woods = box("W", (15, 8), (19, 12))
    assert is_clear(shot(enemy(), terrain=(hill, woods), hill_overlook=agreed)) is agreed


@pytest.mark.parametrize("dice", [0, 1])
def test_amb1_25_a_gun_may_have_cover(dice: int) -> None:
    woods = box("W", (19, 7), (25, 13))
    game = shot(enemy(kind="gun"), terrain=(woods,), gun_cover=dice)
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 2, 2, 2)
    assert (game.waits_for == [SaveRoll]) is bool(dice)
    assert game.unit("E1").hits == (0 if dice else 1)


@pytest.mark.parametrize(("test", "covered"), [("centre", False), ("majority_of_figures", True)])
def test_amb1_26_most_figures_may_count_for_cover(test: str, covered: bool) -> None:
    # Two of three figures are in the woods; their mean place is 0.67 in outside.
    target = loose("E1", (21, 10), (21, 11), (17, 10), blue=True)
    woods = box("W", (20.33, 7), (26, 13))
    game = shot(target, terrain=(woods,), cover_membership=test)
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 2, 2, 2)
    assert (game.waits_for == [SaveRoll]) is covered


@pytest.mark.parametrize(("policy", "burning"), [("always_burn", True), ("always_remove", False)])
def test_amb1_42_nobody_may_be_asked_about_wrecks(policy: str, burning: bool) -> None:
    game = shot(enemy(hits=1), FAR, wrecks=policy)
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 2, 2, 2)
    told = game.rolled(GUEST, 1, 1)
    assert the(told, WreckSettled) == WreckSettled(unit="E1", burning=burning)
    assert game.waits_for == []
    assert (game.unit("E1").spot is not None) is burning


@pytest.mark.parametrize(
    ("test", "deepest"), [("whole_footprint", 10.5), ("centre", 12.0), ("front", 13.5)]
)
def test_amb1_43_how_much_of_a_unit_has_to_be_in_its_zone(test: str, deepest: float) -> None:
    for y, fits in [(deepest, True), (deepest + 0.5, False)]:
        game = new_battle(side=36.0, deploy_test=test)
        game.rolled(HOST, 6, 5)
        game.rolled(GUEST, 1, 2)
        game.do(HOST, TerrainDone())
        game.chose(GUEST, "accept")
        game.do(GUEST, ChooseEdge(edge="south"))
        game.stands("B1", (20, y), heading=270.0)  # it looks at its own edge
        if fits:
            game.do(GUEST, DeployDone())
        else:
            assert game.refused(GUEST, DeployDone()).clause == "PT1-B3"


@pytest.mark.parametrize("agreed", [False, True])
def test_amb1_44_own_units_may_be_targets(agreed: bool) -> None:
    game = shot(FAR, put("T2", (16, 10)), friendly_fire=agreed)
    if agreed:
        assert all_of(game.do(HOST, Fire(target="T2")), FireDeclared)
        return
    assert game.refused(HOST, Fire(target="T2")).clause == "PT1-D2d"


def test_amb1_47_a_unit_may_leave_the_table_where_that_is_agreed() -> None:
    at_the_edge = put("T1", (5, 10), heading=180.0)
    assert moved(at_the_edge, (0.5, 10)) == "PT1-D1b: T1 hangs 1 in over the table's edge."
    assert moved(at_the_edge, (0.5, 10), edge_exit=True) == "4.50 in"


def test_amb1_48_models_may_end_on_others_where_that_is_agreed() -> None:
    other = put("T2", (16, 10))
    refused = moved(TANK, (15, 10), other)
    assert refused.startswith("PT1-D1b: T1")
    assert "T2" in refused
    assert moved(TANK, (15, 10), other, overlap_end="free") == "5.00 in"


@pytest.mark.parametrize(
    ("policy", "through_friend", "through_enemy"),
    [("friends", True, False), ("nobody", False, False), ("everybody", True, True)],
)
def test_amb1_48_through_whom_a_unit_may_pass(
    policy: str, through_friend: bool, through_enemy: bool
) -> None:
    wall = rectangle(20.0, 1.0)
    for blue, free in [(False, through_friend), (True, through_enemy)]:
        across = put("X1", (14, 10), heading=90.0, footprint=wall, blue=blue)
        told = moved(TANK, (18, 10), across, pass_through=policy)
        assert (told == "8.00 in") is free, told


def test_amb1_20_the_three_inches_may_be_measured_between_centres() -> None:
    friend = put("T2", (10, 14), kind="squad")  # 2.75 in from edge to edge, 4 in from the centre
    follow = Move(followers=("T2",))
    usual = acting(TANK, friend, FAR, cards={"T1": "5C"})
    usual.do(HOST, follow)
    agreed = acting(TANK, friend, FAR, cards={"T1": "5C"}, chosen={"proximity_metric": "centre"})
    refusal = agreed.refused(HOST, follow)
    assert refusal.clause == "PT1-E1"
    assert refusal.reason.startswith("T2 is 4 in away; Follow Me from T1 reaches 3 in")


def test_amb1_27_each_of_two_hits_has_its_own_saving_dice() -> None:
    other = put("T2", (10, 13))
    game = acting(TANK, other, enemy(), FAR, cards={"T1": "5H"}, chosen={"wrecks": "always_remove"})
    game.do(HOST, Fire(target="E1", followers=(Follower(unit="T2", target="E1"),)))
    hits = []
    for saves in [(6, 1), (2, 2)]:
        game.rolled(HOST, 2, 2, 2)
        assert game.waits_for == [SaveRoll]
        game.rolled(GUEST, *saves)
        hits.append(game.unit("E1").hits)
    assert hits == [0, 1]

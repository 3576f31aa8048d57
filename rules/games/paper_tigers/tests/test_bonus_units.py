"""Tests of units that are added against places that the other side begins with."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.bonus import AddBonus, BonusAdded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.terrain import NameObjective, TerrainDone
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    all_of,
    entry,
    new_battle,
    the,
)
from rules.table.snapshot import Terrain
from tests.factories import box

HOUSE = box("B9", (20, 4), (24, 8), kind="building")
HILL = box("H9", (18, 18), (30, 30), kind="hill")
WATER = (
    box("W9", (0, 14.5), (48, 17), kind="river"),
    box("P9", (22, 14), (26, 17.5), kind="bridge"),
)
GROUNDS = {
    "PT1-G3c": ((HOUSE,), "standard"),
    "PT1-J2d": ((HILL,), "high_ground"),
    "PT1-J3c": (WATER, "withdrawal"),
}


def with_bonus(clause: str) -> Battle:
    """Blue begins with a place that counts, and Red, who attacks, has two units that stand by."""
    terrain: tuple[Terrain, ...]
    terrain, scenario = GROUNDS[clause]
    waiting = [
        entry(name, side="Red", kind=kind, bonus=True)
        for name, kind in (("R8", "squad"), ("R9", "tank"))
    ]
    army = ("tank", "tank", "squad")
    game = new_battle(army, army, terrain=terrain, extra=waiting, scenario=scenario)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    if scenario == "standard":
        game.do(HOST, NameObjective(area="B9", points=2, held_by="Blue"))
        game.do(HOST, TerrainDone())
        game.chose(GUEST, "accept")
    else:
        game.do(GUEST, TerrainDone())
        game.chose(HOST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    if scenario == "withdrawal":
        for k in (1, 2, 3):
            game.stands(f"B{k}", (10.0 * k, 20.0))
    return game


@pytest.mark.parametrize("clause", list(GROUNDS))
def test_units_that_stand_by_join_whoever_may_add_points(clause: str) -> None:
    game = with_bonus(clause)
    assert set(game.state.standby) == {"R8", "R9"}
    assert game.state.bonus["Red"] > 0
    early = game.refused(HOST, AddBonus(units=("R8",)))
    assert (early.clause, early.waivable) == (clause, True)
    game.do(GUEST, DeployDone())
    offered = {each.command: each for each in GAME.options(game.state, game.snapshot, HOST)}
    assert ("R8",) in offered["add_bonus"].holes[0].allowed
    told = game.do(HOST, AddBonus(units=("R8",)))
    added = the(told, BonusAdded)
    assert added.told() == "R8 joins Red, worth 1 point."
    assert [event.clause for event in told if event.body is added] == [clause]
    game.stands("R8", (34.0, 45.0))
    assert all_of(game.do(HOST, DeployDone()), BonusAdded) == []
    assert game.state.unit("R8").spot is not None
    assert set(game.state.standby) == {"R9"}


def test_pt1_g3c_more_points_than_are_allowed_take_the_consent_of_all() -> None:
    game = with_bonus("PT1-G3c")
    game.do(GUEST, DeployDone())
    refusal = game.refused(HOST, AddBonus(units=("R8", "R9")))
    assert refusal.reason == "R8 and R9 take 6 points, and Red may add 2."
    game.do(HOST, AddBonus(units=("R8", "R9")), waives=("PT1-G3c",))
    assert {"R8", "R9"} <= set(game.state.units)

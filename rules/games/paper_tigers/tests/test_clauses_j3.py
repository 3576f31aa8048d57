"""Tests of chapter J: the withdrawal over the bridge, clause by clause."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import BridgeBlown, Decline, Demolish
from rules.games.paper_tigers.chapters.bonus import BonusAllowed
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, BridgeCaptured, DeckEnded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.laying import Assign
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.terrain import TerrainDone, TerrainPlaced
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Hand, Objective, Pack, Unit
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    assigning,
    new_battle,
    picking,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.table.snapshot import Terrain
from rules.table.units import Inches
from tests.factories import box

RIVER = box("R1", (0, 14.5), (48, 17), kind="river")
BRIDGE = box("P1", (22, 14), (26, 17.5), kind="bridge")
WATER = (RIVER, BRIDGE)


def roles(game: Battle) -> Battle:
    """Red attacks and Blue defends; nobody has placed anything."""
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 1)
    return game


def dead(name: str, kind: str, *, blue: bool = True) -> Put:
    by = "T1" if blue else "E1"
    return put(
        name, (0, 0), kind=kind, blue=blue, spot=None, destroyed=True, hits=2, destroyed_by=by
    )


def totals(told: tuple[Any, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


def withdrawal(*terrain: Terrain) -> Battle:
    game = new_battle(("tank", "squad"), ("tank", "squad"), terrain=terrain, scenario="withdrawal")
    return roles(game)


def charge(**more: Any) -> Put:
    """The charge under the bridge, which is Blue's and takes cards like a unit."""
    made = put("P1", (24, 16), blue=True, **more)
    unit: Unit = replace(made.unit, kind=UnitKind.BRIDGE, pieces=(), spot=None, length=Inches(0.0))
    return Put(unit=unit, pieces=())


def retreat(*units: Put, cards: dict[str, str], **more: Any) -> Battle:
    """A moment of a withdrawal over the bridge P1, to the south."""
    given: dict[str, Any] = {
        "terrain": WATER,
        "chosen": {"scenario": "withdrawal"},
        "river": "R1",
        "bridge": "P1",
        "objectives": (Objective(area="P1", points=8, held_by="blue"),),
    }
    return acting(*units, charge(), cards=cards, **{**given, **more})


FAR = (put("T1", (6, 44)), put("E1", (24, 22), blue=True))


def test_pt1_j3a_the_defender_places_terrain_with_a_river() -> None:
    game = withdrawal(*WATER)
    assert game.refused(HOST, TerrainDone()).clause == "PT1-J3a"
    assert the(game.do(GUEST, TerrainDone()), TerrainPlaced).river == "R1"
    refusal = withdrawal(BRIDGE).refused(GUEST, TerrainDone())
    assert (refusal.clause, "needs a river" in refusal.reason) == ("PT1-J3a", True)


def test_pt1_j3b_there_is_one_bridge() -> None:
    second = box("P2", (2, 14), (6, 17.5), kind="bridge")
    refusal = withdrawal(*WATER, second).refused(GUEST, TerrainDone())
    assert refusal.clause == "PT1-J3b"
    assert "one bridge; there are 2" in refusal.reason
    assert the(withdrawal(*WATER).do(GUEST, TerrainDone()), TerrainPlaced).bridge == "P1"


def test_pt1_j3b_the_river_is_crossed_nowhere_else() -> None:
    game = retreat(FAR[0], put("E1", (10, 20), blue=True), cards={"E1": "3S"})
    game.do(GUEST, Move())
    game.rolled(GUEST, 4, 4, 4)
    game.stands("E1", (10, 15.5))
    assert game.refused(GUEST, MoveDone(unit="E1")).clause == "PT1-J3b"
    game.stands("E1", (10, 11))
    refusal = game.refused(GUEST, MoveDone(unit="E1"))
    assert "27.37 in, 12 allowed" in refusal.reason
    game.stands("E1", (10, 18.5))
    game.do(GUEST, MoveDone(unit="E1"))


def test_pt1_j3c_the_defender_begins_beyond_the_river() -> None:
    game = withdrawal(*WATER)
    game.do(GUEST, TerrainDone())
    bonus = the(told := game.chose(HOST, "accept"), BonusAllowed)
    assert (bonus.side, bonus.points) == ("Red", 6)
    assert [event.clause for event in told if event.body is bonus] == ["PT1-J3c"]
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B1", (10, 20))
    game.stands("B2", (30, 12))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-J3c"
    assert "short of the river's far bank" in refusal.reason
    game.stands("B2", (30, 25))
    refusal = game.refused(GUEST, DeployDone())
    assert (refusal.clause, "ends at 24 in" in refusal.reason) == ("PT1-J3c", True)
    game.stands("B2", (30, 20))
    game.do(GUEST, DeployDone())
    game.stands("R1", (10, 30))
    refusal = game.refused(HOST, DeployDone())
    assert (refusal.clause, "ends at 16 in" in refusal.reason) == ("PT1-B4", True)


def test_pt1_j3d_one_card_goes_on_the_bridge() -> None:
    game = assigning(
        *FAR,
        charge(),
        blue=Hand(hidden=3),
        red=Hand(),
        terrain=WATER,
        bridge="P1",
        chosen={"scenario": "withdrawal"},
    )
    game.do(GUEST, Assign(unit="P1"))
    refusal = game.refused(GUEST, Assign(unit="P1"))
    assert refusal.clause == "PT1-J3d"
    assert "one, not more" in refusal.reason
    assert game.refused(HOST, Assign(unit="P1")).clause == "PT1-I2"


def test_pt1_j3d_its_card_is_picked_and_ordered_like_any_other() -> None:
    game = picking(
        put("T1", (6, 44), cards=("KH",)),
        FAR[1],
        charge(cards=("",)),
        terrain=WATER,
        bridge="P1",
        chosen={"scenario": "withdrawal"},
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="P1"))
    game.turned(GUEST, "AC")
    assert game.card_up == ("AC", "P1")
    game.do(GUEST, Demolish())
    assert [about(ask).needed for ask in game.state.asks] == [11]


@pytest.mark.parametrize("card", ["9H", "9S"])
def test_pt1_j3d_the_charge_has_two_dice_whatever_the_colour(card: str) -> None:
    game = retreat(*FAR, cards={"P1": card, "T1": "2C"})
    assert game.refused(GUEST, Fire(target="T1")).clause == "PT1-J3d"
    game.do(GUEST, Demolish())
    (ask,) = game.state.asks
    assert (about(ask).needed, about(ask).dice.count) == (9, 2)
    blown = the(game.rolled(GUEST, 5, 3), BridgeBlown)
    assert (blown.total, blown.blown) == (8, False)
    assert not game.state.bridge_gone


def test_pt1_j3e_units_brought_over_and_left_behind_score() -> None:
    units = (
        put("T1", (6, 44)),
        put("E1", (24, 10), blue=True),
        put("E2", (30, 8), kind="gun", blue=True),
        put("E3", (10, 22), kind="squad", blue=True),
        dead("E4", "truck"),
    )
    game = retreat(*units, cards={"T1": "2C"}, packs={"pack": Pack(draw=0)})
    told = game.do(HOST, Decline())
    # Tank and gun are home (8); a squad is stranded (1) and a truck destroyed (1).
    assert totals(told) == {"blue": 8, "red": 2}
    assert all_of(told, BridgeCaptured) == []


def test_pt1_j3e_a_captured_bridge_is_worth_eight() -> None:
    game = retreat(*capture(), cards={"T1": "2C", "T2": "3C"})
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 1, 1)
    ended = the(told, BattleEnded)
    assert the(told, BridgeCaptured).by == "red"
    assert {each.name: each.count for each in ended.totals} == {"red": 8 + 5, "blue": 0}


def capture() -> tuple[Put, ...]:
    """Red stands on the bridge, and Blue's only tank is stranded far away."""
    return put("T1", (24, 16)), put("T2", (6, 44)), put("E1", (40, 22), blue=True)


@pytest.mark.parametrize("how", ["blown", "captured"])
def test_pt1_j3f_the_battle_ends_at_once(how: str) -> None:
    if how == "blown":
        game = retreat(*FAR, cards={"P1": "9H", "T1": "2C"})
        game.do(GUEST, Demolish())
        told = game.rolled(GUEST, 5, 4)
    else:
        game = retreat(*capture(), cards={"T1": "2C", "T2": "3C"})
        game.do(HOST, Fire(target="E1"))
        told = game.rolled(HOST, 1, 1)
    ended = the(told, BattleEnded)
    assert ended.how == f"the bridge is {how}"
    assert [event.clause for event in told if event.body is ended] == ["PT1-J3f"]
    assert (game.state.phase, game.state.queue != ()) == (Phase.ENDED, True)

"""Tests of where the scenarios and slips meet the other rules and what players agree on."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import BridgeBlown, Decline, Demolish
from rules.games.paper_tigers.chapters.arrivals import Arrive, Arrived
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, BridgeCaptured, DeckEnded
from rules.games.paper_tigers.chapters.deploying import Board, ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.slips import TurnSlip, UseSlips
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.turns import Deal, Shuffle
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Hand, Objective, Pack
from rules.games.paper_tigers.tests.armies import entry
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
    put,
    started,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Event, Seat
from rules.table.shapes import Disc
from rules.table.snapshot import PieceState
from rules.table.units import Inches
from tests.factories import box

RIVER = box("R1", (0, 14.5), (48, 17), kind="river")
BRIDGE = box("P1", (22, 14), (26, 17.5), kind="bridge")
HILL = replace(box("H9", (18, 18), (30, 30), kind="hill"), height=Inches(2.0))


def roles(game: Battle) -> Battle:
    """Red attacks and Blue defends."""
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 1)
    return game


def charge(**more: Any) -> Put:
    made = put("P1", (24, 16), blue=True, **more)
    unit = replace(made.unit, kind=UnitKind.BRIDGE, pieces=(), spot=None, length=Inches(0.0))
    return Put(unit=unit, pieces=())


WITHDRAWAL: dict[str, Any] = {
    "terrain": (RIVER, BRIDGE),
    "chosen": {"scenario": "withdrawal"},
    "river": "R1",
    "bridge": "P1",
    "objectives": (Objective(area="P1", points=8, held_by="blue"),),
}


def retreat(*units: Put, cards: dict[str, str], **more: Any) -> Battle:
    """A moment of a withdrawal over the bridge P1, to the south."""
    chosen = {**WITHDRAWAL["chosen"], **more.pop("chosen", {})}
    return acting(*units, charge(), cards=cards, **{**WITHDRAWAL, **more, "chosen": chosen})


def dead(name: str, kind: str) -> Put:
    return put(
        name, (0, 0), kind=kind, blue=True, spot=None, destroyed=True, hits=2, destroyed_by="T1"
    )


def totals(told: tuple[Event, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


FAR = (put("T1", (6, 44)), put("E1", (24, 22), blue=True))


# The bridge


def test_a_charge_that_failed_may_be_lit_again_in_the_next_turn() -> None:
    game = assigning(*FAR, charge(), blue=Hand(open=("5H", "9S")), **WITHDRAWAL)
    game.do(GUEST, Assign(unit="P1", card="9S"))
    game.do(GUEST, Pass())
    game.do(GUEST, Demolish())
    assert not the(game.rolled(GUEST, 6, 2), BridgeBlown).blown
    assert (game.state.turn, game.hand("Blue").open) == (2, ("5H",))
    game.do(HOST, Shuffle())
    game.rolled(HOST, 1, 1)
    game.rolled(GUEST, 1, 1)
    game.do(HOST, Deal())
    game.do(HOST, Pass())
    game.do(GUEST, Assign(unit="P1", card="5H"))
    game.do(GUEST, Pass())
    game.do(GUEST, Demolish())
    assert the(game.rolled(GUEST, 3, 2), BridgeBlown).blown
    assert game.state.outcome is not None
    assert game.state.outcome.how == "the bridge is blown"


def test_a_charge_may_go_unused_whatever_is_agreed() -> None:
    game = retreat(*FAR, cards={"P1": "9S", "T1": "2C"}, chosen={"allow_decline": False})
    game.do(GUEST, Decline())
    assert (game.state.bridge_gone, game.card_up) == (False, ("2C", "T1"))


def test_only_the_charge_is_lit() -> None:
    refusal = retreat(*FAR, cards={"T1": "9S"}).refused(HOST, Demolish())
    assert (refusal.clause, "is on T1, not on the bridge" in refusal.reason) == ("PT1-J3d", True)


def test_a_bridge_is_not_fired_at() -> None:
    refusal = retreat(*FAR, cards={"T1": "9S"}).refused(HOST, Fire(target="P1"))
    assert (refusal.clause, "with a charge and a card" in refusal.reason) == ("PT1-J3d", True)


def onto_the_bridge(*others: Put, **chosen: object) -> tuple[Battle, tuple[Event, ...]]:
    """Red drives onto the bridge, before the charge has its turn."""
    game = retreat(
        put("T1", (24, 24), heading=270), *others, cards={"T1": "KS", "P1": "2H"}, chosen=chosen
    )
    game.do(HOST, Move())
    game.rolled(HOST, 4, 4, 4)
    game.stands("T1", (24, 16), heading=270)
    return game, game.do(HOST, MoveDone(unit="T1"))


STRANDED = put("E1", (44, 22), blue=True)


def test_the_bridge_is_captured_before_it_can_be_blown() -> None:
    game, told = onto_the_bridge(STRANDED)
    assert the(told, BridgeCaptured).by == "red"
    ended = the(told, BattleEnded)
    assert (ended.winner, game.state.captured_by, game.state.bridge_gone) == ("red", "red", False)
    # Eight for the bridge, and five for the tank that is left behind.
    assert {each.name: each.count for each in ended.totals} == {"red": 13, "blue": 0}


def test_a_defender_near_the_bridge_keeps_it_from_being_captured() -> None:
    game, told = onto_the_bridge(put("E1", (24, 11), blue=True))
    assert all_of(told, BridgeCaptured) == []
    assert game.card_up == ("2H", "P1")


def test_capture_may_be_looked_for_at_the_end_of_the_turn_only() -> None:
    game, told = onto_the_bridge(STRANDED, bridge_capture_check="end_of_turn")
    assert all_of(told, BridgeCaptured) == []
    game.do(GUEST, Demolish())
    assert the(game.rolled(GUEST, 6, 6), BridgeBlown).blown
    assert game.state.outcome is not None
    assert (game.state.captured_by, game.state.outcome.winner) == ("", "red")
    game, _ = onto_the_bridge(STRANDED, bridge_capture_check="end_of_turn")
    assert the(game.do(GUEST, Decline()), BridgeCaptured).by == "red"


def test_equal_points_as_the_bridge_goes_up_are_a_draw() -> None:
    game = retreat(FAR[0], put("E1", (24, 10), blue=True), dead("E2", "tank"), cards={"P1": "9H"})
    game.do(GUEST, Demolish())
    ended = the(game.rolled(GUEST, 5, 4), BattleEnded)
    assert {each.name: each.count for each in ended.totals} == {"red": 5, "blue": 5}
    assert ended.winner == ""


def test_passengers_are_brought_over_the_bridge_too() -> None:
    units = (
        FAR[0],
        put("E1", (24, 10), kind="truck", blue=True),
        put("E2", (24, 10), kind="squad", blue=True, aboard="E1"),
        put("E3", (24, 8), blue=True, spot=None, arrives=9),
        put("E4", (30, 8), kind="gun", blue=True, arrives=1),
    )
    game = retreat(*units, cards={"T1": "2C"}, packs={"pack": Pack(draw=0)})
    # A truck and its squad are back; the gun came at that edge and never crossed.
    assert totals(game.do(HOST, Decline())) == {"blue": 2, "red": 0}


def test_a_unit_on_the_bridge_is_neither_home_nor_left_behind() -> None:
    units = (FAR[0], put("E1", (24, 16), blue=True), dead("E2", "truck"))
    game = retreat(*units, cards={"T1": "2C"}, packs={"pack": Pack(draw=0)})
    assert totals(game.do(HOST, Decline())) == {"blue": 0, "red": 1}


# The big hill


def on_the_hill(*, riders: int) -> Battle:
    """Blue's truck is on the hill with its squad, and so many squads more; four tanks are not."""
    army = ("tank",) * 4 + ("truck", "squad") + ("squad",) * riders
    game = roles(new_battle(("tank",), army, terrain=(HILL,), scenario="high_ground"))
    game.do(GUEST, TerrainDone())
    game.chose(HOST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B5", (24, 24))
    game.do(GUEST, Board(unit="B6", carrier="B5"))
    game.stands("B6", (24, 24), seen=PieceState.HIDDEN)
    for k in range(riders):
        game.stands(f"B{7 + k}", (20, 20 + 3 * k))
    return game


def test_passengers_count_among_those_on_the_hill() -> None:
    on_the_hill(riders=1).do(GUEST, DeployDone())
    refusal = on_the_hill(riders=2).refused(GUEST, DeployDone())
    assert (refusal.clause, refusal.waivable) == ("PT1-J2b", True)
    assert "4 of 8 units are on hill H9; at most 3 may be" in refusal.reason


@pytest.mark.parametrize(("ground", "dice"), [("not_on_any_hill", 2), ("lower_hills_count", 3)])
def test_a_lower_hill_is_ground_level_where_that_is_agreed(ground: str, dice: int) -> None:
    low = replace(box("H1", (2, 20), (10, 28), kind="hill"), height=Inches(1.0))
    game = acting(
        put("T1", (6, 24)),
        put("E1", (24, 24), blue=True),
        cards={"T1": "2H"},
        terrain=(HILL, low),
        big_hill="H9",
        chosen={"ground_level": ground},
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 6, 6, 6)
    assert [about(ask).dice.count for ask in game.state.asks] == [dice]


def test_riders_on_the_hill_have_the_bonus_die() -> None:
    game = acting(
        put("T1", (6, 24)),
        put("C", (24, 24), kind="truck", blue=True),
        put("P", (24, 24), kind="squad", blue=True, aboard="C"),
        cards={"T1": "2H"},
        terrain=(HILL,),
        big_hill="H9",
    )
    game.do(HOST, Fire(target="C"))
    game.rolled(HOST, 6, 6, 6)
    assert [(about(ask).unit, about(ask).dice.count) for ask in game.state.asks] == [("P", 1)]


# Patrols


@pytest.mark.parametrize(("metric", "right"), [("edge", False), ("centre", True)])
def test_how_the_gaps_of_a_column_are_measured_may_be_agreed(metric: str, right: bool) -> None:
    squads = ("squad",) * 3
    game = roles(
        new_battle(squads, squads, side=36.0, scenario="patrols", j1_spacing_metric=metric)
    )
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.rolled(GUEST, 4)
    for k in range(3):
        game.stands(f"B{k + 1}", (18, 14 - 3 * k))
    if right:
        game.do(GUEST, DeployDone())
        return
    shape = game.snapshot.piece("B1").footprint
    assert isinstance(shape, Disc)
    gap = f"{3 - 2 * shape.radius:g} in, 3 prescribed"
    assert gap in game.refused(GUEST, DeployDone()).reason


def test_a_column_does_not_begin_beyond_the_middle() -> None:
    squads = ("squad",) * 3
    game = roles(new_battle(squads, squads, side=36.0, scenario="patrols"))
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.rolled(GUEST, 4)
    for k in range(3):
        game.stands(f"B{k + 1}", (18 + 4 * k, 22))
    assert game.refused(GUEST, DeployDone()).clause == "PT1-J1b"


def test_units_held_back_come_in_a_later_turn() -> None:
    game = started(
        put("S1", (10, 30), kind="squad"),
        put("T9", (24, 46.4), heading=270, spot=None, arrives=2),
        put("E1", (10, 10), kind="squad", blue=True),
        phase=Phase.ARRIVALS,
        turn=3,
        chosen={"scenario": "patrols"},
    )
    assert game.refused(GUEST, Arrive()).clause == "PT1-J1d"
    assert game.refused(HOST, Assign(unit="T9")).clause == "PT1-J1d"
    assert [each.unit for each in the(game.do(HOST, Arrive()), Arrived).spots] == ["T9"]


def test_whoever_is_not_there_yet_is_no_target() -> None:
    late = put("E9", (24, 2), blue=True, spot=None, arrives=2)
    game = acting(put("T1", (10, 40)), FAR[1], late, cards={"T1": "2H"})
    refusal = game.refused(HOST, Fire(target="E9"))
    assert (refusal.clause, "not on the table" in refusal.reason) == ("PT1-J1d", True)


# Slips


def on_slips(*, left_off: int) -> Battle:
    """Blue's six tanks have begun on slips, of which some were left off."""
    game = new_battle(
        ("tank", "squad"),
        ("tank",) * 6,
        seats=(Seat(name=HOST, sides=("Red", "Blue")),),
        extra=[entry(f"slip{k}", side="Blue", kind="slip") for k in range(6)],
    )
    game.rolled(HOST, 6, 6)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    game.do(HOST, ChooseEdge(edge="south"))
    game.do(HOST, UseSlips(side="Blue", left_off=left_off))
    for k in range(6):
        seen = PieceState.SEEN if k < 6 - left_off else PieceState.LOST
        game.stands(f"slip{k}", (4 + 4 * k, 3), seen=seen)
    game.do(HOST, DeployDone())
    game.do(HOST, DeployDone())
    for k in range(6 - left_off):
        game.stands(f"B{k + 1}", (4 + 4 * k, 3))
        game.do(HOST, TurnSlip(slip=f"slip{k}", unit=f"B{k + 1}"))
    return game


@pytest.mark.parametrize(("left_off", "count"), [(1, 7), (2, 4)])
def test_units_left_off_do_not_count_for_the_size_of_the_game(left_off: int, count: int) -> None:
    game = on_slips(left_off=left_off)
    game.do(HOST, Shuffle())
    game.rolled(HOST, 4, 3)
    assert list(game.state.counts.values()) == [count]


def test_slips_lie_in_the_zone_of_their_side() -> None:
    game = new_battle(
        ("tank",),
        ("tank",) * 2,
        seats=(Seat(name=HOST, sides=("Red", "Blue")),),
        extra=[entry(f"slip{k}", side="Blue", kind="slip") for k in range(2)],
    )
    game.rolled(HOST, 6, 6)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    game.do(HOST, ChooseEdge(edge="south"))
    game.do(HOST, UseSlips(side="Blue"))
    game.stands("slip0", (10, 4))
    game.stands("slip1", (10, 17))
    refusal = game.refused(HOST, DeployDone())
    assert (refusal.clause, "its zone ends at 16 in" in refusal.reason) == ("PT1-H4b", True)


def test_slips_march_in_a_column_as_their_squads_would() -> None:
    squads = ("squad",) * 3
    game = new_battle(
        squads,
        squads,
        side=36.0,
        seats=(Seat(name=HOST, sides=("Red", "Blue")),),
        extra=[entry(f"slip{k}", side="Blue", kind="slip") for k in range(3)],
        scenario="patrols",
    )
    game.rolled(HOST, 6, 6)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    game.do(HOST, ChooseEdge(edge="south"))
    game.rolled(HOST, 4)
    game.do(HOST, UseSlips(side="Blue"))
    for k in range(3):
        game.stands(f"slip{k}", (18, 14 - 4.0 * k))
    game.stands("slip2", (18, 5))
    refusal = game.refused(HOST, DeployDone())
    assert (refusal.clause, "slip2 behind slip1: 4 in" in refusal.reason) == ("PT1-H4b", True)
    game.stands("slip2", (18, 6))
    game.do(HOST, DeployDone())

"""Tests of worked examples 42 to 47 of the rulebook, each decided with its own numbers."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.acting import BridgeBlown, Decline, Demolish
from rules.games.paper_tigers.chapters.deck_end import DeckEnded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.laying import Pass
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.turns import Deal, Dealt
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Pack
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    BLUE,
    GUEST,
    HOST,
    RED,
    Fire,
    Put,
    acting,
    new_battle,
    picking,
    put,
    the,
    turn_start,
)  # fmt: skip
from rules.games.paper_tigers.vocabulary import Phase
from rules.table.shapes import Disc
from rules.table.units import Inches
from tests.factories import box

L, X = put("L", (10, 10)), put("X", (40, 10), blue=True)


def test_ex1_42_alone_in_two_rounds() -> None:
    game = picking(
        put("a", (10, 30), cards=("9H", "2C")),
        put("b", (10, 10), cards=("KD",), blue=True),
        put("c", (20, 30), cards=("9S",)),
        solo=True,
        forces=(RED, replace(BLUE, seat=HOST)),
    )
    played = []
    while game.card_up is not None:
        played.append(game.card_up)
        game.do(HOST, Decline())
    assert played == [("KD", "b"), ("9H", "a"), ("9S", "c"), ("2C", "a")]


def test_ex1_43_equal_tens_of_two_packs() -> None:
    game = picking(
        put("T1", (10, 30), cards=("10H",)),
        put("E1", (10, 10), cards=("10D",), blue=True),
        forces=(replace(RED, pack="red"), replace(BLUE, pack="blue")),
        packs={"red": Pack(), "blue": Pack()},
        chosen={"decks": "per_side"},
    )
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.rolled(HOST, 4, 2)
    game.rolled(GUEST, 5, 3)
    assert game.card_up == ("10D", "E1")


def test_ex1_44_a_column_from_the_middle_to_the_edge() -> None:
    squads = ("squad",) * 4
    game = new_battle(squads, squads, side=36.0, scenario="patrols")
    game.rolled(HOST, 6, 6)
    game.rolled(GUEST, 1, 1)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.rolled(GUEST, 4)
    shape = game.snapshot.piece("B1").footprint
    assert isinstance(shape, Disc)
    for k in range(4):
        game.stands(f"B{k + 1}", (18, 14 - (3 + 2 * shape.radius) * k))
    told = game.do(GUEST, DeployDone())
    values = [each.value for each in told[0].evidence]
    assert values == pytest.approx([4, 3, 3, 3])


@pytest.mark.parametrize(
    ("kind", "at", "dice"), [("squad", (26.5, 26.5), 2), ("tank", (21, 24), 3)], ids=str
)
def test_ex1_45_saves_on_the_big_hill(kind: str, at: tuple[float, float], dice: int) -> None:
    hill = box("H9", (18, 18), (30, 30), kind="hill")
    game = acting(
        put("T", (6, 24)),
        put("E", at, kind=kind, blue=True),
        cards={"T": "2H"},
        terrain=(hill, box("W1", (24, 24), (29, 29))),
        big_hill="H9",
    )
    game.do(HOST, Fire(target="E"))
    game.rolled(HOST, 6, 6, 6)
    assert [about(ask).dice.count for ask in game.state.asks] == [dice]


@pytest.mark.parametrize(("count", "kept"), [(3, True), (4, False)])
def test_ex1_45_three_of_seven_on_the_big_hill(count: int, kept: bool) -> None:
    hill = box("H9", (18, 18), (30, 30), kind="hill")
    game = new_battle(("tank",), ("tank",) * 7, terrain=(hill,), scenario="high_ground")
    game.rolled(HOST, 6, 6)
    game.rolled(GUEST, 1, 1)
    game.do(GUEST, TerrainDone())
    game.chose(HOST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    for k in range(count):
        game.stands(f"B{k + 1}", (20 + 2 * k, 22 + 2 * k))
    if kept:
        game.do(GUEST, DeployDone())
    else:
        assert "3 are the most" in game.refused(GUEST, DeployDone()).reason


def test_ex1_46_the_bridge_goes_up_and_the_battle_is_over() -> None:
    bridge = put("P1", (24, 16), blue=True)
    charge = replace(bridge.unit, kind=UnitKind.BRIDGE, pieces=(), spot=None, length=Inches(0.0))
    game = acting(
        L,
        put("E1", (24, 22), blue=True),
        Put(unit=charge, pieces=()),
        cards={"P1": "9H", "L": "2C"},
        terrain=(
            box("R1", (0, 14.5), (48, 17), kind="river"),
            box("P1", (22, 14), (26, 17.5), kind="bridge"),
        ),
        chosen={"scenario": "withdrawal"},
        bridge="P1",
        river="R1",
    )
    game.do(GUEST, Demolish())
    told = game.rolled(GUEST, 5, 4)
    blown = the(told, BridgeBlown)
    assert (blown.total, blown.difficulty, blown.blown) == (9, 9, True)
    assert game.state.phase is Phase.ENDED


def test_ex1_47_three_cards_left() -> None:
    game = turn_start(L, X, drawn=49)
    game.rolled(HOST, 3, 4)
    game.rolled(GUEST, 2, 3)
    dealt = the(game.do(HOST, Deal()), Dealt)
    assert dealt.order == ("Red", "Blue", "Red")
    assert {each.name: each.count for each in dealt.short} == {"Red": 5, "Blue": 4}
    game.do(HOST, Pass())
    game.do(GUEST, Pass())
    game.turned(HOST, "2C", "3C")
    assert the(game.turned(GUEST, "4C"), DeckEnded).run == 1

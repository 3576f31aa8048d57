"""Tests of chapters H and I: playing alone, slips, and more than two players, clause by clause."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.asking import RollTied
from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, DeckEnded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.initiative import QueueFormed, TieRoll, TieRolled
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.slips import (
    LeftOff,
    SlipsWritten,
    SlipTurned,
    TurnSlip,
    UseSlips,
)
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.turns import CardsRolled
from rules.games.paper_tigers.state import Force, Hand, Pack
from rules.games.paper_tigers.tests.armies import entry
from rules.games.paper_tigers.tests.table_play import (
    BLUE,
    GUEST,
    HOST,
    RED,
    Battle,
    Put,
    all_of,
    assigning,
    new_battle,
    picking,
    put,
    started,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.game import Event, Seat
from rules.table.snapshot import PieceState

SOLO = (RED, replace(BLUE, seat=HOST))
FOUR = tuple(
    Force(name=name, seat=name, side=side, pack=side)
    for name, side in (
        ("Rangers", "red"),
        ("Raiders", "red"),
        ("Brigade", "blue"),
        ("Battery", "blue"),
    )
)
PACKS = {"red": Pack(), "blue": Pack()}


def of(group: str, each: Put) -> Put:
    """A unit that one of four players commands."""
    return replace(each, unit=replace(each.unit, force=group))


def alone(**more: Any) -> Battle:
    """Somebody plays Red with two units and Blue with one, all with cards."""
    units = (
        put("a", (10, 30), cards=("9H", "2C")),
        put("b", (10, 10), cards=("KD",), blue=True),
        put("c", (20, 30), cards=("9S",)),
    )
    return picking(*units, solo=True, forces=SOLO, **more)


def queue_of(game: Battle) -> list[tuple[str, str]]:
    """The cards that are played in this round, in their order, from the one that is up."""
    return [
        *([game.card_up] if game.card_up else []),
        *((turned.card, turned.unit) for turned in game.state.queue),
    ]


# H. Solo


def new_solo(*, slips: int = 0, blue: tuple[str, ...] = ("tank",) * 6) -> Battle:
    return new_battle(
        ("tank", "squad"),
        blue,
        seats=(Seat(name=HOST, sides=("Red", "Blue")),),
        extra=[entry(f"slip{k}", side="Blue", kind="slip") for k in range(slips)],
    )


def test_pt1_h1_one_player_answers_for_both_sides() -> None:
    game = new_solo()
    assert game.state.solo
    assert [ask.seat for ask in game.state.asks] == [HOST, HOST]
    game.rolled(HOST, 6, 6)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    game.do(HOST, ChooseEdge(edge="south"))
    game.do(HOST, DeployDone())
    game.do(HOST, DeployDone())
    assert (game.state.phase, game.state.turn) == (Phase.SHUFFLE, 1)


@pytest.mark.parametrize(
    ("counts", "first", "other"),
    [
        ({"Red": 4, "Blue": 9}, "E1", "T1"),
        ({"Red": 9, "Blue": 4}, "T1", "E1"),
        ({"Red": 7, "Blue": 7}, "T1", "E1"),
    ],
)
def test_pt1_h2_the_higher_roll_lays_all_of_its_cards_first(
    counts: dict[str, int], first: str, other: str
) -> None:
    red = (put("T1", (10, 40)), put("T2", (20, 40)))
    blue = (put("E1", (10, 10), blue=True), put("E2", (20, 10), blue=True))
    game = assigning(
        *red, *blue, red=Hand(hidden=3), blue=Hand(hidden=3), solo=True, forces=SOLO, counts=counts
    )
    refusal = game.refused(HOST, Assign(unit=other))
    assert refusal.clause == "PT1-H2"
    assert f"{game.unit(first).force}'s turn" in refusal.reason
    game.do(HOST, Assign(unit=first))
    game.do(HOST, Assign(unit=first))
    assert game.refused(HOST, Assign(unit=other)).clause == "PT1-H2"
    game.do(HOST, Pass())
    game.do(HOST, Assign(unit=other))


def test_pt1_h3_nobody_picks() -> None:
    game = alone()
    assert (game.state.phase, game.state.asks) == (Phase.ACT, ())
    assert game.card_up == ("KD", "b")


def test_pt1_h3a_one_card_of_every_unit_is_turned_up() -> None:
    game = alone()
    assert queue_of(game) == [("KD", "b"), ("9H", "a"), ("9S", "c")]
    assert [slot.card for slot in game.unit("a").cards] == ["2C"]


def test_pt1_h3b_then_the_second_card_of_those_that_have_one() -> None:
    game = alone()
    for _ in range(2):
        game.do(HOST, Decline())
    told = game.do(HOST, Decline())
    assert [turned.card for turned in the(told, QueueFormed).order] == ["2C"]
    assert "PT1-H3b" in {event.clause for event in told}
    assert queue_of(game) == [("2C", "a")]


def deploying(*, blue: tuple[str, ...] = ("tank",) * 6, slips: int = 9) -> Battle:
    """Blue defends and is about to deploy on the south edge; its slips lie there."""
    game = new_solo(slips=slips, blue=blue)
    game.rolled(HOST, 6, 6)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    game.do(HOST, ChooseEdge(edge="south"))
    return game


def laid_out(*, blanks: int, left_off: int, units: int = 6) -> Battle:
    """All slips that belong on the table lie there, and both sides have deployed."""
    game = deploying(blue=("tank",) * units)
    game.do(HOST, UseSlips(side="Blue", blanks=blanks, left_off=left_off))
    on_table = units + blanks - left_off
    for k in range(9):
        seen = PieceState.SEEN if k < on_table else PieceState.LOST
        game.stands(f"slip{k}", (4 + 4 * k, 3), seen=seen)
    game.do(HOST, DeployDone())
    game.do(HOST, DeployDone())
    return game


def test_pt1_h4_slips_are_for_somebody_who_plays_alone() -> None:
    game = new_battle()
    game.rolled(HOST, 6, 6)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    refusal = game.refused(GUEST, UseSlips(side="Blue"))
    assert (refusal.clause, "plays alone" in refusal.reason) == ("PT1-H4", True)


def test_pt1_h4a_one_side_goes_on_slips() -> None:
    game = deploying()
    told = game.do(HOST, UseSlips(side="Blue", blanks=3, left_off=2))
    written = the(told, SlipsWritten)
    assert (written.side, written.blanks, written.left_off) == ("Blue", 3, 2)
    refusal = game.refused(HOST, UseSlips(side="Red"))
    assert (refusal.clause, "Blue" in refusal.reason) == ("PT1-H4a", True)


def test_pt1_h4a_there_have_to_be_enough_slips() -> None:
    refusal = deploying(slips=5).refused(HOST, UseSlips(side="Blue"))
    assert refusal.clause == "PT1-H4a"
    assert "takes 6 slips; the roster has 5" in refusal.reason


def test_pt1_h4b_units_take_the_place_of_their_slips() -> None:
    game = laid_out(blanks=0, left_off=0)
    assert game.state.phase is Phase.TURN_SLIPS
    game.stands("B1", (6.5, 3))
    refusal = game.refused(HOST, TurnSlip(slip="slip0", unit="B1"))
    assert refusal.clause == "PT1-H4b"
    assert "2.5 in" in refusal.reason
    game.stands("B1", (4.5, 3))
    turned = the(game.do(HOST, TurnSlip(slip="slip0", unit="B1")), SlipTurned)
    assert (turned.unit, turned.spot and turned.spot.x_in) == ("B1", 4.5)


def test_pt1_h4b_a_slip_is_turned_once() -> None:
    game = laid_out(blanks=0, left_off=0)
    game.do(HOST, TurnSlip(slip="slip0", unit="B1"))
    refusal = game.refused(HOST, TurnSlip(slip="slip0", unit="B2"))
    assert refusal.clause == "PT1-H4b"
    assert "No slip 'slip0' lies face down" in refusal.reason
    assert game.refused(HOST, TurnSlip(slip="slip1", unit="B1")).clause == "PT1-H4b"


def test_pt1_h4b_as_many_slips_lie_there_as_were_written() -> None:
    game = deploying()
    game.do(HOST, UseSlips(side="Blue"))
    refusal = game.refused(HOST, DeployDone())
    assert refusal.clause == "PT1-H4b"
    assert "6 slips belong on the table; 9 lie there" in refusal.reason


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"blanks": 4}, "Of 10 slips at most 3 may be blank, not 4"),
        ({"left_off": 3}, "Of 6 slips at most 2 may be left off, not 3"),
        ({"blanks": 2, "left_off": 3}, "Of 8 slips at most 2 may be left off, not 3"),
    ],
)
def test_pt1_h4c_at_most_a_third_is_blank_or_left_off(given: dict[str, int], what: str) -> None:
    refusal = deploying().refused(HOST, UseSlips(side="Blue", **given))
    assert refusal.clause == "PT1-H4c"
    assert what in refusal.reason


def test_pt1_h4c_no_more_slips_turn_out_blank_than_were_written() -> None:
    game = laid_out(blanks=1, left_off=0)
    game.do(HOST, TurnSlip(slip="slip0", unit="B1"))
    game.do(HOST, TurnSlip(slip="slip3"))
    refusal = game.refused(HOST, TurnSlip(slip="slip1"))
    assert refusal.clause == "PT1-H4c"
    assert "All 1 blank slips" in refusal.reason


def test_pt1_h4c_whoever_is_on_no_slip_takes_no_part() -> None:
    game = laid_out(blanks=1, left_off=2)
    game.do(HOST, TurnSlip(slip="slip0"))
    for k in range(1, 4):
        game.stands(f"B{k}", (4 + 4 * k, 3))
        game.do(HOST, TurnSlip(slip=f"slip{k}", unit=f"B{k}"))
    game.stands("B4", (20, 3))
    told = game.do(HOST, TurnSlip(slip="slip4", unit="B4"))
    assert the(told, LeftOff).units == ("B5", "B6")
    assert {unit.id for unit in game.state.living("Blue")} == {"B1", "B2", "B3", "B4"}


def test_pt1_h4d_after_the_last_slip_the_first_turn_begins() -> None:
    game = laid_out(blanks=0, left_off=0)
    for k in range(6):
        assert game.state.turn == 0
        game.stands(f"B{k + 1}", (4 + 4 * k, 3))
        game.do(HOST, TurnSlip(slip=f"slip{k}", unit=f"B{k + 1}"))
    assert (game.state.turn, game.state.phase) == (1, Phase.SHUFFLE)


# I. Multi-player


U1 = of("Rangers", put("U1", (10, 40)))
U2 = of("Raiders", put("U2", (30, 40)))
V1 = of("Brigade", put("V1", (10, 4), blue=True))
V2 = of("Battery", put("V2", (30, 4), blue=True))


def four(*units: Put, phase: Phase, cards: int = 0, **more: Any) -> Battle:
    """Two battle groups a side, each side with a pack of its own."""
    given: dict[str, Any] = {
        "forces": FOUR,
        "packs": PACKS,
        "hands": {force.name: Hand(hidden=cards) for force in FOUR},
        "chosen": {"decks": "per_side"},
    }
    return started(*units, phase=phase, **{**given, **more})


def test_pt1_i1_four_players_share_two_sides() -> None:
    game = four(U1, U2, V1, V2, phase=Phase.ROLL_CARDS)
    assert [ask.seat for ask in game.state.asks] == ["Rangers", "Raiders", "Brigade", "Battery"]
    assert game.state.sides == ("red", "blue")
    assert [force.name for force in game.state.forces_of("red")] == ["Rangers", "Raiders"]


def test_pt1_i2_everybody_rolls_for_an_own_hand() -> None:
    game = four(U1, U2, V1, V2, phase=Phase.ROLL_CARDS)
    for name, dice in (
        ("Rangers", (1, 2)),
        ("Raiders", (6, 6)),
        ("Brigade", (2, 2)),
        ("Battery", (1, 1)),
    ):
        assert the(game.rolled(name, *dice), CardsRolled).force == name
    assert dict(game.state.counts) == {"Rangers": 3, "Raiders": 12, "Brigade": 4, "Battery": 2}


def test_pt1_i2_no_card_is_laid_on_a_unit_of_somebody_else() -> None:
    game = four(U1, U2, V1, V2, phase=Phase.ASSIGN, cards=2)
    refusal = game.refused("Rangers", Assign(unit="U2"))
    assert (refusal.clause, refusal.waivable) == ("PT1-I2", False)
    assert "Raiders is not commanded by Rangers" in refusal.reason
    game.do("Rangers", Assign(unit="U1"))
    assert game.hand("Rangers").count == 1


def test_pt1_i2_nobody_follows_a_unit_of_somebody_else() -> None:
    near = of("Raiders", put("U2", (10, 37)))
    game = four(U1, near, V1, phase=Phase.ACT, queue=(turned("3S", "U1", "Rangers"),))
    refusal = game.refused("Rangers", Move(followers=("U2",)))
    assert (refusal.clause, "battle group" in refusal.reason) == ("PT1-I2", True)


def turned(card: str, unit: str, force: str) -> Turned:
    return Turned(card=card, unit=unit, force=force)


def equal_cards(one: str = "10H", other: str = "10D") -> Battle:
    """Both sides turn up cards of the same value and colour, of two packs."""
    units = (
        of("Rangers", put("U1", (10, 40), cards=(one,))),
        of("Brigade", put("V1", (10, 4), blue=True, cards=(other,))),
    )
    game = four(*units, phase=Phase.PICK)
    game.do("Rangers", Pick(unit="U1"))
    game.do("Brigade", Pick(unit="V1"))
    return game


def test_pt1_i3_the_higher_roll_acts_first() -> None:
    game = equal_cards()
    assert game.waits_for == [TieRoll, TieRoll]
    game.rolled("Rangers", 4, 2)
    told = game.rolled("Brigade", 5, 3)
    assert {each.side: each.total for each in all_of(told, TieRolled)} == {"red": 6, "blue": 8}
    assert queue_of(game) == [("10D", "V1"), ("10H", "U1")]


def test_pt1_i3_equal_rolls_are_rolled_again() -> None:
    game = equal_cards()
    game.rolled("Rangers", 4, 4)
    assert the(game.rolled("Brigade", 5, 3), RollTied).total == 8
    assert game.waits_for == [TieRoll, TieRoll]


def test_pt1_i3_red_comes_before_black_without_a_roll() -> None:
    game = equal_cards(other="10S")
    assert queue_of(game) == [("10H", "U1"), ("10S", "V1")]


def test_pt1_i4_points_are_summed_and_the_best_of_each_side_named() -> None:
    lost: dict[str, Any] = {"spot": None, "destroyed": True, "hits": 2}
    units = (
        U1,
        U2,
        V1,
        V2,
        of("Brigade", put("V3", (0, 0), blue=True, kind="tank", destroyed_by="U1", **lost)),
        of("Battery", put("V4", (0, 0), blue=True, kind="gun", destroyed_by="U2", **lost)),
        of("Raiders", put("U3", (0, 0), kind="truck", destroyed_by="V2", **lost)),
    )
    game = four(
        *units,
        phase=Phase.ACT,
        queue=(turned("3S", "U1", "Rangers"),),
        packs={"red": Pack(draw=0), "blue": Pack(draw=20)},
    )
    told = game.do("Rangers", Decline())
    assert totals(told) == {"red": 8, "blue": 1}
    ended = the(told, BattleEnded)
    assert {each.name: each.count for each in ended.commended} == {"Rangers": 5, "Battery": 1}


def totals(told: tuple[Event, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}

"""Tests of how far and where units move (clauses D1)."""

import pytest

from rules.games.paper_tigers.chapters.acting import CardPlayed
from rules.games.paper_tigers.chapters.moving import Move, MoveDeclared, MoveRolled
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    loose,
    put,
    ruling,
    the,
)
from rules.referee.toolkit.questions import Roll
from rules.table.snapshot import Terrain
from tests.factories import Corner, box, rectangle

WOODS = box("W", (14, 6), (20, 14))
HOUSE = box("B", (14, 8), (18, 12), kind="building")
ENEMY = put("E1", (40, 40), blue=True)


def moving(unit: Put, *dice: int, card: str = "8C", terrain: tuple[Terrain, ...] = ()) -> Battle:
    """A unit that has rolled for its move and may now be moved."""
    game = acting(unit, ENEMY, cards={unit.unit.id: card}, terrain=terrain)
    game.do(HOST, Move())
    game.rolled(HOST, *dice)
    return game


def walk(game: Battle, name: str, at: Corner) -> Moved:
    """A move that has to be accepted."""
    game.stands(name, at)
    return the(game.do(HOST, MoveDone(unit=name)), Moved)


def too_far(game: Battle, name: str, at: Corner) -> str:
    """A move that has to be refused; clause and reason."""
    game.stands(name, at)
    refusal = game.refused(HOST, MoveDone(unit=name))
    assert refusal.waivable
    return f"{refusal.clause}: {refusal.reason}"


@pytest.mark.parametrize(("card", "count"), [("8C", 3), ("8D", 2)])
def test_pt1_d1a_rolls_the_dice_of_the_colour_against_the_card(card: str, count: int) -> None:
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": card})
    told = game.do(HOST, Move())
    assert ruling(told, MoveDeclared).clause == "PT1-D1a"
    refusal = game.refused(HOST, Roll(dice=(4,) * (5 - count)))
    assert refusal.clause == "PT1-D1a"
    assert f"Roll {count} dice: T1 moves with the 8 of" in refusal.reason
    rolled = the(game.rolled(HOST, *(4,) * count), MoveRolled)
    assert (rolled.total, rolled.difficulty) == (4 * count, 8)


@pytest.mark.parametrize(
    ("kind", "allowance"), [("tank", 9.0), ("truck", 9.0), ("squad", 6.0), ("gun", 6.0)]
)
def test_pt1_d1b_moves_the_total_but_on_foot_six_at_most(kind: str, allowance: float) -> None:
    game = acting(put("U1", (10, 10), kind=kind), ENEMY, cards={"U1": "8C"})
    game.do(HOST, Move())
    told = game.rolled(HOST, 3, 4, 2)
    assert the(told, MoveRolled).allowance == allowance
    assert ruling(told, MoveRolled).clause == "PT1-D1b"
    assert too_far(game, "U1", (10.5 + allowance, 10)).startswith(
        f"PT1-D1b: U1 moved {allowance + 0.5:g} in, {allowance:g} allowed"
    )
    assert walk(game, "U1", (10 + allowance, 10)).length == pytest.approx(allowance)


def test_pt1_d1b_it_may_go_less_far_and_turn_for_nothing() -> None:
    game = moving(put("T1", (10, 10)), 3, 4, 2)
    game.stands("T1", (10, 13), heading=90.0)
    moved = the(game.do(HOST, MoveDone(unit="T1")), Moved)
    assert moved.length == pytest.approx(3.0)
    assert moved.spot.heading_deg == 90.0


def test_pt1_d1b_only_the_unit_that_rolled_moves_and_only_once() -> None:
    game = moving(put("T1", (10, 10)), 3, 4, 2)
    assert game.refused(GUEST, MoveDone(unit="E1")).clause == "PT1-D1b"
    walk(game, "T1", (12, 10))
    game.stands("T1", (14, 10))
    assert "just now" in game.refused(HOST, MoveDone(unit="T1")).reason


def test_pt1_d1c_below_the_card_the_unit_stays() -> None:
    game = acting(put("T1", (10, 10), kind="truck"), ENEMY, cards={"T1": "9D"})
    game.do(HOST, Move())
    told = game.rolled(HOST, 4, 4)
    assert ruling(told, MoveRolled).clause == "PT1-D1c"
    assert the(told, MoveRolled).allowance == 0.0
    assert the(told, CardPlayed).card == "9D"
    game.stands("T1", (11.5, 10))
    assert "just now" in game.refused(HOST, MoveDone(unit="T1")).reason


@pytest.mark.parametrize("kind", ["woods", "hill", "difficult"])
def test_pt1_d1d_entering_difficult_ground_ends_the_move_there(kind: str) -> None:
    ground = box("G", (14, 6), (20, 14), kind=kind)
    tank = put("T1", (10, 10), footprint=rectangle(3.3, 1.6))
    game = moving(tank, 3, 4, 2, terrain=(ground,))
    # Its front goes no deeper than the model is long: to x = 17.3, so its middle to 15.65.
    assert too_far(game, "T1", (16.5, 10)) == (
        "PT1-D1d: T1 went into G by 4.15 in, 3.3 in allowed on entering it."
    )
    assert walk(game, "T1", (15.65, 10)).spot.x_in == 15.65


def test_pt1_d1d_a_move_does_not_go_through_woods_and_out_again() -> None:
    belt = box("W", (13, 0), (15, 48))
    game = moving(put("T1", (10, 10)), 6, 6, 2, terrain=(belt,))
    assert too_far(game, "T1", (19, 10)) == (
        "PT1-D1d: T1 went through W and 4 in beyond it, but entering it ends the move."
    )
    assert walk(game, "T1", (14.5, 10)).length == pytest.approx(4.5)


def test_pt1_d1d_a_reason_names_the_way_to_whoever_stands_beyond_small_woods() -> None:
    """Fault 4: nobody who stands beyond them has seen itself "in W"."""
    copse = box("W", (12, 8), (13.5, 12))
    game = moving(put("S1", (10, 10), kind="squad"), 3, 4, 2, terrain=(copse,))
    assert too_far(game, "S1", (15, 10)) == (
        "PT1-D1d: the straight way to where S1 stands leads 1.5 in through W, "
        "1 in allowed on entering it."
    )


def test_pt1_d1b_a_reason_names_the_way_round_and_what_it_goes_round() -> None:
    """Fault 4: a tank that stands 5 in away behind a house is told which way is so long."""
    wall = box("H", (12, 0), (13, 20), kind="building")
    game = moving(put("T1", (10, 10)), 3, 4, 2, terrain=(wall,))
    told = too_far(game, "T1", (15, 10))
    assert told.startswith("PT1-D1b: T1 moved 2")
    assert ", 9 allowed, by the shortest way round H. Pull it back by " in told
    assert told.endswith(" in along that way.")


def test_pt1_d1d_it_may_go_round_instead() -> None:
    copse = box("W", (13, 6), (15, 40))
    game = moving(put("T1", (10, 10)), 6, 6, 2, terrain=(copse,))
    assert walk(game, "T1", (19, 10)).length == pytest.approx(12.66, abs=0.01)


def test_pt1_d1d_a_later_action_goes_on_from_there() -> None:
    inside = put("T1", (15.5, 10), footprint=rectangle(3.3, 1.6))
    game = moving(inside, 3, 4, 2, terrain=(WOODS,))
    assert walk(game, "T1", (24, 10)).length == pytest.approx(8.5)


def test_pt1_d1d_no_vehicle_enters_a_building() -> None:
    game = moving(put("T1", (10, 10), kind="truck"), 3, 4, 2, terrain=(HOUSE,))
    told = too_far(game, "T1", (13.3, 10))
    assert told.startswith("PT1-D1d: T1 ")
    assert "0.8 in" in told
    refusal = game.refused(HOST, MoveDone(unit="T1", in_area="B"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-D1d",
        "T1 is a vehicle, and vehicles never enter buildings.",
    )


def test_pt1_d1d_a_squad_enters_a_building_and_stops_inside() -> None:
    game = moving(put("S1", (12, 10), kind="squad"), 3, 4, 2, terrain=(HOUSE,))
    assert too_far(game, "S1", (16, 10)).startswith(
        "PT1-D1d: S1 went into B by 2.5 in, 1 in allowed on entering it"
    )
    assert walk(game, "S1", (14.5, 10)).spot.x_in == 14.5


def test_pt1_d1e_a_gun_and_its_crew_move_as_one() -> None:
    game = moving(loose("G", (10, 10), (9, 10), kind="gun"), 3, 4, 2)
    game.stands("G1", (14, 10))
    game.stands("G2", (13, 10))
    moved = the(game.do(HOST, MoveDone(unit="G")), Moved)
    assert moved.length == pytest.approx(4.0)
    assert moved.spot.x_in == pytest.approx(13.5)


def test_pt1_d1e_a_gun_does_not_leave_its_crew_behind() -> None:
    game = moving(loose("G", (10, 10), (9, 10), kind="gun"), 3, 4, 2)
    game.stands("G1", (15.5, 10))
    refusal = game.refused(HOST, MoveDone(unit="G"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D1e", True)
    assert refusal.reason == (
        "G2 stands 5.9 in from G1: a gun and its crew move together, within 3 in."
    )
    game.stands("G2", (14.5, 10))
    game.do(HOST, MoveDone(unit="G"))

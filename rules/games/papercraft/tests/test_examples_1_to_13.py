"""The worked examples of armies, set-up, moves and ranges (PC-EX-01 to PC-EX-13)."""

import pytest

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoved, SquareMoveDone
from rules.games.papercraft.chapters.mustering import ArmiesAgreed, GetReady
from rules.games.papercraft.chapters.setting_up import OrderSet, Placed, PlaceSquare, TakeEdge
from rules.games.papercraft.tests.armies import row, rows
from rules.games.papercraft.tests.shooters import CHARACTER, INFANTRY, range_of, shooter
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Battle,
    attacking,
    moving,
    new_battle,
    placing,
    profile_of,
    put,
    the,
)
from rules.referee.toolkit.game import Seat
from rules.table.bad_input import BadInputError
from rules.table.edges import TableEdge

FAR = put("Z", "seal_captain", (33, 33), blue=True)


def costing(name: str, points: int) -> dict[str, object]:
    return row(name, "seal_captain", side="Red", points=points)


def test_pc_ex_01_an_army_of_400_points() -> None:
    costs = (40, 40, 55, 55, 35, 45, 65, 65)
    army = [costing(f"R{n}", points) for n, points in enumerate(costs)]
    game = new_battle(army, rows("Blue", "moth_rider"))
    assert sum(unit.profile.points for unit in game.state.army("Red")) == 400
    with pytest.raises(BadInputError, match="got 435, which is 35 too many"):
        new_battle([*army, costing("R9", 35)], rows("Blue", "moth_rider"))


@pytest.mark.parametrize(("total", "short"), [(200, 0), (150, 50)])
def test_pc_ex_02_two_armies_of_200_against_one_of_400(total: int, short: int) -> None:
    seats = (
        Seat(name="Rangers", sides=("Red",)),
        Seat(name="Raiders", sides=("Red",)),
        Seat(name=GUEST, sides=("Blue",)),
    )
    game = new_battle(
        rows("Red", "seal_captain", player="Rangers", army_total=200),
        rows("Red", "seal_captain", letter="U", player="Raiders", army_total=total),
        rows("Blue", "moth_rider", army_total=400),
        seats=seats,
        ready=False,
    )
    for seat in ("Rangers", "Raiders"):
        game.do(seat, GetReady())
    warnings = the(game.do(GUEST, GetReady()), ArmiesAgreed).warnings
    told = (f"Red's Army Totals are {short} points short of the other's",) if short else ()
    assert warnings == told


def three(a: int, b: int, c: int) -> Battle:
    """A game of three armies, of so many units each, that has been mustered."""
    seats = tuple(Seat(name=name, sides=(name,)) for name in ("Red", "Blue", "Green"))
    armies = [
        rows(side, *("seal_captain",) * count, army_total=1000)
        for side, count in zip(("Red", "Blue", "Green"), (a, b, c), strict=True)
    ]
    return new_battle(*armies, seats=seats)


def test_pc_ex_03_the_tied_players_roll_again() -> None:
    game = three(1, 1, 1)
    for seat, die in (("Red", 5), ("Blue", 2), ("Green", 5)):
        game.rolled(seat, die)
    game.rolled("Red", 3)
    assert the(game.rolled("Green", 6), OrderSet).order == ("Green", "Red", "Blue")


def test_pc_ex_04_placing_in_rotation() -> None:
    game = three(3, 5, 4)
    for seat, die in (("Red", 4), ("Blue", 2), ("Green", 6)):
        game.rolled(seat, die)
    for seat, edge in (
        ("Green", TableEdge.SOUTH),
        ("Red", TableEdge.NORTH),
        ("Blue", TableEdge.WEST),
    ):
        game.do(seat, TakeEdge(edge=edge))
    sequence = ""
    while (
        left := game.state.to_place(game.state.order[game.state.placer])
    ) and not game.state.turn:
        player = left[0].player
        count = len(game.state.army(player)) - len(left)
        at = {
            "Green": (12 + 2 * count, 1),
            "Red": (12 + 2 * count, 35),
            "Blue": (1, 12 + 2 * count),
        }
        game.lies(left[0].id, at[player])
        told = game.do(player, PlaceSquare(unit=left[0].id))
        sequence += the(told, Placed).player[0]
    assert sequence == "GRBGRBGRBGBB"


@pytest.mark.parametrize(("y", "legal"), [(8.4, True), (8.9, False)])
def test_pc_ex_05_in_the_start_zone(y: float, legal: bool) -> None:
    game = placing(put("A", "quill_spears", None), FAR, chosen=dict(STRICT))
    game.lies("A", (10, y))
    if legal:
        game.do(HOST, PlaceSquare(unit="A"))
        return
    found = game.refused(HOST, PlaceSquare(unit="A")).evidence[0]
    assert found.value == pytest.approx(10.4)
    assert found.margin == pytest.approx(-0.4)


@pytest.mark.parametrize(("y", "length"), [(13, 8.0), (13.6, 8.6)])
def test_pc_ex_06_a_move_of_eight_inches(y: float, length: float) -> None:
    game = moving(put("A", "quill_spears", (10, 5)), FAR, chosen=dict(STRICT))
    game.lies("A", (10, y))
    if length <= 8:
        assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(
            length
        )
        return
    refusal = game.refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.reason.endswith("pull it back by 0.6 in.")


def test_pc_ex_07_a_quarter_turn_of_a_large_unit() -> None:
    profile = profile_of("web_spitter")
    game = moving(put("A", "web_spitter", (5, 5), 0, profile=profile), FAR)
    game.lies("A", (5, 5), 90)
    assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(2**0.5)
    assert game.unit("A").moved
    game.do(HOST, EndMovement())
    refusal = game.refused(HOST, Attack(unit="A", attack="spit", target="Z"))
    assert refusal.clause == "PC-ATK-02"


@pytest.mark.parametrize(("unit_type", "cost"), [("quill_spears", 3.0), ("great_moth", 6.0)])
def test_pc_ex_08_an_about_face_costs_the_depth(unit_type: str, cost: float) -> None:
    game = moving(put("A", unit_type, (10, 10)), FAR, chosen=dict(STRICT))
    game.lies("A", (10, 10), 270)
    assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(cost)


@pytest.mark.parametrize(("y", "value"), [(24, 17.0), (25.2, None)])
def test_pc_ex_09_straight_ahead(y: float, value: float | None) -> None:
    game = attacking(
        shooter((10, 5), INFANTRY),
        put("B", "seal_captain", (11, y), blue=True),
        chosen=dict(STRICT),
    )
    assert range_of(game) == (None if value is None else pytest.approx(value))


def test_pc_ex_10_across() -> None:
    game = attacking(
        shooter((10, 5), INFANTRY), put("B", "moth_rider", (20, 14), blue=True), chosen=dict(STRICT)
    )
    assert range_of(game) == pytest.approx(9.552, abs=0.001)


def test_pc_ex_11_fully_blocked() -> None:
    game = attacking(
        shooter((10, 5), CHARACTER, range_in=36),
        put("C", "quill_spears", (10, 10), blue=True),
        put("B", "seal_captain", (10, 15), blue=True),
        chosen=dict(STRICT),
    )
    refusal = game.refused(HOST, Attack(unit="A", attack="x", target="B"))
    assert (refusal.clause, refusal.evidence[0].value) == ("PC-RNG-02", None)
    assert "no clear line from A to B: C covers all of it" in refusal.reason


def test_pc_ex_12_partly_blocked() -> None:
    game = attacking(
        shooter((10, 5), CHARACTER),
        put("C", "quill_spears", (11.8, 10), blue=True),
        put("B", "seal_captain", (10, 15), blue=True),
        chosen=dict(STRICT),
    )
    assert range_of(game) == pytest.approx(9.0)


@pytest.mark.parametrize(
    ("range_in", "graze", "value"),
    [(9.1, 0.000001, None), (9.2, 0.000001, 9.180), (9.1, 0.02, 9.012)],
)
def test_pc_ex_13_round_a_corner(range_in: float, graze: float, value: float | None) -> None:
    game = attacking(
        shooter((10, 5), CHARACTER, range_in=range_in),
        put("C", "web_spitter", (10.3, 10), blue=True),
        put("B", "quill_spears", (11, 16), blue=True),
        chosen={**STRICT, "graze_eps_in": graze},
    )
    assert range_of(game) == (None if value is None else pytest.approx(value, abs=0.001))

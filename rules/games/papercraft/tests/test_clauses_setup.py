"""Tests of setting up and of how turns follow one another (clauses SET and TRN)."""

from dataclasses import replace

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoveDone
from rules.games.papercraft.chapters.mustering import ArmiesAgreed, GetReady
from rules.games.papercraft.chapters.setting_up import (
    EdgeTaken,
    OrderSet,
    OrderTied,
    Placed,
    PlaceSquare,
    PlayerSkipped,
    TakeEdge,
)
from rules.games.papercraft.chapters.turn_effects import Healed, PhaseOpened, Sung
from rules.games.papercraft.chapters.turns import (
    BattleDecided,
    ConcedeArmy,
    EndTurn,
    PlayerTurnBegan,
    PlayerTurnEnded,
    TurnSkipped,
)
from rules.games.papercraft.state import Phase
from rules.games.papercraft.tests.armies import rows
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    all_of,
    attacking,
    moving,
    new_battle,
    placing,
    put,
    the,
    turn_over,
)
from rules.referee.toolkit.game import Seat
from rules.table.edges import TableEdge
from rules.table.snapshot import PieceState
from rules.table.units import Inches
from tests.factories import area

RED, BLUE = rows("Red", "seal_captain"), rows("Blue", "moth_rider")
THREE = (
    Seat(name=HOST, sides=("Red",)),
    Seat(name=GUEST, sides=("Blue",)),
    Seat(name="Stranger", sides=("Green",)),
)
TWO_TO_ONE = (
    Seat(name="Rangers", sides=("Red",)),
    Seat(name="Raiders", sides=("Red",)),
    Seat(name=GUEST, sides=("Blue",)),
)
TEAM = (
    rows("Red", "seal_captain", player="Rangers"),
    rows("Red", "blot_caster", letter="U", player="Raiders"),
    BLUE,
)


def set_up(*, red: int = 6, blue: int = 3) -> Battle:
    """Both sides are ready and have rolled; Host chooses the south edge."""
    game = new_battle(RED, BLUE)
    game.rolled(HOST, red)
    game.rolled(GUEST, blue)
    first = HOST if red > blue else GUEST
    game.do(first, TakeEdge(edge=TableEdge.SOUTH))
    return game


def test_pc_set_02_an_unusual_table_is_told_of() -> None:
    game = new_battle(RED, BLUE, side=48, ready=False)
    game.do(HOST, GetReady())
    (warning,) = the(game.do(GUEST, GetReady()), ArmiesAgreed).warnings
    assert warning == "the table is 48 by 48 in, 36 by 36 in were agreed"
    many = rows("Red", *("great_moth",) * 5, "quill_spears", army_total=800)
    crowded = new_battle(many, rows("Blue", "moth_rider", army_total=800), ready=False)
    crowded.do(HOST, GetReady())
    (warning,) = the(crowded.do(GUEST, GetReady()), ArmiesAgreed).warnings
    assert warning.startswith("Red has more than 700 points")


@pytest.mark.parametrize(
    ("mode", "stopped"), [("none", False), ("impassable_and_blocking", True), ("impassable", True)]
)
def test_pc_set_03_terrain_counts_only_where_that_was_agreed(mode: str, stopped: bool) -> None:
    wall = area("wall", (8, 14), (12, 14), (12, 15), (8, 15), kind="wall")
    game = moving(
        put("A", "seal_captain", (10, 12)),
        put("B", "moth_rider", (30, 30), blue=True),
        terrain=[wall],
        chosen={"terrain_mode": mode},
    )
    game.lies("A", (10, 14.5))
    if stopped:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-SET-03"
    else:
        game.do(HOST, SquareMoveDone(unit="A"))


@pytest.mark.parametrize(
    ("mode", "blocked"), [("impassable_and_blocking", True), ("impassable", False)]
)
def test_pc_set_03_terrain_blocks_lines_where_that_was_agreed(mode: str, blocked: bool) -> None:
    wall = area("wall", (2, 14), (18, 14), (18, 15), (2, 15), kind="wall")
    game = attacking(
        put("A", "inkbow_company", (10, 10)),
        put("B", "moth_rider", (10, 20), blue=True),
        terrain=[wall],
        chosen={"terrain_mode": mode},
    )
    shot = Attack(unit="A", attack="bow", target="B")
    if blocked:
        refusal = game.refused(HOST, shot)
        assert (refusal.clause, refusal.evidence[0].blockers) == ("PC-RNG-02", ("wall",))
    else:
        game.do(HOST, shot)


def test_pc_set_04_equal_dice_are_rolled_again_by_those_who_threw_them() -> None:
    game = new_battle(RED, BLUE, rows("Green", "lantern_wisp"), seats=THREE)
    for seat, die in ((HOST, 5), (GUEST, 2)):
        game.rolled(seat, die)
    told = game.rolled("Stranger", 5)
    assert the(told, OrderTied).players == ("Red", "Green")
    assert [ask.who for ask in game.state.asks] == ["Red", "Green"]
    game.rolled(HOST, 3)
    assert the(game.rolled("Stranger", 6), OrderSet).order == ("Green", "Red", "Blue")


def test_pc_set_05_units_are_placed_one_at_a_time_in_rotation() -> None:
    game = placing(
        put("A", "seal_captain", None),
        put("C", "seal_captain", None),
        put("B", "moth_rider", None, blue=True),
    )
    assert game.refused(GUEST, PlaceSquare(unit="B")).reason == "It is Red's turn to place a unit."
    assert game.refused(HOST, PlaceSquare(unit="B")).clause == "PC-SET-05"
    game.lies("A", (5, 5))
    game.lies("C", (10, 5))
    refusal = game.refused(HOST, PlaceSquare(unit="A"))
    assert refusal.reason == "C was laid on the table too; one unit is placed at a time."
    game.gone("C")
    game.do(HOST, PlaceSquare(unit="A"))
    assert game.refused(HOST, PlaceSquare(unit="C")).reason == "It is Blue's turn to place a unit."


def test_pc_set_05_squares_that_lay_there_from_the_start_are_placed_as_they_lie() -> None:
    """Whole armies are laid out before the battle: each is placed in its turn, a new one is not."""
    game = placing(
        put("A", "seal_captain", None),
        put("C", "seal_captain", None),
        put("D", "seal_captain", None),
        put("B", "moth_rider", None, blue=True),
    )
    game.state = replace(game.state, laid=("A", "B", "C"))
    game.lies("A", (5, 5))
    game.lies("C", (10, 5))
    game.lies("B", (20, 33), 270)
    game.do(HOST, PlaceSquare(unit="A"))
    game.do(GUEST, PlaceSquare(unit="B"))
    game.lies("D", (15, 5))
    assert game.refused(HOST, PlaceSquare(unit="C")).reason.startswith(
        "D was laid on the table too"
    )
    game.gone("D")
    game.do(HOST, PlaceSquare(unit="C"))
    assert game.state.laid == ("A", "B", "C")


def test_pc_set_05_what_lies_there_is_noted_when_placing_begins() -> None:
    game = new_battle(rows("Red", "seal_captain"), rows("Blue", "seal_captain"))
    game.lies("R1", (5, 5))
    for seat, die in ((HOST, 5), (GUEST, 2)):
        game.rolled(seat, die)
    game.do(HOST, TakeEdge(edge=TableEdge.SOUTH))
    assert (game.state.phase, game.state.laid) == (Phase.DEPLOY, ("R1",))
    game.do(HOST, PlaceSquare(unit="R1"))
    game.lies("B1", (5, 33), 270)
    game.do(GUEST, PlaceSquare(unit="B1"))
    assert (game.state.phase, game.state.laid) == (Phase.MOVE, ())


def test_pc_set_06_whoever_has_nothing_left_is_skipped() -> None:
    game = placing(
        put("A", "seal_captain", None),
        put("C", "seal_captain", None),
        put("B", "moth_rider", (30, 33), 270, blue=True),
        edges={"Red": TableEdge.SOUTH, "Blue": TableEdge.NORTH},
    )
    game.lies("A", (5, 5))
    told = game.do(HOST, PlaceSquare(unit="A"))
    assert the(told, PlayerSkipped).player == "Blue"
    game.lies("C", (10, 5))
    assert the(game.do(HOST, PlaceSquare(unit="C")), PlayerTurnBegan).player == "Red"


@pytest.mark.parametrize(
    ("rule", "y", "legal"),
    [
        ("whole_square", 9.5, True),
        ("whole_square", 9.7, False),
        ("any_part", 10.4, True),
        ("any_part", 10.7, False),
        ("centre", 10.0, True),
        ("centre", 10.2, False),
    ],
)
def test_pc_set_07_how_much_of_a_square_is_in_its_zone(rule: str, y: float, legal: bool) -> None:
    game = placing(
        put("A", "seal_captain", None),
        put("B", "moth_rider", None, blue=True),
        chosen={"zone_rule": rule, "pos_tol_in": 0.0, "doubt_policy": "strict"},
    )
    game.lies("A", (5, y))
    if legal:
        assert the(game.do(HOST, PlaceSquare(unit="A")), Placed).spot.y_in == y
    else:
        refusal = game.refused(HOST, PlaceSquare(unit="A"))
        assert (refusal.clause, refusal.waivable) == ("PC-SET-07", True)


def test_pc_set_08_nobody_is_placed_on_another_unit() -> None:
    game = placing(
        put("A", "seal_captain", (5, 5)),
        put("C", "seal_captain", None),
        put("B", "moth_rider", None, blue=True),
    )
    game.lies("C", (5.5, 5))
    refusal = game.refused(HOST, PlaceSquare(unit="C"))
    assert refusal.clause == "PC-SET-08"
    assert refusal.reason.startswith("C stands on A, 0.5 in deep")


def test_pc_set_09_two_players_begin_at_opposite_edges() -> None:
    game = new_battle(RED, BLUE)
    game.rolled(HOST, 2)
    game.rolled(GUEST, 6)
    assert game.refused(HOST, TakeEdge(edge=TableEdge.WEST)).clause == "PC-SET-09"
    told = game.do(GUEST, TakeEdge(edge=TableEdge.WEST))
    assert [(e.player, str(e.edge)) for e in all_of(told, EdgeTaken)] == [
        ("Blue", "west"),
        ("Red", "east"),
    ]


@pytest.mark.parametrize(("plan", "own"), [("team_mates_share", "south"), ("one_each", "north")])
def test_pc_set_09_team_mates_share_an_edge_or_have_one_each(plan: str, own: str) -> None:
    game = new_battle(*TEAM, seats=TWO_TO_ONE, edge_plan=plan)
    for seat, die in (("Rangers", 6), ("Raiders", 5), (GUEST, 1)):
        game.rolled(seat, die)
    game.do("Rangers", TakeEdge(edge=TableEdge.SOUTH))
    if plan == "one_each":
        refusal = game.refused("Raiders", TakeEdge(edge=TableEdge.SOUTH))
        assert refusal.reason == "Raiders may begin at the north or west or east edge, not south."
        game.do("Raiders", TakeEdge(edge=TableEdge.NORTH))
        game.do(GUEST, TakeEdge(edge=TableEdge.WEST))
    assert game.state.edges["Raiders"] == own
    assert game.state.phase is Phase.DEPLOY


def test_pc_trn_01_turns_go_in_the_order_of_placing() -> None:
    game = set_up(red=2, blue=5)
    assert game.state.order == ("Blue", "Red")
    game.lies("B1", (10, 5))
    game.do(GUEST, PlaceSquare(unit="B1"))
    game.lies("R1", (10, 33))
    told = game.do(HOST, PlaceSquare(unit="R1"))
    assert (the(told, PlayerTurnBegan).player, game.state.phase) == ("Blue", Phase.MOVE)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("by_roll", ("Rangers", "Blue", "Raiders")),
        ("team_together", ("Rangers", "Raiders", "Blue")),
    ],
)
def test_pc_trn_01_team_mates_as_rolled_or_together(order: str, expected: tuple[str, ...]) -> None:
    game = new_battle(*TEAM, seats=TWO_TO_ONE, team_order=order)
    for seat, die in (("Rangers", 6), ("Raiders", 2)):
        game.rolled(seat, die)
    assert the(game.rolled(GUEST, 4), OrderSet).order == expected


def test_pc_trn_02_first_moves_then_attacks_and_the_player_says_when() -> None:
    game = moving(put("A", "inkbow_company", (10, 10)), put("B", "moth_rider", (10, 20), blue=True))
    early = game.refused(HOST, Attack(unit="A", attack="bow", target="B"))
    assert early.clause == "PC-TRN-02"
    assert the(game.do(HOST, EndMovement()), PhaseOpened).phase is Phase.ATTACK
    game.lies("A", (10, 12))
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-TRN-02"
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("A", "moved_out_of_turn")


def test_pc_trn_03_one_player_after_the_other() -> None:
    game = moving(put("A", "seal_captain", (10, 10)), put("B", "moth_rider", (30, 30), blue=True))
    assert game.refused(GUEST, EndMovement()).reason == "It is Red's turn, not Guest's."
    assert game.refused(HOST, SquareMoveDone(unit="B")).clause == "PC-TRN-03"
    told = turn_over(game)
    assert (the(told, PlayerTurnEnded).player, the(told, PlayerTurnBegan).player) == ("Red", "Blue")
    assert game.refused(HOST, EndTurn()).clause in {"PC-TRN-02", "PC-TRN-03"}


def test_pc_trn_04_a_new_turn_forgets_the_last_one() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 10)), put("B", "moth_rider", (10, 20), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(1, 6)
    assert game.unit("A").attacks == (("bow", "B"),)
    turn_over(game)
    turn_over(game)
    unit = game.unit("A")
    assert (unit.attacks, unit.moved, unit.start) == ((), False, unit.spot)
    assert unit.walked == Inches(0)


def test_pc_trn_05_what_a_turn_begins_with_comes_before_moves() -> None:
    game = attacking(
        put("A", "seal_captain", (10, 10), hp=3), put("B", "organ_house", (30, 30), blue=True)
    )
    game.do(HOST, EndTurn())
    assert game.state.phase is Phase.TURN_START
    told = game.rolled(GUEST, 4)
    assert (the(told, Sung).number, the(told, Healed).hp) == (4, 7)
    assert the(told, PhaseOpened).phase is Phase.MOVE


def test_pc_trn_06_whoever_has_no_unit_left_has_no_turn() -> None:
    game = attacking(
        put("A", "seal_captain", (10, 10)),
        put("B", "moth_rider", (30, 30), blue=True),
        put("G", "lantern_wisp", (5, 30), side="Green", player="Stranger"),
    )
    game.do(GUEST, ConcedeArmy())
    told = game.do(HOST, EndTurn())
    assert the(told, TurnSkipped).player == "Blue"
    assert the(told, PlayerTurnBegan).player == "Stranger"


def test_pc_trn_07_the_last_side_with_a_unit_wins() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 10)), put("B", "moth_rider", (10, 20), blue=True, hp=1)
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    ended = the(game.hit_for(6, 6), BattleDecided)
    assert ended.winner == "Red"
    assert GAME.result is not None
    assert str(GAME.result(game.state)).startswith("Red wins: it alone has a unit left.")
    assert game.refused(HOST, EndTurn()).clause == "PC-TRN-07"


def test_pc_trn_07_after_the_agreed_rounds_points_decide() -> None:
    game = attacking(
        put("A", "seal_captain", (10, 10)),
        put("B", "moth_rider", (30, 30), blue=True),
        chosen={"victory": "rounds", "rounds": 1},
    )
    turn_over(game)
    ended = the(turn_over(game), BattleDecided)
    assert (ended.winner, ended.how) == ("Blue", "round 1 is over")
    assert {each.name: each.count for each in ended.points_left} == {"Red": 35, "Blue": 60}


def test_pc_trn_07_or_a_share_of_the_enemys_points() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 10)),
        put("B", "moth_rider", (10, 20), blue=True, hp=1),
        put("C", "moth_rider", (30, 30), blue=True),
        chosen={"victory": "points_share", "victory_share": 50},
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    ended = the(game.hit_for(6, 6), BattleDecided)
    assert ended.winner == "Red"
    assert ended.told().endswith(" Points left: Red 55 (A 55), Blue 60 (C 60). Lost: B 60.")


def test_a_unit_that_nobody_sees_is_placed_on_somebodys_word() -> None:
    game = placing(put("A", "seal_captain", None), put("B", "moth_rider", None, blue=True))
    game.lies("A", (5, 5), seen=PieceState.HIDDEN)
    assert game.refused(HOST, PlaceSquare(unit="A")).waivable
    assert game.unit("A").spot is None

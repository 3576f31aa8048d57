"""Tests that nobody gets anything done at the wrong time, or in the enemy's name."""

from collections.abc import Callable

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.arrivals import Arrive
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.keeping import Discard
from rules.games.paper_tigers.chapters.laying import Assign, Pass, TurnUp
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.terrain import NameObjective, TerrainDone
from rules.games.paper_tigers.chapters.turns import Deal, Shuffle
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    assigning,
    ending_turn,
    new_battle,
    picking,
    put,
    set_up,
    started,
    turn_start,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.questions import Roll
from tests.factories import box

TANK, ENEMY = put("T1", (10, 10)), put("E1", (20, 10), blue=True)
LATE = put("E2", (2, 2), blue=True, arrives=2, spot=None)


def to_terrain() -> Battle:
    game = new_battle(terrain=(box("W", (20, 20), (26, 26)),))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    return game


def to_deployment(*, second: bool = False) -> Battle:
    game = to_terrain()
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    if second:
        game.do(GUEST, ChooseEdge(edge="south"))
        game.do(GUEST, DeployDone())
    return game


def to_sides() -> Battle:
    game = new_battle()
    game.rolled(HOST, 6, 5)
    return game


def to_deal() -> Battle:
    game = turn_start(TANK, ENEMY)
    game.rolled(HOST, 2, 2)
    game.rolled(GUEST, 2, 2)
    return game


def to_picks() -> Battle:
    return picking(put("T1", (10, 10), cards=("",)), put("E1", (20, 10), cards=("",), blue=True))


def to_faces() -> Battle:
    game = to_picks()
    game.do(HOST, Pick(unit="T1"))
    game.do(GUEST, Pick(unit="E1"))
    game.turned(HOST, "KH")
    return game


def to_move() -> Battle:
    game = acting(TANK, ENEMY, cards={"T1": "5C"})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    return game


def to_save() -> Battle:
    game = acting(TANK, ENEMY, cards={"T1": "5H"})
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 3, 3, 3)
    return game


def to_repair() -> Battle:
    return ending_turn(
        put("T1", (10, 10), hits=1),
        put("E1", (20, 10), hits=1, blue=True),
        red=Hand(hidden=1),
        blue=Hand(hidden=1),
    )


def to_repair_roll() -> Battle:
    game = ending_turn(put("T1", (10, 10), hits=1), ENEMY, red=Hand(open=("9C",)))
    game.do(HOST, Repair(unit="T1", card="9C"))
    return game


def to_discards() -> Battle:
    return ending_turn(TANK, ENEMY, red=Hand(hidden=8), blue=Hand(), phase=Phase.CLEAN_UP)


@pytest.mark.parametrize(
    ("moment", "body", "clause", "told"),
    [
        (to_sides, Roll(dice=(3, 4)), "PT1-B1", "It is Blue's turn to answer"),
        (to_terrain, TerrainDone(), "PT1-B2", "It is Red who places the terrain."),
        (to_terrain, NameObjective(area="W", points=4), "PT1-B2", "It is Red who places"),
        (to_deployment, ChooseEdge(edge="south"), "PT1-B3", "It is Blue who sets up now."),
        (lambda: to_deployment(second=True), DeployDone(), "PT1-B4", "It is Red who sets up now."),
        (lambda: set_up(new_battle()), Shuffle(), "PT1-B5", "In turn 1 it is Blue who shuffles."),
        (
            lambda: started(TANK, ENEMY, LATE, phase=Phase.ARRIVALS, turn=2),
            Arrive(),
            "PT1-J1d",
            "No unit of",
        ),
        (
            lambda: assigning(TANK, ENEMY, red=Hand(hidden=1), blue=Hand(hidden=1)),
            Assign(unit="E1"),
            "PT1-C2",
            "It is Red's turn to lay a card",
        ),
        (
            lambda: assigning(TANK, ENEMY, red=Hand(hidden=1), blue=Hand(hidden=1)),
            Pass(),
            "PT1-C2",
            "It is Red's turn to lay a card",
        ),
        (to_picks, Pick(unit="T1"), "PT1-I2", "Red is not commanded by Guest."),
        (to_faces, TurnUp(cards=("2C",)), "PT1-C3", "It is Blue's turn to answer"),
        (
            lambda: acting(TANK, ENEMY, cards={"T1": "KH"}),
            Fire(target="T1"),
            "PT1-C3d",
            "It is Red's turn: the king of hearts of T1 is up.",
        ),
        (lambda: acting(TANK, ENEMY, cards={"T1": "KH"}), Move(), "PT1-C3d", "It is Red's turn"),
        (lambda: acting(TANK, ENEMY, cards={"T1": "KH"}), Decline(), "PT1-C3d", "It is Red's turn"),
        (to_move, MoveDone(unit="T1"), "PT1-I2", "Red is not commanded by Guest."),
        (to_move, MoveDone(unit="E1"), "PT1-D1b", "It is Red's turn to answer"),
        (to_save, Roll(dice=(6, 6)), "PT1-D2f", "It is Blue's turn to answer: Roll 2 dice"),
        (to_repair, Repair(unit="E1"), "PT1-C4", "It is not Blue's turn to repair."),
        (to_repair, Pass(), "PT1-C4", "It is not Blue's turn to repair."),
        (
            lambda: ending_turn(put("T1", (10, 10), hits=1), ENEMY, red=Hand(hidden=1)),
            Pass(),
            "PT1-C4",
            "It is not Blue's turn to repair.",
        ),
        (to_repair_roll, Roll(dice=(6, 6)), "PT1-C4a", "It is Red's turn to answer"),
        (to_discards, Discard(hidden=2), "PT1-C5c", "Blue holds 0 cards and may keep 6."),
    ],
)
def test_the_other_seat_cannot_do_it(
    moment: Callable[[], Battle], body: object, clause: str, told: str
) -> None:
    game = moment()
    waiting = {ask.seat for ask in game.state.asks}
    # Whoever the moment does not wait for; Guest where nobody in particular is asked.
    intruder = HOST if GUEST in waiting or _is_blues(game) else GUEST
    refusal = game.refused(intruder, body)
    assert refusal.clause == clause
    assert refusal.reason.startswith(told)


def _is_blues(game: Battle) -> bool:
    """Whether the phase belongs to Blue's seat."""
    return game.state.phase in {Phase.DEPLOY_FIRST, Phase.SHUFFLE, Phase.ARRIVALS}


EVERYTHING = (
    TerrainDone(),
    ChooseEdge(edge="south"),
    DeployDone(),
    Shuffle(),
    Arrive(),
    Deal(),
    Assign(unit="T1"),
    Pick(unit="T1"),
    Fire(target="E1"),
    Move(),
    Decline(),
    MoveDone(unit="T1"),
    Repair(unit="T1"),
    Discard(hidden=1),
    Roll(dice=(1, 2)),
    TurnUp(cards=("2C",)),
)
MOMENTS: dict[str, tuple[Callable[[], Battle], tuple[type[object], ...]]] = {
    "sides": (new_battle, (Roll,)),
    "deal": (to_deal, (Deal,)),
    "assign": (lambda: assigning(TANK, ENEMY, red=Hand(hidden=1)), (Assign,)),
    "picks": (to_picks, (Pick,)),
    "a card is up": (lambda: acting(TANK, ENEMY, cards={"T1": "5C"}), (Fire, Move, Decline)),
    "a move": (to_move, (MoveDone,)),
    "repairs": (to_repair, (Repair,)),
    "discards": (to_discards, ()),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_at_any_moment_only_what_belongs_to_it_is_done(name: str) -> None:
    moment, fitting = MOMENTS[name]
    for body in EVERYTHING:
        game = moment()
        if isinstance(body, fitting):
            game.do(HOST, body)
            continue
        refusal = game.refused(HOST, body)
        assert refusal.clause.startswith("PT1-")
        assert refusal.reason.endswith((".", "?", ")")), refusal.reason


def test_a_stranger_gets_nothing_done() -> None:
    refusal = to_picks().refused("Cid", Pick(unit="T1"))
    assert (refusal.clause, refusal.reason) == ("PT1-I2", "Cid has no seat in this battle.")


def test_a_unit_that_is_not_there_is_named() -> None:
    refusal = to_picks().refused(HOST, Pick(unit="T9"))
    assert refusal.clause == "PT1-A6"
    assert "'T9'" in refusal.reason


def test_an_answer_to_another_ask_is_told_which_is_open() -> None:
    game = to_save()
    refusal = game.refused(GUEST, Roll(dice=(5, 5), ask=99))
    assert refusal.clause == "PT1-D2f"
    assert refusal.reason.startswith("That is not what is asked now. Roll 2 dice: E1 is hit")
    game.do(GUEST, Roll(dice=(5, 5), ask=game.state.asks[0].id))

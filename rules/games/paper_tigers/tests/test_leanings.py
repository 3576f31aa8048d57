"""Tests of what becomes of values near their limits, as the players agreed: allow, ask, strict."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    new_battle,
    put,
    ruling,
)
from rules.table.verdict import Answer

ASKED = "That is for you to agree on: let it pass together, or not."


def at_range(far: float, *, sigma: float = 0.0, **chosen: Any) -> Battle:
    """A squad may fire at a tank that is so far away, seen with this error."""
    return acting(
        put("S1", (10, 10), kind="squad"),
        put("E1", (10 + far, 10), blue=True, sigma=sigma),
        cards={"S1": "5H"},
        chosen=chosen,
    )


@pytest.mark.parametrize("leaning", ["allow", "ask", "strict"])
def test_a_range_just_past_its_limit(leaning: str) -> None:
    game = at_range(12.1, borderline_policy=leaning)
    if leaning == "allow":
        (found, _) = ruling(game.do(HOST, Fire(target="E1")), FireDeclared).evidence
        assert (found.answer, found.courtesy) == (Answer.NO, 0.25)
        return
    refusal = game.refused(HOST, Fire(target="E1"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D2c", True)
    assert refusal.reason.startswith("E1 is 12.1 in away; infantry fire reaches 12 in")
    assert (ASKED in refusal.reason) is (leaning == "ask")
    game.do(HOST, Fire(target="E1"), waives=("PT1-D2c",))


@pytest.mark.parametrize("leaning", ["allow", "ask", "strict"])
def test_a_range_too_close_to_call(leaning: str) -> None:
    # Past the limit by more than the courtesy, but the error is 0.4 in, and two of them count.
    game = at_range(12.5, sigma=0.4, doubt_policy=leaning)
    if leaning == "allow":
        (found, _) = ruling(game.do(HOST, Fire(target="E1")), FireDeclared).evidence
        assert found.answer is Answer.TOO_CLOSE_TO_CALL
        assert "0.5 in too far, overlooked in doubt" in found.why
        return
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2c"
    assert "(error 0.4 in)" in refusal.reason
    assert (ASKED in refusal.reason) is (leaning == "ask")


@pytest.mark.parametrize("leaning", ["allow", "ask", "strict"])
def test_a_doubtful_range_within_its_limit_is_asked_about_only_by_those_who_ask(
    leaning: str,
) -> None:
    game = at_range(11.9, sigma=0.4, doubt_policy=leaning, borderline_policy=leaning)
    if leaning == "ask":
        assert ASKED in game.refused(HOST, Fire(target="E1")).reason
        return
    (found, _) = ruling(game.do(HOST, Fire(target="E1")), FireDeclared).evidence
    assert found.answer is Answer.TOO_CLOSE_TO_CALL


def test_courtesy_and_doubt_are_never_added_up() -> None:
    # 0.25 of courtesy, 0.2 of doubt: 0.4 over is past both.
    refusal = at_range(12.4, sigma=0.1).refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2c"
    assert refusal.reason.startswith("E1 is 12.4 in away")
    at_range(12.2, sigma=0.1).do(HOST, Fire(target="E1"))


def test_without_courtesy_the_limit_is_the_limit() -> None:
    assert at_range(12.05, eps_in=0.0).refused(HOST, Fire(target="E1")).clause == "PT1-D2c"
    at_range(12.0, eps_in=0.0).do(HOST, Fire(target="E1"))


def test_more_courtesy_overlooks_more() -> None:
    at_range(12.9, eps_in=1.0).do(HOST, Fire(target="E1"))


def test_a_floor_of_doubt_makes_exact_places_doubtful() -> None:
    game = at_range(12.4, doubt_floor_in=0.5, doubt_policy="ask")
    assert ASKED in game.refused(HOST, Fire(target="E1")).reason


@pytest.mark.parametrize("leaning", ["allow", "ask", "strict"])
def test_a_move_just_too_long(leaning: str) -> None:
    game = acting(
        put("T1", (10, 10)), put("E1", (40, 40), blue=True), cards={"T1": "8C"},
        chosen={"borderline_policy": leaning},
    )  # fmt: skip
    game.do(HOST, Move())
    game.rolled(HOST, 3, 4, 2)
    game.stands("T1", (19.2, 10))
    if leaning == "allow":
        assert ruling(game.do(HOST, MoveDone(unit="T1")), Moved).evidence[0].courtesy == 0.25
        return
    refusal = game.refused(HOST, MoveDone(unit="T1"))
    assert refusal.clause == "PT1-D1b"
    assert refusal.reason.startswith("T1 moved 9.2 in, 9 allowed")
    assert (ASKED in refusal.reason) is (leaning == "ask")
    game.do(HOST, MoveDone(unit="T1"), waives=("PT1-D1b",))


@pytest.mark.parametrize("leaning", ["allow", "ask", "strict"])
def test_a_deployment_just_too_deep(leaning: str) -> None:
    game = new_battle(side=36.0, borderline_policy=leaning)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B1", (20, 10.6), heading=90.0)
    if leaning == "allow":
        game.do(GUEST, DeployDone())
        return
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-B3"
    assert refusal.reason.startswith("B1 reaches 12.1 in from the south edge")
    assert (ASKED in refusal.reason) is (leaning == "ask")
    game.do(GUEST, DeployDone(), waives=("PT1-B3",))

"""Tests of rules that players let pass together: the refusal, and how the battle goes on then."""

from collections.abc import Callable

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.deploying import Board, ChooseEdge
from rules.games.paper_tigers.chapters.fire.shots import FireRoll
from rules.games.paper_tigers.chapters.keeping import Discard
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.turns import Shuffle
from rules.games.paper_tigers.state import Hand, Slot
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Fire,
    acting,
    assigning,
    picking,
    put,
    started,
)
from rules.games.paper_tigers.vocabulary import Follower, Phase

T1, E1 = put("T1", (10, 10)), put("E1", (30, 10), blue=True)
A, B, C = (put(name, (10, y)) for name, y in zip("ABC", (13.9, 17.8, 21.7), strict=True))
HANDS = {"red": Hand(hidden=3, open=("2C",)), "blue": Hand(hidden=3)}


def up(*units: object, **more: object) -> Battle:
    """T1's card is up."""
    return acting(T1, *units, E1, cards={"T1": "3H"}, **more)  # type: ignore[arg-type]


def tired() -> Battle:
    return acting(put("T1", (10, 10), actions=2), E1, cards={"T1": "3H"})


def hurt() -> Battle:
    return acting(put("T1", (10, 10), hits=1), E1, cards={"T1": "3H"})


def riding() -> Battle:
    rider = put("S1", (10, 10), kind="squad", aboard="T1")
    return acting(T1, rider, put("E1", (20, 10), blue=True), cards={"S1": "3H"})


def followed() -> Battle:
    return up(put("A", (10, 13.9), had_card=True))


def cards_on_units() -> Battle:
    return assigning(T1, E1, **HANDS)


def repairing(*, repair: Slot | None = None) -> Battle:
    units = (put("T1", (10, 10), hits=1, repair=repair), put("T2", (10, 20), hits=1), E1)
    return started(*units, phase=Phase.REPAIR, hands={"Red": Hand(hidden=2), "Blue": Hand()})


def keeping() -> Battle:
    hands = {"Red": Hand(hidden=8), "Blue": Hand()}
    return started(T1, E1, phase=Phase.CLEAN_UP, hands=hands, turn=1)


def picks(**chosen: object) -> Battle:
    units = [put(name, (10, y), cards=("",)) for name, y in (("T1", 10), ("T2", 20))]
    foe = put("E1", (30, 10), cards=("", ""), blue=True)
    return picking(*units, foe, chosen=chosen)


def picked() -> Battle:
    game = picks()
    game.do(HOST, Pick(unit="T1"))
    return game


def setting_up(**more: object) -> Battle:
    return started(put("T1", (10, 40), blue=False, spot=None), E1, phase=Phase.DEPLOY_FIRST, **more)  # type: ignore[arg-type]


RULES: dict[str, tuple[Callable[[], Battle], str, object, str]] = {
    "a damaged unit acts": (hurt, HOST, Fire(target="E1"), "PT1-C4b"),
    "a third action": (tired, HOST, Fire(target="E1"), "PT1-E5"),
    "a passenger fires": (riding, HOST, Fire(target="E1"), "PT1-F2"),
    "a fourth unit": (lambda: up(A, B, C), HOST, Move(followers=("A", "B", "C")), "PT1-E2"),
    "a follower that had a card": (followed, HOST, Move(followers=("A",)), "PT1-E3"),
    "fire at friends": (lambda: up(A), HOST, Fire(target="A"), "PT1-D2d"),
    "a bound card": (
        lambda: up(chosen={"allow_decline": False}),
        HOST,
        Decline(),
        "PT1-C3c",
    ),
    "a card out of turn": (cards_on_units, GUEST, Assign(unit="E1"), "PT1-C2"),
    "a pass out of turn": (cards_on_units, GUEST, Pass(), "PT1-C2"),
    "a second pick": (picked, HOST, Pick(unit="T2"), "PT1-C3"),
    "a second repair card": (
        lambda: repairing(repair=Slot(card="5H")),
        HOST,
        Repair(unit="T1"),
        "PT1-C4a",
    ),
    "too few discards": (keeping, HOST, Discard(hidden=1), "PT1-C5c"),
    "the other side's shuffle": (
        lambda: started(T1, E1, phase=Phase.SHUFFLE, turn=2),
        GUEST,
        Shuffle(),
        "PT1-B5",
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_let_pass_for_that_command(rule: str) -> None:
    moment, seat, body, clause = RULES[rule]
    refusal = moment().refused(seat, body)
    assert (refusal.clause, refusal.waivable) == (clause, True)
    game = moment()
    waived = {clause, f"{refusal.clause}: {refusal.reason}"}
    assert game.do(seat, body, waives=waived)


def test_each_rule_is_let_pass_by_itself() -> None:
    """Whoever agrees to one has not agreed to another that was not told."""
    spent = put("A", (10, 13.9), had_card=True, actions=2)
    game = up(spent)
    assert game.refused(HOST, Move(followers=("A",)), waives=("PT1-E3",)).clause == "PT1-E5"


def test_the_battle_goes_on_after_a_rule_was_let_pass() -> None:
    game = up(A, B, C)
    game.do(HOST, Move(followers=("A", "B", "C")), waives=("PT1-E2",))
    assert [step.unit for step in game.state.steps] == ["T1", "A", "B", "C"]
    game = up(A)
    game.do(
        HOST, Fire(target="A", followers=(Follower(unit="A", target="E1"),)), waives=("PT1-D2d",)
    )
    assert isinstance(game.state.asks[0].question, FireRoll)
    assert about(game.state.asks[0]).target == "A"


def test_a_second_repair_card_sends_the_first_to_the_discards() -> None:
    game = repairing(repair=Slot(card="5H"))
    game.do(HOST, Repair(unit="T1"), waives=("PT1-C4a",))
    assert "5H" in game.state.packs["pack"].discards


@pytest.mark.parametrize("target", ["T1", "E2", "E3", "E9"])
def test_no_waiver_helps_against_what_makes_no_sense(target: str) -> None:
    gone = put("E2", (20, 20), blue=True, destroyed=True)
    away = put("E3", (20, 30), blue=True, arrives=3, spot=None)
    clauses = ("PT1-D2a", "PT1-D2i", "PT1-J1d", "PT1-A6")
    assert not up(gone, away).refused(HOST, Fire(target=target), waives=clauses).waivable


def test_another_edge_may_be_agreed_on() -> None:
    game = setting_up(edge="south", attacker="red")
    refusal = game.refused(GUEST, ChooseEdge(edge="north"))
    assert (refusal.clause, refusal.waivable) == ("PT1-B3", True)
    game.do(GUEST, ChooseEdge(edge="north"), waives=("PT1-B3",))
    assert game.state.edge == "north"
    assert not game.refused(GUEST, Board(unit="E1", carrier="E1")).waivable

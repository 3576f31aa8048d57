"""Any game has moves judged under clauses of its own."""

import pytest

from rules.referee.judging.mounting import judge_dismounting, judge_mounting
from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import MoveClauses, MoveRules
from rules.referee.judging.spacing import judge_staying_close
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Terrain
from rules.table.units import Inches
from tests.factories import box, disc, piece, table

CLAUSES = MoveClauses(move="OX-1", still="OX-2", entry="OX-3", building="OX-4", water="OX-5")
WALKS = MoveRules(clauses=CLAUSES, allowance=Inches(6), vehicle=False)
DRIVES = MoveRules(clauses=CLAUSES, allowance=Inches(12), vehicle=True)
RIDGE = box("A", (14, 0), (20, 36), kind="woods")
HOUSE = box("A", (14, 6), (20, 14), kind="building")
LAKE = box("A", (14, 6), (20, 14), kind="water")


def broken(findings: tuple[Finding, ...]) -> set[str]:
    return {each.clause for each in findings if each.outcome is Outcome.BROKEN}


@pytest.mark.parametrize(
    ("end", "rules", "terrain", "clauses"),
    [
        (15.0, WALKS, (), set()),
        (17.0, WALKS, (), {"OX-1"}),
        (17.0, DRIVES, (RIDGE,), {"OX-3"}),
        (17.0, DRIVES, (HOUSE,), {"OX-4"}),
        (17.0, DRIVES, (LAKE,), {"OX-5"}),
    ],
)
def test_a_move_is_held_to_the_clauses_that_a_game_names(
    end: float, rules: MoveRules, terrain: tuple[Terrain, ...], clauses: set[str]
) -> None:
    move = PieceMove.between(piece("O", (10, 10)), piece("O", (end, 10)))
    assert broken(judge_move(table(move.now, terrain=terrain), move, rules=rules)) == clauses


def test_who_may_not_move_is_held_to_another() -> None:
    still = MoveRules(clauses=CLAUSES, allowance=Inches(0), vehicle=False)
    move = PieceMove.between(piece("O", (10, 10)), piece("O", (12, 10)))
    assert broken(judge_move(table(move.now), move, rules=still)) == {"OX-2"}


def test_carriers_and_followers_have_a_clause_given_as_they_are_judged() -> None:
    cart = piece("C", (18, 10), footprint=disc(1.0))
    far = piece("O", (12, 10), footprint=disc(0.5))
    snapshot = table(cart, far)
    move = PieceMove.between(far, far)
    touch, *_ = judge_mounting(
        snapshot, move, carrier=cart, rules=WALKS, contact=Inches(0.5), clause="OX-6"
    )
    assert (touch.clause, touch.outcome) == ("OX-6", Outcome.BROKEN)
    walk, *_ = judge_dismounting(snapshot, cart, end=far, rules=WALKS, clause="OX-7")
    assert (walk.clause, walk.outcome) == ("OX-7", Outcome.KEPT)
    close = judge_staying_close(
        cart,
        start=far,
        end=far,
        snapshot=snapshot,
        allowance=Inches(6),
        reach=Inches(2),
        clause="OX-8",
    )
    assert (close.clause, close.outcome) == ("OX-8", Outcome.BROKEN)

"""Makes a move on a small table, and asks what came of it."""

from collections.abc import Sequence
from typing import Any

from rules.games.paper_tigers.ground import CLAUSES
from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import MoveRules
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.table.moves.piece_move import PieceMove
from rules.table.shapes import Footprint
from rules.table.snapshot import Piece, Terrain
from rules.table.units import Inches
from tests.factories import box, piece, rectangle, ring, table

TANK = rectangle(3.3, 1.6)
INFANTRY = rectangle(3, 4)
WOODS = box("W", (14, 6), (20, 14))
Corner = tuple[float, float]


def held(allowance: float, *, vehicle: bool = True, **more: Any) -> MoveRules:
    return MoveRules(clauses=CLAUSES, allowance=Inches(allowance), vehicle=vehicle, **more)


def move(
    start: Corner,
    end: Corner,
    *,
    rules: MoveRules,
    terrain: Sequence[Terrain] = (),
    others: Sequence[Piece] = (),
    footprint: Footprint = TANK,
    heading: float = 0.0,
    turned: float | None = None,
    sigma: float = 0.0,
    way: Sequence[Corner] = (),
    **table_kwargs: Any,
) -> tuple[Finding, ...]:
    """Judge T1's move on a table of 36 in."""
    move = travelled(
        start, end, footprint=footprint, heading=heading, turned=turned, sigma=sigma, way=way
    )
    snapshot = table(move.now, *others, terrain=terrain, **table_kwargs)
    return judge_move(snapshot, move, rules=rules)


def travelled(
    start: Corner,
    end: Corner,
    *,
    footprint: Footprint = TANK,
    heading: float = 0.0,
    turned: float | None = None,
    sigma: float = 0.0,
    way: Sequence[Corner] = (),
) -> PieceMove:
    last = heading if turned is None else turned
    return PieceMove.between(
        piece("T1", start, heading=heading, footprint=footprint, sigma=sigma),
        piece("T1", end, heading=last, footprint=footprint, sigma=sigma),
        way=ring(*way),
    )


def outcomes(findings: Sequence[Finding], what: str = "") -> list[Outcome]:
    return [each.outcome for each in findings if what in {"", each.measured.what}]


def broken(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    return [(f.clause, f.measured.what) for f in findings if f.outcome is Outcome.BROKEN]


def the(findings: Sequence[Finding], what: str) -> Finding:
    (found,) = (each for each in findings if each.measured.what == what)
    return found

"""Tests of a move as any game measures it: its length, its error, and what it ran through."""

import pytest

from rules.table.moves.lengths import MoveMetric, measured_move
from rules.table.moves.piece_move import PieceMove
from rules.table.moves.ways import Barrier, ground_of
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import box, disc, piece, rectangle, table

LIMIT = Inches(6.0)


@pytest.mark.parametrize(
    ("far", "answer"),
    [(5.0, Answer.YES), (5.99, Answer.TOO_CLOSE_TO_CALL), (7.0, Answer.NO)],
)
def test_a_move_is_held_to_its_limit_with_its_error(far: float, answer: Answer) -> None:
    start = piece("A", (10, 10), footprint=disc(0.5), sigma=0.05)
    now = piece("A", (10 + far, 10), footprint=disc(0.5), sigma=0.05)
    found = measured_move(table(now), PieceMove.between(start, now), limit=LIMIT, doubt=Doubt())
    assert found is not None
    assert found.length.verdict.answer is answer
    assert found.length.verdict.value == pytest.approx(far)
    assert found.length.verdict.sigma == pytest.approx(0.05 * 2**0.5)


def test_a_move_tells_what_it_ran_through() -> None:
    woods, house = box("W", (12, 8), (14, 12)), box("H", (12, 20), (14, 24))
    start, now = (piece("A", (x, 10), footprint=disc(0.5)) for x in (10, 18))
    found = measured_move(
        table(now, terrain=(woods, house)),
        PieceMove.between(start, now),
        limit=Inches(8.0),
        doubt=Doubt(),
    )
    assert found is not None
    assert (found.crossed, found.length.verdict.answer) == (("W",), Answer.YES)


def test_a_move_goes_round_what_bars_it() -> None:
    lake = box("L", (12, 8), (14, 12))
    start, now = (piece("A", (x, 10), footprint=disc(0.5)) for x in (10, 18))
    found = measured_move(
        table(now, terrain=(lake,)),
        PieceMove.between(start, now),
        limit=Inches(8.0),
        barriers=(Barrier(id="L", solid=ground_of(lake)),),
        doubt=Doubt(),
    )
    assert found is not None
    assert found.length.verdict.answer is Answer.NO
    assert found.length.verdict.value == pytest.approx(8**0.5 + 2 + 20**0.5)
    assert found.crossed == ()


def test_the_metric_says_from_where_a_turned_model_is_measured() -> None:
    hull = rectangle(4.0, 2.0)
    start = piece("A", (10, 10), footprint=hull, heading=0.0)
    now = piece("A", (16, 10), footprint=hull, heading=180.0)
    lengths = {}
    for metric in MoveMetric:
        found = measured_move(
            table(now), PieceMove.between(start, now), limit=LIMIT, metric=metric, doubt=Doubt()
        )
        assert found is not None
        lengths[metric] = found.length.verdict.value
    assert lengths == {
        MoveMetric.FRONT_AFTER_PIVOT: pytest.approx(6.0),
        MoveMetric.FRONT_STRICT: pytest.approx(2.0),
        MoveMetric.NEAREST_EDGE: pytest.approx(4.0),
    }

"""Tests of judging how high a piece stands."""

from dataclasses import replace

import pytest

from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import snapshot_from_json, snapshot_to_json
from rules.table.measuring.heights import stands_above
from rules.table.shapes import Disc
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot, StandsAt, TableSize
from rules.table.units import Inches, Seconds
from rules.table.verdict import Answer, Doubt

HILL = StandsAt(height=Inches(1.02), sigma=Inches(0.03))
STANDING = Piece(
    id="T1",
    footprint=Disc(radius=Inches(0.5)),
    pose=Pose(x=Inches(5.0), y=Inches(6.0), stands=HILL),
)
UNMEASURED = replace(STANDING, pose=Pose(x=Inches(5.0), y=Inches(6.0)))


@pytest.mark.parametrize(
    ("limit", "answer"),
    [(0.9, Answer.YES), (1.0, Answer.TOO_CLOSE_TO_CALL), (1.2, Answer.NO)],
)
def test_a_height_is_judged_by_its_error(limit: float, answer: Answer) -> None:
    verdict = stands_above(STANDING, limit=Inches(limit))
    assert verdict.answer is answer
    assert (verdict.value, verdict.bound) == (1.02, 0.06)
    assert verdict.why == "T1 stands 1.02 in over the table"


def test_a_height_counts_until_it_is_older_than_it_may_be() -> None:
    doubt = Doubt(max_age=Seconds(0.5))
    answers = [
        stands_above(replace(STANDING, age=Seconds(age)), limit=Inches(0.5), doubt=doubt).answer
        for age in (0.5, 0.51)
    ]
    assert answers == [Answer.YES, Answer.CANNOT_SEE]


@pytest.mark.parametrize(
    "piece",
    [
        UNMEASURED,
        replace(STANDING, state=PieceState.HIDDEN, age=Seconds(3.0)),
        replace(STANDING, state=PieceState.DECLARED, declared_by="red"),
        replace(STANDING, state=PieceState.LOST, pose=None),
        replace(STANDING, age=Seconds(2.0)),
    ],
)
def test_what_nobody_measures_now_is_not_judged(piece: Piece) -> None:
    verdict = stands_above(piece, limit=Inches(0.5))
    assert verdict.answer is Answer.CANNOT_SEE
    assert verdict.why == "two cameras have to see T1 to tell how high it stands"


def test_a_snapshot_keeps_it_bit_for_bit_and_says_nothing_where_it_is_not_known() -> None:
    table = TableSize(width=Inches(36.0), depth=Inches(36.0))
    known = Snapshot(table=table, pieces=(STANDING,))
    assert snapshot_from_json(snapshot_to_json(known)) == known
    assert "stands" not in snapshot_to_json(replace(known, pieces=(UNMEASURED,)))
    half = snapshot_to_json(known).replace(',\n        "stands_sigma_in": 0.03', "")
    assert half != snapshot_to_json(known)
    with pytest.raises(BadInputError, match="stands_sigma_in"):
        snapshot_from_json(half)

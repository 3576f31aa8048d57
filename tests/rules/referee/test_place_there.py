"""Tests of the numbers at a place of a map, and of the nearest place that would do."""

import math
from dataclasses import replace

import pytest

from rules.referee.court.supposing.place_there import numbers_here
from rules.referee.court.supposing.what_if import MapKind, TableLook
from rules.table.sight.ground import Blockers, ground_of
from rules.table.sight.sight_line import look
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import box, disc, piece, table

LIMIT = Inches(12.0)


def unit(name: str, at: tuple[float, float], *, side: str) -> Piece:
    return replace(piece(name, at, footprint=disc(0.5), sigma=0.02), side=side)


@pytest.fixture
def woods() -> Snapshot:
    """T1 looks east at H7; a narrow wood between them reaches far to the south."""
    return table(
        unit("T1", (5.0, 15.0), side="blue"),
        unit("H7", (15.0, 15.0), side="red"),
        terrain=(box("W1", (9.0, 2.0), (11.0, 15.6)),),
        side=30.0,
    )


def test_what_hides_a_unit_is_said_and_from_where_it_would_be_seen(woods: Snapshot) -> None:
    here = numbers_here(TableLook(woods, limit=LIMIT), "T1", kind=MapKind.SIGHT, spot=(15.2, 15.1))
    assert here is not None
    assert here.nearest is not None
    assert here.says.startswith("H7 is 9 in away, in range, hidden by woods W1")
    assert here.sentence.startswith("The woods W1 hide H7 from here; ")
    assert here.sentence.endswith(" in to the left it would be seen.")
    x, y = here.nearest
    moved = woods.moved(unit("T1", (x, y), side="blue"))
    assert look(ground_of(moved, Blockers()), ("T1", "H7")).verdict.answer is Answer.YES
    # The line has to pass the corner at 9, 15.6, beyond error and the cell that was found.
    assert 1.0 < math.dist((5, 15), (x, y)) < 2.6


def test_a_bare_place_has_its_distance_and_what_hides_it(woods: Snapshot) -> None:
    found = TableLook(woods, limit=LIMIT)
    clear = numbers_here(found, "T1", kind=MapKind.SIGHT, spot=(5.0, 25.0))
    hidden = numbers_here(found, "T1", kind=MapKind.SIGHT, spot=(16.0, 15.2))
    assert clear is not None
    assert hidden is not None
    assert clear.says == "9.45 in away, in range, in sight"
    assert hidden.says.endswith("hidden by woods W1")
    assert hidden.sentence.startswith("The woods W1 hide this place from T1; ")
    assert "to the left" in hidden.sentence


def test_a_place_out_of_reach_has_the_nearest_one_that_would_do(woods: Snapshot) -> None:
    found = TableLook(woods, inches=Inches(6.0))
    here = numbers_here(found, "T1", kind=MapKind.REACH, spot=(5.0, 23.0))
    assert here is not None
    assert here.sentence.startswith("8 in straight from T1, out of reach; ")
    assert here.sentence.endswith(" in back it would do.")
    assert here.nearest is not None
    assert math.dist((5, 15), here.nearest) <= 6.0


def test_a_place_has_who_could_hit_there_by_name(woods: Snapshot) -> None:
    found = TableLook(woods, limit=LIMIT)
    here = numbers_here(found, "T1", kind=MapKind.THREAT, spot=(15.0, 20.0))
    assert here is not None
    assert here.says == "Here 1 of 1 could hit T1: H7."
    aimed = numbers_here(found, "T1", kind=MapKind.FROM, spot=(15.0, 20.0), target="H7")
    assert aimed is not None
    assert aimed.sentence == "From here T1 could hit H7."
    assert numbers_here(found, "nobody", kind=MapKind.SIGHT, spot=(1.0, 1.0)) is None

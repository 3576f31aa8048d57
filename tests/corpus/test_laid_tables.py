"""Tests of tables that are written as sentences."""

import pytest

from rules.corpus.laid_tables import laid_table
from rules.registry import game
from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import roster_from_rows
from rules.table.files.snapshot_json import read_snapshot
from rules.table.snapshot import Pose, TableSize
from rules.table.units import Degrees, Inches

GAME = game("paper_tigers")


def test_pieces_look_as_those_of_their_kind_and_stand_where_it_is_said() -> None:
    laid = laid_table(
        GAME,
        pieces=[
            "T1 is a Red tank at 10, 12.5 facing 90",
            "S1 and S2 are Blue squads at 4, 4; 7, 4",
            "A1 is a Blue armoured car with arrives 2, armour 3",
            "L1 is a Red slip at 1, 1 with footprint rectangle 1 x 1, sigma_in 0.2",
        ],
        ground=["the table is 48 by 30", "W is woods from 8, 8 to 12, 14"],
        where="case",
    )
    roster = roster_from_rows(laid.roster, columns=GAME.roster_schema).entries
    assert [each.id for each in roster] == ["T1", "S1", "S2", "A1", "L1"]
    assert [each.kind for each in roster] == ["tank", "squad", "squad", "armoured_car", "slip"]
    assert (roster[3].extra["arrives"], roster[3].extra["armour"]) == (2, 3)
    table = read_snapshot(laid.snapshot, "table")
    lost = [piece.id for piece in table.pieces if piece.pose is None]
    assert (len(table.pieces), lost) == (5, ["A1"]), "who stands nowhere is not seen"
    pose = table.piece("T1").pose
    assert pose is not None
    assert pose == Pose(x=Inches(10.0), y=Inches(12.5), heading=Degrees(90.0))
    assert table.piece("T1").footprint == roster[0].footprint
    error = table.piece("L1").pose
    assert error is not None
    assert error.covariance.xx == pytest.approx(0.04)
    assert table.table == TableSize(width=Inches(48.0), depth=Inches(30.0))
    assert str(table.terrain[0].outline) == str(
        ((8.0, 8.0), (12.0, 8.0), (12.0, 14.0), (8.0, 14.0))
    )


def test_terrain_may_have_any_outline() -> None:
    laid = laid_table(
        GAME, pieces=[], ground=["H is a hill over 2, 2; 6, 2; 4, 5, 1.5 high"], where="case"
    )
    (area,) = read_snapshot(laid.snapshot, "table").terrain
    assert (area.kind, float(area.height)) == ("hill", 1.5)
    assert str(area.outline) == str(((2.0, 2.0), (6.0, 2.0), (4.0, 5.0)))


@pytest.mark.parametrize(
    ("pieces", "ground", "where", "expected"),
    [
        (["T1 stands there"], [], "case.pieces[0]", "a sentence as 'T1 is a Red tank"),
        (["T1 and T2 are Red tanks at 1, 1"], [], "case.pieces[0]", "2 places"),
        (["T1 is a Red zeppelin"], [], "case.pieces[0]", "one of squad"),
        (["T1 is a Red tank with arrives"], [], "case.pieces[0]", ""),
        ([], ["W is woods"], "case.ground[0]", "a sentence as 'W is woods"),
    ],
)
def test_a_broken_sentence_is_told_with_place_and_expected(
    pieces: list[str], ground: list[str], where: str, expected: str
) -> None:
    with pytest.raises(BadInputError) as complaint:
        laid_table(GAME, pieces=pieces, ground=ground, where="case")
    assert complaint.value.where == where
    assert expected in complaint.value.expected

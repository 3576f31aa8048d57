"""A script's small changes to the table change what they name and nothing else."""

from rules.referee.script.script_lines import TableEdited
from rules.referee.script.script_table import edited
from rules.table.roster import Roster
from tests.factories import piece, table

NOBODY = Roster(entries=())


def _moves(**change: object) -> TableEdited:
    return TableEdited(move=(change,))


def test_a_face_stays_up_until_the_piece_is_turned() -> None:
    turned = edited(table(piece("A")), _moves(id="A", face="corpse"), roster=NOBODY)
    assert turned.piece("A").face == "corpse"
    moved = edited(turned, _moves(id="A", x_in=3), roster=NOBODY)
    assert moved.piece("A").face == "corpse"
    back = edited(moved, _moves(id="A", face=""), roster=NOBODY)
    assert back.piece("A").face == ""

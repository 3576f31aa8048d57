"""Tests which cards on the table may be shown to the players, and that no other is."""

from dataclasses import replace

import pytest

from rules.games.tossing_tiger.tests.card_table import WAR_ROWS, backs, card, hidden, laid, lay_rows
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.view import hides
from rules.games.tossing_tiger.vocabulary import Role
from rules.table.snapshot import Piece, Snapshot

MINE, THEIRS = WAR_ROWS
CRANE, OTHER = "B-crane-1", "B-dragon-1"


def shown(table: Table, *pieces: Piece) -> set[str]:
    """What of these may be shown; the same to everybody."""
    snapshot = laid(*pieces)
    found = {
        seat: snapshot.without(hides(table.state, snapshot, seat)).pieces
        for seat in ("Host", "Guest", "nobody")
    }
    assert found["Host"] == found["Guest"] == found["nobody"]
    return {piece.id for piece in found["Host"]}


@pytest.fixture
def table() -> Table:
    """Rows of three, before the first battle; the attacker sits in the south."""
    return lay_rows()


def test_backs_are_shown_and_a_hand_is_not(table: Table) -> None:
    piles = backs(*MINE, *THEIRS)
    assert shown(table, *piles, card(CRANE, (2, 2))) == {each.id for each in piles}


def test_a_hand_is_shown_to_nobody_before_anything_is_laid() -> None:
    assert shown(Table().sit(), card(CRANE, (2, 2)), *backs((9, 9))) == {"tiger_card back 1"}
    assert shown(Table(), card(CRANE, (2, 2))) == set()


def test_a_card_on_the_pile_that_is_asked_for_is_shown(table: Table) -> None:
    assert shown(table, card(CRANE, MINE[0])) == {CRANE}


@pytest.mark.parametrize("at", [MINE[1], MINE[2], THEIRS[2]])
def test_a_pile_that_is_looked_at_before_its_battle_is_not_shown(
    table: Table, at: tuple[float, float]
) -> None:
    assert shown(table, card(CRANE, at)) == set()


def test_a_card_that_was_rolled_is_shown_wherever_it_is(table: Table) -> None:
    table.turn(Role.ATTACKER, CRANE, place=1)
    assert shown(table, card(CRANE, (30, 20)), card(OTHER, (30, 4))) == {CRANE}
    assert shown(table, hidden(card(CRANE, MINE[0]))) == {CRANE}


def test_an_animal_that_was_said_by_hand_shows_the_card_on_its_pile(table: Table) -> None:
    table.turn(Role.ATTACKER, "crane", place=1)
    assert shown(table, card(CRANE, MINE[0])) == {CRANE}
    assert shown(table, card(CRANE, (2, 2))) == set()
    assert shown(table, card(OTHER, MINE[0])) == set()


def test_once_its_war_is_over_a_card_is_a_secret_again(table: Table) -> None:
    table.turn(Role.ATTACKER, CRANE, place=1)
    over = replace(table.state, wars=(), asks=())
    assert hides(over, laid(card(CRANE, MINE[0])), "Host") == {CRANE}


def test_a_back_that_is_called_by_its_card_is_hidden(table: Table) -> None:
    """A table that is laid by hand may name what lies face down."""
    assert shown(table, card(CRANE, MINE[1], face="back")) == set()


def test_a_card_of_the_box_is_hidden_and_what_is_no_card_is_not() -> None:
    base = lay_rows()
    boxed = card("D-rooster-01", (2, 2))
    die = replace(card("D1", (3, 3)), kind="die")
    assert shown(base, boxed, die) == {"D1"}


def test_a_snapshot_without_some_pieces_is_the_same_but_for_them() -> None:
    snapshot = laid(card(CRANE, (2, 2)), card(OTHER, (5, 5)), number=7)
    rest = snapshot.without({CRANE})
    assert rest == Snapshot(table=snapshot.table, pieces=snapshot.pieces[1:], number=7)
    assert rest.piece(OTHER) is snapshot.pieces[1]
    with pytest.raises(KeyError):
        rest.piece(CRANE)
    assert snapshot.without({"nobody"}) is snapshot

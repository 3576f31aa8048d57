"""A declared pose holds while the camera sees no better, and never after."""

from typing import Any

import pytest

from rules.referee.court.declared import seen_table
from rules.referee.court.differences import differing
from rules.referee.log.battle import replayed
from rules.referee.log.house_words import Declare, DeclareUnmoved, WithdrawDeclared
from rules.table.seeing import why_unmeasurable
from rules.table.snapshot import Health, HealthState, Piece, PieceState, Snapshot
from rules.table.verdict import Doubt
from tests.factories import lost, piece, table
from tests.rules.referee.counting_game import COUNTING, Play

HERE = Declare(piece="C1", x_in=12, y_in=13, heading_deg=90)


def hidden(at: tuple[float, float] = (10.0, 10.0), **known: Any) -> Piece:
    return piece("C1", at, state=PieceState.HIDDEN, age=9, **known)


def declared(*bodies: object, snapshot: Snapshot | None = None) -> Play:
    """Red vouches for these while C1 is hidden."""
    play = Play()
    play.snapshot = table(hidden()) if snapshot is None else snapshot
    for body in bodies:
        ruling = play.ask("Red", body)
        assert ruling.refusal is None, ruling.refusal
    return play


def test_a_declared_pose_stands_in_for_a_hidden_one() -> None:
    play = declared(HERE)
    found = seen_table(play.battle, play.snapshot).piece("C1")
    assert found.pose is not None
    assert (found.state, found.declared_by) == (PieceState.DECLARED, "Red")
    assert [found.pose.x, found.pose.y, found.pose.heading] == pytest.approx([12, 13, 90])
    assert (found.pose.covariance.xx, found.pose.covariance.hh) == (0.0625, 100)
    assert why_unmeasurable(play.snapshot, piece=found, doubt=Doubt()) is None
    assert seen_table(play.battle, play.snapshot).number == play.snapshot.number


def test_a_declared_pose_is_said_and_replayed() -> None:
    play = declared()
    ruling = play.ask("Red", HERE)
    assert ruling.says == (
        "Red vouches that C1 stands 12 in from the west edge and 13 in from the south, "
        "heading 90 degrees, give or take 0.25 in.",
    )
    assert ruling.entries[0].clause == "REF-8"
    assert replayed(COUNTING, play.battle.entries) == play.battle


def test_unmoved_keeps_the_last_pose_with_a_wider_error() -> None:
    play = declared(DeclareUnmoved(piece="C1"), snapshot=table(hidden(sigma=0.6, heading_sigma=12)))
    found = seen_table(play.battle, play.snapshot).piece("C1").pose
    assert found is not None
    assert [found.x, found.y] == pytest.approx([10, 10])
    assert found.covariance.xx == pytest.approx(0.6**2 + 0.25**2)
    assert found.covariance.hh == pytest.approx(12**2 + 5**2)


def test_the_edge_of_the_table_is_on_it() -> None:
    for edge in (0.0, 36.0):
        play = declared(Declare(piece="C1", x_in=edge, y_in=edge, heading_deg=0))
        found = seen_table(play.battle, play.snapshot).piece("C1").pose
        assert found is not None
        assert [found.x, found.y] == pytest.approx([edge, edge])


@pytest.mark.parametrize("state", [PieceState.SEEN, PieceState.MOVING])
def test_what_the_camera_sees_counts(state: PieceState) -> None:
    play = declared(HERE)
    seen = table(piece("C1", (10.0, 10.0), state=state))
    assert seen_table(play.battle, seen) == seen


def test_what_the_camera_has_seen_since_voids_the_declaration() -> None:
    play = declared(HERE)
    again = table(hidden((10.0, 10.5)))
    assert seen_table(play.battle, again) == again
    assert seen_table(play.battle, play.snapshot).piece("C1").state is PieceState.DECLARED


def test_a_piece_that_was_never_seen_is_placed_by_its_roster() -> None:
    play = declared(Declare(piece="C2", x_in=3, y_in=4, heading_deg=0, sigma_in=0.5))
    found = seen_table(play.battle, play.snapshot)
    assert [each.id for each in found.pieces] == ["C1", "C2"]
    assert found.piece("C2").footprint == play.battle.setup.roster.entries[1].footprint
    assert found.piece("C2").side == "blue"
    seen_later = table(piece("C2", (30.0, 30.0), state=PieceState.HIDDEN, age=1))
    assert seen_table(play.battle, seen_later) == seen_later


def test_a_lost_piece_can_be_placed() -> None:
    play = declared(HERE, snapshot=table(lost("C1")))
    assert seen_table(play.battle, play.snapshot).piece("C1").state is PieceState.DECLARED


def test_a_camera_that_is_not_live_sees_nothing() -> None:
    frozen = table(piece("C1", (10.0, 10.0)), health=Health(state=HealthState.FROZEN))
    play = declared(DeclareUnmoved(piece="C1"), snapshot=frozen)
    assert seen_table(play.battle, frozen).piece("C1").declared_by == "Red"


def test_the_latest_word_counts() -> None:
    play = declared(HERE)
    play.ask("Blue", Declare(piece="C1", x_in=1, y_in=1, heading_deg=0))
    found = seen_table(play.battle, play.snapshot).piece("C1")
    assert found.declared_by == "Blue"
    assert [each.subject for each in differing(play.battle, play.snapshot)] == ["C1"]


def test_ones_word_is_taken_back_by_oneself() -> None:
    play = declared(HERE)
    refusal = play.refusal("Blue", WithdrawDeclared(piece="C1"))
    assert refusal.reason == "Red vouches for C1, not Blue."
    assert play.ask("Red", WithdrawDeclared(piece="C1")).says == ("Red no longer vouches for C1.",)
    assert seen_table(play.battle, play.snapshot) == play.snapshot
    assert play.refusal("Red", WithdrawDeclared(piece="C1")).reason == "Nobody vouches for 'C1'."


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (Declare(piece="C9", x_in=1, y_in=1, heading_deg=0), "There is no piece 'C9'."),
        (DeclareUnmoved(piece="C9"), "There is no piece 'C9'."),
        (
            DeclareUnmoved(piece="C2"),
            "The camera has never seen C2; say where it stands instead.",
        ),
        (
            Declare(piece="C1", x_in=37, y_in=1, heading_deg=0),
            "C1 cannot stand there: x_in: expected 0 to 36, on the table, got 37.",
        ),
        (
            Declare(piece="C1", x_in=1, y_in=-1, heading_deg=0),
            "C1 cannot stand there: y_in: expected 0 to 36, on the table, got -1.",
        ),
        (
            Declare(piece="C1", x_in=1, y_in=1, heading_deg=0, sigma_in=0.01),
            "A place that is vouched for is at least 0.1 in unsure, got 0.01.",
        ),
        (
            Declare(piece="C1", x_in=1, y_in=1, heading_deg=1e7),
            "C1 cannot stand there: heading_deg: expected a number up to a million, got 1e+07.",
        ),
        (
            Declare(piece="C1", x_in=1, y_in=1, heading_deg=0, sigma_in=1e4),
            "C1 cannot stand there: sigma_in: expected at most 1000, got 10000.",
        ),
    ],
)
def test_what_cannot_be_vouched_for(body: object, reason: str) -> None:
    refusal = declared().refusal("Red", body)
    assert (refusal.clause, refusal.reason) == ("REF-8", reason)


def test_nobody_vouches_against_the_camera() -> None:
    play = Play()
    assert play.refusal("Red", HERE).reason == "The camera sees C1; where it sees it counts."


def test_a_declaration_that_fits_the_table_no_more_is_left_out() -> None:
    play = declared(Declare(piece="C2", x_in=30, y_in=4, heading_deg=0))
    small = table(hidden((10.0, 10.0)), side=20)
    assert seen_table(play.battle, small) == small
    elsewhere = declared(HERE, snapshot=table(piece("X", (9.0, 9.0), state=PieceState.HIDDEN)))
    assert seen_table(elsewhere.battle, table()).piece("C1").declared_by == "Red"


def test_a_piece_that_has_left_table_and_roster_is_left_out() -> None:
    stray = table(piece("X", (9.0, 9.0), state=PieceState.HIDDEN))
    play = declared(DeclareUnmoved(piece="X"), snapshot=stray)
    assert seen_table(play.battle, stray).piece("X").declared_by == "Red"
    assert seen_table(play.battle, table()) == table()

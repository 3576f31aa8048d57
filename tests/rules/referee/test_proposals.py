"""What becomes of the camera's proposals under each policy."""

import pytest

from rules.referee.court.declared import seen_table
from rules.referee.court.proposals import automatic_id, open_proposals, sort_proposals
from rules.referee.log.battle import replayed
from rules.referee.log.house_words import (
    AcceptProposal,
    Declare,
    DismissProposal,
    LogProposal,
    TakeBack,
)
from rules.referee.toolkit.game import Seat
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import Inches
from tests.factories import piece, table
from tests.rules.referee.counting_game import COUNTING, Play, Roll, Shift


def at(x: float, *, heading: float = 0.0) -> Snapshot:
    return table(piece("C1", (x, 10.0), heading=heading))


def shifted(x: float = 25.0, **chosen: str) -> Play:
    """The camera sees C1 far to the right."""
    play = Play(**chosen)
    play.snapshot = at(x)
    return play


def only(play: Play) -> str:
    """The id of the one open proposal."""
    (found,) = open_proposals(play.battle, play.snapshot)
    return found.id


def test_unless_agreed_the_players_are_asked() -> None:
    play = shifted()
    found = sort_proposals(play.battle, play.snapshot)
    assert (found.to_do, found.to_log) == ((), ())
    (asked,) = found.to_ask
    assert (asked.kind, asked.subject, asked.seat, asked.says, asked.origin) == (
        "shifted",
        "C1",
        "Red",
        "C1 was shifted",
        "camera",
    )
    assert asked.command == Shift(counter="C1", x_in=25.0)


def test_nothing_is_proposed_where_nothing_is_sighted() -> None:
    play = shifted(10.0)
    found = sort_proposals(play.battle, play.snapshot)
    assert (found.to_do, found.to_ask, found.to_log) == ((), (), ())


def test_accepted_by_the_player_it_is_about() -> None:
    play = shifted()
    ruling = play.ask("Red", AcceptProposal(proposal=only(play)), command_id="yes")
    assert [each.body["kind"] for each in ruling.entries] == ["proposal_accepted", "shifted"]
    assert [each.author for each in ruling.entries] == ["Red", "Red"]
    assert [each.causes for each in ruling.entries] == [("yes",), ("yes", "e1")]
    assert ruling.entries[0].body["subject"] == "C1"
    assert ruling.says == (
        "Red accepts what was seen on the table: C1 was shifted",
        "C1 is at 25 in.",
    )
    assert play.battle.state.places == (("C1", 25.0),)
    assert open_proposals(play.battle, play.snapshot) == ()
    assert replayed(COUNTING, play.battle.entries) == play.battle


def test_nobody_accepts_for_somebody_else() -> None:
    play = shifted()
    refusal = play.refusal("Blue", AcceptProposal(proposal=only(play)))
    assert refusal.reason == "It is for Red to accept, not for Blue: C1 was shifted"


def test_anybody_accepts_what_is_nobodys() -> None:
    play = Play(Seat(name="Host", sides=("red",)), Seat(name="Guest", sides=("blue",)))
    play.snapshot = at(25)
    ruling = play.ask("Guest", AcceptProposal(proposal=only(play)))
    assert [each.author for each in ruling.entries] == ["Guest", "Guest"]


def test_the_id_stays_while_the_measurement_wavers() -> None:
    play = shifted(25.0)
    first = only(play)
    play.snapshot = at(25.3)
    assert only(play) == first
    play.ask("Red", AcceptProposal(proposal=first))
    assert play.battle.state.places == (("C1", 25.3),)


def test_another_subject_is_another_proposal() -> None:
    play = shifted()
    play.snapshot = table(piece("C1", (25.0, 10.0)), piece("C2", (26.0, 20.0)))
    ids = [each.id for each in open_proposals(play.battle, play.snapshot)]
    assert len(set(ids)) == 2


def test_what_was_dismissed_stays_so_while_nothing_changes() -> None:
    play = shifted()
    ruling = play.ask("Blue", DismissProposal(proposal=only(play)))
    assert ruling.says == ("Blue dismisses what was seen on the table: C1 was shifted",)
    assert open_proposals(play.battle, play.snapshot) == ()
    play.snapshot = at(25.4)
    assert open_proposals(play.battle, play.snapshot) == ()
    play.ask("Red", Roll(die=1, counter="C2"))
    assert open_proposals(play.battle, play.snapshot) == ()
    assert replayed(COUNTING, play.battle.entries) == play.battle


def test_what_was_dismissed_comes_back_when_it_is_clearly_elsewhere() -> None:
    play = shifted()
    first = only(play)
    play.ask("Red", DismissProposal(proposal=first))
    play.snapshot = at(26)
    assert only(play) == first
    play.ask("Red", DismissProposal(proposal=first))
    assert len(play.battle.settled) == 1
    assert open_proposals(play.battle, play.snapshot) == ()


def test_what_was_dismissed_comes_back_when_its_evidence_is_clearly_another() -> None:
    play = Play()
    play.snapshot = at(10, heading=120)
    ruling = play.ask("Red", DismissProposal(proposal=only(play)))
    assert ruling.entries[0].measured[0].value == Inches(10)
    play.snapshot = at(10.4, heading=120)
    assert open_proposals(play.battle, play.snapshot) == ()
    play.snapshot = at(11, heading=120)
    assert open_proposals(play.battle, play.snapshot) != ()


@pytest.mark.parametrize(("heading", "again"), [(24.5, False), (25.5, True), (-4.5, False)])
def test_what_was_dismissed_comes_back_when_it_is_clearly_turned(
    heading: float, *, again: bool
) -> None:
    play = Play()
    play.snapshot = at(25, heading=10)
    play.ask("Red", DismissProposal(proposal=only(play)))
    play.snapshot = at(25, heading=heading)
    assert bool(open_proposals(play.battle, play.snapshot)) is again


def test_what_was_dismissed_comes_back_when_something_befalls_its_subject() -> None:
    play = shifted()
    play.ask("Red", DismissProposal(proposal=only(play)))
    play.ask("Red", Roll(die=1, counter="C1"))
    # The line leaves out the counter, since it is the default; the event names it all the same.
    assert "counter" not in play.battle.entries[2].body
    assert open_proposals(play.battle, play.snapshot) != ()


def test_what_was_dismissed_comes_back_when_its_subjects_event_falls() -> None:
    play = shifted(take_back="free")
    play.ask("Red", Roll(die=1, counter="C1"))
    play.ask("Red", DismissProposal(proposal=only(play)))
    play.ask("Red", TakeBack(entry="e1"))
    assert open_proposals(play.battle, play.snapshot) != ()


def test_by_agreement_it_is_done_at_once_in_the_cameras_name() -> None:
    play = shifted(on_shifted="accept")
    found = sort_proposals(play.battle, play.snapshot)
    assert (found.to_ask, found.to_log) == ((), ())
    (command,) = found.to_do
    assert command.author == "camera"
    ruling = play.ask(command.author, command.body)
    assert [each.author for each in ruling.entries] == ["camera", "Red"]
    assert sort_proposals(play.battle, play.snapshot).to_do == ()


def test_by_agreement_it_is_only_written_down_once() -> None:
    play = shifted(on_shifted="log")
    (command,) = sort_proposals(play.battle, play.snapshot).to_log
    ruling = play.ask(command.author, command.body)
    assert ruling.says == ("Seen on the table: C1 was shifted",)
    assert play.battle.state.places == ()
    assert sort_proposals(play.battle, play.snapshot).to_log == ()


def test_the_same_is_done_again_when_it_happens_again() -> None:
    play = shifted(on_shifted="accept")
    for x in (25.0, 28.0):
        play.snapshot = at(x)
        (command,) = sort_proposals(play.battle, play.snapshot).to_do
        name = automatic_id(play.battle, command)
        assert name == automatic_id(play.battle, command)
        play.ask(command.author, command.body, command_id=name)
        assert play.battle.state.places == (("C1", x),)


def test_what_a_player_vouches_for_the_camera_has_not_seen() -> None:
    play = Play()
    play.snapshot = table(piece("C1", (10.0, 10.0), state=PieceState.HIDDEN, age=2))
    play.ask("Red", Declare(piece="C1", x_in=25, y_in=10, heading_deg=0))
    assert seen_table(play.battle, play.snapshot).piece("C1").pose != play.snapshot.pieces[0].pose
    assert open_proposals(play.battle, play.snapshot) == ()


def test_by_agreement_it_is_ignored() -> None:
    play = shifted(on_shifted="ignore")
    assert open_proposals(play.battle, play.snapshot) == ()
    asked = only(shifted())
    assert play.refusal("Red", AcceptProposal(proposal=asked)).clause == "REF-9"


@pytest.mark.parametrize("policy", ["ask", "log"])
def test_the_camera_accepts_nothing_that_was_not_agreed(policy: str) -> None:
    play = shifted(on_shifted=policy)
    proposal = only(play)
    assert play.refusal("camera", AcceptProposal(proposal=proposal)).clause == "REF-9"
    assert play.refusal("camera", DismissProposal(proposal=proposal)).clause == "REF-9"
    if policy == "ask":
        assert play.refusal("camera", LogProposal(proposal=proposal)).clause == "REF-9"


def test_the_camera_does_not_only_log_what_it_was_to_accept() -> None:
    play = shifted(on_shifted="accept")
    assert play.refusal("camera", LogProposal(proposal=only(play))).clause == "REF-9"


def test_a_sighting_without_a_command_is_known_and_no_more() -> None:
    play = Play()
    play.snapshot = at(10, heading=120)
    proposal = only(play)
    refusal = play.refusal("Red", AcceptProposal(proposal=proposal))
    assert refusal.reason == "There is nothing to do about this but to know it: C1 fell over"
    assert play.ask("Red", LogProposal(proposal=proposal)).refusal is None
    assert open_proposals(play.battle, play.snapshot) == ()


def test_a_sighting_without_a_command_is_logged_where_others_are_accepted() -> None:
    play = Play(on_fell_over="accept")
    play.snapshot = at(10, heading=120)
    found = sort_proposals(play.battle, play.snapshot)
    assert found.to_do == ()
    (command,) = found.to_log
    assert play.ask(command.author, command.body).refusal is None


def test_what_the_camera_no_longer_sees_cannot_be_accepted() -> None:
    play = shifted()
    proposal = only(play)
    play.snapshot = at(10)
    refusal = play.refusal("Red", AcceptProposal(proposal=proposal))
    assert refusal.reason == f"The camera proposes nothing under {proposal!r} now."


def test_accepting_settles_the_difference_it_explains() -> None:
    play = shifted(1.0)
    assert play.refusal("Red", Shift(counter="C1", x_in=1.0)).clause == "REF-4"
    assert play.ask("Red", AcceptProposal(proposal=only(play))).refusal is None

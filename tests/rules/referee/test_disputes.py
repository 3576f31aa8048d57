"""How a dispute goes: challenged, frozen, measured again, settled, and told in the log."""

import pytest

from rules.referee.court.disputing.second_opinion import differing_lengths
from rules.referee.court.offers import offers, view
from rules.referee.log.battle import replayed
from rules.referee.log.dispute_words import Challenge, MeasureAgain, Settle, Settled
from rules.referee.log.entries import written_log
from rules.referee.log.house_words import Agree, Object, TakeBack
from rules.referee.log.text import read_log
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Seat
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import piece, table
from tests.rules.referee.counting_game import BLUE, COUNTING, RED, Play, Roll, Shift

ROLL = '{"die":1,"kind":"roll"}'


def disputed(**chosen: bool | float | str) -> tuple[Play, str]:
    """Red has rolled a 1 with C1, and Blue challenges it."""
    play = Play(**chosen)
    play.rolls(1)
    play.ask("Blue", Challenge(entry="e1", reason="it was a 2"))
    return play, "e3"


def test_a_challenge_is_told_with_the_evidence_and_what_it_is_about() -> None:
    play, name = disputed()
    entry = play.battle.entries[-1]
    assert entry.id == name
    assert entry.clause == "REF-12"
    assert entry.body["entries"] == ["e1", "e2"]
    assert entry.body["subjects"] == ["C1"]
    assert entry.evidence == play.battle.entries[1].evidence
    ruling = play.ask("Blue", Settle(dispute=name, outcome="stands"))
    assert ruling.says == ("Blue settles e3: the ruling stands.",)


def test_a_challenge_reads_the_ruling_out() -> None:
    play = Play()
    play.rolls(1)
    told = play.ask("Blue", Challenge(entry="e2")).says
    assert told == ("Blue disputes e2: Red rolls a 1. The sum is 1.",)


def test_what_depends_on_it_waits_and_the_rest_goes_on() -> None:
    play, _ = disputed()
    refusal = play.refusal("Blue", Roll(die=2))
    assert refusal.clause == "REF-12"
    assert refusal.reason == "Blue disputes e1 (e3), so what concerns C1 waits."
    assert play.ask("Red", Shift(counter="C2", x_in=9.0)).refusal is None
    assert play.refusal("Red", Shift(counter="C1", x_in=9.0)).clause == "REF-12"


def test_the_whole_game_waits_where_that_was_agreed() -> None:
    play, name = disputed(dispute_freezes="everything")
    assert play.refusal("Red", Shift(counter="C2", x_in=9.0)).clause == "REF-12"
    play.ask("Blue", Settle(dispute=name, outcome="stands"))
    assert play.ask("Red", Shift(counter="C2", x_in=9.0)).refusal is None


def test_the_challenger_may_give_in_alone_and_nobody_else() -> None:
    play, name = disputed()
    play.ask("Red", Settle(dispute=name, outcome="stands"))
    assert play.battle.disputes[0].is_open
    (pending,) = play.battle.pending
    play.ask("Blue", Agree(ask=pending.ask))
    assert play.battle.disputes[0].outcome == "stands"
    assert play.battle.entries[-1].body["agreed"] == ["Blue"]
    play.rolls(2)


def test_a_ruling_that_is_changed_falls_with_what_followed() -> None:
    play = Play()
    play.rolls(1, 2, 3)
    play.ask("Blue", Challenge(entry="e3"))
    play.ask("Red", Settle(dispute="e7", outcome="changed"))
    assert play.battle.state.sum == 6
    play.ask("Blue", Agree(ask="e8"))
    assert play.battle.state.sum == 1
    assert play.battle.fallen == {"e3", "e4", "e5", "e6"}
    kinds = [entry.body["kind"] for entry in play.battle.entries[-3:]]
    assert kinds == ["agreed", "settled", "taken_back"]
    assert play.battle.entries[-1].body["agreed"] == ["Blue"]
    play.rolls(4)


@pytest.mark.parametrize(("dice", "changed"), [((5, 2), True), ((2, 5), False)])
def test_a_roll_off_goes_to_the_higher_die(dice: tuple[int, int], *, changed: bool) -> None:
    play, name = disputed()
    play.ask("Blue", Settle(dispute=name, outcome="rolled_off", dice=dice))
    play.ask("Red", Agree(ask="e4"))
    (dispute,) = play.battle.disputes
    assert (dispute.outcome, dispute.changed) == ("rolled_off", changed)
    assert (play.battle.state.sum == 0) == changed


@pytest.mark.parametrize(
    ("settle", "told"),
    [
        (Settle(dispute="e3", outcome="rolled_off", dice=(4, 4)), "Both rolled 4: roll again"),
        (Settle(dispute="e3", outcome="rolled_off", dice=(4,)), "expected 2 dice, got 1"),
        (Settle(dispute="e3", outcome="rolled_off", dice=(4, 7)), "from 1 to 6, got 7"),
        (Settle(dispute="e3", outcome="won"), "got 'won'"),
        (Settle(dispute="e3", outcome="agreed", terms="  "), "what was agreed"),
        (Settle(dispute="e3", outcome="stands", dice=(1, 2)), "a roll-off only"),
        (Settle(dispute="e9", outcome="stands"), "There is no dispute 'e9'"),
        (MeasureAgain(dispute="e9", command=ROLL), "There is no dispute 'e9'"),
        (MeasureAgain(dispute="e3", command='{"kind":"dance"}'), "not a command of this game"),
        (Challenge(entry="e1"), "is disputed already"),
        (Challenge(entry="e3"), "not an event that counts"),
        (Challenge(entry="e99"), "not an event that counts"),
    ],
)
def test_what_makes_no_sense_is_refused(settle: object, told: str) -> None:
    play, _ = disputed()
    assert told in play.refusal("Blue", settle).reason


def test_terms_that_were_agreed_are_in_the_log() -> None:
    play, name = disputed()
    play.ask("Red", Settle(dispute=name, outcome="agreed", terms="The shot counts, no damage"))
    said = play.ask("Blue", Agree(ask="e4")).says
    assert said[-1] == (
        "Red settles e3, agreed by Blue: agreed otherwise: The shot counts, no damage."
    )
    assert play.battle.state.sum == 1
    assert not play.battle.disputes[0].is_open


def test_an_objection_keeps_it_open() -> None:
    play, name = disputed()
    play.ask("Red", Settle(dispute=name, outcome="stands"))
    play.ask("Blue", Object(ask="e4"))
    assert play.battle.disputes[0].is_open
    assert play.refusal("Blue", Agree(ask="e4")).clause == "REF-7"


def test_what_moves_nothing_cannot_be_challenged() -> None:
    play = Play()
    play.ask("Red", Shift(counter="C2", x_in=9.0))
    assert "rests on no measurement" in play.refusal("Blue", Challenge(entry="e1")).reason


def test_challenges_are_limited_and_one_that_is_won_costs_none() -> None:
    play, name = disputed(challenges=1)
    play.ask("Blue", Settle(dispute=name, outcome="changed"))
    play.ask("Red", Agree(ask="e4"))
    play.rolls(2)
    at = play.battle.entries[-1].id
    challenge = play.ask("Blue", Challenge(entry=at)).entries[0]
    play.ask("Blue", Settle(dispute=challenge.id, outcome="stands"))
    play.rolls(2)
    at = play.battle.entries[-1].id
    assert "the only dispute" in play.refusal("Blue", Challenge(entry=at)).reason
    assert play.ask("Red", Challenge(entry=at)).refusal is None


def test_what_was_settled_is_not_challenged_again() -> None:
    play, name = disputed()
    play.ask("Blue", Settle(dispute=name, outcome="stands"))
    assert "was settled: stands" in play.refusal("Red", Challenge(entry="e2")).reason


def test_taking_back_what_is_disputed_ends_the_dispute() -> None:
    play, _ = disputed(take_back="free")
    play.ask("Red", TakeBack(entry="e1"))
    (dispute,) = play.battle.disputes
    assert (dispute.outcome, dispute.changed) == ("taken_back", True)
    play.rolls(2)


def test_measuring_again_judges_what_was_asked_on_the_table_as_it_lies() -> None:
    play, name = disputed()
    told = play.ask("Red", MeasureAgain(dispute=name, command=ROLL))
    assert told.says == ("Red has e3 measured again. The ruling would be the same: Red rolls a 1.",)
    assert play.battle.disputes[0].measured == ("e4",)
    assert play.battle.entries[-1].evidence == play.battle.entries[1].evidence
    other = play.ask("Blue", MeasureAgain(dispute=name, command='{"die":5,"kind":"roll"}'))
    assert "5 is more than 4. It would be refused now (C-2)." in other.says[0]
    assert play.battle.entries[-1].body["same"] is False
    assert play.battle.state.sum == 1


def test_measuring_again_is_not_held_up_by_the_dispute_itself() -> None:
    play, name = disputed(dispute_freezes="everything")
    assert play.ask("Red", MeasureAgain(dispute=name, command=ROLL)).refusal is None


def test_somebody_who_plays_alone_settles_alone() -> None:
    play = Play(Seat(name="Host", sides=("red", "blue")))
    play.ask("Host", Roll(die=1))
    play.ask("Host", Challenge(entry="e1"))
    play.ask("Host", Settle(dispute="e3", outcome="changed"))
    assert play.battle.state.sum == 0


def test_a_log_with_disputes_replays_to_the_same_battle() -> None:
    play, name = disputed()
    play.ask("Red", MeasureAgain(dispute=name, command=ROLL))
    play.ask("Red", Settle(dispute=name, outcome="changed", terms=""))
    play.ask("Blue", Agree(ask="e5"))
    again = replayed(COUNTING, read_log(written_log(play.battle.entries)))
    assert again == play.battle
    assert again.disputes[0].changed


def test_every_seat_sees_the_same_dispute_and_may_settle_it() -> None:
    play, name = disputed()
    shown = [view(play.battle, seat=seat)["disputes"] for seat in ("Red", "Blue", "Onlooker")]
    assert shown[0] == shown[1] == shown[2]
    assert [each["open"] for each in shown[0]] == [True]  # type: ignore[attr-defined]
    for seat in (RED, BLUE):
        found = [
            each.fixed["outcome"]
            for each in offers(play.battle, play.snapshot, seat=seat.name)
            if each.command == "settle"
        ]
        assert found == ["stands", "changed", "rolled_off", "agreed"]
    assert Settled(dispute=name, outcome="stands", changes=False).agreed == ()


def test_what_the_camera_proposes_waits_too() -> None:
    play, _ = disputed()
    play.snapshot = table(piece("C1", (25.0, 9.0)))
    found = next(
        each.fixed["proposal"]
        for each in offers(play.battle, play.snapshot, seat="Red")
        if each.command == "accept_proposal"
    )
    refusal = play.refusal("Red", {"kind": "accept_proposal", "proposal": found})
    assert refusal.clause == "REF-12"


def test_a_photograph_is_told_as_one_with_where_it_differs() -> None:
    play, name = disputed()
    apart = ("C1 is 0.2 in apart, and their errors explain 0.05.",)
    again = MeasureAgain(dispute=name, command=ROLL, photograph=True, apart=apart)
    (says,) = play.ask("Red", again).says
    assert says == (
        "Red has e3 measured again by a photograph. The ruling would be the same: Red rolls a 1. "
        "The photograph and the camera differ by more than their errors: "
        "C1 is 0.2 in apart, and their errors explain 0.05."
    )
    body = play.battle.entries[-1].body
    assert (body["photograph"], body["apart"]) == (True, list(apart))
    assert replayed(COUNTING, read_log(written_log(play.battle.entries))) == play.battle


def measured(what: str, value: float | None, *, sigma: float = 0.02) -> Measured:
    length = None if value is None else Inches(value)
    return Measured(
        what=what, answer=Answer.YES, why="", snapshot=1, value=length, sigma=Inches(sigma)
    )


def test_lengths_differ_beyond_three_standard_errors_of_their_difference() -> None:
    then = (measured("range", 12.0), measured("gap", 1.0), measured("sight", None))
    near = (measured("range", 12.08), measured("gap", 1.0), measured("sight", None))
    assert differing_lengths(then, near) == ()
    far = (measured("gap", 1.0), measured("range", 12.09))
    assert differing_lengths(then, far) == (
        "range was 12 ± 0.04 for the ruling and is 12.09 ± 0.04 by the photograph.",
    )
    assert differing_lengths(then, ()) == ()

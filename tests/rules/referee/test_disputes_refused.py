"""How a refusal by measuring is disputed: made known, frozen, measured again, let pass."""

from typing import Any

import pytest

from rules.referee.court.offers import offers
from rules.referee.log.battle import replayed
from rules.referee.log.dispute_words import ChallengeRefusal, MeasureAgain, Settle
from rules.referee.log.entries import canonical, written_log
from rules.referee.log.house_words import Agree, TakeBack
from rules.referee.log.text import read_log
from rules.referee.toolkit.game import Seat
from rules.table.units import Inches
from tests.rules.referee.counting_game import BLUE, COUNTING, RED, Play, Roll, Shift

FIVE = canonical({"kind": "roll", "die": 5, "counter": "C1"})


def refused(*seats: Seat, **chosen: bool | float | str) -> Play:
    """Red has rolled a 5, of which 4 count, and disputes that it was refused."""
    play = Play(*seats, **chosen)
    author = (seats or (RED,))[0].name
    assert play.refusal(author, Roll(die=5)).clause == "C-2"
    told = ChallengeRefusal(command=FIVE, after="e0", refusal="r1", reason="it was a 4")
    assert play.ask(author, told).refusal is None
    return play


def test_the_refusal_is_told_with_what_it_was_judged_by_and_who_asked() -> None:
    play = refused()
    first, second = play.battle.entries[1:]
    assert first.body == {
        "kind": "command_refused",
        "clause": "C-2",
        "refusal": "5 is more than 4.",
        "command": {"kind": "roll", "die": 5},
        "after": "e0",
        "waivable": True,
        "name": "r1",
    }
    assert first.clause == "C-2"
    (found,) = first.measured
    assert (found.what, found.value, found.limit) == ("die", Inches(5), Inches(4))
    assert (second.body["entry"], second.body["subjects"]) == ("e1", ["C1"])
    assert play.battle.state.sum == 0


def test_it_is_said_in_two_sentences() -> None:
    play = Play()
    said = play.ask("Red", ChallengeRefusal(command=FIVE, after="e0")).says
    assert said == (
        "Red asked for something that was refused (C-2): 5 is more than 4.",
        "Red disputes e1: Red asked for something that was refused (C-2): 5 is more than 4.",
    )


def test_what_depends_on_it_waits_until_it_is_settled() -> None:
    play = refused()
    assert play.refusal("Red", Roll(die=2)).clause == "REF-12"
    assert play.ask("Red", Shift(counter="C2", x_in=9.0)).refusal is None
    assert play.ask("Red", Settle(dispute="e2", outcome="stands")).refusal is None
    play.rolls(2)


def test_what_all_agree_on_is_done_as_an_overruled_refusal_is() -> None:
    play = refused()
    told = play.ask("Red", Settle(dispute="e2", outcome="changed")).says
    assert told == (
        "Red proposes to settle e2: the ruling is changed, and what was refused is done.",
    )
    assert play.battle.state.sum == 0
    play.ask("Blue", Agree(ask="e3"))
    assert play.battle.state.sum == 5
    kinds = [entry.body["kind"] for entry in play.battle.entries[4:]]
    assert kinds == ["agreed", "settled", "overruled", "rolled", "added"]
    overruled, rolled = play.battle.entries[6:8]
    assert overruled.body["agreed"] == ["Blue"]
    assert rolled.causes[1:] == (overruled.id,)
    (dispute,) = play.battle.disputes
    assert (dispute.outcome, dispute.changed) == ("changed", True)
    play.rolls(2)
    play.ask("Red", TakeBack(entry=rolled.id))
    play.ask("Blue", Agree(ask=play.battle.entries[-1].id))
    assert play.battle.state.sum == 0


@pytest.mark.parametrize(("dice", "total"), [((5, 2), 5), ((2, 5), 0)])
def test_a_roll_off_that_the_challenger_wins_lets_it_pass(
    dice: tuple[int, int], total: int
) -> None:
    play = refused()
    play.ask("Red", Settle(dispute="e2", outcome="rolled_off", dice=dice))
    play.ask("Blue", Agree(ask="e3"))
    assert play.battle.state.sum == total
    assert not play.battle.disputes[0].is_open


def test_somebody_who_plays_alone_settles_it_alone() -> None:
    play = refused(Seat(name="Host", sides=("red", "blue")))
    play.ask("Host", Settle(dispute="e2", outcome="changed"))
    assert play.battle.state.sum == 5
    settled = play.battle.entries[3]
    assert play.battle.entries[5].causes[1:] == (play.battle.entries[4].id,)
    assert settled.body["passes"] is True


def test_where_no_refusal_is_overruled_it_stands_or_is_agreed_in_words() -> None:
    play = refused(override="never")
    for outcome in ("changed", "rolled_off"):
        dice = (5, 2) if outcome == "rolled_off" else ()
        settle = Settle(dispute="e2", outcome=outcome, dice=dice)
        assert "no refusal is overruled" in play.refusal("Blue", settle).reason
    found = [
        each.fixed["outcome"]
        for each in offers(play.battle, play.snapshot, seat=BLUE.name)
        if each.command == "settle"
    ]
    assert found == ["stands", "agreed"]
    play.ask("Blue", Settle(dispute="e2", outcome="agreed", terms="Red rolls again"))
    assert "Red rolls again" in play.ask("Red", Agree(ask="e3")).says[-1]
    assert play.battle.state.sum == 0


def test_what_everybody_agreed_to_is_not_done_once_another_clause_refuses_it() -> None:
    play = refused()
    play.ask("Red", Settle(dispute="e2", outcome="changed"))
    # The turn passes meanwhile with what the dispute does not hold up.
    play.ask("Red", Roll(die=1, counter="C2"))
    assert play.battle.pending == ()
    settle = Settle(dispute="e2", outcome="changed")
    assert play.refusal("Red", settle).reason == "It is not Red's turn."


def test_measuring_again_takes_what_was_asked_from_the_log_and_not_from_whoever_asks() -> None:
    play = refused()
    told = play.ask("Blue", MeasureAgain(dispute="e2", command='{"die":1,"kind":"roll"}'))
    assert told.says == (
        "Blue has e2 measured again. The ruling would be the same: "
        "5 is more than 4. It would be refused now (C-2).",
    )
    assert play.battle.entries[-1].evidence == play.battle.entries[1].evidence


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"command": canonical({"kind": "roll", "die": 3}), "after": "e0"}, "Nothing refuses"),
        ({"command": FIVE, "after": "e99"}, "'e99' is not in the log"),
        ({"command": '{"kind":"dance"}', "after": "e0"}, "not a command of this game"),
        ({"command": "five", "after": "e0"}, "not a command of this game"),
    ],
)
def test_a_refusal_that_never_was_cannot_be_brought_up(body: dict[str, Any], told: str) -> None:
    play = Play()
    assert told in play.refusal("Red", ChallengeRefusal(**body)).reason


def test_what_was_not_refused_by_measuring_is_not_disputed() -> None:
    refusal = Play().refusal("Blue", ChallengeRefusal(command=FIVE, after="e0"))
    assert refusal.reason == "Nothing refuses that command by measuring."


def test_it_is_judged_in_the_battle_as_it_stood_when_it_was_refused() -> None:
    play = Play()
    play.refusal("Red", Roll(die=5))
    play.rolls(1, 2, 3)
    assert play.ask("Red", ChallengeRefusal(command=FIVE, after="e0")).refusal is None
    # It is Blue's turn now, and what is let pass is let pass now.
    refusal = play.refusal("Red", Settle(dispute="e8", outcome="changed"))
    assert refusal.reason == "It is not Red's turn."


def test_a_refusal_is_disputed_once_and_counts_as_a_challenge() -> None:
    play = refused(challenges=1)
    again = ChallengeRefusal(command=FIVE, after="e0")
    assert "is disputed already (e2)" in play.refusal("Red", again).reason
    play.ask("Red", Settle(dispute="e2", outcome="stands"))
    assert "was settled: stands (e2)" in play.refusal("Red", again).reason
    later = ChallengeRefusal(command=FIVE, after="e3")
    assert "the only dispute" in play.refusal("Red", later).reason


def test_a_log_with_a_disputed_refusal_replays_to_the_same_battle() -> None:
    play = refused()
    play.ask("Red", Settle(dispute="e2", outcome="changed"))
    play.ask("Blue", Agree(ask="e3"))
    assert replayed(COUNTING, read_log(written_log(play.battle.entries))) == play.battle

"""How play is taken back and refusals are overruled, and who must agree."""

import json

import pytest

from rules.referee.court.asking import Ruling
from rules.referee.log.battle import replayed
from rules.referee.log.entries import written_line
from rules.referee.log.house_words import (
    Agree,
    DeclareUnmoved,
    Object,
    Override,
    TakeBack,
    TakenBack,
)
from rules.referee.log.text import read_log
from rules.referee.toolkit.game import Seat
from rules.table.snapshot import PieceState
from rules.table.units import Inches
from tests.factories import piece, table
from tests.rules.referee.counting_game import BLUE, COUNTING, RED, Play, Rest, Roll

SIX = '{"die":6,"kind":"roll"}'
OVERRIDE = Override(clause="C-2", command=SIX, reason="it hung on the edge")
GREEN = Seat(name="Green", sides=("green",))
RED_TOO = Seat(name="Rangers", sides=("red",))
BLUE_TOO = Seat(name="Indigo", sides=("blue",))
ONLOOKER = Seat(name="Onlooker", sides=())


def kinds(ruling: Ruling) -> list[object]:
    assert ruling.refusal is None, ruling.refusal
    return [each.body["kind"] for each in ruling.entries]


def test_freely_taken_back_with_all_that_followed() -> None:
    play = Play(take_back="free")
    play.rolls(1, 2, 3)
    lines = [written_line(each) for each in play.battle.entries]
    ruling = play.ask("Red", TakeBack(entry="e4", reason="wrong die"))
    assert kinds(ruling) == ["taken_back"]
    assert ruling.says == (
        "Red takes back (wrong die). This falls: Blue rolls a 2. The sum is 3. "
        "Red rolls a 3. The sum is 6.",
    )
    assert ruling.entries[0].body["entries"] == ["e3", "e4", "e5", "e6"]
    assert ruling.entries[0].causes == ("c7", "e4")
    assert ruling.entries[0].clause == "REF-5"
    assert (play.battle.state.sum, play.battle.state.rolled) == (1, (1,))
    assert [written_line(each) for each in play.battle.entries[:-1]] == lines


def test_play_goes_on_after_taking_back() -> None:
    play = Play(take_back="free")
    play.rolls(1, 2)
    play.ask("Red", TakeBack(entry="e3"))
    play.rolls(4)
    assert (play.battle.state.sum, play.battle.state.rolled) == (5, (1, 4))
    ruling = play.ask("Red", TakeBack(entry="e1"))
    assert ruling.entries[0].body["entries"] == ["e1", "e2", "e6", "e7"]
    assert play.battle.state.sum == 0


def test_notes_stay_when_play_is_taken_back() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    hidden = piece("C1", (10.0, 10.0), state=PieceState.HIDDEN, age=3)
    play.snapshot = table(hidden)
    play.ask("Blue", DeclareUnmoved(piece="C1"))
    play.ask("Red", TakeBack(entry="e1"))
    assert [each.pose.piece for each in play.battle.declared] == ["C1"]
    assert play.battle.fallen == {"e1", "e2"}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("e9", "There is no entry 'e9' in the log."),
        ("e01", "There is no entry 'e01' in the log."),
        ("e0", "e0 is a note of the referee's; only events are taken back."),
        ("e3", "e3 is a note of the referee's; only events are taken back."),
        ("e1", "e1 has been taken back already."),
    ],
)
def test_what_cannot_be_taken_back(entry: str, reason: str) -> None:
    play = Play(take_back="free")
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    refusal = play.refusal("Red", TakeBack(entry=entry))
    assert (refusal.clause, refusal.reason) == ("REF-5", reason)


def test_asking_says_what_would_fall_and_changes_nothing() -> None:
    play = Play()
    play.rolls(1, 2)
    ruling = play.ask("Red", TakeBack(entry="e3", reason="slip"))
    assert kinds(ruling) == ["take_back_asked"]
    assert ruling.says == (
        "Red asks to take back (slip). This would fall: Blue rolls a 2. The sum is 3.",
    )
    assert play.battle.state.sum == 3
    assert [each.ask for each in play.battle.pending] == ["e5"]


def test_the_other_side_agrees() -> None:
    play = Play()
    play.rolls(1, 2)
    play.ask("Red", TakeBack(entry="e3", reason="slip"))
    ruling = play.ask("Blue", Agree(ask="e5"))
    assert kinds(ruling) == ["agreed", "taken_back"]
    assert ruling.says[1] == (
        "Red takes back (slip), agreed by Blue. This falls: Blue rolls a 2. The sum is 3."
    )
    assert ruling.entries[1].author == "Red"
    assert ruling.entries[1].causes == ("c6", "e3", "e5")
    assert (play.battle.state.sum, play.battle.pending) == (1, ())
    assert replayed(COUNTING, play.battle.entries) == play.battle


def test_the_other_side_objects() -> None:
    play = Play()
    play.rolls(1, 2)
    play.ask("Red", TakeBack(entry="e3"))
    ruling = play.ask("Blue", Object(ask="e5", reason="no"))
    assert ruling.says == ("Blue objects to e5 (no).",)
    assert (play.battle.state.sum, play.battle.pending) == (3, ())
    assert "no longer open" in play.refusal("Blue", Agree(ask="e5")).reason


def test_who_asks_may_withdraw_but_not_agree() -> None:
    play = Play()
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    refusal = play.refusal("Red", Agree(ask="e3"))
    assert (refusal.clause, refusal.reason) == ("REF-7", "e3 does not wait for Red.")
    assert play.ask("Red", Object(ask="e3")).says == ("Red withdraws e3.",)
    assert play.battle.pending == ()


def test_a_question_lapses_when_the_game_moves_on() -> None:
    play = Play()
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    play.rolls(2)
    assert play.battle.pending == ()
    refusal = play.refusal("Blue", Agree(ask="e3"))
    assert refusal.reason == (
        "e3 is no longer open: it was answered, or the game has moved on since."
    )
    assert play.refusal("Blue", Agree(ask="e1")).reason == "Nobody asks anything under 'e1'."
    assert play.refusal("Blue", Object(ask="x")).reason == "Nobody asks anything under 'x'."


def test_a_question_lapses_when_something_is_taken_back() -> None:
    play = Play()
    play.rolls(1, 2)
    play.ask("Red", TakeBack(entry="e1"))
    play.ask("Red", TakeBack(entry="e3"))
    play.ask("Blue", Agree(ask="e6"))
    assert play.battle.pending == ()


def test_a_note_does_not_close_a_question() -> None:
    play = Play()
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    play.snapshot = table(piece("C1", (10.0, 10.0), state=PieceState.HIDDEN, age=3))
    play.ask("Blue", DeclareUnmoved(piece="C1"))
    assert kinds(play.ask("Blue", Agree(ask="e3"))) == ["agreed", "taken_back"]


def test_the_same_question_is_asked_once() -> None:
    play = Play()
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    assert play.refusal("Red", TakeBack(entry="e1")).clause == "REF-7"


def test_one_seat_of_each_other_side_agrees() -> None:
    play = Play(RED, RED_TOO, BLUE, BLUE_TOO, GREEN, ONLOOKER)
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    for nobody in ("Rangers", "Onlooker"):
        assert play.refusal(nobody, Agree(ask="e3")).reason == f"e3 does not wait for {nobody}."
        assert play.refusal(nobody, Object(ask="e3")).reason == f"e3 does not wait for {nobody}."
    assert kinds(play.ask("Indigo", Agree(ask="e3"))) == ["agreed"]
    assert play.refusal("Blue", Agree(ask="e3")).reason == "e3 does not wait for Blue."
    ruling = play.ask("Green", Agree(ask="e3"))
    assert kinds(ruling) == ["agreed", "taken_back"]
    assert ruling.entries[1].body["agreed"] == ["Indigo", "Green"]


def test_a_side_that_has_agreed_may_still_object() -> None:
    play = Play(RED, BLUE, GREEN)
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    play.ask("Blue", Agree(ask="e3"))
    play.ask("Blue", Object(ask="e3"))
    assert play.battle.pending == ()


@pytest.mark.parametrize(
    "seats",
    [(Seat(name="Solo", sides=("red", "blue")),), (RED, RED_TOO), (RED, ONLOOKER)],
)
def test_where_no_other_side_plays_nobody_has_to_agree(seats: tuple[Seat, ...]) -> None:
    play = Play(*seats)
    play.rolls(1)
    author = seats[0].name
    assert kinds(play.ask(author, TakeBack(entry="e1"))) == ["taken_back"]
    assert kinds(play.ask(author, OVERRIDE)) == ["overruled", "rolled", "added"]


def test_a_refusal_that_may_be_waived_is_asked_for() -> None:
    play = Play()
    waivable = play.ask("Red", Roll(die=6)).refusal
    assert waivable is not None
    assert waivable.waivable
    ruling = play.ask("Red", OVERRIDE)
    assert kinds(ruling) == ["override_asked"]
    assert ruling.says == (
        "Red asks to let it pass (it hung on the edge) (C-2): 6 is more than 4.",
    )
    assert ruling.entries[0].body["command"] == {"kind": "roll", "die": 6}
    (found,) = ruling.entries[0].measured
    assert (found.value, found.limit, found.bound) == (Inches(6), Inches(4), None)
    assert play.battle.state.sum == 0


def test_an_override_that_is_agreed_is_done_in_the_name_of_who_asked() -> None:
    play = Play()
    play.ask("Red", OVERRIDE)
    ruling = play.ask("Blue", Agree(ask="e1"), command_id="yes")
    assert kinds(ruling) == ["agreed", "overruled", "rolled", "added"]
    assert [each.author for each in ruling.entries] == ["Blue", "Red", "Red", "Red"]
    assert [each.causes for each in ruling.entries] == [
        ("yes", "e1"),
        ("yes", "e1"),
        ("yes", "e3"),
        ("yes", "e3"),
    ]
    assert ruling.entries[1].body == {
        "kind": "overruled",
        "clause": "C-2",
        "refusal": "6 is more than 4.",
        "command": {"kind": "roll", "die": 6},
        "reason": "it hung on the edge",
        "agreed": ["Blue"],
    }
    assert ruling.says[1] == (
        "Red's command passes (it hung on the edge), agreed by Blue (C-2): 6 is more than 4."
    )
    assert play.battle.state.sum == 6
    assert play.battle.pending == ()
    text = "".join(written_line(each) + "\n" for each in play.battle.entries)
    assert replayed(COUNTING, read_log(text)) == play.battle


def test_what_was_overruled_can_be_taken_back() -> None:
    play = Play()
    play.ask("Red", OVERRIDE)
    play.ask("Blue", Agree(ask="e1"))
    play.ask("Red", TakeBack(entry="e5"))
    ruling = play.ask("Blue", Agree(ask="e6"))
    assert ruling.entries[1].body["entries"] == ["e4", "e5"]
    assert play.battle.state.sum == 0


def test_a_second_clause_has_to_be_named_too() -> None:
    play = Play(cap=900)
    play.rolls(800)
    play.rolls(100)
    heavy = '{"die":901,"kind":"roll"}'
    assert play.refusal("Red", Override(clause="C-2", command=heavy)).clause == "C-4"
    ruling = play.ask("Red", Override(clause="C-2", command=heavy, also=("C-4",)))
    play.ask("Blue", Agree(ask=ruling.entries[0].id))
    assert play.battle.state.sum == 1801


@pytest.mark.parametrize(
    ("command", "clause", "reason"),
    [
        ('{"die":3,"kind":"roll"}', "C-2", "Nothing refuses that command; give it as it is."),
        (SIX, "C-4", "C-4 does not refuse that command; C-2 does: 6 is more than 4."),
        (SIX, "REF-6", "REF-6 does not refuse that command; C-2 does: 6 is more than 4."),
    ],
)
def test_what_need_not_be_overruled(command: str, clause: str, reason: str) -> None:
    refusal = Play().refusal("Red", Override(clause=clause, command=command))
    assert (refusal.clause, refusal.reason) == ("REF-6", reason)


def test_what_cannot_be_waived_is_never_overruled() -> None:
    refusal = Play().refusal("Blue", Override(clause="C-1", command=SIX))
    assert refusal.clause == "REF-6"
    assert refusal.reason == "No agreement lets that pass (C-1): It is not Blue's turn."


def test_a_difference_is_never_overruled() -> None:
    play = Play()
    play.snapshot = table(piece("C1", (1.0, 10.0)))
    refusal = play.refusal("Red", Override(clause="REF-4", command=SIX))
    assert refusal.reason.startswith("No agreement lets that pass (REF-4)")


@pytest.mark.parametrize("command", ["", "{", "[]", '{"kind":"fly"}', '{"kind":"take_back"}', "1"])
def test_only_a_command_of_the_game_is_overruled(command: str) -> None:
    refusal = Play().refusal("Red", Override(clause="C-2", command=command))
    assert refusal.clause == "REF-2"


def test_a_command_that_brings_nothing_about_is_not_overruled() -> None:
    command = json.dumps(COUNTING.commands.write(Rest()))
    refusal = Play().refusal("Red", Override(clause="C-2", command=command))
    assert refusal.reason == "Nothing refuses that command; give it as it is."


def test_overruling_can_be_ruled_out() -> None:
    refusal = Play(override="never").refusal("Red", OVERRIDE)
    # Nor does anything say that it could be.
    assert not Play(override="never").refusal("Red", Roll(die=6)).waivable
    assert refusal.reason == "It was agreed at set-up that no refusal is overruled."


def test_an_override_that_no_longer_holds_when_it_is_agreed_changes_nothing() -> None:
    play = Play()
    play.ask("Red", OVERRIDE)
    play.snapshot = table(piece("C1", (1.0, 10.0)))
    assert play.refusal("Blue", Agree(ask="e1")).clause == "REF-4"
    assert [each.ask for each in play.battle.pending] == ["e1"]


def test_a_taking_back_is_no_event_of_the_game() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    ruling = play.ask("Red", TakeBack(entry="e1"))
    assert ruling.entries[0].body["kind"] == "taken_back"
    assert TakenBack(entries=("e1",)).reason == ""
    assert play.refusal("Red", TakeBack(entry="e3")).clause == "REF-5"

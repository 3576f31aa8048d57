"""The word of a judge enters the log once, and what it decides is done as if all had agreed."""

from rules.referee.court.judged import judged
from rules.referee.court.sentences import say
from rules.referee.log.battle import applied, replayed
from rules.referee.log.house_words import Override, TakeBack
from rules.referee.log.judge_words import JudgeRuled
from tests.rules.referee.counting_game import Play, stamp


def ruled(play: Play, outcome: str, entry: str, *, ruling: str = "1.1") -> list[str]:
    """What the log tells after a judge's word."""
    body = JudgeRuled(
        judge="Ann", says="I saw it", ruling=ruling, entry=entry, outcome=outcome, is_final=False
    )
    made = stamp(f"judge-{ruling}")
    entries = judged(play.battle, body, snapshot=play.snapshot, stamp=made)
    play.battle = applied(play.battle, entries)
    assert replayed(play.battle.game, play.battle.entries).state == play.battle.state
    return [say(play.battle, each) for each in entries]


def asked_to_pass(play: Play) -> str:
    command = '{"counter":"C1","die":6,"kind":"roll"}'
    return play.ask("Red", Override(clause="C-2", command=command)).entries[0].id


def test_what_was_asked_for_passes_by_a_judges_word() -> None:
    play = Play()
    told = ruled(play, "passes", asked_to_pass(play))
    assert told == [
        "Ann, judge, rules: I saw it.",
        "Red's command passes (C-2): 6 is more than 4.",
        "Red rolls a 6.",
        "The sum is 6.",
    ]
    assert play.battle.state.sum == 6
    assert play.battle.pending == ()


def test_what_was_asked_for_is_turned_down() -> None:
    play = Play()
    ask = asked_to_pass(play)
    assert ruled(play, "stands", ask)[1:] == [f"umpire objects to {ask} (Ann rules so)."]
    assert (play.battle.state.sum, play.battle.pending) == (0, ())


def test_a_ruling_is_taken_back_by_a_judges_word() -> None:
    play = Play()
    play.rolls(3, 2)
    told = ruled(play, "taken_back", "e1")
    assert told[1].startswith("umpire takes back (Ann rules so). This falls: Red rolls a 3.")
    assert play.battle.state.sum == 0


def test_a_ruling_enters_the_log_once() -> None:
    play = Play()
    play.rolls(3)
    assert ruled(play, "", "e1") == ["Ann, judge, rules: I saw it."]
    assert ruled(play, "", "e1") == []
    assert ruled(play, "taken_back", "e1", ruling="1.2") != []
    assert play.battle.state.sum == 0


def test_what_can_no_longer_be_done_leaves_the_judges_word_alone() -> None:
    play = Play()
    play.rolls(3)
    play.ask("Red", TakeBack(entry="e1"))
    for number, entry in enumerate(("e99", "", "e1x")):
        assert ruled(play, "passes", entry, ruling=f"7.{number}") == [
            "Ann, judge, rules: I saw it."
        ]

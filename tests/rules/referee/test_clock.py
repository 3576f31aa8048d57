"""The clock of a battle follows from its log alone, and runs for whoever is asked."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.referee.court.asking import Ruling, ask
from rules.referee.court.keeping_time import clock_entries, clock_now, time_entries
from rules.referee.court.offers import offers
from rules.referee.court.sentences import say
from rules.referee.facts.battle import Facts, ShownSide
from rules.referee.facts.course import ShownAwaited, ShownTurn
from rules.referee.log.agreement_words import ChangeOption
from rules.referee.log.battle import Battle, applied, begin, replayed
from rules.referee.log.clock_state import seconds_of
from rules.referee.log.clock_words import PauseClock, ResumeClock
from rules.referee.log.entries import Stamp
from rules.referee.log.house_words import Agree, Object, TakeBack
from rules.referee.toolkit.game import Command, Game, Refusal, Seat
from rules.registry import games
from rules.testing.driver import Step, play_sample, samples_of
from tests.rules.referee.counting_game import COUNTING, TABLE, Counting, Roll, setup

START = seconds_of("2026-11-21T20:00:00Z")


def facts(state: Counting, seat: str) -> Facts:
    """Whoever is to roll is waited for; a turn is a roll of each."""
    name = state.seats[state.turn % len(state.seats)]
    awaited = ShownAwaited(seat=name, who=name, says="roll", yours=seat == name)
    acting = "red" if state.turn % 2 == 0 else "blue"
    return Facts(
        turn=ShownTurn(number=state.turn // 2 + 1),
        sides=tuple(ShownSide(name=each, seats=(), acting=each == acting) for each in SIDES),
        awaited=(awaited,),
    )


SIDES = ("red", "blue")
TIMED = replace(COUNTING, facts=facts)


def stamp(seconds: float, name: str) -> Stamp:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    time = f"2026-11-21T{20 + hours:02.0f}:{minutes:02.0f}:{rest:05.2f}Z"
    return Stamp(time=time, command_id=name, umpire_version="0.1.0")


class Timed:
    """A battle in which time passes as a test says."""

    def __init__(self, *seats: Seat, game: Game = TIMED, **chosen: bool | float | str) -> None:
        self.now = 0.0
        self.battle: Battle = begin(game, setup(*seats, **chosen), stamp=stamp(0, "begin"))

    def ask(self, author: str, body: Any, *, after: float = 0.0) -> Ruling:
        self.now += after
        made = stamp(self.now, f"c{self.battle.sequence}")
        ruling = ask(self.battle, Command(author=author, body=body), snapshot=TABLE, stamp=made)
        assert ruling.refusal is None, ruling.refusal
        self.battle = ruling.after or self.battle
        return ruling

    def refused(self, author: str, body: Any) -> Refusal:
        made = stamp(self.now, f"c{self.battle.sequence}")
        ruling = ask(self.battle, Command(author=author, body=body), snapshot=TABLE, stamp=made)
        assert ruling.refusal is not None
        return ruling.refusal

    def halts(self, why: str, *, after: float = 0.0, uncounted: bool = False) -> None:
        self.now += after
        made = stamp(self.now, f"u{self.battle.sequence}")
        entries = clock_entries(self.battle, stamp=made, halt=why, uncounted=uncounted)
        self.battle = applied(self.battle, entries)

    def ticks(self, *, after: float = 0.0) -> list[str]:
        self.now += after
        entries = time_entries(self.battle, stamp=stamp(self.now, f"t{self.battle.sequence}"))
        self.battle = applied(self.battle, entries)
        return [say(self.battle, each) for each in entries]

    def left(self) -> dict[str, float]:
        """By side, and the same from the log alone."""
        shown = clock_now(self.battle, now=START + self.now)
        again = replayed(self.battle.game, self.battle.entries)
        assert shown == clock_now(again, now=START + self.now)
        assert again.clock == self.battle.clock
        return {each["side"]: each["left_s"] for each in sides_of(shown)}


def sides_of(shown: dict[str, Any] | None) -> list[dict[str, Any]]:
    assert shown is not None
    found: list[dict[str, Any]] = shown["sides"]
    return found


def test_no_time_is_kept_unless_it_was_agreed() -> None:
    play = Timed()
    play.ask("Red", Roll(die=3))
    assert clock_now(play.battle, now=START) is None
    assert [each.body["kind"] for each in play.battle.entries[1:]] == ["rolled", "added"]
    assert "No clock" in play.refused("Red", PauseClock()).reason


def test_it_begins_with_the_first_command_and_runs_for_whoever_is_asked() -> None:
    play = Timed(clock="side", clock_minutes=10)
    play.now = 300
    assert play.left() == {"red": 600, "blue": 600}
    ruling = play.ask("Red", Roll(die=3))
    assert ruling.says[-1] == "The clock runs for blue."
    play.now += 40
    assert play.left() == {"red": 600, "blue": 560}
    play.ask("Blue", Roll(die=1), after=5)
    play.now += 7.5
    assert play.left() == {"red": 592.5, "blue": 555}


def test_whoever_has_done_what_was_asked_gets_the_added_seconds() -> None:
    play = Timed(clock="side", clock_minutes=10, clock_added_seconds=30)
    play.ask("Red", Roll(die=3))
    play.ask("Blue", Roll(die=1), after=100)
    assert play.left() == {"red": 600, "blue": 530}


def test_every_side_has_its_time_anew_in_every_turn() -> None:
    play = Timed(clock="turn", clock_minutes=1)
    play.ask("Red", Roll(die=3))
    assert play.ticks(after=59) == []
    assert play.ticks(after=2) == ["Time has run out for blue in turn 1."]
    assert play.ticks(after=2) == []
    play.ask("Blue", Roll(die=1))
    assert play.left() == {"red": 60, "blue": 60}
    assert not any(each["out"] for each in sides_of(clock_now(play.battle, now=START)))


def test_running_out_is_told_and_nothing_else_happens() -> None:
    play = Timed(clock="side", clock_minutes=1)
    play.ask("Red", Roll(die=3))
    assert play.ticks(after=61) == ["Time has run out for blue."]
    play.ask("Blue", Roll(die=1))
    assert play.left() == {"red": 60, "blue": -1}


def test_it_stands_while_players_settle_something() -> None:
    play = Timed(clock="side", clock_minutes=10)
    play.ask("Red", Roll(die=3))
    asked = play.ask("Red", TakeBack(entry="e1"), after=10)
    assert asked.says[-1] == "The clock stands: the others are asked to agree to something."
    play.now += 100
    assert play.left() == {"red": 600, "blue": 590}
    play.ask("Blue", Object(ask=asked.entries[0].id))
    play.now += 1
    assert play.left() == {"red": 600, "blue": 589}


def test_a_pause_is_agreed_on_and_over_when_anybody_says_so() -> None:
    play = Timed(clock="side", clock_minutes=10)
    play.ask("Red", Roll(die=3))
    asked = play.ask("Red", PauseClock(reason="tea"), after=10)
    assert asked.says == ("Red asks for a pause of the clock (tea).",)
    play.now += 20
    assert play.left() == {"red": 600, "blue": 570}
    told = play.ask("Blue", Agree(ask=asked.entries[0].id)).says
    assert told[1:] == (
        "The clock is paused (tea), agreed by Blue.",
        "The clock stands: all have agreed to a pause.",
    )
    assert play.battle.pending == ()
    assert [each.command for each in offers(play.battle, TABLE, seat="Red")][-1] == "resume_clock"
    assert "already" in play.refused("Red", PauseClock()).reason
    play.ask("Red", ResumeClock(), after=900)
    play.now += 1
    assert play.left() == {"red": 600, "blue": 569}
    assert "not paused" in play.refused("Red", ResumeClock()).reason


def test_it_stands_while_the_umpire_cannot_go_on_also_when_somebody_acts_meanwhile() -> None:
    play = Timed(clock="side", clock_minutes=10)
    play.ask("Red", Roll(die=3))
    play.halts("the camera is lost", after=10)
    play.ask("Blue", Roll(die=1), after=100)
    assert play.left() == {"red": 600, "blue": 590}
    play.halts("", after=100)
    play.now += 4
    assert play.left() == {"red": 596, "blue": 590}
    before = play.battle.sequence
    play.halts("", after=1)
    assert play.battle.sequence == before


def test_time_in_which_the_umpire_was_away_counts_for_nobody() -> None:
    play = Timed(clock="side", clock_minutes=10)
    play.ask("Red", Roll(die=3))
    play.halts("", after=9999, uncounted=True)
    play.now += 1
    assert play.left() == {"red": 600, "blue": 599}


def test_what_is_taken_back_gives_no_time_back() -> None:
    play = Timed(clock="side", clock_minutes=10, take_back="free")
    play.ask("Red", Roll(die=3))
    play.ask("Blue", Roll(die=1), after=50)
    play.ask("Blue", TakeBack(entry=play.battle.entries[-2].id), after=30)
    play.now += 5
    assert play.left() == {"red": 570, "blue": 545}


def test_time_may_be_kept_from_the_midst_of_a_battle_on_and_no_longer() -> None:
    play = Timed()
    play.ask("Red", Roll(die=3))
    play.ask("Red", ChangeOption(option="clock", value="side"), after=50)
    play.ask("Blue", Agree(ask=play.battle.entries[-1].id))
    play.now += 5
    assert play.left() == {"red": 3600, "blue": 3595}
    play.ask("Red", ChangeOption(option="clock", value="none"))
    play.ask("Blue", Agree(ask=play.battle.pending[0].ask))
    assert clock_now(play.battle, now=START + play.now) is None
    assert play.battle.clock.runs == ()


def test_it_stands_once_the_battle_is_over() -> None:
    play = Timed(clock="side", cap=60)
    play.ask("Red", Roll(die=60))
    play.ask("Blue", Roll(die=60), after=10)
    play.now += 99
    assert play.left() == {"red": 3600, "blue": 3590}


def test_a_seat_of_both_sides_spends_the_time_of_the_side_whose_turn_it_is() -> None:
    play = Timed(Seat(name="Both", sides=SIDES), clock="side")
    play.ask("Both", Roll(die=3))
    play.now += 10
    # One seat rolls for both sides here, and `acting` tells which.
    assert play.left() == {"red": 3600, "blue": 3590}


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_tells_whose_clock_runs(slug: str) -> None:
    game = games()[slug]
    steps: list[Step] = []
    for sample in samples_of(slug):
        steps.clear()
        play_sample(game, sample, rng=random.Random(7), steps=14, watch=steps.append)
        chosen = {**sample.setup.options.values, "clock": "side", "clock_minutes": 999}
        begun = replace(sample.setup, options=replace(sample.setup.options, values=chosen))
        battle, ran = begin(game, begun, stamp=stamp(0, "begin")), set[str]()
        for at, step in enumerate(steps):
            made = stamp(10 * at, f"c{at}")
            ruling = ask(battle, step.command, snapshot=step.moved.snapshot, stamp=made)
            battle = ruling.after or battle
            ran |= set(battle.clock.runs)
        assert ran, f"{slug}: expected a side whose clock runs, got none"
        assert replayed(game, battle.entries).clock == battle.clock

"""Tests of what a player would try who wants to show that the referee is wrong."""

from dataclasses import replace

import pytest

from rules.referee.court.asking import ask
from rules.referee.log.battle import begin, replayed
from rules.referee.log.entries import sealed
from rules.referee.log.house_words import Agree, Override
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Decide, Decision, Difference, Refusal
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import piece, table
from tests.rules.referee.counting_game import (
    COUNTING,
    Counting,
    Play,
    Rest,
    Roll,
    Rolled,
    setup,
    stamp,
)

LEFT = table(piece("C1", (1.0, 10.0)), piece("C2", (10.0, 10.0)))


def test_what_rests_on_a_subject_without_naming_it_waits_too() -> None:
    def rests_on(state: Counting, command: Command, difference: Difference) -> bool:
        del state
        return isinstance(command.body, Rest) and difference.subject == "C1"

    battle = begin(replace(COUNTING, rests_on=rests_on), setup(), stamp=stamp("begin"))
    ruling = ask(battle, Command(author="Red", body=Rest()), snapshot=LEFT, stamp=stamp("c1"))
    assert ruling.refusal is not None
    assert ruling.refusal.clause == "REF-4"
    assert ruling.refusal.reason.startswith("C1 lies left of 2 in.")
    other = Command(author="Red", body=Roll(die=1, counter="C2"))
    assert ask(battle, other, snapshot=LEFT, stamp=stamp("c2")).refusal is None


# Agreement is to what was told.


def heavy(*also: str) -> Override:
    return Override(clause="C-2", command='{"die":901,"kind":"roll"}', also=also)


def far_on() -> Play:
    play = Play(cap=900)
    play.rolls(800)
    return play


def test_every_clause_that_is_let_pass_is_told() -> None:
    ruling = far_on().ask("Blue", heavy("C-4"))
    assert ruling.says == (
        "Blue asks to let it pass (C-2, C-4): 901 is more than 900. The sum would pass 1000.",
    )


def test_a_clause_that_does_not_refuse_is_not_let_pass_in_advance() -> None:
    play = Play(cap=900)
    ruling = play.ask("Red", heavy("C-4", "C-1", "C-4"))
    assert ruling.entries[0].body.get("also", []) == []
    assert ruling.says == ("Red asks to let it pass (C-2): 901 is more than 900.",)
    play.ask("Blue", Agree(ask="e1"))
    assert play.battle.state.sum == 901


def test_all_that_passed_is_told_once_it_is_agreed() -> None:
    play = far_on()
    play.ask("Blue", heavy("C-4"))
    ruling = play.ask("Red", Agree(ask="e3"))
    assert "agreed by Red (C-2, C-4): 901 is more than 900." in ruling.says[1]


def measured_roll(value: float, *, to: float = 0.0) -> Decide:
    """A roll is refused for what the camera measures just now."""
    line = ((Inches(1.0), Inches(1.0)), (Inches(to), Inches(1.0)))

    def decide(state: Counting, command: Command, snapshot: Snapshot) -> Decision:
        del snapshot
        found = Measured(
            what="move",
            answer=Answer.NO,
            why="",
            snapshot=1,
            value=Inches(value),
            limit=Inches(6),
            line=line,
        )
        if "C-2" in command.waives or value <= 6:
            return COUNTING.decide(state, replace(command, waives=frozenset({"C-2"})), LEFT)
        reason = f"It moved {value:g} in, 6 allowed."
        return Refusal(clause="C-2", reason=reason, evidence=(found,), waivable=True)

    return decide


@pytest.mark.parametrize(
    ("then", "now", "passes"), [(7, 7.2, True), (7, 5, True), (7, 12, False), (12, 7, False)]
)
def test_nobody_has_agreed_to_what_is_measured_otherwise_since(
    then: float, now: float, passes: bool
) -> None:
    play = Play()
    play.battle = replace(play.battle, game=replace(COUNTING, decide=measured_roll(then)))
    play.ask("Red", Override(clause="C-2", command='{"die":3,"kind":"roll"}'))
    play.battle = replace(play.battle, game=replace(COUNTING, decide=measured_roll(now)))
    if passes:
        assert play.ask("Blue", Agree(ask="e1")).refusal is None
        assert play.battle.state.sum == 3
    else:
        refusal = play.refusal("Blue", Agree(ask="e1"))
        assert (refusal.clause, refusal.reason) == (
            "REF-7",
            f"Things have changed since it was asked; ask again. It moved {now:g} in, 6 allowed.",
        )
        assert [each.ask for each in play.battle.pending] == ["e1"]


@pytest.mark.parametrize(("to", "passes"), [(0.3, True), (3.0, False)])
def test_nobody_has_agreed_to_another_place_as_far_off(to: float, passes: bool) -> None:
    play = Play()
    play.battle = replace(play.battle, game=replace(COUNTING, decide=measured_roll(7)))
    play.ask("Red", Override(clause="C-2", command='{"die":3,"kind":"roll"}'))
    play.battle = replace(play.battle, game=replace(COUNTING, decide=measured_roll(7, to=to)))
    refusal = play.ask("Blue", Agree(ask="e1")).refusal
    assert (refusal is None) is passes


# Logs that were forged and sealed afresh.


def test_a_sealed_log_whose_events_do_not_fit_is_refused_and_no_accident() -> None:
    def evolve(state: Counting, event: object) -> Counting:
        if isinstance(event, Rolled) and event.counter not in {"C1", "C2"}:
            raise KeyError(event.counter)
        after: Counting = COUNTING.evolve(state, event)
        return after

    game = replace(COUNTING, evolve=evolve)
    play = Play()
    play.rolls(1)
    header, rolled, _ = play.battle.entries
    forged = sealed(replace(rolled, body={**rolled.body, "counter": "C9"}))
    with pytest.raises(BadInputError, match=r"events that follow from one another.*C9"):
        replayed(game, (header, forged))

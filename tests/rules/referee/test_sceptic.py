"""Tests of what a player would try who wants to show that the referee is wrong."""

from dataclasses import replace

from rules.referee.battle import begin
from rules.referee.game import Command, Difference
from rules.referee.referee import ask
from tests.factories import piece, table
from tests.rules.referee.counting_game import COUNTING, Counting, Rest, Roll, setup, stamp

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

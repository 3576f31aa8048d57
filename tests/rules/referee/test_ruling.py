"""Tests how a ruling in the making holds, refuses, asks and remembers what it measured."""

from dataclasses import dataclass

import pytest

from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.game import Command, Event, Refusal
from rules.referee.toolkit.measured_before import MeasuredBefore
from rules.referee.toolkit.ruling import RefusedError, TableRuling
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from rules.table.verdict import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """An ask as the smallest of games would have it."""

    id: int
    seat: str
    clause: str = "Q-1"
    says: str = "how many"


EMPTY = Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)))


class Sum(TableRuling[tuple[int, ...]]):
    """A game whose state is the numbers that were said."""

    __slots__ = ("drawn",)

    def __init__(
        self,
        *,
        author: str = "red",
        waives: frozenset[str] = frozenset(),
        before: MeasuredBefore | None = None,
    ) -> None:
        command = Command(author=author, body=None, waives=waives, before=before)
        super().__init__((), command=command, snapshot=EMPTY)
        self.drawn = 0

    def evolved(self, body: object) -> tuple[int, ...]:
        assert isinstance(body, int)
        return (*self.state, body)

    def standing(self) -> object:
        return self.state

    def table_now(self) -> Snapshot:
        self.drawn += 1
        return self.snapshot


FOUND = Measured(what="range", answer=Answer.NO, why="no light", snapshot=1)


def test_what_happens_is_kept_and_the_state_follows() -> None:
    def work(ruling: Sum) -> None:
        ruling.emit(3, clause="Q-1")
        ruling.emit(4, clause="Q-2", evidence=[FOUND])

    ruling = Sum()
    came = ruling.decided(work)
    assert came == (
        Event(body=3, clause="Q-1"),
        Event(body=4, clause="Q-2", evidence=(FOUND,)),
    )
    assert ruling.state == (3, 4)


def test_a_refusal_leaves_nothing_of_what_came_before_it() -> None:
    def work(ruling: Sum) -> None:
        ruling.emit(3, clause="Q-1")
        ruling.unless_waived("Q-2", "Enough.")

    assert Sum().decided(work) == Refusal(clause="Q-2", reason="Enough.", waivable=True)
    agreed = Sum(waives=frozenset({"Q-2"})).decided(work)
    assert agreed == (Event(body=3, clause="Q-1"),)


def test_what_cannot_be_let_pass_is_refused_for_all_that_was_agreed() -> None:
    with pytest.raises(RefusedError) as refused:
        Sum(waives=frozenset({"Q-2"})).refuse("Q-2", "Enough.")
    assert refused.value.refusal == Refusal(clause="Q-2", reason="Enough.")


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome.BROKEN, "Too far."),
        (Outcome.ASKED, "Too far. That is for you to agree on: let it pass together, or not."),
        (Outcome.UNSEEN, "The umpire cannot tell: no light."),
    ],
)
def test_a_broken_limit_can_be_let_pass_together(outcome: Outcome, reason: str) -> None:
    with pytest.raises(RefusedError) as refused:
        Sum().hold("Q-3", outcome, says="Too far", found=FOUND)
    told = Refusal(clause="Q-3", reason=reason, evidence=(FOUND,), waivable=True)
    assert refused.value.refusal == told
    agreed = Sum(waives=frozenset({"Q-3"}))
    assert agreed.hold("Q-3", outcome, says="Too far", found=FOUND) is FOUND


@pytest.mark.parametrize("outcome", [Outcome.KEPT, Outcome.OVERLOOKED])
def test_a_limit_that_is_kept_or_overlooked_is_evidence(outcome: Outcome) -> None:
    assert Sum().hold("Q-3", outcome, says="Too far", found=FOUND) is FOUND


def answered(asks: list[Question], number: int) -> Question:
    return Sum().answered(
        asks, number, unasked=("Q-0", "Nothing is asked"), who=lambda ask: ask.seat.title()
    )


def test_an_answer_is_to_the_ask_it_names_or_to_the_first() -> None:
    asks = [Question(id=4, seat="blue"), Question(id=5, seat="red"), Question(id=6, seat="red")]
    assert answered(asks, 0).id == 5
    assert answered(asks, 6).id == 6


@pytest.mark.parametrize(
    ("asks", "number", "clause", "reason"),
    [
        ([Question(id=5, seat="red")], 9, "Q-1", "That is not what is asked now. how many."),
        ([Question(id=5, seat="blue")], 0, "Q-1", "It is Blue's turn to answer: how many."),
        ([], 0, "Q-0", "Nothing is asked just now."),
    ],
)
def test_an_answer_that_nobody_waits_for_is_refused(
    asks: list[Question], number: int, clause: str, reason: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        answered(asks, number)
    assert refused.value.refusal == Refusal(clause=clause, reason=reason)


def test_nothing_is_measured_twice_until_something_stands_elsewhere() -> None:
    ruling, measured = Sum(), []

    def measure(table: Snapshot) -> int:
        measured.append(table)
        return len(measured)

    assert ruling.once(("gap", "T1"), measure) == 1
    assert ruling.once(("gap", "T1"), measure) == 1
    assert ruling.once(("gap", "T2"), measure) == 2
    ruling.emit(3, clause="Q-1")
    assert ruling.once(("gap", "T1"), measure) == 3
    assert ruling.drawn == 2


class Steady(Sum):
    """A game that says what its measurements depend on: the table, and whether the sum is even."""

    __slots__ = ()

    def judged_by(self) -> object:
        return sum(self.state) % 2


def test_what_was_measured_is_kept_while_all_that_it_depends_on_is_the_same() -> None:
    ruling, found = Steady(), iter(range(9))
    assert ruling.once(("gap",), lambda _: next(found)) == 0
    ruling.emit(2, clause="Q-1")
    assert ruling.once(("gap",), lambda _: next(found)) == 0
    assert ruling.drawn == 2, "expected the table drawn anew, and found to be the same"
    ruling.emit(1, clause="Q-1")
    assert ruling.once(("gap",), lambda _: next(found)) == 1


def test_two_rulings_on_one_moment_share_what_was_measured() -> None:
    first, second = Sum(), Sum()
    assert first.once(("gap",), lambda table: table.number) == 0
    second.share_table(first)
    assert second.once(("gap",), lambda _: 99) == 0
    assert (first.drawn, second.drawn) == (1, 0)


class Settled(Sum):
    """One of whose measurements only the first number said decides."""

    __slots__ = ()

    def judged_by(self) -> object:
        return self.state[:1]


def test_many_rulings_on_one_moment_measure_equal_tables_once() -> None:
    before = MeasuredBefore()
    measured: list[Snapshot] = []
    for numbers in ((3, 4), (3, 5), (7,), (3, 4)):

        def work(ruling: Settled, numbers: tuple[int, ...] = numbers) -> None:
            for number in numbers:
                ruling.emit(number, clause="Q-1")
            ruling.once(("what",), measured.append)

        Settled(before=before).decided(work)
        assert before.after == numbers
    assert len(measured) == 2

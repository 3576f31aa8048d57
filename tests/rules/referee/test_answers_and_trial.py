"""Tests how any game's rolls and questions are answered, and how commands are tried beforehand."""

from dataclasses import dataclass

import pytest

from rules.referee.toolkit.answers import (
    choice_offer,
    require_choice,
    roll_offer,
    shown_dice,
    why_of,
)
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.ruling import RefusedError, TableRuling
from rules.referee.toolkit.trial import CommandTrial
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

EMPTY = Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)))
DICE = DiceAsk(count=2, why="how far it goes", means=(Meaning(when="7", then="far"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """An ask for either answer."""

    id: int = 4
    seat: str = "Host"
    clause: str = "Q-1"
    says: str = "Roll or choose."
    dice: DiceAsk | None = DICE
    choices: tuple[str, ...] = ("left", "right")


class Count(TableRuling[int]):
    """A game whose state is a number that only grows."""

    __slots__ = ()
    tables = 0

    def evolved(self, body: object) -> int:
        assert isinstance(body, int)
        return self.state + body

    def standing(self) -> object:
        return self.state

    def table_now(self) -> Snapshot:
        type(self).tables += 1
        return self.snapshot


def ruling() -> Count:
    return Count(0, command=Command(author="Host", body=None), snapshot=EMPTY)


def add(body: object, draft: Count) -> None:
    assert isinstance(body, int)
    assert draft.table is EMPTY
    if body < 0:
        draft.refuse("Q-2", f"{body} is less than nothing.")
    draft.emit(body, clause="Q-2")


def trial() -> CommandTrial[int, Count]:
    return CommandTrial(5, snapshot=EMPTY, seat="Host", make=Count, handle=add)


def test_dice_that_can_be_the_roll_are_told_with_their_reason() -> None:
    assert why_of(Question(), (3, 6), ruling=ruling(), clause="Q-9") == "how far it goes"


@pytest.mark.parametrize("dice", [(3,), (3, 7), (1, 2, 3)])
def test_dice_that_cannot_be_the_roll_are_refused_by_the_clause_on_dice(
    dice: tuple[int, ...],
) -> None:
    with pytest.raises(RefusedError, match="That cannot be this roll: expected") as found:
        why_of(Question(), dice, ruling=ruling(), clause="Q-9")
    assert found.value.refusal.clause == "Q-9"


def test_an_answer_is_one_of_those_to_the_question() -> None:
    require_choice(Question(), "left", ruling=ruling())
    with pytest.raises(RefusedError, match="The answer is left or right, not 'up'") as found:
        require_choice(Question(), "up", ruling=ruling())
    assert found.value.refusal.clause == "Q-1"


def test_what_is_offered_answers_exactly_this_question() -> None:
    roll, choose = roll_offer(Question()), choice_offer(Question())
    assert [roll.command, choose.command] == ["roll", "choose"]
    assert [roll.fixed, choose.fixed] == [{"ask": 4}, {"ask": 4}]
    assert [roll.holes[0].count, choose.holes[0].allowed] == [2, ("left", "right")]


def test_a_view_has_the_dice_and_what_they_mean_or_nothing() -> None:
    assert shown_dice(DICE) == {"dice": 2, "means": [{"when": "7", "then": "far"}]}
    assert shown_dice(None) == {"dice": None, "means": []}


def test_a_command_is_tried_and_nothing_comes_of_it() -> None:
    tried = trial()
    assert tried.refusal(3) is None
    assert tried.state == 5
    refusal = tried.refusal(-1)
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("Q-2", "-1 is less than nothing.")
    assert tried.plain(-1, command="add", says="Take one away.").refusal == refusal


def test_of_named_commands_the_accepted_ones_come_in_order_and_the_others_with_reasons() -> None:
    allowed, greyed = trial().sorted_out([("two", 2), ("less", -3), ("one", 1)])
    assert allowed == ("two", "one")
    assert greyed == {"less": "-3 is less than nothing."}


def test_all_tries_share_one_table() -> None:
    before = Count.tables
    trial().sorted_out([(str(number), number) for number in range(9)])
    assert Count.tables == before + 1

"""Tests how any game's rolls and questions are answered, and how commands are tried beforehand."""

from dataclasses import dataclass

import pytest

from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.questions import (
    Ask,
    ChoiceQuestion,
    Choose,
    DiceQuestion,
    Question,
    Roll,
    choice_offer,
    roll_offer,
    shown_dice,
)
from rules.referee.toolkit.ruling import CommandTrial, RefusedError, TableRuling
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

EMPTY = Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)))
DICE = DiceAsk(count=2, why="how far it goes", means=(Meaning(when="7", then="far"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class HowFar(DiceQuestion):
    """How far it goes."""

    def rolled(self, draft: "Count", ask: Ask, *, dice: tuple[int, ...]) -> None:
        draft.heard.append((ask.id, dice))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichWay(ChoiceQuestion):
    """Which way it goes."""

    def chosen(self, draft: "Count", ask: Ask, *, choice: str) -> None:
        draft.heard.append((ask.id, choice))


def asked(question: Question, number: int) -> Ask:
    says = "Roll or choose."
    return Ask(id=number, seat="Host", who="Red", clause="Q-1", says=says, question=question)


ROLL = asked(HowFar(dice=DICE), 4)
CHOICE = asked(WhichWay(choices=("left", "right")), 5)


class Count(TableRuling[int]):
    """A game whose state is a number that only grows."""

    __slots__ = ("heard",)
    tables = 0
    dice_clause = "Q-9"

    def __init__(self, state: int, *, command: Command, snapshot: Snapshot) -> None:
        super().__init__(state, command=command, snapshot=snapshot)
        self.heard: list[object] = []

    def open_ask(self, kind: str, number: int) -> Ask:
        fitting = [each for each in (ROLL, CHOICE) if each.question.answered_by == kind]
        unasked = ("Q-0", "Nothing is asked")
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.who)

    def rolled(self, ask: Ask, *, dice: tuple[int, ...]) -> None:
        self.heard.append((ask.id, dice))

    def chosen(self, ask: Ask, *, choice: str) -> None:
        self.heard.append((ask.id, choice))

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


def test_dice_that_can_be_the_roll_happen_and_are_handed_to_the_question() -> None:
    draft = ruling()
    Roll(dice=(3, 6)).ruled(draft)
    assert draft.heard == [(4, (3, 6)), (4, (3, 6))]


@pytest.mark.parametrize("dice", [(3,), (3, 7), (1, 2, 3)])
def test_dice_that_cannot_be_the_roll_are_refused_by_the_clause_on_dice(
    dice: tuple[int, ...],
) -> None:
    with pytest.raises(RefusedError, match="That cannot be this roll: expected") as found:
        Roll(dice=dice).ruled(ruling())
    assert found.value.refusal.clause == "Q-9"


def test_an_answer_is_one_of_those_to_the_question() -> None:
    draft = ruling()
    Choose(choice="left").ruled(draft)
    assert draft.heard == [(5, "left"), (5, "left")]
    with pytest.raises(RefusedError, match="The answer is left or right, not 'up'") as found:
        Choose(choice="up").ruled(ruling())
    assert found.value.refusal.clause == "Q-1"


def test_a_question_that_is_not_open_cannot_be_answered() -> None:
    with pytest.raises(RefusedError, match="That is not what is asked now") as found:
        Choose(choice="left", ask=7).ruled(ruling())
    assert found.value.refusal.clause == "Q-1"


def test_what_is_offered_answers_exactly_this_question() -> None:
    roll, choose = roll_offer(ROLL), choice_offer(CHOICE)
    assert [roll.command, choose.command] == ["roll", "choose"]
    assert [roll.fixed, choose.fixed] == [{"ask": 4}, {"ask": 5}]
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

"""Asks players for dice, choices and the like, and hands their answers to the question asked.

An open `Ask` says who is asked what, under which clause. What the answer depends on, and what it
brings, is its `Question`: a class of its own in the chapter that asks it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.referee.facts.course import ShownAwaited
from rules.referee.toolkit.dice import DiceAsk, DicePart, dice_fault
from rules.referee.toolkit.game import Command, Hole, Template
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.vocabulary import Variant, kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Variant):
    """What is asked; its fields are what the answer will be judged by."""

    answered_by: ClassVar[str]
    """The kind of the command that answers it."""

    def offer(self, trial: Any, ask: "Ask") -> Template:
        """What it is answered with, in this moment of a battle."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceQuestion(Question):
    """A roll that is asked for; a kind of it has `rolled(draft, ask, dice)`."""

    answered_by: ClassVar[str] = "roll"
    dice: DiceAsk

    @property
    def parts(self) -> tuple[DicePart, ...]:
        """What its dice are for, in the order in which they are given; none where that is the same
        for all, and any order does.
        """
        return ()

    def rolled(self, draft: Any, ask: "Ask", *, dice: tuple[int, ...]) -> None:
        """What the dice bring, once the roll has happened."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceQuestion(Question):
    """A choice that is asked for; a kind of it has `chosen(draft, ask, choice)`."""

    answered_by: ClassVar[str] = "choose"
    by_chance: ClassVar[bool] = False
    """Whether the rules leave it to chance, unless the players agree."""
    choices: tuple[str, ...]

    def live(self, state: Any) -> tuple[str, ...]:
        """The answers that are still possible; something else may have used up some of them."""
        del state
        return self.choices

    def none_of(self, draft: Any, ask: "Ask", *, choice: str) -> None:
        """Refuse what is none of the answers."""
        known = " or ".join(self.live(draft.state))
        draft.refuse(ask.clause, f"The answer is {known}, not {choice!r}. {ask.says}")

    def chosen(self, draft: Any, ask: "Ask", *, choice: str) -> None:
        """What the answer brings, once it has been given."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that the umpire waits for from one seat, said in full."""

    id: int
    seat: str
    who: str
    """In whose name the seat answers: a player, or a battle group."""
    clause: str
    says: str
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMade:
    """The umpire waits for an answer; a game's event is a kind of it."""

    ask: Ask

    @property
    def clause(self) -> str:
        return self.ask.clause

    def after(self, state: Any) -> Any:
        return replace(state, asks=(*state.asks, self.ask), asked=self.ask.id)

    def told(self) -> str:
        return ended(self.ask.says)


def in_few_words(ask: Ask) -> str:
    """What a seat is asked, as far as the others hear of it."""
    return kind_of(ask.question).replace("_", " ")


def asks_awaited(
    asks: Iterable[Ask], seat: str, *, briefly: Callable[[Ask], str] = in_few_words
) -> tuple[ShownAwaited, ...]:
    """Who is waited for, with the whole question for the seat that is asked."""
    return tuple(
        ShownAwaited(
            seat=ask.seat,
            who=ask.who,
            says=ask.says.removeprefix(f"{ask.who}: ") if ask.seat == seat else briefly(ask),
            yours=ask.seat == seat,
        )
        for ask in asks
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """The dice that were asked for."""

    dice: tuple[int, ...]
    ask: int = 0
    """Which roll, where one seat is asked for several; 0 for the first."""

    def ruled(self, draft: Any) -> None:
        ask = draft.open_ask("roll", self.ask)
        question = ask.question
        if fault := dice_fault(self.dice, count=question.dice.count):
            clause = draft.dice_clause or ask.clause
            draft.refuse(clause, f"That cannot be this roll: {fault}. {ask.says}")
        draft.rolled(ask, dice=self.dice)
        question.rolled(draft, ask, dice=self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """An answer to a question."""

    choice: str
    ask: int = 0
    tossed: bool = False
    """Whether chance gave it, by a toss of the umpire's."""

    def ruled(self, draft: Any) -> None:
        ask = draft.open_ask("choose", self.ask)
        if self.tossed and not ask.question.by_chance:
            draft.refuse(ask.clause, f"Nobody tosses for this. {ask.says}")
        if self.choice not in ask.question.live(draft.state):
            ask.question.none_of(draft, ask, choice=self.choice)
        draft.chosen(ask, choice=self.choice)
        ask.question.chosen(draft, ask, choice=self.choice)


def was_tossed(command: Command) -> bool:
    """Whether it answers a question by a toss."""
    return isinstance(command.body, Choose) and command.body.tossed


def roll_offer(ask: Ask) -> Template:
    """What a roll is answered with."""
    assert isinstance(ask.question, DiceQuestion)
    count = ask.question.dice.count
    holes = (Hole(name="dice", kind="dice", count=count),)
    return Template(
        command="roll",
        says=ask.says,
        fixed={"ask": ask.id},
        holes=holes,
        forced=True,
        verb="Use this die" if count == 1 else "Use these dice",
    )


def is_dealt(options: Options) -> bool:
    """Whether the umpire shuffles and deals, as nobody has cards."""
    return options.values.get("cards") == "dealt"


def hand_piles(options: Options) -> tuple[Hole, ...]:
    """Which cards of one's own hand make each pile, where the umpire deals and knows them."""
    return (Hole(name="cards", kind="piles", optional=True),) if is_dealt(options) else ()


def choice_hole(
    question: ChoiceQuestion, *, allowed: tuple[str, ...], greyed: Mapping[str, str]
) -> Hole:
    """The place of an answer, and whether chance may fill it."""
    by_chance = question.by_chance and len(allowed) > 1
    return Hole(name="choice", kind="choice", allowed=allowed, greyed=greyed, by_chance=by_chance)


def choice_offer(ask: Ask) -> Template:
    """What a question is answered with."""
    assert isinstance(ask.question, ChoiceQuestion)
    holes = (Hole(name="choice", kind="choice", allowed=ask.question.choices),)
    return Template(command="choose", says=ask.says, fixed={"ask": ask.id}, holes=holes)


def shown_dice(dice: DiceAsk | None) -> Mapping[str, object]:
    """Of a roll that is waited for, how many dice, and what each result means, for a view."""
    if dice is None:
        return {"dice": None, "means": []}
    means = [{"when": meaning.when, "then": meaning.then} for meaning in dice.means]
    return {"dice": dice.count, "means": means}

"""How rolls and questions are answered in games that keep an ask of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules.referee.toolkit.dice import DiceAsk, dice_fault
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.ruling import Asking, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """The dice that were asked for."""

    dice: tuple[int, ...]
    ask: int = 0
    """Which roll, where one seat is asked for several; 0 for the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """An answer to a question."""

    choice: str
    ask: int = 0


class RollAsked(Asking, Protocol):
    """A roll that is waited for."""

    @property
    def dice(self) -> DiceAsk | None: ...


class ChoiceAsked(Asking, Protocol):
    """A question that is open."""

    @property
    def choices(self) -> tuple[str, ...]: ...


def why_of(ask: RollAsked, dice: tuple[int, ...], *, ruling: Ruling[Any], clause: str) -> str:
    """What these dice were rolled for; dice that cannot be this roll are refused by the clause."""
    assert ask.dice is not None
    if fault := dice_fault(dice, count=ask.dice.count):
        ruling.refuse(clause, f"That cannot be this roll: {fault}. {ask.says}")
    return ask.dice.why


def require_choice(ask: ChoiceAsked, choice: str, *, ruling: Ruling[Any]) -> None:
    """Refuse an answer that is none of those to this question."""
    if choice not in ask.choices:
        known = " or ".join(ask.choices)
        ruling.refuse(ask.clause, f"The answer is {known}, not {choice!r}. {ask.says}")


def roll_offer(ask: RollAsked) -> Template:
    """What a roll is answered with."""
    count = ask.dice.count if ask.dice is not None else 1
    holes = (Hole(name="dice", kind="dice", count=count),)
    return Template(command="roll", says=ask.says, fixed={"ask": ask.id}, holes=holes)


def choice_offer(ask: ChoiceAsked) -> Template:
    """What a question is answered with."""
    holes = (Hole(name="choice", kind="choice", allowed=ask.choices),)
    return Template(command="choose", says=ask.says, fixed={"ask": ask.id}, holes=holes)


def shown_dice(dice: DiceAsk | None) -> Mapping[str, object]:
    """Of a roll that is waited for, how many dice, and what each result means, for a view."""
    if dice is None:
        return {"dice": None, "means": []}
    means = [{"when": meaning.when, "then": meaning.then} for meaning in dice.means]
    return {"dice": dice.count, "means": means}

"""Holds what every chapter may ask and announce: questions to a battle group, answers, phases."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion


class ShownAsk:
    """What a view tells of a question."""

    __slots__ = ()
    purpose: ClassVar[str]
    """What it is asked for, in one word."""

    def shown(self) -> Mapping[str, object]:
        """Whom it is about: a unit, another, a number, how many cards, how far."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRoll(DiceQuestion, ShownAsk):
    """Dice that a battle group is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChoice(ChoiceQuestion, ShownAsk):
    """A choice that a battle group is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The referee waits for something."""

    ask: Ask

    @property
    def clause(self) -> str:
        return self.ask.clause

    def after(self, state: State) -> State:
        return replace(state, asks=(*state.asks, self.ask), asked=max(state.asked, self.ask.id))

    def told(self) -> str:
        return self.ask.says


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """Dice that were asked for."""

    ask_id: int
    force: str
    dice: tuple[int, ...]
    why: str

    def after(self, state: State) -> State:
        return replace(state, rolls={**state.rolls, self.force: self.dice})

    def told(self) -> str:
        why = self.why.strip()
        rolled = f"{self.force} rolls {faces(self.dice)}"
        return ended(f"{rolled}: {why}" if why else rolled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A question that was answered."""

    ask_id: int
    force: str
    choice: str
    question: str

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        answer = f"{self.force}: {self.choice.replace('_', ' ')}."
        question = self.question.strip()
        return f"{ended(question)} {answer}" if question else answer


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A new step of the battle."""

    phase: Phase

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase, rolls={}, passed=(), laid=(), ordered=False)

    def told(self) -> str:
        return self.phase.says


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTied:
    """Equal totals that have to be rolled again."""

    total: int

    def after(self, state: State) -> State:
        return replace(state, rolls={})

    def told(self) -> str:
        return f"Both have {self.total}: roll again."

"""Holds what every chapter may ask and announce, and the steps that its events put in front."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import Playing, State
from rules.games.paper_tigers.vocabulary import CardStep, Phase
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion

SHOWN_AS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{name: name for name in ("unit", "cards", "inches")},
        **dict.fromkeys(("side", "target", "by", "carrier", "card", "area"), "other"),
        **dict.fromkeys(("needed", "armour"), "number"),
    }
)
"""By field of a question, where a view tells of it: about whom, about whom else, how many."""


class ShownAsk:
    """What a view tells of a question."""

    __slots__ = ()
    purpose: ClassVar[str]
    """What it is asked for, in one word."""

    def shown(self) -> Mapping[str, object]:
        """Whom it is about: a unit, another, a number, how many cards, how far."""
        return {
            told: getattr(self, field) for field, told in SHOWN_AS.items() if hasattr(self, field)
        }


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
        answer = f"{self.force} answers: {self.choice.replace('_', ' ')}."
        question = self.question.strip()
        return f"{ended(question)} {answer}" if question else answer


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A new step of the battle."""

    phase: Phase

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase, rolls={}, passed=(), laid=(), stuck=())

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Aiming(CardStep):
    """A shot that is still to be fired."""

    acts = True
    mortal = True
    target: str
    doubtful: bool = False
    """A die has to say whether its line is clear."""


def without(state: State, kind: type[CardStep], *, unit: str) -> State:
    """The state without the first step of that kind for that unit."""
    for place, step in enumerate(state.steps):
        if isinstance(step, kind) and step.unit == unit:
            return replace(state, steps=(*state.steps[:place], *state.steps[place + 1 :]))
    return state


def in_front(state: State, *steps: CardStep) -> State:
    """The state with these steps to be taken first."""
    return replace(state, steps=(*steps, *state.steps))


def acting(state: State, *, action: ActionKind | None, actors: tuple[str, ...]) -> State:
    """The state in which these units act with the card that is up."""
    assert state.playing is not None
    playing: Playing = replace(
        state.playing, action=action, actors=(*state.playing.actors, *actors)
    )
    return replace(state, playing=playing)


def following(state: State, *, followers: tuple[str, ...], follows: tuple[str, ...]) -> State:
    """The state in which each of these follows its leader."""
    for name, leader in zip(followers, follows, strict=True):
        state = state.with_unit(replace(state.unit(name), follows=leader))
    return state


def failed(state: State, unit: str) -> State:
    """Remember that the card's user failed; AMB1-30: nobody acts after it where that was agreed."""
    playing = state.playing
    if playing is None or not playing.actors or playing.actors[0] != unit:
        return state
    state = replace(state, playing=replace(playing, failed=True))
    return replace(state, steps=()) if state.options.flag("leader_failure_blocks") else state

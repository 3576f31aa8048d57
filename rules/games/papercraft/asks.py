"""Says what the umpire waits for, and closes it once it is answered."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.games.papercraft.state import State
from rules.referee.toolkit.chronicle import Thrown
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask, AskMade, ChoiceQuestion, DiceQuestion
from rules.table.files.strict_json import mapping, string


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareRoll(DiceQuestion):
    """A roll, whatever it is for."""

    def kept(self, state: State, *, player: str, dice: tuple[int, ...]) -> State:
        """The state with these dice remembered, where they wait for others."""
        del player, dice
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRoll(SquareRoll):
    """A roll for a unit."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRoll(UnitRoll):
    """A roll for what a unit does to another."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpposedRoll(UnitRoll):
    """One of two dice that are thrown against one another: it waits on its step for the other."""

    die: ClassVar[str]
    """What its step calls it."""

    def kept(self, state: State, *, player: str, dice: tuple[int, ...]) -> State:
        del player
        step: Any = state.steps[0]
        waiting = replace(step, **{self.die: dice[0]})
        return replace(state, steps=(waiting, *state.steps[1:]))

    def rolled(self, draft: Any, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask, dice
        step = draft.state.steps[0]
        if step.attack_die and step.guard_die:
            step.settle(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetChoice(ChoiceQuestion):
    """A choice about what a unit does to another."""

    unit: str
    target: str


def about(ask: Ask) -> tuple[str, ...]:
    """What an ask has to do with: the unit it is answered for, and whoever or whatever else."""
    question = ask.question
    values = (getattr(question, field.name) for field in fields(question))
    return tuple(value for value in values if isinstance(value, str))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOpened(AskMade):
    """The referee waits for something."""

    KIND: ClassVar[str] = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAnswered:
    """Dice that were asked for."""

    KIND: ClassVar[str] = "rolled"

    ask_id: int
    player: str
    dice: tuple[int, ...]
    why: str
    purpose: str
    """The kind of the question."""

    def after(self, state: State) -> State:
        question: Any = next(ask.question for ask in state.asks if ask.id == self.ask_id)
        kept: State = question.kept(state.closed(self.ask_id), player=self.player, dice=self.dice)
        return kept

    @property
    def recalled(self) -> Thrown:
        return Thrown(dice=self.dice, by=self.player, why=self.why)

    def told(self) -> str:
        why = f": {self.why}" if self.why else ""
        return ended(f"{self.player} rolls {faces(self.dice)}{why}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAnswered:
    """A question was answered."""

    KIND: ClassVar[str] = "chosen"

    ask_id: int
    player: str
    choice: str
    question: str

    def after(self, state: State) -> State:
        return state.closed(self.ask_id)

    def told(self) -> str:
        question = f"{self.question} " if self.question else ""
        return f"{question}{self.player} answers: {self.choice}."


OTHERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("hit", "hold", "type", "damage", "salvo_damage"), "target"),
        **dict.fromkeys(("shift_hit", "shift_far"), "target"),
        **dict.fromkeys(("guard", "parry"), "attacker"),
        **dict.fromkeys(("shift_guard", "shift"), "caster"),
        **dict.fromkeys(("eject", "eject_damage"), "building"),
        "charge": "ability",
    }
)
"""By the purpose of an ask of format 1, which is the kind of its question now, what the question
calls whoever else it was about."""


def upgraded(body: Mapping[str, object]) -> Mapping[str, object]:
    """An `asked` event as it is written today; format 1 had one bag of fields for all questions."""
    ask = mapping(body.get("ask"), "ask")
    if "purpose" not in ask:
        return body
    purpose = string(ask["purpose"], "ask.purpose")
    question: dict[str, object] = {"kind": purpose}
    if ask.get("unit"):
        question["unit"] = ask["unit"]
    if purpose in OTHERS:
        question[OTHERS[purpose]] = ask.get("other", "")
    question |= {name: ask[name] for name in ("dice", "choices") if ask.get(name)}
    if ask.get("kind") == "put_down":
        question["inches"] = ask.get("inches", 0.0)
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": ask.get("player", ""), "question": question}}

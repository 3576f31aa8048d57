"""Waits for the Heroes' players, and lets them answer what an event or an item asks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_invasion.state import State
from rules.referee.toolkit.phrases import capital, ended
from rules.referee.toolkit.questions import Ask, Question
from rules.table.files.strict_json import mapping, string

Body = Mapping[str, object]

TURNING = "sleeper_awakens"
"""The event that turns a Hero; each other one that asks for a token takes it off the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroesAsked:
    """The umpire waits for the players."""

    KIND: ClassVar[str] = "asked"
    clause: ClassVar[str] = "PI-EVT-06"

    ask: Ask

    def after(self, state: State) -> State:
        return replace(state, ask=self.ask, asked=self.ask.id)

    def told(self) -> str:
        return ended(self.ask.says)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand(Question):
    """What the umpire does not know is applied by the players themselves (PI-EVT-07)."""

    answered_by: ClassVar[str] = "applied"
    effect: str
    """The row of an own table that asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAnswered:
    """What the umpire waited for is there."""

    KIND: ClassVar[str] = "answered"
    clause: ClassVar[str] = "PI-EVT-06"

    ask_id: int
    answer: str

    def after(self, state: State) -> State:
        return replace(state, ask=None)

    def told(self) -> str:
        return capital(f"the answer is {self.answer}.")


def upgraded(body: Body) -> Body:
    """An `asked` event of any format; in format 1 one bag of fields held every question."""
    ask = mapping(body.get("ask"), "ask")
    if "question" in ask:
        return body
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": "", "question": _question(ask)}}


def _question(ask: Body) -> Body:
    kind, effect = string(ask.get("kind"), "ask.kind"), ask.get("effect", "")
    choices = ask.get("choices", [])
    if kind == "add_room":
        return {"kind": "new_room", "walls": choices}
    if kind == "choose":
        which = "which_turns" if effect == TURNING else "which_is_lost"
        return {"kind": which, "choices": choices}
    return {"kind": "by_hand", "effect": effect}

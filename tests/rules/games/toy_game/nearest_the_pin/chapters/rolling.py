"""Rolling a die each where tokens are too close to call (NP-4, NP-5), and winning."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rules.referee.toolkit.dice import dice_fault
from tests.rules.games.toy_game.nearest_the_pin.draft import Draft
from tests.rules.games.toy_game.nearest_the_pin.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """The die that decides between tokens too close to call."""

    token: str
    dice: tuple[int, ...]

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(self.token, rolling=True)
        if fault := dice_fault(self.dice, count=1):
            draft.refuse("NP-4", f"{fault[0].upper()}{fault[1:]}.")
        draft.emit(Rolled(token=self.token, face=self.dice[0]))
        dice = draft.state.dice
        if len(dice) < len(draft.state.rolling):
            return
        best = tuple(token for token, face in dice.items() if face == max(dice.values()))
        if len(best) == 1:
            draft.emit(Won(token=best[0]), clause="NP-4")
        else:
            draft.emit(RollCalled(tokens=best, again=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCalled:
    """These tokens are rolled for."""

    tokens: tuple[str, ...]
    again: bool = False

    @property
    def clause(self) -> str:
        return "NP-5" if self.again else "NP-4"

    def after(self, state: State) -> State:
        return replace(state, rolling=self.tokens, dice=MappingProxyType({}))

    def told(self) -> str:
        why = "Equal dice" if self.again else "Too close to call"
        return f"{why}: {' and '.join(self.tokens)} roll a die each."


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The die of one token."""

    clause: ClassVar[str] = "NP-4"

    token: str
    face: int

    def after(self, state: State) -> State:
        return replace(state, dice=MappingProxyType({**state.dice, self.token: self.face}))

    def told(self) -> str:
        return f"{self.token} rolls {self.face}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """The end; without a token nobody has won."""

    clause: ClassVar[str] = "NP-3"

    token: str | None = None

    def after(self, state: State) -> State:
        return replace(state, is_over=True, winner=self.token)

    def told(self) -> str:
        return f"{self.token} wins!" if self.token else "Nobody came near enough to win."

"""Flicking tokens, and what is measured once they lie still (NP-1 to NP-3)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.referee.toolkit.evidence import Measured, measured
from rules.table.measuring.ranges import range_between
from rules.table.units import Inches, plain
from rules.table.verdict import Answer, Doubt, judge
from tests.rules.games.toy_game.nearest_the_pin.chapters.rolling import RollCalled, Won
from tests.rules.games.toy_game.nearest_the_pin.draft import Draft
from tests.rules.games.toy_game.nearest_the_pin.state import State, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Flick:
    """The token has been flicked and lies still."""

    token: str

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(self.token, rolling=False)
        there = {piece.id for piece in draft.snapshot.pieces}
        missing = [each for each in (self.token, draft.state.pin) if each not in there]
        if missing:
            draft.refuse("NP-2", f"{missing[0]} is not on the table.")
        verdict = range_between(draft.snapshot, (self.token, draft.state.pin)).verdict
        found = measured(verdict, what="range", snapshot=draft.snapshot.number)
        if verdict.value is None or verdict.sigma is None:
            draft.unless_waived("NP-2", f"{verdict.why}.", evidence=(found,))
            return
        landed = Landed(token=self.token, distance=verdict.value, sigma=verdict.sigma)
        draft.emit(landed, evidence=(found,))
        if all(each.distance is not None for each in draft.state.tokens):
            _find_winner(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A token lies where it stays."""

    clause: ClassVar[str] = "NP-2"

    token: str
    distance: Inches
    sigma: Inches = Inches(0.0)

    def after(self, state: State) -> State:
        token = state.token(self.token)
        assert token is not None
        return state.with_token(replace(token, distance=self.distance, sigma=self.sigma))

    def told(self) -> str:
        return f"{self.token} lies {plain(self.distance)} in from the pin."


def _find_winner(draft: Draft) -> None:
    """NP-3: the nearest wins, unless others are too close to it to call."""
    near = [each for each in draft.state.tokens if _distance(each) <= draft.state.furthest]
    if not near:
        draft.emit(Won())
        return
    best = min(near, key=_distance)
    leads = [_lead(draft, best, other) for other in near if other is not best]
    close = [each for each in leads if each.answer is Answer.TOO_CLOSE_TO_CALL or not each.value]
    if not close:
        draft.emit(Won(token=best.id), evidence=leads)
        return
    draft.emit(RollCalled(tokens=_in_order(draft, best, close)), evidence=close)


def _distance(token: Token) -> Inches:
    """How far from the pin a token lies that has been flicked."""
    assert token.distance is not None
    return token.distance


def _in_order(draft: Draft, best: Token, close: Sequence[Measured]) -> tuple[str, ...]:
    """Those who roll, in the order of the army list."""
    names = {best.id, *(each.what.removeprefix("lead over ") for each in close)}
    return tuple(token.id for token in draft.state.tokens if token.id in names)


def _lead(draft: Draft, best: Token, other: Token) -> Measured:
    """By how much one token is nearer than another."""
    lead = Inches(_distance(other) - _distance(best))
    sigma = Inches(math.hypot(best.sigma, other.sigma))
    bound = Doubt().bound(sigma)
    return Measured(
        what=f"lead over {other.id}",
        answer=judge(lead, bound),
        why=f"{best.id} is {lead:.3f} in nearer than {other.id}",
        snapshot=draft.snapshot.number,
        value=lead,
        margin=lead,
        sigma=sigma,
        bound=bound,
    )

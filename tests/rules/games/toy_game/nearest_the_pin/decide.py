"""Knows whether a flick or a die counts in Nearest the Pin, and who has won by it."""

import math

from rules.referee.toolkit.dice import dice_fault
from rules.referee.toolkit.evidence import Measured, measured
from rules.referee.toolkit.game import Command, Decision, Event, Refusal
from rules.table.measuring.ranges import range_between
from rules.table.snapshot import Snapshot
from rules.table.verdict import Answer, Doubt, judge
from tests.rules.games.toy_game.nearest_the_pin.state import State, evolve
from tests.rules.games.toy_game.nearest_the_pin.vocabulary import (
    Flick,
    Landed,
    Roll,
    RollCalled,
    Rolled,
    Won,
)


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What comes of a command."""
    body = command.body
    match body:
        case Flick():
            return _flick(state, command.author, token=body.token, snapshot=snapshot)
        case Roll():
            return _roll(state, command.author, roll=body)
        case _:
            raise TypeError(f"no command of this game: {body!r}")


def not_now(state: State, author: str, *, token: str, rolling: bool) -> Refusal | None:
    """Why a token may not be flicked, or rolled for, by this player at this moment."""
    clause = "NP-4" if rolling else "NP-1"
    if state.end is not None:
        return Refusal(clause=clause, reason="The game is over.")
    found = state.token(token)
    if found is None:
        known = ", ".join(each.id for each in state.tokens)
        return Refusal(clause=clause, reason=f"Expected one of {known}, got {token}.")
    if not state.plays(author, found.side):
        return Refusal(clause=clause, reason=f"{token} is not {author}'s token.")
    if token != state.next_token:
        return Refusal(clause=clause, reason=f"It is the turn of {state.next_token}.")
    if rolling != bool(state.rolling):
        do = "rolled for" if state.rolling else "flicked"
        return Refusal(clause=clause, reason=f"{token} is to be {do}.")
    return None


def _flick(state: State, author: str, *, token: str, snapshot: Snapshot) -> Decision:
    if refusal := not_now(state, author, token=token, rolling=False):
        return refusal
    there = {piece.id for piece in snapshot.pieces}
    missing = [each for each in (token, state.pin) if each not in there]
    if missing:
        return Refusal(clause="NP-2", reason=f"{missing[0]} is not on the table.")
    verdict = range_between(snapshot, (token, state.pin)).verdict
    found = measured(verdict, what="range", snapshot=snapshot.number)
    if verdict.value is None or verdict.sigma is None:
        return Refusal(clause="NP-2", reason=f"{verdict.why}.", evidence=(found,), waivable=True)
    landed = Landed(token=token, distance=verdict.value, sigma=verdict.sigma)
    events = (Event(body=landed, clause="NP-2", evidence=(found,)),)
    after = evolve(state, landed)
    if all(each.landed for each in after.tokens):
        return (*events, _measured_end(after, snapshot.number))
    return events


def _measured_end(state: State, snapshot: int) -> Event:
    """Who has won by distance, or who must roll for it."""
    landed = [token.landed for token in state.tokens if token.landed]
    near = [each for each in landed if each.distance <= state.furthest]
    if not near:
        return Event(body=Won(), clause="NP-3")
    best = min(near, key=lambda each: each.distance)
    leads = [_lead(best, each, snapshot=snapshot) for each in near if each is not best]
    close = [each for each in leads if each.answer is Answer.TOO_CLOSE_TO_CALL or not each.value]
    if not close:
        return Event(body=Won(token=best.token), clause="NP-3", evidence=tuple(leads))
    names = {best.token, *(each.what.removeprefix("lead over ") for each in close)}
    tokens = tuple(token.id for token in state.tokens if token.id in names)
    return Event(body=RollCalled(tokens=tokens), clause="NP-4", evidence=tuple(close))


def _lead(best: Landed, other: Landed, *, snapshot: int) -> Measured:
    """By how much one token is nearer than another."""
    lead = type(best.distance)(other.distance - best.distance)
    sigma = type(best.distance)(math.hypot(best.sigma, other.sigma))
    bound = Doubt().bound(sigma)
    return Measured(
        what=f"lead over {other.token}",
        answer=judge(lead, bound),
        why=f"{best.token} is {lead:.3f} in nearer than {other.token}",
        snapshot=snapshot,
        value=lead,
        margin=lead,
        sigma=sigma,
        bound=bound,
    )


def _roll(state: State, author: str, *, roll: Roll) -> Decision:
    if refusal := not_now(state, author, token=roll.token, rolling=True):
        return refusal
    if fault := dice_fault(roll.dice, count=1):
        return Refusal(clause="NP-4", reason=f"{fault[0].upper()}{fault[1:]}.")
    rolled = Rolled(token=roll.token, face=roll.dice[0])
    events = (Event(body=rolled, clause="NP-4"),)
    after = evolve(state, rolled)
    if len(after.dice) < len(after.rolling):
        return events
    highest = max(each.face for each in after.dice)
    best = tuple(each.token for each in after.dice if each.face == highest)
    if len(best) == 1:
        return (*events, Event(body=Won(token=best[0]), clause="NP-4"))
    return (*events, Event(body=RollCalled(tokens=best, again=True), clause="NP-5"))

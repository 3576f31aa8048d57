"""Stops the clock for a pause that all agree on, and lets it go on."""

from typing import Final

from rules.referee.court.consent import missing, question
from rules.referee.log.battle import Battle, Pending, ended
from rules.referee.log.clock_state import CLOCK, NO_CLOCK
from rules.referee.log.clock_words import ClockPaused, ClockResumed, PauseAsked, PauseClock
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.toolkit.game import Hole, Refusal, Template

CLAUSE: Final = "REF-16"
REASON: Final = Hole(name="reason", kind="text", optional=True)


def is_timed(battle: Battle) -> bool:
    """Whether time is kept in this battle now."""
    return battle.options.choice(CLOCK) != NO_CLOCK and ended(battle) is None


def decide_pause(battle: Battle, body: PauseClock, *, author: str) -> Drafts | Refusal:
    """A pause at once where nobody has to agree, or asking for it."""
    if not is_timed(battle):
        return refused(CLAUSE, "No clock runs in this battle.")
    if battle.clock.is_paused:
        return refused(CLAUSE, "The clock is paused already.")
    asked = PauseAsked(reason=body.reason)
    if missing(battle, author=author, agreed=()):
        return question(battle, asked, author=author, clause=CLAUSE)
    return paused(Pending(ask="", author=author, body=asked))


def paused(pending: Pending) -> Drafts:
    """The pause, now that it is agreed."""
    assert isinstance(pending.body, PauseAsked)
    body = ClockPaused(reason=pending.body.reason, agreed=pending.agreed)
    because = (pending.ask,) if pending.ask else ()
    return (Draft(author=pending.author, body=body, clause=CLAUSE, because=because),)


def decide_resume(battle: Battle, *, author: str) -> Drafts | Refusal:
    """The end of a pause."""
    if not battle.clock.is_paused:
        return refused(CLAUSE, "The clock is not paused.")
    return (Draft(author=author, body=ClockResumed(), clause=CLAUSE),)


def clock_templates(battle: Battle, *, seat: str) -> tuple[Template, ...]:
    """What a seat may do about the clock."""
    sitting = battle.seat(seat)
    if sitting is None or not sitting.sides or not is_timed(battle):
        return ()
    if battle.clock.is_paused:
        says = "Let the clock go on."
        return (Template(command="resume_clock", says=says, verb="Go on"),)
    asked = any(
        each.author == seat and isinstance(each.body, PauseAsked) for each in battle.pending
    )
    if asked:
        return ()
    says = "Stop the clock for a pause, if all agree."
    ask = Template(command="pause_clock", says=says, verb="Ask for a pause", holes=(REASON,))
    return (ask,)

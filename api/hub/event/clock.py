"""The clock of a round: how long its games may take, with pauses for all of them at once.

Moments are seconds since 1970; whoever has a clock passes them in.
"""

from dataclasses import dataclass, replace

from api.hub.event.deeds import ClockPaused, ClockResumed, ClockStarted

MOST_MINUTES = 999
ClockDeed = ClockStarted | ClockPaused | ClockResumed


class ClockRefusedError(ValueError):
    """What cannot be done with the clock of a round; the message is for the organiser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """What is left of a round; below zero once its time is over.

    >>> clock = RoundClock(left_s=3600, since_s=10_000)
    >>> clock.left_at(10_000 + 1200)
    2400.0
    """

    left_s: float
    since_s: float | None = None
    """From when on it runs; None while it stands."""

    def left_at(self, at_s: float) -> float:
        if self.since_s is None:
            return self.left_s
        return self.left_s - max(0.0, float(at_s - self.since_s))


def clock_started(*, minutes: int, at_s: float) -> ClockStarted:
    """So much from now, whatever was left."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise ClockRefusedError(f"clock: expected 1 to {MOST_MINUTES} minutes, got {minutes}")
    return ClockStarted(minutes=minutes, at_s=at_s)


def clock_paused(clock: RoundClock | None, *, at_s: float) -> ClockPaused:
    if clock is None or clock.since_s is None:
        raise ClockRefusedError("clock: expected one that runs, got none")
    return ClockPaused(at_s=at_s)


def clock_resumed(clock: RoundClock | None, *, at_s: float) -> ClockResumed:
    if clock is None or clock.since_s is not None:
        raise ClockRefusedError("clock: expected one that stands, got none")
    return ClockResumed(at_s=at_s)


def clock_after(clock: RoundClock | None, deed: ClockDeed) -> RoundClock:
    """The clock after one more deed, which was found fit when it was done."""
    known = clock or RoundClock(left_s=0.0)
    match deed:
        case ClockStarted(minutes=minutes, at_s=at_s):
            return RoundClock(left_s=60.0 * minutes, since_s=at_s)
        case ClockPaused(at_s=at_s):
            return RoundClock(left_s=known.left_at(at_s))
        case ClockResumed(at_s=at_s):
            return replace(known, since_s=at_s)

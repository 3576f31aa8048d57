"""The clock of a round: how long its games may take, with pauses for all of them at once.

Moments are seconds since 1970; whoever has a clock passes them in.
"""

from dataclasses import dataclass, replace

from api.hub.event.deeds import RoundClockPaused, RoundClockResumed, RoundClockStarted

MOST_MINUTES = 999
ClockDeed = RoundClockStarted | RoundClockPaused | RoundClockResumed


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


def clock_started(*, minutes: int, at_s: float) -> RoundClockStarted:
    """So much from now, whatever was left."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise ClockRefusedError(f"clock: expected 1 to {MOST_MINUTES} minutes, got {minutes}")
    return RoundClockStarted(minutes=minutes, at_s=at_s)


def clock_paused(clock: RoundClock | None, *, at_s: float) -> RoundClockPaused:
    if clock is None or clock.since_s is None:
        raise ClockRefusedError("clock: expected one that runs, got none")
    return RoundClockPaused(at_s=at_s)


def clock_resumed(clock: RoundClock | None, *, at_s: float) -> RoundClockResumed:
    if clock is None or clock.since_s is not None:
        raise ClockRefusedError("clock: expected one that stands, got none")
    return RoundClockResumed(at_s=at_s)


def clock_after(clock: RoundClock | None, deed: ClockDeed) -> RoundClock:
    """The clock after one more deed, which was found fit when it was done."""
    known = clock or RoundClock(left_s=0.0)
    match deed:
        case RoundClockStarted(minutes=minutes, at_s=at_s):
            return RoundClock(left_s=60.0 * minutes, since_s=at_s)
        case RoundClockPaused(at_s=at_s):
            return RoundClock(left_s=known.left_at(at_s))
        case RoundClockResumed(at_s=at_s):
            return replace(known, since_s=at_s)

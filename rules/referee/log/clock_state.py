"""Folds the notes of a log into what each side's clock shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.referee.log.clock_words import (
    ClockNote,
    ClockNoted,
    ClockPaused,
    ClockResumed,
    TimeRanOut,
)
from rules.referee.toolkit.settings import Option, Options

CLOCK: Final = "clock"
NO_CLOCK: Final = "none"
A_SIDE: Final = "side"
A_TURN: Final = "turn"
MINUTES: Final = "clock_minutes"
ADDED: Final = "clock_added_seconds"

CLOCK_OPTIONS: Final = (
    Option(
        name=CLOCK,
        default=NO_CLOCK,
        choices=(NO_CLOCK, A_SIDE, A_TURN),
        says="Whether time is kept: for nobody, for each side in the whole battle, or for each "
        "side anew in every turn.",
    ),
    Option(
        name=MINUTES,
        default=60,
        least=1,
        most=999,
        says="The minutes that each side has, where time is kept.",
    ),
    Option(
        name=ADDED,
        default=0,
        most=600,
        says="The seconds that a side gets each time that it has done what was asked of it, where "
        "time is kept.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """What the log tells of the clock."""

    spent: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Seconds by side, less what it was given, up to the last note."""
    runs: tuple[str, ...] = ()
    since: float = 0.0
    """When the last note was written, in seconds since 1970; 0 before the first."""
    turn: int = 0
    why: str = ""
    halt: str = ""
    is_paused: bool = False
    """Whether all have agreed to a pause."""
    out: frozenset[str] = frozenset()
    """The sides whose time has run out."""

    @property
    def has_begun(self) -> bool:
        return self.since > 0

    def spent_by(self, side: str, *, now: float) -> float:
        """Seconds that a side has spent at this moment."""
        spent = self.spent.get(side, 0.0)
        return spent + max(0.0, now - self.since) if side in self.runs else spent

    def left(self, side: str, options: Options, *, now: float) -> float:
        """Seconds that a side has left; below 0 once they have run out."""
        return whole_time_s(options) - self.spent_by(side, now=now)


def whole_time_s(options: Options) -> float:
    """What each side begins with, in seconds."""
    return 60.0 * float(options.values[MINUTES])


def clock_after(clock: ClockState, body: ClockNote, *, time: str) -> ClockState:
    """The clock after a note that was written at this time."""
    match body:
        case ClockPaused() | ClockResumed():
            return replace(clock, is_paused=isinstance(body, ClockPaused))
        case TimeRanOut(side=side):
            return replace(clock, out=clock.out | {side})
        case ClockNoted():
            return _noted(clock, body, now=seconds_of(time))


def _noted(clock: ClockState, body: ClockNoted, *, now: float) -> ClockState:
    spent = dict(clock.spent)
    if not body.uncounted:
        spent |= {side: clock.spent_by(side, now=now) for side in clock.runs}
    for side in body.given:
        spent[side] = spent.get(side, 0.0) - body.given_s
    out = clock.out if not body.given_s else clock.out - frozenset(body.given)
    return replace(
        clock,
        spent=MappingProxyType({} if body.anew else spent),
        runs=body.runs,
        since=now,
        turn=body.turn,
        why=body.why,
        halt=body.halt,
        out=frozenset() if body.anew else out,
    )


def seconds_of(time: str) -> float:
    """The time of an entry in seconds since 1970.

    >>> seconds_of("1970-01-02T00:00:01.5Z")
    86401.5
    >>> seconds_of("2026-11-24T05:20:00+01:00") - seconds_of("2026-11-24T04:19:00Z")
    60.0
    """
    zone = "" if time.endswith("Z") else time[-6:]
    date, clock = time.removesuffix(zone or "Z").split("T")
    year, month, day = map(int, date.split("-"))
    hour, minute, second = clock.split(":")
    seconds = 3600 * int(hour) + 60 * int(minute) + float(second)
    if zone:
        east = 3600 * int(zone[1:3]) + 60 * int(zone[4:6])
        seconds -= east if zone[0] == "+" else -east
    return 86400.0 * _days(year, month=month, day=day) + seconds


def _days(year: int, *, month: int, day: int) -> int:
    """Days since 1970-01-01 in the Gregorian calendar; the year begins in March, so that the odd
    day comes last.

    >>> _days(1970, month=1, day=1)
    0
    >>> _days(2000, month=3, day=1) - _days(2000, month=2, day=28)
    2
    """
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return (
        365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 719469
    )

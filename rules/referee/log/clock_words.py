"""The words for the clock of a battle: agreeing on a pause, and what the umpire notes of it.

The log tells whose clock runs from when on; how much time a side has left follows from that and
from the times of those entries alone, so that whoever reads the log comes to the same.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseClock:
    """Stop the clock, if all agree."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeClock:
    """Let the clock go on after a pause; nobody has to agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAsked:
    """Somebody asks for a pause; the clock runs on until all have agreed."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    """All have agreed to a pause."""

    reason: str = ""
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """The pause is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockNoted:
    """Whose clock runs from here on."""

    runs: tuple[str, ...]
    """The sides; nobody's while it stands."""
    why: str = ""
    """Why it stands, as the end of a sentence."""
    halt: str = ""
    """What keeps the umpire itself from going on; nobody's time runs until that is over."""
    turn: int = 0
    anew: bool = False
    """Whether every side has its whole time again, as at the beginning of a turn."""
    given: tuple[str, ...] = ()
    """The sides that have done what they were asked, and get seconds for it."""
    given_s: float = 0.0
    uncounted: bool = False
    """Whether the time since the note before counts for nobody: the umpire was away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut:
    """A side has no time left. What follows from that is for the players."""

    side: str
    turn: int = 0
    """The turn whose time it was; 0 where it was that of the whole battle."""


CLOCK_COMMANDS: Final = (PauseClock, ResumeClock)
CLOCK_EVENTS: Final = (PauseAsked, ClockPaused, ClockResumed, ClockNoted, TimeRanOut)
ClockNote = ClockNoted | ClockPaused | ClockResumed | TimeRanOut
"""What the clock goes by."""
QUIET_NOTE: Final = "clock_noted"
"""The kind that a story leaves out: it is shown as a clock."""

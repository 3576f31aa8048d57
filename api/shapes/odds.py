"""Describes how likely things are told to be."""

from typing import Literal

from api.shapes.playing import RefusalTold
from api.shapes.shaped import Described


class ChanceTold(Described):
    """How likely something is."""

    chance: float
    """From 0 to 1."""
    ways: int
    """In so many of `of` ways; with throws that are as likely one as the other."""
    of: int
    error: float
    """Two standard errors of a chance that was sampled; 0 where it is exact."""
    words: str
    """As a player reads it: `32 %`, `rarely` under one per cent, `nearly always` over 99."""


class LikelyTold(ChanceTold):
    """Something that may happen, however the rest turns out."""

    says: str
    also: list[str]
    """What always happens together with it."""
    clause: str
    """What it happens by; empty where a state is told and no event."""
    unit: str
    """The unit that changes by it; empty where none does."""


class ChangedRowTold(Described):
    """Something of the state that is otherwise afterwards."""

    what: str
    """The name of what could be amended."""
    of: str
    value: str
    says: str


class OutcomeTold(ChanceTold):
    """One way that it may end. The chances of all of them add up to one."""

    says: list[str]
    grade: Literal["lost", "changed", "nothing"]
    """Whether a unit is lost in it, or something of a unit changes that does not always."""
    changes: list[ChangedRowTold]
    stops: str
    """The choice of a player before which it ends; empty where nobody has to choose."""


class GradesTold(Described):
    """How likely each grade of outcome is, for a bar."""

    lost: float
    changed: float
    nothing: float


class OddsTold(Described):
    """How likely it is what a roll brings, to where nobody rolls or somebody chooses."""

    ask: int
    """The question that the roll answers; 0 for a command that was not given."""
    seat: str
    """Who rolls first."""
    who: str
    asked: str
    count: int
    """How many dice or cards come first."""
    exact: bool
    samples: int
    """How many throws were tried, where there were too many to list."""
    likely: list[LikelyTold]
    """In the order of the rules, never by chance: the umpire does not advise."""
    outcomes: list[OutcomeTold]
    more: int
    """How many more ways it may end."""
    grades: GradesTold
    declines: list[str]
    """Choices on the way that somebody may decline, and is taken to decline."""


class OddsNowTold(Described):
    """How likely it is what the open rolls bring."""

    agreed: Literal["off", "own", "all"]
    """What the players agreed to be told: nothing, or of one's own rolls, or of all."""
    last: int
    """The sequence of the last event that it rests on."""
    waiting: list[OddsTold]


class OddsWhatIfTold(Described):
    """What a command would bring."""

    refusal: RefusalTold | None
    """Why it would be refused."""
    odds: OddsTold | None
    """None where it is refused, and where no dice or cards decide what follows."""

"""Describes what is answered about the past: courses of battles, moments, evidence of rulings."""

from typing import Any

from api.answers.wire import PointIn
from api.shapes.battles import ViewTold
from api.shapes.playing import EventTold, MeasuredTold
from api.shapes.shaped import Described
from api.shapes.table import SnapshotTold


class TurnMarkTold(Described):
    """Where a turn begins."""

    turn: int
    first: int
    """The sequence of its first event."""


class TimelineTold(Described):
    """The whole course of a battle, in columns."""

    count: int
    turns: list[TurnMarkTold]
    kinds: list[str]
    kind: list[int]
    """For each event, which of `kinds` it is."""
    measured: list[int]
    """The events that rest on a measurement."""
    corrections: list[int]
    fallen: list[int]
    """The events that were taken back."""
    tables: list[int]
    """The events that were judged on a table that was kept."""
    pictured: list[int]
    """The events of which there is a picture."""
    whole: bool
    """Whether whole pictures are shown."""


class MomentTold(Described):
    """The battle just after an event."""

    sequence: int
    turn: int
    event: EventTold
    view: ViewTold
    """What the seat might know then."""
    table: SnapshotTold | None
    """The table as it lay; null where none was kept."""


class ClauseSaidTold(Described):
    """A clause that a ruling rests on."""

    id: str
    says: str


class VersionsTold(Described):
    """What it was ruled by."""

    game: str
    rules: int
    umpire: str
    log: int


class ChangeTold(Described):
    """How little would have made another ruling."""

    thing: str
    terrain: bool
    direction: str
    inches: float
    then: str
    says: str


class ReadingTold(Described):
    """What another reading of an unclear rule would have made of it."""

    option: str
    ambiguity: str
    says: str
    value: bool | float | str
    agreed: bool
    then: str
    differs: bool


class EvidenceTold(Described):
    """What a ruling was judged by, the same for every seat."""

    events: list[str]
    event: str
    time: str
    author: str
    says: list[str]
    clauses: list[ClauseSaidTold]
    measured: list[MeasuredTold]
    snapshot: int
    options: dict[str, bool | float | str]
    versions: VersionsTold
    profile: str | None
    """The digest of the camera's calibration."""
    picture: bool
    cameras: list[str]
    """Those that a picture is of, where several saw the table; the first is shown first."""
    same_again: bool
    """Whether it is ruled the same again by the version that is installed."""
    would_change: list[ChangeTold]
    readings: list[ReadingTold]
    whole: bool


class OutlinePxTold(Described):
    """A piece in a picture."""

    id: str
    side: str
    outline: list[PointIn]
    card: bool


class LinePxTold(Described):
    """A measured line in a picture."""

    what: str
    answer: str
    points: list[PointIn]


class MarksTold(Described):
    """Where things are in a picture, in its pixels."""

    size: tuple[int, int]
    snapshot: int
    table: list[PointIn]
    pieces: list[OutlinePxTold]
    lines: list[LinePxTold]
    cropped: bool = False
    """Whether it is cut to what was measured, with cards and all beside the table black."""
    camera: str = ""
    """Which of several cameras it was; left out where there was one."""
    sees: tuple[str, ...] = ()
    """The pieces that this camera saw; left out where there was one."""
    cameras: int = 1
    """How many pictures there are of the moment, told with the first."""


class WholeTold(Described):
    """Who agrees that whole pictures are shown while the battle goes on."""

    agreed: list[str]
    whole: bool


class SheetMeasuresTold(Described):
    """A drawn sheet in a photograph."""

    width_in: float
    depth_in: float
    px_per_in: float
    off_in: float


class RoomReadTold(Described):
    """A room that was drawn."""

    name: str
    outline_in: list[PointIn]


class WallReadTold(Described):
    """A wall that was drawn, with what is in it."""

    name: str
    sides: list[str]
    state: str
    line_in: list[PointIn]


class DoubtReadTold(Described):
    """Something to look at, because it may have been read wrongly."""

    subject: str
    says: str
    at_in: PointIn


class SheetReadTold(Described):
    """A drawn sheet as it was read; nothing counts before a command takes it."""

    format: str
    sheet: SheetMeasuresTold
    rooms: list[RoomReadTold]
    walls: list[WallReadTold]
    doubts: list[DoubtReadTold]
    notes: list[str]
    filling: dict[str, Any]
    """What fills the command that takes the board."""
    margin_in: float


class LuckStepTold(Described):
    """One roll, and what came ahead of what was expected by then."""

    event: int
    chance: float
    came: bool
    ahead: float
    """How many more came than were expected, of all so far; less than nothing for fewer."""
    within: float
    """Two standard errors of that: luck alone strays as far in one case of twenty."""


class LuckRowTold(Described):
    """What one player's dice or cards brought, again and again, against what was to be expected."""

    by: str
    what: str
    """In a word: hit, saved."""
    count: int
    expected: float
    came: int
    as_much: float
    """How often luck alone strays from what is expected at least as far."""
    steps: list[LuckStepTold]


class LuckTold(Described):
    """The luck of a battle."""

    rows: list[LuckRowTold]
    unknown: int
    """Rolls of which it is not known what else they could have brought."""

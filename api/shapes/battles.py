"""Describes battles as they are answered: in a list, and in the state that a seat may know."""

from typing import Any, Literal

from pydantic import RootModel

from api.shapes.facts import FactsTold
from api.shapes.shaped import Described


class SeatTold(Described):
    """A seat and the sides that it plays for."""

    name: str
    sides: list[str]


class SeatTakenTold(SeatTold):
    """A seat, and whether somebody has it."""

    taken: bool
    """Whether a player was let in for it."""
    here: bool
    """Whether somebody looks from this seat now, with its own code or as the host for it alone."""


class AskTold(Described):
    """Something that one side has asked and the others have to agree to."""

    ask: str
    """The event that asks, as `e41`: `agree` and `object` name it."""
    author: str
    says: str
    agreed: list[str]
    """The sides that have."""
    waits_for: list[str]
    """The sides that have not."""


class DisputeTold(Described):
    """A ruling that was challenged."""

    dispute: str
    author: str
    entry: str
    entries: list[str]
    subjects: list[str]
    reason: str
    measured: list[str]
    """The events that tell how it was judged again."""
    photographs: list[str]
    """Those of them that were judged by a photograph."""
    outcome: str
    changed: bool
    open: bool
    refusal: str
    """What the disputed refusal is called, as `r3`; empty for other disputes."""


class DeclaredTold(Described):
    """A pose that a player vouches for."""

    piece: str
    author: str
    x_in: float
    y_in: float
    heading_deg: float | None
    sigma_in: float | None


class ViewTold(Described):
    """What a seat may know of a battle."""

    game: str
    """The slug of the game."""
    title: str
    seat: str
    """Whose view it is; empty for what anybody may know."""
    seats: list[SeatTold]
    options: dict[str, bool | float | str]
    """What was agreed before the battle or since; `GET /games/{slug}` explains each."""
    facts: FactsTold
    """The state in fields that every game shares: units, sides, cards, turn, who is awaited. A page
    or a program that is to work with any game reads these."""
    state: dict[str, Any]
    """The state in the game's own words, as its log and its commands have it; each game has fields
    of its own, which may change with its rules. What is secret from the seat is not there."""
    awaits: str
    """What the umpire waits for, and from whom, as a sentence."""
    result: str | None
    """How the battle ended; null while it goes on."""
    sequence: int
    """How many events there are."""
    disputes: list[DisputeTold]
    asks: list[AskTold]
    declared: list[DeclaredTold]


class ToPlaceTold(Described):
    """Where a piece is to be put."""

    id: str
    x_in: float
    y_in: float
    heading_deg: float | None = None


class SideClockTold(Described):
    """The clock of one side."""

    side: str
    left_s: float
    """Seconds that it has left; below 0 once they have run out."""
    runs: bool
    out: bool
    """Whether its time was told to be over."""


class ClockTold(Described):
    """The clock of a battle."""

    each: Literal["side", "turn"]
    """What the time is for: the whole battle of a side, or each of its turns."""
    sides: list[SideClockTold]
    stands: str
    """Why nobody's clock runs, as the end of a sentence; empty where one does or none has begun."""
    paused: bool
    """Whether all have agreed to a pause."""


class BattleTold(Described):
    """The state of a battle, as the seat may know it that asks."""

    id: str
    name: str
    last: int
    """The sequence of the last event that led to it."""
    paused: str
    """Why nothing can be saved now, as a sentence; empty where all is well."""
    recovered: str
    """What was lost when a damaged file was mended, as a sentence; empty where nothing was."""
    table_says: list[str]
    """What a table that is moved by hand could not take of the last ruling; mostly nothing."""
    in_event: bool
    """Whether its log goes to the hub of an event, whose judges can be called."""
    clock: ClockTold | None
    """What each side's clock shows as this is told; null where no time is kept."""
    to_place: list[ToPlaceTold]
    """Where pieces were ruled to stand that the camera does not see there yet."""
    view: ViewTold


class BattleBriefTold(Described):
    """A battle in a list."""

    id: str
    name: str
    game: str
    title: str
    """Of the game."""
    began: str
    seats: list[str]
    last: int
    paused: str
    recovered: str
    unopened: str
    """Empty: this one can be opened."""
    over: bool
    """Whether it is over; of one that is not open, by what its file says of itself."""


class UnopenedTold(Described):
    """A battle whose file cannot be opened now."""

    id: str
    unopened: str
    """Why."""


class BattleListedTold(RootModel[BattleBriefTold | UnopenedTold]):
    """A battle in a list, whether it can be opened or not."""


class GrantTold(Described):
    """Somebody who was let into a battle."""

    grant: str
    """What `DELETE /grants/{grant}` names."""
    role: str
    seat: str
    expires: float
    """Seconds since 1970."""
    page: str
    """`screen` or `overlay`, where it was made for one of these; empty for a person."""


class LibraryPlayerTold(Described):
    """A seat of a battle in the library, and the sides it played for."""

    name: str
    sides: list[str]


class SummaryTold(Described):
    """A battle in the library."""

    name: str
    id: str
    title: str
    game: str
    game_title: str
    began: str
    last: str
    """When its last event was."""
    events: int
    players: list[LibraryPlayerTold]
    result: str
    winner: str
    head: str
    """The hash of its last event."""
    header: str
    """The hash of its first event: whatever has it is the same battle."""


class UnreadableTold(Described):
    """A file of the folder that is no battle that can be opened."""

    name: str
    why: str


class TallyTold(Described):
    """How a player or an army has fared."""

    name: str
    battles: int
    won: int
    lost: int
    drawn: int
    unfinished: int


class TalliesTold(Described):
    """How everybody has fared."""

    players: dict[str, TallyTold]
    armies: dict[str, TallyTold]


class LibraryTold(Described):
    """Every battle that fits, the latest first, and the totals of all."""

    battles: list[SummaryTold]
    unreadable: list[UnreadableTold]
    totals: TalliesTold


class FaceShareTold(Described):
    """How often one face came."""

    face: int
    count: int
    low: float
    high: float
    """Between these two shares the die's own lies."""


class SeasonDiceTold(Described):
    """What one player's dice brought, by where they were thrown."""

    by: str
    how: Literal["tray", "typed", "umpire"]
    count: int
    mean: float
    faces: list[FaceShareTold]
    says: str


class SeasonTold(Described):
    """What dice brought in all battles that can be read."""

    battles: int
    dice: list[SeasonDiceTold]
    unreadable: list[UnreadableTold]


class AddedTold(Described):
    """A battle that was taken in from another computer."""

    deed: str
    """What was done with it."""
    battle: str
    """Its id here."""
    events: int
    says: str

"""What the hub is asked for, as it is sent."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.hub.event.deeds import USUAL_ORDER, Measure, PairingSystem
from api.hub.pairing.record import RoundScore

MOST_NUMBER = 1_000_000
MOST_LINES = 500

AskedId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{4,64}$")]
"""The same each time that one thing is sent; it is done once."""
EventName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
BattleName = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,80}$")]
Number = Annotated[int, Field(ge=1, le=MOST_NUMBER)]
Victory = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
Words = Annotated[str, Field(max_length=1000)]
UnitLine = Annotated[str, Field(max_length=300)]
Code = Annotated[str, Field(max_length=40)]


class ScoreWord(StrEnum):
    """What a game brought one of the two."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"

    @property
    def score(self) -> RoundScore:
        return RoundScore[self.name]


class AbsenceWord(StrEnum):
    """What it is worth that somebody is away."""

    ABSENT = "absent"
    HALF_BYE = "half_bye"
    FULL_BYE = "full_bye"

    @property
    def score(self) -> RoundScore:
        return RoundScore[self.name]


class HubAsk(BaseModel):
    """Whatever is not asked for here is refused."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class IdentifiedAsk(HubAsk):
    id: AskedId


class JoinCodeShown(HubAsk):
    code: Code


class EventWanted(IdentifiedAsk):
    event: EventName
    """What it is called in addresses."""
    name: Words
    system: PairingSystem = PairingSystem.SWISS
    rounds: Annotated[int, Field(ge=1, le=50)]
    order: list[Measure] = list(USUAL_ORDER)
    """What the standings are sorted by."""
    cycles: Literal[1, 2] = 1
    balances_sides: bool = True


class ReportSent(IdentifiedAsk):
    event: EventName
    report: str
    """A report file (TRF)."""
    system: PairingSystem = PairingSystem.SWISS
    order: list[Measure] = list(USUAL_ORDER)


class PlayerSent(IdentifiedAsk):
    name: Words
    club: Annotated[str, Field(max_length=80)] = ""
    rating: Annotated[int, Field(ge=0, le=9999)] = 0
    army: Annotated[str, Field(max_length=80)] = ""
    members: Annotated[list[Words], Field(max_length=20)] = []
    """Of a team, board by board, the strongest first."""


class AbsenceSent(IdentifiedAsk):
    round: Number
    score: AbsenceWord = AbsenceWord.ABSENT


class ApartSent(IdentifiedAsk):
    one: Number
    other: Number


class DrawWanted(IdentifiedAsk):
    """The next round; by the system of the event where no pairs are sent."""

    pairs: list[tuple[Number, Number]] | None = None
    byes: list[Number] = []


class ReasonSent(IdentifiedAsk):
    reason: Words


class DelaySent(IdentifiedAsk):
    minutes: Annotated[int, Field(ge=0, le=15)]


class ResultSent(IdentifiedAsk):
    round: Number
    white: Number
    """White's number."""
    score: ScoreWord
    """White's."""
    black_score: ScoreWord
    victory: tuple[Victory, Victory] = (0, 0)
    """Victory points of White and of Black."""


class BoardsSent(IdentifiedAsk):
    round: Number
    white: Number
    """The number of White's team."""
    boards: Annotated[list[ScoreWord], Field(min_length=1, max_length=20)]
    """What White's team scored, board by board; boards for which a team has nobody are left out."""


class CorrectionSent(ResultSent):
    reason: Words


class PersonInvited(HubAsk):
    role: Literal["organiser", "head_judge", "judge", "player", "spectator"]
    player: Annotated[int, Field(ge=0, le=MOST_NUMBER)] = 0
    """Which one; 0 for everybody who is none."""
    name: Annotated[str, Field(max_length=60)] = ""


class SeenSent(HubAsk):
    table: Number
    battle: BattleName
    number: Annotated[int, Field(ge=0)]
    hash: Annotated[str, Field(max_length=64)]


class RulingSent(IdentifiedAsk):
    says: Words
    outcome: Literal["", "passes", "stands", "taken_back"] = ""
    """What the table does at once with the event that the call is about: what was asked for there
    passes or does not, or the event is taken back. Empty where the players do as it says."""


class LogSent(HubAsk):
    battle: BattleName
    start: Annotated[int, Field(alias="from", ge=0)]
    """The number of the first line that is sent, counted from 0."""
    lines: Annotated[list[str], Field(min_length=1, max_length=MOST_LINES)]
    """Each as it stands in the log, its hash in it."""


class CallSent(IdentifiedAsk):
    says: Words
    battle: BattleName | None = None
    entry: Annotated[int, Field(ge=0)] | None = None
    """The number of the line in the battle's log that it is about."""


class PictureSent(IdentifiedAsk):
    media_type: Literal["image/jpeg", "image/png"] = "image/jpeg"
    content: Annotated[str, Field(max_length=6_000_000)] = ""
    """In base64; nothing where the table has kept no picture of it."""


class ClockSet(IdentifiedAsk):
    minutes: Annotated[int, Field(ge=1, le=999)]


class ListsAsked(IdentifiedAsk):
    game: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,100}$")]
    total: Annotated[int | None, Field(ge=1, le=MOST_NUMBER)] = None
    """How many points an army may cost; without it, what the game has for a limit."""


class ListSent(IdentifiedAsk):
    units: Annotated[
        list[Annotated[str, Field(max_length=300)]], Field(min_length=1, max_length=200)
    ]
    """Line by line as one types it: `2 Regulars + mortar`."""

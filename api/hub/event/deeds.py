"""What can be done in an event, in the past tense: the whole record of it is a list of these.

Nothing is ever changed or removed: a correction is a deed of its own, so that the trail of every
result is there to be read.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from api.hub.pairing.record import ONE_FOR_A_WIN, Colour, Draw, RoundScore, Scoring


class PairingSystem(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    BY_HAND = "by_hand"


class Measure(StrEnum):
    """What standings are sorted by, in the order that the organiser chooses."""

    POINTS = "points"
    VICTORY_POINTS = "victory_points"
    VICTORY_MARGIN = "victory_margin"
    """Victory points, less those of the opponents."""
    BUCHHOLZ = "buchholz"
    """What the opponents have."""
    BUCHHOLZ_CUT = "buchholz_cut"
    """The same without the least of them."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """What those have who were beaten, and half of what those have who were drawn with."""
    DIRECT_ENCOUNTER = "direct_encounter"
    """What those who are level scored against each other, if all of them have met."""
    WINS = "wins"
    PROGRESSIVE = "progressive"
    """The sum of what somebody had after each round: early wins count more."""


USUAL_ORDER = (
    Measure.POINTS,
    Measure.BUCHHOLZ_CUT,
    Measure.BUCHHOLZ,
    Measure.SONNEBORN_BERGER,
    Measure.DIRECT_ENCOUNTER,
    Measure.WINS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOpened:
    name: str
    system: PairingSystem
    rounds: int
    """How many are planned."""
    scoring: Scoring = ONE_FOR_A_WIN
    order: tuple[Measure, ...] = USUAL_ORDER
    balances_sides: bool = True
    initial: Colour = Colour.WHITE
    cycles: int = 1
    """How often everybody meets everybody in a round robin."""
    kind: Literal["event_opened"] = "event_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered:
    number: int
    """From 1, without gaps; before the first round the organiser enters the strongest first."""
    name: str
    club: str = ""
    rating: int = 0
    army: str = ""
    members: tuple[str, ...] = ()
    """Of a team, board by board, the strongest first; nobody for a single player."""
    kind: Literal["player_entered"] = "player_entered"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew:
    number: int
    kind: Literal["player_withdrew"] = "player_withdrew"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    number: int
    kind: Literal["player_returned"] = "player_returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundMissed:
    """Somebody said beforehand that they will not play in a round."""

    number: int
    round: int
    score: RoundScore = RoundScore.ABSENT
    """Or half a win, or a whole one, where the organiser grants it."""
    kind: Literal["round_missed"] = "round_missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairKeptApart:
    """Two who should not meet, as friends or as one family."""

    one: int
    other: int
    kind: Literal["pair_kept_apart"] = "pair_kept_apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn:
    round: int
    draw: Draw
    kind: Literal["round_drawn"] = "round_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTakenBack:
    """The last round is drawn anew; none of its games has a result."""

    round: int
    reason: str
    kind: Literal["round_taken_back"] = "round_taken_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGiven:
    round: int
    white: int
    """Whose game it was, on the side of White."""
    score: RoundScore
    """White's."""
    black_score: RoundScore
    victory: tuple[int, int] = (0, 0)
    """Victory points of White and of Black."""
    battle: str = ""
    """The battle that it came from, where a table has sent its log."""
    kind: Literal["result_given"] = "result_given"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """Stands in for what was given before, which stays in the record."""

    round: int
    white: int
    score: RoundScore
    black_score: RoundScore
    victory: tuple[int, int] = (0, 0)
    reason: str
    kind: Literal["result_corrected"] = "result_corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchingDelayed:
    """Spectators see what happened so many minutes ago."""

    minutes: int
    kind: Literal["watching_delayed"] = "watching_delayed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCalled:
    """A table asks for a judge."""

    call: int
    """From 1, without gaps, in its event."""
    table: int
    says: str
    at: str
    """ISO 8601 with a time zone."""
    battle: str = ""
    entry: int = -1
    """The line in the battle's log that it is about; less than 0 for none."""
    kind: Literal["judge_called"] = "judge_called"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTaken:
    """A judge is on it."""

    call: int
    judge: str
    kind: Literal["call_taken"] = "call_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRuled:
    call: int
    judge: str
    says: str
    is_final: bool = False
    """A head judge has ruled: nobody can appeal."""
    outcome: str = ""
    """What the table does at once with what the call is about; nothing where the players do as
    the ruling says."""
    kind: Literal["call_ruled"] = "call_ruled"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAppealed:
    """A head judge is to rule."""

    call: int
    says: str
    kind: Literal["call_appealed"] = "call_appealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingWritten:
    """The table has a ruling in its own log."""

    call: int
    ruling: int
    """From 1, in its call."""
    kind: Literal["ruling_written"] = "ruling_written"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureAsked:
    """A judge wants to see what the camera saw then; until one asks, pictures stay at the table."""

    call: int
    judge: str
    kind: Literal["picture_asked"] = "picture_asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureCame:
    call: int
    is_there: bool
    """False where the table has kept none of that event."""
    kind: Literal["picture_came"] = "picture_came"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClockStarted:
    """The games of the round have so many minutes from now."""

    minutes: int
    at_s: float
    """Seconds since 1970."""
    kind: Literal["clock_started"] = "clock_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClockPaused:
    at_s: float
    kind: Literal["clock_paused"] = "clock_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClockResumed:
    at_s: float
    kind: Literal["clock_resumed"] = "clock_resumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsWanted:
    """Everybody hands in an army list for this game."""

    game: str
    total: int | None
    """How many points it may cost; None where there is no limit."""
    kind: Literal["lists_wanted"] = "lists_wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListHandedIn:
    """Somebody's army, with what the army builder found."""

    number: int
    game: str
    units: tuple[str, ...]
    """Line by line, as they were typed."""
    points: int
    faults: tuple[str, ...] = ()
    """Why it may not be played with."""
    kind: Literal["list_handed_in"] = "list_handed_in"


Deed = (
    EventOpened
    | PlayerEntered
    | PlayerWithdrew
    | PlayerReturned
    | RoundMissed
    | PairKeptApart
    | RoundDrawn
    | RoundTakenBack
    | ResultGiven
    | ResultCorrected
    | WatchingDelayed
    | JudgeCalled
    | CallTaken
    | CallRuled
    | CallAppealed
    | RulingWritten
    | PictureAsked
    | PictureCame
    | RoundClockStarted
    | RoundClockPaused
    | RoundClockResumed
    | ListsWanted
    | ListHandedIn
)

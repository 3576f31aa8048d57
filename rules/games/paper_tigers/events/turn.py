"""Knows what can have happened to cards and turns."""

from dataclasses import dataclass

from rules.games.paper_tigers.vocabulary import Turned, UnitSpot
from rules.referee.toolkit.tallies import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A new turn."""

    turn: int
    shuffler: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled:
    """The draw piles are shuffled; with a new run the discards are back in them."""

    by: str
    run: int
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """Units came onto the table."""

    force: str
    spots: tuple[UnitSpot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRolled:
    """How many cards a battle group gets."""

    force: str
    dice: tuple[int, ...]
    count: int
    small_game: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The cards are dealt, one by one in this order."""

    order: tuple[str, ...]
    short: tuple[Count, ...] = ()
    """Cards that the draw pile could not give."""
    reshuffled: tuple[str, ...] = ()
    """Packs whose discards went back in before the rest was dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A card was laid on a unit; a face-down one has no name."""

    force: str
    unit: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A battle group lays no more cards in this step."""

    force: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """A battle group has chosen who acts."""

    force: str
    unit: str
    cards: tuple[int, ...]
    by_rule: bool = False
    """PT1-C3f, H3: nobody has picked it, all that have cards act."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp:
    """Cards on a unit lie open now."""

    force: str
    unit: str
    cards: tuple[int, ...]
    faces: tuple[str, ...]
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentChosen:
    """What a card will be used for, said as it was turned."""

    card: str
    unit: str
    intent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRolled:
    """What a side rolled for equal cards of two packs."""

    side: str
    cards: tuple[str, ...]
    """The cards of that side that it counts for."""
    units: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFormed:
    """In which order the cards that lie open are played."""

    order: tuple[Turned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCame:
    """The next card in the order is to be played."""

    card: str
    unit: str
    force: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A card went unused."""

    unit: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    """Everything that a card brought is done."""

    unit: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairLaid:
    """A card was laid on a damaged unit."""

    force: str
    unit: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairTurned:
    """A repair card lies open."""

    unit: str
    card: str
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryRolled:
    """Whether a damaged unit is fit again."""

    unit: str
    total: int
    difficulty: int
    recovered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """Cards above the six that may be kept."""

    force: str
    hidden: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Face-down cards that are kept, turned up for all to see."""

    force: str
    cards: tuple[str, ...]
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A turn is over; used cards are discarded."""

    turn: int

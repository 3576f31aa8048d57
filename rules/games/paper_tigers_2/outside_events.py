"""Knows what can have happened from beyond the table: support, landings, entries, scenarios."""

from dataclasses import dataclass
from typing import Final

from rules.games.paper_tigers.vocabulary import UnitSpot
from rules.referee.toolkit.spots import Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportCalled:
    """An ace has called artillery or aircraft."""

    unit: str
    target: str
    card: str
    aircraft: bool
    from_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled:
    """A shell from beyond the table, or an attack from the air."""

    unit: str
    target: str
    aircraft: bool
    total: int
    difficulty: int
    hits: int
    suppresses: bool = False
    passengers: tuple[str, ...] = ()
    more: bool = False
    """Another one may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetNamed:
    """On whom the next shell falls."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoEnded:
    """No further shell falls."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameNear:
    """PT2-S1b: a unit was near the enemy's edge, or came home from there."""

    unit: str
    home: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalsOpened:
    """PT2-S3b: units may come onto the table in this turn."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlamesTaken:
    """PT2-M4: a unit has a flamethrower now."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainPassed:
    """PT2-S3a: the other side lays the next terrain."""

    to: str
    areas: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NorthNamed:
    """PT2-S3a: which edge of the table is called North."""

    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCard:
    """PT2-S3b: the card that names an edge for a battle group."""

    force: str
    card: str
    edge: str
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """PT2-S3b: units have come onto the table."""

    force: str
    spots: tuple[UnitSpot, ...]
    done: bool = True
    """No more of them in this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingCard:
    """PT2-K3: the card for a battle group's landings."""

    force: str
    card: str
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DropNamed:
    """PT2-K3a: where a unit is to come down."""

    unit: str
    at: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRolled:
    """PT2-K3b: whether a unit comes down where it is meant to."""

    unit: str
    dice: tuple[int, ...]
    total: int
    difficulty: int
    on_point: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted:
    """PT2-K3c: where to a unit was blown."""

    unit: str
    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Slid:
    """PT2-K3d: how far a glider slides, and where to."""

    unit: str
    dice: tuple[int, ...]
    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Crashed:
    """PT2-K3f: a landing in water, woods, a house or beyond the table."""

    unit: str
    into: str
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A unit is down."""

    unit: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0
    hits: int = 0
    lost: str = ""
    """PT2-K3e: the weapon or the load that is gone."""


OUTSIDE: Final = (
    SupportCalled, Shelled, TargetNamed, SalvoEnded, CameNear, ArrivalsOpened, TerrainPassed,
    NorthNamed, EntryCard, Entered, LandingCard, DropNamed, DropRolled, Drifted, Slid, Crashed,
    Landed, FlamesTaken,
)  # fmt: skip

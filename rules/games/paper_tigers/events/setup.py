"""Knows what can have happened before the first turn, and how asks are opened and closed."""

from dataclasses import dataclass

from rules.games.paper_tigers.vocabulary import Ask, Phase, UnitSpot
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The referee waits for something."""

    ask: Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """Dice that were asked for."""

    ask_id: int
    force: str
    dice: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A question that was answered."""

    ask_id: int
    force: str
    choice: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """A new step of the battle."""

    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTied:
    """Equal totals that have to be rolled again."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesSet:
    """Who attacks and who defends."""

    attacker: str
    defender: str
    totals: tuple[Count, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveNamed:
    """An area that is worth points."""

    area: str
    points: int
    held_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainPlaced:
    """All terrain is in place; what is unusual about it stands in the warnings."""

    by: str
    areas: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    big_hill: str = ""
    river: str = ""
    bridge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainReopened:
    """The other side does not agree to the terrain as it lies."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusAllowed:
    """Unit points that a side may add because the other begins with objectives."""

    side: str
    points: int
    own_points: int
    other_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeChosen:
    """The Defender's own edge."""

    edge: str
    warning: str = ""
    """PT1-J3a: what is odd about the ground, seen from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRolled:
    """How far from the table's centre a marching column begins."""

    side: str
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded:
    """Before the first turn a unit was put aboard, or taken off again."""

    unit: str
    carrier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipsWritten:
    """A side begins as slips of paper."""

    side: str
    slips: tuple[str, ...]
    blanks: int
    left_off: int
    on_table: int = 0
    """How many lie there: a slip for each unit and the blanks, without those left off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed:
    """A side stands where it begins."""

    side: str
    spots: tuple[UnitSpot, ...]
    slips: tuple[UnitSpot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTurned:
    """A slip gave way to its unit, or was blank."""

    slip: str
    unit: str = ""
    spot: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOff:
    """Units that were on no slip and take no part."""

    units: tuple[str, ...]

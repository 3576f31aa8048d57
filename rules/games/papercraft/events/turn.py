"""Knows what can have happened in a turn but for attacks."""

from dataclasses import dataclass

from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A player's turn begins; what was remembered of the last one is forgotten."""

    player: str
    turn: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A player without a living unit has no turn."""

    player: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A unit has moved."""

    unit: str
    spot: Spot
    length: Inches
    """Of this move."""
    walked: Inches
    """In this turn so far."""
    counts: bool
    """PC-MOV-11: whether the unit has moved, for all that asks."""
    vouched: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A unit is in a building now."""

    unit: str
    building: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameOut:
    """A unit stands beside the building it was in."""

    unit: str
    building: str
    spot: Spot
    fell: bool = False
    """PC-ABL-16: the building was destroyed."""
    vouched: int = -1
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A player's turn is over."""

    player: str

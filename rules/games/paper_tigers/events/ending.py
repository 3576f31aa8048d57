"""Knows what can have happened as a deck or a battle ended, and what players amended."""

from dataclasses import dataclass

from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveHeld:
    """Who holds an objective at the end of a deck; nobody when the side is empty."""

    area: str
    side: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveSettled:
    """The players say who holds an objective that cannot be told by measuring."""

    area: str
    side: str
    """Empty for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckEnded:
    """The pack is used up, and the points stand like this."""

    run: int
    totals: tuple[Count, ...]
    objectives: tuple[ObjectiveHeld, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOn:
    """The battle goes on with a new run of the deck."""

    run: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded:
    """The battle is over."""

    winner: str
    """A side; empty for a draw."""
    how: str
    totals: tuple[Count, ...]
    marginal: bool = False
    commended: tuple[Count, ...] = ()
    """PT1-I4: the best of each side and their points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """The players agreed that a unit's state is this."""

    unit: str
    hits: int
    aboard: str = ""
    in_area: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainAccepted:
    """The players agreed to go on with other terrain than they began with."""

    areas: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAccepted:
    """The players agreed that a unit stands where the camera saw it."""

    unit: str
    spot: Spot

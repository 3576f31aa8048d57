"""Knows how a battle ends, and what players put right together."""

from dataclasses import dataclass

from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """What all agree a unit's state to be."""

    unit: str
    hp: int
    moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAccepted:
    """A unit counts as standing where it is seen."""

    unit: str
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """A player has given up."""

    player: str
    units: tuple[str, ...]
    """Those that were still alive, and are taken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded:
    """Who has won, and how."""

    winner: str
    how: str
    points_left: tuple[Count, ...] = ()
    """By side, what its living units are worth."""

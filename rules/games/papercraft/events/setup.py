"""Knows what can have happened before the first turn, and what players were asked and answered."""

from dataclasses import dataclass

from rules.games.papercraft.vocabulary import Ask, Phase, Purpose, TableEdge
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
    player: str
    dice: tuple[int, ...]
    why: str
    purpose: Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A question was answered."""

    ask_id: int
    player: str
    choice: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """The battle goes on to another step."""

    phase: Phase
    laid: tuple[str, ...] = ()
    """Whose squares lie on the table already when placing begins (PC-SET-05)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered:
    """A player is ready."""

    player: str
    points: int
    total: int
    """The Army Total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmiesAgreed:
    """All are ready; what is unusual about armies or table stands in the warnings."""

    totals: tuple[Count, ...]
    """The Army Totals of each side."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTied:
    """Equal dice for the order."""

    players: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet:
    """Who goes first, and who after."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeChosen:
    """At which edge a player begins."""

    player: str
    edge: TableEdge


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A unit stands in its start zone."""

    unit: str
    player: str
    spot: Spot
    vouched: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSkipped:
    """A player has nothing left to place."""

    player: str

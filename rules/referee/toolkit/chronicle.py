"""What a game tells somebody who looks back: turns, points, units, dice, cards, fire.

A game fills in a `Chronicle`; the referee and the pages know no game by name. What is told comes
from the state and from the events alone, so it can be told of any moment of any battle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.referee.toolkit.tallies import Scored

State = Any
"""A game's own frozen state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """Dice that somebody rolled; each die of a battle is told once."""

    dice: tuple[int, ...]
    by: str
    """The battle group, army or player that rolled."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Cards whose faces came to light."""

    cards: tuple[str, ...]
    by: str
    """Whose they were; nobody's where the event does not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked:
    """An attack that was resolved, hit or miss."""

    unit: str
    target: str
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Points as an event of the game counts them, by side."""

    points: Mapping[str, float]
    parts: tuple[Scored, ...] = ()
    """What makes them; the last ruling of a battle tells it, as `told_score` has it."""


Told = Thrown | Shown | Attacked | Counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One unit at one moment."""

    unit: str
    side: str
    kind: str
    place: tuple[float, float, float] | None = None
    """x and y in inches and the heading in degrees; None while it stands nowhere of its own."""
    lost: bool = False
    by: str = ""
    """Who destroyed it, where that is known."""
    worth: float = 0.0
    """Points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """What a game can tell of a battle."""

    turn: Callable[[State], int]
    """The turn of a state; 0 before the first."""
    points: Callable[[State], Mapping[str, float]]
    """By side, as they can be counted from the state alone."""
    points_say: str
    """What those points are, for a heading."""
    units: Callable[[State], tuple[Standing, ...]]
    tells: Callable[[object], tuple[Told, ...]]
    """What an event tells; nothing for most."""
    winner: Callable[[State], str] = lambda _state: ""
    """The side that has won; nobody where it is drawn or not over."""
    packs: Callable[[State], int] = lambda _state: 0
    """How many packs of 52 cards are in play."""
    quiet: frozenset[str] = frozenset()
    """Kinds of events that a story leaves out: what they say is clear from what follows."""
    opens: frozenset[str] = frozenset()
    """Kinds of events that a new paragraph begins with."""

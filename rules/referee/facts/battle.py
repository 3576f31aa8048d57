"""Gathers all facts of a battle for one seat, and writes them as JSON."""

from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from rules.referee.facts.cards import ShownHand, ShownPile
from rules.referee.facts.course import ShownAwaited, ShownOrder, ShownTurn
from rules.referee.facts.units import ShownNumber, ShownUnit
from rules.referee.facts.winning import ShownWay


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSide:
    """One side, or one player where each is alone."""

    name: str
    seats: tuple[str, ...]
    """Who plays for it."""
    says: str = ""
    """What it is in this battle, as `Attacker`."""
    acting: bool = False
    """Whether it is its turn."""
    numbers: tuple[ShownNumber, ...] = ()
    """At most one of them is the main one."""
    hands: tuple[ShownHand, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownObjective:
    """Something on the table that is worth having."""

    name: str
    """The id of its area, or what it is called."""
    says: str
    worth: float | None = None
    """Points."""
    held_by: str = ""
    """A side or a unit; empty while nobody has it."""


class TableSurface(StrEnum):
    """What a game is played on."""

    MAT = "mat"
    """Ground for miniatures."""
    CLOTH = "cloth"
    """For cards."""
    PAPER = "paper"
    """A sheet to draw on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What one seat may know of the state of a battle; what is secret from it is not here."""

    turn: ShownTurn = field(default_factory=ShownTurn)
    sides: tuple[ShownSide, ...] = ()
    units: tuple[ShownUnit, ...] = ()
    order: ShownOrder = field(default_factory=ShownOrder)
    piles: tuple[ShownPile, ...] = ()
    objectives: tuple[ShownObjective, ...] = ()
    clocks: tuple[ShownNumber, ...] = ()
    """What runs out, or counts up to an end: turns left, runs of a deck."""
    awaited: tuple[ShownAwaited, ...] = ()
    surface: TableSurface = TableSurface.MAT
    notes: tuple[str, ...] = ()
    """What else is so now, as sentences."""
    winner: str = ""
    """The side that has won; empty while it goes on, and where it is drawn."""
    ways: tuple[ShownWay, ...] = ()
    """How this battle is won; the referee fills it in from the game's own `victory.toml`."""


def written_facts(value: object) -> object:
    """A fact as JSON, every field of it.

    >>> from rules.referee.facts.cards import pack_card
    >>> written_facts((pack_card("QH"),))
    [{'name': 'QH', 'says': 'queen of hearts', 'rank': 'Q', 'suit': 'H'}]
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        return [written_facts(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: written_facts(getattr(value, name)) for name in _names_of(type(value))}
    return value


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))

"""Defines what is told of a unit: its state, its numbers, its cards and who carries it."""

from dataclasses import dataclass
from enum import StrEnum

from rules.referee.facts.cards import ShownCard


class UnitStage(StrEnum):
    """Where a unit is between coming and going."""

    TO_COME = "to_come"
    """Not on the table yet."""
    IN_PLAY = "in_play"
    WRECK = "wreck"
    """Lost, and what is left of it stays in the way."""
    CORPSE = "corpse"
    """Lost, and turned over where it fell."""
    GONE = "gone"
    """Lost, and off the table."""

    @property
    def is_lost(self) -> bool:
        return self in {UnitStage.WRECK, UnitStage.CORPSE, UnitStage.GONE}


class StatusMark(StrEnum):
    """Which picture a status has on the piece."""

    NOTE = "note"
    """None: it is told on the unit's card alone."""
    FIRE = "fire"
    COVER = "cover"
    STUCK = "stuck"
    """It may not move, or is held."""
    STRONG = "strong"
    WEAK = "weak"
    ITEM = "item"
    """It holds something."""
    REPAIR = "repair"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStatus:
    """Something that is so of a unit for a while."""

    name: str
    """In snake_case."""
    says: str
    """As the end of a sentence on the unit: `cannot move`."""
    mark: StatusMark = StatusMark.NOTE


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownNumber:
    """A number with its name: of a unit, of a side, or of the battle."""

    name: str
    """As it stands before the number: `Points`, `Armour`."""
    value: float
    of: float | None = None
    """How much it can be at most; None where nothing limits it."""
    unit: str = ""
    """What it counts, where the name does not say: `in`, `dice`."""
    main: bool = False
    """Whether it is the one that matters most, and is drawn large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """How much a unit can still take."""

    value: int
    of: int
    """Where it began, or where it ends."""
    says: str
    """What is counted: `hits`, `hit points`."""
    falls: bool
    """Whether the unit is lost at 0, and not at the other end."""

    @property
    def share(self) -> float:
        """How much of it is left, from 0 to 1.

        >>> Gauge(value=1, of=4, says="hits", falls=False).share
        0.75
        """
        share = min(max(self.value / self.of, 0.0), 1.0) if self.of else 1.0
        return share if self.falls else 1.0 - share


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownUnit:
    """One unit."""

    id: str
    name: str
    """What players call it."""
    side: str
    kind: str
    """Which drawing it has, in snake_case."""
    says: str
    """What it is, in a word or two."""
    pieces: tuple[str, ...]
    """What it is on the table: ids of pieces, or of marks on a drawn board."""
    stage: UnitStage = UnitStage.IN_PLAY
    lost_to: str = ""
    """The unit that destroyed it."""
    place: str = ""
    """What it is in, in words: `in B3`; empty where it stands in the open."""
    damage: Gauge | None = None
    """None for what cannot be damaged."""
    cards_down: int = 0
    cards_open: tuple[ShownCard, ...] = ()
    statuses: tuple[ShownStatus, ...] = ()
    acting: bool = False
    """It acts at this moment."""
    acted: bool = False
    """It has done something this turn."""
    done: bool = False
    """Nothing is left for it to do this turn."""
    carried_by: str = ""
    carries: tuple[str, ...] = ()
    value: float | None = None
    """Its points."""
    numbers: tuple[ShownNumber, ...] = ()
    notes: tuple[str, ...] = ()
    """What else it is or can do: weapons, traits, abilities."""

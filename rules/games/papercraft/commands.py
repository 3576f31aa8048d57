"""Knows everything that players may ask for in Papercraft."""

from dataclasses import dataclass

from rules.games.papercraft.vocabulary import TableEdge
from rules.referee.toolkit.answers import Choose, Roll
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Muster:
    """A player has seen the armies and the table, and is ready to play with them."""

    player: str = ""
    """For whom, where one seat plays for several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEdge:
    """The edge of the table at which a player begins."""

    edge: TableEdge


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A unit has been put down in its start zone: where it is seen, or where the player says."""

    unit: str
    to: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDone:
    """A unit stands where it wants to: where the camera sees it, or where the player says."""

    unit: str
    to: Spot | None = None
    way: tuple[tuple[Inches, Inches], ...] = ()
    """Points that the middle of its front was led through, where the way was not straight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """A unit goes into a building that takes it in; its square is taken off the table."""

    unit: str
    building: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A unit comes out of its building and stands beside it."""

    unit: str
    to: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMovement:
    """All moves of this turn are made; now the attacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A unit attacks another."""

    unit: str
    attack: str
    """The id of one of its attacks."""
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility:
    """A unit uses an ability; one that the umpire does not know is applied by hand."""

    unit: str
    ability: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDown:
    """Where a unit was put that an ability moved, or that came out of a fallen building."""

    unit: str
    to: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """The turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """What the players agree a unit's state to be: an ability by hand, or a mistake put right."""

    unit: str
    hp: int | None = None
    moved: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTable:
    """The players agree that a unit stands where the camera sees it."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede:
    """A player gives the battle up; the units are taken off."""


COMMANDS = Vocabulary(
    Roll, Choose, Muster, ChooseEdge, Place, MoveDone, Enter, Leave, EndMovement, Attack,
    UseAbility, PutDown, EndTurn, Amend, AcceptTable, Concede,
)  # fmt: skip

"""Knows everything that players may ask for in Paper Tigers."""

from dataclasses import dataclass

from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.answers import Choose, Roll
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUp:
    """The faces of cards that were lying face down, in the order that the ask names."""

    cards: tuple[str, ...]
    ask: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameObjective:
    """An area that is worth points at the end of a deck; 0 points take it back."""

    area: str
    points: int
    held_by: str = ""
    """The side that holds it from the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainDone:
    """All terrain is placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEdge:
    """The Defender's own edge of the table: south, north, west or east."""

    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A unit begins the battle aboard, or towed; without a carrier it gets off again."""

    unit: str
    carrier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UseSlips:
    """PT1-H4: one side begins as slips of paper."""

    side: str
    blanks: int = 0
    left_off: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployDone:
    """A side stands where it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSlip:
    """A slip is turned over and its unit put in its place; no unit for a blank one."""

    slip: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """The draw pile has been shuffled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive:
    """The units that were due have come onto the table at their own edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The cards have been dealt in the order that the referee named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """One card laid on a unit: a face-down one of this turn, or a saved one by its name."""

    unit: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """No more cards in this step."""

    force: str = ""
    """For which battle group, where one seat has several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """The unit that acts in this round, and which of its cards are turned up."""

    unit: str
    cards: tuple[int, ...] = (1,)
    """The places of the cards on the unit, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """The unit whose card it is fires, alone or with followers."""

    target: str
    followers: tuple[Follower, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The unit whose card it is moves, alone or with followers."""

    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Who follows, where that is said after the leader's roll; nobody when empty."""

    followers: tuple[Follower, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """The card goes unused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demolish:
    """PT1-J3d: the charge under the bridge is fired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDone:
    """A unit stands where it wants to: where the camera sees it, or where the player says."""

    unit: str
    to: Spot | None = None
    way: tuple[tuple[Inches, Inches], ...] = ()
    """Points that the way led through, where it was not the shortest."""
    aboard: str = ""
    """The carrier it got on."""
    in_area: str = ""
    """The house that hides it, on the player's word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a unit landed that had to get off."""

    unit: str
    to: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A card laid on a damaged unit."""

    unit: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Cards above the six that may be kept: how many face-down ones, and which saved ones."""

    hidden: int = 0
    cards: tuple[str, ...] = ()
    force: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """What the players agree a unit's state to be, where the referee has it wrong."""

    unit: str
    hits: int | None = None
    aboard: str | None = None
    in_area: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTable:
    """The players agree that a unit stands where the camera sees it."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTerrain:
    """The players agree to go on with the terrain that the camera sees now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede:
    """A side gives the battle up."""


COMMANDS = Vocabulary(
    Roll, Choose, TurnUp, NameObjective, TerrainDone, ChooseEdge, Board, UseSlips, DeployDone,
    TurnSlip, Shuffle, Arrive, Deal, Assign, Pass, Pick, Fire, Move, Follow, Decline,
    Demolish, MoveDone, Place, Repair, Discard, Amend, AcceptTable, AcceptTerrain, Concede,
)  # fmt: skip

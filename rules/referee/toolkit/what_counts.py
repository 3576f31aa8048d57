"""Holds what counts for a unit on a map, as its game tells it out of the rules that judge it."""

from dataclasses import dataclass

from rules.referee.toolkit.findings import Agreed
from rules.table.maps.reach_from import ReachFrom
from rules.table.measuring.ranges import Metric
from rules.table.sight.ground import Blockers
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class SightCounts:
    """What stands in the way of its sight."""

    blockers: Blockers = Blockers()
    doubt: Doubt = Doubt()
    returning: bool = False
    """Whether an area blocks a line that leaves it and comes back into it."""
    overlooks: bool = False
    """Whether only hills hinder a line from or to a hill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireCounts:
    """How far it hits, and what has to be so for that."""

    says: str
    """What reaches so far, for players: "its fire"."""
    limit: Inches | None = None
    """None where it reaches as far as it sees."""
    metric: Metric = Metric.CENTRE
    agreed: Agreed = Agreed()
    lined: frozenset[str] | None = None
    """The pieces that no line to a target crosses, where the game has lines in place of sight."""
    unsure: bool = False
    """Whether more counts than is told here, so that it surely hits nowhere."""
    spotted: bool = False
    """Whether another may see the target for it, so that what it sees itself settles nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepsNear:
    """Whom a unit has to end its move near to, edge to edge."""

    unit: str
    within: Inches


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnitCounts:
    """What counts for one unit."""

    table: Snapshot
    """With one piece for each unit, as the game has them."""
    piece: Piece
    """The unit on that table."""
    side: str
    sight: SightCounts | None = SightCounts()
    """None in a game without lines of sight."""
    fire: FireCounts | None = None
    """None where it hits nobody at a distance."""
    moved: "UnitCounts | None" = None
    """The same once it has moved, where it hits with less then; None where nothing changes."""
    reach: ReachFrom | None = None
    """None where it does not move by inches."""
    reach_says: str = ""
    """How far that is and why, for players: "up to 7 in, as rolled"."""
    near: KeepsNear | None = None
    """None where it follows nobody."""
    foes: tuple[str, ...] = ()
    """The units that it may fire at, wherever they stand."""

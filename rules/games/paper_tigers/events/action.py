"""Knows what can have happened as a card was played."""

from dataclasses import dataclass

from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class FireDeclared:
    """Who fires at whom with the card that is up."""

    unit: str
    target: str
    card: str
    doubtful: tuple[str, ...] = ()
    """Those of the firing units whose line of sight is in doubt."""
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    """For each follower, which unit it counts as following."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDeclared:
    """Who moves with the card that is up."""

    unit: str
    card: str
    followers: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowersNamed:
    """Who follows, named after the leader's roll."""

    unit: str
    action: ActionKind
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DemolitionDeclared:
    """The charge under the bridge is fired."""

    bridge: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightSettled:
    """The die has settled a doubtful line of sight."""

    unit: str
    target: str
    clear: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotLost:
    """A shot that came to nothing because its target was gone."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A shot, and whether it hit."""

    unit: str
    target: str
    total: int
    difficulty: int
    hit: bool
    hits: int = 1
    """How many hits it brings when it does."""
    passenger: str = ""
    """Whoever rode on the target and is hit with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSettled:
    """Whether a unit at the edge of an area is in it, for the hit that it takes."""

    unit: str
    area: str
    inside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Saving dice, and whether they cancelled the hit."""

    unit: str
    dice: tuple[int, ...]
    armour: int
    """How many of them were for armour; the rest for cover."""
    saved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HitTaken:
    """A hit that nothing cancelled."""

    unit: str
    by: str
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed:
    """A unit is gone."""

    unit: str
    by: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WreckSettled:
    """Whether a destroyed vehicle stays as a burning wreck."""

    unit: str
    burning: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MustGetOff:
    """Passengers have to leave, or chose to."""

    unit: str
    carrier: str
    inches: Inches
    direction: int = 0
    """The die for the direction, where chance decides it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StayedAboard:
    """Passengers chose to stay."""

    unit: str
    carrier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GotOff:
    """Passengers stand beside their vehicle."""

    unit: str
    carrier: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRolled:
    """How far a unit may move; 0 when the roll failed."""

    unit: str
    total: int
    difficulty: int
    allowance: Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A unit has moved."""

    unit: str
    spot: Spot
    length: Inches
    aboard: str = ""
    off: str = ""
    """The carrier that it got off with this move."""
    in_area: str = ""
    vouched: int = -1
    """The snapshot that the spot was typed in over; -1 where the camera saw it."""
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeBlown:
    """The charge was fired, and whether the bridge is gone."""

    bridge: str
    total: int
    difficulty: int
    blown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeCaptured:
    """The Attacker holds the bridge before it is blown."""

    bridge: str
    by: str

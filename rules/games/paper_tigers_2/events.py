"""Knows what can have happened in this edition beyond the basic game."""

from dataclasses import dataclass

from rules.games.paper_tigers.events import EVENTS as BASIC_EVENTS
from rules.games.paper_tigers.events.action import Shot as BasicShot
from rules.games.paper_tigers.vocabulary import Follower, UnitSpot
from rules.games.paper_tigers_2.outside_events import OUTSIDE
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponChosen:
    """With what a unit fires."""

    unit: str
    target: str
    weapon: str
    doubtful: bool = False
    """Its line of sight is in doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """Dice that lie on the table and may still be rolled again."""

    unit: str
    dice: tuple[int, ...]
    again: bool = False
    """They have been, or could not be, rolled again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollChosen:
    """Which dice are rolled again, by their places from 1; none when all are kept."""

    unit: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceGiven:
    """PT2-H9e: some dice of a machine gun go to another target."""

    unit: str
    target: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A shot, and what it brings."""

    unit: str
    target: str
    weapon: str
    dice: tuple[int, ...]
    """Those that were counted."""
    total: int
    difficulty: int
    says: str = ""
    """How the dice were counted."""
    hits: int = 0
    """0 for a miss, 2 for a lethal hit."""
    suppresses: bool = False
    costs_card: bool = False
    """A machine gun against armour."""
    passengers: tuple[str, ...] = ()
    """Whoever rides on the target and is hit with it."""
    passenger_hits: int = 1
    further: str = ""
    """What a hit of a mortar or howitzer brings besides: bonus_shot or splash."""
    destroys: bool = False
    """PT2-M4b: no save is possible."""
    part: bool = False
    """PT2-H9e: one of several targets, and not the last."""
    second: str = ""
    """PT2-I3d, I5e: the weapon of another shot of this unit that follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainBroken:
    """AMB2-20: what a hit was to bring besides comes to nothing, since it was saved."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RivetsBurst:
    """PT2-I4m: a hit brings another one."""

    unit: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrugged:
    """Saving dice have cancelled a suppression, or the loss of a card."""

    unit: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLost:
    """PT2-H9c: a unit loses every card that lies on it."""

    unit: str
    dice: tuple[int, ...] = ()
    """Those that did not help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLost:
    """PT2-H9f: a unit loses one card."""

    unit: str
    place: int
    """Of those that lie on the unit, from 1; 0 for one that lies open in the queue."""
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusShot:
    """PT2-H10e: a mortar fires once more; at nobody when the target is empty."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Splashed:
    """PT2-H11b: a shell's splash reaches another unit; nobody when it is empty."""

    by: str
    target: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverDeclared:
    """Who takes cover with the card that is up."""

    unit: str
    card: str
    followers: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverTaken:
    """Whether a unit has found cover (PT2-D23)."""

    unit: str
    total: int
    difficulty: int
    covered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverLeft:
    """PT2-D25: what Take Cover gave a unit is lost."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCounted:
    """What a move roll comes to (PT2-D2, D3, H12)."""

    unit: str
    total: int
    difficulty: int
    allowance: Inches
    off_road: Inches = Inches(0.0)
    """How much of it may be used off the road, where a road die was rolled; else 0."""
    road: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeDown:
    """PT2-I4d, I4n: what a failed move does to a unit that cannot stand it."""

    unit: str
    immobile: bool = False
    hot: bool = False
    """PT2-I4e: it may burn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCombatDeclared:
    """Who attacks whom at close quarters, and from where."""

    unit: str
    target: str
    card: str
    followers: tuple[Follower, ...] = ()
    follows: tuple[str, ...] = ()
    starts: tuple[UnitSpot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperNamed:
    """PT2-D35: a friend of the target helps it; nobody, and no more, when it is empty."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InContact:
    """An attacker stands beside what it attacks."""

    unit: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeOff:
    """An attacker has not got beside its target, and attacks nobody."""

    unit: str
    target: str
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SuicideSettled:
    """PT2-I3h: whether an attacker risks everything."""

    unit: str
    risked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """A blow in close combat, and whether it destroys (PT2-D29, D31)."""

    unit: str
    target: str
    total: int
    difficulty: int
    success: bool
    defends: bool = False
    risked: bool = False
    """PT2-I3h: its own end, if it failed."""
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoeChosen:
    """At whom a defender strikes."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowLost:
    """A blow that came to nothing, because nobody was left to strike."""

    unit: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendersCalled:
    """Who strikes back, in this order (PT2-D36)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded:
    """PT2-D32, D38: the surviving attackers are back, or stay where they fought."""

    unit: str
    back: tuple[UnitSpot, ...] = ()
    stayed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupSettled:
    """PT2-C23: whether a unit falls back before its recovery."""

    unit: str
    falls_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A unit that could not move can move again."""

    unit: str


EVENTS = Vocabulary(
    *(kind for kind in BASIC_EVENTS.kinds.values() if kind is not BasicShot),
    WeaponChosen, Thrown, RerollChosen, DiceGiven, Shot, ChainBroken, RivetsBurst, Shrugged,
    CardsLost, CardLost, BonusShot, Splashed, CoverDeclared, CoverTaken, CoverLeft, MoveCounted,
    BrokeDown, CloseCombatDeclared, HelperNamed, InContact, BrokeOff, SuicideSettled, Struck,
    FoeChosen,
    BlowLost, DefendersCalled, CombatEnded, RegroupSettled, Freed,
    *OUTSIDE,
)  # fmt: skip

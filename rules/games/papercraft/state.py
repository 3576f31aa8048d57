"""Holds everything that is true in a battle of Papercraft, but for where things stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.options import SHARE
from rules.games.papercraft.profiles import Fate, PrimaryType, SecondaryType, UnitProfile
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.units import Inches


class Phase(StrEnum):
    """Where a battle stands: by which clause, and what is told as it comes to that."""

    clause: str
    says: str

    def __new__(cls, value: str, *told: str) -> Self:
        made = str.__new__(cls, value)
        made._value_ = value
        made.clause, made.says = told
        return made

    MUSTER = "muster", "PC-ARM-01", "Look at armies and table, and say that you are ready."
    ORDER = "order", "PC-SET-04", "Roll for the order."
    EDGES = "edges", "PC-SET-09", "Choose your edges of the table."
    DEPLOY = "deploy", "PC-SET-05", "Place your units, one at a time."
    TURN_START = "turn_start", "PC-TRN-05", "The turn begins."
    MOVE = "move", "PC-TRN-02", "Move as many units as you like, then end the movement."
    ATTACK = "attack", "PC-TRN-02", "The movement is over: the units may attack."
    TURN_END = "turn_end", "PC-TRN-05", "The turn ends."
    ENDED = "ended", "PC-TRN-07", "The battle is over."


FOUGHT: Final = frozenset({Phase.TURN_START, Phase.MOVE, Phase.ATTACK, Phase.TURN_END})
"""Once all units are placed, and until the battle is over."""


class StatusKind(StrEnum):
    """Something that lasts beyond the attack that brought it about."""

    PINNED = "pinned"
    """PC-MOV-12: no move in one turn of its own."""
    BURNING = "burning"
    """PC-ABL-06: damage at the end of one turn of its own unless it moves in that turn."""
    EMPOWERED = "empowered"
    """PC-ABL-08: its Hit Bonus counts twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What lasts, and in which turn it counts."""

    kind: StatusKind
    turn: int
    """PINNED and BURNING: the number of a turn of the unit's own player. EMPOWERED: the number of
    the turn of the battle, or of a turn of the caster's player, after which it is over."""
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitStep:
    """Something that is still to be done for a unit before anybody may ask for something new."""

    ends_with_unit: ClassVar[bool] = False
    """Whether nothing is left of it once the unit is dead."""
    settled_by_damage: ClassVar[bool] = False
    """Whether it is done once it has hurt somebody."""

    unit: str

    @property
    def about(self) -> tuple[str, ...]:
        """The units that it has to do with."""
        return (self.unit,)

    def take(self, draft: Any) -> None:
        """Ask somebody, or let something have happened; either changes what comes next."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetStep(UnitStep):
    """The same for what a unit does to another."""

    target: str

    @property
    def about(self) -> tuple[str, ...]:
        return self.unit, self.target


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """PC-OBJ-09: whoever has an army and takes turns."""

    name: str
    seat: str
    side: str
    total: int
    """PC-ARM-01: the Army Total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """PC-OBJ-01: one square, and one pool of hit points."""

    id: str
    player: str
    side: str
    profile: UnitProfile
    hp: int
    width: Inches
    """Of its front."""
    depth: Inches
    death: Fate | None = None
    """PC-AMB-13: what its entry in the roster says becomes of it."""
    fate: Fate = Fate.ALIVE
    killed_by: str = ""
    spot: Spot | None = None
    """Where it was last ruled to stand; None while it is not on the table."""
    vouched: int = -1
    """The snapshot that its spot was typed in over; the camera's next word counts again."""
    start: Spot | None = None
    """Where it stood as its player's turn began."""
    walked: Inches = Inches(0.0)
    """PC-MOV-04: inches used up this turn."""
    moved: bool = False
    attacks: tuple[tuple[str, str], ...] = ()
    """The attacks made this turn, each with its target."""
    ability_used: bool = False
    """PC-ATK-10: it used an ability in place of attacking."""
    spent: tuple[str, ...] = ()
    """Abilities that work once in a battle and have."""
    statuses: tuple[Status, ...] = ()
    held_by: str = ""
    """PC-ABL-15."""
    inside: str = ""
    """PC-ABL-16: the building that it is in."""

    @property
    def alive(self) -> bool:
        return self.fate is Fate.ALIVE

    @property
    def on_table(self) -> bool:
        """Whether its square lies on the table, either way up."""
        return self.spot is not None and not self.inside and self.fate is not Fate.REMOVED

    @property
    def is_building(self) -> bool:
        return (
            self.profile.primary is PrimaryType.BUILDING
            or self.profile.secondary is SecondaryType.SMALL_BUILDING
        )

    def has(self, kind: StatusKind, *, turn: int) -> bool:
        """Whether something lasts on it in that turn of its player."""
        return any(each.kind is kind and each.turn == turn for each in self.statuses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a battle ended."""

    winner: str
    """The side; nobody when it is drawn."""
    how: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One moment of a battle."""

    options: Options
    players: tuple[Player, ...]
    """In the order in which they sit."""
    units: Mapping[str, Unit]
    phase: Phase = Phase.MUSTER
    asks: tuple[Ask, ...] = ()
    asked: int = 0
    """How many asks there have been: their ids count up."""
    steps: tuple[UnitStep, ...] = ()
    """What is still to be done; the first comes next."""
    ready: tuple[str, ...] = ()
    """Players who have mustered."""
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By player, the dice for the order; each tie adds one."""
    order: tuple[str, ...] = ()
    """PC-SET-04."""
    edges: Mapping[str, TableEdge] = field(default_factory=lambda: MappingProxyType({}))
    """By player."""
    laid: tuple[str, ...] = ()
    """While units are placed: whose squares lay on the table before that began."""
    placer: int = 0
    """Whose turn it is to place a unit, as a place in the order."""
    active: str = ""
    """The player whose turn it is."""
    turn: int = 0
    round: int = 0
    turns: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """By player, the turns begun so far."""
    outcome: Outcome | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(player.side for player in self.players))

    def player(self, name: str) -> Player:
        """A player by name."""
        return next(player for player in self.players if player.name == name)

    def players_of(self, side: str) -> tuple[Player, ...]:
        """The players of a team."""
        return tuple(player for player in self.players if player.side == side)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """Who plays for a side."""
        return tuple(dict.fromkeys(player.seat for player in self.players_of(side)))

    def unit(self, name: str) -> Unit:
        """A unit by its id."""
        return self.units[name]

    def army(self, player: str) -> tuple[Unit, ...]:
        """All units of a player, dead or alive."""
        return tuple(unit for unit in self.units.values() if unit.player == player)

    def living(self, side: str) -> tuple[Unit, ...]:
        """A side's units that are not dead."""
        return tuple(u for u in self.units.values() if u.side == side and u.alive)

    @property
    def sides_left(self) -> tuple[str, ...]:
        """PC-TRN-07: those that have a living unit; with one alone the battle is over."""
        return tuple(side for side in self.sides if self.living(side))

    def destroyed_share(self, side: str) -> float:
        """How many hundredths of its enemies' points a side has seen destroyed."""
        enemies = [unit for unit in self.units.values() if unit.side != side]
        lost = sum(unit.profile.points for unit in enemies if not unit.alive)
        return 100.0 * lost / max(1, sum(unit.profile.points for unit in enemies))

    @property
    def is_decided(self) -> bool:
        """PC-TRN-07: whether one side alone is left, or has destroyed as much as was agreed."""
        best = max(map(self.destroyed_share, self.sides))
        agreed = self.options.choice("victory") == SHARE
        enough = agreed and best >= self.options.whole("victory_share")
        return len(self.sides_left) < 2 or enough

    def to_place(self, player: str) -> tuple[Unit, ...]:
        """PC-SET-06: what a player has left to place."""
        return tuple(u for u in self.army(player) if u.spot is None and u.alive)

    def inside(self, building: str) -> tuple[Unit, ...]:
        """Who is in a building."""
        return tuple(u for u in self.units.values() if u.inside == building and u.alive)

    def held(self, holder: str) -> tuple[Unit, ...]:
        """Whom a unit holds."""
        return tuple(u for u in self.units.values() if u.held_by == holder and u.alive)

    def let_go(self, *names: str) -> "State":
        """The state with these units held by nobody any more."""
        free = {name: replace(self.units[name], held_by="") for name in names}
        return replace(self, units={**self.units, **free})

    def enemies(self, one: Unit, other: Unit) -> bool:
        """PC-TEAM-03: sides are compared, not players."""
        return one.side != other.side

    def own_turn(self, unit: Unit) -> int:
        """How many turns its player has begun."""
        return self.turns.get(unit.player, 0)

    def next_turn(self, unit: Unit) -> int:
        """The number of its player's next turn: one that is on now is not next."""
        return self.own_turn(unit) + 1

    def empowered(self, unit: Unit) -> bool:
        """PC-ABL-08: whether its Hit Bonus counts twice just now."""
        return any(each.kind is StatusKind.EMPOWERED for each in unit.statuses)

    def with_unit(self, unit: Unit) -> "State":
        """The state with one unit changed."""
        return replace(self, units={**self.units, unit.id: unit})

    def shelter_of(self, unit: Unit) -> bool:
        """Whether a unit takes others in."""
        return ability_of(unit.profile, Effect.SHELTER) is not None

    def closed(self, ask_id: int) -> "State":
        """The state without the ask that an event answers."""
        return replace(self, asks=tuple(ask for ask in self.asks if ask.id != ask_id))

    def with_next(self, *steps: UnitStep) -> "State":
        """The state with these as the next steps."""
        return replace(self, steps=(*steps, *self.steps))

    def rewritten(self, kind: type["UnitStep"], unit: str, **changes: Any) -> "State":
        """The state with the first step of that kind for that unit changed; by nothing: over."""
        for place, step in enumerate(self.steps):
            if isinstance(step, kind) and step.unit == unit:
                kept = (replace(step, **changes),) if changes else ()
                return replace(self, steps=(*self.steps[:place], *kept, *self.steps[place + 1 :]))
        return self

    def without(self, kind: type["UnitStep"], unit: str) -> "State":
        """The state without the first step of that kind for that unit."""
        return self.rewritten(kind, unit)

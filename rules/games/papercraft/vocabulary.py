"""Knows the words of the game that commands, events and state share."""

from dataclasses import dataclass
from enum import StrEnum

from rules.referee.toolkit.dice import DiceAsk
from rules.table.units import Inches


class Phase(StrEnum):
    """Where a battle stands (PC-TRN-02)."""

    MUSTER = "muster"
    ORDER = "order"
    EDGES = "edges"
    DEPLOY = "deploy"
    TURN_START = "turn_start"
    MOVE = "move"
    ATTACK = "attack"
    TURN_END = "turn_end"
    ENDED = "ended"


class TableEdge(StrEnum):
    """An edge of the table (PC-GEO-00)."""

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"


class AskKind(StrEnum):
    """With which command an ask is answered."""

    ROLL = "roll"
    CHOOSE = "choose"
    PUT = "put_down"


class Purpose(StrEnum):
    """What an ask is for."""

    ORDER = "order"
    HIT = "hit"
    GUARD = "guard"
    PARRY = "parry"
    HOLD = "hold"
    TYPE = "type"
    DAMAGE = "damage"
    ESCAPE = "escape"
    HEAL = "heal"
    BURN = "burn"
    RESTLESS = "restless"
    SALVO = "salvo"
    SALVO_DAMAGE = "salvo_damage"
    SHIFT_HIT = "shift_hit"
    SHIFT_GUARD = "shift_guard"
    SHIFT_FAR = "shift_far"
    SHIFT = "shift"
    CHARGE = "charge"
    EJECT = "eject"
    EJECT_DAMAGE = "eject_damage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that the referee waits for from one seat, said in full."""

    id: int
    seat: str
    player: str
    kind: AskKind
    purpose: Purpose
    clause: str
    says: str
    unit: str = ""
    other: str = ""
    """Whoever else it is about: the target, the building."""
    dice: DiceAsk | None = None
    choices: tuple[str, ...] = ()
    inches: Inches = Inches(0.0)
    """How far, for what is put down."""


class StatusKind(StrEnum):
    """Something that lasts beyond the attack that brought it about."""

    PINNED = "pinned"
    """PC-MOV-12: no move in one turn of its own."""
    BURNING = "burning"
    """PC-ABL-06: damage at the end of one turn of its own unless it moves in it."""
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


class StepKind(StrEnum):
    """What is still to be done before anybody may ask for something new."""

    STRIKE = "strike"
    HURT = "hurt"
    COST = "cost"
    ESCAPE = "escape"
    HEAL = "heal"
    BURN = "burn"
    RESTLESS = "restless"
    SALVO = "salvo"
    SALVO_DAMAGE = "salvo_damage"
    SHIFT = "shift"
    SHIFT_FAR = "shift_far"
    SHIFT_PUT = "shift_put"
    CHARGE = "charge"
    EJECT = "eject"
    EJECT_DAMAGE = "eject_damage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing still to be done."""

    kind: StepKind
    unit: str
    other: str = ""
    attack: str = ""
    """The id of the attack, or of the ability."""
    names: tuple[str, ...] = ()
    """SALVO: its targets in the order of their dice."""
    number: int = 0
    """SHIFT_PUT: how far in inches. COST: how many HP."""
    choice: str = ""
    """STRIKE: with what the target defends itself. HURT: the type of damage that was picked."""
    flag: bool = False
    """STRIKE: a blow back, to which there is none in its turn. SALVO: set off by death. HURT: it
    was settled that this is to do damage."""

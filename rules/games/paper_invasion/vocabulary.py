"""The words of the game that commands, events and state share."""

from dataclasses import dataclass
from enum import StrEnum

from rules.table.units import Inches

Spot = tuple[Inches, Inches]
"""A point of the play area: inches to the east and to the north of its south-west corner."""


class Phase(StrEnum):
    """Where a game stands."""

    THEME = "theme"
    WORD = "word"
    BOARD = "board"
    HEROES = "heroes"
    ENEMIES = "enemies"
    MARKERS = "markers"
    HERO_TURN = "hero_turn"
    ENEMY_TURN = "enemy_turn"
    OVER = "over"


class Side(StrEnum):
    """PI-OBJ-01."""

    HEROES = "Heroes"
    ENEMIES = "Enemies"

    @property
    def other(self) -> "Side":
        """The side that it plays against."""
        return Side.ENEMIES if self is Side.HEROES else Side.HEROES

    @property
    def turn(self) -> Phase:
        """The phase in which it acts."""
        return Phase.HERO_TURN if self is Side.HEROES else Phase.ENEMY_TURN


class Mode(StrEnum):
    """Who plays together (PI-OBJ-01)."""

    SOLO = "solo"
    COOPERATIVE = "cooperative"
    CUT_THROAT = "cut_throat"
    """Each Hero belongs to one player, and no other moves it."""


class Way(StrEnum):
    """PI-SLOT-06: how a word is read."""

    PLAIN = "plain"
    REVERSED = "reversed"
    FROM_THIRD = "from_third"


class WallState(StrEnum):
    """PI-WALL-01: how many lines a wall has."""

    OPENING = "opening"
    SINGLE = "single"
    DOUBLE = "double"

    @property
    def lines(self) -> int:
        """How many barrier lines there are."""
        return tuple(WallState).index(self)

    @property
    def called(self) -> str:
        """A wall in this state, in words."""
        return ("an Opening", "a Single Barrier", "a Double Barrier")[self.lines]

    def stepped(self, by: int) -> "WallState":
        """So many lines more, or fewer with a number below 0.

        >>> WallState.SINGLE.stepped(1), WallState.SINGLE.stepped(-1)
        (<WallState.DOUBLE: 'double'>, <WallState.OPENING: 'opening'>)
        """
        return tuple(WallState)[self.lines + by]


class Form(StrEnum):
    """PI-OBJ-03: what a token shows."""

    HERO = "H"
    HOLDING = "P"
    ENEMY = "O"


class EnemyControl(StrEnum):
    """PI-AMB-16: who moves the Enemies."""

    PLAYER = "player"
    SCRIPT = "script"
    ALTERNATING = "alternating"


class Work(StrEnum):
    """Through what a wall got another state."""

    SEAL = "seal"
    SMASH = "smash"
    BUILDER = "Builder"
    FIXER = "Fixer"
    THIN = "Paper thin"
    KOOLAID = "Kool-aid man"
    AGREED = "agreed"
    STRIP = "strip"


class TableName(StrEnum):
    """A table that players may replace by one of their own."""

    VAULT = "vault"
    EVENTS = "events"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """PI-OBJ-05: a closed region of the board."""

    name: str
    outline: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """PI-OBJ-06: a drawn line, between two rooms or between a room and a zone outside."""

    id: str
    one: str
    other: str
    """A room, or a zone outside."""
    line: tuple[Spot, ...]
    """Where it runs on the sheet, from one end to the other."""
    state: WallState = WallState.SINGLE
    sealed: bool = False
    """Whether it is a barrier only because somebody closed an Opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingDoubt:
    """Something that the umpire did not read with certainty, and that people settle."""

    subject: str
    """A wall or a room, by name."""
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnWall:
    """A wall as it was read or outlined; its name is the referee's to give."""

    one: str
    other: str
    line: tuple[Spot, ...]
    state: WallState = WallState.SINGLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the vault or the event table."""

    number: int
    effect: str
    """An effect that the referee knows; any other is applied by the players."""
    name: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """PI-SLOT-05, PI-SLOT-08: what the six digits mean."""

    digits: tuple[int, ...]

    @property
    def heroes(self) -> int:
        """How many Heroes begin."""
        return self.digits[0]

    @property
    def enemies(self) -> int:
        """How many Enemies begin."""
        return 2 * self.digits[1]

    @property
    def vault_row(self) -> int:
        """PI-VAULT-01: the row of the vault table; 10, where it is kept, reads as row 1."""
        return (self.digits[2] - 1) % 9 + 1

    @property
    def event_row(self) -> int:
        """The row of the event table; 10, where it is kept, reads as row 1."""
        return (self.digits[3] - 1) % 9 + 1

    @property
    def rooms(self) -> int:
        """How many rooms are drawn."""
        return self.digits[4] + 1

    @property
    def first(self) -> Side:
        """PI-SET-09: who begins."""
        return Side.HEROES if self.digits[4] % 2 else Side.ENEMIES

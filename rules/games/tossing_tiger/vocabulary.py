"""Knows the words of the game that commands, events and state share."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.table.units import Inches


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"
    START = "start"
    PAIRING = "pairing"
    """Opponents are named; a round or a turn begins."""
    WAR = "war"
    SCAN = "scan"
    """TT-HI-02: hands are shown."""
    ENDED = "ended"


class Stage(StrEnum):
    """Where a war stands."""

    NUMBER = "number"
    DAWNCARD = "dawncard"
    BUILD = "build"
    LAYOUT = "layout"
    WAR_RULE = "war_rule"
    BATTLE = "battle"
    CLOSING = "closing"
    """What is still done after the last battle, before anybody takes anything."""
    SPOILS = "spoils"
    PENALTY = "penalty"
    """TT-FT-08."""
    OVER = "over"


class Edge(StrEnum):
    """TT-GEO-01: the side of the table at which a player sits."""

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"


class Role(StrEnum):
    """TT-OBJ-06."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> "Role":
        return Role.DEFENDER if self is Role.ATTACKER else Role.ATTACKER


ROLES: Final = (Role.ATTACKER, Role.DEFENDER)


class Result(StrEnum):
    """TT-OBJ-14."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    BOTH = "both"
    NONE = "none"

    def won_by(self, role: Role) -> bool:
        return self is Result.BOTH or self.value == role.value

    @property
    def is_sole(self) -> bool:
        return self in {Result.ATTACKER, Result.DEFENDER}


def sole(role: Role) -> Result:
    """That side alone."""
    return Result(role.value)


class AskKind(StrEnum):
    """With which command an ask is answered."""

    CHOOSE = "choose"
    TURN_UP = "turn_up"
    LAY = "lay_piles"
    ROWS = "rows_laid"
    SHOW = "show_hand"


class Purpose(StrEnum):
    """What an ask is for."""

    STARTER = "starter"
    OPPONENT = "opponent"
    NUMBER = "number"
    DAWNCARD = "dawncard"
    EMPTY = "empty"
    BUILD = "build"
    REBUILD = "rebuild"
    ROWS = "rows"
    NAME = "name"
    FACE = "face"
    DECLINE = "decline"
    LOOK = "look"
    RESHUFFLE = "reshuffle"
    TOSS = "toss"
    REROLL = "reroll"
    PEEK = "peek"
    SWAP = "swap"
    DESTROY = "destroy"
    CONSOLATION = "consolation"
    COPY = "copy"
    STRIKE = "strike"
    POCKET = "pocket"
    GIVE_AWAY = "give_away"
    CONCEDE = "concede"
    SKIP = "skip"
    REMAKE = "remake"
    STEAL = "steal"
    BONUS_SIZE = "bonus_size"
    PITY = "pity"
    FINAL_REROLL = "final_reroll"
    BAIT = "bait"
    CATCH = "catch"
    BONUS = "bonus"
    PICK = "pick"
    KEEP = "keep"
    PENALTY = "penalty"
    SHOW = "show"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that the umpire waits for from one seat, said in full."""

    id: int
    seat: str
    player: str
    kind: AskKind
    purpose: Purpose
    clause: str
    says: str
    war: int = 0
    role: Role = Role.ATTACKER
    place: int = 0
    """The battle it is about, from 1."""
    choices: tuple[str, ...] = ()
    count: int = 0
    """How many piles, or cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """TT-OBJ-03: cards of one player, and the one on top once it is rolled."""

    owner: str
    """TT-FT-06: who supplied it."""
    size: int
    face: str = ""
    """The card turned up: its id, or its animal where nobody said which copy; empty before."""
    acted: bool = False
    """TT-BAT-06: whether what is done when it is rolled has been done, or will not be."""
    asked: bool = False
    """Whether its owner was asked to decline."""
    off: bool = False
    """Its action was declined."""
    copied: str = ""
    """TT-ANI-13: the animal whose action it has instead of its own."""
    claim: str = ""
    """TT-ANI-01: who wins its battle by a toss: `own` or `other`; it goes with the card."""
    quiet: bool = False
    """TT-AMB-06: the next card turned up does nothing when it is rolled."""
    is_dawncard: bool = False

    @property
    def is_rolled(self) -> bool:
        return bool(self.face)


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """TT-OBJ-04: what befell one battle, beside its cards."""

    conceded: tuple[Role, ...] = ()
    """TT-OBJ-09."""
    is_out: bool = False
    """Skipped or struck: it does not count."""
    fixed: Result | None = None
    """A result that stays as it was, or was turned at the end."""
    lost: tuple[Role, ...] = ()
    """Who lost it by a Rooster's choice."""
    is_guessed: bool = False
    """TT-DAWN-14: the attacker said what the defender would roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """An animal that is added to, or taken from, strengths from a place on."""

    animal: str
    after: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Spoils that somebody still has coming."""

    role: Role
    """Of whoever takes."""
    place: int
    count: int
    is_pile: bool = False
    rolled: bool = False
    """TT-SPO-04: the next card is the rolled one."""
    picked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the table, in inches."""

    x_in: Inches
    y_in: Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """TT-GEO-07: a part of the table on which one war is fought, in inches."""

    west_in: float
    south_in: float
    east_in: float
    north_in: float

    def holds(self, x: float, y: float) -> bool:
        return self.west_in <= x <= self.east_in and self.south_in <= y <= self.north_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A card that was turned up, and where: for what asks about everything ever rolled."""

    role: Role
    animal: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number for a player."""

    name: str
    count: int

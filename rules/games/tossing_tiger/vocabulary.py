"""The words and values that commands, events, questions and the state share.

Here stand the shapes of questions too: one of several answers, for a war, a side of it or a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypedDict

from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, choice_hole
from rules.table.units import Inches

LEAST, LEAST_TOGETHER = 2, 3
"""TT-PIL-03, TT-FT-05: cards of a pile."""


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


class WarStage(StrEnum):
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


class SeatEdge(StrEnum):
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


def won(result: str) -> str:
    """Who won a battle.

    >>> won("attacker"), won("both"), won("none"), won("")
    ('the attacker', 'both', 'nobody', 'it does not count')
    """
    told = {
        Result.ATTACKER: "the attacker",
        Result.DEFENDER: "the defender",
        Result.BOTH: "both",
        Result.NONE: "nobody",
    }
    return told[Result(result)] if result else "it does not count"


def fought(result: str, place: int) -> str:
    """What came of a battle.

    >>> fought("none", 1), fought("both", 2), fought("", 3)
    ('nobody wins battle 1', 'both win battle 2', 'battle 3 does not count')
    """
    verb = "win" if result == Result.BOTH else "wins"
    return f"{won(result)} {verb} battle {place}" if result else f"battle {place} does not count"


def place_in(label: str) -> int:
    """The place that a choice speaks of.

    >>> place_in("battle 3"), place_in("attacker 12"), place_in("defender 2, an unseen card")
    (3, 12, 2)
    """
    return int(label.split(",", maxsplit=1)[0].rsplit(maxsplit=1)[-1])


def role_in(label: str) -> Role:
    """The side that a choice speaks of."""
    return Role(label.split(maxsplit=1)[0])


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

    @property
    def has_unseen(self) -> bool:
        """Whether there is a card in it that does not lie open."""
        return self.size > bool(self.face)

    def hidden(self, *, quiet: bool = False) -> "Pile":
        """The pile face down again."""
        return Pile(owner=self.owner, size=self.size, quiet=quiet)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleFate:
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

    @property
    def is_open(self) -> bool:
        """Whether it counts, and its cards decide it."""
        return not self.is_out and self.fixed is None


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
class PileSpot:
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
class FreeTalk:
    """TT-ANI-18: a team that may talk until a battle after this one is rolled."""

    party: str
    war: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledAnimal:
    """A card that was turned up, and where: for what asks about everything ever rolled."""

    role: Role
    animal: str
    place: int


# --- questions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(ChoiceQuestion):
    """One of several answers."""

    def none_of(self, draft: Any, ask: Ask, *, choice: str) -> None:
        known = listed(self.live(draft.state))
        draft.refuse(ask.clause, f"The answer is one of {known}, not {choice!r}.")

    def greyed(self, state: Any) -> Mapping[str, str]:
        """Answers that somebody might expect, each with the reason that it is none."""
        del state
        return MappingProxyType({})

    def offer(self, trial: Any, ask: Ask) -> Template:
        """What it is answered with."""
        allowed, greyed = self.live(trial.state), self.greyed(trial.state)
        hole = choice_hole(self, allowed=allowed, greyed=greyed)
        return answer_to(ask, hole)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarChoice(OneOf):
    """A choice for a war."""

    war: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChoice(WarChoice):
    """A choice for one side of a war."""

    role: Role


class CardPlace(TypedDict):
    """The fields of whatever is about a card, to say them once more of something else."""

    war: int
    role: Role
    place: int


class OfCard:
    """About a card that was rolled, or is to be: in which war, on which side, in which battle."""

    __slots__ = ()
    war: int
    role: Role
    place: int

    @property
    def here(self) -> CardPlace:
        return {"war": self.war, "role": self.role, "place": self.place}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAt(OfCard):
    """A card, where it lies."""

    war: int
    role: Role
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChoice(SideChoice, OfCard):
    """A choice for what lies at a place of one side."""

    place: int


def answer_to(ask: Ask, *holes: Hole) -> Template:
    """What a question is answered with, in these holes."""
    command = ask.question.answered_by
    return Template(command=command, says=ended(ask.says), fixed={"ask": ask.id}, holes=holes)


def war_of(ask: Ask) -> int:
    """The war that is asked about; 0 for none."""
    war: int = getattr(ask.question, "war", 0)
    return war


def place_of(ask: Ask) -> tuple[Role, int]:
    """The side and the place that are asked about; the attacker's and 0 for none."""
    question = ask.question
    return getattr(question, "role", Role.ATTACKER), getattr(question, "place", 0)

"""Defines the words that commands, events and state share, and how they are said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.dice import Meaning
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count


class Phase(StrEnum):
    """Where a battle stands."""

    says: str
    """How it is announced."""

    def __new__(cls, name: str, says: str) -> Self:
        made = str.__new__(cls, name)
        made._value_ = name
        made.says = says
        return made

    ROLL_SIDES = "roll_sides", "Both sides roll for who attacks."
    TERRAIN = "terrain", "Now the terrain is laid out."
    DEPLOY_FIRST = "deploy_first", "The Defender sets up."
    DEPLOY_SECOND = "deploy_second", "The Attacker sets up."
    TURN_SLIPS = "turn_slips", "The slips are turned over, one by one."
    SHUFFLE = "shuffle", "Time to shuffle the draw pile."
    ARRIVALS = "arrivals", "Time for units to come onto the table."
    ROLL_CARDS = "roll_cards", "Roll for the number of cards."
    DEAL = "deal", "Deal the cards, face down."
    ASSIGN = "assign", "Lay cards on your units, one at a time."
    PICK = "pick", "Pick who acts in this round."
    ACT = "act", "The open cards are played, the highest first."
    REPAIR = "repair", "Cards may be laid on damaged units to repair them."
    REPAIR_ROLLS = "repair_rolls", "Turn the repair cards up and roll for them."
    CLEAN_UP = "clean_up", "Keep six cards at most; what is kept is turned up."
    DECK_CHECK = "deck_check", "Is the deck used up? The umpire looks."
    ENDED = "ended", "The battle is over."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStep:
    """One thing still to be done for the card that is being played, by one unit or for it."""

    acts: ClassVar[bool] = False
    """It is what the unit does itself, so that a hit on the unit ends it."""
    mortal: ClassVar[bool] = False
    """It is moot once the unit is destroyed."""
    by_hand: ClassVar[bool] = False
    """The unit is being moved by hand, and so stands wherever it likes."""
    unit: str

    def take(self, draft: Any) -> None:
        """Ask somebody, or let something have happened; either changes what comes next."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpot:
    """Where one unit stands."""

    unit: str
    spot: Spot
    vouched: int = -1
    """The snapshot that it was typed in over; -1 where the camera saw it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A unit that does as the card's user does, and at whom it fires."""

    unit: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A card that lies face up to act, and for whom."""

    card: str
    unit: str
    force: str
    intent: str = ""
    """What its owner has bound it to, where that is chosen as the card is turned."""
    tie_roll: int = 0
    """What its side rolled against an equal card of the other pack."""


class Never(NamedTuple):
    """Why something makes no sense, whatever is agreed; a plain pair is a rule, to be let pass."""

    clause: str
    reason: str


Unfit = tuple[str, str]
"""The clause and reason why somebody cannot do something."""


def the_card(face: str) -> str:
    """A card by its name; one whose face nobody knows has none.

    >>> the_card("QH"), the_card("")
    ('the queen of hearts', 'a face-down card')
    """
    return f"the {card_from(face).name}" if face else "a face-down card"


def totals(counts: Sequence[Count]) -> str:
    """What each of several has.

    >>> totals([Count(name="Red", count=7), Count(name="Blue", count=5)])
    'Red 7, Blue 5'
    """
    return ", ".join(f"{each.name} {each.count}" for each in counts)


def needed(total: int, difficulty: int) -> str:
    """What was rolled and what it had to be."""
    return f"the dice come to {total}, and {difficulty} or more was needed"


def reaching(needed: int, *, then: str, otherwise: str, of: int = 0) -> tuple[Meaning, ...]:
    """What dice mean whose total has to reach a number; so many of them cannot make less."""
    if of >= needed:
        return (Meaning(when="whatever they show", then=then),)
    return Meaning(when=f"{needed} or more in all", then=then), Meaning(when="less", then=otherwise)


UMPIRE: Final = "The umpire goes on by itself."


def awaited(names: Iterable[str], what: str) -> str:
    """A wish to these; nobody to wait for means that the umpire goes on."""
    known = tuple(names)
    return f"{listed(known)}: {what}." if known else UMPIRE


_Rules = TypeVar("_Rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition of the game."""

    phases: Mapping[Phase, PhaseRow]
    rules: tuple[object, ...] = ()
    """At most one value for each chapter whose rules differ."""
    restated: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By clause, the edition's own number for what it says, where it has one."""

    def of(self, chapter: type[_Rules]) -> _Rules:
        """The rules of a chapter: this edition's, or the basic ones."""
        return next((own for own in self.rules if isinstance(own, chapter)), None) or chapter()

    def cited(self, clause: str) -> str:
        """The number under which this edition has a clause."""
        return self.restated.get(clause, clause)

"""Knows what can have happened in the battles of a war."""

from dataclasses import dataclass

from rules.games.tossing_tiger.vocabulary import Result, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan:
    """The next battle is to be rolled."""

    war: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleGivenUp:
    """TT-OBJ-09."""

    war: int
    place: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessMade:
    """TT-DAWN-14."""

    war: int
    place: int
    animal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessRight:
    """What was guessed came up."""

    war: int
    place: int
    animal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesMerged:
    """TT-DAWN-02."""

    war: int
    into: int
    gone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp:
    """TT-BAT-02: a pile shows a card."""

    war: int
    role: Role
    place: int
    player: str
    card: str
    animal: str
    does_nothing: bool
    """Whether there is nothing to be done as it is rolled."""
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOver:
    """What is done when a card is rolled has been done."""

    war: int
    role: Role
    place: int
    animal: str
    why: str = ""
    """Where nothing came of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAsked:
    """TT-HI-03, TT-AMB-05: its owner was asked whether it is to happen."""

    war: int
    role: Role
    place: int
    animal: str
    declined: bool
    once: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PileShuffled:
    """TT-HI-03: its owner has looked at its top card and shuffled it."""

    war: int
    role: Role
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tossed:
    """TT-ANI-01."""

    war: int
    role: Role
    place: int
    player: str
    face_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled:
    """TT-OBJ-08: the card is back, the pile is shuffled; its new top card is turned up next."""

    war: int
    role: Role
    place: int
    player: str
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """TT-ANI-05, TT-HI-03: somebody looked, and nobody else."""

    war: int
    place: int
    player: str
    top_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesSwapped:
    """TT-ANI-08."""

    war: int
    role: Role
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDestroyed:
    """TT-OBJ-10."""

    war: int
    role: Role
    place: int
    card: str
    """The rolled card; empty for one that nobody saw."""
    animal: str
    frozen: Result | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken:
    """A card goes to a hand in the middle of a war."""

    war: int
    player: str
    role: Role | None = None
    """Whose pile it was in; nobody's for the draw pile."""
    place: int = 0
    reshuffled: int = 0
    """TT-AMB-17: so many discards became the draw pile before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCopied:
    """TT-ANI-13."""

    war: int
    role: Role
    place: int
    animal: str
    does_nothing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOut:
    """It is skipped, or struck: it does not count."""

    war: int
    place: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleLost:
    """TT-RC-06, TT-RC-08: its owner turned it into a loss."""

    war: int
    place: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusChanged:
    """How many piles the overall winner takes: none, or another number."""

    war: int
    piles: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthTaught:
    """TT-RC-13."""

    war: int
    role: Role
    after: int
    animal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PileGivenAway:
    """TT-RC-05."""

    war: int
    role: Role
    place: int
    frozen: Result | None = None
    """The result of its battle stays as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleTurned:
    """TT-DAWN-09: a won battle for another one."""

    war: int
    place: int
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRerollUsed:
    """TT-DAWN-07: it was done, or not wanted."""

    war: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollPassed:
    """TT-DAWN-03: a player does not want it."""

    war: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BaitOver:
    """TT-DAWN-09: it was done, or not wanted."""

    war: int

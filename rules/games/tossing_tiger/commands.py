"""Knows everything that players may ask for in Tossing Tiger, Rolling Dragon."""

from dataclasses import dataclass

from rules.games.tossing_tiger.vocabulary import Edge, Lane, Role
from rules.referee.toolkit.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A player sits at that edge, and has been dealt six cards."""

    edge: Edge
    player: str = ""
    """For whom, where one seat plays for several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """An answer to a question."""

    choice: str
    ask: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LayPiles:
    """How many cards each pile has, from left to right as the attacker sees them."""

    sizes: tuple[int, ...]
    owners: tuple[str, ...] = ()
    """TT-FT-04: who supplies each; left out where there is one player on that side."""
    ask: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLaid:
    """The piles lie in two rows, one against one: where the camera sees them, or by word."""

    ask: int = 0
    by_word: bool = False
    """Whatever the camera makes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUp:
    """The card on top of a pile: a card by its id, or its animal."""

    card: str
    ask: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHand:
    """TT-HI-02: the cards in a hand, by their ids."""

    cards: tuple[str, ...]
    ask: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpBattle:
    """TT-OBJ-09: a player loses the next battle on purpose."""

    war: int
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """TT-DAWN-14: what the defender will roll in the next battle."""

    war: int
    animal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """TT-DAWN-02: two unrolled piles of the defender become one."""

    war: int
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeReroll:
    """TT-DAWN-03: a player rolls one own pile again."""

    war: int
    role: Role
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkLane:
    """TT-GEO-07: where a war is fought, where several are fought at once."""

    war: int
    lane: Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """What the players agree that somebody has in hand: a mistake put right."""

    player: str
    hand: int


COMMANDS = Vocabulary(
    Ready, Choose, LayPiles, RowsLaid, TurnUp, ShowHand, GiveUpBattle, Guess, Merge, FreeReroll,
    MarkLane, Amend,
)  # fmt: skip

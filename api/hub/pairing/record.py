"""What pairing knows of each player: whom they met, on which side, and what came of it.

Points are whole tenths, as exchange files have one decimal. The side of a player is who begins, who
chooses the table edge, or who has white: an event says what it means.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Colour(StrEnum):
    """The two sides of a table, by the names that exchange files have for them."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class RoundScore(StrEnum):
    """What a round brought a player, as exchange files write it."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    BYE = "U"
    """There was nobody to play; the pairing gives it to one player at most in a round."""
    FULL_BYE = "F"
    HALF_BYE = "H"
    ABSENT = "Z"

    @property
    def was_played(self) -> bool:
        return self in {RoundScore.WIN, RoundScore.DRAW, RoundScore.LOSS}

    @property
    def has_opponent(self) -> bool:
        return self.was_played or self in {RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS}


OPPOSITES: Final[Mapping[RoundScore, frozenset[RoundScore]]] = MappingProxyType(
    {
        RoundScore.WIN: frozenset({RoundScore.LOSS}),
        RoundScore.DRAW: frozenset({RoundScore.DRAW}),
        RoundScore.LOSS: frozenset({RoundScore.WIN}),
        RoundScore.FORFEIT_WIN: frozenset({RoundScore.FORFEIT_LOSS}),
        RoundScore.FORFEIT_LOSS: frozenset({RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS}),
    }
)
"""What the opponent of a score may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What each score is worth, in tenths of a point."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    bye: int = 10
    full_bye: int = 10
    half_bye: int = 5
    absent: int = 0

    def worth(self, score: RoundScore) -> int:
        return int(getattr(self, score.name.lower()))

    @property
    def most(self) -> int:
        return max(self.worth(each) for each in RoundScore)


ONE_FOR_A_WIN: Final = Scoring()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """One round of one player."""

    score: RoundScore
    opponent: int = 0
    """Their number; 0 for nobody."""
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if self.score.has_opponent != bool(self.opponent):
            wanted = "an opponent" if self.score.has_opponent else "nobody"
            raise ValueError(
                f"round scored {self.score.value}: expected {wanted}, got {self.opponent or 'none'}"
            )
        if self.score.was_played and self.colour is None:
            raise ValueError(f"round against {self.opponent}: expected a side, got none")


MISSED: Final = RoundLine(score=RoundScore.ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player, or a team, as it is paired."""

    number: int
    """From 1, the strongest first; it decides among equals."""
    rounds: tuple[RoundLine, ...] = ()

    def points(self, scoring: Scoring, *, rounds: int | None = None) -> int:
        return sum(scoring.worth(each.score) for each in self.rounds[:rounds])

    @property
    def met(self) -> frozenset[int]:
        """Whom they have played; a game that was forfeited may be paired again."""
        return frozenset(each.opponent for each in self.rounds if each.score.was_played)

    @property
    def colours(self) -> tuple[Colour, ...]:
        played = (each for each in self.rounds if each.score.was_played)
        return tuple(each.colour for each in played if each.colour is not None)

    @property
    def had_bye(self) -> bool:
        """Whether they have had a win without playing, and so get no bye from the pairing."""
        free = {RoundScore.BYE, RoundScore.FORFEIT_WIN, RoundScore.FULL_BYE}
        return any(each.score in free for each in self.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Who plays whom in a round: pairs in the order of their tables, White first."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()
    """Who has nobody to play; in the Swiss system one at most."""
    concessions: tuple[str, ...] = ()
    """What had to be given up so that everybody could be paired, in words; mostly nothing."""

    @property
    def opponents(self) -> dict[int, int]:
        both = (*self.pairs, *((black, white) for white, black in self.pairs))
        return dict(both)


def of_one_length(entrants: Iterable[Entrant]) -> int:
    """How many rounds were played, which is the same for all: who was away was absent.

    >>> of_one_length([Entrant(number=1), Entrant(number=2)])
    0
    """
    lengths = {len(each.rounds) for each in entrants}
    if len(lengths) > 1:
        raise ValueError(f"rounds of the players: expected as many for each, got {sorted(lengths)}")
    return lengths.pop() if lengths else 0

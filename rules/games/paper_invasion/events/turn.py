"""Knows what can have happened as turns follow one another."""

from dataclasses import dataclass

from rules.games.paper_invasion.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A side's turn begins; what was remembered of its last one is forgotten."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A side misses its turn."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenBegan:
    """A token is on, and is finished before the next one begins."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFinished:
    """A token is done in this turn."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A side's turn is over."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveUp:
    """A side gives the game up."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over, and the word it was made from is used up."""

    winner: str
    clause: str
    how: str
    word: str = ""
    player: str = ""

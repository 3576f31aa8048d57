"""Knows what can have happened once a war is fought, and at the end."""

from dataclasses import dataclass

from rules.games.tossing_tiger.vocabulary import Count, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDecided:
    """TT-WAR-01, TT-WAR-02: who won how many battles, and the war."""

    war: int
    results: tuple[str, ...]
    """By place; empty where it does not count."""
    attacker_won: int
    defender_won: int
    winners: tuple[Role, ...]
    bonus: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarStopped:
    """It ends before its last battle."""

    war: int
    why: str
    winner: Role | None = None
    """TT-RC-01: who wins it all the same."""
    no_winner: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusTaken:
    """TT-SPO-03: an entire pile."""

    war: int
    role: Role
    place: int
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilPicked:
    """TT-SPO-04: an unseen card, or the rolled one."""

    war: int
    role: Role
    place: int
    rolled: bool
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilTaken:
    """TT-SPO-05: a card goes to a hand, or is discarded."""

    war: int
    role: Role
    place: int
    player: str
    """Who took it; nobody where it was discarded."""
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WarPileGrew:
    """TT-FT-08."""

    war: int
    player: str
    count: int
    """Cards on it now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarOver:
    """TT-SPO-07: the piles are back in the hands."""

    war: int
    hands: tuple[Count, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """TT-HI-02."""

    player: str
    cards: tuple[str, ...]
    points: int
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """The players agreed."""

    player: str
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """Who has won."""

    winners: tuple[str, ...]
    how: str
    totals: tuple[Count, ...]

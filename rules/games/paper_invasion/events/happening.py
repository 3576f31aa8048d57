"""Knows what an event of the event table can bring, and what players set by hand."""

from dataclasses import dataclass

from rules.games.paper_invasion.board import Board
from rules.games.paper_invasion.vocabulary import Ask, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHappened:
    """The event of the game happens, before anybody else acts."""

    number: int
    name: str
    says: str
    why: str
    compulsory: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The umpire waits for the players."""

    ask: Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What the umpire waited for is there."""

    ask_id: int
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenTurned:
    """PI-E-1: a Hero was an Enemy all along."""

    hero: str
    enemy: str
    item_lost: bool = False
    vault_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomAdded:
    """PI-E-4: the board has one more room."""

    room: str
    board: Board


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One Enemy that an event brings."""

    token: str
    place: str
    attached: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemiesArrived:
    """PI-E-8, PI-E-9: more Enemies."""

    arrivals: tuple[Arrival, ...]
    dealt: int
    """How many of them were dealt to the sides of the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingHappened:
    """The event finds nothing that it could change."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensSet:
    """Players set by hand how many tokens of a side are in a place."""

    side: Side
    place: str
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPut:
    """Players put a token elsewhere by hand."""

    token: str
    place: str

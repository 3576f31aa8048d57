"""Knows what can have happened before the first turn."""

from dataclasses import dataclass

from rules.games.paper_invasion.board import Board
from rules.games.paper_invasion.vocabulary import (
    Control,
    Doubt,
    Mode,
    Row,
    Slots,
    TableName,
    Way,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeChosen:
    """What the game is about and who plays together is agreed."""

    theme: str
    mode: Mode
    hero_name: str
    enemy_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRemembered:
    """A player's words of earlier games are known."""

    player: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReplaced:
    """A table of the players' own counts."""

    table: TableName
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTaken:
    """A word was taken, and its slots were worked out."""

    player: str
    word: str
    way: Way
    letters: str
    slots: Slots
    working: str
    vault: str
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTaken:
    """Dice were taken in place of a word."""

    player: str
    slots: Slots
    vault: str
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTaken:
    """A board is on the table, to be looked at."""

    board: Board
    doubts: tuple[Doubt, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMended:
    """Something about the board was put right, or is as it was read."""

    board: Board
    doubts: tuple[Doubt, ...]
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardConfirmed:
    """The board is right."""

    rooms: int
    walls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroesPlaced:
    """Heroes stand in a room."""

    tokens: tuple[str, ...]
    room: str
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemyPlaced:
    """An Enemy stands outside of a room."""

    token: str
    zone: str
    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultPlaced:
    """The vault is in a room."""

    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlaced:
    """The event marker is in a room."""

    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSet:
    """Who moves the Enemies is agreed anew."""

    control: Control

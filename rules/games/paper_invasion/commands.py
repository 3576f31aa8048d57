"""Knows everything that players may ask for in Paper Invasion."""

from dataclasses import dataclass

from rules.games.paper_invasion.vocabulary import (
    Control,
    DrawnWall,
    Mode,
    Room,
    Row,
    Side,
    Spot,
    TableName,
    WallState,
    Way,
)
from rules.referee.toolkit.answers import Choose
from rules.referee.toolkit.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseTheme:
    """What the game is about, and who plays together."""

    theme: str = ""
    mode: Mode = Mode.SOLO
    hero_name: str = ""
    enemy_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberWords:
    """Words that the author has used in earlier games."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UseTable:
    """A table of the players' own in place of one of the game's: nine rows."""

    table: TableName
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWord:
    """The word that the game is made from."""

    word: str
    way: Way = Way.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDice:
    """Six dice in place of a word."""

    dice: tuple[int, ...]
    faces: int = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBoard:
    """The board: outlined rooms, and walls where they were read too; with neither, a starter."""

    rooms: tuple[Room, ...] = ()
    walls: tuple[DrawnWall, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()
    """Names of walls or rooms, each with what was not read with certainty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWall:
    """A wall is as the author says: it was read wrongly, or something by hand has changed it."""

    wall: str
    state: WallState


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRoom:
    """A room gets another letter; whoever had that one gets the old."""

    room: str
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinRooms:
    """Two rooms are one: the wall between them is none."""

    room: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRoom:
    """A line was not read: it parts the room that it lies in, from wall to wall."""

    line: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOut:
    """What was read as a room is none, but a part of the outside."""

    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDoubt:
    """It is as the umpire has read it."""

    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmBoard:
    """The board is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHeroes:
    """Heroes stand in a room: one that the camera sees, or so many in the room that is named."""

    room: str = ""
    count: int = 1
    token: str = ""
    """The tagged piece that was put down, where it is not said which room it is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEnemy:
    """The next Enemy stands outside of a room on the side that it is dealt to."""

    room: str = ""
    """Nothing for whichever the umpire would choose."""
    token: str = ""
    """The tagged piece that was put down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnemies:
    """All Enemies that are left are spread along their sides by the umpire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVault:
    """The vault is in a room: the one that is named, or where the camera sees it."""

    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEvent:
    """The event marker is in a room: the one that is named, or where the camera sees it."""

    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A token goes to a place next to its own, or to where the camera sees it."""

    token: str
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """A Hero kills two Enemies in its room; with none named, the first that are there."""

    token: str
    enemies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A Hero adds a line to a wall of its room."""

    token: str
    wall: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Smash:
    """A Hero or an Enemy takes a line off a wall of its place."""

    token: str
    wall: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Loot:
    """A Hero opens the vault in its room."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grab:
    """An Enemy turns a Hero in its room into an Enemy."""

    token: str
    hero: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem:
    """Whoever holds the vault item uses it; what has to be said depends on the item."""

    token: str
    room: str = ""
    """Mover, Survivor: where to. Flamer: the second room. Shover: the room that is emptied."""
    to: str = ""
    """Shover: where its Enemies go."""
    wall: str = ""
    """Builder, Fixer."""
    enemies: tuple[str, ...] = ()
    """Flamer, Sniper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """A token is done in this turn."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """The turn of a side is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerEvent:
    """The players have another event though none is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRoom:
    """The room that an event adds: outlined, beyond an outer wall, or cut off from the event's."""

    outline: tuple[Spot, ...] = ()
    beyond: str = ""
    """An outer wall of the event's room; with neither of both, that room is cut in two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """The players have applied what the umpire does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTokens:
    """So many tokens of a side are in a place: something by hand has changed them."""

    side: Side
    place: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PutToken:
    """A token is in another place than the umpire has it."""

    token: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStrip:
    """A wall is as the strip shows that lies on it."""

    strip: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetControl:
    """Who moves the Enemies from now on."""

    control: Control


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """The author's side gives the game up."""


COMMANDS = Vocabulary(
    ChooseTheme, RememberWords, UseTable, TakeWord, TakeDice, TakeBoard, SetWall, NameRoom,
    JoinRooms, CutRoom, LeaveOut, SettleDoubt, ConfirmBoard, PlaceHeroes, PlaceEnemy, DealEnemies,
    PlaceVault, PlaceEvent, Move, Kill, Seal, Smash, Loot, Grab, UseItem, Finish, EndTurn,
    TriggerEvent, Choose, AddRoom, Applied, SetTokens, PutToken, TakeStrip, SetControl, GiveUp,
)  # fmt: skip

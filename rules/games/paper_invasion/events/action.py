"""Knows what can have happened through a token's Move, its Action, or the vault item."""

from dataclasses import dataclass

from rules.games.paper_invasion.vocabulary import Side, WallState, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A token went to another place."""

    token: str
    start: str
    to: str
    wall: str
    """The wall that it went through; nothing from one zone outside to the next."""
    free: bool = False
    """PI-V-3: a Move that the item gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallChanged:
    """A wall has another state."""

    wall: str
    before: WallState
    after: WallState
    work: Work
    token: str = ""
    """Whose Action it was; nothing where no Action was spent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """A Hero killed Enemies in its room."""

    token: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Looted:
    """A Hero opened the vault and holds what was in it."""

    token: str
    name: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grabbed:
    """A Hero is an Enemy now."""

    token: str
    hero: str
    enemy: str
    """The name that it goes by from now on."""
    item_lost: bool = False
    vault_open: bool = False
    """PI-AMB-12: the vault can be looted again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabFailed:
    """PI-V-7: a Grab came to nothing, and the Action is spent."""

    token: str
    hero: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUsed:
    """The vault item is used up."""

    token: str
    name: str
    acts: bool = False
    """PI-AMB-11: it cost the Action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """Tokens are taken off the board."""

    tokens: tuple[str, ...]
    why: str
    item_lost: bool = False
    vault_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """Enemies were driven into another room."""

    tokens: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroJoined:
    """PI-V-8: a new Hero is on the board."""

    token: str
    room: str
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSet:
    """A side will miss its next turn."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgerSet:
    """Grabs will fail in the next Enemy turn."""

    whom: str
    """"all", or the one Hero who is safe."""

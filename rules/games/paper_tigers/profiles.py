"""Knows what each kind of unit can do, and the stages by which dice, caps and saves are found.

The stages are plain functions gathered in one value, so that an edition that amends this game
replaces those it changes and keeps the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from rules.referee.cards import Card
from rules.referee.settings import Options
from rules.table.units import Inches

FOOT_CAP: Final = Inches(6.0)
"""PT1-D1b: what a squad or an unlimbered gun moves at most on one card."""
INFANTRY_RANGE: Final = Inches(12.0)
"""PT1-D2c."""
MOST_ACTIONS: Final = 2
"""PT1-E5."""
MOST_CARDS: Final = 2
"""PT1-C2a."""
MOST_SAVED: Final = 6
"""PT1-C5c."""
DESTROYED_AT: Final = 2
"""PT1-D2i: this many unsaved hits destroy a unit."""


class UnitKind(StrEnum):
    """The kinds of unit in the basic game."""

    SQUAD = "squad"
    GUN = "gun"
    TRUCK = "truck"
    JEEP = "jeep"
    WEAPONS_CARRIER = "weapons_carrier"
    HALFTRACK = "halftrack"
    ARMOURED_CAR = "armoured_car"
    TANK = "tank"
    BRIDGE = "bridge"
    """No unit but a charge under a bridge, which takes a card like one (PT1-J3d)."""


class Ride(StrEnum):
    """How passengers ride, which decides what a hit on the carrier does to them."""

    NONE = "none"
    EXPOSED = "exposed"
    """PT1-F3: a hit on the carrier is a hit on them, and they get off."""
    INSIDE = "inside"
    """PT1-F4: a hit on them too, but they may stay."""
    ON_DECK = "on_deck"
    """PT1-F2: as exposed, and they get off when the carrier fires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a kind of unit can do."""

    name: str
    points: int
    """PT1-G2."""
    vehicle: bool = True
    transport: bool = False
    """Built to carry, not to fight: armed only where the players say so."""
    cap: Inches | None = None
    range: Inches | None = None
    armour: int = 0
    """PT1-D2f: dice to save a hit with."""
    carries_squad: Ride = Ride.NONE
    tows_gun: bool = False
    """PT1-F6."""


PROFILES: Final = MappingProxyType(
    {
        UnitKind.SQUAD: Profile(
            name="squad", points=1, vehicle=False, cap=FOOT_CAP, range=INFANTRY_RANGE
        ),
        UnitKind.GUN: Profile(name="gun", points=3, vehicle=False, cap=FOOT_CAP),
        UnitKind.TRUCK: Profile(
            name="truck", points=1, transport=True, carries_squad=Ride.EXPOSED, tows_gun=True
        ),
        UnitKind.JEEP: Profile(name="jeep", points=1, transport=True, tows_gun=True),
        UnitKind.WEAPONS_CARRIER: Profile(
            name="weapons carrier", points=3, armour=1, tows_gun=True
        ),
        UnitKind.HALFTRACK: Profile(
            name="halftrack", points=3, armour=1, carries_squad=Ride.INSIDE, tows_gun=True
        ),
        UnitKind.ARMOURED_CAR: Profile(name="armoured car", points=3, armour=1),
        UnitKind.TANK: Profile(name="tank", points=5, armour=2, carries_squad=Ride.ON_DECK),
        UnitKind.BRIDGE: Profile(name="bridge", points=0, vehicle=False),
    }
)


class ActionKind(StrEnum):
    """What a unit may do with a card."""

    FIRE = "fire"
    MOVE = "move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Dice for a save: how many of each sort, and what saves on one of them."""

    armour: int = 0
    cover: int = 0
    saves_on: int = 5

    @property
    def count(self) -> int:
        return self.armour + self.cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelter:
    """Where a unit stands when it is hit."""

    in_cover: bool = False
    """In woods or in a building."""
    gun_cover: int = 0
    """AMB1-25: dice that a gun has for cover."""
    on_big_hill: bool = False
    """PT1-J2c: on the hill that is fought over, and hit from ground level."""


def action_dice(kind: UnitKind, action: ActionKind, *, card: Card) -> int:
    """PT1-C3c: red fires with three dice and moves with two, black the other way round."""
    del kind
    return 3 if card.red == (action is ActionKind.FIRE) else 2


def difficulty(card: Card) -> int:
    """PT1-C3b: pips, ten for a court card, eleven for an ace."""
    if card.rank.isdecimal():
        return int(card.rank)
    return 11 if card.rank == "A" else 10


def cap(kind: UnitKind) -> Inches | None:
    """PT1-D1b: how far one card carries this kind at most; None for as far as the dice."""
    return PROFILES[kind].cap


def fire_range(kind: UnitKind) -> Inches | None:
    """PT1-D2c: how far this kind fires; None for as far as it sees."""
    return PROFILES[kind].range


def saves(kind: UnitKind, shelter: Shelter) -> Pool:
    """PT1-D2f, D2g and J2c: the dice that may cancel a hit."""
    cover = int(shelter.on_big_hill)
    if shelter.in_cover and kind is UnitKind.SQUAD:
        cover += 1
    if shelter.in_cover and kind is UnitKind.GUN:
        cover += shelter.gun_cover
    return Pool(armour=PROFILES[kind].armour, cover=cover)


def points(kind: UnitKind, options: Options) -> int:
    """PT1-G2: what the enemy scores for one of these."""
    if kind in {UnitKind.HALFTRACK, UnitKind.WEAPONS_CARRIER}:
        return options.whole("vp_halftrack")
    return PROFILES[kind].points


class ActionDice(Protocol):
    """How many dice a kind of unit has for an action with a card."""

    def __call__(self, kind: UnitKind, action: ActionKind, *, card: Card) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """Every step at which an edition may differ; all of them pure."""

    action_dice: ActionDice = action_dice
    difficulty: Callable[[Card], int] = difficulty
    cap: Callable[[UnitKind], Inches | None] = cap
    fire_range: Callable[[UnitKind], Inches | None] = fire_range
    saves: Callable[[UnitKind, Shelter], Pool] = saves
    points: Callable[[UnitKind, Options], int] = points
    recovery_dice: int = 2
    """PT1-C4a."""


BASIC: Final = Stages()

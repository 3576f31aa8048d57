"""Knows what each kind of unit can do, and the stages by which dice, caps and saves are found.

The stages are plain functions gathered in one value, so that an edition that amends this game
replaces those it changes and keeps the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from rules.games.paper_tigers.rulings import BASIC_RULINGS, Rulings
from rules.referee.toolkit.cards import Card
from rules.referee.toolkit.settings import Options
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
    destroyed_at: int = 2
    """PT1-D2i: how many unsaved hits destroy it."""
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


class Fielded(Protocol):
    """What the stages need to know of a unit."""

    @property
    def kind(self) -> UnitKind: ...

    @property
    def profile(self) -> Profile: ...


def action_dice(unit: Fielded, action: ActionKind, *, card: Card) -> int:
    """PT1-C3c: red fires with three dice and moves with two, black the other way round."""
    del unit
    return 3 if card.red == (action is ActionKind.FIRE) else 2


def difficulty(card: Card) -> int:
    """PT1-C3b: pips, ten for a court card, eleven for an ace."""
    if card.rank.isdecimal():
        return int(card.rank)
    return 11 if card.rank == "A" else 10


def to_hit(target: Fielded, *, card: Card) -> int:
    """PT1-D2d: what a shot at this target has to reach."""
    del target
    return difficulty(card)


def hits(total: int, *, needed: int, card: Card) -> int:
    """PT1-D2d and D2e: how many hits a shot with this total brings."""
    del card
    return 1 if total >= needed else 0


def cap(unit: Fielded) -> Inches | None:
    """PT1-D1b: how far one card carries this unit at most; None for as far as the dice."""
    return unit.profile.cap


def fire_range(unit: Fielded) -> Inches | None:
    """PT1-D2c: how far this unit fires; None for as far as it sees."""
    return unit.profile.range


def saves(unit: Fielded, shelter: Shelter) -> Pool:
    """PT1-D2f, D2g and J2c: the dice that may cancel a hit."""
    cover = int(shelter.on_big_hill)
    if shelter.in_cover and unit.kind is UnitKind.SQUAD:
        cover += 1
    if shelter.in_cover and unit.kind is UnitKind.GUN:
        cover += shelter.gun_cover
    return Pool(armour=unit.profile.armour, cover=cover)


def recovery_dice(unit: Fielded) -> int:
    """PT1-C4a: with how many dice a damaged unit recovers, whatever the card's colour."""
    del unit
    return 2


def points(unit: Fielded, options: Options) -> int:
    """PT1-G2: what the enemy scores for this unit."""
    if unit.kind in {UnitKind.HALFTRACK, UnitKind.WEAPONS_CARRIER}:
        return options.whole("vp_halftrack")
    return unit.profile.points


class ActionDice(Protocol):
    """How many dice a unit has for an action with a card."""

    def __call__(self, unit: Fielded, action: ActionKind, *, card: Card) -> int: ...


class ToHit(Protocol):
    """What a shot at a target has to reach."""

    def __call__(self, target: Fielded, *, card: Card) -> int: ...


class Hits(Protocol):
    """How many hits a total brings."""

    def __call__(self, total: int, *, needed: int, card: Card) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """Every step at which an edition may differ, in the order of a card being played."""

    action_dice: ActionDice = action_dice
    difficulty: Callable[[Card], int] = difficulty
    to_hit: ToHit = to_hit
    cap: Callable[[Fielded], Inches | None] = cap
    fire_range: Callable[[Fielded], Inches | None] = fire_range
    hits: Hits = hits
    saves: Callable[[Fielded, Shelter], Pool] = saves
    recovery_dice: Callable[[Fielded], int] = recovery_dice
    points: Callable[[Fielded, Options], int] = points
    rulings: Rulings = BASIC_RULINGS


BASIC: Final = Stages()

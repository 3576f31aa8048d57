"""Lists what each kind of unit can do, and how many dice a card gives."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.cards import Card
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
    fire_dice: int = 0
    """How many dice more than others it rolls when it fires; fewer where it is negative."""
    move_dice: int = 0
    """The same when it moves."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNumber:
    """What an army list may say of one unit, where it is not as others of its kind."""

    field: str
    least: int
    most: int


OWN_NUMBERS: Final = MappingProxyType(
    {
        "moves_in": OwnNumber(field="cap", least=1, most=48),
        "fires_in": OwnNumber(field="range", least=1, most=96),
        "armour": OwnNumber(field="armour", least=0, most=4),
        "lasts": OwnNumber(field="destroyed_at", least=1, most=6),
        "worth": OwnNumber(field="points", least=0, most=50),
        "fire_dice": OwnNumber(field="fire_dice", least=-1, most=3),
        "move_dice": OwnNumber(field="move_dice", least=-1, most=3),
    }
)
"""By the column of an army list: the most inches that a unit moves and fires, its dice of armour,
how many hits destroy it, its points, and dice more or fewer than the card gives."""


class ActionKind(StrEnum):
    """What a unit may do with a card."""

    FIRE = "fire"
    MOVE = "move"


def action_dice(action: ActionKind, *, card: Card, profile: Profile) -> int:
    """PT1-C3c: red fires with three dice and moves with two, black the other way round."""
    more = profile.fire_dice if action is ActionKind.FIRE else profile.move_dice
    return more + (3 if card.red == (action is ActionKind.FIRE) else 2)


def difficulty(card: Card) -> int:
    """PT1-C3b: pips, ten for a court card, eleven for an ace."""
    if card.rank.isdecimal():
        return int(card.rank)
    return 11 if card.rank == "A" else 10

"""Knows what can have happened as one unit attacked another."""

from dataclasses import dataclass

from rules.games.papercraft.profiles import DamageType, Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared:
    """Who attacks whom, and with what; the range was found good."""

    unit: str
    attack: str
    target: str
    name: str
    """Of the attack, as players say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeFailed:
    """PC-AMB-09: where that was agreed, a target out of range costs the attack."""

    unit: str
    attack: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeLost:
    """An attack that comes to nothing: one of the two is gone."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardChosen:
    """PC-ABL-14: with which bonus the target defends itself."""

    unit: str
    target: str
    strike: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRolled:
    """Both totals, and whether that is a hit."""

    unit: str
    target: str
    attack: str
    attack_total: int
    guard_total: int
    hit: bool
    sure: bool = False
    """PC-ABL-15: nobody rolled, since the target is held."""
    blow_back: str = ""
    """PC-ABL-14: the attack with which the target strikes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeChosen:
    """PC-DMG-06: of which type the damage is to be."""

    unit: str
    target: str
    type: DamageType


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageChosen:
    """PC-ABL-15: the hit is to do damage and not to hold."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt:
    """A unit has lost hit points; by less than nothing it has regained some, where agreed."""

    unit: str
    by: str
    """Whoever did it; itself, where it is its own doing."""
    amount: int
    hp: int
    """What is left."""
    why: str
    """How the number came about."""
    settles: bool = False
    """Whether this is what the hit of an attack has done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Died:
    """A unit is dead."""

    unit: str
    by: str
    fate: Fate
    points: int
    occupants: tuple[str, ...] = ()
    """Whoever was inside and has to come out."""
    salvo: str = ""
    """PC-ABL-05: the ability that its death sets off."""

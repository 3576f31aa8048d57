"""Knows what abilities can have brought about."""

from dataclasses import dataclass

from rules.games.papercraft.vocabulary import Status
from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityUsed:
    """PC-ATK-10: a unit uses an ability in place of attacking."""

    unit: str
    ability: str
    name: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedByHand:
    """PC-ABL-00: an ability that only the players know."""

    unit: str
    ability: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusGained:
    """Something lasts on a unit from now on."""

    unit: str
    status: Status
    ability: str
    """What the ability is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """PC-ABL-15: a unit is held instead of hurt."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded:
    """A unit lets go of those it held."""

    unit: str
    freed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeRolled:
    """Whether a held unit has broken free."""

    unit: str
    by: str
    total: int
    needed: int
    free: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sung:
    """PC-ABL-11: what the die gives to every Living unit."""

    unit: str
    ability: str
    number: int
    """What was rolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed:
    """A unit has regained hit points."""

    unit: str
    amount: int
    hp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoFired:
    """PC-ABL-05: at whom a salvo goes, in the order of their dice."""

    unit: str
    ability: str
    targets: tuple[str, ...]
    dying: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoRolled:
    """Whom a salvo hits."""

    unit: str
    ability: str
    targets: tuple[str, ...]
    dice: tuple[int, ...]
    hits: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftAimed:
    """PC-ABL-07: whether the grip takes hold; a friend lets it without a roll."""

    unit: str
    target: str
    attack_total: int = 0
    guard_total: int = 0
    took: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled:
    """How far the target may be shifted."""

    unit: str
    target: str
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    """Where the target stands now."""

    unit: str
    target: str
    spot: Spot
    length: Inches
    counts: bool = False
    """PC-MOV-11: it was shifted in a turn of its own, so it has moved."""
    vouched: int = -1
    ask_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged:
    """PC-ABL-10: where a unit has flown, and whom it attacks on the way."""

    unit: str
    ability: str
    spot: Spot
    length: Inches
    targets: tuple[str, ...]
    attack: str
    cost_hp: int
    vouched: int = -1
    ask_id: int = 0

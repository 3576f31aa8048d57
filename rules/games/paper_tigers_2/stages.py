"""Knows how the stages of the basic game are filled in this edition: points, caps and saves."""

from typing import Final

from rules.games.paper_tigers.profiles import (
    Fielded,
    Pool,
    Shelter,
    Stages,
    UnitKind,
)
from rules.games.paper_tigers_2.catalogue import Stage
from rules.games.paper_tigers_2.decide.rulings import RULINGS
from rules.games.paper_tigers_2.entries import Entry
from rules.games.paper_tigers_2.pools import dice_for
from rules.games.paper_tigers_2.reckoning import (
    armour_pool,
    cover_pool,
    cover_situation,
    held,
)
from rules.games.paper_tigers_2.vocabulary import ON_WATER
from rules.referee.toolkit.settings import Options
from rules.table.units import Inches

CHARGE_DICE: Final = 2
"""PT1-J3d: of the charge under a bridge, which is no unit with an entry."""


def saves(unit: Fielded, shelter: Shelter) -> Pool:
    """The dice from the front, without what only this edition knows of a place."""
    if not isinstance(unit.profile, Entry):
        return Pool()
    situation = cover_situation(
        in_cover=shelter.in_cover, covered=False, on_hill=shelter.on_big_hill
    )
    return Pool(
        armour=armour_pool(unit.profile, situation=frozenset()).count,
        cover=cover_pool(unit.profile, situation=situation).count,
    )


def recovery_dice(unit: Fielded) -> int:
    """PT2-C21, I3i."""
    if not isinstance(unit.profile, Entry):
        return CHARGE_DICE
    return dice_for(Stage.RECOVERY, held(unit.profile)).count


def cap(unit: Fielded) -> Inches | None:
    """PT2-D3, H8a, J2: how far one card carries this unit at most."""
    if isinstance(unit.profile, Entry) and unit.profile.has("landing craft"):
        return ON_WATER
    return unit.profile.cap


def points(unit: Fielded, options: Options) -> int:
    """PT2-G2: as it was worked out from its line in the army list."""
    del options
    return 0 if unit.kind is UnitKind.BRIDGE else unit.profile.points


STAGES: Final = Stages(
    saves=saves, recovery_dice=recovery_dice, cap=cap, points=points, rulings=RULINGS
)

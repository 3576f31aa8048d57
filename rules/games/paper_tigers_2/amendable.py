"""Lists what players may amend together of what this edition keeps of its units and the battle."""

from dataclasses import replace
from typing import Any, Final

from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.chapters.weapons import SUPPORT_WEAPONS
from rules.games.paper_tigers_2.state import facts_in, own_units, sheet_of, with_facts
from rules.games.paper_tigers_2.units.sheet import with_extra, without_extra
from rules.referee.toolkit.amending import Amendable, Holder, YesNo

FLAMES: Final = "flamethrower"


def _living(state: State) -> tuple[str, ...]:
    return tuple(unit.id for unit in own_units(state) if not unit.destroyed)


UNITS: Final = Holder(
    kind="unit",
    names=_living,
    get=lambda state, name: state.unit(name),
    put=lambda state, unit: state.with_unit(unit),
)


def _fact(name: str, *, says: str, words: YesNo, clause: str, **more: Any) -> Amendable:
    """A row on one of a unit's facts."""
    return UNITS.row(
        name,
        says=says,
        domain=words,
        reads=lambda unit: getattr(facts_in(unit), name),
        puts=lambda unit, value: with_facts(unit, **{name: value}),
        clause=clause,
        **more,
    )


def _nothing_to_lose(state: State, value: bool, /, *, name: str) -> str:
    unit = state.unit(name)
    armed = any(weapon.name in SUPPORT_WEAPONS for weapon in sheet_of(unit).weapons)
    if value and not (armed and sheet_of(unit).infantry):
        return "it has no machine gun or mortar of its own to lose."
    return ""


def _with_flames(unit: Unit, value: bool) -> Unit:
    change = with_extra if value else without_extra
    return replace(unit, entry=change(sheet_of(unit), FLAMES))


AMENDABLE: Final[tuple[Amendable, ...]] = (
    _fact(
        "covered",
        says="Whether a unit has taken cover and has not moved since.",
        words=YesNo("is in the cover that it took", "has no cover of its own"),
        clause="PT2-D23",
    ),
    _fact(
        "immobile",
        says="Whether a unit cannot move until a recovery frees it.",
        words=YesNo("cannot move", "can move"),
        clause="PT2-I4n",
    ),
    _fact(
        "engine_hot",
        says="Whether a unit burns when its next recovery fails.",
        words=YesNo("has fire in its engine", "has no fire in its engine"),
        clause="PT2-I4e",
    ),
    _fact(
        "unarmed",
        says="Whether a squad has lost its machine gun or mortar in a landing.",
        words=YesNo("has lost its support weapon", "has its support weapon"),
        clause="PT2-K3e",
        check=_nothing_to_lose,
    ),
    _fact(
        "reached",
        says="Whether a scout has been near the enemy's edge.",
        words=YesNo("has been near the enemy's edge", "has not been near the enemy's edge"),
        clause="PT2-S1b",
    ),
    _fact(
        "returned",
        says="Whether a scout is home again from the enemy's edge.",
        words=YesNo("is home again", "is not home again"),
        clause="PT2-S1b",
    ),
    UNITS.row(
        FLAMES,
        says="Whether a unit has a flamethrower.",
        domain=YesNo("has a flamethrower", "has no flamethrower"),
        reads=lambda unit: sheet_of(unit).has(FLAMES),
        puts=_with_flames,
        clause="PT2-M4",
    ),
)
"""Rows that logs hold: they keep their names."""

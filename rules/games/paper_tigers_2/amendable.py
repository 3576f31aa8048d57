"""Lists what players may amend together of what this edition keeps of its units and the battle."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers_2.state import facts_in, own_units, sheet_of, with_facts
from rules.games.paper_tigers_2.units.sheet import with_extra, without_extra
from rules.referee.toolkit.amending import Amendable, Holder, YesNo, domain_of
from rules.referee.toolkit.package_data import packed_toml

FLAMES: Final = "flamethrower"
UNITS: Final = Holder(
    kind="unit",
    names=lambda state: tuple(each.id for each in own_units(state) if not each.destroyed),
    get=lambda state, name: state.unit(name),
    put=lambda state, unit: state.with_unit(unit),
)


def _fact(name: str, row: Mapping[str, str]) -> Amendable:
    """A row on one of a unit's facts."""
    return UNITS.row(
        name,
        says=row["says"],
        domain=domain_of(row, known={}),
        reads=lambda unit: getattr(facts_in(unit), name),
        puts=lambda unit, value: with_facts(unit, **{name: value}),
        clause=row["clause"],
    )


def _with_flames(unit: Unit, value: object) -> Unit:
    change = with_extra if value else without_extra
    return replace(unit, entry=change(sheet_of(unit), FLAMES))


AMENDABLE: Final[tuple[Amendable, ...]] = (
    *(
        _fact(name, row)
        for name, row in packed_toml("rules.games.paper_tigers_2", "amendable.toml").items()
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

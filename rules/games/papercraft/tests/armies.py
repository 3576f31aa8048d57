"""Builds armies and units for tests of Papercraft, as rosters have them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rules.games.papercraft.catalogue import CATALOGUE, ROSTER_SCHEMA, ready_armies, roster_rows
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows, roster_from_toml
from rules.table.roster import Roster

READY: Final = ready_armies()
PRINTED: Final = Path(__file__).parents[4] / "api" / "examples" / "rosters" / "papercraft.toml"

COMPLETED: Final[Mapping[str, Mapping[str, object]]] = {
    "savage_berserkers": {"points": 60, "status": "testing"},
    "longbowmen": {
        "points": 55,
        "primary_type": "Living",
        "hp": 18,
        "movement_in": 6,
        "armour": "None",
        "kind": "infantry",
        "footprint": "rectangle 3 x 4",
        "status": "official",
    },
}
"""What a player fills in for units whose own pages leave something open."""


def starter_army(name: str) -> tuple[str, ...]:
    """One of the umpire's own demonstration armies: a unit id for each unit of it."""
    return tuple(each.unit for each in READY[name] for _ in range(each.count))


def row(name: str, unit_type: str, *, side: str, **more: object) -> dict[str, object]:
    """One unit of a list as a row of a roster."""
    known = COMPLETED.get(unit_type, {})
    listed = CATALOGUE.get(unit_type)
    if listed is not None and not listed.missing:
        made = dict(roster_rows(side, (unit_type,))[0])
    else:
        made = {"side": side, "unit_type": unit_type, "kind": "infantry"}
        made["footprint"] = "rectangle 3 x 4"
    return {**made, **known, "id": name, "name": name, **more}


def rows(side: str, *types: str, letter: str = "", **more: object) -> list[dict[str, object]]:
    """An army: R1, R2 and so on."""
    first = letter or side[:1].upper()
    return [
        row(f"{first}{number}", unit_type, side=side, **more)
        for number, unit_type in enumerate(types, start=1)
    ]


def roster(*armies: Iterable[Mapping[str, object]]) -> Roster:
    """All these rows as a roster."""
    return roster_from_rows(
        [dict(each) for army in armies for each in army], columns=ROSTER_SCHEMA, others=PRINTING
    )


def printed_roster() -> Roster:
    """The sample roster that the print kit comes with."""
    return roster_from_toml(
        PRINTED.read_text(encoding="utf-8"), columns=ROSTER_SCHEMA, others=PRINTING
    )

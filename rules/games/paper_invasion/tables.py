"""The vault table and the event table, packed or of the players' own (PI-VAULT-04)."""

import csv
from collections.abc import Iterable
from typing import Final

from rules.games.paper_invasion.vocabulary import Room, Row
from rules.referee.toolkit.package_data import packed_text
from rules.table.bad_input import BadInputError
from rules.table.units import Inches

PACKAGE: Final = "rules.games.paper_invasion"
ROWS: Final = 9


def table_rows(text: str, *, where: str) -> tuple[Row, ...]:
    """The rows of a table as it stands in a CSV file; a BadInputError says what is wrong."""
    found = list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))
    rows = []
    for line, row in enumerate(found, start=2):
        number = row.get("number") or ""
        name = row.get("name") or ""
        if not number.isdecimal() or not name.strip():
            got = f"{number!r} and {name!r}"[:60]
            raise BadInputError(f"{where}, line {line}", expected="a number and a name", got=got)
        effect, says = row.get("effect_id") or "", row.get("summary") or name
        rows.append(Row(number=int(number), effect=effect, name=name, says=says))
    if fault := rows_fault(rows):
        raise BadInputError(where, expected=f"rows 1 to {ROWS}, each once", got=fault)
    return tuple(sorted(rows, key=lambda row: row.number))


def rows_fault(rows: Iterable[Row]) -> str | None:
    """Why these rows are no whole table, or None."""
    numbers = sorted(row.number for row in rows)
    if numbers != list(range(1, ROWS + 1)):
        return "rows " + (", ".join(str(each) for each in numbers[:20]) or "none")
    return None


def row_of(rows: Iterable[Row], number: int) -> Row:
    """A row by its number."""
    return next(row for row in rows if row.number == number)


VAULT: Final = table_rows(packed_text(PACKAGE, "vault.csv"), where="vault.csv")
EVENTS: Final = table_rows(packed_text(PACKAGE, "events.csv"), where="events.csv")


def starter_rooms(count: int) -> tuple[Room, ...]:
    """The umpire's own layout with so many rooms; nothing where there is none.

    >>> [room.name for room in starter_rooms(4)], starter_rooms(1)
    (['a', 'b', 'c', 'd'], ())
    """
    rooms = []
    for row in csv.DictReader(packed_text(PACKAGE, "rooms.csv").splitlines()):
        if int(row["room_count"]) == count:
            x0, y0, x1, y1 = (Inches(float(row[name])) for name in _CORNERS)
            rooms.append(Room(name=row["room"], outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
    return tuple(rooms)


_CORNERS: Final = ("x0_in", "y0_in", "x1_in", "y1_in")
STARTERS: Final = tuple(count for count in range(2, 12) if starter_rooms(count))

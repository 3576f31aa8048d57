"""Writes a table and a roster as cases have them: by hand, with nothing said that goes without."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import FORMAT, read_snapshot, written_snapshot
from rules.table.roster import Column, Entry, Roster
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.snapshot import Snapshot

PLACES = 2
"""Decimals of an inch; a table is measured to a tenth of one at best."""


def plain_table(snapshot: Snapshot) -> Mapping[str, object]:
    """A table as it reads back: as it was, but for the last decimals of places."""
    written = written_snapshot(snapshot)
    looks = {piece.id: footprint_text(piece.footprint) for piece in snapshot.pieces}
    pieces = [{**_piece(each), "footprint": looks[each["id"]]} for each in _rows(written["pieces"])]
    terrain = [_terrain(each) for each in _rows(written["terrain"])]
    plain = {"format": FORMAT, "table": written["table"], "pieces": pieces, "terrain": terrain}
    if any(_values(written["shared"])):
        plain["shared"] = written["shared"]
    read_snapshot(plain, "table")
    return plain


def _rows(value: object) -> list[Mapping[str, Any]]:
    assert isinstance(value, list)
    return value


def _values(value: object) -> Iterator[object]:
    assert isinstance(value, Mapping)
    yield from value.values()


def _piece(written: Mapping[str, object]) -> dict[str, object]:
    gone = {"state": "seen", "age_s": 0.0, "declared_by": None, "side": "", "kind": ""}
    kept = {name: each for name, each in written.items() if gone.get(name, ...) != each}
    if written["pose"] is None:
        del kept["pose"]
    else:
        kept["pose"] = _pose(written["pose"])
    return kept


def _pose(written: object) -> dict[str, object]:
    assert isinstance(written, Mapping)
    xx, xy, yy, xh, yh, hh = written["covariance"]
    plain: dict[str, object] = {
        name: round(float(written[name]), PLACES) for name in ("x_in", "y_in", "heading_deg")
    }
    if xy or xh or yh or xx != yy:
        return {**plain, "covariance": [xx, xy, yy, xh, yh, hh]}
    if xx:
        plain["sigma_in"] = math.sqrt(xx)
    if hh:
        plain["heading_sigma_deg"] = math.sqrt(hh)
    return plain


def _terrain(written: Mapping[str, object]) -> dict[str, object]:
    gone = {"height_in": 0.0, "sigma_in": 0.0}
    return {name: each for name, each in written.items() if gone.get(name, ...) != each}


def plain_roster(roster: Roster, *, columns: Sequence[Column]) -> tuple[Mapping[str, object], ...]:
    """The rows of a roster without the names and tags of its pieces."""
    return tuple(_row(entry, columns=columns) for entry in roster.entries)


def _row(entry: Entry, *, columns: Sequence[Column]) -> Mapping[str, object]:
    row: dict[str, object] = {"id": entry.id, "side": entry.side, "kind": entry.kind}
    row = {name: each for name, each in row.items() if each}
    row["footprint"] = footprint_text(entry.footprint)
    for column in columns:
        value = entry.extra.get(column.name, column.default)
        if value == column.default and not column.required:
            continue
        row |= next(_read_back({column.name: value}, column=column), {})
    return row


def _read_back(given: dict[str, object], *, column: Column) -> Iterator[dict[str, object]]:
    """Ways to write a column that read as the same."""
    (value,) = given.values()
    ways: list[object] = [value, str(value)]
    if isinstance(value, tuple | list | frozenset):
        ways += [list(value), ", ".join(map(str, value)), " ".join(map(str, value))]
    for way in ways:
        try:
            if column.read(way, column.name) == value and not isinstance(way, tuple | frozenset):
                yield {column.name: way}
        except (BadInputError, TypeError, AttributeError):
            continue


def footprint_text(footprint: Footprint) -> str:
    """A footprint as a roster has it.

    >>> footprint_text(Disc(radius=0.6))
    'disc 1.2'
    """
    match footprint:
        case Disc(radius=radius):
            return f"disc {_short(2 * radius)}"
        case Rectangle(length=length, width=width):
            return f"rectangle {_short(length)} x {_short(width)}"
        case Polygon(vertices=vertices):
            corners = " ".join(f"{_short(x)},{_short(y)}" for x, y in vertices)
            return f"polygon {corners}"


def _short(inches: float) -> str:
    return f"{inches:.3f}".rstrip("0").rstrip(".")

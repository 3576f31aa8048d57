"""Reads the army list that players write before a battle, from TOML, CSV or rows.

A roster is a TOML file with one ``[[piece]]`` table a piece, or a CSV file with one row a piece.
Games add columns of their own, and others may have declared some that a battle ignores; an unknown
column is refused.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.table.bad_input import BadInputError, in_address
from rules.table.files.strict_csv import csv_lines
from rules.table.files.strict_json import number, string, whole
from rules.table.files.strict_toml import parse_toml
from rules.table.roster import NOBODY, Column, Entry, Others, Roster, Tag
from rules.table.shapes import Disc, Footprint, Point, Polygon, Rectangle
from rules.table.units import Inches

COLUMNS: Final = ("id", "name", "side", "kind", "footprint", "tags", "tag_heights_in")
HIGHEST_TAG: Final = 1023
MOST_COPIES: Final = 200
MOST_ENTRIES: Final = 1000
"""As many as may lie on a table."""


def roster_from_toml(
    text: str, *, columns: Sequence[Column] = (), others: Others = NOBODY
) -> Roster:
    """Read a TOML roster.

    >>> roster_from_toml('''
    ... [[piece]]
    ... id = "T1"
    ... side = "red"
    ... kind = "tank"
    ... footprint = "rectangle 3.3 x 1.6"
    ... tags = [12]
    ... tag_heights_in = [1.1]
    ... ''').entries[0].id
    'T1'
    """
    value = parse_toml(text, what="roster")
    unknown = sorted(set(value) - {"piece", *others.tables})
    if unknown:
        raise BadInputError(unknown[0], expected="[[piece]] tables", got="an unknown field")
    rows = value.get("piece", [])
    if not isinstance(rows, list):
        raise BadInputError("piece", expected="[[piece]] tables", got=repr(rows))
    return roster_from_rows(rows, columns=columns, others=others)


def roster_from_rows(
    rows: Sequence[object], *, columns: Sequence[Column] = (), others: Others = NOBODY
) -> Roster:
    """The roster of rows that hold what the tables of a TOML roster hold."""
    if not rows:
        raise BadInputError("roster", expected="at least one [[piece]]", got="none")
    entries: list[Entry] = []
    for index, row in enumerate(rows):
        entries += _entries(row, where=f"piece {index + 1}", columns=columns, others=others)
        _refuse_many(entries)
    return Roster(entries=tuple(entries))


def _refuse_many(entries: Sequence[Entry]) -> None:
    if len(entries) > MOST_ENTRIES:
        raise BadInputError("roster", expected=f"at most {MOST_ENTRIES:,} pieces", got="more")


def roster_from_csv(
    text: str, *, columns: Sequence[Column] = (), others: Others = NOBODY
) -> Roster:
    r"""Read a CSV roster; several tags and heights of one piece are separated by spaces.

    >>> roster_from_csv("id,side,kind,footprint,tags\nS1,blue,squad,disc 1.2,7 8").entries[0].tags
    (Tag(number=7, height=0.0), Tag(number=8, height=0.0))
    """
    rows = csv_lines(text)
    if len(rows) < 2:
        raise BadInputError("roster", expected="a header and at least one row", got=f"{len(rows)}")
    (_, header), *body = rows
    names = [name.strip() for name in header]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise BadInputError("line 1", expected="each column once", got=f"{doubled[0]!r} twice")
    entries: list[Entry] = []
    for line, row in body:
        if len(row) != len(names):
            raise BadInputError(f"line {line}", expected=f"{len(names)} cells", got=f"{len(row)}")
        cells = {name: cell.strip() for name, cell in zip(names, row, strict=True) if cell.strip()}
        where = f"line {line}"
        entries += _entries(_lists(cells), where=where, columns=columns, others=others)
        _refuse_many(entries)
    return Roster(entries=tuple(entries))


def _lists(cells: Mapping[str, str]) -> dict[str, object]:
    """CSV cells with tags and heights as lists of numbers where they look like numbers."""
    row: dict[str, object] = dict(cells)
    for name, make in (("tags", int), ("tag_heights_in", float)):
        if name in cells:
            row[name] = [_number_or_text(part, make) for part in cells[name].split()]
    return row


def _number_or_text(part: str, make: Callable[[str], float]) -> object:
    try:
        return make(part)
    except ValueError:
        return part


def _entries(
    row: object, *, where: str, columns: Sequence[Column], others: Others
) -> tuple[Entry, ...]:
    """A piece, or the copies of it that a row asks for."""
    if not isinstance(row, dict):
        raise BadInputError(where, expected="a table of fields", got=repr(row))
    own = {column.name for column in columns}
    skipped = {*others.columns, others.copies} - own
    fields = {name: value for name, value in row.items() if name not in skipped}
    kind = str(row.get("kind", "")).strip().lower().replace("-", "_").replace(" ", "_")
    if kind in others.footprints:
        fields.setdefault("footprint", others.footprints[kind])
    if others is not NOBODY and not fields.get("tags"):
        # These are the heights of tags that get their numbers later, when they are printed.
        fields.pop("tag_heights_in", None)
    entry = _entry(fields, where=where, columns=columns)
    count = 1
    if others.copies in skipped and others.copies in row:
        count = _copies(row[others.copies], f"{where}.{others.copies}")
    if count == 1:
        return (entry,)
    return tuple(replace(entry, id=f"{entry.id}-{number + 1}") for number in range(count))


def _copies(value: object, where: str) -> int:
    count = whole(_number_or_text(value, int) if isinstance(value, str) else value, where)
    if not 1 <= count <= MOST_COPIES:
        raise BadInputError(where, expected=f"1 to {MOST_COPIES}", got=f"{count}")
    return count


def _entry(row: Mapping[str, object], *, where: str, columns: Sequence[Column]) -> Entry:
    known = (*COLUMNS, *(column.name for column in columns))
    unknown = sorted(set(row) - set(known))
    if unknown:
        raise BadInputError(
            f"{where}.{unknown[0]}", expected="one of " + ", ".join(known), got="an unknown column"
        )
    name = _text(row, "id", where=where, required=True)
    in_address(name, f"{where}.id")
    footprint = footprint_from_text(
        _text(row, "footprint", where=where, required=True), f"{where}.footprint"
    )
    return Entry(
        id=name,
        name=_text(row, "name", where=where) or name,
        side=_text(row, "side", where=where),
        kind=_text(row, "kind", where=where),
        footprint=footprint,
        tags=_tags(row, where=where),
        extra=MappingProxyType(_extra(row, where=where, columns=columns)),
    )


def _text(row: Mapping[str, object], name: str, *, where: str, required: bool = False) -> str:
    if name not in row:
        if required:
            raise BadInputError(f"{where}.{name}", expected="this field", got="nothing")
        return ""
    text = string(row[name], f"{where}.{name}").strip()
    if required and not text:
        raise BadInputError(f"{where}.{name}", expected="a text", got="nothing")
    return text


def _extra(
    row: Mapping[str, object], *, where: str, columns: Sequence[Column]
) -> dict[str, object]:
    extra: dict[str, object] = {}
    for column in columns:
        at = f"{where}.{column.name}"
        if column.name in row:
            extra[column.name] = column.read(row[column.name], at)
        elif column.required:
            raise BadInputError(at, expected="this field", got="nothing")
        else:
            extra[column.name] = column.default
    return extra


def _tags(row: Mapping[str, object], *, where: str) -> tuple[Tag, ...]:
    numbers = _list(row.get("tags", []), f"{where}.tags")
    heights = _list(row.get("tag_heights_in", []), f"{where}.tag_heights_in")
    if len(heights) not in {0, 1, len(numbers)}:
        raise BadInputError(
            f"{where}.tag_heights_in",
            expected=f"one height, or one for each of {len(numbers)} tags",
            got=f"{len(heights)}",
        )
    if len(heights) == 1:
        heights = heights * len(numbers)
    tags = []
    for index, value in enumerate(numbers):
        tag = whole(value, f"{where}.tags")
        if not 0 <= tag <= HIGHEST_TAG:
            raise BadInputError(f"{where}.tags", expected=f"0 to {HIGHEST_TAG}", got=f"{tag}")
        at = f"{where}.tag_heights_in"
        height = number(heights[index], at) if heights else 0.0
        if not 0 <= height <= 24:
            raise BadInputError(at, expected="0 to 24 inches", got=f"{height:g}")
        tags.append(Tag(number=tag, height=Inches(height)))
    return tuple(tags)


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInputError(where, expected="a list", got=repr(value))
    return value


_NUMBER: Final = r"(-?\d+(?:\.\d+)?)"
_DISC: Final = re.compile(rf"disc\s+{_NUMBER}$")
_RECTANGLE: Final = re.compile(rf"rectangle\s+{_NUMBER}\s*x\s*{_NUMBER}$")
_SQUARE: Final = re.compile(rf"square\s+{_NUMBER}$")
_CORNER: Final = re.compile(rf"{_NUMBER}\s*,\s*{_NUMBER}$")


def footprint_from_text(text: str, where: str = "footprint") -> Footprint:
    """A footprint as people write it, in inches; a disc by its diameter, as bases are sold.

    >>> footprint_from_text("disc 1.2")
    Disc(radius=0.6)
    >>> footprint_from_text("rectangle 3.3 x 1.6")
    Rectangle(length=3.3, width=1.6)
    >>> footprint_from_text("square 2")
    Rectangle(length=2.0, width=2.0)
    """
    plain = " ".join(text.lower().split())
    try:
        if match := _DISC.match(plain):
            return Disc(radius=Inches(float(match[1]) / 2))
        if match := _RECTANGLE.match(plain):
            return Rectangle(length=Inches(float(match[1])), width=Inches(float(match[2])))
        if match := _SQUARE.match(plain):
            return Rectangle(length=Inches(float(match[1])), width=Inches(float(match[1])))
        if plain.startswith("polygon "):
            return Polygon(vertices=_corners(plain.removeprefix("polygon ")))
    except BadInputError as error:
        raise error.inside(where) from None
    raise BadInputError(
        where,
        expected="'disc DIAMETER', 'rectangle LENGTH x WIDTH', 'square SIDE' or "
        "'polygon X,Y X,Y X,Y ...'",
        got=repr(text),
    )


def _corners(text: str) -> tuple[Point, ...]:
    corners = []
    for part in re.sub(r"\s*,\s*", ",", text).split():
        match = _CORNER.match(part)
        if match is None:
            raise BadInputError("", expected="corners as X,Y", got=repr(part))
        corners.append((Inches(float(match[1])), Inches(float(match[2]))))
    return tuple(corners)

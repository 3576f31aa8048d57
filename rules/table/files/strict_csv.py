"""Reads a CSV text of known columns strictly: whatever is wrong in it is told with its line."""

import csv
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.bounded import few_lines

MOST_COLUMNS: Final = 200
MOST_ROWS: Final = 5000
"""Of a list; all units of a game have a tenth of that."""
AS_THEY_ARE: Final[Mapping[str, str]] = MappingProxyType({})


def csv_lines(
    text: str, *, named: str = "", delimiter: str = ",", spaced: bool = False
) -> list[tuple[int, list[str]]]:
    r"""The rows that hold anything, each with the last line it stands on.

    >>> csv_lines("a,b\n,\n1,2\n")
    [(1, ['a', 'b']), (3, ['1', '2'])]
    """

    def where(line: int) -> str:
        return f"{named}, line {line}" if named else f"line {line}"

    few_lines(text, what=named or where(1))
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=spaced, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS:
                expected = f"at most {MOST_COLUMNS} columns"
                raise BadInputError(where(reader.line_num), expected=expected, got=f"{len(row)}")
            if any(cell.strip() for cell in row):
                found.append((reader.line_num, row))
    except csv.Error as error:
        raise BadInputError(where(reader.line_num), expected="CSV", got=str(error)) from error
    return found


def csv_rows(
    text: str,
    columns: tuple[str, ...],
    *,
    named: str,
    needed: tuple[str, ...],
    known_as: Mapping[str, str] = AS_THEY_ARE,
) -> Iterator[tuple[str, Mapping[str, str]]]:
    r"""Every row with where it stands; cells that are not there are empty.

    Columns that are `needed` have to be there, and the first two of them are never empty;
    `known_as` has other names of columns.

    >>> list(csv_rows("id,size\nA,3\n", ("id", "size", "says"), named="list", needed=("id",)))
    [('list, line 2', mappingproxy({'id': 'A', 'size': '3', 'says': ''}))]
    """
    lines = csv_lines(text, named=named)
    if len(lines) > MOST_ROWS:
        raise BadInputError(named, expected=f"at most {MOST_ROWS:,} rows", got=f"{len(lines):,}")
    if not lines:
        raise BadInputError(named, expected="a header and rows", got="an empty file")
    names = [known_as.get(cell.strip(), cell.strip()) for cell in lines[0][1]]
    _require_columns(names, columns, where=f"{named}, line {lines[0][0]}", needed=needed)
    for line, cells in lines[1:]:
        where = f"{named}, line {line}"
        if len(cells) != len(names):
            raise BadInputError(where, expected=f"{len(names)} cells", got=f"{len(cells)}")
        row = dict.fromkeys(columns, "") | {
            name: cell.strip() for name, cell in zip(names, cells, strict=True)
        }
        for name in needed[:2]:
            if not row[name]:
                raise BadInputError(f"{where}.{name}", expected="a text", got="nothing")
        yield where, MappingProxyType(row)


def _require_columns(
    names: list[str], columns: tuple[str, ...], *, where: str, needed: tuple[str, ...]
) -> None:
    for name in names:
        if name not in columns:
            expected = "one of " + ", ".join(columns)
            raise BadInputError(where, expected=expected, got=f"an unknown column {name!r}")
        if names.count(name) > 1:
            raise BadInputError(where, expected="each column once", got=f"{name!r} twice")
    for name in needed:
        if name not in names:
            raise BadInputError(where, expected=f"the column {name}", got="none")


def whole_cell(text: str, where: str, *, least: int) -> int:
    """A whole number in a cell."""
    try:
        value = int(text)
    except ValueError:
        raise BadInputError(where, expected="a whole number", got=repr(text)[:60]) from None
    if not least <= value <= 1_000_000:
        raise BadInputError(where, expected=f"{least} or more", got=f"{value}")
    return value


def inches_cell(text: str, where: str) -> float:
    """A number of inches in a cell."""
    try:
        value = float(text)
    except ValueError:
        raise BadInputError(where, expected="a number of inches", got=repr(text)[:60]) from None
    if not 0 <= value <= 1000:
        raise BadInputError(where, expected="0 to 1000 inches", got=f"{value:g}")
    return value

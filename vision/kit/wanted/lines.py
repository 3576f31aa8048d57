"""Finds the line of a roster on which a field stands, so that a complaint can point at it."""

import re
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.strict_csv import csv_lines
from rules.table.files.strict_toml import parse_toml

_HEADER: Final = re.compile(r"^\s*\[\[?\s*([A-Za-z_.]+)\s*\]?\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """The fields of one piece as they were written, and where."""

    line: int
    fields: dict[str, object]
    lines: dict[str, int]
    """Of single fields; in a CSV file all stand on one line."""

    def at(self, field: str) -> str:
        """Where a field stands, in words."""
        # Of a part of a field, as `footprint.length_in`, the field has a line.
        line = self.lines.get(field.partition(".")[0], self.line)
        return f"line {line}, {field}"


def decoded(data: bytes) -> str:
    """The text of a roster file; anything but UTF-8 is refused with its line and field."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        got = "UTF-16; save the file with the encoding UTF-8"
        raise BadInputError("line 1", expected="text in UTF-8", got=got)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        before = data[: failure.start]
        line = before.count(b"\n") + 1
        start = before.rfind(b"\n") + 1
        field = _field_of(data, start=start, stop=failure.start)
        where = f"line {line}, {field}" if field else f"line {line}"
        raise BadInputError(
            where,
            expected="text in UTF-8",
            got=f"byte {data[failure.start]:#04x}; save the file with the encoding UTF-8",
        ) from failure


def _field_of(data: bytes, *, start: int, stop: int) -> str:
    """The CSV column or the TOML key that a byte belongs to, or nothing."""
    text = data[start:stop].decode("latin-1")
    if "=" in text:
        name = text.partition("=")[0].strip()
    else:
        header = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("latin-1").strip()
        mark = _delimiter(header)
        names, column = header.split(mark), text.count(mark)
        name = names[column].strip() if 1 < len(names) > column else ""
    return name if re.fullmatch(r"\w+", name) else ""


def _delimiter(header: str) -> str:
    """What separates the cells; spreadsheets of half the world write semicolons."""
    return max(",;\t", key=header.count)


def _is_comment(line: str) -> bool:
    """Whether a line of a CSV file is a remark: after `# `, or after `#` in its only cell."""
    text = line.strip().lstrip('"')
    return text.startswith("#") and (
        text[1:2] in {"", " ", "\t"} or not re.search(r"[,;\t]\s*[^,;\t\s]", text)
    )


def toml_rows(text: str) -> tuple[list[RosterRow], dict[str, object]]:
    """The ``[[piece]]`` tables of a TOML roster with their lines, and its ``[kit]`` table."""
    try:
        value = parse_toml(text, what="line 1")
    except BadInputError as error:
        at = re.search(r"at line (\d+)", error.got)
        where = f"line {at[1]}" if at else f"line {max(1, len(text.splitlines()))}"
        if error.expected != "TOML":
            where = "line 1"
        raise BadInputError(where, expected=error.expected, got=error.got) from error
    unknown = sorted(set(value) - {"piece", "kit"})
    if unknown:
        where = f"line {_line_of_key(text, unknown[0])}, {unknown[0]}"
        expected = "[[piece]] tables and perhaps one [kit]"
        raise BadInputError(where, expected=expected, got="an unknown field")
    rows, kit = value.get("piece", []), value.get("kit", {})
    if not isinstance(rows, list) or not isinstance(kit, dict):
        raise BadInputError("line 1", expected="[[piece]] tables, and [kit] once", got="other")
    places = _places(text)
    found = []
    for index, fields in enumerate(rows):
        line, lines = places[index] if index < len(places) else (1, {})
        if not isinstance(fields, dict):
            raise BadInputError(f"line {line}, piece", expected="a table", got=repr(fields))
        found.append(RosterRow(line=line, fields=fields, lines=lines))
    return found, kit


def line_of_kit(text: str, field: str, *, table: str = "kit") -> int:
    """Where a field of ``[kit]``, or of a table within it, stands."""
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            inside = header[1] == table
        elif inside and re.match(rf"\s*[\"']?{re.escape(field)}[\"']?\s*=", line):
            return number
    return 1


def _line_of_key(text: str, key: str) -> int:
    wanted = re.compile(rf"\s*\[*\s*{re.escape(key)}\b")
    for number, line in enumerate(text.splitlines(), start=1):
        if wanted.match(line):
            return number
    return 1


def _places(text: str) -> list[tuple[int, dict[str, int]]]:
    """The line of each ``[[piece]]``, and those of its fields."""
    places: list[tuple[int, dict[str, int]]] = []
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            inside = header[1] == "piece"
            if inside:
                places.append((number, {}))
        elif inside and (key := re.match(r"\s*\"?([A-Za-z_]+)\"?\s*=", line)):
            places[-1][1].setdefault(key[1], number)
    return places


def csv_rows(text: str) -> list[RosterRow]:
    """The rows of a CSV roster with their lines; lists are separated by spaces, as in the game."""
    # A remark leaves an empty line, so that those below keep their numbers.
    written = ["\n" if _is_comment(line) else line for line in text.splitlines(keepends=True)]
    header_line = next((line for line in written if line.strip()), "")
    mark = _delimiter(header_line)
    rows = csv_lines("".join(written), delimiter=mark, spaced=True)
    if not rows:
        return []
    (first, header), *body = rows
    names = [name.strip().lower() for name in header]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        where = f"line {first}, {doubled[0]}"
        raise BadInputError(where, expected="each column once", got="it twice")
    found = []
    for line, cells in body:
        if len(cells) != len(names):
            where = f"line {line}"
            raise BadInputError(
                where, expected=f"{len(names)} cells, as in the header", got=f"{len(cells)}"
            )
        pairs = zip(names, (" ".join(cell.split()) for cell in cells), strict=True)
        found.append(
            RosterRow(line=line, fields={n: _typed(n, c) for n, c in pairs if c}, lines={})
        )
    return found


def _typed(name: str, cell: str) -> object:
    """A cell as TOML would have it, where it reads as a number."""
    if name in {"tags", "tag_heights_in"}:
        return [_number(part) for part in cell.split()]
    if name in {"count", "tag_size_in", "height_in", "arrives", "figures"}:
        return _number(cell)
    return cell


def _number(text: str) -> object:
    for make in (int, float):
        try:
            return make(text)
        except ValueError:
            continue
    return text

"""Texts of a megabyte, or a twentieth of one, that would take minutes or gigabytes to read."""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MEGABYTE: Final = 1_000_000
SIZE: Final = MEGABYTE if os.environ.get("UMPIRE_SOAK") == "1" else MEGABYTE // 20


def filled(part: str, *, before: str = "", after: str = "", size: int = SIZE) -> str:
    """As much of one part over and over."""
    return before + part * ((size - len(before) - len(after)) // len(part)) + after


def counted(make: str, *, size: int = SIZE) -> str:
    """As much of lines that differ in a number."""
    lines: list[str] = []
    left = size
    while left > 0:
        lines.append(make.format(len(lines)))
        left -= len(lines[-1])
    return "".join(lines)


LONG_CELL: Final = "a" * max(SIZE, MEGABYTE // 4)
"""More than the 131,072 characters that the reader of the standard library takes."""
TOML: Final[Mapping[str, str]] = MappingProxyType(
    {
        "one dotted key": filled("a.", after="a = 1"),
        "one dotted header": filled("a.", before="[", after="a]"),
        "spaced and quoted keys": filled('"a" . ', after="a = 1"),
        "many dotted keys": counted("a{0}.b.c.d.e.f.g.h = 1\n"),
        "deep brackets": filled("[", before="a = "),
        "deep brackets that end": f"a = {'[' * (SIZE * 2 // 5)}{']' * (SIZE * 2 // 5)}",
        "deep tables": filled("{a=", before="a = "),
        "many tables": counted("[t{0}]\n"),
        "many lists of tables": filled("[[a]]\n"),
        "many lists": filled("[],", before="a = [", after="]"),
        "many inline tables": filled("{},", before="a = [", after="]"),
        "many keys": counted("k{0}=1\n"),
        "a long number": filled("1", before="a = "),
        "many lines": filled("\n"),
        "many remarks": filled("#\n"),
        "quotes without an end": filled('\\"', before='a = "'),
        "three quotes without an end": filled('""', before='a = """\\'),
    }
)
JSON: Final[Mapping[str, str]] = MappingProxyType(
    {
        "deep brackets": filled("["),
        "deep brackets that end": f"{'[' * (SIZE * 2 // 5)}{']' * (SIZE * 2 // 5)}",
        "deep objects": filled('{"a":'),
        "quotes without an end": filled('\\"', before='"'),
        "many quotes": filled('"\\'),
        "a long number": filled("1"),
    }
)
"""What no reader takes."""
LARGE_JSON: Final[Mapping[str, str]] = MappingProxyType(
    {
        "lists": filled("[],", before="[", after="0]"),
        "nested lists": filled(f"{'[' * 15}{']' * 15},", before="[", after="0]"),
        "objects": filled('{"a":0},', before="[", after="0]"),
        "nested objects": filled('{"a":{"a":{"a":{}}}},', before="[", after="0]"),
        "texts": filled('"ab",', before="[", after="0]"),
        "numbers": filled("0,", before="[", after="0]"),
    }
)
"""What is JSON, and may be refused for its size alone."""
CSV: Final[Mapping[str, str]] = MappingProxyType(
    {
        "many columns": filled("a,") + "\nb",
        "many rows": "id,footprint\n" + filled("a,disc 1\n"),
        "many copies": "id,footprint,count\n" + counted("a{0},disc 1,200\n"),
        "many empty rows": "id,footprint\n" + filled(",\n"),
        "quotes without an end": 'id,footprint\n"' + filled('""'),
        "a long cell": "id,footprint\n" + LONG_CELL + ",disc 1\n",
        "many corners": f'id,footprint\nA1,"polygon {filled("0,1 ")}"\n',
    }
)
UNITS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "many columns": filled("unit_id,") + "\nb",
        "many rows": "unit_id,status\n" + counted("a{0},partial\n", size=2 * SIZE),
        "many empty rows": "unit_id,status\n" + filled(",\n", size=2 * SIZE),
        "quotes without an end": 'unit_id,status\n"' + filled('""'),
        "a long cell": "unit_id,status\n" + LONG_CELL + ",partial\n",
    }
)

"""Where the data of a game carries each clause of its rulebook, and what to alter there.

A row of a TOML file says of itself what clause it is: `clause = "PT2-I3e"`.
"""

import re
from collections.abc import Iterator

from tests.alterations import Alteration

_HEADER = re.compile(r"^\[.*\]$", re.MULTILINE)
_VALUE = re.compile(r"(?P<name>\w+) = (?P<value>-?\d+|true|false|\[\"[^]]*\])")
_OTHER = {"true": "false", "false": "true"}


def row_alterations(source: str, *, clause: str) -> Iterator[Alteration]:
    r"""Each number, flag and list of the rows that name a clause, written otherwise.

    >>> row = '["fast"]\nclause = "DU-1"\nmost = 3\nfor = ["tanks"]\n'
    >>> [(each.old, each.new) for each in row_alterations(row, clause="DU-1")]
    [('3', '4'), ('["tanks"]', '[]')]
    >>> list(row_alterations(row, clause="DU-2"))
    []
    """
    headers = list(_HEADER.finditer(source))
    ends = [*(each.start() for each in headers[1:]), len(source)]
    for header, end in zip(headers, ends, strict=False):
        if f'\nclause = "{clause}"\n' not in source[header.end() : end]:
            continue
        for found in _VALUE.finditer(source, header.end(), end):
            old = found["value"]
            number = old.removeprefix("-").isdecimal()
            start = len(source[: found.start("value")].encode())
            yield Alteration(
                scope=header[0],
                line=source.count("\n", 0, found.start()) + 1,
                old=old,
                new=str(int(old) + 1) if number else _OTHER.get(old, "[]"),
                start=start,
                end=start + len(old.encode()),
            )

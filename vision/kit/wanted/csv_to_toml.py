"""Writes the rows of a CSV roster as TOML, for what a table of cells cannot say."""

import json
from collections.abc import Sequence

from vision.kit.wanted.lines import RosterRow


def csv_to_toml(rows: Sequence[RosterRow]) -> str:
    """The same roster as TOML.

    >>> print(csv_to_toml([RosterRow(line=2, fields={"id": "T1", "tags": [20]}, lines={})]), end="")
    [[piece]]
    id = "T1"
    tags = [20]
    """
    return "\n".join(_piece(row) for row in rows)


def _piece(row: RosterRow) -> str:
    fields = (f"{name} = {_value(value)}\n" for name, value in row.fields.items())
    return "[[piece]]\n" + "".join(fields)


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(each) for each in value)}]"
    # What JSON escapes in a text, TOML does too.
    return json.dumps(value, ensure_ascii=False)

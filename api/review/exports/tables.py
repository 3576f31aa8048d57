"""Writes a battle as CSV tables for spreadsheets, one for each kind of thing.

A text that a spreadsheet would take for a formula gets an apostrophe before it.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.review.exports.as_data import report_data
from api.review.story.history import History
from api.review.story.report_data import Report

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
Row = Mapping[str, object]


def csv_tables(report: Report) -> dict[str, str]:
    """The tables by the names of their files."""
    data = report_data(report)
    steps = report.history.steps
    tables: dict[str, list[Row]] = {
        "events": [
            {
                "event": step.entry.id,
                "time": step.entry.time,
                "turn": step.turn,
                "author": step.entry.author,
                "kind": step.entry.body.get("kind", str(step.entry.kind)),
                "clause": step.entry.clause,
                "counts": step.stands,
                "says": step.says,
            }
            for step in steps
        ],
        "measurements": [
            {name: each for name, each in row.items() if name != "line_in"}
            for row in data["measurements"]
        ],
        "units": [
            {"side": side, **unit} for side, units in data["armies"].items() for unit in units
        ],
        "positions": [
            {"unit": unit, **place} for unit, trail in data["trails"].items() for place in trail
        ],
        "attacks": [_flat(each) for each in data["fire"]],
        "losses": data["losses"],
        "turns": _turns(data["turns"]),
        "dice": _dice(report.history),
        "cards": _cards(report.history),
        "clauses": data["clauses"],
    }
    return {f"{name}.csv": written_csv(rows) for name, rows in tables.items()}


def _turns(turns: Sequence[Mapping[str, Any]]) -> list[Row]:
    return [
        {
            "turn": row["turn"],
            "side": side,
            "points": value,
            "first": row["first"],
            "last": row["last"],
            "units_left": row["units_left"].get(side, ""),
        }
        for row in turns
        for side, value in row["points"].items()
    ]


def _dice(history: History) -> list[Row]:
    return [
        {
            "event": step.entry.id,
            "turn": step.turn,
            "by": thrown.by,
            "die": die,
            "why": thrown.why,
        }
        for step, thrown in history.thrown()
        for die in thrown.dice
    ]


def _cards(history: History) -> list[Row]:
    return [
        {"event": step.entry.id, "turn": step.turn, "by": shown.by, "card": card}
        for step, shown in history.shown()
        for card in shown.cards
    ]


def written_csv(rows: Sequence[Row]) -> str:
    """Rows as CSV with a line of names above them."""
    out = io.StringIO()
    if not rows:
        return ""
    names = list(rows[0])
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(row.get(name, "")) for name in names])
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return _cell("; ".join(str(each) for each in value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def _flat(row: Mapping[str, object]) -> Row:
    flat: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            flat |= {f"{name}_{inner}": each for inner, each in value.items()}
        else:
            flat[name] = value
    return flat


def lines_of(tables: Mapping[str, str]) -> Iterable[tuple[str, int]]:
    """How many rows each table has."""
    return ((name, max(0, text.count("\r\n") - 1)) for name, text in tables.items())

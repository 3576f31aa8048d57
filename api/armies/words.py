"""Describes units and armies on a terminal, and as JSON for programs."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.text import Text

from api.armies.building import groups_of
from rules.referee.toolkit.armies import Fieldable, Mustered, Remark
from rules.table.roster import Entry

WIDTH = 100


def group_lines(units: Iterable[Fieldable]) -> Iterator[Text]:
    """The groups that units are listed in, and how many there are in each."""
    for name, own in groups_of(units):
        cost = [unit.points for unit in own if unit.points is not None]
        span = f"{min(cost)} to {max(cost)} points" if cost else "none complete"
        yield Text.assemble((f"{name or 'units':<24}", "bold"), f"{len(own):>4} units, {span}")


def unit_lines(units: Sequence[Fieldable]) -> Iterator[Text]:
    """Each unit with what it costs, is, and may have besides."""
    for group, own in groups_of(units):
        if group:
            yield Text(group, "bold underline")
        for unit in own:
            cost = "  -" if unit.points is None else f"{unit.points:>3}"
            yield Text.assemble(f"{cost}  ", (unit.name, "bold"))
            yield from _wrapped(unit.says)
            if unit.extras:
                extras = ", ".join(f"{each.name} ({each.points:+d})" for each in unit.extras)
                yield from _wrapped(f"+ {extras}")


def army_lines(armies: Sequence[Mustered], entries: Sequence[Entry]) -> Iterator[Text]:
    """What each army costs, unit by unit, and what is to be said of it."""
    names = {entry.id: entry.name for entry in entries}
    for army in armies:
        total = "" if army.total is None else f" of {army.total}"
        yield Text.assemble((army.name, "bold"), f": {army.worth}{total} points")
        for unit, points in army.points.items():
            yield Text(f"  {unit:<5} {points:>4}  {names.get(unit, '')}".rstrip())
        for fault in army.faults:
            yield from _remark(fault, "fault", style="bold red")
        for note in army.notes:
            yield from _remark(note, "note", style="bold yellow")


def _remark(remark: Remark, what: str, *, style: str) -> Iterator[Text]:
    about = f"{remark.unit}: " if remark.unit else ""
    text = f"{about}{remark.says} ({remark.clause})"
    first, *rest = textwrap.wrap(text, WIDTH - 9, break_on_hyphens=False)
    yield Text.assemble("  ", (f"{what:<6}", style), first)
    yield from (Text(f"        {line}") for line in rest)


def _wrapped(text: str) -> Iterator[Text]:
    indent = " " * 5
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    yield from (Text(line) for line in lines)


def units_value(units: Iterable[Fieldable]) -> list[dict[str, Any]]:
    """The units as JSON."""
    return [
        {
            "id": unit.key,
            "name": unit.name,
            "group": unit.group,
            "points": unit.points,
            "says": unit.says,
            "source": unit.source,
            "notes": list(unit.notes),
            "extras": [
                {"name": e.name, "points": e.points, "clause": e.clause, "says": e.says}
                for e in unit.extras
            ],
        }
        for unit in units
    ]


def armies_value(armies: Iterable[Mustered]) -> dict[str, Any]:
    """The armies as JSON."""
    told = [
        {
            "name": army.name,
            "side": army.side,
            "points": army.worth,
            "total": army.total,
            "units": dict(army.points),
            "faults": [_remark_value(each) for each in army.faults],
            "notes": [_remark_value(each) for each in army.notes],
        }
        for army in armies
    ]
    return {"fits": not any(army["faults"] for army in told), "armies": told}


def _remark_value(remark: Remark) -> dict[str, str]:
    return {"clause": remark.clause, "unit": remark.unit, "says": remark.says}

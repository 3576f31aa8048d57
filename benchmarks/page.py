"""Writes findings for the terminal, as JSON and into the docs."""

import dataclasses
import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.finding import Finding

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
COMMAND = "make bench ARGS=--write"
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"


def figure(value: float, *, unit: str = "") -> str:
    """Three digits, and never an exponent.

    >>> figure(0.12345, unit="ms"), figure(12345.6), figure(12.0, unit="MB")
    ('0.123 ms', '12,346', '12 MB')
    """
    if abs(value) >= 1000:
        text = f"{value:,.0f}"
    elif abs(value) < 0.001:
        text = f"{value:.6f}".rstrip("0").rstrip(".") or "0"
    else:
        text = f"{value:.3g}"
    return f"{text} {unit}".rstrip()


def verdict(finding: Finding) -> str:
    """What the last column says."""
    if finding.wrong:
        return "WRONG"
    if not finding.goals:
        return ""
    return "missed" if finding.missed else "met"


def line(finding: Finding) -> str:
    """One row of the table."""
    peer = ""
    if finding.peer_value is not None:
        peer = f"{figure(finding.peer_value, unit=finding.unit)} ({finding.peer})"
    by = finding.ratio if finding.cost else None
    ratio = "" if by is None else f"{figure(by)} x"
    goal = ", ".join(goal.says(finding.unit) for goal in finding.goals)
    here = figure(finding.value, unit=finding.unit)
    if finding.detail:
        here += f" ({finding.detail})"
    cells = (finding.benchmark, finding.measure, here, peer, ratio, goal, verdict(finding))
    return "| " + " | ".join(cells) + " |"


def table(findings: Sequence[Finding]) -> str:
    """All rows under their heads."""
    heads = ("Benchmark", "Measured", "Here", "Peer or floor", "Peer : here", "Goal", "Goal met")
    top = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join([*top, *(line(finding) for finding in findings)])


def machine() -> str:
    """What everything ran on."""
    found = [
        f"Python {platform.python_version()}",
        *(f"{name} {_version(name)}" for name in ("numpy", "shapely", "opencv-python")),
    ]
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}; " + ", ".join(found)


def renewed(text: str, *, findings: Sequence[Finding], date: str) -> str:
    """The page with the table between its two marks replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"expected {BEGIN} and {END} in the page, got neither or only one")
    made = f"Made by `{COMMAND}` on {date}, on {machine()}."
    return f"{before}{BEGIN}\n\n{made}\n\n{table(findings)}\n\n{END}{after}"


def renewed_in_part(text: str, *, findings: Sequence[Finding], date: str) -> str:
    """The page with the rows of these benchmarks replaced, and a line that says which they are."""
    before, begin, rest = text.partition(BEGIN)
    body, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"expected {BEGIN} and {END} in the page, got neither or only one")
    anew = list(dict.fromkeys(finding.benchmark for finding in findings))
    told, rows = [], []
    for each in body.strip().splitlines():
        if each.startswith("|"):
            rows.append(each)
        elif each:
            told.append(each)
    made = _told_anew(told, names=anew, on=f"Anew on {date}, on {machine()}: ")
    for finding in findings:
        _put(rows, finding)
    shown = "\n".join(rows)
    return f"{before}{BEGIN}\n\n{made}\n\n{shown}\n\n{END}{after}"


def _put(rows: list[str], finding: Finding) -> None:
    """In the place of its old row, else behind the last one of its benchmark."""
    group = f"| {finding.benchmark} |"
    own = f"{group} {finding.measure} |"
    for at, row in enumerate(rows):
        if row.startswith(own):
            rows[at] = line(finding)
            return
    mine = [at for at, row in enumerate(rows) if row.startswith(group)]
    rows.insert(mine[-1] + 1 if mine else len(rows), line(finding))


def _told_anew(told: Sequence[str], *, names: Sequence[str], on: str) -> str:
    """What was made when; a benchmark that was run again is told of once."""
    kept = []
    for each in told:
        head, _, those = each.partition(": ")
        if not each.startswith("Anew on "):
            kept.append(each)
        elif left := [name for name in those.rstrip(".").split(", ") if name not in names]:
            if f"{head}: " == on:
                names = [*left, *names]
            else:
                kept.append(f"{head}: {', '.join(left)}.")
    return "\n\n".join([*kept, f"{on}{', '.join(names)}."])


def as_json(findings: Sequence[Finding], *, date: str) -> str:
    """Everything that was found, for programs."""
    rows = [
        {
            **dataclasses.asdict(finding),
            "ratio": finding.ratio,
            "met": not finding.missed if finding.goals else None,
        }
        for finding in findings
    ]
    document = {"date": date, "machine": machine(), "findings": rows}
    return json.dumps(document, indent=2) + "\n"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for entry in listing.read_text(encoding="utf-8").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.processor() or platform.machine()

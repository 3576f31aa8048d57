"""`umpire export`: writes a battle for other programs, or for another umpire."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import check_new, make_empty, write_whole, writing
from api.review.exports.geometry import battle_geojson
from api.review.exports.lines import written_lines
from api.review.exports.tables import csv_tables, lines_of
from api.review.pages.page_parts import counted
from api.review.record.looking import LookedAt, looking_at
from api.review.story.report_data import report_of
from api.terminal.output import AsJson, Output
from api.terminal.progress import Step, bar
from rules.table.files.universal_vtt import terrain_to_vtt
from rules.table.snapshot import Snapshot

HELP = (
    "Write a battle for other programs: jsonl (everything; `umpire library add` reads it again), "
    "csv (a folder of tables), geojson (a moment in inches), or vtt (the terrain as a Universal "
    "VTT map)."
)


class Format(StrEnum):
    """What a battle can be written as."""

    JSONL = "jsonl"
    CSV = "csv"
    GEOJSON = "geojson"
    VTT = "vtt"


def export(
    context: typer.Context,
    *,
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help="jsonl, csv, geojson or vtt.")],
    battle: Annotated[Path, typer.Argument(metavar="BATTLE", help="The battle's file.")],
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="PLACE", help="A new file; for csv a new folder.")
    ],
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="EVENT", help="The moment, as e64; without it, the last."),
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="jsonl: with the pictures of the camera.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    if form is not Format.CSV:
        check_new(out, force=force)
    with looking_at(battle) as found:
        if form is Format.CSV:
            _tables(output, found, folder=out, as_json=as_json)
            return
        with bar("Writing") as step:
            text, told = _written(found, form, at=at, pictures=pictures, step=step)
    write_whole(text.encode(), place=out, force=force)
    output.deed(
        f"wrote {out}: {told}", as_json=as_json, format=form.value, wrote=str(out), holds=told
    )


def _written(
    found: LookedAt, form: Format, *, at: str | None, pictures: bool, step: Step
) -> tuple[str, str]:
    """The file's text, and what is in it."""
    if form is Format.JSONL:
        lines, events = list[str](), found.battle.sequence
        for line in written_lines(found.read, pictures=pictures):
            lines.append(f"{line}\n")
            step(min(len(lines), events), events)
        return "".join(lines), counted(events, "event")
    sequence = _moment(found, at)
    if form is Format.GEOJSON:
        return _geojson(found, sequence=sequence, step=step), f"the table at e{sequence}"
    table = _table(found, sequence=sequence)
    text = terrain_to_vtt(table.terrain, table=table.table)
    return text, counted(len(table.terrain), "area")


def _tables(output: Output, found: LookedAt, *, folder: Path, as_json: bool) -> None:
    with bar("Telling") as step:
        tables = csv_tables(report_of(found.battle, found.about, progress=step))
    make_empty(folder)
    with writing(folder):
        for name, text in tables.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
    rows = dict(lines_of(tables))
    told = ", ".join(f"{name} {count}" for name, count in rows.items())
    output.deed(
        f"wrote {folder}: rows of {told}",
        as_json=as_json,
        format=Format.CSV.value,
        wrote=str(folder),
        rows=rows,
    )


def _geojson(found: LookedAt, *, sequence: int, step: Step) -> str:
    history = report_of(found.battle, found.about, progress=step).history
    sides = {each.unit: each.side for end in history.turns for each in end.units}
    trails = [
        (unit, sides.get(unit, ""), [place for at, place in trail if at <= sequence])
        for unit, trail in history.trails.items()
    ]
    fire = [each for each in history.fire if each.sequence <= sequence]
    return battle_geojson(_table(found, sequence=sequence), trails=trails, fire=fire)


def _moment(found: LookedAt, at: str | None) -> int:
    if at is None:
        return found.battle.sequence - 1
    entry = found.battle.entry(at)
    if entry is None:
        message = f"--at: expected e0 to e{found.battle.sequence - 1}, got {at!r}"
        raise UserError(message, ExitCode.USAGE)
    return entry.sequence


def _table(found: LookedAt, *, sequence: int) -> Snapshot:
    table = found.archive.snapshot_before(sequence)
    if table is None:
        message = f"no table was kept up to e{sequence}: nothing had been measured by then"
        raise UserError(message, ExitCode.BAD_INPUT)
    return table

"""Does the work of `umpire sheet`: reads a photograph of a sheet, tells, draws, hands it on."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
from rich.text import Text

from api.errors import ExitCode, UserError
from api.files.photograph_files import photographs
from api.files.roster_file import parse_army, read_army, roster_names, roster_text
from api.kit.work import KitChoices, planned_kit
from api.terminal.output import Output
from rules.table.bad_input import BadInputError
from vision.kit.describe import described
from vision.sheets.annotated import annotated
from vision.sheets.plan import SheetPlan
from vision.sheets.reading import NoReading, Reading, read_sheet

FORMAT: Final = "paper-umpire/sheet/1"
ENDINGS: Final = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetAsked:
    """What was typed."""

    photo: str
    roster: str
    as_json: bool
    annotate: Path | None
    board: Path | None
    force: bool


def read_photo(output: Output, asked: SheetAsked) -> ExitCode:
    """Read one photograph; doubts are told and are no failure."""
    plan = plan_of(asked.roster)
    if asked.annotate is not None and asked.annotate.suffix.lower() not in ENDINGS:
        message = f"{asked.annotate}: expected a name that ends with {' or '.join(ENDINGS)}"
        raise UserError(message, ExitCode.USAGE)
    still = next(photographs([Path(asked.photo)], doing="reading"))
    reading = read_sheet(still.grey, plan)
    if isinstance(reading, NoReading):
        if asked.as_json:
            output.data(json.dumps({"format": FORMAT, "refusal": reading.says}))
        raise UserError(f"{asked.photo}: {reading.says}", ExitCode.CANNOT_SEE)
    if asked.as_json:
        output.data(json.dumps(value_of(reading), indent=1))
    else:
        output.lines(*(Text(line) for line in lines_of(reading)))
    if asked.annotate is not None:
        picture = annotated(still.colour(), reading)
        done, data = cv2.imencode(asked.annotate.suffix.lower(), picture)
        assert done, "expected a picture, got none"
        output.file(data.tobytes(), place=asked.annotate, replace=asked.force)
    if asked.board is not None:
        text = f"{json.dumps(command_of(reading), indent=1)}\n"
        output.file(text, place=asked.board, replace=asked.force)
    return ExitCode.DONE


def plan_of(roster: str) -> SheetPlan:
    """The sheet of a roster: of a file, or of one of the built-in examples."""
    if roster in roster_names() and not Path(roster).exists():
        army = parse_army(roster_text(roster).encode(), origin=roster, is_csv=False)
    else:
        army = read_army(roster)
    chosen = KitChoices(camera=None, table=None, dictionary=None)
    try:
        return SheetPlan.described(described(planned_kit(army, chosen, roster=roster)))
    except BadInputError as complaint:
        raise UserError(f"{roster}: {complaint}", ExitCode.BAD_INPUT) from complaint


def lines_of(reading: Reading) -> Iterator[str]:
    """A reading as a person looks it through."""
    rooms, walls, doubts = len(reading.rooms), len(reading.walls), len(reading.doubts)
    told = f"{rooms} room{'s' if rooms != 1 else ''}, {walls} walls, "
    yield told + (f"{doubts} to look at" if doubts else "nothing to look at")
    for room in reading.rooms:
        own = [wall for wall in reading.walls if room.name in {wall.one, wall.other}]
        beside = ", ".join(
            f"{wall.other if wall.one == room.name else wall.one} {wall.state}" for wall in own
        )
        yield f"  {room.name}  {beside}"
    for doubt in reading.doubts:
        yield f"look at {doubt.subject}: {doubt.says} (at {doubt.at[0]:.1f}, {doubt.at[1]:.1f} in)"
    yield from (f"note: {note}" for note in reading.notes)


def value_of(reading: Reading) -> dict[str, Any]:
    """A reading as JSON."""
    return {
        "format": FORMAT,
        "sheet": {
            "width_in": reading.sheet.plan.width_in,
            "depth_in": reading.sheet.plan.depth_in,
            "px_per_in": round(reading.sheet.px_per_in, 1),
            "off_in": round(reading.sheet.off_in, 4),
        },
        "rooms": [
            {"name": room.name, "outline_in": [list(spot) for spot in room.outline]}
            for room in reading.rooms
        ],
        "walls": [
            {
                "name": wall.name,
                "sides": [wall.one, wall.other],
                "state": str(wall.state),
                "line_in": [list(spot) for spot in wall.line],
            }
            for wall in reading.walls
        ],
        "doubts": [
            {"subject": doubt.subject, "says": doubt.says, "at_in": list(doubt.at)}
            for doubt in reading.doubts
        ],
        "notes": list(reading.notes),
    }


def command_of(reading: Reading) -> dict[str, Any]:
    """The command with which a game of drawn rooms takes this board, to be looked at there."""
    return {
        "kind": "take_board",
        "rooms": [
            {"name": room.name, "outline": [list(spot) for spot in room.outline]}
            for room in reading.rooms
        ],
        "walls": [
            {
                "one": wall.one,
                "other": wall.other,
                "line": [list(spot) for spot in wall.line],
                "state": str(wall.state),
            }
            for wall in reading.walls
        ],
        "doubts": [[doubt.subject, doubt.says] for doubt in reading.doubts],
    }

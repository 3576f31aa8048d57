"""`umpire measure`: puts one of the five questions to a table in a file, or maps a unit."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from api.answers.asking import (
    BLOCKING_KINDS,
    DEFAULT_LINKS,
    DEFAULT_REACH,
    BadQuestionError,
    Measurement,
    TableQuestion,
    UnknownPieceError,
    What,
    ask,
)
from api.answers.mapped import map_lines, map_value
from api.answers.measured_lines import measurement_lines
from api.answers.wire import to_wire
from api.commands.mapping import MapWanted, mapped_from
from api.drawing.sheet import draw
from api.errors import ExitCode, UserError
from api.files.table_file import read_snapshot
from api.terminal.output import Output, show_help
from rules.referee.court.supposing.what_if import MapKind
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer

app = typer.Typer(
    help="Ask a question about a table: range, sight, near, chain, line, or a map of a unit.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

Table = Annotated[
    str, typer.Argument(metavar="SNAPSHOT", help="The table's JSON file; - is standard input.")
]
First = Annotated[str, typer.Argument(metavar="A", help="The piece that asks.")]
Second = Annotated[str, typer.Argument(metavar="B", help="The piece that is asked about.")]
Limit = Annotated[
    float | None, typer.Option("--limit", help="Inches; exactly this far still counts as within.")
]
Reach = Annotated[float, typer.Option("--reach", help="Inches from edge to edge.")]
Floor = Annotated[
    float, typer.Option("--floor", help="Inches within which a margin is never called.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of sentences.")]
Picture = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Draw it; - draws to standard output.")
]
Errors = Annotated[
    bool, typer.Option("--errors", help="Draw two standard errors around each piece as well.")
]


@app.callback()
def measure(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("range", help="How far is A from B, and is that within a limit?")
def measure_range(
    context: typer.Context,
    *,
    snapshot: Table,
    a: First,
    b: Second,
    limit: Limit = None,
    metric: Annotated[Metric, typer.Option(help="From where to where.")] = Metric.EDGE,
    floor: Floor = 0.0,
    as_json: AsJson = False,
    svg: Picture = None,
    errors: Errors = False,
) -> None:
    question = partial(
        TableQuestion, what=What.RANGE, a=a, b=b, limit=_inches(limit), metric=metric
    )
    _answer(
        context.obj, question, place=snapshot, floor=floor, as_json=as_json, picture=(svg, errors)
    )


@app.command("sight", help="Does A see B past the terrain?")
def measure_sight(
    context: typer.Context,
    *,
    snapshot: Table,
    a: First,
    b: Second,
    blockers: Annotated[
        str, typer.Option(help="Kinds of terrain that block, with commas between.")
    ] = ",".join(BLOCKING_KINDS),
    wreck: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="A piece that blocks; may be repeated.")
    ] = None,
    floor: Floor = 0.0,
    as_json: AsJson = False,
    svg: Picture = None,
    errors: Errors = False,
) -> None:
    kinds = tuple(kind.strip() for kind in blockers.split(",") if kind.strip())
    wrecks = tuple(wreck or ())
    question = partial(TableQuestion, what=What.SIGHT, a=a, b=b, blockers=kinds, wrecks=wrecks)
    _answer(
        context.obj, question, place=snapshot, floor=floor, as_json=as_json, picture=(svg, errors)
    )


@app.command("near", help="Which pieces are within reach of A?")
def measure_near(
    context: typer.Context,
    *,
    snapshot: Table,
    a: First,
    reach: Reach = DEFAULT_REACH,
    floor: Floor = 0.0,
    as_json: AsJson = False,
    svg: Picture = None,
    errors: Errors = False,
) -> None:
    question = partial(TableQuestion, what=What.NEAR, a=a, reach=Inches(reach))
    _answer(
        context.obj, question, place=snapshot, floor=floor, as_json=as_json, picture=(svg, errors)
    )


@app.command("chain", help="Which pieces hang together with A, link by link?")
def measure_chain(
    context: typer.Context,
    *,
    snapshot: Table,
    a: First,
    reach: Reach = DEFAULT_REACH,
    links: Annotated[int, typer.Option(help="How many links at most.")] = DEFAULT_LINKS,
    floor: Floor = 0.0,
    as_json: AsJson = False,
    svg: Picture = None,
    errors: Errors = False,
) -> None:
    question = partial(TableQuestion, what=What.CHAIN, a=a, reach=Inches(reach), links=links)
    _answer(
        context.obj, question, place=snapshot, floor=floor, as_json=as_json, picture=(svg, errors)
    )


@app.command("line", help="Is there a line from A's edge to B's that crosses no other piece?")
def measure_line(
    context: typer.Context,
    *,
    snapshot: Table,
    a: First,
    b: Second,
    limit: Limit = None,
    floor: Floor = 0.0,
    as_json: AsJson = False,
    svg: Picture = None,
    errors: Errors = False,
) -> None:
    question = partial(TableQuestion, what=What.LINE, a=a, b=b, limit=_inches(limit))
    _answer(
        context.obj, question, place=snapshot, floor=floor, as_json=as_json, picture=(svg, errors)
    )


@app.command("map", help="What does A see, reach or hit? Of a table, or of a battle in its file.")
def measure_map(
    context: typer.Context,
    *,
    snapshot: Annotated[
        str, typer.Argument(metavar="SNAPSHOT", help="The table's JSON file, or a battle's file.")
    ],
    a: Annotated[str, typer.Argument(metavar="UNIT", help="The unit that the map is of.")],
    kind: Annotated[
        MapKind, typer.Option("--kind", help="What it tells; `from` needs a target.")
    ] = MapKind.SIGHT,
    target: Annotated[str, typer.Option("--target", help="Whom it is to hit.")] = "",
    limit: Limit = None,
    inches: Annotated[
        float | None, typer.Option("--inches", help="How far it moves, where no game says.")
    ] = None,
    step: Annotated[float, typer.Option("--step", help="How wide a cell is.")] = 0.25,
    as_json: AsJson = False,
    svg: Picture = None,
) -> None:
    if svg == "-" and as_json:
        raise UserError("--json and --svg - both want standard output", ExitCode.USAGE)
    wanted = MapWanted(unit=a, kind=kind, target=target, limit=limit, inches=inches, step=step)
    found, table = mapped_from(snapshot, wanted)
    output: Output = context.obj
    if svg is not None:
        drawing = draw(table, mapped=found)
        if svg == "-":
            output.data(drawing)
        else:
            output.file(drawing, place=Path(svg), replace=True)
    if as_json:
        output.data(json.dumps(map_value(found, cells=True), indent=1))
    elif svg != "-":
        output.lines(*map_lines(found))
    if found.map is None:
        raise typer.Exit(ExitCode.CANNOT_SEE)


def _answer(
    output: Output,
    question: Callable[..., TableQuestion],
    *,
    place: str,
    floor: float,
    as_json: bool,
    picture: tuple[str | None, bool],
) -> None:
    svg, errors = picture
    if errors and svg is None:
        raise UserError("--errors changes the drawing only: it needs --svg FILE", ExitCode.USAGE)
    if svg == "-" and as_json:
        raise UserError("--json and --svg - both want standard output", ExitCode.USAGE)
    table = read_snapshot(place)
    measurement = _measured(table, question, floor=Inches(floor))
    for warning in measurement.warnings:
        output.remark(f"warning: {warning}")
    if svg is not None:
        drawing = draw(table, measurement=measurement, errors=errors)
        if svg == "-":
            output.data(drawing)
        else:
            output.file(drawing, place=Path(svg), replace=True)
    if as_json:
        output.data(to_wire(measurement).model_dump_json(indent=2))
    elif svg != "-":
        output.lines(*measurement_lines(measurement, table=table))
    if measurement.answer is Answer.CANNOT_SEE:
        raise typer.Exit(ExitCode.CANNOT_SEE)


def _inches(length: float | None) -> Inches | None:
    return None if length is None else Inches(length)


def _measured(
    table: Snapshot, question: Callable[..., TableQuestion], *, floor: Inches
) -> Measurement:
    # The question is made only here, so that one place turns complaints into an exit code.
    try:
        return ask(table, question(floor=floor))
    except (UnknownPieceError, BadQuestionError) as complaint:
        raise UserError(str(complaint), ExitCode.USAGE) from complaint

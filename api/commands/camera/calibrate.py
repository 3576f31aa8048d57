"""`umpire calibrate`: measures the lens, the table and the print, from photographs or live."""

from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.terminal.output import AsJson, Output, show_help

# What sees and solves is imported where it is used: all else must run without it.

app = typer.Typer(
    help="Set a camera up over a table: its lens, the anchors, and the scale of the print.",
    rich_markup_mode=None,
    invoke_without_command=True,
)

Photographs = Annotated[
    list[str] | None,
    typer.Argument(metavar="PHOTO", help="Photographs, or folders of them."),
]
Kit = Annotated[
    str | None,
    typer.Option("--kit", metavar="ROSTER", help="The roster that was printed, or its kit.json."),
]
Report = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write a page with pictures there.")
]
Force = Annotated[bool, typer.Option("--force", help="Write over what is there already.")]
Bar = Annotated[
    float | None,
    typer.Option(metavar="INCHES", help="The 6 in ruler of the page 'scale check', measured."),
]
Card = Annotated[
    str | None,
    typer.Option(metavar="PHOTO", help="A photograph of that page with a bank card on it."),
]

Edges = Annotated[
    list[str] | None,
    typer.Option(metavar="A-B=INCHES", help="Measured between two anchors' middles: SW-SE=35.9."),
]

Size = Annotated[
    str | None,
    typer.Option("--table", metavar="WxD", help="The table in inches, if not the kit's."),
]

PrintedTable = Annotated[
    str | None,
    typer.Option(metavar="WxD", help="The table that the kit was printed for, if another one."),
]

PrintedFor = Annotated[
    str | None,
    typer.Option(metavar="CAMERA", help="What the kit was printed for, if not the roster's."),
]

PrintedTilt = Annotated[
    str | None,
    typer.Option(metavar="DEGREES", help="The tilt it was printed for, if not the roster's."),
]


@app.callback()
def calibrate(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show_help(context)


@app.command("lens", help="Measure the lens from views of the lens board; needed once a camera.")
def lens(
    context: typer.Context,
    *,
    photos: Photographs = None,
    camera: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="Live instead: 0, a stream's address, a video file, a folder or a scene.",
        ),
    ] = None,
    kit: Kit = None,
    output_file: Annotated[Path, typer.Option("--output", "-o", help="The lens.")] = Path(
        "lens.json"
    ),
    report: Report = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    from api.calibrating.lens_work import LensAsked, measure_lens

    if bool(photos) == (camera is not None):
        message = "expected photographs of the lens board, or --camera SOURCE"
        raise UserError(message, ExitCode.USAGE)
    asked = LensAsked(
        photos=tuple(photos or ()),
        camera=camera,
        kit=kit,
        place=output_file,
        report=report,
        force=force,
        as_json=as_json,
    )
    measure_lens(context.obj, asked)


@app.command("table", help="Find where the anchors lie, and say what error is to be expected.")
def table(
    context: typer.Context,
    *,
    photos: Photographs = None,
    kit: Kit = None,
    lens_file: Annotated[
        str | None, typer.Option("--lens", metavar="LENS.json", help="From `calibrate lens`.")
    ] = None,
    bar: Bar = None,
    card: Card = None,
    edge: Edges = None,
    size: Size = None,
    printed_table: PrintedTable = None,
    printed_for: PrintedFor = None,
    printed_tilt: PrintedTilt = None,
    output_file: Annotated[Path, typer.Option("--output", "-o", help="The profile.")] = Path(
        "table.json"
    ),
    report: Report = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    from api.calibrating.table_work import TableAsked, measure_table
    from api.kit.work import KitChoices

    if not photos or kit is None:
        message = "expected photographs of the anchors and --kit ROSTER; the last photograph is "
        message += "from where the game is watched"
        raise UserError(message, ExitCode.USAGE)
    asked = TableAsked(
        photos=tuple(photos),
        kit=kit,
        lens=lens_file,
        bar=bar,
        card=card,
        edges=tuple(edge or ()),
        table=size,
        printed=KitChoices(
            camera=printed_for, table=printed_table, dictionary=None, tilt=printed_tilt
        ),
        place=output_file,
        report=report,
        force=force,
        as_json=as_json,
    )
    measure_table(context.obj, asked)


@app.command("scale", help="Say whether the kit was printed true to size.")
def scale(
    context: typer.Context, *, bar: Bar = None, card: Card = None, as_json: AsJson = False
) -> None:
    from api.calibrating.scale import measure_scale

    if bar is None and card is None:
        message = "expected --bar INCHES, --card PHOTO, or both"
        raise UserError(message, ExitCode.USAGE)
    output: Output = context.obj
    code = measure_scale(output, bar=bar, card=card, as_json=as_json)
    if code:
        raise typer.Exit(code)


@app.command("plan", help="Say where to hang one, two or three cameras, and what they bring.")
def plan(
    context: typer.Context,
    *,
    table: Annotated[str, typer.Option("--table", metavar="WxD", help="The table in inches.")],
    height: Annotated[
        float,
        typer.Option("--height", metavar="INCHES", min=6, max=400, help="Of cameras over it."),
    ],
    lens: Annotated[
        str,
        typer.Option(
            "--lens",
            metavar="DEGREES|LENS.json",
            help="What it sees along the picture's long side, or a file of `calibrate lens`.",
        ),
    ] = "78",
    camera: Annotated[
        str, typer.Option("--camera", help="720p, 1080p, 1440p, 4k or WxH pixels.")
    ] = "1080p",
    most: Annotated[int, typer.Option("--cameras", min=1, max=3, help="As many at most.")] = 3,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the maps of the error.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    from api.calibrating.plan_work import PlanAsked, plan_cameras

    asked = PlanAsked(
        table=table,
        height=height,
        lens=lens,
        camera=camera,
        most=most,
        svg=svg,
        force=force,
        as_json=as_json,
    )
    plan_cameras(context.obj, asked)


@app.command("beside", help="Place a camera that sees too few anchors by what others see.")
def beside(
    context: typer.Context,
    *,
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="Of the camera to be placed.")],
    lens: Annotated[str, typer.Option("--lens", metavar="LENS.json", help="Of that camera.")],
    known: Annotated[
        list[str],
        typer.Option("--known", metavar="PHOTO", help="Of a calibrated one, at the same moment."),
    ],
    profile: Annotated[
        list[str],
        typer.Option("--profile", metavar="PROFILE.json", help="Of that calibrated camera."),
    ],
    roster: Annotated[
        str, typer.Option("--roster", metavar="ROSTER", help="Whose tags stand on the table.")
    ],
    output_file: Annotated[Path, typer.Option("--output", "-o", help="The profile.")] = Path(
        "beside.json"
    ),
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    from api.calibrating.beside_work import BesideAsked, place_beside

    asked = BesideAsked(
        photo=photo,
        lens=lens,
        known=tuple(known),
        profiles=tuple(profile),
        roster=roster,
        place=output_file,
        force=force,
        as_json=as_json,
    )
    place_beside(context.obj, asked)

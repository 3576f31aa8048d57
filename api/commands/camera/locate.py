"""`umpire locate`: measures where everything in a photograph is, in inches, and how surely."""

from pathlib import Path
from typing import Annotated

import typer

HELP = (
    "Measure photographs: every piece with its place, heading, error, height and state, and "
    "everything that is odd."
)

Profiles = Annotated[
    list[str],
    typer.Option(
        "--profile",
        metavar="TABLE.json",
        help="From `umpire calibrate table`. Once for each photograph: then they are of one "
        "table at rest, by one camera or several, and measured together.",
    ),
]


def locate(
    context: typer.Context,
    *,
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTO", help="Photographs, or folders of them.")
    ],
    profile: Profiles,
    roster: Annotated[
        str | None, typer.Option(help="Which tag is which piece; without it tags are listed.")
    ] = None,
    printed_table: Annotated[
        str | None,
        typer.Option(metavar="WxD", help="The table it was printed for, if another one."),
    ] = None,
    printed_for: Annotated[
        str | None,
        typer.Option(metavar="CAMERA", help="What the kit was printed for, if not the roster's."),
    ] = None,
    printed_tilt: Annotated[
        str | None,
        typer.Option(metavar="DEGREES", help="The tilt it was printed for, if not the roster's."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    annotate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it all on the photograph: PNG, JPEG.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a picture that is there already.")
    ] = False,
) -> None:
    from api.kit.work import KitChoices
    from api.locating.work import LocateAsked, locate_all

    asked = LocateAsked(
        photos=tuple(photos),
        profiles=tuple(profile),
        roster=roster,
        printed=KitChoices(
            camera=printed_for, table=printed_table, dictionary=None, tilt=printed_tilt
        ),
        as_json=as_json,
        annotate=annotate,
        force=force,
    )
    code = locate_all(context.obj, asked)
    if code:
        raise typer.Exit(code)

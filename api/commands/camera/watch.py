"""`umpire watch`: follows a table while it is played on, line by line."""

from pathlib import Path
from typing import Annotated

import typer

HELP = (
    "Follow a camera over a table: every move as it counts, what is hidden, lost or doubled, and "
    "whether the camera may be ruled by. Ctrl-C ends it."
)


def watch(
    context: typer.Context,
    *,
    camera: Annotated[
        str, typer.Option("--camera", metavar="SOURCE", help="Its number, a stream, a video.")
    ],
    profile: Annotated[
        str | None,
        typer.Option(
            "--profile",
            metavar="TABLE.json",
            help="From `umpire calibrate table`; a recording may bring its own.",
        ),
    ] = None,
    roster: Annotated[
        str | None,
        typer.Option(
            help="Which tag is which piece; without it tags are counted. A recording may bring "
            "its own."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON for each change.")
    ] = False,
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A new or empty folder for a picture of each moment that is told.",
        ),
    ] = None,
) -> None:
    from api.locating.watching import WatchAsked, watch_all

    asked = WatchAsked(
        camera=camera, profile=profile, roster=roster, as_json=as_json, annotate=annotate
    )
    code = watch_all(context.obj, asked)
    if code:
        raise typer.Exit(code)

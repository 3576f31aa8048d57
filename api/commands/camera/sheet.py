"""`umpire sheet`: reads what somebody drew by hand on a sheet with four tags."""

from pathlib import Path
from typing import Annotated

import typer

HELP = (
    "Read the rooms that are drawn on a game sheet: which there are, the walls between them, and "
    "every doubt. The sheet's own four tags are enough; no table is calibrated."
)


def sheet(
    context: typer.Context,
    *,
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="A photograph of the whole sheet.")],
    roster: Annotated[
        str,
        typer.Option(metavar="ROSTER", help="What the sheet was printed with."),
    ] = "paper-invasion",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    annotate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the reading on the photograph.")
    ] = None,
    board: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the board as a command, for umpire play --give."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that are there already.")
    ] = False,
) -> None:
    from api.locating.sheets import SheetAsked, read_photo

    asked = SheetAsked(
        photo=photo, roster=roster, as_json=as_json, annotate=annotate, board=board, force=force
    )
    code = read_photo(context.obj, asked)
    if code:
        raise typer.Exit(code)

"""`umpire backup`: keeps all that the umpire has in one file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from api.backup.packing import back_up
from api.backup.places import kept_places
from api.terminal.output import Output
from api.terminal.progress import bar
from api.version import version

HELP: Final = (
    "Keep everything in one file: battles with their pictures, cameras that were set up, keys, "
    "settings. An umpire may run meanwhile. Whoever has the file has the secrets of all seats."
)


def backup(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write, for example umpire.zip.")
    ],
    *,
    battles: Annotated[
        Path | None, typer.Option(help="The folder of battles; without it, the one that is set.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    output: Output = context.obj
    places = kept_places(battles)
    with bar("packing") as step:
        found = back_up(places, file, umpire=version(), now=datetime.now(UTC), step=step)
    if as_json:
        output.data(found.told(file=str(file)))
        return
    output.data(f"{file}: {found.counted()}")
    output.remark("the secrets of all seats are in it: keep it to yourself")

"""`umpire restore`: brings back what a backup holds."""

from pathlib import Path
from typing import Annotated, Final

import typer

from api.backup.places import kept_places
from api.backup.restoring import restore
from api.terminal.output import Output
from api.terminal.progress import bar

HELP: Final = (
    "Bring everything back from a backup, here or on another computer, into a folder where no "
    "battles are yet. It is checked first, and nothing is written over."
)


def restore_all(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What umpire backup has written.")],
    *,
    battles: Annotated[
        Path | None, typer.Option(help="The folder of battles; without it, the one that is set.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    output: Output = context.obj
    places = kept_places(battles)
    with bar("bringing back") as step:
        done = restore(file, places, step=step)
    if as_json:
        output.data(done.contents.told(folder=str(places.battles), left=list(done.left)))
        return
    output.data(f"{places.battles}: {done.contents.counted()}")
    for name in done.left:
        output.remark(f"{name} is here already, and stays as it is")

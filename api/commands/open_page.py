"""`umpire open`: opens the page of the umpire that runs, as its host."""

import json
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from api.backup.places import kept_places
from api.errors import ExitCode, UserError
from api.files.one_umpire import page_of_host
from api.terminal.output import AsJson, Output

HELP = "Open the page of the umpire that runs on this computer, as its host."


def open_page(
    context: typer.Context,
    *,
    battles: Annotated[
        Path | None, typer.Option(help="The folder of the umpire's battles.", file_okay=False)
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the address, and open no browser.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    folder = kept_places(battles).battles
    page = page_of_host(folder)
    if page is None:
        raise UserError(f"{folder}: no umpire runs here; start it: umpire serve", ExitCode.USAGE)
    is_open = not no_open and webbrowser.open(page)
    if as_json:
        output.data(json.dumps({"page": page, "opened": is_open}))
    elif not is_open:
        output.data(page)
    else:
        output.remark("the page is open in your browser")

"""`umpire example`: prints the built-in tables and scripts to play with."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.files.table_file import DEFAULT_EXAMPLE, example_names, example_text, script_names
from api.terminal.output import AsJson, Output

HELP = "Print a built-in example: a table to measure on, or a script (.jsonl) to adjudicate."


def example(
    context: typer.Context,
    *,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Which one; --list shows them.")
    ] = DEFAULT_EXAMPLE,
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the examples.")] = False,
    as_json: AsJson = False,
) -> None:
    output: Output = context.obj
    if list_them:
        names = (*example_names(), *script_names())
        output.data(json.dumps({"examples": names}) if as_json else "\n".join(names))
        return
    output.text(example_text(name), name=name, place=output_file, as_json=as_json)

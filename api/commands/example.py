"""`umpire example`: prints the built-in tables and scripts to play with."""

from pathlib import Path
from typing import Annotated

import typer

from api.files.table_file import DEFAULT_EXAMPLE, example_names, example_text, script_names
from api.terminal.output import Output

HELP = "Print a built-in example: a table to measure on, or a script (.jsonl) to adjudicate."


def example(
    context: typer.Context,
    *,
    name: Annotated[str, typer.Argument(help="Which one; --list shows them.")] = DEFAULT_EXAMPLE,
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the examples.")] = False,
) -> None:
    output: Output = context.obj
    if list_them:
        output.data("\n".join((*example_names(), *script_names())))
        return
    text = example_text(name)
    if output_file is None:
        output.data(text)
    else:
        output.file(text, place=output_file, replace=False)

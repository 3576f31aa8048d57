"""`umpire completion`: prints what makes a shell complete commands and options."""

from enum import StrEnum
from typing import Annotated

import typer

from api.terminal.output import AsJson, Output

HELP = "Print what makes your shell complete commands and options."


class ShellKind(StrEnum):
    """The shells that can be told."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completion(
    context: typer.Context,
    *,
    shell: Annotated[ShellKind, typer.Argument(metavar="SHELL", help="Which one.")],
    as_json: AsJson = False,
) -> None:
    from typer._completion_shared import get_completion_script

    from api.commands.program import COMPLETE

    output: Output = context.obj
    script = get_completion_script(prog_name="umpire", complete_var=COMPLETE, shell=shell.value)
    output.text(script, name=shell.value, place=None, as_json=as_json)

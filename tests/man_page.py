"""Writes the manual page of `umpire` from its commands, their options and its exit codes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer

from api.commands.program import COMMANDS, loaded, program
from api.errors import ExitCode
from api.version import version
from tests.architecture.sources import REPOSITORY

MAN_PAGE: Final[Path] = REPOSITORY / "docs" / "umpire.1"
HEAD: Final = """.\\" Made by python -m tests.regenerate from the commands themselves.
.TH UMPIRE 1 "" "Paper Umpire {version}" "User Commands"
.SH NAME
umpire \\- a webcam referee for paper-miniature games
.SH SYNOPSIS
.B umpire
[\\fIoptions\\fR] [\\fIcommand\\fR [\\fIarguments\\fR]]
.SH DESCRIPTION
{says}
Without a command it opens the page, at a terminal.
"""
TAIL: Final = """.SH FILES
.TP
.I ~/.config/paper-umpire/umpire.toml
What can be set once instead of typed each time; \\fBumpire config\\fR shows it.
.TP
.I ~/.local/share/paper-umpire/battles
Battles, unless another folder is set.
.SH SEE ALSO
The guide, at /guide of a running umpire.
"""


def man_page() -> str:
    """The page in roff."""
    whole: Any = typer.main.get_command(program())
    parts = [HEAD.format(version=version(), says=_safe(whole.help)), ".SH OPTIONS"]
    parts += _options(whole)
    parts.append(".SH COMMANDS")
    for listed in COMMANDS:
        parts += _command(loaded(listed), name=f"umpire {listed.name}")
    parts.append(".SH EXIT STATUS")
    parts += [f".TP\n.B {code.value}\n{_safe(code.meaning)}" for code in ExitCode]
    return "\n".join([*parts, TAIL])


def _command(command: Any, *, name: str) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    typed = " ".join(f"\\fI{_safe(each.metavar or each.name)}\\fR" for each in arguments)
    yield f".SS {_safe(name)} {typed}".rstrip()
    yield _safe(command.help or "")
    yield from _options(command)
    for inside in getattr(command, "commands", {}).values():
        yield from _command(inside, name=f"{name} {inside.name}")


def _options(command: Any) -> Iterator[str]:
    for option in command.params:
        if option.param_type_name != "option":
            continue
        names = ", ".join([*option.opts, *option.secondary_opts])
        yield f".TP\n.B {_safe(names)}\n{_safe(option.help or '')}"


def _safe(text: str) -> str:
    """No letter of it is an order to roff."""
    plain = re.sub(r"\s+", " ", text).strip().replace("\\", "\\e").replace("-", "\\-")
    plain = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", plain)
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain

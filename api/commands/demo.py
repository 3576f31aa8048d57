"""`umpire demo`: a whole battle plays itself on a table that does not exist."""

import json
from pathlib import Path
from typing import Annotated

import typer

from api.errors import ExitCode, UserError
from api.terminal.output import Output

HELP = (
    "Play a whole battle on the synthetic camera, with nothing printed and nobody there: hands "
    "move pieces, the camera sees them, the referee rules. It ends with what was ruled and how "
    "exactly the camera saw, and leaves a battle file."
)
SAMPLE = "paper-tigers-small"


def demo(
    context: typer.Context,
    *,
    place: Annotated[
        Path, typer.Option("--output", "-o", help="The battle file, which must not be there yet.")
    ] = Path("demo.battle"),
    sample: Annotated[str, typer.Option(help="Which army; an unknown one lists all.")] = SAMPLE,
    seed: Annotated[int, typer.Option(min=0, help="Another one rolls other dice.")] = 1,
    commands: Annotated[int, typer.Option(min=1, help="Stop after so many commands.")] = 2000,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell the end alone.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    from api.armies.samples import sample_named, samples
    from api.demo.battle import DemoAsked, demonstrate
    from api.demo.words import demo_lines, demo_value
    from api.files.games import games

    output: Output = context.obj
    found = sample_named(sample, games())
    if found is None:
        names = ", ".join(each.name for each in samples(games()))
        raise UserError(f"--sample: expected one of {names}, got {sample!r}", ExitCode.USAGE)
    if place.exists():
        message = f"{place} is there already, and may hold your battle: name another file"
        raise UserError(message, ExitCode.USAGE)
    asked = DemoAsked(sample=found, seed=seed, place=place, most=commands)
    done = demonstrate(asked, say=(lambda _: None) if quiet else output.remark)
    if as_json:
        output.data(json.dumps(demo_value(done), indent=2, ensure_ascii=False))
    else:
        output.lines(*demo_lines(done))
    if done.is_stopped:
        raise typer.Exit(ExitCode.INTERRUPTED)

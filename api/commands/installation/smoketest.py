"""`umpire smoketest`: tries this installation from one end to the other."""

import json
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from api.errors import ExitCode
from api.smoke.program import Program
from api.smoke.steps import StepDone, smoke_test
from api.terminal.output import Output

HELP = (
    "Try this installation: print a kit, render its table and measure it, play ten commands of "
    "each game, kill the server and come back, open the page. Nothing of yours is touched."
)
USUAL_S: Final = 60
"""What it takes at most beside starting up where nothing else goes on."""
FORMAT = "paper-umpire/smoketest/1"


def smoketest(
    context: typer.Context,
    *,
    seed: Annotated[int, typer.Option(min=0, help="Another one plays other commands.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    output: Output = context.obj
    began, done = time.monotonic(), list[StepDone]()
    with tempfile.TemporaryDirectory(prefix="umpire-", ignore_cleanup_errors=True) as folder:
        program = Program(folder=Path(folder))
        for step in smoke_test(program, seed=seed):
            done.append(step)
            if not as_json:
                output.lines(*_lines(step))
    # The first step only starts the program, the others servers beside what they try.
    starting = done[0].seconds + sum(program.starting)
    seconds = time.monotonic() - began - starting
    fit = not done[-1].has_failed
    if as_json:
        told = {"format": FORMAT, "fit": fit, "seconds": round(seconds, 3)}
        told["starting_s"] = round(starting, 3)
        steps = [{**asdict(each), "seconds": round(each.seconds, 3)} for each in done]
        output.data(json.dumps({**told, "steps": steps}, indent=2, ensure_ascii=False))
    elif fit:
        says = f": all of it works, in {seconds:.0f} s beside {starting:.0f} s of starting up"
        slow = f" (more than {USUAL_S} s: this computer is slow or busy)"
        says += slow if seconds > USUAL_S else ""
        output.lines(Text.assemble(("fit", "bold green"), says))
    if not fit:
        raise typer.Exit(ExitCode.UNFIT)


def _lines(step: StepDone) -> list[Text]:
    mark = ("FAILED", "bold red") if step.has_failed else ("ok", "green")
    if step.is_skipped:
        mark = ("not tried", "yellow")
    line = Text.assemble(mark, f"  {step.name}: {step.says}  ", (f"{step.seconds:.1f} s", "dim"))
    return [line, Text(f"  {step.advice}")] if step.has_failed else [line]

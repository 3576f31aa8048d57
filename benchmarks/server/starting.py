"""Times how quickly `umpire` answers what needs no camera and no server, beside the least it loads.

Both are programs of their own, started in turn: `umpire --version` or `umpire --help`, and one that
imports Typer and Rich and does nothing with them.
"""

import subprocess
import sys

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import Contestant, race

BARE = "import rich.console, rich.text, typer"


def starting(effort: Effort) -> list[Finding]:
    """The quickest of some starts, for each word."""
    return [_started(word, runs=effort.pick(20, small=2)) for word in ("--version", "--help")]


def _started(word: str, *, runs: int) -> Finding:
    bare, ours = race(_program("-c", BARE), _program("-m", "api", word), runs=runs)
    return Finding(
        benchmark="starting",
        measure=f"umpire {word}",
        value=ours.least,
        unit="ms",
        peer="Typer and Rich alone",
        peer_value=bare.least,
        # At most three times as long.
        goals=(Goal(of="ratio", least=0.33),),
        detail=ours.says,
    )


def _program(*arguments: str) -> Contestant:
    def started() -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    return started

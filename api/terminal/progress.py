"""Shows how far long work is: a bar on a terminal, and silence in a pipe."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

Step = Callable[[int, int], None]
EVERY = 50
"""How many steps there are between two looks at the bar."""


@contextmanager
def bar(what: str) -> Iterator[Step]:
    """Gives a function to call with how much is done, and of how much."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as on:
        task = on.add_task(what, total=None)

        def step(done: int, total: int) -> None:
            if done % EVERY == 0 or done == total or total < EVERY:
                on.update(task, completed=done, total=total)

        yield step

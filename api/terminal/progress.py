"""Shows how far long work is: a bar on a terminal, and silence in a pipe."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

Step = Callable[[int, int], None]

_STILL: Final = ContextVar("still", default=False)


def keep_still(*, is_quiet: bool) -> None:
    """Say for this run whether bars are wanted at all."""
    _STILL.set(is_quiet)


Item = TypeVar("Item")


def watched(items: Iterable[Item], *, what: str, total: int) -> Iterator[Item]:
    """Each of them, with a bar for whoever waits; one alone shows none."""
    with bar(what, is_wanted=total > 1) as step:
        for done, item in enumerate(items):
            step(done, total)
            yield item


@contextmanager
def bar(what: str, *, is_wanted: bool = True) -> Iterator[Step]:
    """Gives a function to call with how much is done, and of how much."""
    console = Console(stderr=True)
    is_off = _STILL.get() or not console.is_terminal or not is_wanted
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=is_off) as on:
        task = on.add_task(what, total=None)

        def step(done: int, total: int) -> None:
            on.update(task, completed=done, total=total)

        yield step

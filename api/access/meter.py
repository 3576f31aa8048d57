"""Counts what the server answers, and how long commands take, for whoever watches over it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
TIMED: Final = frozenset({"submit_command", "take_back", "override"})
"""The operations that give a command."""


class Meter:
    """What has happened since the start. For the event loop's thread."""

    def __init__(self, *, clock: Callable[[], float]) -> None:
        """`clock` tells seconds that pass."""
        self._clock = clock
        self.answers: Counter[str] = Counter()
        """By class of the status, as 2xx."""
        self.faults = 0
        self.command_s = 0.0
        """All commands together."""
        self.commands = [0] * (len(BOUNDS_S) + 1)
        """How many took at most the bound of the same place and more than the one before."""

    def answered(self, status: int) -> None:
        self.answers[f"{status // 100}xx"] += 1

    @contextmanager
    def timing(self, operation: str) -> Iterator[None]:
        """Take the time of an operation, where it is one of a command's."""
        began = self._clock()
        try:
            yield
        finally:
            if operation in TIMED:
                took = self._clock() - began
                self.command_s += took
                self.commands[bisect_left(BOUNDS_S, took)] += 1

"""Holds what waits for the one thread that writes a battle, and what comes of it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from api.battle_files.refusals import Refused
from rules.referee.log.battle import Battle
from rules.referee.log.entries import Entry, Stamp
from rules.referee.toolkit.game import Refusal

MOST_WAITING: Final = 64
"""Jobs that may wait for the writer; people at a table cannot send more than that."""
TRY_AGAIN_SECONDS: Final = 2.0
JobDone = TypeVar("JobDone")


@dataclass(slots=True, eq=False)
class Job(Generic[JobDone]):
    """Work to be done, and whoever waits for it."""

    work: Callable[[], JobDone]
    done: asyncio.Future[JobDone]

    def succeed(self, result: JobDone) -> None:
        """It is done."""
        # Whoever asked may have gone.
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, failure: Exception) -> None:
        """It could not be done."""
        if not self.done.done():
            self.done.set_exception(failure)
            # Nobody waits for what the umpire does by itself.
            self.done.exception()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """What a command got; the same for each time that it is sent."""

    entries: tuple[Entry, ...] = ()
    says: tuple[str, ...] = ()
    refusal: Refusal | None = None
    kept: str = ""
    """What the refusal is called in the file, where it rests on measuring and can be disputed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleChange:
    """What everybody who watches a battle is told."""

    battle: Battle
    entries: tuple[Entry, ...] = ()
    paused: str = ""
    """Why nothing can be saved now; nothing while the battle goes on."""


Publish = Callable[[BattleChange], None]
Hear = Callable[[Refused], None]
Note = Callable[[Battle, Stamp], tuple[Entry, ...]]
"""What the umpire writes down by itself in this moment; nothing where there is nothing."""


class NotSavedError(Exception):
    """The disk refuses; the command had no effect that anybody has been told of."""


class BusyError(Exception):
    """Too many commands wait for the writer."""


class ReusedIdError(Exception):
    """The id belongs to another command."""

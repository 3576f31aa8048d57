"""Looks at the clocks of battles: tells when time is over, and stops them while the umpire waits.

A clock that runs while nobody serves the battle would count what nobody could use, so it stands
while a battle is closed, and what passed during a fault counts for nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from api.battles.jobs import BusyError, NotSavedError
from api.battles.session import Session
from api.errors import UserError
from rules.referee.court.keeping_time import clock_entries, time_entries
from rules.referee.court.pausing import is_timed
from rules.referee.log.battle import Battle
from rules.referee.log.entries import Entry, Stamp
from rules.table.snapshot import HealthState

LOOK_S: Final = 0.5
TROUBLE_S: Final = 2.0
"""A camera that is in trouble for less has held nobody up."""
AWAY: Final = "nobody is at the table"

LOG: Final = logging.getLogger("umpire")


class ClockDesk:
    """The clocks of one server. For the event loop's thread."""

    def __init__(
        self, *, sessions: Callable[[], Awaitable[Sequence[Session]]], steady: Callable[[], float]
    ) -> None:
        """`sessions` are the battles that somebody watches."""
        self._sessions, self._steady = sessions, steady
        self._trouble: dict[str, float] = {}
        """By battle, since when its table cannot be measured."""

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            try:
                await self.step()
            except Exception:
                LOG.exception("fault while looking at a clock")
            await asyncio.sleep(LOOK_S)

    async def step(self) -> None:
        """One look at every clock."""
        for session in await self._sessions():
            if session.paused or not session.battle.clock.has_begun or not is_timed(session.battle):
                continue
            with suppress(NotSavedError, BusyError):
                await self._look(session)

    async def _look(self, session: Session) -> None:
        halt = self._halt(session)
        if halt != session.battle.clock.halt:

            def halted(battle: Battle, stamp: Stamp) -> tuple[Entry, ...]:
                return clock_entries(battle, stamp=stamp, halt=halt)

            await session.note(halted)
        if time_entries(session.battle, stamp=session.stamp("time")):
            await session.note(_told_over)

    def _halt(self, session: Session) -> str:
        """What keeps the umpire from going on; a trouble has to last to count."""
        try:
            health = session.table().health
            why = "" if health.state is HealthState.LIVE else f"the camera is {health.state}"
        except UserError:
            why = "the table cannot be read"
        if not why:
            self._trouble.pop(session.name, None)
            return ""
        since = self._trouble.setdefault(session.name, self._steady())
        return why if self._steady() - since >= TROUBLE_S else session.battle.clock.halt


def _told_over(battle: Battle, stamp: Stamp) -> tuple[Entry, ...]:
    return time_entries(battle, stamp=stamp)


async def stop_clock(session: Session) -> None:
    """Before a battle is closed: its clock stands from now on."""

    def stopped(battle: Battle, stamp: Stamp) -> tuple[Entry, ...]:
        return clock_entries(battle, stamp=stamp, halt=AWAY)

    if session.battle.clock.runs:
        # What cannot be written now counts for nobody when the battle is opened.
        with suppress(NotSavedError, BusyError):
            await session.note(stopped)


async def found_running(session: Session) -> None:
    """Once a battle is opened: a clock that was not stopped was left so by a fault."""

    def uncounted(battle: Battle, stamp: Stamp) -> tuple[Entry, ...]:
        return clock_entries(battle, stamp=stamp, halt=AWAY, uncounted=True)

    if session.battle.clock.runs:
        with suppress(NotSavedError, BusyError):
            await session.note(uncounted)

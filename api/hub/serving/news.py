"""Tells everybody who watches an event that there is something new, as soon as they may know it.

One thread of each hub waits for the database to change; each event is then looked at once for all
who see it alike, however many there are.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from api.errors import ProblemError
from api.hub.entry.grants import HubHolder
from api.hub.entry.roles import UNDELAYED, HubRole
from api.hub.intake.logs import ArrivedLog
from api.hub.serving.desk import HubDesk
from api.hub.store.database import StoreGoneError

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether a delay has passed; what is new now wakes it at once."""
SIGHTS: Final = {HubRole.SPECTATOR: HubRole.SPECTATOR}
"""Everybody else but judges and organisers sees what a player sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHeads:
    """How far an event has come, as far as somebody may know."""

    deeds: int
    tables: tuple[ArrivedLog, ...]


@dataclass(slots=True, eq=False)
class NewsWatch:
    """Somebody who watches."""

    holder: HubHolder
    event: str
    told: EventHeads | None = None
    is_over: bool = False
    fresh: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def sight(self) -> tuple[str, HubRole]:
        """Those of one sight see the same."""
        role = self.holder.role
        if role in UNDELAYED:
            return self.event, HubRole.ORGANISER
        return self.event, SIGHTS.get(role, HubRole.PLAYER)


class HubNews:
    """For the event loop's thread; what waits and reads does so in another."""

    def __init__(self, desk: HubDesk) -> None:
        self._desk = desk
        self._watches: set[NewsWatch] = set()

    @property
    def count(self) -> int:
        return len(self._watches)

    def join(self, watch: NewsWatch) -> None:
        self._watches.add(watch)

    def leave(self, watch: NewsWatch) -> None:
        self._watches.discard(watch)

    async def run(self) -> None:
        """Until it is cancelled."""
        waker = await asyncio.to_thread(self._desk.database.waker)
        try:
            while True:
                await asyncio.to_thread(waker.wait, LOOK_SECONDS)
                with suppress(StoreGoneError):
                    await self.look()
        finally:
            # The thread that waits ends first.
            await asyncio.to_thread(waker.close)

    async def look(self) -> None:
        """Tell everybody what they may know by now."""
        watches = tuple(self._watches)
        if not watches:
            return
        sights = {each.sight: each.holder for each in watches}
        in_force, heads = await asyncio.to_thread(self._found, sights)
        for each in watches:
            each.is_over = each.holder.grant not in in_force
            now = heads.get(each.sight)
            if each.is_over or (now is not None and now != each.told):
                each.told = now
                each.fresh.set()

    def heads(self, event: str, holder: HubHolder) -> EventHeads:
        known = self._desk.event_for(event, holder)
        return EventHeads(deeds=known.deeds, tables=self._desk.logs_for(known))

    def _found(
        self, sights: dict[tuple[str, HubRole], HubHolder]
    ) -> tuple[frozenset[str], dict[tuple[str, HubRole], EventHeads]]:
        heads = {}
        for sight, holder in sights.items():
            # An event that was just being opened is looked at the next time.
            with suppress(ProblemError):
                heads[sight] = self.heads(sight[0], holder)
        return self._desk.grants.in_force(), heads

"""Tells everybody who follows an event what is new in it, as soon as they may know it.

One thread of each hub waits for the database to change; what is new is then read and written down
once for all who follow the same and see it alike, however many they are.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Final

from api.errors import ProblemError
from api.hub.entry.grants import HubHolder
from api.hub.entry.roles import UNDELAYED, HubRole
from api.hub.serving.desk import HubDesk
from api.hub.serving.telling.following import THE_EVENT, NewsFollowed
from api.hub.serving.telling.sheets import NewsSheet, sheet_of
from api.hub.serving.telling.sights import EventSight, SightsRead
from api.hub.store.database import StoreGoneError

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether a delay has passed, and who was put out; what is new now wakes it
at once."""

Channel = tuple[str, HubRole, NewsFollowed]
"""Those of one channel are told the same: the event, as whom, and what they follow of it."""


@dataclass(slots=True, eq=False)
class NewsWatch:
    """Somebody who watches."""

    holder: HubHolder
    event: str
    followed: NewsFollowed = THE_EVENT
    told: int = 0
    """The version of the sheet that they have."""
    is_over: bool = False
    fresh: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def channel(self) -> Channel:
        return self.event, _sight(self.holder.role), self.followed


def _sight(role: HubRole) -> HubRole:
    """Whoever sees the same as this role; all of the staff do, and all but spectators else."""
    if role in UNDELAYED:
        return HubRole.ORGANISER
    return HubRole.SPECTATOR if role is HubRole.SPECTATOR else HubRole.PLAYER


class HubNews:
    """For the event loop's thread; what waits and reads does so in another."""

    def __init__(self, desk: HubDesk, *, steady: Callable[[], float] = time.monotonic) -> None:
        self._desk = desk
        self._steady = steady
        self._watches: dict[Channel, set[NewsWatch]] = {}
        self._holders: Mapping[Channel, HubHolder] = {}
        """By channel, as whom it is read; never changed in place, as another thread reads it."""
        self._sheets: dict[Channel, NewsSheet] = {}
        self._turn = Lock()
        self._let_in_at = float("-inf")

    @property
    def count(self) -> int:
        return sum(len(each) for each in self._watches.values())

    def join(self, watch: NewsWatch) -> None:
        channel = watch.channel
        if channel not in self._watches:
            self._watches[channel] = set()
            self._holders = {**self._holders, channel: watch.holder}
        self._watches[channel].add(watch)

    def leave(self, watch: NewsWatch) -> None:
        channel = watch.channel
        self._watches[channel].discard(watch)
        if not self._watches[channel]:
            del self._watches[channel]
            self._holders = {each: self._holders[each] for each in self._watches}
            # Whoever comes next is told all of it anyway.
            self._sheets.pop(channel, None)

    async def run(self) -> None:
        """Until it is cancelled."""
        making = asyncio.create_task(asyncio.to_thread(self._desk.database.waker))
        try:
            waker = await asyncio.shield(making)
            while True:
                with suppress(StoreGoneError):
                    await self.look(after=partial(waker.wait, LOOK_SECONDS))
        finally:
            # The thread that makes the waker, or waits with it, ends first.
            made = await making
            await asyncio.to_thread(made.close)

    async def look(self, *, after: Callable[[], object] | None = None) -> None:
        """Wake everybody for whom there is something; the thread that reads does this first."""
        await self._tell(await asyncio.to_thread(self._looked, after))
        await self._put_out()

    def _looked(self, after: Callable[[], object] | None) -> list[Channel]:
        if after is not None:
            after()
        return self._renewed(self._holders)

    async def _tell(self, channels: Iterable[Channel]) -> None:
        """Wake all who follow these, and let them take what is new before more of it is read.

        Whoever misses a version has to be told everything again.
        """
        for channel in channels:
            for each in self._watches.get(channel, ()):
                each.fresh.set()
        await asyncio.sleep(0)

    async def _put_out(self) -> None:
        """Now and then, end with those who are not let in any more."""
        if not self._watches or self._steady() - self._let_in_at < LOOK_SECONDS:
            return
        self._let_in_at = self._steady()
        in_force = await asyncio.to_thread(self._desk.grants.in_force)
        for each in [one for those in self._watches.values() for one in those]:
            if each.holder.grant not in in_force:
                each.is_over = True
                each.fresh.set()

    def text(self, watch: NewsWatch) -> str | None:
        """What somebody has not been told yet; None where they have been told everything."""
        sheet = self._sheets.get(watch.channel)
        if sheet is None or sheet.version == watch.told:
            return None
        before, watch.told = watch.told, sheet.version
        return sheet.since(before)

    async def follow(self, watch: NewsWatch, followed: NewsFollowed) -> None:
        """Begin to tell somebody of something, all of it first."""
        self.leave(watch)
        watch.followed, watch.told = followed, 0
        self.join(watch)
        # What is found to be new here is so for all others, too.
        await self._tell(await asyncio.to_thread(self._renewed, {watch.channel: watch.holder}))
        watch.fresh.set()

    def _renewed(self, holders: Mapping[Channel, HubHolder]) -> list[Channel]:
        """Write down what is new, and tell in which of these channels something is; each event is
        read once for all of them.
        """
        sights: dict[tuple[str, HubRole], HubHolder] = {
            channel[:2]: holder for channel, holder in holders.items()
        }
        renewed: list[Channel] = []
        with self._turn:
            read = SightsRead(self._desk)
            for whose, holder in sights.items():
                # An event that is just being opened, or cannot be read, is looked at next time.
                with suppress(ProblemError, StoreGoneError):
                    sight = read.sight(whose[0], holder)
                    renewed += self._written((each for each in holders if each[:2] == whose), sight)
        return renewed

    def _written(self, channels: Iterable[Channel], sight: EventSight) -> Iterator[Channel]:
        for channel in channels:
            before = self._sheets.get(channel)
            sheet = sheet_of(self._desk, sight, followed=channel[2], before=before)
            if sheet is not before:
                self._sheets[channel] = sheet
                yield channel

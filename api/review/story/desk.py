"""What the server keeps in mind for looking back: timelines, and who allows what."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Final

from api.battles.session import Session
from api.review.story.timeline import Timeline
from rules.referee.court.hidden import hidden_from
from rules.referee.log.battle import Battle, ended, replayed
from rules.table.snapshot import Snapshot

LOOKS_SECONDS: Final = 2.0
PAUSE_SECONDS: Final = 0.1
MOST_TIMELINES: Final = 8


class ReviewDesk:
    """One for a server. Its methods are for any thread, but for those that wait."""

    def __init__(
        self,
        latest: Callable[[Session], Snapshot] = Session.table,
        *,
        seconds: float = LOOKS_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._latest = latest
        self._seconds = seconds
        self._clock = clock
        self._guard = threading.Lock()
        self._timelines: dict[str, Timeline] = {}
        self._allowing: dict[str, set[str]] = {}
        self.measuring = asyncio.Lock()
        """Held while a photograph is measured: two at once would starve the camera."""

    def timeline(self, session: Session, battle: Battle) -> Timeline:
        """The timeline of a battle, up to date."""
        with self._guard:
            found = self._timelines.pop(session.name, None) or Timeline(battle)
            # The one that was used last is dropped last.
            self._timelines[session.name] = found
            while len(self._timelines) > MOST_TIMELINES:
                del self._timelines[next(iter(self._timelines))]
        found.follow(battle)
        return found

    def then(self, session: Session, battle: Battle, *, sequence: int) -> Battle:
        """The battle just after an event; the first who asks does not wait for a timeline."""
        if sequence == battle.sequence - 1:
            return battle
        with self._guard:
            known = self._timelines.get(session.name)
        if known is not None:
            return known.at(battle, sequence)
        return replayed(battle.game, battle.entries[: sequence + 1])

    def hidden_then(
        self, session: Session, snapshot: Snapshot, *, sequence: int, seat: str
    ) -> frozenset[str]:
        """What a table of the past does not show: what was hidden then, until the battle is over.

        `sequence` is that of the event that was judged on it.
        """
        battle = session.battle
        if battle.game.hides is None or ended(battle) is not None:
            return frozenset()
        then = self.then(session, battle, sequence=sequence)
        return hidden_from(then, snapshot, seat=seat)

    def allow(self, session: Session, seat: str, *, whole: bool) -> None:
        """Remember that a seat agrees to whole pictures being shown, or no more."""
        with self._guard:
            allowing = self._allowing.setdefault(session.name, set())
            if whole:
                allowing.add(seat)
            else:
                allowing.discard(seat)

    def allowing(self, session: Session) -> tuple[str, ...]:
        """The seats that agree to whole pictures."""
        with self._guard:
            return tuple(sorted(self._allowing.get(session.name, ())))

    def shows_whole(self, session: Session) -> bool:
        """Whether pictures may be shown as they were taken: after the battle, or if all agree."""
        battle = session.battle
        if ended(battle) is not None:
            return True
        playing = {seat.name for seat in battle.setup.seats if seat.sides}
        return playing <= set(self.allowing(session))

    async def looks(self, session: Session) -> tuple[Snapshot, ...]:
        """Some looks at a battle's table, a moment apart; one where it stays the same."""
        found = [self._latest(session)]
        until = self._clock() + self._seconds
        while self._clock() < until:
            await asyncio.sleep(PAUSE_SECONDS)
            now = self._latest(session)
            if now.number != found[-1].number:
                found.append(now)
        return tuple(found)

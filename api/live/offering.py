"""Works out what may be asked for now, for watchers who want to be told of it.

A change in the battle is told at once. A table in motion changes thirty times a second, and what
may be asked for is not worked out as often.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import orjson

from api.battles.acting import is_put_back
from api.battles.showing import offers_shown, proposals_shown
from rules.referee.log.battle import Battle
from rules.table.snapshot import Snapshot

TABLE_SECONDS: Final = 0.5
"""So long what may be asked for may lag behind a table that somebody is moving."""


class OptionsDue:
    """Whether something has changed that bears on what may be asked for. For the loop's thread."""

    __slots__ = ("_later", "_wake")

    def __init__(self) -> None:
        self._wake = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None

    def at_once(self) -> None:
        """The battle has changed."""
        self._wake.set()

    def soon(self) -> None:
        """The table has; what follows within half a second is told with it."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(TABLE_SECONDS, self.at_once)

    async def wait(self) -> None:
        """Until something has changed."""
        await self._wake.wait()
        self._wake.clear()
        if self._later is not None:
            self._later.cancel()
            self._later = None


def options_text(battle: Battle, table: Snapshot, *, seats: Sequence[str]) -> str:
    """All that these seats may ask for, and what the camera proposes. For any thread."""
    message = {
        "type": "options",
        "last": battle.sequence - 1,
        "seats": [
            {"seat": seat, "options": offers_shown(battle, table, seat=seat)} for seat in seats
        ],
        "proposals": proposals_shown(battle, table),
        "put_back": is_put_back(battle),
    }
    return orjson.dumps(message).decode()

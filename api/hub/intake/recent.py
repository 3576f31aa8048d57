"""Remembers the lines of logs that came last: whoever tells of them asks for them at once."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from api.battle_files.chain import LogLine

MOST_BATTLES: Final = 200
MOST_LINES: Final = 20
"""Of one parcel; larger ones are seldom, and are read."""


class RecentLines:
    """The last few lines that this hub has written of each battle; any thread may use it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[LogLine, ...]] = OrderedDict()
        self._turn = Lock()

    def keep(self, battle: str, lines: tuple[LogLine, ...]) -> None:
        """Lines that are in the log for good."""
        if not 0 < len(lines) <= MOST_LINES:
            return
        with self._turn:
            self._kept[battle] = lines
            self._kept.move_to_end(battle)
            while len(self._kept) > MOST_BATTLES:
                self._kept.popitem(last=False)

    def lines(self, battle: str, *, since: int, until: int) -> tuple[LogLine, ...] | None:
        """The lines from one up to another; None where not all of them are remembered."""
        with self._turn:
            kept = self._kept.get(battle, ())
        found = tuple(each for each in kept if since <= each.sequence < until)
        return found if len(found) == until - since else None

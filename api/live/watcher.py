"""What one watcher has still to be told: the latest of what changes, and all events in order.

Positions and state are slots: a newer one takes the place of one that was not sent yet. Events are
a queue with an end: whoever lets it run over gets a whole new start instead, as after a gap.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

MOST_EVENTS: Final = 256

Message = dict[str, object]
Make = Callable[[], str]
"""Makes a message for the wire when it is sent, and not before."""


class Watcher:
    """One connection, as seen by whoever has something to tell it."""

    __slots__ = ("_events", "_slots", "_wake", "closing", "gone", "lost_count")

    def __init__(self) -> None:
        self._slots: dict[str, Make] = {}
        self._events: deque[str] = deque()
        self._wake = asyncio.Event()
        self.lost_count = 0
        """How often the queue ran over."""
        self.closing = 0
        """The code to close with, once somebody wants it closed."""
        self.gone = asyncio.Event()

    def put(self, slot: str, make: Make) -> None:
        """Replace the latest of something; what was not sent of it is forgotten."""
        self._slots[slot] = make
        self._wake.set()

    def tell(self, event: str, *, otherwise: Make) -> None:
        """Add one event after the others; `otherwise` makes a whole new start if it is too much."""
        if len(self._events) >= MOST_EVENTS:
            self._events.clear()
            self._slots = {"start": otherwise}
            self.lost_count += 1
        elif "start" not in self._slots:
            self._events.append(event)
        self._wake.set()

    def close(self, code: int) -> None:
        """End the connection, whatever it is doing."""
        self.closing = code
        self.gone.set()
        self._wake.set()

    async def next(self) -> list[str]:
        """What is to be sent now, at least one message; nothing when it is to be closed."""
        while not (self._slots or self._events or self.closing):
            self._wake.clear()
            await self._wake.wait()
        if self.closing:
            return []
        slots, self._slots = self._slots, {}
        start = slots.pop("start", None)
        messages = [] if start is None else [start()]
        messages += self._events
        self._events.clear()
        return [*messages, *(make() for make in slots.values())]

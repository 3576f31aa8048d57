"""Keeps how likely things were found to be, so that the same is not reckoned twice on one table."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

Shown = dict[str, object]
Asked = tuple[object, ...]
"""What was asked, of which battle, after which event, on which table, and for which seat."""

MOST_KEPT: Final = 200
"""Answers; each is a few kilobytes, and the oldest goes first."""


class OddsKept:
    """The answers of one server. For any thread; two who ask the same wait for one answer."""

    def __init__(self) -> None:
        self._found: OrderedDict[Asked, tuple[Shown, object]] = OrderedDict()
        self._lock = Lock()
        self._reckoning: dict[Asked, Lock] = {}

    def told(self, asked: Asked, reckon: Callable[[], Shown], *, on: object) -> Shown:
        """The answer to this on a table, reckoned if nobody has asked it before."""
        # The table is kept with the answer, so that no other one gets its address.
        asked = (*asked, id(on))
        with self._lock:
            if asked in self._found:
                self._found.move_to_end(asked)
                return self._found[asked][0]
            turn = self._reckoning.setdefault(asked, Lock())
        with turn:
            with self._lock:
                if asked in self._found:
                    return self._found[asked][0]
            try:
                found = reckon()
            finally:
                with self._lock:
                    self._reckoning.pop(asked, None)
            with self._lock:
                self._found[asked] = found, on
                while len(self._found) > MOST_KEPT:
                    self._found.popitem(last=False)
        return found

    def __len__(self) -> int:
        return len(self._found)

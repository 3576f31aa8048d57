"""Counts what each caller has under way at one moment, and lets none have more than a share."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MOST_AT_ONCE: Final = 12
"""Requests of one token that are answered at the same time; a browser asks six at once."""


MOST_PHOTOGRAPHS: Final = 2
"""Photographs of one token that are read at the same time, the host's own, too: each takes much."""


class OverShareError(Exception):
    """The caller has as much under way as anybody may."""


class Shares:
    """What is under way, by whose it is.

    >>> shares = Shares(most=1)
    >>> with shares.taken("phone"), shares.taken("other"):
    ...     try:
    ...         with shares.taken("phone"):
    ...             pass
    ...     except OverShareError:
    ...         print("not now")
    not now
    """

    __slots__ = ("_counts", "most")

    def __init__(self, *, most: int = MOST_AT_ONCE) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """One more of theirs is under way, as long as this lasts."""
        if self._counts[who] >= self.most:
            raise OverShareError
        self._counts[who] += 1
        try:
            yield
        finally:
            self._counts[who] -= 1
            if not self._counts[who]:
                del self._counts[who]

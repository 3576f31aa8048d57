"""Limits how much anybody may ask for: so many requests a second, and a few more at once."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_KNOWN: Final = 1000


class Rates:
    """A bucket of requests for everybody who asks, which fills by `per_second` up to `burst`.

    >>> time = [0.0]
    >>> rates = Rates(per_second=2, burst=3, clock=lambda: time[0])
    >>> [rates.allows("phone") for _ in range(4)], rates.allows("other")
    ([True, True, True, False], True)
    >>> time[0] = 0.5
    >>> [rates.allows("phone") for _ in range(2)]
    [True, False]
    """

    __slots__ = ("_buckets", "_burst", "_clock", "_per_second")

    def __init__(self, *, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wider(self, times: float) -> "Rates":
        """The same rates, so many times as generous."""
        return Rates(
            per_second=self._per_second * times, burst=self._burst * times, clock=self._clock
        )

    def allows(self, who: str) -> bool:
        """Whether one more is within the rate; it is counted if so."""
        now = self._clock()
        left, then = self._buckets.pop(who, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - then) * self._per_second)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        # Whoever has not asked for longest has a full bucket again.
        while len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return allowed

"""Looks at what a hub has, again and again, as whoever waits for it to change does."""

from collections.abc import Callable, Mapping

from api.hub.store.database import Waker


class ChangeWatch:
    """Tells what has grown since it last looked: events by deeds, or battles by lines."""

    def __init__(self, heads: Callable[[], Mapping[str, int]], waker: Waker) -> None:
        self._heads = heads
        self._waker = waker
        self._known = dict(heads())

    def wait(self, seconds: float) -> frozenset[str]:
        """What has grown; nothing, perhaps, if it took too long."""
        grown = self._look()
        if grown:
            return grown
        self._waker.wait(seconds)
        return self._look()

    def _look(self) -> frozenset[str]:
        heads = dict(self._heads())
        grown = {name for name, number in heads.items() if self._known.get(name) != number}
        self._known = heads
        return frozenset(grown)

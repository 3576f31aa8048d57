"""Reads and decodes the next pictures while the last one is still being measured."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

_BY: Final = 2
"""Pictures read ahead: one that is ready, and one that is being read."""


def prefetched(things: Iterator[T]) -> Iterator[T]:
    """The same in the same order; what reading raises is raised where its turn comes."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="read-ahead") as reader:
        coming: deque[Future[T | None]] = deque(
            reader.submit(next, things, None) for _ in range(_BY)
        )
        while (thing := coming.popleft().result()) is not None:
            coming.append(reader.submit(next, things, None))
            yield thing

"""Tests that reading ahead changes nothing of what is read."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.prefetch import prefetched


@given(st.lists(st.integers(), max_size=20))
def test_everything_comes_once_and_in_its_order(things: list[int]) -> None:
    assert list(prefetched(iter(things))) == things


def test_the_next_is_read_while_the_last_is_in_hand() -> None:
    read = [threading.Event() for _ in range(4)]

    def things() -> Iterator[int]:
        for number, event in enumerate(read):
            event.set()
            yield number

    found = prefetched(things())
    assert next(found) == 0
    assert read[1].wait(60)
    assert list(found) == [1, 2, 3]


def test_a_fault_comes_after_what_was_read_before_it() -> None:
    def things() -> Iterator[int]:
        yield 1
        yield 2
        raise OSError("the card was pulled out")

    found = prefetched(things())
    assert [next(found), next(found)] == [1, 2]
    with pytest.raises(OSError, match="pulled out"):
        next(found)


def test_whoever_stops_early_leaves_no_thread_behind() -> None:
    found = prefetched(iter(range(1, 1_000_000)))
    assert next(found) == 1
    assert any(each.name.startswith("read-ahead") for each in threading.enumerate())
    found.close()  # type: ignore[attr-defined]
    assert not any(each.name.startswith("read-ahead") for each in threading.enumerate())

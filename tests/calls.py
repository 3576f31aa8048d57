"""Counts what a piece of work costs, the same on every machine."""

import sys
from collections.abc import Callable


def calls_of(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls, which no other program can make more."""
    found = 0

    def count(_frame: object, happened: str, _arg: object) -> None:
        nonlocal found
        found += happened == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found

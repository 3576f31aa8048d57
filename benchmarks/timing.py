"""Times things against each other on a machine that is busy with other work."""

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Contestant = Callable[[], object]
Clock = Callable[[], int]
"""Nanoseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Milliseconds of many runs."""

    least: float
    median: float
    runs: int

    @property
    def says(self) -> str:
        """What stands beside the minimum on the page."""
        return f"median {self.median:.3g} ms of {self.runs}"


def race(
    *contestants: Contestant, runs: int, clock: Clock = time.perf_counter_ns
) -> tuple[Timing, ...]:
    """Time all of them in turn (A B A B ...), so that a busy second hits each alike.

    Every contestant runs once beforehand, untimed. The collector of garbage rests meanwhile. What
    keeps to one thread may be timed by `time.process_time_ns`, which stands still while
    other programs have the processor.
    """
    for contestant in contestants:
        contestant()
    taken: list[list[float]] = [[] for _ in contestants]
    with undisturbed():
        for _ in range(runs):
            for times, contestant in zip(taken, contestants, strict=True):
                times.append(milliseconds(contestant, clock=clock))
    return tuple(
        Timing(least=min(times), median=statistics.median(times), runs=runs) for times in taken
    )


@contextmanager
def undisturbed() -> Iterator[None]:
    """The collector of garbage rests meanwhile."""
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def milliseconds(work: Contestant, *, clock: Clock = time.perf_counter_ns) -> float:
    """What one run takes."""
    start = clock()
    work()
    return (clock() - start) / 1e6


def least(work: Contestant, *, runs: int) -> float:
    """The milliseconds of the quickest run, for very many small pieces of work."""
    return min(milliseconds(work) for _ in range(runs))


def kept_megabytes(work: Contestant) -> float:
    """The memory that what a piece of work returns goes on holding, in a run that nobody times."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        result = work()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        del result
    finally:
        tracemalloc.stop()
    return (after - before) / 1e6


def peak_megabytes(work: Contestant) -> float:
    """The most memory that a piece of work holds at once, in a run that nobody times."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        work()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (peak - before) / 1e6

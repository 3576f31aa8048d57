"""Times maps by the processor's clock: they keep to one thread, so only their own time counts."""

import time

from benchmarks.timing import Contestant, Timing, race


def processor_race(*contestants: Contestant, runs: int) -> tuple[Timing, ...]:
    """Several ways to the same map, in turn."""
    return race(*contestants, runs=runs, clock=time.process_time_ns)


def least_of(work: Contestant, *, runs: int) -> float:
    """The milliseconds of the quickest run."""
    (taken,) = processor_race(work, runs=runs)
    return taken.least

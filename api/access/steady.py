"""Tells how much time has passed, whatever anybody does to the clock of the computer."""

import time


def steady() -> float:
    """Seconds since some moment, those in which the computer slept among them where it says so."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name) and hasattr(time, "clock_gettime"):
            return float(time.clock_gettime(getattr(time, name)))
    return time.monotonic()

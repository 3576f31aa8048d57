"""Tells how much processor time this process and those that it started have taken so far."""

import multiprocessing
import os
import time
from pathlib import Path


def spent_s() -> float | None:
    """In seconds, of those that run now; None where the system does not tell.

    >>> (spent_s() or 1.0) > 0.0
    True
    """
    children = [child.pid for child in multiprocessing.active_children()]
    found = [_spent_by(pid) for pid in children if pid is not None]
    if any(each is None for each in found):
        return None
    return time.process_time() + sum(each for each in found if each is not None)


def _spent_by(pid: int) -> float | None:
    """Only Linux tells it of another process."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return None
    # The name, in brackets, may hold anything.
    fields = told.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

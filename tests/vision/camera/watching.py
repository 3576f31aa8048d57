"""Waits for a state of a real camera process, and checks every look at it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rules.table.snapshot import HealthState
from tests.vision.camera.faulty import is_well
from vision.camera.keeper import CameraLook, Keeper
from vision.camera.timeouts import Timeouts
from vision.camera.worker import Opens

SHORT = Timeouts(
    open_s=1.0,
    live_read_s=1.0,
    first_pause_s=0.05,
    longest_pause_s=0.1,
    rest_s=0.5,
    most_memory_bytes=900_000_000,
)
"""For tests: what passes after seconds at a table passes after tenths here."""
AT_MOST_S = 60.0
"""After so long nothing is waited for any more; no test passes by it."""


@dataclass(slots=True)
class Watched:
    """A keeper, and what was seen of it."""

    keeper: Keeper
    states: list[HealthState] = field(default_factory=list)
    """One after the other, each once in a row."""
    is_known_well: Callable[..., bool] = is_well

    def look(self) -> CameraLook:
        """One look, which must not claim more than was seen."""
        look = self.keeper.look()
        if look.ruling_frame is not None:
            assert look.age_s is not None
            assert look.age_s <= 0.5
            assert self.is_known_well(look.ruling_frame.grey)
        if not self.states or self.states[-1] != look.health.state:
            self.states.append(look.health.state)
        return look

    def until(self, *states: HealthState) -> CameraLook:
        """Look until it is in one of these states."""
        return self.until_it(lambda look: look.health.state in states, what=f"{states}")

    def until_it(self, is_so: Callable[[CameraLook], bool], *, what: str = "it") -> CameraLook:
        """Look until this is so."""
        ends_at = time.monotonic() + AT_MOST_S
        while True:
            look = self.look()
            if is_so(look):
                return look
            assert time.monotonic() < ends_at, f"expected {what}, got {look.health}"
            self.keeper.wait(0.05)

    def frames(self, count: int) -> CameraLook:
        """Look until so many more pictures have been taken."""
        wanted = self.look().counts.frames + count
        return self.until_it(lambda look: look.counts.frames >= wanted, what=f"{count} frames")


@contextmanager
def watching(
    opens: Opens, *, timeouts: Timeouts = SHORT, repeats: bool = False
) -> Iterator[Watched]:
    """A camera in a real process, which is gone afterwards."""
    with Keeper.of(opens, timeouts=timeouts, repeats=repeats) as keeper:
        yield Watched(keeper)

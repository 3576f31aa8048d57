"""Lists how long the umpire waits for a camera, and for what."""

import sys
from dataclasses import dataclass, field
from typing import Final

from vision.camera.health import HealthSettings

_OPENING_S: Final = 20.0 if sys.platform == "win32" else 3.5
"""Windows takes up to twenty seconds to open some cameras."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """Times in seconds. A camera that comes back is in the game again after at most ``open_s`` of a
    try that still hangs, ``longest_pause_s``, and the half second that a process takes to start.
    """

    stale_s: float = 0.5
    """Nothing is ruled from an older picture. Longer: a piece may have moved since."""
    start_s: float = 15.0
    """For the process to begin. Shorter: a computer that is busy never gets its camera."""
    open_s: float = _OPENING_S
    """For the source to open and give its first picture."""
    live_read_s: float = 2.0
    """For the next picture of a live source. Shorter: a stream that hiccups is opened anew, which
    takes longer than the hiccup."""
    made_read_s: float = 60.0
    """For the next picture of a video, or of the synthetic camera, which takes its time."""
    follow_s: float = 20.0
    """For what is found in one picture, while others come. Shorter: a computer that is slow, and
    takes seconds over its first picture, is told off for ever."""
    first_pause_s: float = 0.25
    """Before the first new try; each further pause is twice as long."""
    longest_pause_s: float = 1.0
    """Longer: players wait for a camera that they have plugged in again. Shorter: tries use up a
    processor."""
    most_faults: int = 5
    """So many faults of the process within ``faults_within_s`` are no accident."""
    faults_within_s: float = 60.0
    rest_s: float = 30.0
    """After that many; it keeps a driver that crashes from crashing for ever."""
    most_memory_bytes: int = 1_500_000_000
    """Of the process, where the system tells. A driver that leaks is started anew at that; 4K
    takes less than a quarter."""
    health: HealthSettings = field(default_factory=HealthSettings)

    def read_s(self, *, is_live: bool) -> float:
        """For the next picture."""
        return self.live_read_s if is_live else self.made_read_s

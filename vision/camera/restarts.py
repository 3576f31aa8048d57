"""Decides when a camera that failed is tried again, and when it has failed too often."""

from collections import deque

from vision.camera.timeouts import Timeouts


class Restarts:
    """Pauses that double up to a limit, and a rest after too many faults in a short time.

    A camera that is missing or is not the expected one is no fault: it is tried again for ever, so
    that plugging it in is all there is to do.
    """

    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._in_a_row = 0
        self._faults: deque[float] = deque()

    def pause_s(self) -> float:
        """How long to wait before the next try.

        >>> restarts = Restarts(Timeouts())
        >>> [restarts.pause_s() for _ in range(4)]
        [0.25, 0.5, 1.0, 1.0]
        """
        # Powers of two overflow some day.
        doubled = 2.0 ** min(self._in_a_row, 20)
        self._in_a_row += 1
        return min(self._timeouts.longest_pause_s, self._timeouts.first_pause_s * doubled)

    def succeeded(self) -> None:
        """A picture has come."""
        self._in_a_row = 0

    def failed(self, now: float) -> float:
        """The process had a fault: how long it must rest; 0 where it need not.

        >>> restarts = Restarts(Timeouts(most_faults=2))
        >>> restarts.failed(0.0), restarts.failed(59.0), restarts.failed(200.0)
        (0.0, 30.0, 0.0)
        """
        faults, timeouts = self._faults, self._timeouts
        faults.append(now)
        while faults and not 0 <= now - faults[0] <= timeouts.faults_within_s:
            faults.popleft()
        if len(faults) < timeouts.most_faults:
            return 0.0
        faults.clear()
        return timeouts.rest_s

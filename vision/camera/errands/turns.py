"""Lets cameras look at pictures in turn, where the computer has fewer processors than cameras.

All at once they would share the processors, and every picture would be old when it has been looked
at. In turn each comes less often, and its picture is as young as if it were alone. The cameras'
processes read a board of what each of them does, and nobody waits for anybody who has hung or died.
"""

import os
import weakref
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from typing import Final

import numpy as np

_LOOKING, _SEEN_S, _LOOKS = range(3)
"""Since when a camera has looked at a picture, when it last asked for its turn or gave it back, on
the clock of all processes, and how often it has looked; 0 where it does not, or never has."""
_HUNG_S: Final = 1.0
"""For so long a look takes up a processor in the eyes of others: its process may have died."""
_GONE_S: Final = 0.05
"""For so long the turn of one that has looked less often is kept: until its next picture comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlace:
    """One camera's place on a board, which is sent to its process."""

    board: str
    cameras: int
    at: int
    most: int
    """How many may look at a time."""

    def turn(self) -> "LookTurn | None":
        """For the camera's process; None where the board is gone, and with it the others."""
        try:
            return LookTurn(self, SharedMemory(name=self.board))
        except OSError:
            return None


class LookBoard:
    """What all cameras over one table do; it is there for as long as this is."""

    def __init__(self, *, cameras: int, most: int) -> None:
        memory = SharedMemory(create=True, size=cameras * 3 * 8)
        assert memory.buf is not None
        memory.buf[:] = bytes(len(memory.buf))
        self._name, self._cameras, self._most = memory.name, cameras, most
        weakref.finalize(self, _released, memory)

    def place(self, camera: int) -> BoardPlace:
        """For the errand of a camera, from 0."""
        return BoardPlace(board=self._name, cameras=self._cameras, at=camera, most=self._most)


class LookTurn:
    """Asks for a turn, takes it and gives it back, for one camera.

    Two that ask at the same instant may both take the last one: that costs a moment, and no more.
    """

    def __init__(self, place: BoardPlace, memory: SharedMemory) -> None:
        self._rows = np.ndarray((place.cameras, 3), np.float64, memory.buf)
        # After what refers to it, for that is the order in which Python lets go of them.
        self._memory = memory
        self._at, self._most = place.at, place.most
        # Of whoever had this place before nothing is left.
        self._rows[place.at] = 0.0

    def is_mine(self, now_s: float) -> bool:
        """Take it where it has come; those that have looked less often are first."""
        mine, others = self._rows[self._at], self._others()
        if mine[_LOOKING]:
            return True
        mine[_SEEN_S] = now_s
        looking = sum(now_s - since < _HUNG_S for _, (since, _, _) in others if since)
        waiting = [
            (looks, at)
            for at, (since, seen_s, looks) in others
            if not since and now_s - seen_s < _GONE_S
        ]
        if waiting:
            # Whoever was not there for a while does not make up for that.
            mine[_LOOKS] = max(mine[_LOOKS], min(waiting)[0] - 1)
        before = sum(each < (mine[_LOOKS], self._at) for each in waiting)
        if looking + before >= self._most:
            return False
        mine[_LOOKING], mine[_LOOKS] = now_s, mine[_LOOKS] + 1
        return True

    def _others(self) -> list[tuple[int, list[float]]]:
        return [(at, row) for at, row in enumerate(self._rows.tolist()) if at != self._at]

    def give_back(self, now_s: float) -> None:
        """The look is over."""
        self._rows[self._at, :2] = 0.0, now_s


def board_for(cameras: int, *, most: int) -> LookBoard | None:
    """None where all may look at a time, or where there is no shared memory."""
    if cameras <= most:
        return None
    try:
        return LookBoard(cameras=cameras, most=most)
    except OSError:
        return None


def own_processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _released(memory: SharedMemory) -> None:
    memory.close()
    memory.unlink()

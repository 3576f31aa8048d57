"""Puts pictures into the ring, each with what was found in it: the newest, and never a queue.

Whoever takes the pictures is not held up while one is looked at. A driver goes on filling its
buffers meanwhile, and what waits there would be taken for a picture of this moment.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vision.camera.errands.errand import Finder
from vision.camera.errands.turns import LookTurn
from vision.camera.ring import Published, Ring, own_memory_bytes
from vision.camera.source import Clock

_MEMORY_EVERY_S: Final = 1.0
_TURN_EVERY_S: Final = 0.002
"""How often the board is read while others look."""


class HandingOn:
    """Between the thread that takes pictures and the ring; `run` is the life of another one."""

    def __init__(
        self, ring: Ring, *, wake: Callable[[], None], clock: Clock = time.monotonic
    ) -> None:
        self._ring, self._wake, self._clock = ring, wake, clock
        self._change = threading.Condition()
        self._is_followed = self._is_busy = False
        self._finder: Finder | None = None
        self._errand = 0
        self._waiting: Published | None = None
        self._passed_over = 0
        self._memory_at = -_MEMORY_EVERY_S
        self._turn: LookTurn | None = None

    def is_awaited(self, within_s: float) -> bool:
        """Whether a picture that is decoded now, or so much later at most, is looked at at once.

        Returns as soon as it is. One that is not awaited is passed over by whoever asks: decoding
        what nobody looks at keeps others from being looked at.
        """
        with self._change:
            until = self._clock() + within_s
            while not self._is_ready():
                left_s = until - self._clock()
                if left_s <= 0.0:
                    self._ring.arrived += 1
                    self._passed_over += 1
                    return False
                self._change.wait(left_s if self._turn is None else min(left_s, _TURN_EVERY_S))
            return True

    def _is_ready(self) -> bool:
        if not self._is_followed:
            return True
        return not self._is_busy and self._waiting is None and self._has_turn()

    def _has_turn(self) -> bool:
        return self._turn is None or self._turn.is_mine(self._clock())

    def put(self, published: Published) -> None:
        """Pass it on at once where nothing is to be found in it; else as soon as it is its turn."""
        self._ring.arrived += 1
        with self._change:
            if not self._is_followed:
                self._write(published)
                return
            self._passed_over += self._waiting is not None
            self._waiting = published
            self._change.notify_all()

    def follow(self, errand: int, finder: Finder | None, *, turn: LookTurn | None = None) -> None:
        """From now on this is what is found in each, for that errand; nothing where it is None."""
        with self._change:
            if self._turn is not None:
                self._turn.give_back(self._clock())
            self._turn = turn
            # Two threads that write in turn might let an older picture pass for a newer one.
            self._is_followed = True
            self._errand, self._finder = errand, finder

    def run(self) -> None:
        """Look at the newest, and pass it on, for ever."""
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting is not None)
                while not self._has_turn():
                    # What comes meanwhile takes its place.
                    self._change.wait(_TURN_EVERY_S)
                published, self._waiting = self._waiting, None
                passed_over, self._passed_over = self._passed_over, 0
                finder, errand, mine = self._finder, self._errand, self._turn
                self._is_busy = True
            assert published is not None
            if finder is not None:
                finder.look(published.frame)
                turn = self._ring.published + passed_over + 1
                told = finder.packed(turn=turn, taken=self._ring.taken)
                published = replace(published, told=told, errand=errand)
            self._write(published, passed_over=passed_over)
            with self._change:
                self._is_busy = False
                if mine is not None:
                    mine.give_back(self._clock())
                self._change.notify_all()

    def finish(self) -> None:
        """Wait until the last one has been passed on."""
        with self._change:
            self._change.wait_for(lambda: self._waiting is None and not self._is_busy)

    def _write(self, published: Published, *, passed_over: int = 0) -> None:
        is_awaited = self._ring.is_awaited
        self._ring.write(published, passed_over=passed_over)
        # One message at a time: messages that nobody reads would fill the pipe and stop this
        # process.
        if is_awaited:
            self._wake()
        now = published.frame.captured_s or 0.0
        if now - self._memory_at >= _MEMORY_EVERY_S:
            self._ring.writer_bytes, self._memory_at = own_memory_bytes(), now

"""Hands a phone's pictures over to the camera's process: the newest one, and never a queue."""

import multiprocessing
import pickle
import threading
from multiprocessing.connection import Connection
from typing import Final

from vision.camera.phone.source import PhoneOpener, PhonePicture
from vision.camera.process import Worker, WorkerProcess
from vision.camera.timeouts import Timeouts

_SPAWN: Final = multiprocessing.get_context("spawn")
PATIENT: Final = Timeouts(open_s=3600.0, live_read_s=60.0)
"""A phone that sleeps is waited for; a process for each of its naps would help nobody."""


class PhoneFeed:
    """The pictures of one phone, from whoever receives them; for any thread."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._waiting: PhonePicture | None = None
        self._line: Connection | None = None
        self._is_closed = False
        self.dropped = 0
        """Pictures that a newer one has replaced before the process was ready for them."""
        self._thread = threading.Thread(target=self._run, name="phone", daemon=True)
        self._thread.start()

    def put(self, picture: PhonePicture) -> None:
        """Hand it over as soon as the process is ready, unless a newer one comes first."""
        with self._change:
            self.dropped += self._waiting is not None
            self._waiting = picture
            self._change.notify_all()

    def connect(self, line: Connection) -> None:
        """From now on a new process reads what comes."""
        with self._change:
            self._line = line
            self._change.notify_all()

    def close(self) -> None:
        """Hand nothing over any more; a second call does nothing."""
        with self._change:
            self._is_closed = True
            self._waiting = None
            self._change.notify_all()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(self._is_due)
                line, picture = self._line, self._waiting
                self._waiting = None
                if self._is_closed:
                    break
            assert line is not None
            assert picture is not None
            self._hand_over(picture, line=line)
        if line is not None:
            line.close()

    def _is_due(self) -> bool:
        return self._is_closed or (self._line is not None and self._waiting is not None)

    def _hand_over(self, picture: PhonePicture, *, line: Connection) -> None:
        """A process that has ended before it took the picture leaves it to the next one; one that
        ends over it does not.
        """
        is_taken = False
        try:
            line.send_bytes(pickle.dumps(picture))
            is_taken = True
            line.recv_bytes()
        except (EOFError, OSError):
            line.close()
            with self._change:
                if self._line is line:
                    self._line = None
                if not (is_taken or self._is_closed):
                    self._waiting = self._waiting or picture


class PhoneLauncher:
    """Starts processes that read from one phone's feed."""

    def __init__(self, feed: PhoneFeed) -> None:
        self._feed = feed

    def __call__(self) -> Worker:
        ours, theirs = _SPAWN.Pipe()
        try:
            worker = WorkerProcess(opens=PhoneOpener(line=theirs), repeats=False)
        finally:
            # Else the line would stay open when the process has ended.
            theirs.close()
        self._feed.connect(ours)
        return worker

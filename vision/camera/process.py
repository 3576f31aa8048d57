"""Runs the process of a camera for its keeper: starts it, hears it, and ends it.

Nothing here waits for the process: one that hangs in a driver can be waited for in vain.
"""

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Final, Protocol

from vision.camera.errands.errand import Errand
from vision.camera.errands.letter import Letter
from vision.camera.messages import Admitted, ErrandLetter, Message
from vision.camera.ring import Published, Ring
from vision.camera.source import Identity
from vision.camera.worker import Opens, run

_SPAWN: Final = multiprocessing.get_context("spawn")
"""A forked process would inherit locks that threads hold, and on macOS the camera itself."""


class Worker(Protocol):
    """What the keeper needs of a process; the tests have one that lives by their own clock."""

    def messages(self) -> list[Message]:
        """What it has said since."""

    def ending(self) -> str | None:
        """How it ended; None while it lives."""

    def admit(self, identity: Identity) -> None:
        """Allow it to pass on its pictures."""

    def follow(self, number: int, errand: Errand | None) -> None:
        """Tell it what to make of each picture from now on; one that is admitted."""

    def newest(self, *, after: int) -> Published | None:
        """Its newest picture, where that came after that turn."""

    @property
    def arrived(self) -> int:
        """How many pictures it has got from its source, passed on or not."""

    @property
    def memory_bytes(self) -> int:
        """What it needs; 0 where that is not known."""

    def wait(self, most_s: float) -> None:
        """Until it says something or ends, but no longer than this."""

    def kill(self) -> None:
        """End it, whatever it is doing, and release what it held; a second call does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launcher:
    """Starts processes that open one and the same source."""

    opens: Opens
    repeats: bool = False
    """Whether a source that is not live begins again at its end."""

    def __call__(self) -> "WorkerProcess":
        return WorkerProcess(opens=self.opens, repeats=self.repeats)


class WorkerProcess:
    """A process of its own, spawned."""

    def __init__(self, *, opens: Opens, repeats: bool) -> None:
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(
            target=run,
            args=(theirs,),
            kwargs={"opens": opens, "repeats": repeats},
            name="paper-umpire-camera",
            daemon=True,
        )
        with _interrupts_held():
            self._process.start()
        # Else the pipe would stay open when the process has ended.
        theirs.close()
        self._ring: Ring | None = None
        self._letter: Letter | None = None
        self._is_over = False

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid or 0

    def messages(self) -> list[Message]:
        heard: list[Message] = []
        with suppress(EOFError, OSError):
            while not self._is_over and self._connection.poll():
                message = self._connection.recv()
                # None only wakes whoever waits.
                if message is not None:
                    heard.append(message)
        return heard

    def ending(self) -> str | None:
        code = self._process.exitcode
        if code is None:
            return None
        if code >= 0:
            return f"ended with exit code {code}"
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
        return f"was ended by signal {-code}"

    def admit(self, identity: Identity) -> None:
        self._ring = Ring.made(width=identity.width, height=identity.height)
        admitted = Admitted(ring=self._ring.name, width=identity.width, height=identity.height)
        with suppress(OSError):
            self._connection.send(admitted)

    def follow(self, number: int, errand: Errand | None) -> None:
        if self._is_over:
            return
        self._take_back_letter()
        name, size = "", 0
        if errand is not None:
            self._letter = Letter.written(errand)
            name, size = self._letter.name, self._letter.size
        with suppress(OSError):
            self._connection.send(ErrandLetter(errand=number, letter=name, size=size))

    def _take_back_letter(self) -> None:
        if self._letter is not None:
            self._letter.close()
            self._letter = None

    def newest(self, *, after: int) -> Published | None:
        return None if self._ring is None else self._ring.read(after=after)

    @property
    def arrived(self) -> int:
        return 0 if self._ring is None else self._ring.arrived

    @property
    def memory_bytes(self) -> int:
        return 0 if self._ring is None else self._ring.writer_bytes

    def wait(self, most_s: float) -> None:
        wait([self._connection, self._process.sentinel], timeout=most_s)

    def kill(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        # It is not asked first: a process that hangs in a driver would not hear, and there is
        # nothing to clean up.
        self._process.kill()
        self._connection.close()
        if self._ring is not None:
            self._ring.close()
        self._take_back_letter()
        # Ended processes are cleared away when the next one starts; one that the system cannot
        # end at once is left to it.
        self._process.join(timeout=0)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A process that is started meanwhile never hears Ctrl-C, not even before its first line."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

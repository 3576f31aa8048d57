"""Works inside the camera's process: opens the source and passes on the newest picture.

A driver may hang, crash or leak; then this process is ended and another one is started. It holds
no secret and keeps nothing. It ends by itself as soon as its keeper is gone.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Final, Protocol

import cv2

from rules.table.bad_input import BadInputError
from rules.table.snapshot import Health, HealthState
from vision.camera.controls.flicker import FlickerWatch
from vision.camera.health import Measures, measures_of
from vision.camera.messages import Admitted, Ended, Failed, Opened, Said, Started, cut
from vision.camera.ring import Published, Ring, own_memory_bytes
from vision.camera.source import Clock, Frame, Identity, Source, SourceError

MEMORY_EVERY_S: Final = 1.0
HOLD_S: Final = 0.2
"""After this long a source that is not live shows its picture again, as a camera would."""


class Opens(Protocol):
    """Opens a source in the process that it is sent to, so it must be one that can be sent."""

    def __call__(self, *, clock: Clock) -> Source: ...


def run(connection: Connection, *, opens: Opens, repeats: bool) -> None:
    """The whole life of the process."""
    # Ctrl-C reaches every process of the terminal, but only the keeper ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence()
    keeper = _KeeperLine(connection)
    keeper.say(Started())
    try:
        _work(keeper, opens=opens, repeats=repeats)
    except SourceError as failure:
        keeper.say(Failed(state=failure.state, note=cut(str(failure))))
    except BadInputError as failure:
        keeper.say(Failed(state=HealthState.LOST, note=cut(str(failure))))
    except Exception as failure:  # noqa: BLE001 - whatever a driver throws, the keeper is told
        note = cut(f"{type(failure).__name__}: {failure}")
        keeper.say(Failed(state=HealthState.LOST, note=note, is_fault=True))
    # A driver's own threads may never end, and nothing here is worth waiting for.
    os._exit(0)


def _silence() -> None:
    """What drivers write to the terminal is no help to a player."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    # The other processor is for finding tags.
    cv2.setNumThreads(1)


class _KeeperLine:
    """The pipe to the keeper; a thread listens, and ends the process when the keeper is gone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._admitted: Admitted | None = None
        self._arrived = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            self._admitted = self._connection.recv()
            self._arrived.set()
            self._connection.recv()
        except (EOFError, OSError):
            pass
        os._exit(0)

    def say(self, message: object) -> None:
        try:
            self._connection.send(message)
        except OSError:
            os._exit(0)

    def admitted(self) -> Admitted:
        """Wait to be admitted."""
        self._arrived.wait()
        assert self._admitted is not None
        return self._admitted


def _work(keeper: _KeeperLine, *, opens: Opens, repeats: bool) -> None:
    publisher: Publisher | None = None
    while True:
        with opens(clock=time.monotonic) as source:
            identity = source.identity
            if publisher is None:
                keeper.say(Opened(identity=_sent(identity)))
                admitted = keeper.admitted()
                ring = Ring.found(admitted.ring, width=admitted.width, height=admitted.height)
                publisher = Publisher(
                    ring,
                    clock=time.monotonic,
                    wake=lambda: keeper.say(None),
                    is_live=identity.is_live,
                    say=keeper.say,
                )
            for frame in source.frames():
                publisher.publish(frame)
        if identity.is_live:
            raise SourceError(f"{identity.name}: no more pictures come")
        if not repeats:
            keeper.say(Ended())
            threading.Event().wait()
        publisher.begin_again()


def _sent(identity: Identity) -> Identity:
    return Identity(
        name=cut(identity.name),
        id=cut(identity.id),
        width=identity.width,
        height=identity.height,
        is_live=identity.is_live,
        controls=identity.controls,
    )


class Publisher:
    """Puts frames into the ring with their time and measures; a video's when they are due."""

    def __init__(
        self,
        ring: Ring,
        *,
        clock: Clock,
        wake: Callable[[], None],
        is_live: bool,
        pause: Callable[[float], object] = time.sleep,
        say: Callable[[Said], object] = bool,
    ) -> None:
        self._ring = ring
        self._clock = clock
        self._wake = wake
        self._is_live = is_live
        self._pause = pause
        self._say = say
        self._said = Health()
        self._flicker = FlickerWatch()
        self._began = clock()
        self._last: tuple[Frame, Measures] | None = None
        self._changed_s = self._began
        self._memory_at = -MEMORY_EVERY_S
        self._base, self._base_s = 0, 0.0

    def publish(self, frame: Frame) -> None:
        """Pass it on at once, or when it is due."""
        if not self._is_live:
            self._wait_for(self._base_s + frame.seconds)
        now = self._clock() if frame.captured_s is None else frame.captured_s
        measures = measures_of(frame.grey)
        if self._last is None or measures.digest != self._last[1].digest:
            self._changed_s = now
        self._last = (frame, measures)
        self._put(frame, measures=measures, now=now)
        told = frame.told
        if self._is_live and told == Health():
            told = self._flicker.look(frame.grey)
        if told != self._said:
            self._said = told
            self._say(Said(state=told.state, note=cut(told.note)))

    def begin_again(self) -> None:
        """The source is at its beginning once more: numbers and times go on."""
        if self._last is not None:
            self._base += self._last[0].number + 1
            self._base_s += self._last[0].seconds + HOLD_S

    def _put(self, frame: Frame, *, measures: Measures, now: float) -> None:
        shifted = Frame(
            number=self._base + frame.number,
            seconds=self._base_s + frame.seconds,
            name=frame.name,
            grey=frame.grey,
            captured_s=now,
            jpeg=frame.jpeg,
        )
        is_awaited = self._ring.is_awaited
        self._ring.write(Published(frame=shifted, measures=measures, changed_s=self._changed_s))
        # One message at a time: messages that nobody reads would fill the pipe and stop this
        # process.
        if is_awaited:
            self._wake()
        if now - self._memory_at >= MEMORY_EVERY_S:
            self._ring.writer_bytes, self._memory_at = own_memory_bytes(), now

    def _wait_for(self, due_s: float) -> None:
        """Show the last picture until the next is due; a late one puts off all that follow."""
        while (left := self._began + due_s - self._clock()) > 0:
            self._pause(min(left, HOLD_S))
            if self._last is not None and left > HOLD_S:
                self._put(self._last[0], measures=self._last[1], now=self._clock())
        self._began -= left

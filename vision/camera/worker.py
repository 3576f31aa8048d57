"""Works inside the camera's process: opens the source and passes on the newest picture.

A driver may hang, crash or leak; then this process is ended and another one is started. It holds
no secret and keeps nothing. It ends by itself as soon as its keeper is gone.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Final, Protocol, cast

import cv2

from rules.table.bad_input import BadInputError
from rules.table.snapshot import Health, HealthState
from vision.camera.controls.flicker import FlickerWatch
from vision.camera.errands.errand import Errand
from vision.camera.errands.handing_on import HandingOn
from vision.camera.errands.letter import Letter
from vision.camera.health import Measures, measures_of
from vision.camera.messages import Admitted, Ended, ErrandLetter, Failed, Opened, Said, Started, cut
from vision.camera.ring import Published, Ring
from vision.camera.source import Clock, Frame, Identity, Source, SourceError, SparingSource

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
    _live(keeper, lambda: _work(keeper, opens=opens, repeats=repeats))


def _live(keeper: "_KeeperLine", work: Callable[[], None]) -> None:
    """The life of a thread, which says why it ends; the process ends with it."""
    try:
        work()
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
        self._saying = threading.Lock()
        self._admitted: SimpleQueue[Admitted] = SimpleQueue()
        self._told: SimpleQueue[ErrandLetter] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                match self._connection.recv():
                    case Admitted() as admitted:
                        self._admitted.put(admitted)
                    case ErrandLetter() as letter:
                        self._told.put(letter)
        except (EOFError, OSError):
            pass
        os._exit(0)

    def say(self, message: object) -> None:
        try:
            with self._saying:
                self._connection.send(message)
        except OSError:
            os._exit(0)

    def admitted(self) -> Admitted:
        """Wait to be admitted."""
        return self._admitted.get()

    def told(self) -> ErrandLetter:
        """Wait to be told what to make of the pictures."""
        return self._told.get()


def _work(keeper: _KeeperLine, *, opens: Opens, repeats: bool) -> None:
    begun: tuple[HandingOn, Publisher] | None = None
    while True:
        with opens(clock=time.monotonic) as source:
            identity = source.identity
            handing_on, publisher = begun = begun or _begun(keeper, identity)
            if isinstance(source, SparingSource):
                source.spare(handing_on.is_awaited)
            for frame in source.frames():
                publisher.publish(frame)
        if identity.is_live:
            raise SourceError(f"{identity.name}: no more pictures come")
        if not repeats:
            handing_on.finish()
            keeper.say(Ended())
            threading.Event().wait()
        publisher.begin_again()


def _begun(keeper: _KeeperLine, identity: Identity) -> "tuple[HandingOn, Publisher]":
    """Once the keeper has admitted this camera."""
    keeper.say(Opened(identity=_sent(identity)))
    admitted = keeper.admitted()
    ring = Ring.found(admitted.ring, width=admitted.width, height=admitted.height)
    handing_on = HandingOn(ring, wake=lambda: keeper.say(None))
    for work in (handing_on.run, partial(_heed, keeper, handing_on)):
        threading.Thread(target=_live, args=(keeper, work), daemon=True).start()
    publisher = Publisher(
        handing_on.put, clock=time.monotonic, is_live=identity.is_live, say=keeper.say
    )
    return handing_on, publisher


def _heed(keeper: _KeeperLine, handing_on: HandingOn) -> None:
    """Make ready for what the pictures are to be used for; they go on coming meanwhile."""
    while True:
        told = keeper.told()
        if not told.letter:
            handing_on.follow(told.errand, None)
            continue
        try:
            errand = cast("Errand", Letter.read(told.letter, size=told.size))
        except FileNotFoundError:
            # It was taken back: another one is on its way.
            continue
        turn = None if errand.place is None else errand.place.turn()
        handing_on.follow(told.errand, errand.finder(), turn=turn)


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
    """Gives frames their time and measures; a video's when they are due."""

    def __init__(
        self,
        put: Callable[[Published], None],
        *,
        clock: Clock,
        is_live: bool,
        pause: Callable[[float], object] = time.sleep,
        say: Callable[[Said], object] = bool,
    ) -> None:
        self._pass_on = put
        self._clock = clock
        self._is_live = is_live
        self._pause = pause
        self._say = say
        self._said = Health()
        self._flicker = FlickerWatch()
        self._began = clock()
        self._last: tuple[Frame, Measures] | None = None
        self._changed_s = self._began
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
        self._pass_on(Published(frame=shifted, measures=measures, changed_s=self._changed_s))

    def _wait_for(self, due_s: float) -> None:
        """Show the last picture until the next is due; a late one puts off all that follow."""
        while (left := self._began + due_s - self._clock()) > 0:
            self._pause(min(left, HOLD_S))
            if self._last is not None and left > HOLD_S:
                self._put(self._last[0], measures=self._last[1], now=self._clock())
        self._began -= left

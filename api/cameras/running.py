"""Runs one camera beside the server: a thread looks through it, and tells whoever waits.

The camera itself is in a process of its own, which its keeper starts anew when it hangs. Here no
one waits for it either: the latest look is always there to be read, from any thread.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from api.tables.camera import CameraTable
from api.tables.source import Listener, Listeners, Unsubscribe
from calibration.profile import CameraId
from rules.table.snapshot import Health, HealthState
from vision.camera.errands.errand import Errand
from vision.camera.keeper import CameraLook, Counts, Keeper
from vision.camera.opening import Opener
from vision.camera.source import Identity
from vision.camera.timeouts import Timeouts
from vision.camera.worker import Opens

LOG: Final = logging.getLogger("umpire")
LOOK_SECONDS: Final = 0.1
"""The longest between two looks: what a keeper needs to notice that its camera hangs."""
_OPENING: Final = CameraLook(
    health=Health(state=HealthState.LOST, note="the camera is being opened"),
    frame=None,
    age_s=None,
    counts=Counts(),
)

See = Callable[[CameraLook], Errand | None]
"""Takes a look, and says what the camera's process is to find in the pictures that follow."""
BUILDING_S: Final = 60.0
LATE_S: Final = 3.0
"""For the next picture of a camera that is late with it: a busy computer draws one so slowly."""


class CameraKeeper(Protocol):
    """What its thread asks of a `vision.camera.keeper.Keeper`."""

    @property
    def identity(self) -> Identity | None: ...

    def look(self) -> CameraLook: ...

    def follow(self, errand: Errand | None) -> None: ...

    def wait(self, most_s: float) -> None: ...

    def close(self) -> None: ...


Keep = Callable[[Opens, CameraId | None], CameraKeeper]


def kept_running(opens: Opens, expected: CameraId | None) -> CameraKeeper:
    """A keeper of what is to be opened."""
    # A made-up table is built before its first picture, which takes a busy computer a while.
    timeouts = Timeouts() if isinstance(opens, Opener) else Timeouts(open_s=BUILDING_S)
    return Keeper.of(opens, repeats=True, timeouts=timeouts, expected=expected)


def _not_seen(look: CameraLook) -> None:
    del look


class RunningCamera:
    """A camera that runs from when this is made until it is closed."""

    def __init__(self, keep: Callable[[], CameraKeeper], *, see: See = _not_seen) -> None:
        """`keep` is called, and `see` with each look, in the camera's own thread."""
        self.see = see
        self._keep = keep
        self._latest = _OPENING
        self._identity: Identity | None = None
        self._listeners = Listeners()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    @property
    def identity(self) -> Identity | None:
        """Which camera it is, once it has opened."""
        return self._identity

    @property
    def is_closed(self) -> bool:
        return self._stop.is_set()

    def latest(self) -> CameraLook:
        """The camera as it was a moment ago."""
        return self._latest

    def to_rule_from(self) -> CameraLook:
        """The latest look; where its picture is late, the next one, or what it is after a while."""
        came = threading.Event()
        unsubscribe = self.subscribe(came.set)
        until = time.monotonic() + LATE_S
        try:
            while (look := self._latest).health.state is HealthState.STALE:
                if self.is_closed or not came.wait(until - time.monotonic()):
                    break
                came.clear()
            return look
        finally:
            unsubscribe()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Call the listener, in the camera's thread, after each look."""
        return self._listeners.add(listener)

    def show(self, table: CameraTable) -> None:
        """Let it make this table from now on."""
        self.see = table.see

    def close(self) -> None:
        """Release the camera; a second call does nothing."""
        self._stop.set()
        self._listeners.tell()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        keeper = self._keep()
        try:
            while not self._stop.is_set():
                self._look(keeper)
        finally:
            keeper.close()

    def _look(self, keeper: CameraKeeper) -> None:
        try:
            look = keeper.look()
            self._identity = keeper.identity
        except Exception as failure:
            # A thread that ended would leave its last look standing as if it were current.
            LOG.error("the camera cannot be asked: %r", failure)  # noqa: TRY400
            LOG.debug("it happened here", exc_info=True)
            look = _lost(failure)
            self._stop.wait(LOOK_SECONDS)
        self._latest = look
        try:
            keeper.follow(self.see(look))
        except Exception as failure:
            # One bad picture must not end the camera.
            LOG.error("fault while looking at a picture: %r", failure)  # noqa: TRY400
            LOG.debug("it happened here", exc_info=True)
        self._listeners.tell()
        keeper.wait(LOOK_SECONDS)


class SideBySide(RunningCamera):
    """The first of several cameras over one table, with the others beside it."""

    def __init__(
        self,
        keep: Callable[[], CameraKeeper],
        *,
        others: Sequence[Callable[[], CameraKeeper]],
        see: See,
    ) -> None:
        super().__init__(keep, see=see)
        self._others = [RunningCamera(each) for each in others]

    def show(self, table: CameraTable) -> None:
        super().show(table)
        for index, other in enumerate(self._others, start=1):
            other.see = table.see_from(index)

    def close(self) -> None:
        for other in self._others:
            other.close()
        super().close()


def run_cameras(
    opens: Sequence[tuple[Opens, CameraId | None]], *, keep: Keep, see: See
) -> RunningCamera:
    """Open all of these; the first is the one that people look through."""
    first, *others = (partial(keep, each, expected) for each, expected in opens)
    return SideBySide(first, others=others, see=see) if others else RunningCamera(first, see=see)


def _lost(failure: Exception) -> CameraLook:
    note = f"the camera cannot be asked: {type(failure).__name__}; open it again"
    return replace(_OPENING, health=Health(state=HealthState.LOST, note=note))

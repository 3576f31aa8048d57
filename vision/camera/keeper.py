"""Keeps a camera running, and says how it is at this moment.

It is asked, and never waits: `look` takes the newest picture, notices what hangs, ended or changed,
and starts it again. All time comes from the clock that it is given, so a jump of the computer's
date means nothing. It belongs to one thread.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Self

from calibration.profile import CameraId, check_camera
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Health, HealthState
from vision.camera.errands.errand import Errand, Reader
from vision.camera.health import judge
from vision.camera.luma import is_usable
from vision.camera.messages import Ended, Failed, Message, Opened, Said, Started
from vision.camera.process import Launcher, Worker
from vision.camera.restarts import Restarts
from vision.camera.ring import Published
from vision.camera.source import Clock, Frame, Identity, SourceError
from vision.camera.timeouts import Timeouts
from vision.camera.worker import Opens

_OPENING: Final = Health(state=HealthState.LOST, note="the camera is being opened")
_FUTURE_S: Final = 0.1
"""A picture from farther ahead than this was timed by a clock that has jumped."""

_LATELY: Final = 0.02
"""The weight of one picture in the share of those that were lost: the last fifty count."""
_MANY_LOST: Final = 0.1
"""Above this share the player is told: it is felt as lag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What has happened since the keeper began."""

    frames: int = 0
    """Taken by whoever looks."""
    skipped: int = 0
    """Were there, but a newer one was when somebody looked."""
    lost: int = 0
    """Never arrived, or were damaged."""
    restarts: int = 0
    faults: int = 0
    """Processes that ended by themselves, were stopped, or needed too much memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLook:
    """The camera at one moment."""

    health: Health
    frame: Frame | None
    """The newest picture that there is, for people to see; it may be old, dark or frozen."""
    age_s: float | None
    counts: Counts = field(compare=False)
    can_follow: bool = False
    """Whether the camera's process looks at its pictures for whoever gives it an errand."""
    found: object | None = field(default=None, compare=False)
    """What it found in ``frame``; nothing before it has begun, and none without an errand."""

    @property
    def ruling_frame(self) -> Frame | None:
        """The picture to rule from: there is one only while the camera is live."""
        return self.frame if self.health.state is HealthState.LIVE else None


class Keeper:
    """One camera, in a process of its own."""

    def __init__(
        self,
        launch: Callable[[], Worker],
        *,
        clock: Clock = time.monotonic,
        timeouts: Timeouts | None = None,
        expected: CameraId | None = None,
    ) -> None:
        """``expected`` is the profile's camera; without one, the first that opens is kept to."""
        self._launch = launch
        self._clock = clock
        self._timeouts = timeouts or Timeouts()
        self._expected = expected
        self._restarts = Restarts(self._timeouts)
        self._worker: Worker | None = None
        self._identity: Identity | None = None
        self._since = self._retry_at = clock()
        self._has_started = self._is_admitted = False
        self._has_ended = self._is_closed = False
        self._trouble = _OPENING
        self._said = Health()
        self._newest: Published | None = None
        self._errand: Errand | None = None
        self._reader: Reader | None = None
        self._errands = 0
        """How often a process was told what to do, whichever process it was."""
        self._found: object | None = None
        self._base = self._next = self._turn = self._arrived = 0
        self._arrived_s = self._since
        """When the process last got a picture from its source, passed on or not."""
        self._asked_at = clock()
        self._lost_share = 0.0
        self._counts = Counts()

    @classmethod
    def of(
        cls,
        opens: Opens,
        *,
        repeats: bool = False,
        timeouts: Timeouts | None = None,
        expected: CameraId | None = None,
    ) -> Self:
        """A keeper of what ``opens`` opens, in a process of its own."""
        launch = Launcher(opens=opens, repeats=repeats)
        return cls(launch, timeouts=timeouts, expected=expected)

    @property
    def identity(self) -> Identity | None:
        """The camera that is running, or was last; None before the first one."""
        return self._identity

    @property
    def has_ended(self) -> bool:
        """Whether a video or a recording has come to its end; nothing will come any more."""
        return self._has_ended

    def look(self) -> CameraLook:
        """How the camera is now. Called at least ten times a second while it is to be kept."""
        now = self._clock()
        if not self._is_closed:
            self._attend(now)
        newest = self._newest
        age_s = None if newest is None else now - (newest.frame.captured_s or 0.0)
        frame = None if newest is None else newest.frame
        return CameraLook(
            health=self._health(now),
            frame=frame,
            age_s=age_s,
            counts=self._counts,
            can_follow=True,
            found=self._found,
        )

    def follow(self, errand: Errand | None) -> None:
        """What its process is to find in each picture from now on, also one that is started anew.

        None where nothing is to be found any more. The same errand again changes nothing.
        """
        if errand is self._errand:
            return
        self._errand, self._reader, self._found = errand, None, None
        if self._worker is not None and self._is_admitted:
            self._give_errand(self._worker, now=self._clock())

    def _give_errand(self, worker: Worker, *, now: float) -> None:
        self._errands += 1
        self._reader = None if self._errand is None else self._errand.reader()
        try:
            worker.follow(self._errands, self._errand)
        except SourceError as failure:
            self._retry(Health(state=failure.state, note=str(failure)), now=now)

    def wait(self, most_s: float) -> None:
        """Until there may be something new to look at, but no longer than this."""
        if self._worker is not None:
            self._worker.wait(most_s)
        else:
            time.sleep(min(most_s, max(0.0, self._retry_at - self._clock())))

    def close(self) -> None:
        """Release the camera; a second call does nothing."""
        self._is_closed = True
        self._end_worker(Health(state=HealthState.LOST, note="the camera is switched off"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _attend(self, now: float) -> None:
        if now < self._asked_at:
            # What was due at a time that has been set back would never happen.
            self._since = self._arrived_s = now
            self._retry_at = min(self._retry_at, now)
        self._asked_at = now
        worker = self._worker
        if worker is None:
            if now >= self._retry_at and not self._has_ended:
                self._begin(now)
            return
        # Asked before its last words are read, which would otherwise be missed.
        ending = worker.ending()
        for message in worker.messages():
            self._hear(message, worker=worker, now=now)
            if self._worker is not worker:
                return
        self._take(worker, now=now)
        if self._worker is not worker:
            return
        if ending is not None:
            self._fault(f"the camera's process {ending}", now=now)
        else:
            self._watch(worker, now=now)

    def _begin(self, now: float) -> None:
        self._has_started = self._is_admitted = False
        self._said = Health()
        self._since = now
        self._base, self._turn, self._arrived = self._next, 0, 0
        self._reader = None
        try:
            self._worker = self._launch()
        except OSError as failure:
            self._fault(f"no process can be started: {failure.strerror}", now=now)

    def _hear(self, message: Message, *, worker: Worker, now: float) -> None:
        match message:
            case Started():
                self._has_started, self._since = True, now
            case Opened(identity=identity):
                self._admit(worker, identity=identity, now=now)
            case Failed(state=state, note=note, is_fault=is_fault):
                if is_fault:
                    self._fault(note, now=now)
                else:
                    self._retry(Health(state=state, note=note), now=now)
            case Said(state=state, note=note):
                self._said = Health(state=state, note=note)
            case Ended():
                self._take(worker, now=now)
                self._has_ended = True
                self._end_worker(Health(state=HealthState.LOST, note="that was its last picture"))

    def _admit(self, worker: Worker, *, identity: Identity, now: float) -> None:
        used = identity.as_camera()
        try:
            if self._expected is not None:
                check_camera(self._expected, used)
        except BadInputError as failure:
            self._retry(Health(state=HealthState.WRONG_CAMERA, note=str(failure)), now=now)
            return
        if not is_usable(identity.width, identity.height):
            note = f"pictures of {identity.width} x {identity.height} cannot be used"
            self._retry(Health(state=HealthState.LOST, note=note), now=now)
            return
        try:
            worker.admit(identity)
        except SourceError as failure:
            self._retry(Health(state=failure.state, note=str(failure)), now=now)
            return
        # From now on no other is taken for it.
        self._expected = self._expected or used
        self._identity = identity
        self._is_admitted = True
        self._since = now
        if self._errand is not None:
            self._give_errand(worker, now=now)

    def _take(self, worker: Worker, *, now: float) -> None:
        newest = worker.newest(after=self._turn)
        if newest is None:
            return
        captured_s = newest.frame.captured_s
        if captured_s is None or captured_s > now + _FUTURE_S:
            self._retry(Health(state=HealthState.LOST, note="the clock has jumped"), now=now)
            return
        try:
            found = self._read(newest)
        except Exception as failure:  # noqa: BLE001 - it came from a process that may be damaged
            self._fault(f"the camera's process cannot be understood: {failure!r}", now=now)
            return
        number = self._base + newest.frame.number
        self._count(number, skipped=newest.turn - self._turn - 1)
        self._next, self._turn, self._since = number + 1, newest.turn, now
        self._restarts.succeeded()
        self._newest = replace(newest, frame=replace(newest.frame, number=number))
        self._found = found

    def _read(self, newest: Published) -> object | None:
        """What was found in it, unless that was for an errand of the past."""
        if newest.told is None or self._reader is None or newest.errand != self._errands:
            return None
        return self._reader(newest.told)

    def _count(self, number: int, *, skipped: int) -> None:
        """A picture that is shown again, as a video's are until the next one, is counted once."""
        missed = max(0, number - self._next)
        skipped = min(skipped, missed)
        lost = missed - skipped
        counts = self._counts
        self._counts = replace(
            counts,
            frames=counts.frames + (number >= self._next),
            skipped=counts.skipped + skipped,
            lost=counts.lost + lost,
        )
        come = missed - lost + 1
        for share, times in ((1.0, lost), (0.0, come)):
            kept = (1 - _LATELY) ** min(times, 1000)
            self._lost_share = self._lost_share * kept + share * (1 - kept)

    def _watch(self, worker: Worker, *, now: float) -> None:
        """End what takes too long or too much."""
        if worker.arrived != self._arrived:
            self._arrived, self._arrived_s = worker.arrived, now
        timeouts, waited = self._timeouts, now - max(self._since, self._arrived_s)
        if worker.memory_bytes > timeouts.most_memory_bytes:
            self._fault("the camera's driver needed too much memory", now=now)
        elif self._turn > 0 and now - self._since > timeouts.follow_s + self._limit_s():
            self._fault("the camera's process hangs over a picture", now=now)
        elif not self._has_started and waited > timeouts.start_s:
            self._fault(f"the camera's process did not start within {waited:.0f} s", now=now)
        elif self._has_started and waited > self._limit_s():
            has_pictures = self._turn > 0
            told = f"no picture for {waited:.1f} s" if has_pictures else "it does not open"
            note = f"{told}; trying again: look at the cable, or at the network"
            self._retry(Health(state=HealthState.LOST, note=note), now=now)
            # It has been waited for already.
            self._retry_at = min(self._retry_at, now + timeouts.first_pause_s)

    def _limit_s(self) -> float:
        timeouts = self._timeouts
        is_live = self._identity is not None and self._identity.is_live
        if not self._is_admitted:
            return timeouts.open_s
        reading_s = timeouts.read_s(is_live=is_live)
        return reading_s if self._turn > 0 else max(reading_s, timeouts.open_s)

    def _retry(self, trouble: Health, *, now: float) -> None:
        self._end_worker(trouble)
        self._retry_at = now + self._restarts.pause_s()
        self._counts = replace(self._counts, restarts=self._counts.restarts + 1)

    def _fault(self, note: str, *, now: float) -> None:
        self._counts = replace(self._counts, faults=self._counts.faults + 1)
        self._retry(Health(state=HealthState.LOST, note=note), now=now)
        pause_s = self._restarts.failed(now)
        if pause_s:
            self._retry_at = now + pause_s
            note = f"{note}; that was too often, the next try is in {pause_s:.0f} s"
            self._trouble = Health(state=HealthState.LOST, note=note)

    def _end_worker(self, trouble: Health) -> None:
        self._trouble = trouble
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def _health(self, now: float) -> Health:
        newest = self._newest
        if self._worker is None or newest is None or self._turn == 0:
            # Any pictures left come from a process that has ended.
            return self._trouble
        captured_s = newest.frame.captured_s or 0.0
        age_s = now - captured_s
        if not -_FUTURE_S <= age_s <= self._timeouts.stale_s:
            return Health(state=HealthState.STALE, note=f"the last picture is {age_s:.1f} s old")
        is_live = self._identity is not None and self._identity.is_live
        unchanged_s = captured_s - newest.changed_s if is_live else None
        judged = judge(newest.measures, unchanged_s=unchanged_s, settings=self._timeouts.health)
        if judged.state is HealthState.LIVE and self._said.state is not HealthState.LIVE:
            return self._said
        if judged.state is HealthState.LIVE and self._lost_share > _MANY_LOST:
            note = f"{self._lost_share:.0%} of the pictures are lost on their way"
            return Health(state=HealthState.LIVE, note=note)
        return self._said if judged == Health() else judged

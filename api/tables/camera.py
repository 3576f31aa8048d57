"""A table that a camera sees: each picture becomes a snapshot, with the terrain that people drew.

What the camera cannot tell comes from people: areas that were drawn or changed by hand, and whether
the ground is locked. They are kept as a table of terrain without pieces.
"""

import math
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from api.tables.arrivals import Arrivals, CameraNews
from api.tables.hand import Edit, HandTable
from api.tables.held import HeldTable
from api.tables.source import Listener, Listeners, Unsubscribe
from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from rules.table.roster import Roster
from rules.table.snapshot import Health, HealthState, PieceState, Snapshot, Terrain
from rules.table.units import Seconds
from vision.at_rest import at_rest
from vision.camera.errands.errand import Errand
from vision.camera.keeper import CameraLook
from vision.camera.source import Frame
from vision.fusion.follower import table_frame
from vision.fusion.one_look import OneLook
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.locating.located import Located
from vision.locating.tag_layout import TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.seen_now import located_of, tags_of
from vision.sighting import Floats
from vision.tracking.papers import PaperEvent
from vision.tracking.track import SettledMove

MOST_KEPT: Final = 200
"""Moves and what happened to papers; a battle's own events are in its file."""
_NUMBERS: Final = re.compile(r"[0-9.]+")
"""The part of a note that grows with each look, as the age of a picture does."""
_IN_VIEW: Final = frozenset({PieceState.SEEN, PieceState.MOVING})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenHappening:
    """A move that counted, or what became of a card or a marker, in the order they were seen."""

    number: int
    seconds: float
    """On the camera's clock."""
    what: PaperEvent | tuple[str, SettledMove]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenTable:
    """The table as the last look left it, with the picture that it was taken from."""

    live: LiveTable
    frame: Frame | None
    snapshot: Snapshot


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraShot:
    """What one camera showed of a table when it was as it is."""

    name: str
    """Empty where there is one camera only."""
    frame: Frame
    profile: CalibrationProfile
    sees: frozenset[str]
    """The pieces that it sees, where there are several cameras."""


class CameraTable:
    """The table under a camera. `see` belongs to the camera's thread, the rest to anybody."""

    def __init__(
        self,
        eyes: Pipeline | SeveralCameras,
        *,
        ground: HandTable,
        first: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Snapshots are numbered after `first`; `clock` is the one of the pictures."""
        self._eyes = eyes
        self.ground = ground
        self._clock = clock
        self._numbers = count(first + 1)
        self._overdue: tuple[Snapshot, Snapshot] | None = None
        """The last that was seen, and the same as one from which nothing may be ruled."""
        self._guard = threading.Lock()
        self._listeners = Listeners()
        self._frame_number = -1
        self._happened: deque[SeenHappening] = deque(maxlen=MOST_KEPT)
        self._told = 0
        self._apply_lock(ground.held())
        self._frame_s = -math.inf
        self._frames: dict[int, Frame] = {}
        """The latest of each of several cameras."""
        self._arrivals = Arrivals()
        live = eyes.at(clock())
        self._seen = SeenTable(live=live, frame=None, snapshot=self._snapshot(live))

    @property
    def profile(self) -> CalibrationProfile:
        """Of the camera whose picture is shown."""
        eyes = self._eyes
        return eyes.profile_of(eyes.lead) if isinstance(eyes, SeveralCameras) else eyes.profile

    @property
    def tag_layout(self) -> TagLayout | None:
        """Of the battle that is followed; None for a table without one."""
        eyes = self._eyes
        return eyes.tag_layout if isinstance(eyes, SeveralCameras) else eyes.tracker.tag_layout

    def tags_in_view(self) -> list[Floats]:
        """The corners of every tag in the picture that is shown, in its pixels."""
        eyes = self._eyes
        if isinstance(eyes, SeveralCameras):
            return eyes.leading.tags_in_view()
        return tags_of(located_of(eyes, self._seen.live))

    def at_rest(self) -> Located | None:
        """Everything in view, where one camera alone sees it and nothing of it moves."""
        with self._guard:
            eyes, live = self._eyes, self._seen.live
            return None if isinstance(eyes, SeveralCameras) else at_rest(eyes, live)

    def measure_by(self, eyes: Pipeline) -> None:
        """From the next picture on by another calibration of the same camera."""
        with self._guard:
            if isinstance(self._eyes, Pipeline):
                eyes.go_on_from(self._eyes)
                self._eyes = eyes

    def latest(self) -> Snapshot:
        """The table as the last look left it, or as stale where that is too long ago by now.

        The camera's thread may be held up, or the whole computer have slept: what was good then
        may not be ruled from now.
        """
        snapshot = self._seen.snapshot
        age_s = self._clock() - self._frame_s
        if age_s <= self._eyes.settings.stale_s or snapshot.health.state is not HealthState.LIVE:
            return snapshot
        overdue = self._overdue
        if overdue is None or overdue[0] is not snapshot:
            made = _unseen(snapshot, age_s=age_s, number=next(self._numbers))
            self._overdue = overdue = (snapshot, made)
        return overdue[1]

    def now(self) -> float:
        """On the clock of the pictures."""
        return self._clock()

    def seen(self) -> SeenTable:
        """The table with all that does not go into a snapshot."""
        return self._seen

    def views(self) -> tuple[CameraShot, ...]:
        """The picture of each camera that counts, first the one that is shown; none before any."""
        eyes = self._eyes
        with self._guard:
            seen, frames = self._seen, dict(self._frames)
        live = seen.live
        if not isinstance(eyes, SeveralCameras) or not isinstance(live, JoinedTable):
            if seen.frame is None:
                return ()
            view = CameraShot(name="", frame=seen.frame, profile=self.profile, sees=frozenset())
            return (view,)
        well = [index for index, state in enumerate(live.cameras) if state.is_well]
        return tuple(
            CameraShot(
                name=eyes.names[index],
                frame=frames[index],
                profile=eyes.profile_of(index),
                sees=frozenset(n for n, by in live.seen_by.items() if eyes.names[index] in by),
            )
            for index in sorted(well, key=lambda each: each != live.lead)
            if index in frames
        )

    def happened(self) -> tuple[SeenHappening, ...]:
        """The latest moves and what became of papers, the oldest first."""
        return tuple(self._happened)

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def takes(self, roster: Roster) -> bool:
        layout = self.tag_layout
        return layout is None or layout.has_most_of(roster)

    def see(self, look: CameraLook) -> Errand | None:
        """Take the camera's latest picture, or that none has come.

        Returns what the camera's process is to do, if it can, with those to come.
        """
        eyes = self._eyes
        if isinstance(eyes, SeveralCameras):
            return self._see_one_of(eyes, look, camera=0)
        frame = look.ruling_frame
        with self._guard:
            # Another calibration may have come while this waited.
            eyes, now = self._eyes, self._clock()
            assert isinstance(eyes, Pipeline)
            if frame is not None and frame.number != self._frame_number:
                self._frame_number = frame.number
                taken = table_frame(frame, now=now)
                live = eyes.step(taken)
                self._frame_s = taken.seconds
            else:
                frame = self._seen.frame
                live = eyes.at(now)
            self._keep_happenings(live, now=now)
            self._take(live.told_by(look.health), frame=frame)
        return None

    def see_from(self, camera: int) -> Callable[[CameraLook], Errand | None]:
        """The same for another one of several cameras, in that one's own thread."""

        def see(look: CameraLook) -> Errand | None:
            eyes = self._eyes
            assert isinstance(eyes, SeveralCameras)
            return self._see_one_of(eyes, look, camera=camera)

        return see

    def _see_one_of(self, eyes: SeveralCameras, look: CameraLook, *, camera: int) -> Errand:
        frame = look.ruling_frame
        seen = None if frame is None else self._shown(eyes, look, frame=frame, camera=camera)
        self._arrivals.add(CameraNews(camera=camera, health=look.health, frame=frame, seen=seen))
        with self._guard:
            self._join(eyes, now=self._clock())
            return eyes.errands[camera]

    def _join(self, eyes: SeveralCameras, *, now: float) -> None:
        """All that has arrived."""
        for one in self._arrivals.take():
            eyes.told(one.camera, one.health)
            if one.seen is not None and one.frame is not None and eyes.is_of_now(one.seen):
                self._frames[one.camera] = one.frame
                self._frame_s = max(self._frame_s, one.seen.sight.seconds)
                eyes.take(one.seen, now_s=now)
        if not eyes.is_due(now):
            return
        live = eyes.at(now)
        self._keep_happenings(live, now=now)
        self._take(live, frame=self._frames.get(live.lead))

    def _shown(
        self, eyes: SeveralCameras, look: CameraLook, *, frame: Frame, camera: int
    ) -> OneLook | None:
        """What a new picture of one camera shows by itself, found by its process or here."""
        before = self._frames.get(camera)
        if before is not None and frame.number == before.number:
            return None
        if look.can_follow:
            return look.found.told_by(look.health) if isinstance(look.found, OneLook) else None
        # Each camera is followed in its own thread; only joining waits for the others.
        taken = table_frame(frame, now=self._clock(), camera=eyes.names[camera])
        return eyes.look(camera, taken, keeper=look.health)

    def edit_ground(self, change: Edit) -> HeldTable:
        """Change the terrain that people drew; a complaint leaves it was."""
        with self._guard:
            held = self.ground.edit(change)
            self._apply_lock(held)
            self._take(self._seen.live, frame=self._seen.frame)
        return held

    def _apply_lock(self, held: HeldTable) -> None:
        if held.locked:
            self._eyes.ground.lock()
        else:
            self._eyes.ground.unlock()

    def _take(self, live: LiveTable, *, frame: Frame | None) -> None:
        before = self._seen.snapshot
        snapshot = self._snapshot(live)
        is_news = _content(snapshot) != _content(before)
        self._seen = SeenTable(live=live, frame=frame, snapshot=snapshot)
        if is_news:
            self._listeners.tell()

    def _snapshot(self, live: LiveTable) -> Snapshot:
        drawn = self.ground.latest().terrain
        number = next(self._numbers)
        found = replace(live.snapshot, number=number, health=live.health.for_rules())
        if not drawn:
            return found
        try:
            return replace(found, terrain=_overlaid(found.terrain, drawn))
        except BadInputError:
            # A template has the same name as a piece; what the camera sees is the safer choice.
            return found

    def _keep_happenings(self, live: LiveTable, *, now: float) -> None:
        new: tuple[PaperEvent | tuple[str, SettledMove], ...] = (*live.moves, *live.papers)
        for what in new:
            self._told += 1
            self._happened.append(SeenHappening(number=self._told, seconds=now, what=what))


def _unseen(snapshot: Snapshot, *, age_s: float, number: int) -> Snapshot:
    """The same so long after its picture was taken, with nothing looked at since."""
    note = f"the newest picture that was looked at is {age_s:.1f} s old"
    health = Health(state=HealthState.STALE, note=note)
    pieces = tuple(
        replace(
            piece,
            age=Seconds(piece.age + age_s),
            state=PieceState.HIDDEN if piece.state in _IN_VIEW else piece.state,
        )
        for piece in snapshot.pieces
    )
    return replace(snapshot, pieces=pieces, health=health, number=number)


def _overlaid(found: tuple[Terrain, ...], drawn: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """What people drew stands in place of a template that has the same name."""
    named = {each.id for each in drawn}
    return (*(each for each in found if each.id not in named), *drawn)


def _content(snapshot: Snapshot) -> tuple[object, ...]:
    """What makes a snapshot worth telling: ages alone, which grow with each look, do not."""
    pieces = tuple(
        (piece.id, piece.state, piece.face, None if _is_aging(piece.state) else piece.pose)
        for piece in snapshot.pieces
    )
    note = _NUMBERS.sub("", snapshot.health.note)
    return (pieces, snapshot.terrain, snapshot.health.state, note)


def _is_aging(state: PieceState) -> bool:
    """Whether the error of its last place grows all the time."""
    return state is PieceState.HIDDEN

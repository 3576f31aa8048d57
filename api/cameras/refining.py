"""Refines the calibration of the camera in play by the pieces that rest, at quiet moments.

Everything is solved anew from the photographs that the table was measured from, with the anchors as
they are seen now in place of the last one: a drift so far is in it, and is followed from there on.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from api.battles.session import Session
from api.cameras.open_camera import DeskDoor
from api.errors import UserError
from rules.table.bad_input import BadInputError

if TYPE_CHECKING:
    from api.calibrated.table import TableDone
    from api.cameras.desk import CameraDesk
    from api.cameras.kept_photographs import KeptPhotographs
    from api.cameras.table_step import TableStep
    from api.kit.kit_file import PrintedKit
    from api.tables.camera import CameraTable
    from calibration.profile import CalibrationProfile
    from vision.at_rest import RestingView
    from vision.camera.source import Frame
    from vision.locating.tag_layout import TagLayout
    from vision.pipeline import LiveTable, Pipeline
    from vision.sighting import Grey

LOG: Final = logging.getLogger("umpire")
EVERY_S: Final = 5.0
LEAST: Final = 8
"""Pieces that have come to rest somewhere since the last time; fewer tell too little."""
PICTURES: Final = 8
_PATIENCE_S: Final = 3.0
AGAIN_S: Final = 30.0
"""Between two tries: each takes a second or two of a processor."""
_WORTH_IT: Final = 0.9
"""Share of the error that may be left: what is worth less is neither told nor done."""
_ELSEWHERE_IN: Final = 0.25
_CONTRADICTED: Final = 2.0
"""Standard errors from which on pieces would lie where the calibration cannot have them."""

Places = dict[str, tuple[float, float]]
"""Which piece rests where, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Moment:
    """A camera over a table at rest, and what there is to solve it from."""

    table: "CameraTable"
    layout: "TagLayout"
    places: Places
    view: "RestingView"
    kept: "KeptPhotographs"
    kit: "PrintedKit"
    step: "TableStep | None"
    """Where the camera was measured, and what that had come to when this began."""
    before: "TableDone | None"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Refined:
    """A calibration that is better than the one in use, and eyes that measure by it."""

    moment: _Moment
    done: "TableDone"
    eyes: "Pipeline"
    seen_s: float
    """When the last picture was taken that these eyes have seen."""


class Refining:
    """Looks at one camera again and again. Nothing is refined of several over one table."""

    def __init__(self, *, least: int = LEAST, again_s: float = AGAIN_S) -> None:
        """`least` are the pieces that have to have come to rest since the last time; after
        something was in the way it is tried again so much later.
        """
        self._least, self._again_s = least, again_s
        self._used: Places = {}
        self._table: CameraTable | None = None
        self._next_s = 0.0

    def found(self, desk: "CameraDesk") -> Refined | None:
        """A better calibration, if so many pieces are at rest anew; it may take some seconds."""
        table = self._seen_by_one(desk)
        if table is None or time.monotonic() < self._next_s:
            return None
        places = _places_at_rest(table.seen().live)
        if len(_elsewhere(places, self._used)) < self._least:
            return None
        self._next_s = time.monotonic() + self._again_s
        moment = _moment(desk, table=table, places=places)
        if moment is None:
            return None
        done = _solved(desk, moment)
        if done is None:
            self._used = places
            return None
        return _with_eyes(desk, moment, done=done)

    def _seen_by_one(self, desk: "CameraDesk") -> "CameraTable | None":
        """The table in play, if one camera alone sees it."""
        from api.tables.camera import CameraTable

        table = desk.table.current
        if not isinstance(table, CameraTable) or desk.aside.cameras:
            self._table = None
            return None
        if table is not self._table:
            self._table, self._used, self._next_s = table, {}, 0.0
        return table

    def apply(self, refined: Refined, *, desk: "CameraDesk") -> bool:
        """Measure by it from the next picture on, unless anything has changed meanwhile."""
        moment = refined.moment
        table, step = moment.table, moment.step
        is_now = table.now() - refined.seen_s < refined.eyes.settings.stale_s / 2
        is_same = _is_same(_places_at_rest(table.seen().live), moment.places)
        if desk.table.current is not table or not is_now or not is_same:
            return False
        if desk.table_step is not step:
            return False
        if step is not None and not step.take_up(refined.done, before=moment.before):
            return False
        table.measure_by(refined.eyes)
        self._used = moment.places
        LOG.info("%s", refined.done.profile.refined)
        return True


def keep_refined(refined: Refined, *, desk: "CameraDesk") -> None:
    """On the disk, unless the camera was measured anew meanwhile."""
    moment = refined.moment
    with desk.guard:
        is_newest = moment.step is None or moment.step.done is refined.done
        if desk.table.current is moment.table and desk.table_step is moment.step and is_newest:
            desk.kept.keep_profile(refined.done.profile)


class RefiningDesk:
    """Refines between rulings: never while anybody is asked anything, or disputes a ruling."""

    def __init__(
        self,
        door: DeskDoor,
        *,
        opened: Callable[[], Sequence[Session]],
        refining: Refining | None = None,
    ) -> None:
        """`opened` are the battles that are open, in whatever state."""
        self._door, self._opened = door, opened
        self._refining = Refining() if refining is None else refining

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.look()
            except Exception as failure:
                # The camera goes on as it was calibrated.
                LOG.error("the calibration cannot be refined: %r", failure)  # noqa: TRY400
                LOG.debug("it happened here", exc_info=True)

    async def look(self) -> bool:
        """Refine if now is a moment for it; whether it did."""
        desk = self._door.made
        if desk is None or not self._is_quiet():
            return False
        found = await asyncio.to_thread(self._refining.found, desk)
        # From here to the end of `apply` no command is heard.
        if found is None or not self._is_quiet() or not self._refining.apply(found, desk=desk):
            return False
        await asyncio.to_thread(keep_refined, found, desk=desk)
        return True

    def _is_quiet(self) -> bool:
        """A battle that is moved by hand on a table of its own has no camera."""
        return not any(is_at_work(each) for each in self._opened() if each.by_hand is None)


def is_at_work(session: Session) -> bool:
    """Whether a battle waits for an answer, a dispute or a ruling that is being made."""
    battle = session.battle
    return session.is_busy or bool(battle.pending) or any(e.is_open for e in battle.disputes)


def _places_at_rest(live: "LiveTable") -> Places:
    """None while anything moves."""
    from vision.at_rest import is_at_rest

    if not is_at_rest(live):
        return {}
    pieces = live.snapshot.pieces
    return {each.id: (each.pose.x, each.pose.y) for each in pieces if each.pose is not None}


def _elsewhere(places: Places, before: Places) -> list[str]:
    """The pieces that have come to rest somewhere else than before."""
    return [
        name
        for name, at in places.items()
        if name not in before or math.dist(at, before[name]) > _ELSEWHERE_IN
    ]


def _is_same(places: Places, before: Places) -> bool:
    return places.keys() == before.keys() and not _elsewhere(places, before)


def _moment(desk: "CameraDesk", *, table: "CameraTable", places: Places) -> _Moment | None:
    """None where the camera in play was not measured here, or something was in the way."""
    from vision.at_rest import resting_view

    profile, kit, layout, step = table.profile, desk.kit, table.tag_layout, desk.table_step
    before = None if step is None else step.done
    kept, measured = desk.kept.photographs(profile.camera), desk.kept.profile(profile.camera)
    if kept is None or kit is None or layout is None or measured is None:
        return None
    if measured.history != profile.history or profile.calibrated.is_placed_by_others:
        return None
    rest, pictures = table.at_rest(), _pictures(desk)
    is_same = _is_same(_places_at_rest(table.seen().live), places)
    if rest is None or len(pictures) < PICTURES or not is_same:
        return None
    view = resting_view(
        pictures,
        rest,
        tag_layout=layout,
        dictionary=profile.dictionary,
        lens=profile.calibrated.model.lens,
        flatness=profile.calibrated.flatness,
    )
    if len(view.anchors) < len(kept.photos[-1].tags):
        return None
    return _Moment(
        table=table,
        layout=layout,
        places=places,
        view=view,
        kept=kept,
        kit=kit.printed,
        step=step,
        before=before,
    )


def _pictures(desk: "CameraDesk") -> "list[Grey]":
    """The next pictures, as many as are averaged; fewer where the camera is too slow."""
    found = []
    for frame in _frames(desk):
        found.append(frame.grey)
        if len(found) == PICTURES:
            break
    return found


def _frames(desk: "CameraDesk") -> "Iterator[Frame]":
    """Pictures as they come, while anybody has the patience."""
    number, until = -1, time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        running = desk.running
        frame = None if running is None else running.latest().ruling_frame
        if frame is not None and frame.number != number:
            number = frame.number
            yield frame
        time.sleep(0.01)


def _solved(desk: "CameraDesk", moment: _Moment) -> "TableDone | None":
    """None where it is not worth it."""
    from api.cameras.table_step import TableStep
    from calibration.error_map import usual_95

    used = moment.table.profile
    try:
        step = TableStep.resumed(moment.kept, kit=moment.kit)
        done = step.rested(moment.view, camera=used.camera, lens=desk.lens_profile())
    except (BadInputError, UserError) as complaint:
        LOG.debug("the calibration is not refined: %s", complaint)
        return None
    before, after = (usual_95(each.calibrated, table=used.table) for each in (used, done.profile))
    if after > _WORTH_IT * before or not _agrees(done, used=used, view=moment.view):
        return None
    return _beside(done, within_95_in=(before, after))


def _beside(done: "TableDone", *, within_95_in: tuple[float, float]) -> "TableDone":
    """With what it was worth beside the calibration in use."""
    *history, last = done.profile.history
    history.append(replace(last, within_95_in=within_95_in))
    return replace(done, profile=replace(done.profile, history=tuple(history)))


def _with_eyes(desk: "CameraDesk", moment: _Moment, *, done: "TableDone") -> Refined | None:
    """Once all has come to rest for the new eyes, too; None where that takes too long."""
    from vision.fusion.follower import table_frame
    from vision.pipeline import Pipeline

    profile = done.profile
    eyes = Pipeline(profile, tag_layout=moment.layout, news=profile.refined)
    for frame in _frames(desk):
        taken = table_frame(frame, now=moment.table.now())
        if _is_same(_places_at_rest(eyes.step(taken)), moment.places):
            return Refined(moment=moment, done=done, eyes=eyes, seen_s=taken.seconds)
    return None


def _agrees(done: "TableDone", *, used: "CalibrationProfile", view: "RestingView") -> bool:
    """Whether no anchor lay elsewhere, and all pieces are where the one in use may have them."""
    import numpy as np

    from calibration.error import joint_covariance

    if done.fit.displaced:
        return False
    before, after = used.calibrated, done.profile.calibrated
    seen = np.array([tag.seen.corners.mean(axis=0) for s in view.sheets for tag in s.tags])
    heights = np.array([s.height for s in view.sheets for _ in s.tags])
    old, new = (each.model.places(seen, height=heights) for each in (before, after))
    told = joint_covariance(before, np.column_stack([old, heights])).diagonal().mean()
    off = float(((old - new) ** 2).mean())
    return off <= _CONTRADICTED**2 * float(told)

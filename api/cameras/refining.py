"""Refines the calibration of the camera in play by the pieces that rest, at quiet moments.

Everything is solved anew from the photographs that the table was measured from, with the anchors as
they are seen now in place of the last one: a drift so far is in it, and is followed from there on.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.battles.session import Session
from api.cameras.open_camera import DeskDoor
from api.errors import UserError
from rules.table.bad_input import BadInputError

if TYPE_CHECKING:
    from api.calibrated.table import TableDone
    from api.cameras.desk import CameraDesk
    from api.tables.camera import CameraTable
    from vision.at_rest import RestingView
    from vision.camera.source import Frame
    from vision.locating.located import Located
    from vision.pipeline import Pipeline

LOG: Final = logging.getLogger("umpire")
EVERY_S: Final = 5.0
LEAST: Final = 8
"""Pieces that have come to rest somewhere since the last time; fewer tell too little."""
PICTURES: Final = 8
_PATIENCE_S: Final = 3.0
_WORTH_IT: Final = 0.9
"""Share of the error that may be left: what is worth less is neither told nor done."""
_NEAR_IN: Final = 0.25
_CONTRADICTED: Final = 2.0
"""Standard errors from which on pieces would lie where the calibration cannot have them."""

Places = frozenset[tuple[str, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Refined:
    """A calibration that is better than the one in use, and what it was found from."""

    table: "CameraTable"
    done: "TableDone"
    eyes: "Pipeline"
    places: Places


class Refining:
    """Looks at one camera again and again. Nothing is refined of several over one table."""

    def __init__(self, *, least: int = LEAST) -> None:
        """`least` are the pieces that have to have come to rest since the last time."""
        self._least = least
        self._used: Places = frozenset()
        self._table: CameraTable | None = None

    def found(self, desk: "CameraDesk") -> Refined | None:
        """A better calibration, if so many pieces are at rest anew; it may take some seconds."""
        from api.tables.camera import CameraTable
        from vision.fusion.follower import table_frame
        from vision.pipeline import Pipeline

        table = desk.table.current
        if not isinstance(table, CameraTable) or desk.aside.cameras:
            return None
        if table is not self._table:
            self._table, self._used = table, frozenset()
        places = _places_at_rest(table)
        if len(places - self._used) < self._least:
            return None
        rest, pictures = table.at_rest(), _pictures(desk)
        if rest is None or len(pictures) < PICTURES or _places_at_rest(table) != places:
            return None
        self._used = places
        found = _solved(desk, table=table, rest=rest, pictures=pictures)
        if found is None:
            return None
        eyes = Pipeline(found.profile, tag_layout=table.tag_layout)
        for each in pictures:
            # What rests has come to rest before anybody measures by it.
            eyes.step(table_frame(each, now=table.now()))
        return Refined(table=table, done=found, eyes=eyes, places=places)

    def apply(self, refined: Refined, *, desk: "CameraDesk") -> bool:
        """Measure by it from the next picture on, unless something has moved meanwhile."""
        is_used = desk.table.current is refined.table
        if not is_used or _places_at_rest(refined.table) != refined.places:
            return False
        if desk.table_step is not None:
            desk.table_step.done = refined.done
        refined.table.measure_by(refined.eyes)
        LOG.info("%s", refined.done.profile.refined)
        return True


class RefiningDesk:
    """Refines between rulings: never while anybody is asked anything, or disputes a ruling."""

    def __init__(
        self, door: DeskDoor, *, opened: Callable[[], Sequence[Session]], least: int = LEAST
    ) -> None:
        """`opened` are the battles that are open, in whatever state."""
        self._door, self._opened = door, opened
        self._refining = Refining(least=least)

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
        await asyncio.to_thread(desk.kept.keep_profile, found.done.profile)
        return True

    def _is_quiet(self) -> bool:
        return not any(is_at_work(each) for each in self._opened())


def is_at_work(session: Session) -> bool:
    """Whether a battle waits for an answer, a dispute or a ruling that is being made."""
    battle = session.battle
    return session.is_busy or bool(battle.pending) or any(e.is_open for e in battle.disputes)


def _places_at_rest(table: "CameraTable") -> Places:
    """Which pieces rest where, roughly; none while anything moves."""
    from vision.at_rest import is_at_rest

    live = table.seen().live
    if not is_at_rest(live):
        return frozenset()
    return frozenset(
        (each.id, round(each.pose.x / _NEAR_IN), round(each.pose.y / _NEAR_IN))
        for each in live.snapshot.pieces
        if each.pose is not None
    )


def _pictures(desk: "CameraDesk") -> "list[Frame]":
    """The next pictures, as many as are averaged; fewer where the camera is too slow."""
    found: dict[int, Frame] = {}
    until = time.monotonic() + _PATIENCE_S
    while len(found) < PICTURES and time.monotonic() < until:
        running = desk.running
        frame = None if running is None else running.latest().ruling_frame
        if frame is not None:
            found[frame.number] = frame
        time.sleep(0.01)
    return list(found.values())


def _solved(
    desk: "CameraDesk", *, table: "CameraTable", rest: "Located", pictures: "list[Frame]"
) -> "TableDone | None":
    from api.cameras.table_step import TableStep
    from vision.at_rest import resting_view

    profile, kit, battle = table.profile, desk.kit, table.tag_layout
    kept = desk.kept.photographs(profile.camera)
    if kept is None or kit is None or battle is None:
        return None
    view = resting_view(
        [each.grey for each in pictures],
        rest,
        tag_layout=battle,
        dictionary=profile.dictionary,
        lens=profile.calibrated.model.lens,
        flatness=profile.calibrated.flatness,
    )
    if len(view.anchors) < len(kept.photos[-1].tags):
        return None
    try:
        step = TableStep.resumed(kept, kit=kit.printed)
        done = step.rested(view, camera=profile.camera, lens=desk.lens_profile())
    except (BadInputError, UserError) as complaint:
        LOG.debug("the calibration is not refined: %s", complaint)
        return None
    return done if _is_better(done, than=table, view=view) else None


def _is_better(done: "TableDone", *, than: "CameraTable", view: "RestingView") -> bool:
    """Whether it is worth it, and has all pieces where the calibration in use may have them."""
    import numpy as np

    from calibration.error import joint_covariance
    from calibration.error_map import usual_95

    before, after, size = than.profile.calibrated, done.profile.calibrated, than.profile.table
    usual = usual_95(before, table=size)
    if done.fit.displaced or usual_95(after, table=size) > _WORTH_IT * usual:
        return False
    seen = np.array([tag.seen.corners.mean(axis=0) for s in view.sheets for tag in s.tags])
    heights = np.array([s.height for s in view.sheets for _ in s.tags])
    old, new = (each.model.places(seen, height=heights) for each in (before, after))
    told = joint_covariance(before, np.column_stack([old, heights])).diagonal().mean()
    off = float(((old - new) ** 2).mean())
    return off <= _CONTRADICTED**2 * float(told)

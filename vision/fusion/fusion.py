"""Joins what several cameras see into one table, moment by moment.

It has no thread and no clock of its own: whoever has the cameras gives it each picture's sight, and
asks for the table at any time. What is wrong with one camera never stops the others.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from calibration.anchors import Calibrated
from calibration.several.loosened import recalibrated
from calibration.several.placed_by_others import anchor_squares
from calibration.several.rig import rig_of
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Health, HealthState, SharedError, TableSize
from vision.fusion.cameras import CameraState, JoinedCamera, Standing
from vision.fusion.clocks import Delays
from vision.fusion.fused import Fused
from vision.fusion.look_round import LookRound
from vision.fusion.looks import FusedBook
from vision.fusion.places import AgreedPlaces, kept_of
from vision.fusion.resting import Rested, RestFits, is_news, is_surer
from vision.fusion.righting import Righting
from vision.fusion.settings import FUSION, FusionSettings
from vision.fusion.sight import CameraSight, TagSight
from vision.fusion.suspect import suspect_of
from vision.locating.place_error import Care
from vision.locating.tag_layout import TagLayout
from vision.tracking.settings import DEFAULTS, TrackingSettings

_EMPTY: Final = TagLayout(pieces=(), anchors={}, anchor_size=1.0, class_sizes={})  # type: ignore[arg-type]
_UNPLACED: Final = Health(
    state=HealthState.MOVED, note="others place it, and none that sees the anchors is there"
)


class Fusion:
    """Several cameras over one table."""

    def __init__(
        self,
        calibrated: Sequence[Calibrated],
        *,
        names: Sequence[str],
        table: TableSize,
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
        settings: FusionSettings = FUSION,
        tracking: TrackingSettings = DEFAULTS,
    ) -> None:
        self.settings = settings
        self._calibrated = list(calibrated)
        layout = _EMPTY if tag_layout is None else tag_layout
        rig = rig_of(calibrated, names=names)
        self._as_calibrated = rig
        self._fits = RestFits(
            rig=rig,
            tag_layout=layout,
            care=Care() if care is None else care,
            table=table,
            anchors=anchor_squares(calibrated[0]),
        )
        self._cameras = [JoinedCamera(name=name, settings=settings) for name in names]
        self._delays = Delays(len(names), settings=settings)
        self._agreed = AgreedPlaces(len(names), settings=settings)
        self._book = FusedBook(layout, settings=tracking)
        self._righting = Righting(calibrated, rig=rig, settings=settings)
        self._kept: list[dict[int, TagSight]] = [{} for _ in names]
        self._rested: Rested | None = None
        self._tried: list[dict[int, TagSight]] = [{} for _ in names]
        """What the last fit was made of, whether it was accepted or not."""
        self._no_news: list[dict[int, TagSight]] = []
        """What was kept when it was no news."""
        self._used: tuple[int, ...] = ()
        self._new: set[int] = set()
        self._solved_s = self._fitted_s = -math.inf
        self._news_s = 0.0
        """When a fit last said anything else than that it is surer."""
        self._bad: Rested | None = None
        self._bad_s: float | None = None
        self._good_s: float | None = None
        self._locked = ""
        self.fits = 0
        """How many fits of all pieces at rest there were."""

    def take(self, sight: CameraSight, *, now_s: float) -> None:
        """The next picture of one camera, and when it arrived."""
        camera = self._cameras[sight.camera]
        is_new = sight.seconds > camera.news_s
        camera.heard(sight, now_s=now_s)
        self._agreed.compare(sight)
        if is_new:
            self._new.add(sight.camera)

    def taken_s(self, sight: CameraSight) -> float:
        """When its picture was taken, on the first camera's clock."""
        return sight.seconds - self._delays.of(sight.camera).seconds

    def told(self, camera: int, health: Health) -> bool:
        """What the keeper of a camera says of it; whether that is new."""
        before, self._cameras[camera].told = self._cameras[camera].told, health
        return before != health

    def calibrated(self, camera: int) -> Calibrated:
        """How a camera is calibrated now, after it may have been put right."""
        return self._calibrated[camera]

    def at(self, now_s: float) -> Fused:
        """The table at this moment; there always is one."""
        states = self._judge(now_s)
        used = tuple(index for index, state in enumerate(states) if state.is_well)
        self._kept = kept_of(self._kept, cameras=self._cameras, used=used, agreed=self._agreed)
        self._solve(now_s, used=used)
        self._used = used
        moment = LookRound(
            now_s=now_s,
            sights={
                camera: sight
                for camera in used
                if (sight := self._cameras[camera].latest) is not None
            },
            new=self._new & set(used),
            rested=self._rested,
            agreed=self._agreed,
            delays=self._delays,
            rig=self._fits.rig,
            is_in_doubt=self._bad_s is not None,
        )
        moves = self._book.look(moment)
        self._new = set()
        health = self._health(states, now_s=now_s)
        return Fused(
            seconds=now_s,
            pieces=tuple(self._book.pieces.values()),
            confirmed=self._book.confirmed(),
            health=health,
            cameras=states,
            shared=SharedError() if self._rested is None else self._rested.shared,
            moves=tuple(moves) if health.state is HealthState.LIVE else (),
            righted=self._right(now_s, used=used),
        )

    # --- the cameras -----------------------------------------------------------------------------

    def _judge(self, now_s: float) -> tuple[CameraState, ...]:
        for index, camera in enumerate(self._cameras):
            shifted = self._agreed.shifted(
                index, cameras=self._cameras, used=self._used, delays=self._delays
            )
            if shifted and camera.bumped_s is None:
                camera.bumped_s = now_s
            elif shifted is False:
                camera.bumped_s = None
        states = tuple(
            CameraState(
                name=state.name,
                standing=state.standing,
                health=state.health,
                delay_s=self._delays.of(index).seconds,
                delay_sigma_s=self._delays.of(index).sigma,
            )
            for index, state in enumerate(camera.judge(now_s) for camera in self._cameras)
        )
        stands = [not each.is_placed_by_others for each in self._calibrated]
        if any(state.is_well and own for state, own in zip(states, stands, strict=True)):
            return states
        # What others place stands nowhere without them.
        return tuple(
            replace(state, standing=Standing.LEFT_OUT, health=_UNPLACED) if state.is_well else state
            for state in states
        )

    def _health(self, states: Sequence[CameraState], *, now_s: float) -> Health:
        """Of all together: live as long as one camera is well, and none contradicts another."""
        self._lock(now_s)
        well = [state for state in states if state.is_well]
        if not well:
            worst = states[0].health
            notes = "; ".join(f"{state.name}: {state.health.note}" for state in states)
            return Health(state=worst.state, note=notes)
        if self._locked:
            return Health(state=HealthState.MOVED, note=self._locked)
        told = [
            f"{state.name} is left out: {state.health.note}"
            for state in states
            if not state.is_well
        ]
        told += [f"{state.name}: {state.health.note}" for state in well if state.health.note]
        return Health(note="; ".join(told))

    def _lock(self, now_s: float) -> None:
        if self._bad is not None and self._bad_s is not None:
            if not self._locked and now_s - self._bad_s >= self.settings.disagreeing_s:
                who = suspect_of(
                    self._bad,
                    fits=self._fits,
                    cameras=self._cameras,
                    agreed=self._agreed,
                    used=self._used,
                    limit=self.settings.disagreeing_sigmas,
                )
                self._locked = (
                    f"the cameras do not agree on where the pieces are: suspect is {who}; "
                    "calibrate it again, or close it"
                )
        elif self._good_s is not None and now_s - self._good_s >= self.settings.well_s:
            self._locked = ""

    # --- pieces at rest --------------------------------------------------------------------------

    def _solve(self, now_s: float, *, used: tuple[int, ...]) -> None:
        """Join anew what rests, if anything has changed about it or it is time."""
        since = now_s - self._solved_s
        is_due = since >= (
            self.settings.solve_s if self._bad_s is None else self.settings.solve_soon_s
        )
        if not is_due and since < self.settings.busy_s:
            return
        is_news = used != self._used or self._is_news()
        is_other = is_news or (
            is_due
            and now_s - self._fitted_s >= self._refining_s()
            and is_surer(self._kept, self._tried)
        )
        if not is_due and not is_other:
            return
        if is_due and not is_other and self._rested is not None and self._bad_s is None:
            self._solved_s, self._good_s = now_s, self._good_s or now_s
            return
        if self._agreed.is_pending(self._cameras, used=used, delays=self._delays):
            return
        rested = self._fit(self._kept, used=used, tied=bool(self._fits.rig.loose))
        self._solved_s = self._fitted_s = now_s
        if is_news:
            self._news_s = now_s
        self._tried = [dict(each) for each in self._kept]
        if rested is None:
            return
        if rested.contradiction is not None:
            self._bad, self._good_s = rested, None
            self._bad_s = now_s if self._bad_s is None else self._bad_s
            return
        self._bad = self._bad_s = None
        self._good_s = now_s if self._good_s is None else self._good_s
        self._rested = rested
        self._agreed.agree(self._kept, used=used)
        for index in used:
            sight = self._cameras[index].latest
            if sight is not None:
                self._agreed.compare(sight)

    def _refining_s(self) -> float:
        """For how long the last fit is sure enough, where nothing but more pictures come."""
        rested_s, settings = self._fitted_s - self._news_s, self.settings
        return min(max(settings.refine_s, rested_s), settings.refine_most_s)

    def _is_news(self) -> bool:
        """Compared once with what the last fit was made of: most pictures show the same."""
        if self._kept == self._no_news:
            return False
        found = is_news(self._kept, self._tried, old=self._no_news)
        self._no_news = [] if found else [dict(each) for each in self._kept]
        return found

    def _fit(
        self, kept: Sequence[dict[int, TagSight]], *, used: Sequence[int], tied: bool
    ) -> Rested | None:
        """Tied by the anchors that are seen now, too, where a calibration no longer does."""
        anchors = []
        if tied:
            sights = [self._cameras[index].latest for index in range(len(kept))]
            anchors = [
                () if sight is None or index not in used else sight.anchors
                for index, sight in enumerate(sights)
            ]
        self.fits += 1
        try:
            return self._fits.solve(kept, anchors=anchors, limit=self.settings.disagreeing_sigmas)
        except BadInputError:
            # Of a camera that looks elsewhere a tag may lie above its horizon.
            return None

    # --- a camera that was bumped ----------------------------------------------------------------

    def _right(self, now_s: float, *, used: tuple[int, ...]) -> tuple[int, ...]:
        """Put bumped cameras right from what the others know."""
        righted = []
        for index, camera in enumerate(self._cameras):
            if index in used or self._rested is None or not used or self._bad_s is not None:
                continue
            found = self._righting.tried(
                index,
                camera=camera,
                others=[self._cameras[other] for other in used],
                fits=self._fits,
                rested=self._rested,
                kept=self._kept,
                now_s=now_s,
            )
            if found is None:
                continue
            sight = camera.latest
            assert sight is not None
            self._fits = found.fits
            tags = {n: tag for n, tag in sight.tags.items() if tag.is_resting}
            kept = [tags if at == index else dict(each) for at, each in enumerate(self._kept)]
            rested = self._fit(kept, used=(*used, index), tied=True)
            if rested is None or rested.contradiction is not None:
                self._fits = found.before
                continue
            self._calibrated[index] = recalibrated(
                self._righting.original[index],
                before=self._as_calibrated.cameras[index],
                fitted=rested.fit.rig,
                camera=index,
            )
            self._agreed.forget(index)
            camera.bumped_s, camera.righted = None, found.says
            righted.append(index)
        return tuple(righted)

"""Holds the one camera that is open, its set-up, and whether the table is seen through it."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from api.cameras.choices import CameraChoice, Kind, choices
from api.cameras.kept import KeptSetup
from api.cameras.lens_step import LensStep
from api.cameras.practice import PHOTOGRAPHS, PracticeStage
from api.cameras.roster_check import RosterCheck
from api.cameras.running import Keep, RunningCamera, kept_running, run_cameras
from api.cameras.table_step import TableStep
from api.cameras.together.kept_cameras import KeptCameras
from api.cameras.together.opening import DeskOpening, Size
from api.cameras.together.set_aside import MeasuredCamera, SetAside, check_used
from api.cameras.together.sources import CameraSources
from api.errors import ExitCode, NoPictureError, UserError
from api.kit.kit_in_use import KitInUse
from api.phones.room import PhoneRoom
from api.tables.camera import CameraTable
from api.tables.drawn_sheet import SheetTable
from api.tables.hand import HandTable
from api.tables.switch import SwitchedTable
from calibration.print_scale import BAR
from calibration.profile import CalibrationProfile, CameraId, LensProfile
from rules.table.snapshot import Snapshot, Terrain
from vision.camera.keeper import CameraLook
from vision.camera.opening import Opener
from vision.camera.source import Frame
from vision.camera.worker import Opens
from vision.fusion.several import SeveralCameras
from vision.locating.placed_beside import PlacedBeside
from vision.locating.tag_layout import TagLayout
from vision.pipeline import Pipeline
from vision.sheets.plan import SheetPlan

NO_CAMERA: Final = "no camera is open: choose one first"
NO_ROSTER: Final = "no roster is chosen: its kit says which anchors and tags there are"


class CameraDesk:
    """All that is done with cameras on one server. Its methods may wait; for any thread."""

    def __init__(
        self,
        table: SwitchedTable,
        *,
        folder: Path,
        given: Sequence[str] = (),
        keep: Keep = kept_running,
        found: Callable[[Sequence[str]], tuple[CameraChoice, ...]] = choices,
        phones: PhoneRoom | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`folder` keeps profiles and recordings; `given` are the sources typed at the start."""
        self.table = table
        self.kept = KeptSetup(folder=folder)
        self.choice: CameraChoice | None = None
        self.running: RunningCamera | None = None
        self.kit: KitInUse | None = None
        self.lens: LensStep | None = None
        self.table_step: TableStep | None = None
        self.check: RosterCheck | None = None
        self.sources = CameraSources(
            given=tuple(given), recordings=folder / "recordings", found=found, phones=phones
        )
        self.keep, self._clock = keep, clock
        self.aside, self._phones = SetAside(), phones
        self.kept_cameras = KeptCameras(folder)
        self._size: Size | None = None
        self._expected: CameraId | None = None
        self._calibrated: CameraId | None = None
        """As what it is to be held: as when the table was measured."""
        self._known: CameraId | None = None
        """Which camera it was before it was opened again."""
        self.guard = threading.RLock()
        self._step: Callable[[Frame], None] | None = None
        self._stepped, self._is_begun = -1, False
        """Which picture a step has had; whether the open camera's table was not played on yet."""
        self._ground: HandTable | None = None

    # --- the camera --------------------------------------------------------------------------

    def choices(self) -> tuple[CameraChoice, ...]:
        """The cameras that may be opened."""
        return self.sources.choices([each.choice for each in self.aside.cameras])

    def take(self, text: str) -> CameraChoice:
        """A stream's address, or a file of the folder of recordings, among the cameras from now on.

        What is typed again is the same camera. A UserError says what there is to type.
        """
        with self.guard:
            source = self.sources.take(text)
            return next(each for each in self.choices() if each.source == source)

    def open(self, choice: CameraChoice, *, size: Size | None = None) -> None:
        """Open this camera instead of the one that was open; it need not be there yet."""
        with self.guard:
            if choice.kind is Kind.PRACTICE:
                self.require_kit()
            self._close_open()
            self.aside.take_out(choice.id)
            self.choice, self._size, self._known, self._is_begun = choice, size, None, True
            self._expected, self._calibrated = None, self.kept.camera()
            self._run(PracticeStage.GAME)

    def open_table(
        self,
        choice: CameraChoice,
        eyes: Pipeline | SeveralCameras,
        *,
        opens: Opens | None = None,
        beside: Sequence[tuple[Opens, CameraId]] = (),
        terrain: tuple[Terrain, ...] = (),
    ) -> CameraTable:
        """Open a camera and those `beside` it, whose table was measured; no other is let in."""
        with self.guard:
            self.close()
            self.choice, self._size, self._known = choice, None, None
            self._expected = eyes.profile.camera
            opens = opens or Opener(text=choice.source, calibrated=self._expected)
            every = [(opens, self._expected), *beside]
            self.running = run_cameras(every, keep=self.keep, see=self._see)
            return self.play_on(eyes, terrain=terrain)

    def close(self) -> None:
        """Release all cameras; the table is moved by hand again."""
        with self.guard:
            self._close_open()
            self.aside.close()

    def _close_open(self) -> None:
        self.kept_cameras.stop()
        self.leave_table()
        self._stop()
        self.choice = self.lens = self.table_step = self.check = None

    def set_aside(self) -> None:
        """Keep the measured camera running, and set another one up over the same table."""
        with self.guard:
            known, profile, choice = self.camera(), self._profile(), self.choice
            check_used(profile, known)
            self.aside.check_room()
            self.leave_table()
            self._show_game()
            if choice is not None and (running := self.running) is not None:
                self.aside.keep(MeasuredCamera(choice=choice, profile=profile, running=running))
            self.running = None
            self._close_open()

    def camera(self) -> CameraId:
        """Which camera it is; a NoPictureError as long as it has not opened."""
        running = self._require_running()
        if (identity := running.identity) is not None:
            self._known = identity.as_camera()
        if self._known is None:
            raise NoPictureError(running.latest().health.note)
        return self._known

    def frame(self, *, may_rule: bool = False) -> Frame:
        """The newest picture; a NoPictureError says why there is none."""
        running = self._require_running()
        look = running.to_rule_from() if may_rule else running.latest()
        frame = look.ruling_frame if may_rule else look.frame
        if frame is None:
            raise NoPictureError(look.health.note or "no picture has come yet")
        return frame

    # --- setting it up -----------------------------------------------------------------------

    def choose_kit(self, kit: KitInUse) -> None:
        """From now on this is the army that is set up; what was measured stays on the disk."""
        with self.guard:
            self.leave_table()
            self.kept.keep_roster(kit)
            self.kit = kit
            self._step = None
            self.lens = self.table_step = self.check = None

    def require_kit(self) -> KitInUse:
        if self.kit is None:
            raise UserError(NO_ROSTER, ExitCode.USAGE)
        return self.kit

    def start_lens(self) -> LensStep:
        """Begin to look for the lens board, with the camera held as it settles now."""
        with self.guard:
            self._require_running()
            self.lens = LensStep(kit=self.require_kit().printed)
            held, self._calibrated = self._calibrated, None
            (self._run if held and held.controls else self._show)(PracticeStage.LENS)
            self._step = self.lens.see
            return self.lens

    def finish_lens(self) -> None:
        """Solve and keep the lens."""
        if self.lens is None:
            raise UserError("no lens is being measured: start that first", ExitCode.USAGE)
        done = self.lens.solve(self.camera())
        self._step = None
        self.kept.keep_lens(done.profile)
        self._calibrated = self.kept.camera()

    def lens_profile(self) -> LensProfile | None:
        """The lens of the open camera, if it was ever measured."""
        if self.lens is not None and self.lens.done is not None:
            return self.lens.done.profile
        return self.kept.lens_of(self.camera())

    def start_table(self) -> TableStep:
        """Begin to photograph the anchors."""
        with self.guard:
            self._require_running()
            drawn = self.choice is not None and self.choice.kind is Kind.PRACTICE
            # What is drawn and never printed is true to size.
            self.table_step = TableStep(
                kit=self.require_kit().printed, bar_in=BAR if drawn else None
            )
            self._step = None
            self._show(PracticeStage.ANCHORS)
            return self.table_step

    def photograph(self) -> None:
        """Take what the camera sees now."""
        with self.guard:
            step = self._require_table_step()
            step.take(self.frame(may_rule=True), lens=self.lens_profile())
            if step.count < PHOTOGRAPHS:
                self._show(PracticeStage.ANCHORS, photograph=step.count)

    def solve_table(self) -> None:
        """Solve and keep the profile."""
        step = self._require_table_step()
        done = step.solve(self.camera(), lens=self.lens_profile())
        self.kept.keep_profile(done.profile)
        self.kept.keep_photographs(step.kept(), camera=done.profile.camera)
        self._calibrated = self.kept.camera()

    def place_by_others(self) -> PlacedBeside:
        """Place the open camera by what it shares with those that are measured already."""
        with self.guard:
            lens, battle = self.lens_profile(), self.require_kit().battle
            grey = self.frame(may_rule=True).grey
            found = self.aside.placed(grey, lens=lens, battle=battle)
            self.kept.keep_profile(found.profile)
            self.table_step = None
            return found

    def camera_moved(self) -> None:
        """Measure by one photograph where the camera stands now; the anchors lie where they lay."""
        with self.guard:
            step = self.table_step
            if step is None or step.count == 0:
                kept = self.kept.photographs(self.camera() if self.aside.cameras else None)
                step = TableStep.resumed(kept, kit=self.require_kit().printed)
            was_used = isinstance(self.table.current, CameraTable)
            step.take(self.frame(may_rule=True), lens=self.lens_profile())
            self.table_step = step
        self.solve_table()
        if was_used:
            self.use_table()

    def start_check(self) -> RosterCheck:
        """Begin to tick off the tags of the army."""
        with self.guard:
            self._require_running()
            kit = self.require_kit()
            self.check = RosterCheck(kit.battle, dictionary=kit.printed.dictionary)
            self._show_game(PracticeStage.CHECK)
            self._step = self.check.see
            return self.check

    # --- the table ---------------------------------------------------------------------------

    def use_table(self) -> CameraTable:
        """From now on the table in play is what this camera sees."""
        profile = self._profile()
        kit = self.kit or self.kept.kit()
        check_used(profile, self.camera(), kit=kit)
        battle = None if kit is None else kit.battle
        with self.guard:
            self.kit = kit
            self._show_game()
            return self.play_on(self.aside.eyes(profile, opened=self.choice, battle=battle))

    def play_on(
        self, eyes: Pipeline | SeveralCameras, *, terrain: tuple[Terrain, ...] = ()
    ) -> CameraTable:
        """Let the open camera's pictures become the table.

        The terrain is what lies there until people have drawn their own.
        """
        with self.guard:
            self.leave_table()
            first = Snapshot(table=eyes.profile.table, terrain=terrain)
            self._ground = self.kept.ground_table(first)
            number = self.table.latest().number
            seen = CameraTable(eyes, ground=self._ground, first=number, clock=self._clock)
            self.aside.show(seen, opened=self._require_running())
            self._step, self._is_begun = None, False
            self.table.switch(seen)
            return seen

    def watch_sheet(self, plan: SheetPlan, *, battle: TagLayout) -> SheetTable:
        """Let the open camera tell who lies on a sheet, by the sheet's own tags alone."""
        with self.guard:
            running = self._require_running()
            self.leave_table()
            number = self.table.latest().number
            seen = SheetTable(plan, battle=battle, first=number + 1)
            running.see = seen.see
            self._step = None
            self.table.switch(seen)
            return seen

    @property
    def sees_sheet(self) -> bool:
        """Whether the table in play is a sheet under the camera."""
        return isinstance(self.table.current, SheetTable)

    def leave_table(self) -> None:
        """Back to the table that is moved by hand, if it is not already."""
        with self.guard:
            if self.running is not None:
                self.running.see = self._see
            self.aside.leave()
            by_hand = self.table.by_hand
            if by_hand is not None and self.table.current is not by_hand:
                self.table.switch(by_hand)
            if self._ground is not None:
                self._ground.close()
                self._ground = None

    def _profile(self) -> CalibrationProfile:
        step = self.table_step
        found = self.kept_profile() if step is None or step.done is None else step.done.profile
        if found is None:
            raise UserError("the table is not measured yet: solve it first", ExitCode.USAGE)
        return found

    def kept_profile(self) -> CalibrationProfile | None:
        """What was measured with the open camera; else the last one, where none is set aside."""
        try:
            own = self.kept.profile(self.camera())
        except UserError:
            own = None
        return own if own or self.aside.cameras else self.kept.profile()

    def _require_running(self) -> RunningCamera:
        if self.running is None:
            raise UserError(NO_CAMERA, ExitCode.USAGE)
        return self.running

    def _require_table_step(self) -> TableStep:
        if self.table_step is None:
            raise UserError("no table is being measured: start that first", ExitCode.USAGE)
        return self.table_step

    def _show_game(self, stage: PracticeStage = PracticeStage.GAME) -> None:
        step, last = self.table_step, self.kept.last_photograph(self._known)
        self._show(stage, photograph=last if step is None else max(0, step.count - 1))

    def _show(self, stage: PracticeStage, *, photograph: int = 0) -> None:
        """What the practice camera is to see; before a real one people lay it themselves."""
        if self.choice is not None and self.choice.kind is Kind.PRACTICE:
            self._run(stage, photograph=photograph)

    def _run(self, stage: PracticeStage, *, photograph: int = PHOTOGRAPHS - 1) -> None:
        self._stop()
        assert self.choice is not None
        opening = DeskOpening(
            keep=self.keep,
            phones=self._phones,
            see=self._see,
            expected=self._expected,
            calibrated=lambda: self._calibrated,
            size=self._size,
            drawn=self.kept.practice_table,
            is_begun=self._is_begun and not self.aside.cameras,
        )
        self.running = opening.camera(
            self.choice, stage=stage, photograph=photograph, kit=self.require_kit
        )

    def _stop(self) -> None:
        running, self.running = self.running, None
        self._step, self._stepped = None, -1
        if running is not None:
            running.close()

    def _see(self, look: CameraLook) -> None:
        """Hand each new picture to the step that is under way."""
        step, frame = self._step, look.ruling_frame
        if step is not None and frame is not None and frame.number != self._stepped:
            self._stepped = frame.number
            step(frame)

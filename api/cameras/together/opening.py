"""Opens the camera that was chosen: a phone, one to practise with, or any other source."""

from collections.abc import Callable
from dataclasses import dataclass

from api.cameras.choices import SECOND_PRACTICE, CameraChoice, Kind
from api.cameras.phone_choices import phone_keeper
from api.cameras.practice import PracticeStage, Practised
from api.cameras.running import Keep, RunningCamera, See, run_cameras
from api.kit.kit_in_use import KitInUse
from api.phones.room import PhoneRoom
from api.tables.practice_table import PracticeTable
from calibration.profile import CameraId
from vision.camera.opening import Opener
from vision.camera.worker import Opens

Size = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskOpening:
    """What a camera is opened with."""

    keep: Keep
    phones: PhoneRoom | None
    see: See
    expected: CameraId | None
    calibrated: Callable[[], CameraId | None]
    """As what it is to be held, whenever it is opened."""
    size: Size | None
    drawn: PracticeTable
    """Where pieces are put before the camera to practise with."""
    is_begun: bool = False
    """Whether its table is set up from the start, and no camera has seen it yet."""

    def camera(
        self,
        choice: CameraChoice,
        *,
        stage: PracticeStage,
        photograph: int,
        kit: Callable[[], KitInUse],
    ) -> RunningCamera:
        """The camera of this choice; one to practise with shows this stage of this kit."""
        if choice.kind is Kind.PHONE:
            keep = phone_keeper(
                self.phones, choice.source, expected=self.expected, calibrated=self.calibrated
            )
            return RunningCamera(keep, see=self.see)
        opens: Opens = Opener(text=choice.source, wanted=self.size, calibrated=self.calibrated())
        if choice.kind is Kind.PRACTICE:
            is_second = choice.id == SECOND_PRACTICE.id
            is_first = self.is_begun and not is_second
            if is_first and stage in {PracticeStage.LENS, PracticeStage.ANCHORS}:
                # Its table is cleared for the board and the anchors, and the army lined up anew.
                self.drawn.clear()
            opens = Practised(
                kit=kit().told,
                stage=stage,
                photograph=photograph,
                is_second=is_second,
                table=self.drawn,
            )
        return run_cameras([(opens, self.expected)], keep=self.keep, see=self.see)

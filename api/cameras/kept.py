"""Keeps what must outlive the evening: the lens, the table's profile, what it looks like empty and
the roster of the last set-up.

They lie in one folder beside the battles, under names of our own.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from api.cameras.kept_photographs import KeptPhotographs, kept_text, read_kept
from api.cameras.practice import PHOTOGRAPHS
from api.errors import ExitCode, UserError
from api.files.lock import InUseError
from api.files.new_folder import write_whole
from api.files.profile_file import read_lens, read_profile, write_lens, write_profile
from api.kit.kit_in_use import KitInUse, kit_in_use
from api.tables.hand import HandTable
from api.tables.practice_table import PracticeTable
from calibration.profile import CalibrationProfile, CameraId, LensProfile, check_camera
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize

if TYPE_CHECKING:
    from vision.footprints.empty_table import EmptyTable


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSetup:
    """A folder that may hold all of it, some of it, or nothing."""

    folder: Path

    def ground(self, size: str) -> Path:
        """Where the terrain lies that people drew on a table of this size."""
        return self.folder / f"ground-{size}.json"

    @property
    def practice_table(self) -> PracticeTable:
        """Where pieces were put on the table that is drawn."""
        return PracticeTable(file=self.folder / "practice-table.json")

    def keep_lens(self, lens: LensProfile) -> None:
        self.make_folder()
        write_lens(lens, place=self.folder / "lens.json", force=True)

    def ground_table(self, first: Snapshot) -> HandTable:
        """As the ground was last time on a table of this size: on another one it would lie
        elsewhere.
        """
        self.make_folder()
        size = f"{first.table.width:g}x{first.table.depth:g}"
        try:
            return HandTable(first, keep=self.ground(size))
        except InUseError:
            # Another umpire has it; this one draws its own, and does not keep it.
            return HandTable(first)

    def keep_profile(self, profile: CalibrationProfile) -> None:
        """As the last one, and as that of its camera: several may see one table."""
        self.make_folder()
        for name in ("profile", _named("profile", profile.camera)):
            write_profile(profile, place=self.folder / f"{name}.json", force=True)

    def keep_photographs(self, kept: KeptPhotographs, *, camera: CameraId) -> None:
        self.make_folder()
        for name in ("photographs", _named("photographs", camera)):
            place = self.folder / f"{name}.json"
            write_whole(kept_text(kept).encode(), place=place, force=True)

    def photographs(self, camera: CameraId | None = None) -> KeptPhotographs | None:
        """What the table was measured from last, by any camera or by this one; what cannot be read
        counts as none.
        """
        name = "photographs" if camera is None else _named("photographs", camera)
        place = self.folder / f"{name}.json"
        try:
            return read_kept(place.read_text(encoding="utf-8")) if place.exists() else None
        except (BadInputError, OSError, UnicodeDecodeError):
            return None

    def last_photograph(self, camera: CameraId | None) -> int:
        """Which of its places a camera to practise with took the last one from, counted from 0."""
        kept = self.photographs(camera)
        return PHOTOGRAPHS - 1 if kept is None else max(0, len(kept.photos) - 1)

    def keep_empty_table(self, picture: NDArray[np.uint8], *, profile: CalibrationProfile) -> None:
        """The table without terrain, with where the camera stood: it may stand elsewhere since."""
        import cv2

        self.make_folder()
        _, png = cv2.imencode(".png", picture)
        write_whole(png.tobytes(), place=self.folder / "empty-table.png", force=True)
        write_profile(profile, place=self.folder / "empty-table.json", force=True)

    def empty_table(self, table: TableSize) -> "EmptyTable | None":
        """As it was photographed last, if it is this table; what cannot be read counts as none."""
        import cv2

        from vision.footprints.empty_table import EmptyTable

        told, place = self.folder / "empty-table.json", self.folder / "empty-table.png"
        try:
            if not (told.exists() and place.exists()):
                return None
            profile, data = read_profile(str(told)), place.read_bytes()
        except (UserError, OSError):
            return None
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        size = (profile.camera.height, profile.camera.width)
        if picture is None or picture.shape[:2] != size or profile.table != table:
            return None
        pixels = np.asarray(picture, dtype=np.uint8)
        return EmptyTable(picture=pixels, camera=profile.calibrated.model)

    def keep_roster(self, kit: KitInUse) -> None:
        self.make_folder()
        write_whole(kit.text.encode(), place=self.folder / "roster.toml", force=True)

    def lens_of(self, camera: CameraId) -> LensProfile | None:
        """The lens that was measured last, if it is this camera's."""
        lens = self._lens()
        try:
            if lens is not None:
                check_camera(lens.camera, camera, what="lens")
        except BadInputError:
            return None
        return lens

    def _lens(self) -> LensProfile | None:
        place = self.folder / "lens.json"
        try:
            return read_lens(str(place)) if place.exists() else None
        except UserError:
            return None

    def profile(self, camera: CameraId | None = None) -> CalibrationProfile | None:
        """The table that was measured last, by any camera or by this one; one that cannot be read
        counts as none.
        """
        name = "profile" if camera is None else _named("profile", camera)
        place = self.folder / f"{name}.json"
        try:
            return read_profile(str(place)) if place.exists() else None
        except UserError:
            return None

    def camera(self) -> CameraId | None:
        """The camera that was measured last, with what was held of it then.

        Its lens decides, also of a table that was measured with another before.
        """
        lens, profile = self._lens(), self.profile()
        table = None if profile is None else profile.camera
        if lens is not None and lens.camera.controls and table in {None, lens.camera}:
            return lens.camera
        return table

    def kit(self) -> KitInUse | None:
        """The roster that was set up last; one that cannot be read counts as none."""
        place = self.folder / "roster.toml"
        try:
            if place.exists():
                return kit_in_use(place.read_text(encoding="utf-8"), name="the roster of last time")
        except (UserError, OSError, UnicodeDecodeError):
            pass
        return None

    def make_folder(self) -> None:
        """Made so that nobody else can look into it; a UserError says why it cannot be made."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as failure:
            reason = failure.strerror or str(failure)
            raise UserError(f"{self.folder}: cannot be made: {reason}", ExitCode.USAGE) from failure


def _named(what: str, camera: CameraId) -> str:
    """A file's name for what is of one camera."""
    return f"{what}-{sha256(str(camera).encode()).hexdigest()[:12]}"

"""First step of setting up a camera: somebody holds the lens board into its view."""

import threading
from typing import Any

from api.calibrated.lens import LensDone
from api.calibrating.board_watch import BoardWatch
from api.calibrating.lens import Views, printed_board, solved
from api.calibrating.lens_words import lens_sentences
from api.errors import ExitCode, UserError
from api.kit.kit_file import PrintedKit
from calibration.lens_board.coverage import COLUMNS, ENOUGH, ROWS
from calibration.profile import CameraId
from vision.board import view_of
from vision.camera.source import Frame
from vision.tags.tag_family import TagFamily


class LensStep:
    """The views so far. `see` belongs to the camera's thread, the rest to anybody."""

    def __init__(self, *, kit: PrintedKit) -> None:
        self._kit = kit
        self._board, self._family = printed_board(kit), TagFamily.of(kit.dictionary)
        self._watch = BoardWatch(board=kit.board)
        self._guard = threading.Lock()
        self._takes = False
        self._says = "hold the lens board into the view of the camera"
        self.done: LensDone | None = None

    def see(self, frame: Frame) -> None:
        """Keep the picture if it is sharp, still, and shows something new."""
        name = f"view at {frame.seconds:.1f} s"
        found = view_of(frame.grey, self._board, family=self._family, picture=name)
        with self._guard:
            watched = self._watch.look(frame, found, must_be_still=not self._takes)
            self._takes = False
            self._says = watched.says

    def take(self) -> None:
        """Keep the next picture also if the board is not held still."""
        with self._guard:
            self._takes = True

    def solve(self, camera: CameraId) -> LensDone:
        """The lens of all views so far; a UserError says what is missing."""
        with self._guard:
            if not self._watch.views:
                raise UserError(
                    "expected views of the lens board, got none yet: " + self._says,
                    ExitCode.CANNOT_SEE,
                )
            views = Views(
                camera=camera,
                seen=list(self._watch.views),
                sharpness=list(self._watch.sharpness),
            )
        done = solved(views, kit=self._kit)
        with self._guard:
            self.done = done
        return done

    def told(self) -> dict[str, Any]:
        """How far the set-up has come, and what to do next."""
        with self._guard:
            coverage, done = self._watch.coverage, self.done
            says = self._says
        return {
            "views": coverage.views,
            "enough_views": ENOUGH,
            "says": says,
            "next": coverage.next,
            "missing": list(coverage.missing),
            "is_enough": coverage.is_enough,
            "coverage": {"rows": ROWS, "columns": COLUMNS, "views": coverage.cells},
            "solved": None if done is None else lens_told(done),
        }


def lens_told(done: LensDone) -> dict[str, Any]:
    """A measured lens in numbers and sentences."""
    return {
        "views_used": len(done.fit.views),
        "rms_px": round(done.fit.rms, 3),
        "sentences": lens_sentences(done),
        "warnings": list(done.fit.warnings),
    }

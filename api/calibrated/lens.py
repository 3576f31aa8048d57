"""A measured lens: what it was measured from, and which views are still missing."""

from dataclasses import dataclass

from calibration.lens_board.board_problem import Chessboard
from calibration.lens_board.coverage import Coverage
from calibration.lens_board.lens_fit import LensFit
from calibration.profile import LensProfile
from calibration.seen import SeenBoard


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LensDone:
    """A measured lens, what it was measured from, and what is still missing."""

    profile: LensProfile
    fit: LensFit
    seen: tuple[SeenBoard, ...]
    """Every view with the board, the dropped ones included."""
    unusable: tuple[tuple[str, str], ...]
    """Pictures without the board, and why."""
    coverage: Coverage
    board: Chessboard

    @property
    def dropped(self) -> frozenset[str]:
        """The pictures that were left out as a whole."""
        return frozenset(each.picture for each in self.fit.dropped if each.corner is None)

    @property
    def kept(self) -> tuple[SeenBoard, ...]:
        """The views that the lens rests on."""
        return tuple(view for view in self.seen if view.picture not in self.dropped)

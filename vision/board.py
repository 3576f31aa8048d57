"""Finds the lens board in a picture: its inner corners, and how sharp they are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from vision.detector import Detector
from vision.fit.free import fit_corners
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

_LEAST_CORNERS: Final = 8
"""Inner corners below which a view says too little about a lens."""
_LEAST_TAGS: Final = 4
"""Tags that must agree before a board is called another one."""
_MISFIT: Final = 0.12
"""Share of a square by which the tags of the right board are off at most, lens included."""
_CLEAR: Final = 0.8
"""Share of the way from an inner corner to the next tag that the refinement looks at."""
_SIGMA_PX: Final = 0.06
"""Standard error of a refined corner in a sharp picture."""
_SIGMA_OF_BLUR: Final = 0.05
"""What each pixel of blur adds to it."""
_FOR_BLUR: Final = 6
"""Tags from which the blur is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedBoard:
    """A printed lens board: a chessboard whose upper left square is black, tags in the white."""

    columns: int
    rows: int
    square_in: float
    marker_in: float
    numbers: tuple[int, ...]
    """Of the tags, row by row from the upper left one."""

    def __post_init__(self) -> None:
        white = self.columns * self.rows // 2
        if min(self.columns, self.rows) < 3:
            got = f"{self.columns} x {self.rows}"
            raise BadInputError("board", expected="3 x 3 squares or more", got=got)
        if len(self.numbers) != white or len(set(self.numbers)) != white:
            expected = f"{white} different numbers, one for each white square"
            raise BadInputError("board.numbers", expected=expected, got=f"{len(self.numbers)}")
        if not 0 < self.marker_in < self.square_in:
            expected = f"above 0 and below the square's {self.square_in:g} in"
            raise BadInputError("board.marker_in", expected=expected, got=f"{self.marker_in:g}")

    @property
    def corners(self) -> int:
        """How many inner corners there are."""
        return (self.columns - 1) * (self.rows - 1)

    def tag_corners(self) -> dict[int, Floats]:
        """The corners of every tag (4 x 2 inches, x to the right, y down) from the upper left."""
        found: dict[int, Floats] = {}
        numbers = iter(self.numbers)
        half = self.marker_in / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        for row in range(self.rows):
            for column in range(self.columns):
                if (row + column) % 2:
                    middle = np.array([column + 0.5, row + 0.5]) * self.square_in
                    found[next(numbers)] = middle + square
        return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardView:
    """What a picture shows of the board."""

    seen: SeenBoard | None
    says: str
    """Why there is nothing to use, and what to do; empty where there is."""
    blur_px: float | None = None
    """Standard deviation of the blur, the view's sharpness; None without a tag."""


def view_of(
    grey: Grey, board: PrintedBoard, *, family: TagFamily, picture: str = "view"
) -> BoardView:
    """The inner corners that a picture shows, or why it cannot be used."""
    own = family.only(board.numbers)
    corners, numbers, tags = _detected(grey, board, family=own)
    if len(tags) < _LEAST_TAGS:
        return BoardView(seen=None, says=_why_nothing(grey, own, board=board, found=len(tags)))
    blur = _blur(grey, tags, family=own)
    other = _why_another(tags, board=board)
    if other:
        return BoardView(seen=None, says=other, blur_px=blur)
    if len(numbers) < _LEAST_CORNERS:
        says = (
            f"expected {_LEAST_CORNERS} or more inner corners of the board, got {len(numbers)} of "
            f"{board.corners}: show more of it, nearer and without glare"
        )
        return BoardView(seen=None, says=says, blur_px=blur)
    refined = _refined(grey, corners, board=board, tags=tags)
    seen = SeenBoard(
        picture=picture,
        width=grey.shape[1],
        height=grey.shape[0],
        numbers=tuple(numbers),
        points=refined,
        sigma=float(_SIGMA_PX + _SIGMA_OF_BLUR * blur),
    )
    return BoardView(seen=seen, says="", blur_px=blur)


def _detected(
    grey: Grey, board: PrintedBoard, *, family: TagFamily
) -> tuple[Floats, list[int], list[Sighting]]:
    """Inner corners, their numbers, and the tags, as OpenCV finds them."""
    places = {number: index for index, number in enumerate(family.numbers)}
    described = cv2.aruco.CharucoBoard(
        (board.columns, board.rows),
        board.square_in,
        board.marker_in,
        family.book,
        np.array([places[number] for number in board.numbers]),
    )
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    detector = cv2.aruco.CharucoDetector(described, cv2.aruco.CharucoParameters(), settings)
    # For nothing, 4.x and 5.x return None or an empty list, and their shapes differ, too.
    answer: Any = detector.detectBoard(grey)
    found, names, squares, ids = answer
    numbers = [] if names is None else [int(each) for each in np.asarray(names).reshape(-1)]
    points = np.asarray(found if numbers else [], dtype=np.float64).reshape(-1, 2)
    told = [] if ids is None else [int(each) for each in np.asarray(ids).reshape(-1)]
    tags = [
        Sighting(
            number=family.numbers[place],
            corners=np.asarray(square, dtype=np.float64).reshape(4, 2),
        )
        for place, square in zip(told, squares if told else [], strict=True)
    ]
    return points, numbers, tags


def _refined(
    grey: Grey, corners: Floats, *, board: PrintedBoard, tags: Sequence[Sighting]
) -> Floats:
    """Inner corners to a twentieth of a pixel; no tag comes into their windows."""
    side = float(np.median([tag.shortest_side_px for tag in tags]))
    room = side / board.marker_in * (board.square_in - board.marker_in) / 2
    half = int(np.clip(_CLEAR * room, 2, 11))
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-4)
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(grey, start.copy(), (half, half), (-1, -1), until)
    moved = np.asarray(found, dtype=np.float64).reshape(-1, 2)
    # A corner that moved so far has found something else.
    is_near = np.hypot(*(moved - corners).T) < half
    return np.where(is_near[:, None], moved, corners)


def _blur(grey: Grey, tags: Sequence[Sighting], *, family: TagFamily) -> float:
    """From the smallest tags: they are the farthest, and need the least time."""
    few = sorted(tags, key=lambda tag: tag.shortest_side_px)[:_FOR_BLUR]
    return fit_corners(grey, few, family=family).blur_px


def _why_nothing(grey: Grey, family: TagFamily, *, board: PrintedBoard, found: int) -> str:
    """What to do about a picture without the board."""
    mirrored = np.ascontiguousarray(grey[:, ::-1])
    if len(Detector(family).sightings(mirrored)) >= max(_LEAST_TAGS, 2 * found):
        return (
            "the picture is mirrored: switch mirroring off in the camera's own program or settings"
        )
    return (
        f"expected the lens board with the tags {min(board.numbers)} to {max(board.numbers)}, got "
        f"{found} of them: show the whole board, sharp and evenly lit"
    )


def _why_another(tags: Sequence[Sighting], *, board: PrintedBoard) -> str:
    """Which other board it must be, if the tags are not in their places; otherwise nothing."""
    if _misfit(tags, board=board) <= _MISFIT:
        return ""
    turned = replace(board, columns=board.rows, rows=board.columns, numbers=board.numbers)
    if _misfit(tags, board=turned) <= _MISFIT:
        return (
            f"expected a board of {board.columns} x {board.rows} squares, got one of "
            f"{board.rows} x {board.columns}: print the lens board of this kit"
        )
    return (
        f"expected the tags of a board of {board.columns} x {board.rows} squares at their places, "
        "got them elsewhere: print the lens board of this kit, and lay it flat"
    )


def _misfit(tags: Sequence[Sighting], *, board: PrintedBoard) -> float:
    """How far tags are from where the board has them, as a share of a square (median)."""
    places = board.tag_corners()
    known = [tag for tag in tags if tag.number in places]
    middles = np.array([places[tag.number].mean(axis=0) for tag in known])
    seen = np.array([tag.centre for tag in known])
    way, _ = cv2.findHomography(seen, middles, cv2.LMEDS)
    told: Any = way
    if told is None:
        return float("inf")
    met = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), told).reshape(-1, 2)
    return float(np.median(np.hypot(*(met - middles).T)) / board.square_in)

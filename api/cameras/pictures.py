"""Makes the pictures that the host sees of the camera: as they came, and with what was found drawn
in.
"""

from typing import Any, Final

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from api.drawing.canvas import Bytes, Colour, PhotoCanvas, bgr, writable
from api.drawing.palette import side_colours
from calibration.camera_model import CameraModel
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, PieceState, Snapshot

WIDEST: Final = 1280
"""Pixels; what a page shows of a camera is no wider."""
QUALITY: Final = 80
COARSE: Final = 96
"""Pixels across a picture in which no card can be read: some three to the inch of a table, where a
tag has eight cells to the inch."""
WHY_COARSE: Final = "blurred: a battle with hidden cards is played"
_GROUND: Final = bgr("#5d6d1e")
_STATES: Final[dict[PieceState, Colour]] = {
    PieceState.MOVING: bgr("#ffd400"),
    PieceState.HIDDEN: bgr("#9a9a9a"),
    PieceState.DECLARED: bgr("#9a9a9a"),
}
_ARC: Final = 8
"""Corners in each quarter of a circle."""
_LETTERS: Final = 0.5


def as_jpeg(picture: NDArray[Any], *, widest: int = WIDEST) -> bytes:
    """A picture as a file, not wider than that."""
    _, data = cv2.imencode(".jpg", _narrowed(picture, widest), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


def coarse(grey: Bytes) -> Bytes:
    """The same picture, with the camera's aim to be seen and no card to be read, and why."""
    tall, wide = grey.shape[:2]
    few = cv2.resize(_narrowed(grey, COARSE), (wide, tall), interpolation=cv2.INTER_LINEAR)
    found: Bytes = np.asarray(few, dtype=np.uint8)
    size, at = wide / 1000, (wide // 50, tall - tall // 30)
    for shade, thick in ((0, 4), (255, 1)):
        width = max(1, round(thick * size))
        cv2.putText(found, WHY_COARSE, at, cv2.FONT_HERSHEY_SIMPLEX, size, (shade,), width)
    return found


def annotated(grey: Bytes, *, snapshot: Snapshot, model: CameraModel) -> Bytes:
    """The picture with the outline and the name of each piece, and the terrain's outlines."""
    small = _narrowed(grey, WIDEST)
    pen = _Pen(small, model=model, times=small.shape[1] / grey.shape[1])
    for area in snapshot.terrain:
        pen.ring(np.array(area.outline, dtype=np.float64), colour=_GROUND, height=area.height)
    colours = side_colours(tuple(dict.fromkeys(piece.side for piece in snapshot.pieces)))
    for piece in snapshot.pieces:
        if piece.pose is not None:
            pen.piece(piece, colour=_STATES.get(piece.state, bgr(colours[piece.side])))
    return pen.canvas.image


def _narrowed(picture: NDArray[Any], widest: int) -> NDArray[np.uint8]:
    tall, wide = picture.shape[:2]
    if wide <= widest:
        return np.asarray(picture, dtype=np.uint8)
    size = (widest, max(1, round(tall * widest / wide)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


class _Pen:
    """Draws what lies on the table where the picture shows it."""

    def __init__(self, small: Bytes, *, model: CameraModel, times: float) -> None:
        self.canvas = PhotoCanvas(
            np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
        )
        self._model = model
        self._times = times

    def ring(self, spots: NDArray[np.float64], *, colour: Colour, height: float = 0.0) -> None:
        """A closed line through points of the table."""
        self.canvas.line(self._pixels(spots, height), colour=colour, width=2.0, closed=True)

    def piece(self, piece: Piece, *, colour: Colour) -> None:
        """Outline, front and name."""
        laid = place(piece)
        if laid.radius:
            edge = shapely.buffer(laid.core(), laid.radius, quad_segs=_ARC)
            self.ring(shapely.get_coordinates(edge)[:-1], colour=colour)
        else:
            self.ring(laid.corners, colour=colour)
        middle, front = self._pixels(np.stack([laid.centre, laid.front]), 0.0)
        self.canvas.line(np.stack([middle, front]), colour=colour, width=2.0)
        if not np.isfinite(middle).all() or np.abs(middle).max() > 2 * WIDEST:
            return
        at = (round(float(middle[0])) + 6, round(float(middle[1])) - 6)
        name = writable(piece.id)[:24]
        for ink, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(
                self.canvas.image,
                name,
                at,
                cv2.FONT_HERSHEY_SIMPLEX,
                _LETTERS,
                ink,
                width,
                cv2.LINE_AA,
            )

    def _pixels(self, spots: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        high = np.full((len(spots), 1), height)
        seen = self._model.pixels(np.concatenate([spots, high], axis=1))
        found: NDArray[np.float64] = (seen + 0.5) * self._times - 0.5
        return found

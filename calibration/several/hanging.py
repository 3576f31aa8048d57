"""Hangs a camera over a table so that all of the table is in its picture."""

from typing import Final

import numpy as np

from calibration.anchors import anchors_of
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Floats, Lens
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize

STEEPEST: Final = 60.0
"""Degrees off the vertical: a lower camera sees figures and no tags."""
_WITHIN: Final = 0.97
"""Share of the picture that has to hold the whole table."""
_UPRIGHT: Final = 1.0
"""Degrees off the vertical below which a camera hangs straight and may be turned by a quarter."""
_NEAREST, _FARTHEST, _AIMS = 0.2, 0.6, 17
"""Where a leaning camera may look, in shares of the table from its side."""
_HIGHEST: Final = 600.0
_HALVINGS: Final = 24


def looking(eye: Floats, *, table: TableSize) -> Stand:
    """A camera that looks at the table's middle, its picture's long side along the table's."""
    aim = np.array([table.width / 2, table.depth / 2, 0.0])
    return _stand(eye, aim=aim, is_wide=table.width >= table.depth)


def sees_all(lens: Lens, stand: Stand, *, table: TableSize) -> bool:
    """Whether the whole table is in its picture."""
    edge = np.array([(each.x, each.y, 0.0) for each in anchors_of(table)])
    size = np.array([lens.width, lens.height])
    off = np.abs(CameraModel(lens=lens, stand=stand).pixels(edge) - size / 2) / (size / 2)
    return bool(np.isfinite(off).all() and (off < _WITHIN).all())


def leaning(lens: Lens, *, table: TableSize, tilt_deg: float, height: float | None = None) -> Stand:
    """A camera on the south side, as near as it sees the whole table, or as high as is told.

    One that hangs straight has its picture's long side along the table's.
    """
    is_straight = tilt_deg < _UPRIGHT
    shares = (0.5,) if is_straight else np.linspace(_NEAREST, _FARTHEST, _AIMS).tolist()
    is_wide = table.width >= table.depth or not is_straight
    found: list[tuple[float, Stand]] = []
    for share in shares:
        aim = np.array([table.width / 2, table.depth * share, 0.0])
        tried = _Leaning(lens=lens, table=table, aim=aim, tilt_deg=tilt_deg, is_wide=is_wide)
        high = tried.least_height() if height is None else height
        if high is not None and tried.sees_all(high):
            found.append((_farthest(tried.stand(high), table=table), tried.stand(high)))
    if not found:
        where = f"{tilt_deg:g} degrees off the vertical"
        at = f" and {height:g} in high" if height is not None else ""
        raise BadInputError(
            "height",
            expected="room to see the whole table: hang it higher, or take a wider lens",
            got=f"{where}{at} over a table of {table.width:g} x {table.depth:g} in",
        )
    return min(found, key=lambda each: each[0])[1]


class _Leaning:
    """A camera with one lean that looks at one point of the table."""

    def __init__(
        self, *, lens: Lens, table: TableSize, aim: Floats, tilt_deg: float, is_wide: bool
    ) -> None:
        self._lens, self._table, self._aim, self._is_wide = lens, table, aim, is_wide
        self._back = float(np.tan(np.radians(tilt_deg)))

    def stand(self, height: float) -> Stand:
        eye = self._aim + np.array([0.0, -self._back * height, height])
        return _stand(eye, aim=self._aim, is_wide=self._is_wide)

    def sees_all(self, height: float) -> bool:
        return sees_all(self._lens, self.stand(height), table=self._table)

    def least_height(self) -> float | None:
        low, high = 1.0, _HIGHEST
        if not self.sees_all(high):
            return None
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.sees_all(middle) else (middle, high)
        return high


def _stand(eye: Floats, *, aim: Floats, is_wide: bool) -> Stand:
    forward = aim - eye
    forward = forward / np.linalg.norm(forward)
    along = np.array([1.0, 0.0, 0.0]) if is_wide else np.array([0.0, 1.0, 0.0])
    right = along - (along @ forward) * forward
    right = right / np.linalg.norm(right)
    rotation = np.array([right, np.cross(forward, right), forward])
    return Stand(rotation=rotation, shift=-rotation @ eye)


def _farthest(stand: Stand, *, table: TableSize) -> float:
    """From the lens to the anchor that is farthest from it."""
    edge = np.array([(each.x, each.y, 0.0) for each in anchors_of(table)])
    return float(np.linalg.norm(edge - stand.eye, axis=1).max())

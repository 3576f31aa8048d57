"""Hangs a camera so that a whole table fills its picture, straight above or aslant."""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from vision.staging.places import anchors_in_use
from vision.synthetic.described.optics import SceneCamera, SceneLens
from vision.synthetic.projection import view_of

SPARE: Final = 1.04
"""How much more than the table the picture shows: nobody hangs a camera to the pixel."""
MARGIN_CELLS: Final = 2
"""The white on both sides of an anchor that has to be in the picture with it."""
HFOV_DEG: Final = 62.0
LENS: Final = SceneLens(k1=-0.06, k2=0.012)
STEEPEST_DEG: Final = 65.0
"""From straight above; a lower camera sees figures and no tags."""
_AIMS: Final = 25
_HALVINGS: Final = 24
_FARTHEST_IN: Final = 900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPose:
    """A camera's place and the point that it looks at, in inches; its own roll."""

    position: tuple[float, float, float]
    look_at: tuple[float, float, float]
    roll_deg: float = 0.0


def pose_over(kit: dict[str, Any], *, tilt_deg: float = 0.0) -> CameraPose:
    """The nearest place from which the camera that a kit was made for sees the whole table.

    Tilted, it stands on the south side. A table that is deeper than wide is seen from straight
    above with a camera turned by a quarter.
    """
    width, depth = kit["table"]["width_in"], kit["table"]["depth_in"]
    shown = _shown(kit)
    size = (kit["camera"]["width_px"], kit["camera"]["height_px"])
    roll = 90.0 if tilt_deg < 1 and (width < depth) != (size[0] < size[1]) else 0.0
    poses = []
    for share in np.linspace(-0.3, 0.1, _AIMS) if tilt_deg else (0.0,):
        aim = (width / 2, depth * (0.5 + float(share)), 0.0)
        far = _nearest(aim, size=size, shown=shown, tilt_deg=tilt_deg, roll_deg=roll)
        poses.append((far, aim))
    distance, aim = min(poses)
    return _pose(aim, distance=distance, tilt_deg=tilt_deg, roll_deg=roll)


def _shown(kit: dict[str, Any]) -> tuple[float, float, float, float]:
    """The part of the table's plane that has to be seen: west, south, east, north."""
    width, depth = kit["table"]["width_in"], kit["table"]["depth_in"]
    cells = kit["dictionary"]["cells"]
    anchor = max(
        (each["size_in"] * (1 + MARGIN_CELLS / cells) for each in anchors_in_use(kit)), default=0.0
    )
    beyond = max((SPARE - 1) * max(width, depth), anchor) / 2
    return (-beyond, -beyond, width + beyond, depth + beyond)


def _pose(
    aim: tuple[float, float, float], *, distance: float, tilt_deg: float, roll_deg: float
) -> CameraPose:
    lean = math.radians(tilt_deg)
    back, high = distance * math.sin(lean), distance * math.cos(lean)
    return CameraPose(position=(aim[0], aim[1] - back, high), look_at=aim, roll_deg=roll_deg)


def _nearest(
    aim: tuple[float, float, float],
    *,
    size: tuple[int, int],
    shown: tuple[float, float, float, float],
    tilt_deg: float,
    roll_deg: float,
) -> float:
    """The least distance from the aim at which all of the table is in the picture."""
    low, high = 2.0, min(40.0 * max(shown), _FARTHEST_IN)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        pose = _pose(aim, distance=middle, tilt_deg=tilt_deg, roll_deg=roll_deg)
        low, high = (low, middle) if _sees(pose, size=size, shown=shown) else (middle, high)
    return high


def _sees(
    pose: CameraPose, *, size: tuple[int, int], shown: tuple[float, float, float, float]
) -> bool:
    share, one = np.linspace(0.0, 1.0, 13), np.ones(13)
    sides = [(share, 0 * one), (share, one), (0 * one, share), (one, share)]
    edge = np.concatenate([np.stack(side, axis=-1) for side in sides])
    spots = np.array(shown[:2]) + edge * np.subtract(shown[2:], shown[:2])
    view = view_of(camera_at(pose, size=size))
    seen = view.pixels(np.concatenate([spots, np.zeros((len(spots), 1))], axis=-1))
    return bool((np.isfinite(seen) & (seen > -0.5) & (seen < np.array(size) - 0.5)).all())


def camera_at(pose: CameraPose, *, size: tuple[int, int]) -> SceneCamera:
    """The synthetic camera of a pose."""
    return SceneCamera(
        position_in=pose.position,
        look_at_in=pose.look_at,
        roll_deg=pose.roll_deg,
        width=size[0],
        height=size[1],
        hfov_deg=HFOV_DEG,
        lens=LENS,
    )

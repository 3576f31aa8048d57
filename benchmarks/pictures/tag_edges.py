"""Finds the printed edges of tags in a picture, with no code but OpenCV's projection.

The judge of the synthetic camera: it takes what the truth says of camera and paper, projects
points along the black squares' sides with OpenCV, and measures in the picture how far each edge
is from where it should be. In a picture whose grey levels are proportional to light, the place of
an edge is where a step of the same height would have the same sum: no shape of blur moves it.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_REACH_PX: Final = 4.0
"""How far to either side of an edge the picture is read."""
_STEP_PX: Final = 0.25
_PLATEAU_PX: Final = 1.25
"""How much of each end of that is taken for even black and even white."""
_ALONG: Final = np.linspace(0.12, 0.88, 12)
_LEAST_CONTRAST: Final = 40.0
_MOST_PLATEAU_SPREAD: Final = 0.06
"""As a share of the contrast: a plateau less even than this has another edge in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeErrors:
    """How far the edges of the tags of one picture are from where they should be."""

    shift_px: tuple[float, float]
    """What all tags have in common."""
    tag_shift_px: float
    """Root of the mean square of what single tags are off, each both ways."""
    field_px: float
    """The farthest that a smooth field of shifts over the picture is off anywhere on a tag."""
    outward_px: float
    """How much too large the squares are, on each side."""
    edge_px: float
    """Root of the mean square of all edge points."""
    tags: int
    points: int

    @property
    def worst_bias_px(self) -> float:
        """The larger of what all have in common and what a smooth field is off."""
        return max(float(np.hypot(*self.shift_px)), self.field_px)


def projected(truth: Any, points: Floats) -> Floats:
    """Points of the table in the picture, by OpenCV."""
    camera = truth.camera
    focal, (x, y) = camera.focal_px, camera.centre_px
    matrix = np.array([[focal, 0.0, x], [0.0, focal, y], [0.0, 0.0, 1.0]])
    turn, _ = cv2.Rodrigues(np.array(camera.rotation))
    seen, _ = cv2.projectPoints(
        points.reshape(-1, 3), turn, np.array(camera.shift_in), matrix, np.array(camera.distortion)
    )
    return np.asarray(seen, dtype=np.float64).reshape(*points.shape[:-1], 2)


def edge_errors(
    picture: NDArray[np.uint8], truth: Any, *, least_visible: float = 1.0
) -> EdgeErrors:
    """Measure every flat tag that is wholly in sight; ``truth`` is as the camera tells it."""
    grey = picture[..., 1].astype(np.float64)
    tags = [tag for tag in truth.tags if tag.flat and tag.visible >= least_visible]
    rows: list[tuple[Floats, Floats, Floats, int]] = []
    for number, tag in enumerate(tags):
        corners = np.array(tag.corners_in)
        for side in range(4):
            start, end = corners[side], corners[(side + 1) % 4]
            inner = corners.mean(axis=0)
            places = start + _ALONG[:, None] * (end - start)
            found = _side(grey, places, truth=truth, inner=inner)
            if found is not None:
                rows.append((*found, number))
    return _fitted(rows, size=picture.shape)


def _side(
    grey: Floats, places: Floats, *, truth: Any, inner: Floats
) -> tuple[Floats, Floats, Floats] | None:
    """Of one side: where its points should be, the outward normals, how far out the edge is."""
    seen = projected(truth, places)
    along = seen[-1] - seen[0]
    normal = np.array([along[1], -along[0]]) / np.hypot(*along)
    if normal @ (seen.mean(axis=0) - projected(truth, inner[None])[0]) < 0:
        normal = -normal
    steps = np.arange(-_REACH_PX, _REACH_PX + _STEP_PX / 2, _STEP_PX)
    at = seen[:, None, :] + steps[None, :, None] * normal
    rows, columns = grey.shape
    if at.min() < 3 or (at[..., 0] > columns - 4).any() or (at[..., 1] > rows - 4).any():
        return None
    profile = _read(grey, at)
    count = round(_PLATEAU_PX / _STEP_PX)
    black, white = profile[:, :count], profile[:, -count:]
    contrast = white.mean(axis=1) - black.mean(axis=1)
    spread = np.maximum(np.ptp(black, axis=1), np.ptp(white, axis=1))
    good = (contrast > _LEAST_CONTRAST) & (spread < _MOST_PLATEAU_SPREAD * contrast)
    if not good.any():
        return None
    share = (white.mean(axis=1)[:, None] - profile) / np.where(contrast, contrast, 1.0)[:, None]
    # The sum of the black share is the width of the black, from where reading began.
    out = (share.sum(axis=1) - 0.5 * (share[:, 0] + share[:, -1])) * _STEP_PX - _REACH_PX
    return seen[good], np.broadcast_to(normal, seen[good].shape), out[good]


def _read(grey: Floats, at: Floats) -> Floats:
    """The picture between its pixels by cubic convolution, whose weights favour no side."""
    base = np.floor(at).astype(int)
    part = at - base
    total = np.zeros(at.shape[:-1])
    for down in range(-1, 3):
        for across in range(-1, 3):
            weight = _cubic(part[..., 1] - down) * _cubic(part[..., 0] - across)
            total += weight * grey[base[..., 1] + down, base[..., 0] + across]
    return total


def _cubic(off: Floats) -> Floats:
    far = np.abs(off)
    near = (1.5 * far - 2.5) * far * far + 1.0
    tail = ((-0.5 * far + 2.5) * far - 4.0) * far + 2.0
    weight: Floats = np.where(far < 1, near, np.where(far < 2, tail, 0.0))
    return weight


def _fitted(rows: list[tuple[Floats, Floats, Floats, int]], *, size: tuple[int, ...]) -> EdgeErrors:
    """Least squares of the outward errors: one shift, a field of shifts, one growth, each tag's."""
    if not rows:
        return EdgeErrors(
            shift_px=(np.nan, np.nan),
            tag_shift_px=np.nan,
            field_px=np.nan,
            outward_px=np.nan,
            edge_px=np.nan,
            tags=0,
            points=0,
        )
    seen = np.concatenate([row[0] for row in rows])
    normal = np.concatenate([row[1] for row in rows])
    out = np.concatenate([row[2] for row in rows])
    owner = np.concatenate([np.full(len(row[2]), row[3]) for row in rows])
    grown = np.ones((len(out), 1))
    shift = _solved(np.hstack([normal, grown]), out)
    field = _field(seen, size=size)
    columns = np.hstack([field * normal[:, :1], field * normal[:, 1:], grown])
    found = _solved(columns, out)
    count = field.shape[1]
    offs = np.stack([field @ found[:count], field @ found[count : 2 * count]], axis=1)
    each = []
    for number in np.unique(owner):
        mine = owner == number
        if mine.sum() >= 2 * len(_ALONG):
            each.append(_solved(normal[mine], out[mine] - shift[2]))
    return EdgeErrors(
        shift_px=(float(shift[0]), float(shift[1])),
        tag_shift_px=float(np.sqrt(np.mean(np.square(each)))),
        field_px=float(np.hypot(offs[:, 0], offs[:, 1]).max()),
        outward_px=float(shift[2]),
        edge_px=float(np.sqrt(np.mean(out**2))),
        tags=len(each),
        points=len(out),
    )


def _field(seen: Floats, *, size: tuple[int, ...]) -> Floats:
    """Second powers of where in the picture: what a wrong lens term or height bends."""
    x, y = (seen[:, axis] / size[1] - 0.5 for axis in (0, 1))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _solved(columns: Floats, values: Floats) -> Floats:
    answer, *_ = np.linalg.lstsq(columns, values, rcond=None)
    return np.asarray(answer, dtype=np.float64)

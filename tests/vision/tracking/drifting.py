"""Plays a flat table to the live table while its camera drifts, and says what is true.

The table is one large drawing, and each picture a view of it by a homography: nothing is shared
with the measuring. How far the calibration and each print are off is drawn from what is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.anchors import Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.error import joint_covariance
from calibration.lens import Floats, Lens
from calibration.print_scale import MEASURED_TRUE
from calibration.profile import CalibrationProfile, CameraId
from rules.table.snapshot import PieceState
from tests.vision.measured import ANCHOR_IN, TABLE, layout_of, thing
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily
from vision.tracking.frame import TableFrame

HZ = 12.0
SIZE = (800, 450)
FOCAL = 665.0
MIDDLE = np.array([8.0, 4.5, 0.0])
ELLIPSE = 5.991
"""Squared errors of two numbers that hold 95 of 100."""
_PER_IN = 160
_RIM_IN = 1.5
_FINE = 4
_SIDE_IN = 0.6
_PLACES = [(2.4 + 2.2 * (at % 6), 2.4 + 2.1 * (at // 6)) for at in range(18)]
_FLOOR_PX = 0.04
_FLOOR = Floor(shift=_FLOOR_PX)
_SIGMAS = [0.005] * 4 + [1e-6] * 5 + [1e-5] * 3 + [1e-4] * 3
_OF_ANCHOR = [1e-4, 1e-4, 1e-5, 1e-5]

Where = Callable[[float], CameraModel]
"""The camera, by the seconds."""


def lens(zoom: float = 1.0) -> Lens:
    """Without any bend; the focal length so many times as long."""
    focal = FOCAL * zoom
    return Lens(
        width=SIZE[0],
        height=SIZE[1],
        fx=focal,
        fy=focal,
        cx=401.3,
        cy=223.1,
        k1=0.0,
        k2=0.0,
        p1=0.0,
        p2=0.0,
        k3=0.0,
    )


def camera(
    *, by: tuple[float, float, float] = (0.0, 0.0, 0.0), turn_deg: float = 0.0, zoom: float = 1.0
) -> CameraModel:
    """Over the south of the table, moved by so much, and turned about its right axis."""
    eye = np.array([8.0, -1.0, 15.0])
    forward = (MIDDLE - eye) / np.linalg.norm(MIDDLE - eye)
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.array([right, np.cross(forward, right), forward])
    rotation = rotation_of(np.radians([turn_deg, 0.0, 0.0])) @ rotation
    stand = Stand(rotation=rotation, shift=-rotation @ (eye + by))
    return CameraModel(lens=lens(zoom), stand=stand)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drifting:
    """One table under a camera whose calibration is off by what it tells."""

    seed: int
    where: Where
    told_floor: Floor = _FLOOR
    covered_s: float = 0.0
    """Until then something lies over a part of the first anchor."""

    def told(self) -> CalibrationProfile:
        """The calibration as people have it."""
        rng = np.random.default_rng([self.seed, 1])
        off = rng.normal(0, _SIGMAS)
        rows = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors_of(TABLE)[:4]])
        sigmas = [*_SIGMAS, *_OF_ANCHOR * 4, 1e-5]
        found = profile()
        return replace(
            found,
            calibrated=replace(
                found.calibrated,
                model=self.where(0.0).moved(off),
                layout=replace(found.calibrated.layout, places=rows),
                covariance=np.diag(np.square(sigmas)),
                floor=self.told_floor,
            ),
        )

    def drawing(self) -> Grey:
        """The table from above, each print displaced a little: lens and paper are never perfect."""
        rng = np.random.default_rng([self.seed, 2])
        family = TagFamily.of("DICT_4X4_250")
        rows, columns = (
            round((length + 2 * _RIM_IN) * _PER_IN) for length in (TABLE.depth, TABLE.width)
        )
        patches = rng.normal(120, 14, (40, 60)).astype(np.float32)
        wide = cv2.resize(patches, (columns, rows), interpolation=cv2.INTER_CUBIC)
        drawn = np.clip(wide, 0, 255).astype(np.uint8)
        px_per_in = FOCAL / 16.0
        anchors = [(n, (e.x, e.y), ANCHOR_IN) for n, e in enumerate(anchors_of(TABLE)[:4])]
        pieces = [(20 + at, place, _SIDE_IN) for at, place in enumerate(_PLACES)]
        tags = [*anchors, *pieces]
        # As spread as chance makes them, and in each drawing alike: one of eighteen is far off.
        shares = (rng.permutation(len(pieces)) + 0.5) / len(pieces)
        far = np.sqrt(-2 * np.log(np.concatenate([rng.random(len(anchors)), shares])))
        turns = rng.uniform(0, 2 * np.pi, len(tags))
        off = _FLOOR_PX / px_per_in * far[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        for (number, place, side), aside in zip(tags, off, strict=True):
            x, y = place + aside
            _stamp(drawn, family.pattern(number), at=(x, y), side=side)
        return drawn

    def played(self, frames: int, *, is_alone: bool = True) -> Iterator["Seen"]:
        """Picture after picture, and what is made of it."""
        pipeline = Pipeline(self.told(), tag_layout=roster(), care=EXACT, is_alone=is_alone)
        drawn, rng = self.drawing(), np.random.default_rng([self.seed, 3])
        sharp, before = np.empty(0), None
        for number in range(frames):
            seconds = number / HZ
            view = self.where(seconds)
            place = (view.lens, *view.stand.rotation.flat, *view.stand.shift)
            if place != before:
                sharp, before = viewed(drawn, view), place
            clean = sharp.copy()
            if seconds < self.covered_s:
                left, bottom = view.pixels(np.array([-0.6, -0.6, 0.0])).round().astype(int)
                clean[bottom - 60 : bottom + 2, left - 4 : left + 13] = 90.0
            blurred = cv2.GaussianBlur(clean, (0, 0), 0.6)
            noisy = blurred + rng.normal(0, 2.0, blurred.shape)
            grey = np.clip(np.round(noisy), 0, 255).astype(np.uint8)
            frame = TableFrame(number=number, seconds=seconds, camera="west", grey=grey)
            table = pipeline.step(frame)
            doubts = pipeline.tracker.anchors.is_contradicting
            is_locked = table.health.is_locked or doubts
            yield Seen(seconds=seconds, table=table, pipeline=pipeline, is_locked=is_locked)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """One picture, and what was made of it."""

    seconds: float
    table: LiveTable
    pipeline: Pipeline
    is_locked: bool
    """Whether nothing is measured, or nothing shown while that is being found out."""

    def shown(self) -> dict[str, Floats]:
        """How far pieces that are shown as seen are from where they are, in inches."""
        return {
            piece.id: np.array([piece.pose.x, piece.pose.y]) - _PLACES[int(piece.id[1:])]
            for piece in self.table.snapshot.pieces
            if piece.state is PieceState.SEEN and piece.pose is not None
        }

    def squared(self) -> list[float]:
        """Their errors in the stated ones, squared: two is what to expect."""
        errors, found = self.pipeline.tracker.placer.place_errors, []
        # That stands for what the camera does to a place; here all of it is known.
        rest = errors.for_rules(np.zeros((3, 3)))[:2, :2]
        for name, off in self.shown().items():
            pose = self.table.snapshot.piece(name).pose
            assert pose is not None
            own = pose.covariance
            stated = np.array([[own.xx, own.xy], [own.xy, own.yy]]) - rest
            stated += joint_covariance(errors.calibrated, np.array([[pose.x, pose.y, 0.0]]))
            found.append(float(off @ np.linalg.solve(stated, off)))
        return found


def roster() -> TagLayout:
    return layout_of(
        *(
            thing(f"p{at}", 20 + at, at=(*place, 0.0), side=_SIDE_IN)
            for at, place in enumerate(_PLACES)
        )
    )


@cache
def profile() -> CalibrationProfile:
    """A calibration that is told to be off by little."""
    rows = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors_of(TABLE)[:4]])
    return CalibrationProfile(
        camera=CameraId(name="synthetic", id="", width=SIZE[0], height=SIZE[1]),
        dictionary="DICT_4X4_250",
        table=TABLE,
        calibrated=Calibrated(
            model=camera(),
            layout=Layout(numbers=(0, 1, 2, 3), places=rows, size=ANCHOR_IN),
            covariance=np.diag(np.square([*_SIGMAS, *_OF_ANCHOR * 4, 1e-5])),
            floor=_FLOOR,
        ),
        print_check=MEASURED_TRUE,
    )


def _stamp(drawn: Grey, cells: NDArray[np.bool_], *, at: tuple[float, float], side: float) -> None:
    """A tag on its paper, in its exact place."""
    count = len(cells)
    padded = np.pad(np.where(cells, 205, 45).astype(np.float32), 2, constant_values=205.0)
    scale = side * _PER_IN / count
    wide = scale * (count + 3)
    left, top = (
        (at[0] + _RIM_IN) * _PER_IN - wide / 2,
        (TABLE.depth - at[1] + _RIM_IN) * _PER_IN - wide / 2,
    )
    first, last = np.floor([left, top]).astype(int), np.ceil([left + wide, top + wide]).astype(int)
    parts = [np.arange(a, b) for a, b in zip(first, last, strict=True)]
    # The share of each cell in each pixel, along each side: exact for any place.
    shares = []
    for pixels, begin in zip(parts, (left, top), strict=True):
        edges = begin + scale * (np.arange(count + 5) - 0.5)
        low = np.maximum(pixels[:, None], edges[:-1])
        high = np.minimum(pixels[:, None] + 1, edges[1:])
        shares.append(np.maximum(high - low, 0.0))
    patch = shares[1] @ padded @ shares[0].T
    cover = shares[1].sum(axis=1)[:, None] * shares[0].sum(axis=1)
    rows, columns = slice(first[1], last[1]), slice(first[0], last[0])
    ground = drawn[rows, columns] * (1 - cover)
    drawn[rows, columns] = np.clip(np.round(patch + ground), 0, 255).astype(np.uint8)


def viewed(drawn: Grey, view: CameraModel) -> Floats:
    """What a camera without any lens error sees of the drawing; each pixel's mean."""
    to_table = np.array(
        [
            [1 / _PER_IN, 0.0, -_RIM_IN + 0.5 / _PER_IN],
            [0.0, -1 / _PER_IN, TABLE.depth + _RIM_IN - 0.5 / _PER_IN],
            [0.0, 0.0, 1.0],
        ]
    )
    own = view.lens
    inner = np.array([[own.fx, 0.0, own.cx], [0.0, own.fy, own.cy], [0.0, 0.0, 1.0]])
    stand = np.column_stack([view.stand.rotation[:, :2], view.stand.shift])
    half = (_FINE - 1) / 2
    fine = np.array([[_FINE, 0.0, half], [0.0, _FINE, half], [0.0, 0.0, 1.0]])
    way = fine @ inner @ stand @ to_table
    size = (SIZE[0] * _FINE, SIZE[1] * _FINE)
    seen = cv2.warpPerspective(drawn, way, size, flags=cv2.INTER_LINEAR, borderValue=110.0)
    found = cv2.resize(seen, SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(found, dtype=np.float64)

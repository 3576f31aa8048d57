"""Photographs of 12 megapixels of drawn tables, by telephones that nobody has measured.

Only the windows of tags are drawn, by the rays of the synthetic camera: a whole rendered picture of
this size takes half a minute, and no place would be measured otherwise by it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.anchors import CORNERS, Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.profile import CalibrationProfile, CameraId
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.vision.measured import Thing, anchors, exact_profile, layout_of, thing
from vision.locating.located import Located
from vision.locating.place_error import Care
from vision.locating.tag_layout import TagLayout
from vision.sighting import Floats, Grey
from vision.synthetic.described.optics import SceneCamera, SceneLens
from vision.synthetic.described.scene import SceneTag
from vision.synthetic.described.tag_patterns import cells
from vision.synthetic.projection import CameraView, view_of

LONG, SHORT = 4000, 3000
BY_HAND = SceneCamera(
    position_in=(10.0, -3.0, 15.0),
    look_at_in=(8.2, 4.3, 0.0),
    width=LONG,
    height=SHORT,
    hfov_deg=71.0,
    roll_deg=4.0,
    lens=SceneLens(k1=-0.05, k2=0.02),
)
"""A telephone over the small table of the other tests."""
TABLE = TableSize(width=Inches(36.0), depth=Inches(24.0))
ANCHOR_IN = 1.2
CARE = Care()
FLATNESS = 0.004
SCALE_SIGMA = 0.001
OF_ANCHORS = (0.012, 0.012, 0.004, 0.004)
"""Standard errors of a measured anchor: x, y, height, and turn in radians."""
COARSE = 4
FINER = 3
CHI_95 = 5.99


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaintedSquare:
    """One printed square on the table."""

    number: int
    place: tuple[float, float]
    heading: float
    side: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnStill:
    """A photograph, what is known of its table, and the truth."""

    grey: Grey
    profile: CalibrationProfile
    tag_layout: TagLayout
    truth: dict[str, tuple[float, float]]
    view: CameraView

    def squared(self, found: Located) -> list[float]:
        """Errors of the places, squared, in what is stated of each."""
        distances = []
        for piece in found.pieces:
            if piece.pose is None or piece.whole_error is None:
                continue
            error = piece.whole_error
            stated = np.array([[error.xx, error.xy], [error.xy, error.yy]])
            off = np.array([piece.pose.x, piece.pose.y]) - self.truth[piece.entry.id]
            distances.append(float(off @ np.linalg.inv(stated) @ off))
        return distances


def drawn_still(
    rng: np.random.Generator, *, count: int = 12, knocked: Mapping[int, float] | None = None
) -> DrawnStill:
    """A table with so many pieces, its anchors a little off from where they were measured.

    Each that was `knocked` lies so many inches further east.
    """
    view = view_of(_phone(rng))
    measured, laid = _layouts(rng)
    for number, inches in (knocked or {}).items():
        laid[number, 0] += inches
    scale = 1.0 + SCALE_SIGMA * float(rng.normal())
    things = [_thing(index, rng) for index in range(count)]
    squares = [
        PaintedSquare(
            number=number,
            place=(laid[number, 0], laid[number, 1]),
            heading=float(np.degrees(laid[number, 3])),
            side=ANCHOR_IN * scale,
            height=float(laid[number, 2]),
        )
        for number in range(len(laid))
    ]
    for made in things:
        tag, told = made.piece.tags[0], made.tagged.tags[0].height
        sigma = CARE.raised_height_in if told > 0 else CARE.flat_height_in
        place, lean = made.piece.place, rng.normal(0, np.radians(CARE.lean_deg), 2) * told
        squares.append(
            PaintedSquare(
                number=tag.id,
                place=(place.x + lean[0], place.y + lean[1]),
                heading=place.heading,
                side=tag.side_in * scale,
                height=told + float(rng.normal(0, np.hypot(sigma, FLATNESS))),
            )
        )
    return DrawnStill(
        grey=painted(view, squares, rng=rng),
        profile=_profile(measured),
        tag_layout=replace(layout_of(*things), anchor_size=Inches(ANCHOR_IN)),
        truth={made.piece.id: (made.piece.place.x, made.piece.place.y) for made in things},
        view=view,
    )


def painted(view: CameraView, squares: list[PaintedSquare], *, rng: np.random.Generator) -> Grey:
    """The whole picture: a mat in uneven light, the squares, the noise of a sensor."""
    width, height = view.size
    lit = cv2.resize(rng.uniform(95, 140, (4, 5)).astype(np.float32), (width, height))
    picture = np.asarray(lit, dtype=np.float32)
    for each in squares:
        _paint(picture, view, each, rng=rng)
    noise = rng.normal(0, 2.0, (500, 500)).astype(np.float32)
    picture += np.tile(noise, (height // 500 + 1, width // 500 + 1))[:height, :width]
    return np.asarray(np.clip(np.round(picture), 0, 255), dtype=np.uint8)


def still_of(
    things: Sequence[Thing], *, camera: SceneCamera, shifted: Mapping[str, float] | None = None
) -> Grey:
    """A photograph of the measured table of the other tests with these things on it.

    Each of the `shifted` lies so many inches further east.
    """
    view, rng = view_of(camera), np.random.default_rng(1)
    pieces = [*anchors(), *(each.piece for each in things)]
    squares = [
        PaintedSquare(
            number=piece.tags[0].id,
            place=(piece.place.x + (shifted or {}).get(piece.id, 0.0), piece.place.y),
            heading=piece.place.heading,
            side=piece.tags[0].side_in,
            height=piece.height_in,
        )
        for piece in pieces
    ]
    return painted(view, squares, rng=rng)


def _paint(
    picture: NDArray[np.float32],
    view: CameraView,
    square: PaintedSquare,
    *,
    rng: np.random.Generator,
) -> None:
    pattern = np.pad(cells(SceneTag(id=square.number)), 1, constant_values=True)
    paper = square.side * len(pattern) / (len(pattern) - 2)
    turn = np.radians(square.heading)
    across = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array(square.place) + paper * (CORNERS @ across)
    seen = view.pixels(np.column_stack([corners, np.full(4, square.height)]))
    left, top = np.floor(seen.min(axis=0)).astype(int) - 8
    right, bottom = np.ceil(seen.max(axis=0)).astype(int) + 8
    if left < 0 or top < 0 or right > view.size[0] or bottom > view.size[1]:
        return
    across_px = np.arange(left, right + COARSE, COARSE, dtype=np.float64)
    down_px = np.arange(top, bottom + COARSE, COARSE, dtype=np.float64)
    spots = view.on_plane(np.stack(np.meshgrid(across_px, down_px), -1), height=square.height)
    at = np.stack(np.meshgrid(*[np.arange(n * FINER) for n in (right - left, bottom - top)]), -1)
    at = ((at + 0.5) / FINER - 0.5) / COARSE
    fine = cv2.remap(
        spots.astype(np.float32) - np.array(square.place, dtype=np.float32),
        at[..., 0].astype(np.float32),
        at[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
    )
    own = fine.reshape(-1, 2) @ across.T / paper + 0.5
    inside = ((own >= 0) & (own < 1)).all(axis=1)
    index = np.clip((own * len(pattern)).astype(int), 0, len(pattern) - 1)
    ink = np.where(pattern[len(pattern) - 1 - index[:, 1], index[:, 0]], 225.0, 28.0)
    shape = (bottom - top, FINER, right - left, FINER)
    cover = inside.astype(np.float32).reshape(shape).mean(axis=(1, 3))
    level = np.where(inside, ink, 0.0).astype(np.float32).reshape(shape).mean(axis=(1, 3))
    window = picture[top:bottom, left:right]
    window[...] = cv2.GaussianBlur(window * (1 - cover) + level, (0, 0), rng.uniform(0.8, 1.4))


def _phone(rng: np.random.Generator) -> SceneCamera:
    """Held over the table by somebody, upright or across, with a lens as phones have them."""
    is_upright = rng.random() < 0.3
    width, height = (SHORT, LONG) if is_upright else (LONG, SHORT)
    field = float(rng.uniform(60.0, 80.0))
    focal = LONG / 2 / np.tan(np.radians(field / 2))
    tilt, turn = np.radians(rng.uniform(3, 30)), rng.uniform(0, 2 * np.pi)
    middle = np.array([TABLE.width / 2, TABLE.depth / 2, 0.0])
    away = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    # As near as the table's corners stay in the picture, whichever way the phone is held.
    far = 1.45 * focal / (SHORT / 2) * float(np.hypot(TABLE.width, TABLE.depth)) / 2
    middle[:2] += rng.normal(0, 0.5, 2)
    return SceneCamera(
        position_in=tuple(middle + far * away),
        look_at_in=tuple(middle),
        roll_deg=float(rng.uniform(-180, 180)),
        width=width,
        height=height,
        hfov_deg=float(np.degrees(2 * np.arctan(width / 2 / focal))),
        centre_px=(float(rng.normal(0, 6)), float(rng.normal(0, 6))),
        lens=SceneLens(
            k1=float(rng.normal(0, 0.06)),
            k2=float(rng.normal(0, 0.03)),
            p1=float(rng.normal(0, 0.001)),
            p2=float(rng.normal(0, 0.001)),
        ),
    )


def _layouts(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Where the anchors were measured, and where they lie: x, y, height, turn."""
    meant = np.array([(a.x, a.y, 0.0, 0.0) for a in anchors_of(TABLE)])
    measured = meant + rng.normal(0, 1, meant.shape) * [0.15, 0.15, 0.0, 0.03]
    measured[0, :2] = 0.0
    measured[1, 1] = 0.0
    return measured, measured + rng.normal(0, 1, meant.shape) * _sigmas()


def _sigmas() -> Floats:
    """The frame is that of the southern anchors: their places are its own."""
    found = np.tile(OF_ANCHORS, (8, 1))
    found[0, :2] = found[1, 1] = 0.0
    return found


def _profile(measured: Floats) -> CalibrationProfile:
    before = exact_profile()
    of_camera = np.full(CAMERA_COUNT, 1e-6)
    variances = [*of_camera, *(_sigmas() ** 2).reshape(-1), SCALE_SIGMA**2]
    calibrated = Calibrated(
        model=before.calibrated.model,
        layout=Layout(numbers=tuple(range(8)), places=measured, size=ANCHOR_IN),
        covariance=np.diag(variances),
        floor=Floor(corner=0.02, shift=0.03),
        flatness=FLATNESS,
    )
    camera = CameraId(name="webcam", id="", width=1280, height=720)
    return replace(before, table=TABLE, calibrated=calibrated, camera=camera)


def _thing(index: int, rng: np.random.Generator) -> Thing:
    column, row = index % 4, index // 4
    at = np.array([6.5 + 7.5 * column, 4.5 + 7.0 * row]) + rng.uniform(-1.5, 1.5, 2)
    return thing(
        f"T{index}",
        20 + index,
        at=(float(at[0]), float(at[1]), float(rng.uniform(0, 360))),
        side=float(rng.choice([0.6, 0.75, 0.9])),
        height=float(rng.choice([0.0, 0.0, 0.5, 1.0])),
    )

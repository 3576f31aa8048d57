"""Lays out the tables that accuracy is measured on: views, tags, blurs, and the camera as told."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from benchmarks.pictures.accuracy_pictures import (
    FINE,
    Exposure,
    Eye,
    Floats,
    Grey,
    Laid,
    eye_over,
    rendered,
)
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Lens
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.develop import spread
from vision.tags.tag_family import TagFamily

Bent = Callable[[Eye, list[Laid]], tuple[Eye, list[Laid]]]
"""What is wrong with the picture that is drawn, while the right table is judged."""

SIZES_IN: Final = (0.6, 0.8, 1.0)
FAMILY: Final = "DICT_4X4_250"
_FOCAL: Final = 0.5 / math.tan(math.radians(35.0))
"""Of all eyes here, in widths of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A table, how the camera looks at it, and how many pixels it has."""

    name: str
    table: tuple[float, float]
    distance_in: float
    tilt_deg: float
    size: tuple[int, int]

    def eye(self) -> Eye:
        middle = (self.table[0] / 2, self.table[1] / 2)
        return eye_over(
            size=self.size, at=middle, distance_in=self.distance_in, tilt_deg=self.tilt_deg
        )

    def part(self, share: float) -> "Look":
        """A corner of the table seen by a smaller sensor: as many pixels to the inch."""
        width, height = self.size
        return replace(
            self,
            name=f"{self.name}, a part",
            table=(self.table[0] * share, self.table[1] * share),
            distance_in=self.distance_in * share,
            size=(round(width * share / 2) * 2, round(height * share / 2) * 2),
        )


FULL_HD, ULTRA_HD = (1920, 1080), (3840, 2160)


def look(table: tuple[float, float], *, tilt_deg: float, size: tuple[int, int]) -> Look:
    """The camera at the distance from which it has the whole depth of a table."""
    # 36 in of depth are 29.6 px an inch at 1080 rows, 48 in are 22.9.
    per_inch = 29.6 if table[1] <= 36 else 22.9
    lines = "4K" if size[1] > 1080 else "1080p"
    aslant = "from above" if not tilt_deg else f"tilted {tilt_deg:g} degrees"
    return Look(
        name=f"{table[0]:g} x {table[1]:g} in {aslant}, {lines}",
        table=table,
        distance_in=_FOCAL * 1920 / per_inch,
        tilt_deg=tilt_deg,
        size=size,
    )


def told(eye: Eye) -> CameraModel:
    """The same camera as the product takes it."""
    (fx, _, cx), (_, fy, cy), _ = eye.matrix.tolist()
    k1, k2, p1, p2, k3 = eye.distortion.tolist()
    return CameraModel(
        lens=Lens(
            width=eye.width,
            height=eye.height,
            fx=fx,
            fy=fy,
            cx=cx,
            cy=cy,
            k1=k1,
            k2=k2,
            p1=p1,
            p2=p2,
            k3=k3,
        ),
        stand=Stand(rotation=eye.rotation, shift=eye.shift),
    )


def laid_on(
    view: Look,
    *,
    count: int,
    seed: int,
    sides: tuple[float, ...] = SIZES_IN,
    heights: tuple[float, ...] = (0.0,),
    family: TagFamily | None = None,
) -> list[Laid]:
    """Tags anywhere in view, wherever they do not touch one another's paper."""
    generator, eye = np.random.default_rng(seed), view.eye()
    family = family or family_of_all()
    numbers = generator.permutation(family.numbers)
    tags: list[Laid] = []
    for attempt in range(200 * count):
        if len(tags) == count:
            break
        side = sides[len(tags) % len(sides)]
        x, y = (float(generator.uniform(0.8, long - 0.8)) for long in view.table)
        number = int(numbers[len(tags)])
        tag = Laid(
            number=number,
            cells=family.pattern(number),
            side_in=side,
            height_in=heights[attempt % len(heights)],
            x_in=x,
            y_in=y,
            heading_deg=float(generator.uniform(-180, 180)),
        )
        is_free = all(
            math.dist((x, y), (one.x_in, one.y_in)) > 1.33 * (one.side_in + side) + 0.25
            for one in tags
        )
        if is_free and _is_in_view(tag, eye):
            tags.append(tag)
    return tags


def family_of_all() -> TagFamily:
    return TagFamily.of(FAMILY)


def _is_in_view(tag: Laid, eye: Eye) -> bool:
    corners = tag.corners()
    middle = corners.mean(axis=0)
    seen = eye.pixels(middle + (corners - middle) * 1.7)
    return bool(seen.min() > 12 and (seen < np.array([eye.width, eye.height]) - 12).all())


def as_it_is(eye: Eye, tags: list[Laid]) -> tuple[Eye, list[Laid]]:
    """Nothing is wrong."""
    return eye, tags


def half_a_pixel(eye: Eye, tags: list[Laid]) -> tuple[Eye, list[Laid]]:
    """The optical axis is half a pixel beside where it is told to be."""
    moved = eye.matrix.copy()
    moved[0, 2] += 0.5
    return replace(eye, matrix=moved), tags


def flipped_tangential(eye: Eye, tags: list[Laid]) -> tuple[Eye, list[Laid]]:
    """The two tangential terms of the lens have the other sign."""
    return replace(eye, distortion=eye.distortion * np.array([1, 1, -1, -1, 1])), tags


def wrong_height(eye: Eye, tags: list[Laid]) -> tuple[Eye, list[Laid]]:
    """Every tag lies a sixteenth of an inch higher than it is told to."""
    return eye, [replace(tag, height_in=tag.height_in + 1 / 16) for tag in tags]


def photographed(
    view: Look,
    tags: list[Laid],
    *,
    kernel: Floats,
    seed: int,
    bent: Bent = as_it_is,
    noise: float = 2.0,
) -> Grey:
    """The picture; the noise of its sensor is in grey levels."""
    eye, drawn = bent(view.eye(), tags)
    return rendered(eye, drawn, exposure=Exposure(kernel=kernel, noise=noise), seed=seed)


# --- blurs, in samples of which FINE make a pixel ---------------------------------------------


def gaussian(sigma_px: float) -> Floats:
    """What the fit assumes."""
    radius = _radii(math.ceil(4 * sigma_px * FINE))
    return _whole(np.exp(-0.5 * (radius / (sigma_px * FINE)) ** 2))


def disc(radius_px: float) -> Floats:
    """A lens out of focus."""
    edge = radius_px * FINE
    return _whole(np.clip(edge - _radii(math.ceil(edge) + 1) + 0.5, 0.0, 1.0))


def airy(first_zero_px: float) -> Floats:
    """A perfect lens that is stopped down."""
    radius = _radii(math.ceil(4 * first_zero_px * FINE))
    z = np.maximum(radius / (first_zero_px * FINE) * 3.8317, 1e-6)
    # The Bessel function of the first order as its integral; no special functions needed.
    angle = (np.arange(400) + 0.5) * np.pi / 400
    bessel = np.cos(angle - z[..., None] * np.sin(angle)).mean(axis=-1)
    return _whole((2 * bessel / z) ** 2)


def halo() -> Floats:
    """Four fifths of the light in a sharp core, the rest in a wide veil."""
    wide = gaussian(1.8)
    core = np.zeros_like(wide)
    narrow = gaussian(0.5)
    inset = (len(wide) - len(narrow)) // 2
    core[inset : inset + len(narrow), inset : inset + len(narrow)] = narrow
    return 0.8 * core + 0.2 * wide


def synthetic_camera() -> Floats:
    """What the demo's camera makes of a point at 1080 rows: a disc with a wide veil."""
    camera = SceneCamera(
        position_in=(0.0, 0.0, 40.0),
        look_at_in=(0.0, 0.0, 0.0),
        width=1920 * FINE,
        height=1080 * FINE,
    )
    # Wide enough for the veil, and a multiple of four, which the veil is made coarser by.
    point = np.zeros((160, 160), dtype=np.float32)
    point[80, 80] = 1.0
    seen = np.asarray(spread(point, camera), dtype=np.float64)[1:, 1:]
    return _whole((seen + seen[::-1] + seen[:, ::-1] + seen[::-1, ::-1]) / 4)


def _radii(reach: int) -> Floats:
    at = np.arange(-reach, reach + 1, dtype=np.float64)
    return np.asarray(np.hypot(at[:, None], at))


def _whole(kernel: Floats) -> Floats:
    found: Floats = kernel / kernel.sum()
    return found

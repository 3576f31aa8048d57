"""Tables, cameras and photographs of which everything is known, drawn at random."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.anchors import PER_ANCHOR, Anchor, Calibrated, Layout, anchors_of, corners_of
from calibration.camera_model import CameraModel, Stand
from calibration.lens import COUNT, Floats, Lens
from calibration.lens_prior import LensBelief
from calibration.seen import SeenTag
from calibration.table.gauge import in_frame
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.calibration.cameras import BENT, looking

SMALL = TableSize(width=Inches(36), depth=Inches(36))
BIG = TableSize(width=Inches(72), depth=Inches(48))


def framing(
    lens: Lens, *, table: TableSize, tilt_deg: float, turn_deg: float, fill: float = 0.94
) -> Stand:
    """A camera as near as the table fits into its picture, that far off the vertical."""
    middle = np.array([table.width / 2, table.depth / 2, 0.0])
    tilt, turn = np.radians(tilt_deg), np.radians(turn_deg)
    away = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    edge = np.array([(a.x, a.y, 0.0) for a in anchors_of(table)])
    edge = middle + (edge - middle) * 1.06
    low, high = 5.0, 600.0
    for _ in range(30):
        reach = (low + high) / 2
        eye = middle + away * reach
        model = CameraModel(lens=lens, stand=looking(tuple(eye), tuple(middle)))
        size = np.array([lens.width, lens.height])
        offset = np.abs(model.pixels(edge) - size / 2) / (size / 2)
        is_in = bool(np.isfinite(offset).all() and (offset < fill).all())
        # Beyond the fold of a strong lens far points come back into the picture.
        is_in = is_in and bool(np.isfinite(lens.rays(model.pixels(edge))).all())
        low, high = (low, reach) if is_in else (reach, high)
    return looking(tuple(middle + away * high), tuple(middle))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """A table with anchors that were laid by hand, and the camera that looks at it."""

    table: TableSize
    lens: Lens
    layout: Layout
    stands: tuple[Stand, ...]

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        return anchors_of(self.table)

    def in_table_frame(self, photograph: int = -1) -> CameraModel:
        """The true camera in the frame that the true anchors define."""
        size = COUNT + 1 + PER_ANCHOR * len(self.layout.numbers) + 6
        model = CameraModel(lens=self.lens, stand=self.stands[photograph])
        nothing = np.zeros((size, size))
        return in_frame(model, self.layout, covariance=nothing, anchors=self.anchors).model

    def photographs(
        self, rng: np.random.Generator, *, noise: float, hidden: Sequence[tuple[int, int]] = ()
    ) -> list[tuple[SeenTag, ...]]:
        """What is seen of the anchors, with pixel noise, but for (photograph, anchor) pairs."""
        pictures = []
        corners = corners_of(self.layout.places, size=self.layout.size * self.layout.scale)
        for index, stand in enumerate(self.stands):
            seen = CameraModel(lens=self.lens, stand=stand).pixels(corners)
            pictures.append(
                tuple(
                    SeenTag(
                        number=number,
                        corners=own + rng.normal(0, noise, (4, 2)),
                        covariance=noise**2 * np.eye(8),
                    )
                    for number, own in zip(self.layout.numbers, seen, strict=True)
                    if (index, number) not in hidden
                )
            )
        return pictures


def drawn_lens(belief: LensBelief, rng: np.random.Generator, *, field: float = 1.15) -> Lens:
    """A lens as likely as it is believed, if its formula has an inverse all over the picture."""
    while True:
        lens = belief.lens.with_values(
            rng.multivariate_normal(belief.lens.values, belief.covariance)
        )
        edge = np.array([[0, 0], [lens.width, 0], [lens.width, lens.height], [0, lens.height]])
        centre = np.array([lens.width, lens.height]) / 2
        if np.isfinite(lens.rays(centre + (edge - centre) * field)).all():
            return lens


def scene(
    rng: np.random.Generator,
    *,
    table: TableSize = SMALL,
    lens: Lens = BENT,
    pictures: int = 6,
    placed: float = 1 / 16,
    scale_sigma: float = 0.0,
    flatness: float = 0.0,
    size: float = 1.2,
    last_tilt_deg: float = 10.0,
) -> Scene:
    """Anchors laid by hand; the last picture is from where the camera stays."""
    anchors = anchors_of(table)
    places = np.array([(a.x, a.y, 0.0, 0.0) for a in anchors])
    places += rng.normal(0, 1, places.shape) * [placed, placed, flatness, np.radians(4)]
    tilts = [*rng.uniform(5, 35, pictures - 1), last_tilt_deg]
    turns = [*(rng.uniform(0, 360) + 360 / max(pictures, 1) * np.arange(pictures - 1)), 270.0]
    stands = tuple(
        framing(lens, table=table, tilt_deg=tilt, turn_deg=turn)
        for tilt, turn in zip(tilts, turns, strict=True)
    )
    layout = Layout(
        numbers=tuple(a.number for a in anchors),
        places=places,
        size=size,
        scale=1.0 + rng.normal(0, 1) * scale_sigma,
    )
    return Scene(table=table, lens=lens, layout=layout, stands=stands)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """Errors of a fitted camera at places all over the table, and what it claims."""

    errors: Floats
    """n x 2 inches."""
    claimed: Floats
    """n x 2 x 2 square inches."""

    @property
    def normalised(self) -> float:
        """Mean squared error in units of the claimed covariance, by coordinate."""
        solved = np.linalg.solve(self.claimed, self.errors[..., None])[..., 0]
        return float((self.errors * solved).sum(axis=-1).mean() / 2)

    @property
    def p95(self) -> float:
        return float(np.quantile(np.hypot(*self.errors.T), 0.95))


def grid(table: TableSize, *, side: int = 9) -> Floats:
    x, y = np.meshgrid(np.linspace(1, table.width - 1, side), np.linspace(1, table.depth - 1, side))
    return np.stack([x.ravel(), y.ravel()], -1)


def judge(
    fitted: Calibrated, truth: CameraModel, *, table: TableSize, height: float = 0.0
) -> Judged:
    """Where the fitted camera says that the pixels of true places lie."""
    at = grid(table)
    points = np.column_stack([at, np.full(len(at), height)])
    errors = fitted.model.places(truth.pixels(points), height=height) - at
    slopes = fitted.model.place_parameter_slopes(points)
    return Judged(errors=errors, claimed=slopes @ fitted.of_camera @ np.swapaxes(slopes, 1, 2))

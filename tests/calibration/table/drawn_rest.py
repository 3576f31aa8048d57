"""Draws a table that was calibrated and pieces that rest on it, everything off by what is told.

Lenses differ smoothly from their formula, ink runs, all edges lie too far out, sheets lean.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.anchors import CORNERS, corners_of
from calibration.camera_model import CameraModel
from calibration.error_map import within_95
from calibration.glass import Glass, glass_of
from calibration.lens import Floats, Lens
from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.seen import SeenTag
from calibration.table.resting_pieces import INK_OF_ALL, INK_OF_ONE, RestingSheet, RestingTag
from calibration.table.table_fit import Laying, TableFit, fit_table
from calibration.table.table_problem import KnownLength, Photograph
from rules.table.snapshot import TableSize
from tests.calibration.cameras import BENT
from tests.calibration.simulated import SMALL, Scene, drawn_lens, grid, scene

MEASURED = LensBelief(
    lens=BENT, covariance=np.diag([0.5, 0.5, 0.5, 0.5, 1e-3, 4e-3, 3e-5, 3e-5, 6e-3]) ** 2
)
UNMEASURED = unmeasured_lens(width=1920, height=1080)
_SCALE, _FLAT, _TAPE = 0.02 / 6 / 3, 1 / 64, 1 / 48
_GLASS, _CORNER, _SHIFT, _BLOOM = 0.05, 0.03, 0.02, 0.01
_NOISE, _AVERAGED = 0.02, 0.008
_LEAN = float(np.radians(0.3))
_HEIGHT = 1.0
"""Inches over the table, at which errors are judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """How carefully somebody has calibrated."""

    table: TableSize = SMALL
    photographs: int = 1
    is_lens_measured: bool = False
    lean_deg: float = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """How far places all over a table are off, and what is told of it."""

    within: float
    """Median radius that is told to hold 95 of 100."""
    off: float
    """The true one."""
    normalised: float
    covered: float


class DrawnRest:
    """One table; its truth is known."""

    def __init__(self, setup: SetUp, *, rng: np.random.Generator) -> None:
        self.setup, self._rng = setup, rng
        lens = drawn_lens(MEASURED if setup.is_lens_measured else _likely(), rng)
        self._drawn = _scene(setup, lens=lens, rng=rng)
        self._ink = float(rng.normal(0, INK_OF_ALL))
        self._bloom = float(rng.normal(0, _BLOOM))
        self._glass: Glass = glass_of(width=lens.width, height=lens.height)
        self._bent = rng.normal(0, _GLASS, self._glass.count)
        self.camera = self._drawn.in_table_frame()
        self.photographs = self._taken()
        places = self._drawn.layout.places
        length = float(np.hypot(*(places[1, :2] - places[0, :2])))
        told = length + float(rng.normal(0, _TAPE))
        self._tape = KnownLength(one=0, other=1, value=told, sigma=_TAPE)

    def fit(self, sheets: Sequence[RestingSheet] = ()) -> TableFit:
        """What is made of the photographs, and of pieces in the last one's picture."""
        belief = MEASURED if self.setup.is_lens_measured else UNMEASURED
        return fit_table(
            self.photographs,
            anchors=self._drawn.anchors,
            belief=belief,
            laying=Laying(size=1.2, scale_sigma=_SCALE),
            lengths=[self._tape],
            sheets=sheets,
        )

    def _taken(self) -> list[Photograph]:
        layout, rng = self._drawn.layout, self._rng
        ink = self._ink + rng.normal(0, INK_OF_ONE, len(layout.numbers))
        corners = corners_of(layout.places, size=layout.size * layout.scale + ink)
        models = [CameraModel(lens=self._drawn.lens, stand=each) for each in self._drawn.stands]
        return [
            tuple(
                self._seen(number, corners=own, camera=model, noise=_NOISE)
                for number, own in zip(layout.numbers, corners, strict=True)
            )
            for model in models
        ]

    def _seen(self, number: int, *, corners: Floats, camera: CameraModel, noise: float) -> SeenTag:
        pixels = camera.pixels(corners)
        away = pixels - pixels.mean(axis=0)
        away *= np.sqrt(2.0) / np.linalg.norm(away, axis=1, keepdims=True)
        pixels = pixels + self._bloom * away
        pixels = pixels + self._glass.shifts(pixels) @ self._bent
        own = self._rng.normal(0, np.hypot(noise, _CORNER), (4, 2))
        pixels = pixels + own + self._rng.normal(0, _SHIFT, 2)
        return SeenTag(number=number, corners=pixels, covariance=noise**2 * np.eye(8))

    def resting(self, count: int) -> list[RestingSheet]:
        """Bases with two tags each, one in five of them an inch up."""
        return [self._base(at) for at in range(count)]

    def _base(self, at: int) -> RestingSheet:
        rng, table = self._rng, self.setup.table
        height = float(rng.choice([0.0, 1.0], p=[0.8, 0.2]))
        sigma = float(np.hypot(0.01 if height == 0 else 1 / 64, _FLAT))
        side, apart = float(rng.uniform(0.5, 0.75)), float(rng.uniform(0.5, 0.75))
        turn = float(rng.uniform(-np.pi, np.pi))
        place = rng.uniform(2, [table.width - 2, table.depth - 2])
        slope = rng.normal(0, _LEAN, 2)
        high = height + float(rng.normal(0, sigma))
        cos, sin = np.cos(turn), np.sin(turn)
        way = np.array([[cos, sin], [-sin, cos]])
        tags = []
        for index, ahead in enumerate((-apart, apart)):
            scale = self._drawn.layout.scale
            wide = side * scale + self._ink + float(rng.normal(0, INK_OF_ONE))
            flat = ([scale * ahead, 0.0] + wide * CORNERS) @ way
            corners = np.column_stack([place + flat, high + flat @ slope])
            number = 100 + 2 * at + index
            seen = self._seen(number, corners=corners, camera=self.camera, noise=_AVERAGED)
            tags.append(RestingTag(seen=seen, side=side, x=ahead))
        return RestingSheet(
            piece=f"p{at}", tags=tuple(tags), height=height, height_sigma=sigma, lean=_LEAN
        )

    def stated(self, fit: TableFit) -> Stated:
        """How far places are off with it, an inch over the table."""
        calibrated = fit.calibrated
        at = grid(self.setup.table)
        points = np.column_stack([at, np.full(len(at), _HEIGHT)])
        off = calibrated.model.places(self.camera.pixels(points), height=_HEIGHT) - at
        slopes = calibrated.model.place_parameter_slopes(points)
        told = slopes @ calibrated.of_camera @ np.swapaxes(slopes, 1, 2)
        squared = (off * np.linalg.solve(told, off[..., None])[..., 0]).sum(axis=1)
        return Stated(
            within=float(np.median(within_95(told))),
            off=float(np.quantile(np.hypot(*off.T), 0.95)),
            normalised=float(squared.mean() / 2),
            covered=float((squared <= 5.991).mean()),
        )


def _likely() -> LensBelief:
    """Of those that are sold: most are nearer to one another than what is believed of one."""
    covariance = np.diag([0.0, 3.0, 12.0, 12.0, 0.03, 0.02, 5e-4, 5e-4, 1e-2]) ** 2
    covariance[:2, :2] += 120.0**2
    return LensBelief(lens=BENT, covariance=covariance)


def _scene(setup: SetUp, *, lens: Lens, rng: np.random.Generator) -> Scene:
    return scene(
        rng,
        table=setup.table,
        lens=lens,
        pictures=setup.photographs,
        scale_sigma=_SCALE,
        flatness=_FLAT,
        last_tilt_deg=setup.lean_deg,
    )

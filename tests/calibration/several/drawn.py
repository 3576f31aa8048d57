"""Tables under several cameras of which everything is known, drawn at the level of points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.anchors import (
    PER_ANCHOR,
    Anchor,
    Calibrated,
    Floor,
    Layout,
    anchors_of,
    corners_of,
)
from calibration.camera_model import CameraModel, Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens
from calibration.lens_prior import LensBelief
from calibration.seen import SeenTag
from calibration.solve import root_of, solve
from calibration.table.gauge import in_frame
from calibration.table.still_fit import KnownSquare
from calibration.table.table_fit import INK, calibrated_of
from calibration.table.table_problem import HEAD, TableProblem, TableState
from rules.table.snapshot import TableSize
from tests.calibration.cameras import BENT
from tests.calibration.simulated import SMALL, drawn_lens, framing

BELIEF = LensBelief(
    lens=BENT, covariance=np.diag([2.0, 2.0, 1.0, 1.0, 1e-3, 4e-3, 3e-5, 3e-5, 6e-3]) ** 2
)
PLACED, FLAT, SCALE, SIZE = 1 / 16, 1 / 64, 0.0012, 1.2
FLOOR = Floor(corner=0.03, shift=0.05)
NOISE = 0.03
"""Pixels, of each coordinate of a corner."""
PLAN = (10.0, 200.0), (25.0, 20.0), (35.0, 110.0)
"""Degrees off the vertical and about it, of each camera in its order."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnRig:
    """Cameras that were each calibrated on one table, and where they really are."""

    table: TableSize
    calibrated: tuple[Calibrated, ...]
    cameras: tuple[CameraModel, ...]
    """In the frame of the first calibration's anchors."""
    scale: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnTags:
    """Tags on such a table: where they are, what is known of them, and what each camera sees."""

    places: Floats
    """n x 4: x, y, height and turn."""
    squares: tuple[KnownSquare, ...]
    views: tuple[tuple[SeenTag, ...], ...]


def drawn_rig(
    rng: np.random.Generator,
    *,
    cameras: int,
    tilts: Sequence[tuple[float, float]] = PLAN,
    moved_in: float = 0.0,
    table: TableSize = SMALL,
    pictures: int = 4,
) -> DrawnRig:
    """Every camera is calibrated by itself; an anchor may be knocked after the first was."""
    anchors = anchors_of(table)
    meant = np.array([(a.x, a.y, 0.0, 0.0) for a in anchors])
    own = np.tile([PLACED, PLACED, FLAT, np.radians(4.0)], len(anchors))
    places = meant + (own * rng.normal(0, 1, len(own))).reshape(meant.shape)
    scale = 1.0 + SCALE * float(rng.normal())
    first = _layout(anchors, places, scale=scale)
    later = places.copy()
    knocked = int(rng.integers(len(anchors)))
    way = float(rng.uniform(0, 2 * np.pi))
    later[knocked, :2] += moved_in * np.array([np.cos(way), np.sin(way)])
    found, true = [], []
    for camera in range(cameras):
        lens = drawn_lens(BELIEF, rng)
        tilt, turn = tilts[camera]
        stands = [
            _stand(table, float(lean), float(about))
            for lean, about in zip(
                rng.choice([8.0, 16.0, 24.0, 32.0, 40.0], pictures - 1),
                rng.choice(np.arange(0.0, 360.0, 30.0), pictures - 1),
                strict=True,
            )
        ]
        stands.append(_stand(table, tilt, turn))
        layout = _layout(anchors, places if camera == 0 else later, scale=scale)
        found.append(_calibrated(rng, lens, layout, stands=stands, anchors=anchors, own=own))
        true.append(_in_frame(lens, stands[-1], layout=first, anchors=anchors))
    return DrawnRig(table=table, calibrated=tuple(found), cameras=tuple(true), scale=first.scale)


@cache
def _stand(table: TableSize, tilt_deg: float, turn_deg: float) -> Stand:
    """Near enough that every lens that is drawn has the whole table in its picture."""
    return framing(BENT, table=table, tilt_deg=tilt_deg, turn_deg=turn_deg, fill=0.88)


def _layout(anchors: Sequence[Anchor], places: Floats, *, scale: float) -> Layout:
    return Layout(
        numbers=tuple(each.number for each in anchors), places=places, size=SIZE, scale=scale
    )


def _in_frame(
    lens: Lens, stand: Stand, *, layout: Layout, anchors: Sequence[Anchor]
) -> CameraModel:
    size = HEAD + PER_ANCHOR * len(layout.numbers) + 6
    model = CameraModel(lens=lens, stand=stand)
    return in_frame(model, layout, covariance=np.zeros((size, size)), anchors=anchors).model


def _calibrated(
    rng: np.random.Generator,
    lens: Lens,
    layout: Layout,
    *,
    stands: Sequence[Stand],
    anchors: Sequence[Anchor],
    own: Floats,
) -> Calibrated:
    """What the solver makes of photographs, told the true size of every error."""
    corners = corners_of(layout.places, size=layout.size * layout.scale)
    photographs = []
    for stand in stands:
        pixels = CameraModel(lens=lens, stand=stand).pixels(corners)
        photographs.append(
            tuple(
                seen(number, at, rng=rng) for number, at in zip(layout.numbers, pixels, strict=True)
            )
        )
    meant = np.array([(a.x, a.y, 0.0, 0.0) for a in anchors])
    lens_root = root_of(BELIEF.covariance)
    root = np.zeros((HEAD + len(own), LENS_COUNT + 1 + len(own)))
    root[:LENS_COUNT, :LENS_COUNT] = lens_root
    root[LENS_COUNT:, LENS_COUNT:] = np.diag([SCALE, *own])
    problem = TableProblem(
        lens=BELIEF.lens,
        numbers=layout.numbers,
        size=layout.size,
        mean=np.concatenate([BELIEF.lens.values, [1.0], meant.reshape(-1)]),
        root=root,
        photographs=photographs,
        floor=FLOOR,
    )
    begin = TableState(known=np.zeros(root.shape[1]), stands=tuple(stands))
    return calibrated_of(
        problem,
        solve(problem, begin),
        photograph=len(stands) - 1,
        anchors=anchors,
        flatness=FLAT,
    )


def seen(number: int, pixels: Floats, *, rng: np.random.Generator) -> SeenTag:
    """A tag at these pixels, with noise and what pictures differ from any model by."""
    off = rng.normal(0, np.hypot(NOISE, FLOOR.corner), (4, 2)) + rng.normal(0, FLOOR.shift, 2)
    return SeenTag(number=number, corners=pixels + off, covariance=NOISE**2 * np.eye(8))


def drawn_tags(
    rng: np.random.Generator,
    drawn: DrawnRig,
    *,
    count: int = 16,
    height_sigma: float = 0.02,
    hidden: float = 0.0,
) -> DrawnTags:
    """Tags at known heights, within their error; of each view some share is hidden."""
    heights = rng.choice([0.0, 0.5, 1.0, 1.5], count)
    places = np.column_stack(
        [
            rng.uniform(2, drawn.table.width - 2, count),
            rng.uniform(2, drawn.table.depth - 2, count),
            heights + rng.normal(0, height_sigma, count),
            rng.uniform(-np.pi, np.pi, count),
        ]
    )
    sides = rng.uniform(0.7, 1.2, count)
    printed = sides * drawn.scale + rng.normal(0, INK, count)
    corners = corners_of(places, size=printed)
    shown = rng.uniform(size=(len(drawn.cameras), count)) >= hidden
    shown[0] |= ~shown.any(axis=0)
    return DrawnTags(
        places=places,
        squares=tuple(
            KnownSquare(
                number=100 + index,
                side=float(side),
                height=float(height),
                height_sigma=height_sigma,
            )
            for index, (side, height) in enumerate(zip(sides, heights, strict=True))
        ),
        views=tuple(
            tuple(
                seen(100 + index, pixels[index], rng=rng)
                for index in range(count)
                if shown[camera, index]
            )
            for camera, model in enumerate(drawn.cameras)
            for pixels in [model.pixels(corners)]
        ),
    )

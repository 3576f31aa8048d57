"""Paints what the camera sees of the bare table: the mat, the table top around it, the room."""

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.described.optics import SceneLens
from vision.synthetic.described.scene import Colour, TableScene
from vision.synthetic.painting import surfaces
from vision.synthetic.painting.surfaces import Image, Level
from vision.synthetic.projection import CameraView, Floats

_BAND: Final = 180
"""Rows that are drawn at a time, at twice their size; keeps a 4K frame out of memory."""
_FINER: Final = 2
_KNOT: Final = 12
_MOST_PIXELS: Final = 14_000_000
_TABLE_BEYOND_IN: Final = 9.0
"""How far the table top reaches beyond the mat."""
_WOOD_SCALE: Final = 26.0
_WOOD_IN: Final = 48.0
_BARE: Final[Colour] = (120, 84, 56)
_BESIDE: Final[Colour] = (150, 106, 70)
"""Of the table top, where no mat lies and around one."""
_EDGE_SHADOW_IN: Final = 0.25
_NEAR_IN: Final = 20.0
"""Around the mat, beyond which neither it nor the table is to be seen."""


def all_rays(view: CameraView) -> NDArray[np.float32]:
    """The direction that every pixel of the frame looks along, wherever the camera stands."""
    return _rays_of(view.lens, focal=view.focal, centre=view.centre, size=view.size)


# Photographs of one table are taken through one lens, and each is rendered by itself.
@lru_cache(maxsize=2)
def _rays_of(
    lens: SceneLens, *, focal: float, centre: tuple[float, float], size: tuple[int, int]
) -> NDArray[np.float32]:
    view = CameraView(
        rotation=np.eye(3), shift=np.zeros(3), focal=focal, centre=centre, lens=lens, size=size
    )
    width, height = size
    rays = np.empty((height, width, 2), dtype=np.float32)
    columns = np.arange(width, dtype=np.float64)
    knots = np.linspace(-0.5, width - 0.5, width // _KNOT + 1)
    for top in range(0, height, _BAND):
        rows = np.arange(top, min(top + _BAND, height), dtype=np.float64)
        # Straight lines between exact knots are right to a hundredth of a pixel: one Newton step
        # from there is as good as many from the pixel itself.
        sides = np.linspace(rows[0] - 0.5, rows[-1] + 0.5, max(2, len(rows) // _KNOT + 1))
        coarse = view.rays(np.stack(np.meshgrid(knots, sides), axis=-1))
        near = _between(sides, rows, values=_between(knots, columns, values=coarse, axis=1), axis=0)
        rays[top : top + len(rows)] = view.rays(
            np.stack(np.meshgrid(columns, rows), axis=-1), near=near
        )
    return rays


def _between(knots: Floats, places: Floats, *, values: Floats, axis: int) -> Floats:
    """Straight lines between the values at knots."""
    left = np.clip(np.searchsorted(knots, places) - 1, 0, len(knots) - 2)
    share = (places - knots[left]) / (knots[left + 1] - knots[left])
    share = share[:, None, None] if axis == 0 else share[None, :, None]
    low = np.take(values, left, axis=axis)
    drawn: Floats = low + (np.take(values, left + 1, axis=axis) - low) * share
    return drawn


def table_places(view: CameraView, rays: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where the ray of each pixel meets the table; NaN above the horizon."""
    turn, eye = view.rotation.astype(np.float32), view.eye
    down = rays[..., 0] * turn[0, 2] + rays[..., 1] * turn[1, 2] + turn[2, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(down < -1e-6, np.float32(-eye[2]) / down, np.float32(np.nan))
    places = np.empty_like(rays)
    for axis in (0, 1):
        along = rays[..., 0] * turn[0, axis] + rays[..., 1] * turn[1, axis] + turn[2, axis]
        places[..., axis] = np.float32(eye[axis]) + along * reach
    return places


# As large for every table: those of one seed stand on the same one.
@lru_cache(maxsize=2)
def _wood(seed: int, *, colour: Colour) -> Image:
    side, rng = round(_WOOD_IN * _WOOD_SCALE), np.random.default_rng([seed, 2])
    canvas = surfaces.Canvas(rng=rng, shape=(side, side), scale=_WOOD_SCALE)
    return surfaces.wooden(canvas, colour=colour)


class Backdrop:
    """The prints of the mat and the table top, which any camera looks at."""

    def __init__(self, scene: TableScene, *, scale: float) -> None:
        most = math.sqrt(_MOST_PIXELS / (scene.width_in * scene.depth_in))
        self.scene = scene
        self.scale = min(max(scale, 8.0), most)
        shape = (round(scene.depth_in * self.scale), round(scene.width_in * self.scale))
        self.mat = surfaces.mat(scene.mat, shape=shape, scale=self.scale, seed=(scene.seed, 1))
        if scene.mat_grid_in > 0:
            self.mat = surfaces.with_grid(self.mat, scale=self.scale, step_in=scene.mat_grid_in)
        self.wood = _wood(scene.seed, colour=_BARE if scene.mat == "wood" else _BESIDE)

    def seen(self, view: CameraView, *, places: NDArray[np.float32]) -> Image:
        """The light that the bare scene reflects, before lamp and lens."""
        height, width = places.shape[:2]
        drawn = np.empty((height, width, 3), dtype=np.float32)
        for top in range(0, height, _BAND):
            bottom = min(top + _BAND, height)
            # A row more on either side, so that bands meet without a seam.
            low, high = max(0, top - 1), min(height, bottom + 1)
            finer = cv2.resize(
                places[low:high],
                (width * _FINER, (high - low) * _FINER),
                interpolation=cv2.INTER_LINEAR,
            )
            band = self._at(np.asarray(finer))
            small = cv2.resize(band, (width, high - low), interpolation=cv2.INTER_AREA)
            drawn[top:bottom] = np.asarray(small)[top - low : bottom - low]
        del view
        return drawn

    def _at(self, places: NDArray[np.float32]) -> Image:
        """Reflected light at places of the table's plane."""
        places = np.nan_to_num(places, nan=1e6)
        x, y = places[..., 0], places[..., 1]
        # Beyond the table nothing is seen of it, and OpenCV counts far reflections one by one.
        deep, wide = self.scene.depth_in, self.scene.width_in
        east = np.clip(x, -_NEAR_IN, wide + _NEAR_IN)
        north = np.clip(y, -_NEAR_IN, deep + _NEAR_IN)
        wood = cv2.remap(
            self.wood,
            (east + 20.0) * _WOOD_SCALE,
            (north + 20.0) * _WOOD_SCALE,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )
        bare = self.scene.mat == "wood"
        edge = cv2.BORDER_REFLECT_101 if bare else cv2.BORDER_REPLICATE
        mat = cv2.remap(
            self.mat,
            east * self.scale - 0.5,
            (deep - north) * self.scale - 0.5,
            cv2.INTER_LINEAR,
            borderMode=edge,
        )
        off = np.maximum(np.maximum(-x, x - wide), np.maximum(-y, y - deep))
        if bare:
            # The bare table itself, to its edge.
            off = off - np.float32(_TABLE_BEYOND_IN / 2)
        # The mat is a little higher than the table, so the table is darker along its edge.
        dark = 1.0 - 0.45 * np.clip(1.0 - off / _EDGE_SHADOW_IN, 0.0, 1.0)
        wood = np.asarray(wood) * dark[..., None]
        inside = np.clip(0.5 - off * self.scale, 0.0, 1.0)[..., None]
        drawn = wood + (np.asarray(mat) - wood) * inside
        beyond = np.clip((off - _TABLE_BEYOND_IN) * 12.0, 0.0, 1.0)[..., None]
        # Most of a picture is table, so the room is drawn only where there is some of it.
        room = beyond[..., 0] > 0.0
        drawn[room] += (self._room(off[room]) - drawn[room]) * beyond[room]
        return np.asarray(drawn, dtype=np.float32)

    @staticmethod
    def _room(off: Level) -> Image:
        """The floor and, far away, the wall: dim and unimportant."""
        far = np.clip((off - np.float32(_TABLE_BEYOND_IN)) / 120.0, 0.0, 1.0)[..., None]
        floor = surfaces.light_of((74, 68, 64))
        wall = surfaces.light_of((168, 163, 152))
        room: Image = (floor + (wall - floor) * far).astype(np.float32)
        return room


def centre_scale(view: CameraView, scene: TableScene) -> float:
    """Pixels to the inch where the camera sees the table the largest, roughly."""
    corners = np.array(
        [
            [x * scene.width_in, y * scene.depth_in, 0.0]
            for x in (0.0, 0.5, 1.0)
            for y in (0.0, 0.5, 1.0)
        ]
    )
    depth = view.in_camera(corners)[:, 2]
    nearest = max(float(depth[depth > 0].min(initial=1e3)), 4.0)
    return view.focal / nearest

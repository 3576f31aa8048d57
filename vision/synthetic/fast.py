"""Paints frames fast enough for live play: flat warps in grey levels instead of rays.

Corners of tags are projected exactly all the same; what is between them follows a homography.
"""

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.synthetic import develop
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.develop import Bytes
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import CameraView, Floats
from vision.synthetic.tabletop.layers import LaidSheet, Layer
from vision.synthetic.tabletop.sheets import Sheet, SheetStamp, stamp

_FINER: Final = 2
_LARGE_PX: Final = 40_000
"""Windows larger than this hold no tags; they are warped at their own size."""
_PLAIN_DENSITY: Final = 32.0
"""Pixels to the inch of flat sheets without a homography, which are hands: no tag is on them."""
_POOL_BEYOND: Final = 96
"""The noise is drawn once, larger than the frame, and shifted from frame to frame."""
_KEPT: Final = 1500
_LOW_WALL_IN: Final = 0.12
"""Sides of pieces lower than this are left out."""
_NO_LIGHT: Final[Image] = np.zeros((0, 0, 3), dtype=np.float32)
_FULL: Final = 255
_RING: Final = 0.75 * np.array(
    [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]], dtype=np.float64
)
"""On a sheet from -1 to 1; a 4 x 4 tag with a margin of a cell has its black edge there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Chip:
    """A stamp in grey levels: colour times coverage, and what the picture keeps."""

    colour: Bytes
    keep: Bytes
    """255 less the coverage, for each colour."""
    stamp: SheetStamp
    """For the truth: where it lies and what it covers."""


# As large for every camera of a kind, and drawn by the scene's seed alone.
@lru_cache(maxsize=2)
def _noise(seed: int, *, shape: tuple[int, int, int], sigma: float) -> np.typing.NDArray[np.int16]:
    drawn = np.random.default_rng([seed, 4]).standard_normal(shape, dtype=np.float32)
    return np.round(drawn * np.float32(0.8 * sigma)).astype(np.int16)


class FastPainter:
    """Paints frames of one camera; keeps what has not moved."""

    def __init__(
        self,
        camera: SceneCamera,
        view: CameraView,
        *,
        rays: Image,
        bare: Image,
        light: Image,
        seed: int,
    ) -> None:
        self.camera = camera
        self.view = view
        self._rays = rays
        self._light = light
        self._gains = develop.white_balance(camera)
        self._base = develop.developed(
            develop.spread(bare, camera) * self._gains, camera.sensor.tone
        )
        self._chips: OrderedDict[Hashable, _Chip | None] = OrderedDict()
        width, height = self.view.size
        shape = (height + _POOL_BEYOND, width + _POOL_BEYOND, 3)
        sigma = camera.sensor.noise
        self._pool = _noise(seed, shape=shape, sigma=sigma) if sigma > 0 else None
        # A shadow takes a share of the light; this is what it leaves of a grey level.
        steps = np.arange(256) / 255.0
        power = 1.0 if camera.sensor.tone == "linear" else 1 / 2.2
        self._left = np.round(255.0 * (1.0 - steps) ** power).astype(np.uint8)

    def picture(
        self, order: list[LaidSheet], *, rng: np.random.Generator
    ) -> tuple[Bytes, list[Layer]]:
        """The frame, and what was laid on it in order."""
        picture = self._base.copy()
        layers: list[Layer] = []
        for laid in order:
            chip = self._chip(laid)
            if chip is None:
                continue
            window = picture[chip.stamp.window]
            cv2.multiply(window, chip.keep, dst=window, scale=1.0 / _FULL)
            if chip.stamp.mode == "paint":
                cv2.add(window, chip.colour, dst=window)
            layers.append(Layer(stamp=chip.stamp, tag=laid.tag, piece=laid.piece))
        if self._pool is not None:
            top, left = (int(each) for each in rng.integers(0, _POOL_BEYOND, 2))
            width, height = self.view.size
            noise = self._pool[top : top + height, left : left + width]
            picture = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        return picture, layers

    def _chip(self, laid: LaidSheet) -> _Chip | None:
        if laid.key not in self._chips:
            self._chips[laid.key] = self._made(laid.sheet)
            while len(self._chips) > _KEPT:
                self._chips.popitem(last=False)
        return self._chips[laid.key]

    def _made(self, sheet: Sheet) -> _Chip | None:
        if float(sheet.normal @ (self.view.eye - sheet.origin)) <= 0:
            return None
        low = sheet.up[2] == 1.0 and sheet.box[1] == 0.0 and sheet.box[3] < _LOW_WALL_IN
        if low and sheet.mode == "paint":
            return None
        u0, v0, u1, v1 = sheet.box
        corners = self.view.pixels(sheet.points(np.array([[u0, v1], [u1, v1], [u1, v0], [u0, v0]])))
        window = self._window(sheet)
        if window is None:
            return None
        # Curled paper has no homography, and neither has what reaches behind the camera.
        if sheet.bend or not np.isfinite(corners).all() or _far(corners, self.view.size):
            return self._by_rays(sheet, window=window)
        return self._warped(sheet, corners, window=window)

    def _window(self, sheet: Sheet) -> tuple[int, int, int, int] | None:
        extent = self.view.extent(sheet.border())
        if extent is None:
            return None
        least, most = np.floor(extent[0]) - 2, np.ceil(extent[1]) + 3
        left, top = (int(max(0, each)) for each in least)
        right, bottom = (
            int(min(size, each)) for size, each in zip(self.view.size, most, strict=True)
        )
        return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None

    def _warped(self, sheet: Sheet, corners: Floats, *, window: tuple[int, int, int, int]) -> _Chip:
        left, top, right, bottom = window
        u0, v0, u1, v1 = sheet.box
        finer = _FINER if (right - left) * (bottom - top) < _LARGE_PX else 1
        along = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        density = (
            max(4.0, finer * float(max(along[0], along[2])) / (u1 - u0)),
            max(4.0, finer * float(max(along[1], along[3])) / (v1 - v0)),
        )
        drawn = sheet.paint(density)
        ink = self._in_levels(sheet, drawn, window=window)
        turn = self._homography(sheet, shape=drawn.shape[:2], corner=(left, top), finer=finer)
        size = ((right - left) * finer, (bottom - top) * finer)
        seen = cv2.warpPerspective(ink, turn, size, flags=cv2.INTER_LINEAR)
        if self.camera.lens.blur_px > 0.3:
            seen = cv2.blur(seen, (3, 3))
        small = cv2.resize(seen, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        return self._of(np.asarray(small, dtype=np.uint8), sheet, left=left, top=top)

    def _homography(
        self, sheet: Sheet, *, shape: tuple[int, ...], corner: tuple[int, int], finer: int
    ) -> Floats:
        """From pixels of a print to fine pixels of its window, by least squares.

        Eight points on the ring where tags have their black edge share what a bent lens leaves.
        """
        u0, v0, u1, v1 = sheet.box
        middle, half = ((u0 + u1) / 2, (v0 + v1) / 2), ((u1 - u0) / 2, (v1 - v0) / 2)
        places = middle + _RING * half
        rows, columns = shape
        x = (places[:, 0] - u0) * (columns / (u1 - u0)) - 0.5
        y = (v1 - places[:, 1]) * (rows / (v1 - v0)) - 0.5
        seen = self.view.pixels(sheet.points(places))
        fine = (seen - corner + 0.5) * finer - 0.5
        # Numbers near 1 keep the equations sound.
        scale, shift = max(rows, columns) / 2, fine.mean(axis=0)
        spread = float(np.abs(fine - shift).max())
        x, y = (x - columns / 2) / scale, (y - rows / 2) / scale
        px, py = ((fine - shift) / spread).T
        one, nil = np.ones_like(x), np.zeros_like(x)
        across = np.stack([x, y, one, nil, nil, nil, -px * x, -px * y], axis=1)
        down = np.stack([nil, nil, nil, x, y, one, -py * x, -py * y], axis=1)
        equations = np.concatenate([across, down])
        found = np.linalg.solve(equations.T @ equations, equations.T @ np.concatenate([px, py]))
        turn = np.append(found, 1.0).reshape(3, 3)
        back = np.array([[spread, 0.0, shift[0]], [0.0, spread, shift[1]], [0.0, 0.0, 1.0]])
        there = np.array(
            [[1 / scale, 0.0, -columns / 2 / scale], [0.0, 1 / scale, -rows / 2 / scale], [0, 0, 1]]
        )
        return np.asarray(back @ turn @ there, dtype=np.float64)

    def _in_levels(self, sheet: Sheet, drawn: Image, *, window: tuple[int, int, int, int]) -> Bytes:
        """A print as premultiplied grey levels in the light of the middle of where it lies."""
        ink = np.empty(drawn.shape, dtype=np.uint8)
        ink[..., 3] = np.round(drawn[..., 3] * _FULL)
        if sheet.mode == "shadow":
            ink[..., :3] = 0
            return ink
        left, top, right, bottom = window
        fallen = float(self._light[(top + bottom) // 2, (left + right) // 2]) * sheet.shade
        cover = np.maximum(drawn[..., 3:], np.float32(1e-3))
        level = drawn[..., :3] / cover * (self._gains * np.float32(fallen))
        grey = develop.developed(level, self.camera.sensor.tone)
        ink[..., :3] = np.round(grey * np.minimum(cover, 1.0))
        return ink

    def _by_rays(self, sheet: Sheet, *, window: tuple[int, int, int, int]) -> _Chip | None:
        left, top, right, bottom = window
        large = (right - left) * (bottom - top) > _LARGE_PX
        finest = math.inf if sheet.bend else _PLAIN_DENSITY
        drawn = stamp(sheet, self.view, rays=self._rays, samples=1 if large else 3, finest=finest)
        if drawn is None:
            return None
        whole = np.concatenate([drawn.light, drawn.cover[..., None]], axis=2)
        box = (drawn.left, drawn.top, drawn.window[1].stop, drawn.window[0].stop)
        ink = self._in_levels(sheet, whole, window=box)
        return self._of(ink, sheet, left=drawn.left, top=drawn.top)

    def _of(self, ink: Bytes, sheet: Sheet, *, left: int, top: int) -> _Chip:
        cover = ink[..., 3]
        keep = self._left[cover] if sheet.mode == "shadow" else _FULL - cover
        return _Chip(
            colour=np.ascontiguousarray(ink[..., :3]),
            keep=np.ascontiguousarray(np.repeat(keep[..., None], 3, axis=2)),
            stamp=SheetStamp(
                left=left,
                top=top,
                light=_NO_LIGHT,
                cover=cover.astype(np.float32) / np.float32(_FULL),
                mode=sheet.mode,
            ),
        )


def _far(corners: Floats, size: tuple[int, int]) -> bool:
    """Whether a corner is so far outside of the frame that the lens's polynomial means nothing."""
    beyond = np.maximum(-corners, corners - np.array(size))
    return bool((beyond > 0.25 * max(size)).any())

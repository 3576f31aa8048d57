"""Paints mats, wood, felt and card: grain out of a seed, as reflected light.

Colours are shares of reflected light (linear, not grey levels) in OpenCV's order blue, green, red.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.described.scene import Colour

Image = NDArray[np.float32]
Level = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """What a surface is drawn on: its random source, its pixels (down, across), pixels to the
    inch.
    """

    rng: np.random.Generator
    shape: tuple[int, int]
    scale: float

    @property
    def parts(self) -> tuple[np.random.Generator, tuple[int, int], float]:
        """All three."""
        return self.rng, self.shape, self.scale


def light_of(colour: Colour) -> Image:
    """A colour of a paint program as shares of reflected light.

    >>> [round(float(share), 3) for share in light_of((255, 188, 0))]
    [0.0, 0.503, 1.0]
    """
    level = np.array(colour[::-1], dtype=np.float64) / 255.0
    share = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return share.astype(np.float32)


def grain(rng: np.random.Generator, shape: tuple[int, int], *, cell: tuple[float, float]) -> Image:
    """Smooth noise from -1 to 1 whose spots are about ``cell`` (down, across) pixels large."""
    rows = max(2, round(shape[0] / cell[0]) + 3)
    columns = max(2, round(shape[1] / cell[1]) + 3)
    coarse = rng.uniform(-1.0, 1.0, (rows, columns)).astype(np.float32)
    if cell[0] <= 1.0 and cell[1] <= 1.0:
        return coarse[: shape[0], : shape[1]].copy()
    drawn = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(drawn, dtype=np.float32)


def clouds(rng: np.random.Generator, shape: tuple[int, int], *, largest: float) -> Image:
    """Noise of all sizes down to two pixels, the larger the stronger."""
    cells = [largest]
    while cells[-1] >= 4.0:
        cells.append(cells[-1] / 2)
    total = np.zeros((2, 2), dtype=np.float32)
    weight, weights = 1.0, 0.0
    for cell in cells:
        # Each size of spot is drawn no finer than it needs, and enlarged with the next.
        coarser = max(1.0, cell / 4.0)
        size = (max(2, round(shape[0] / coarser)), max(2, round(shape[1] / coarser)))
        total = np.asarray(cv2.resize(total, size[::-1], interpolation=cv2.INTER_LINEAR))
        total += np.float32(weight) * grain(rng, size, cell=(cell / coarser, cell / coarser))
        weights += weight
        weight *= 0.62
    whole = cv2.resize(total, shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole / np.float32(weights * 0.5), dtype=np.float32)


def _tinted(colour: Colour, value: Level) -> Image:
    """A colour times a brightness for each pixel."""
    return light_of(colour) * np.clip(value, 0.05, 3.0).astype(np.float32)[..., None]


def _blend(one: Image, other: Image, *, share: Level) -> Image:
    part = np.clip(share, 0.0, 1.0).astype(np.float32)[..., None]
    return one + (other - one) * part


def _grass(canvas: Canvas) -> Image:
    rng, shape, scale = canvas.parts
    broad = clouds(rng, shape, largest=9.0 * scale)
    tufts = clouds(rng, shape, largest=0.3 * scale)
    fine = grain(rng, shape, cell=(1.6, 1.6)) + 0.6 * grain(rng, shape, cell=(1.0, 1.0))
    green = _tinted((90, 104, 54), 1.0 + 0.26 * tufts + 0.34 * fine)
    dry = _tinted((140, 124, 76), 1.0 + 0.2 * tufts + 0.3 * fine)
    earth = _tinted((98, 78, 54), 1.0 + 0.2 * tufts + 0.26 * fine)
    mixed = _blend(green, dry, share=0.42 + 0.75 * broad + 0.3 * tufts + 0.1 * fine)
    return _blend(mixed, earth, share=1.6 * (clouds(rng, shape, largest=5.0 * scale) - 0.42))


def _sand(canvas: Canvas) -> Image:
    rng, shape, scale = canvas.parts
    broad = clouds(rng, shape, largest=8.0 * scale)
    ripple = clouds(rng, shape, largest=0.8 * scale)
    fine = grain(rng, shape, cell=(1.0, 1.0))
    pale = _tinted((205, 181, 138), 1.0 + 0.07 * ripple + 0.08 * fine)
    dark = _tinted((160, 130, 92), 1.0 + 0.1 * ripple + 0.08 * fine)
    return _blend(pale, dark, share=0.3 + 0.6 * broad)


def _snow(canvas: Canvas) -> Image:
    rng, shape, scale = canvas.parts
    broad = clouds(rng, shape, largest=7.0 * scale)
    fine = grain(rng, shape, cell=(1.5, 1.5))
    white = _tinted((222, 228, 236), 0.95 + 0.05 * broad + 0.03 * fine)
    stone = _tinted((128, 134, 138), 1.0 + 0.15 * fine)
    return _blend(white, stone, share=1.8 * (clouds(rng, shape, largest=3.0 * scale) - 0.55))


def felted(canvas: Canvas, *, colour: Colour) -> Image:
    """Felt: short fibres in two directions over faint clouds."""
    rng, shape, scale = canvas.parts
    along = grain(rng, shape, cell=(1.2, max(2.0, 0.09 * scale)))
    across = grain(rng, shape, cell=(max(2.0, 0.09 * scale), 1.2))
    broad = clouds(rng, shape, largest=3.0 * scale)
    return _tinted(colour, 1.0 + 0.13 * along + 0.13 * across + 0.06 * broad)


def carded(canvas: Canvas, *, colour: Colour) -> Image:
    """Card or paper: nearly even, with flecks."""
    rng, shape, scale = canvas.parts
    flecks = grain(rng, shape, cell=(1.0, 1.0))
    broad = clouds(rng, shape, largest=2.5 * scale)
    return _tinted(colour, 1.0 + 0.035 * flecks + 0.035 * broad)


def wooden(canvas: Canvas, *, colour: Colour) -> Image:
    """Planks along x, each with its own tint, and grain that runs along them."""
    rng, shape, scale = canvas.parts
    rows, columns = shape
    wide = max(4.0, 4.6 * scale)
    bend = 0.5 * wide * 0.12 * grain(rng, shape, cell=(wide, 6.0 * wide))
    lines = grain(rng, shape, cell=(max(1.0, 0.035 * scale), max(4.0, 3.0 * scale)))
    rings = np.sin(
        (np.arange(rows, dtype=np.float32)[:, None] + 3.0 * bend) * np.float32(6.0 / scale)
        + 2.5 * grain(rng, shape, cell=(0.5 * wide, 3.0 * wide))
    )
    plank = (np.arange(rows) / wide).astype(int)
    tint = rng.uniform(0.86, 1.12, plank.max() + 1).astype(np.float32)[plank][:, None]
    inside = np.abs((np.arange(rows) / wide) % 1.0 - 0.5)
    seam = np.where(inside > 0.5 - 0.03 / 4.6 * 1.2, 0.45, 1.0).astype(np.float32)[:, None]
    value = tint * seam * (1.0 + 0.10 * lines + 0.09 * rings)
    return _tinted(colour, np.broadcast_to(value, (rows, columns)).astype(np.float32))


def _rubble(canvas: Canvas, *, colour: Colour) -> Image:
    rng, shape, scale = canvas.parts
    stones = clouds(rng, shape, largest=0.5 * scale)
    return _tinted(colour, 1.0 + 0.55 * np.sign(stones) * np.abs(stones) ** 0.5 * 0.6)


def _water(canvas: Canvas, *, colour: Colour) -> Image:
    rng, shape, scale = canvas.parts
    waves = grain(rng, shape, cell=(0.16 * scale, 0.7 * scale))
    foam = clouds(rng, shape, largest=1.4 * scale)
    pale = _tinted((190, 206, 210), np.ones(shape, dtype=np.float32))
    deep = _tinted(colour, 1.0 + 0.18 * waves + 0.12 * foam)
    return _blend(deep, pale, share=0.6 * (waves * 0.6 + foam - 0.75))


def _road(canvas: Canvas, *, colour: Colour) -> Image:
    rng, shape, scale = canvas.parts
    tracks = grain(rng, shape, cell=(1.5, 1.5))
    return _tinted(colour, 1.0 + 0.1 * tracks + 0.12 * clouds(rng, shape, largest=1.2 * scale))


_MATS: Final[Mapping[str, Callable[[Canvas], Image]]] = {
    "grass": _grass,
    "sand": _sand,
    "snow": _snow,
    "felt": lambda canvas: felted(canvas, colour=(60, 92, 58)),
    "paper": lambda canvas: carded(canvas, colour=(226, 224, 218)),
    "wood": lambda canvas: wooden(canvas, colour=(178, 132, 86)),
}
_GROUNDS: Final[Mapping[str, Callable[..., Image]]] = {
    "felt": felted,
    "card": carded,
    "wood": wooden,
    "water": _water,
    "road": _road,
    "rubble": _rubble,
}


def mat(name: str, *, shape: tuple[int, int], scale: float, seed: tuple[int, ...]) -> Image:
    """A mat of ``shape`` pixels (down, across), ``scale`` of them to the inch."""
    return _MATS[name](Canvas(rng=np.random.default_rng(seed), shape=shape, scale=scale))


def ground(
    name: str, *, shape: tuple[int, int], scale: float, colour: Colour, seed: tuple[int, ...]
) -> Image:
    """The upper side of a piece of terrain."""
    canvas = Canvas(rng=np.random.default_rng(seed), shape=shape, scale=scale)
    return _GROUNDS[name](canvas, colour=colour)


def with_grid(image: Image, *, scale: float, step_in: float) -> Image:
    """Thin printed lines every so many inches."""
    drawn = image.copy()
    half = max(0.5, 0.012 * scale)
    for axis in (0, 1):
        at = (np.arange(image.shape[axis]) + 0.5) / scale
        off = np.abs((at + step_in / 2) % step_in - step_in / 2) * scale
        line = np.clip(half + 0.5 - off, 0.0, 1.0).astype(np.float32) * np.float32(0.45)
        line = line[:, None, None] if axis == 0 else line[None, :, None]
        drawn *= 1.0 - line
    return drawn

"""Paints mats with terrain of felt, cloth or string on them, with nothing of the product.

A table is painted from above first, in finer pixels than any camera has, and then seen through the
lens of a bench's own eye.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.pictures.accuracy_pictures import Eye, Floats, between

Painted = NDArray[np.float32]
"""Rows x columns x (blue, green, red), light as grey levels."""
Colour = tuple[float, float, float]

PER_IN: Final = 36
"""Painted pixels to the inch."""
_STRING_IN: Final = 0.09
_BLUR_PX: Final = 0.7
_NOISE: Final = 2.5
_EXACT_PX: Final = 2
"""Pixels apart; in between every view here is straight to a hundredth of one."""
_CAMOUFLAGE: Final[tuple[Colour, ...]] = ((52, 92, 78), (46, 66, 96), (38, 50, 44), (110, 150, 160))


class MatKind(StrEnum):
    """What the table is covered with."""

    FELT = "felt"
    GRASS = "grass"
    WOOD = "wood"
    CAMOUFLAGE = "camouflage"
    LEAVES = "leaves"
    CHECKS = "checks"
    COBBLES = "cobbles"


class MadeOf(StrEnum):
    """What shows where the terrain is."""

    GREEN = "green felt"
    BROWN = "brown felt"
    RED = "red cloth"
    CLOTH = "patterned cloth"
    PALE_STRING = "pale string"
    DARK_STRING = "dark string"


FELTS: Final[dict[MadeOf, Colour]] = {
    MadeOf.GREEN: (60, 110, 70),
    MadeOf.BROWN: (60, 90, 130),
    MadeOf.RED: (60, 55, 165),
}
_STRINGS: Final[dict[MadeOf, Colour]] = {
    MadeOf.PALE_STRING: (200, 215, 220),
    MadeOf.DARK_STRING: (35, 35, 40),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PatternedTable:
    """The same table as one camera sees it without and with its terrain, and where that is."""

    bare: NDArray[np.uint8]
    shown: NDArray[np.uint8]
    outline: Floats
    """Its corners in inches."""
    middle: tuple[float, float]


def patterned_table(
    eye: Eye, *, side_in: float, mat: MatKind, marked: MadeOf, seed: int
) -> PatternedTable:
    """One draw of a square table; the light has changed a little between the two pictures."""
    rng = np.random.default_rng(seed)
    painted = _mat(mat, side_in=side_in, rng=rng)
    outline = _blob(side_in, rng=rng)
    laid = painted.copy()
    _lay(laid, outline, marked=marked, side_in=side_in, rng=rng)
    shown = _photographed(laid, eye, side_in=side_in, light=1.0, rng=rng)
    light = float(rng.uniform(0.93, 1.05))
    bare = _photographed(painted, eye, side_in=side_in, light=light, rng=rng)
    x, y = outline.mean(axis=0).tolist()
    return PatternedTable(bare=bare, shown=shown, outline=outline, middle=(x, y))


def _blob(side_in: float, *, rng: np.random.Generator) -> Floats:
    """As somebody cuts felt: round, longish, with a bay."""
    turns = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    radius = np.full(len(turns), float(rng.uniform(2.0, 3.0)))
    for wave in (2, 3, 4):
        size = float(rng.uniform(0, 0.45 / wave))
        radius *= 1 + size * np.cos(wave * turns + float(rng.uniform(0, 2 * np.pi)))
    middle = rng.uniform(0.3, 0.7, 2) * side_in
    return np.asarray(middle + np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius[:, None])


def _lay(
    painted: Painted, outline: Floats, *, marked: MadeOf, side_in: float, rng: np.random.Generator
) -> None:
    ring = np.round(_painted_at(outline, side_in=side_in) * 16).astype(np.int32)
    if marked in _STRINGS:
        line = np.zeros(painted.shape[:2], dtype=np.uint8)
        wide = max(1, round(_STRING_IN * PER_IN))
        cv2.polylines(line, [ring], isClosed=True, color=255, thickness=wide, shift=4)
        share = (line.astype(np.float32) / 255)[..., None]
        twine = _grained(_STRINGS[marked], shape=line.shape, grain=12, rng=rng)
    else:
        inside = np.zeros(painted.shape[:2], dtype=np.uint8)
        cv2.fillPoly(inside, [ring], 255, shift=4)
        share = (inside.astype(np.float32) / 255)[..., None]
        twine = (
            _blotches(_CAMOUFLAGE[::-1], shape=inside.shape, scale_in=0.8, rng=rng)
            if marked is MadeOf.CLOTH
            else _grained(FELTS[marked], shape=inside.shape, grain=7, rng=rng)
        )
    painted += (twine - painted) * share


def _mat(kind: MatKind, *, side_in: float, rng: np.random.Generator) -> Painted:
    count = round(side_in * PER_IN)
    shape = (count, count)
    if kind is MatKind.FELT:
        return _grained((90, 120, 60), shape=shape, grain=6, rng=rng)
    if kind is MatKind.GRASS:
        return _grained((50, 125, 95), shape=shape, grain=24, rng=rng)
    if kind is MatKind.WOOD:
        return _wood(shape, rng=rng)
    if kind is MatKind.CAMOUFLAGE:
        return _blotches(_CAMOUFLAGE, shape=shape, scale_in=1.6, rng=rng)
    if kind is MatKind.LEAVES:
        return _leaves(shape, rng=rng)
    if kind is MatKind.CHECKS:
        return _checks(shape, rng=rng)
    return _cobbles(shape, rng=rng)


def _grained(
    colour: Colour, *, shape: tuple[int, ...], grain: float, rng: np.random.Generator
) -> Painted:
    noise = rng.normal(0, 1, shape[:2]).astype(np.float32)
    fine = np.asarray(cv2.GaussianBlur(noise, (0, 0), PER_IN / 40))
    coarse = np.asarray(cv2.GaussianBlur(noise, (0, 0), PER_IN / 6))
    level = 0.8 * fine / fine.std() + 0.6 * coarse / coarse.std()
    return np.asarray(np.array(colour, np.float32) + grain * level[..., None], dtype=np.float32)


def _smooth(shape: tuple[int, ...], *, scale_in: float, rng: np.random.Generator) -> Painted:
    """A random surface that changes over so many inches."""
    small = tuple(max(4, round(size / PER_IN / scale_in * 2)) for size in shape[:2])
    knots = rng.normal(0, 1, small).astype(np.float32)
    return np.asarray(cv2.resize(knots, shape[1::-1], interpolation=cv2.INTER_CUBIC))


def _blotches(
    colours: tuple[Colour, ...],
    *,
    shape: tuple[int, ...],
    scale_in: float,
    rng: np.random.Generator,
) -> Painted:
    """Camouflage: the first colour is the ground, each other lies in blotches over it."""
    found = _grained(colours[0], shape=shape, grain=4, rng=rng)
    for colour in colours[1:]:
        is_there = _smooth(shape, scale_in=scale_in, rng=rng) > 0.55
        found[is_there] = _grained(colour, shape=shape, grain=4, rng=rng)[is_there]
    return found


def _wood(shape: tuple[int, int], *, rng: np.random.Generator) -> Painted:
    rows = np.linspace(0, shape[0] / PER_IN, shape[0])[:, None]
    bent = rows + 0.5 * _smooth(shape, scale_in=7.0, rng=rng)
    rings = np.sin(2 * np.pi * bent * 1.7) + 0.5 * np.sin(2 * np.pi * bent * 5.3)
    base = _grained((70, 110, 150), shape=shape, grain=5, rng=rng)
    return np.asarray(base + 12 * rings[..., None].astype(np.float32), dtype=np.float32)


def _leaves(shape: tuple[int, int], *, rng: np.random.Generator) -> Painted:
    """A printed mat: leaves, twigs and puddles of many colours."""
    found = _grained((70, 105, 80), shape=shape, grain=6, rng=rng)
    for _ in range(round(shape[0] * shape[1] / PER_IN**2 * 0.8)):
        at = tuple(int(each) for each in rng.uniform(0, shape[0], 2))
        axes = tuple(int(each) for each in rng.uniform(0.15, 0.6, 2) * PER_IN)
        shade = rng.normal((65, 110, 95), (20, 30, 35)).tolist()
        cv2.ellipse(found, at, axes, float(rng.uniform(0, 180)), 0, 360, shade, -1, cv2.LINE_AA)
        end = (np.array(at) + rng.uniform(-1, 1, 2) * 1.5 * PER_IN).astype(int).tolist()
        wide = max(1, round(float(rng.uniform(0.03, 0.1)) * PER_IN))
        cv2.line(found, at, end, (shade[2], shade[1], shade[0]), wide, cv2.LINE_AA)
    return found


def _checks(shape: tuple[int, int], *, rng: np.random.Generator) -> Painted:
    """A cloth of two colours in squares of an inch and a half."""
    step = round(1.5 * PER_IN)
    rows, columns = np.indices(shape)
    is_dark = ((rows // step + columns // step) % 2).astype(bool)
    pale = _grained((175, 195, 200), shape=shape, grain=5, rng=rng)
    pale[is_dark] = _grained((60, 100, 70), shape=shape, grain=5, rng=rng)[is_dark]
    return pale


def _cobbles(shape: tuple[int, int], *, rng: np.random.Generator) -> Painted:
    """Printed stones with dark joints."""
    found = np.full((*shape, 3), 55.0, dtype=np.float32)
    step = 0.9 * PER_IN
    for row in range(int(shape[0] / step) + 1):
        for column in range(int(shape[1] / step) + 1):
            aside = step / 2 if row % 2 else 0.0
            at = np.array([column * step + aside, row * step]) + rng.normal(0, 0.06, 2) * PER_IN
            shade = (np.array([115, 125, 130]) + rng.normal(0, 18)).tolist()
            size = (step * rng.uniform(0.78, 0.92, 2)).tolist()
            box = cv2.boxPoints((at.tolist(), size, float(rng.normal(0, 6))))
            cv2.fillConvexPoly(found, np.round(box).astype(np.int32), shade, cv2.LINE_AA)
    return np.asarray(found + rng.normal(0, 4, found.shape), dtype=np.float32)


def _painted_at(places: Floats, *, side_in: float) -> Floats:
    """Where places are on the painting, whose first row is the north."""
    return np.stack([places[..., 0], side_in - places[..., 1]], axis=-1) * PER_IN - 0.5


def _photographed(
    painted: Painted, eye: Eye, *, side_in: float, light: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    where = _painted_at(_places(eye), side_in=side_in).astype(np.float32)
    soft = cv2.GaussianBlur(painted, (0, 0), PER_IN / 60)
    beside: Any = (60.0, 70.0, 80.0)
    seen = cv2.remap(
        soft,
        where[..., 0],
        where[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=beside,
    )
    across, down = np.linspace(0, 0.6, eye.width), np.linspace(0, 0.4, eye.height)[:, None]
    falloff = 1 - 0.25 * (across + down)
    lit = np.asarray(seen) * (light * falloff)[..., None]
    blurred = np.asarray(cv2.GaussianBlur(lit, (0, 0), _BLUR_PX))
    noisy = blurred + rng.normal(0, _NOISE, blurred.shape)
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _places(eye: Eye) -> Floats:
    """What each pixel shows of the table (rows x columns x 2)."""
    return between(
        lambda grid: eye.places(grid, height=0.0),
        xs=np.arange(eye.width, dtype=float),
        ys=np.arange(eye.height, dtype=float),
        every=_EXACT_PX,
    )

"""Shapes dice as surfaces of triangles: rounded edges, drilled pips, a colour at each corner."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rgb = tuple[float, float, float]

_ACROSS: Final = 84
"""Squares along a face; a pip is 15 of them wide."""
_OUT: Final[dict[int, tuple[int, int, int]]] = {
    1: (0, 0, 1),
    6: (0, 0, -1),
    2: (1, 0, 0),
    5: (-1, 0, 0),
    3: (0, 1, 0),
    4: (0, -1, 0),
}
"""Which way each face looks; two that face each other make seven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DieMake:
    """What a maker decides; lengths are shares of the side."""

    rounding: float
    pip_radius: float
    pip_reach: float
    pip_depth: float
    one_grows: float
    """Radius of the single pip by that of the others."""
    is_mirrored: bool
    """Whether two and three run the other way."""
    body: Rgb
    pips: Rgb
    one: Rgb


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Surface:
    """Triangles by their corners."""

    corners: Floats
    triangles: NDArray[np.uint32]
    colours: Floats


def pip_spots(face: int, *, is_mirrored: bool) -> list[tuple[int, int]]:
    """Where a face has pips, in steps from its middle.

    >>> len(pip_spots(6, is_mirrored=False)), pip_spots(1, is_mirrored=True)
    (6, [(0, 0)])
    """
    side = -1 if is_mirrored else 1
    spots = [(0, 0)] if face % 2 else []
    if face > 1:
        spots += [(-1, -side), (1, side)]
    if face > 3:
        spots += [(-1, side), (1, -side)]
    if face == 6:
        spots += [(-1, 0), (1, 0)]
    return spots


def die_surface(make: DieMake) -> Surface:
    """A die with a side of one around the origin, its one up."""
    corners, triangles, colours = [], [], []
    count = 0
    for face in _OUT:
        own, colour = _face(face, make)
        corners.append(own)
        colours.append(colour)
        triangles.append(_squares() + count)
        count += len(own)
    return Surface(
        corners=np.concatenate(corners),
        triangles=np.concatenate(triangles).astype(np.uint32),
        colours=np.concatenate(colours),
    )


def turned_up(face: int, heading: float) -> Floats:
    """3 x 3: turns a die so that this face looks up, and then about that by so many radians.

    >>> [bool((turned_up(face, 0.3) @ _OUT[face])[2] > 0.999) for face in range(1, 7)]
    [True, True, True, True, True, True]
    """
    up = np.array(_OUT[face], dtype=np.float64)
    right = np.array(_OUT[2 if face in {1, 6} else 1], dtype=np.float64)
    level = np.stack([right, np.cross(up, right), up])
    cosine, sine = np.cos(heading), np.sin(heading)
    about = np.array([(cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)])
    turn: Floats = about @ level
    return turn


def _face(face: int, make: DieMake) -> tuple[Floats, Floats]:
    along = np.linspace(-0.5, 0.5, _ACROSS + 1)
    u, v = (each.ravel() for each in np.meshgrid(along, along))
    out = np.array(_OUT[face], dtype=np.float64)
    right = np.roll(out, 1) * out.sum()
    up = np.cross(out, right)
    flat = 0.5 * out + u[:, None] * right + v[:, None] * up
    inner = np.clip(flat, make.rounding - 0.5, 0.5 - make.rounding)
    away = flat - inner
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    corners = inner + make.rounding * away
    radius = make.pip_radius * (make.one_grows if face == 1 else 1.0)
    colour = np.tile(make.body, (len(corners), 1)).astype(np.float64)
    for i, j in pip_spots(face, is_mirrored=make.is_mirrored):
        off2 = (u - i * make.pip_reach) ** 2 + (v - j * make.pip_reach) ** 2
        is_pip = off2 < radius**2
        deep = make.pip_depth * np.sqrt(np.maximum(1 - off2[is_pip] / radius**2, 0.0))
        corners[is_pip] -= deep[:, None] * out
        colour[is_pip] = make.one if face == 1 else make.pips
    return corners, colour


def _squares() -> NDArray[np.int64]:
    row = np.arange(_ACROSS)
    first = (row[:, None] * (_ACROSS + 1) + row).ravel()
    second, third = first + 1, first + _ACROSS + 2
    fourth = first + _ACROSS + 1
    squares: NDArray[np.int64] = np.concatenate(
        [np.stack([first, second, third], axis=1), np.stack([first, third, fourth], axis=1)]
    )
    return squares

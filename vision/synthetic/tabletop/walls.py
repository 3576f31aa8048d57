"""Builds the upright faces of bases, houses and hills: shaded, with seams and windows."""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.synthetic.described.optics import Pair, SceneLight
from vision.synthetic.described.scene import Colour
from vision.synthetic.painting import surfaces
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import Floats
from vision.synthetic.tabletop.axes import UP
from vision.synthetic.tabletop.lighting import face_shade
from vision.synthetic.tabletop.sheets import Sheet

_STOREY_IN: Final = 1.6
"""Walls at least this high have windows."""


def walls(
    corners: list[Floats], *, height: float, colour: Colour, light: SceneLight, seams: bool
) -> tuple[Sheet, ...]:
    """The upright faces between counter-clockwise corners; seams show layers or rows of bricks."""
    sheets = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = float(np.linalg.norm(end - start))
        if long < 1e-6:
            continue
        across = (end - start) / long
        sheet = Sheet(
            origin=start,
            across=across,
            up=UP,
            box=(0.0, 0.0, long, height),
            paint=lambda density, long=long: _wall_print(  # type: ignore[misc]
                density, size=(long, height), colour=colour, seams=seams
            ),
        )
        sheets.append(replace(sheet, shade=face_shade(sheet.normal, light)))
    return tuple(sheets)


def _wall_print(density: tuple[float, float], *, size: Pair, colour: Colour, seams: bool) -> Image:
    height = size[1]
    columns, rows = (
        int(min(max(2, round(per_inch * inches)), 600))
        for per_inch, inches in zip(density, size, strict=True)
    )
    print_ = np.ones((rows, columns, 4), dtype=np.float32)
    print_[..., :3] = surfaces.light_of(colour)
    high = (np.arange(rows)[::-1] + 0.5) / rows * height
    # Less light reaches the foot of a wall.
    shade = 0.72 + 0.28 * np.minimum(high / max(0.35 * height, 0.05), 1.0)
    if seams:
        shade = shade * np.where((high % 0.25) < 0.03, 0.7, 1.0)
    print_[..., :3] *= shade.astype(np.float32)[:, None, None]
    if seams and height > _STOREY_IN:
        print_[..., :3] *= _windows(size, high=high, columns=columns)[..., None]
    return print_


def _windows(size: Pair, *, high: Floats, columns: int) -> Image:
    """Dark panes in a row on each storey of a wall, with a pale frame."""
    count = max(1, round(size[0] / 1.2))
    along = ((np.arange(columns) + 0.5) / columns * count) % 1.0 * (size[0] / count)
    aside = np.abs(along - size[0] / count / 2)
    over = np.abs((high % _STOREY_IN) - 0.58 * _STOREY_IN)
    over = np.where(high < size[1] // _STOREY_IN * _STOREY_IN, over, 9.0)
    outer = (aside < 0.24)[None, :] & (over < 0.32)[:, None]
    inner = (aside < 0.18)[None, :] & (over < 0.26)[:, None]
    shade: Image = np.where(inner, 0.22, np.where(outer, 1.35, 1.0)).astype(np.float32)
    return shade

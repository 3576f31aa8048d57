"""Builds the shadows that bases, figures and hands throw on the table."""

from typing import Final

import cv2
import numpy as np

from vision.synthetic.described.optics import Pair, SceneLight
from vision.synthetic.described.scene import Figure, ScenePiece, ScenePlace
from vision.synthetic.painting import figures, printing
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import Floats, cross
from vision.synthetic.tabletop.axes import UP, axes, point
from vision.synthetic.tabletop.lighting import shadow_shift
from vision.synthetic.tabletop.sheets import Paint, Sheet

_SHADOW_SCALE: Final = 16.0
"""Pixels to the inch that are enough for a soft shadow."""
_AHEAD_OF_DUSK: Final = 0.88
"""Even in full shadow some of the lamp's light arrives, off walls and ceiling."""


def figure_shadow(piece: ScenePiece, figure: Figure, *, light: SceneLight) -> Sheet:
    shift = shadow_shift(light)
    lean = np.array([shift[0], shift[1], 0.0])
    _, left = axes(piece.place, figure.turn_deg)
    # Broad or edge-on, a cut-out that is not quite flat throws some shadow.
    across = left if cross(left, lean)[2] > 0 else -left
    wide = figures.width_of(figure.shape) * figure.height_in
    grow = light.softness_in * figure.height_in
    # A real axis for the sheet even where the lamp stands in the figure's own plane.
    if abs(cross(across, lean)[2]) < 0.08:
        across = across + 0.1 * cross(lean, UP) * -1.0
    foot = point(piece.place, figure.offset_in, height=0.012 + piece.base_in)

    def paint(density: tuple[float, float]) -> Image:
        del density
        rows = max(8, round(_SHADOW_SCALE * figure.height_in))
        drawn = figures.cut_out(figure.shape, colour=(0, 0, 0), rows=rows)[..., 3]
        edge = round(rows * grow / figure.height_in)
        drawn = np.pad(drawn, ((edge, edge), (edge, edge)))
        return softened(drawn, reach=0.3 * grow * _SHADOW_SCALE, light=light)

    box = (-wide / 2 - grow, -grow, wide / 2 + grow, figure.height_in + grow)
    return Sheet(
        origin=foot, across=across, up=lean, box=box, paint=paint, samples=1, mode="shadow"
    )


def softened(cover: Image, *, reach: float, light: SceneLight) -> Image:
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, reach))
    print_ = np.zeros((*cover.shape, 4), dtype=np.float32)
    print_[..., 3] = np.asarray(soft) * np.float32((1 - light.ambient) * _AHEAD_OF_DUSK)
    return print_


def prism_shadow(
    outline: tuple[Pair, ...], *, place: ScenePlace, heights: tuple[float, float], light: SceneLight
) -> Sheet:
    """On the ground beneath: what an upright prism hides from the lamp, and the dark along it."""
    shift = shadow_shift(light)
    ahead, left = axes(place)
    tall = heights[1] - heights[0]
    moved = (
        tall * (shift[0] * ahead[0] + shift[1] * ahead[1]),
        tall * (shift[0] * left[0] + shift[1] * left[1]),
    )
    far = tuple((x + moved[0], y + moved[1]) for x, y in outline)
    swept = [
        (one, other, far_other, far_one)
        for one, other, far_one, far_other in zip(
            outline, (*outline[1:], outline[0]), far, (*far[1:], far[0]), strict=True
        )
    ]
    grow = 0.06 + light.softness_in * tall
    x, y = np.array([*outline, *far]).T
    box = (x.min() - grow, y.min() - grow, x.max() + grow, y.max() + grow)
    scale = min(_SHADOW_SCALE, 1200.0 / max(box[2] - box[0], box[3] - box[1]))

    def paint(density: tuple[float, float]) -> Image:
        del density
        covered = printing.mask(outline, far, *swept, box=box, scale=scale)
        return softened(covered, reach=0.4 * grow * scale, light=light)

    return level_shadow(np.array([place.x, place.y, heights[0]]), ahead, box=box, paint=paint)


def level_shadow(
    origin: Floats, across: Floats, *, box: tuple[float, float, float, float], paint: Paint
) -> Sheet:
    """A shadow on level ground."""
    up = cross(UP, across)
    return Sheet(
        origin=origin, across=across, up=up, box=box, paint=paint, samples=1, mode="shadow"
    )

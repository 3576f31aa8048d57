"""Paints upright paper figures: drawn cut-outs with a white rim of paper."""

import functools
from typing import Final

import cv2
import numpy as np

from vision.synthetic.described.scene import Colour, Shape
from vision.synthetic.painting.surfaces import Image, light_of

Corners = list[tuple[float, float]]

_WIDTHS: Final[dict[Shape, float]] = {
    "infantry": 0.62,
    "rider": 0.95,
    "tank": 1.7,
    "tree": 0.85,
    "beast": 1.25,
    "banner": 0.8,
}
_STEEL: Final[Colour] = (74, 76, 80)
_SKIN: Final[Colour] = (206, 160, 128)
_BARK: Final[Colour] = (82, 60, 42)


def width_of(shape: Shape) -> float:
    """The width of a figure that is one high."""
    return _WIDTHS[shape]


class _Sheet:
    """A drawing in units of the figure's height: x from its middle, y from its foot upwards."""

    def __init__(self, shape: Shape, rows: int) -> None:
        self.rows = rows
        self.columns = max(4, round(rows * _WIDTHS[shape]))
        self.paint = np.full((rows, self.columns, 3), 0.0, dtype=np.float32)
        self.cover = np.zeros((rows, self.columns), dtype=np.uint8)

    def area(self, corners: Corners, colour: Colour, *, shade: float = 1.0) -> None:
        """Fill an outline."""
        across = np.array(corners) * (self.rows, -self.rows) + (self.columns / 2, self.rows)
        fixed = np.round((across - 0.5) * 16).astype(np.int32)
        ink = tuple(float(each) * shade for each in light_of(colour))
        cv2.fillPoly(self.paint, [fixed], ink, shift=4)
        cv2.fillPoly(self.cover, [fixed], 255, shift=4)

    def blob(self, middle: tuple[float, float], radii: tuple[float, float], **how: object) -> None:
        """Fill an ellipse."""
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        x = middle[0] + radii[0] * np.cos(turn)
        y = middle[1] + radii[1] * np.sin(turn)
        self.area(list(zip(x.tolist(), y.tolist(), strict=True)), **how)  # type: ignore[arg-type]

    def bar(self, start: tuple[float, float], end: tuple[float, float], **how: object) -> None:
        """A straight stroke; ``wide`` is its width."""
        wide = float(how.pop("wide", 0.04)) / 2  # type: ignore[arg-type]
        along = np.subtract(end, start)
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9) * wide
        one, other = np.array(start), np.array(end)
        corners = [one + across, other + across, other - across, one - across]
        self.area([(float(x), float(y)) for x, y in corners], **how)  # type: ignore[arg-type]


def _infantry(sheet: _Sheet, colour: Colour) -> None:
    for side in (-1, 1):
        sheet.area(
            [(side * 0.02, 0.46), (side * 0.16, 0.46), (side * 0.17, 0.12), (side * 0.06, 0.12)],
            colour,
            shade=0.6,
        )
        sheet.area(
            [(side * 0.04, 0.13), (side * 0.18, 0.13), (side * 0.22, 0.06), (side * 0.04, 0.06)],
            _BARK,
            shade=0.5,
        )
    sheet.area(
        [(-0.17, 0.44), (0.17, 0.44), (0.2, 0.74), (0.12, 0.79), (-0.12, 0.79), (-0.2, 0.74)],
        colour,
    )
    sheet.area([(-0.17, 0.5), (0.17, 0.5), (0.17, 0.46), (-0.17, 0.46)], _BARK)
    sheet.bar((-0.18, 0.72), (-0.02, 0.58), wide=0.09, colour=colour, shade=0.8)
    sheet.bar((0.18, 0.72), (0.14, 0.56), wide=0.09, colour=colour, shade=0.8)
    sheet.blob((0.0, 0.84), (0.075, 0.085), colour=_SKIN)
    sheet.area(
        [(-0.11, 0.86), (0.11, 0.86), (0.09, 0.93), (0.0, 0.955), (-0.09, 0.93)], colour, shade=0.55
    )
    sheet.bar((-0.22, 0.5), (0.24, 0.68), wide=0.035, colour=_STEEL)


def _horse(sheet: _Sheet, colour: Colour) -> None:
    for at in (-0.28, -0.2, 0.16, 0.24):
        sheet.bar((at, 0.32), (at + 0.02, 0.06), wide=0.055, colour=_BARK, shade=0.9)
    sheet.blob((-0.02, 0.38), (0.32, 0.12), colour=_BARK, shade=1.3)
    sheet.area(
        [(0.2, 0.4), (0.33, 0.66), (0.45, 0.62), (0.46, 0.55), (0.34, 0.36)], _BARK, shade=1.3
    )
    sheet.bar((-0.32, 0.42), (-0.42, 0.22), wide=0.05, colour=_BARK, shade=0.7)
    del colour


def _rider(sheet: _Sheet, colour: Colour) -> None:
    _horse(sheet, colour)
    sheet.area([(-0.1, 0.4), (0.1, 0.4), (0.12, 0.72), (-0.1, 0.72)], colour)
    sheet.bar((0.02, 0.46), (0.06, 0.24), wide=0.09, colour=colour, shade=0.6)
    sheet.blob((0.02, 0.8), (0.07, 0.08), colour=_SKIN)
    sheet.area([(-0.08, 0.81), (0.12, 0.81), (0.1, 0.9), (-0.06, 0.9)], colour, shade=0.5)
    sheet.bar((0.14, 0.5), (0.3, 0.95), wide=0.03, colour=_STEEL)


def _tank(sheet: _Sheet, colour: Colour) -> None:
    tracks = [(-0.72, 0.08), (0.66, 0.08), (0.76, 0.26), (0.7, 0.38), (-0.74, 0.38), (-0.78, 0.24)]
    sheet.area(tracks, _STEEL, shade=0.6)
    for at in (-0.6, -0.36, -0.12, 0.12, 0.36, 0.58):
        sheet.blob((at, 0.2), (0.1, 0.1), colour=_STEEL, shade=1.4)
        sheet.blob((at, 0.2), (0.045, 0.045), colour=_STEEL, shade=0.5)
    sheet.area([(-0.72, 0.38), (0.74, 0.38), (0.58, 0.58), (-0.62, 0.58)], colour)
    sheet.area([(-0.34, 0.58), (0.3, 0.58), (0.22, 0.86), (-0.26, 0.88)], colour, shade=0.8)
    sheet.bar((0.24, 0.72), (0.8, 0.76), wide=0.06, colour=colour, shade=0.6)
    sheet.bar((-0.14, 0.9), (0.04, 0.9), wide=0.06, colour=colour, shade=0.6)


def _tree(sheet: _Sheet, colour: Colour) -> None:
    sheet.area([(-0.05, 0.04), (0.05, 0.04), (0.035, 0.4), (-0.035, 0.4)], _BARK)
    rng = np.random.default_rng(7)
    for _ in range(26):
        at = (float(rng.uniform(-0.24, 0.24)), float(rng.uniform(0.42, 0.84)))
        size = float(rng.uniform(0.06, 0.13))
        sheet.blob(at, (size, size), colour=colour, shade=float(rng.uniform(0.6, 1.2)))


def _beast(sheet: _Sheet, colour: Colour) -> None:
    for at in (-0.34, -0.22, 0.14, 0.26):
        sheet.bar((at, 0.4), (at + 0.03, 0.06), wide=0.1, colour=colour, shade=0.7)
    sheet.blob((-0.04, 0.46), (0.42, 0.19), colour=colour)
    sheet.blob((0.4, 0.62), (0.15, 0.14), colour=colour, shade=1.1)
    sheet.bar((-0.42, 0.5), (-0.56, 0.84), wide=0.06, colour=colour, shade=0.8)
    for at in (-0.3, -0.16, -0.02, 0.12):
        sheet.bar((at, 0.62), (at - 0.03, 0.34), wide=0.045, colour=_BARK, shade=0.5)
    sheet.blob((0.45, 0.66), (0.022, 0.022), colour=(240, 220, 90))


def _banner(sheet: _Sheet, colour: Colour) -> None:
    sheet.bar((-0.24, 0.04), (-0.24, 0.97), wide=0.035, colour=_BARK)
    sheet.area([(-0.22, 0.94), (0.34, 0.88), (0.2, 0.75), (0.34, 0.6), (-0.22, 0.56)], colour)
    sheet.blob((-0.02, 0.75), (0.1, 0.1), colour=(236, 230, 210))


_DRAWERS: Final = {
    "infantry": _infantry,
    "rider": _rider,
    "tank": _tank,
    "tree": _tree,
    "beast": _beast,
    "banner": _banner,
}


@functools.lru_cache(maxsize=256)
def cut_out(shape: Shape, *, colour: Colour, rows: int) -> Image:
    """The figure, ``rows`` pixels high, with the paper that scissors left around it."""
    fine = _Sheet(shape, 3 * rows)
    _DRAWERS[shape](fine, colour)
    reach = max(1, round(0.022 * fine.rows))
    rim = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    foot = fine.cover.copy()
    # The tab by which it is glued to its base.
    foot[round(0.93 * fine.rows) :, round(0.15 * fine.columns) : round(0.85 * fine.columns)] = 255
    paper = (np.asarray(cv2.dilate(foot, rim)) > 0).astype(np.float32)[..., None]
    inked = (fine.cover > 0)[..., None]
    line = (np.asarray(cv2.erode(fine.cover, rim)) == 0)[..., None] & inked
    drawn = np.where(inked, fine.paint, light_of((228, 226, 220)))
    drawn = np.where(line, drawn * np.float32(0.35), drawn) * paper
    whole = np.concatenate([drawn, paper], axis=2).astype(np.float32)
    size = (max(2, fine.columns // 3), rows)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.float32)

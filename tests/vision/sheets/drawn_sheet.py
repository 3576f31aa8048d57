"""Renders a photograph of a sheet on which somebody has drawn rooms by hand.

The sheet is printed in its own inches, pencil is laid on it stroke by stroke, and a camera that
leans sees it in uneven light. Nothing here knows how such a picture is read.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.described.tag_patterns import predefined

Floats = NDArray[np.float64]
Spot = tuple[float, float]
PRINT_PX: Final = 160.0
"""To the inch of the paper as it is drawn, before the camera sees it."""
AROUND: Final = 0.7
"""Inches of paper around the area."""
PAPER: Final = 0.86
"""Share of the light that plain paper gives back."""
PALE: Final = 0.72
INK: Final = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """One line of a pencil."""

    points: tuple[Spot, ...]
    width_in: float = 0.03
    dark: float = 0.6
    """Share of the paper's light that it takes away where the pencil was pressed as usual."""
    uneven: float = 0.2
    """How far pressure and the paper's tooth change that along the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stain:
    """Something that was spilt: a spot, or with a ring's width the rim that a cup leaves."""

    at: Spot
    radius_in: float
    dark: float
    soft_in: float = 0.01
    """Over how much its edge fades."""
    ring_in: float = 0.0

    def cover(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """The share of the light that it takes away, at points of the area."""
        far = np.hypot(x - self.at[0], y - self.at[1])
        beyond = (
            np.abs(far - self.radius_in) - self.ring_in / 2
            if self.ring_in
            else far - self.radius_in
        )
        fade = 1.0 + np.exp(np.clip(beyond / self.soft_in, -50, 50))
        return np.asarray(self.dark / fade, dtype=np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Squares:
    """Squared paper: how far its lines lie apart, and how they are printed."""

    apart_in: float = 0.197
    dark: float = 0.15
    width_in: float = 0.01
    turned_deg: float = 0.0
    shift_in: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCamera:
    """How the sheet is looked at."""

    width_px: int = 1920
    height_px: int = 1080
    tilt_deg: float = 15.0
    """How far from straight above the camera leans."""
    azimuth_deg: float = 270.0
    """From where it leans, counter-clockwise from east: 270 is the player's own side."""
    roll_deg: float = 0.0
    filled: float = 0.85
    """Share of the frame that the sheet fills, at least one way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLight:
    """How the sheet is lit."""

    slope: float = 0.2
    """By how much the light falls off from one side of the sheet to the other."""
    slope_deg: float = 30.0
    shadow: float = 0.0
    """Share of the light that a shadow takes away."""
    shadow_edge: tuple[Spot, Spot] = ((0.0, 0.0), (10.0, 6.0))
    """The line on the sheet to the left of which the shadow lies."""
    shadow_soft_in: float = 0.15
    noise: float = 0.012
    blur_px: float = 0.7
    quality: int = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSheet:
    """A sheet with its tags and what was drawn on it."""

    width_in: float
    depth_in: float
    tags: Mapping[int, tuple[Spot, float]]
    """By number, the middle of each tag in inches from the area's corner, and its size."""
    dictionary: str = "DICT_4X4_250"
    strokes: tuple[Stroke, ...] = ()
    stains: tuple[Stain, ...] = ()
    squares: Squares | None = None
    camera: SheetCamera = field(default_factory=SheetCamera)
    light: SheetLight = field(default_factory=SheetLight)
    seed: int = 0
    dots: bool = True
    """Whether the area is printed with its crosses and its N."""

    def photograph(self) -> NDArray[np.uint8]:
        """What the camera takes: rows x columns x (blue, green, red)."""
        rng = np.random.default_rng(self.seed)
        paper = self._lit(self._printed(rng))
        seen = self._seen(paper)
        light = self.light
        if light.blur_px > 0:
            seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), light.blur_px), dtype=np.float32)
        tint = np.array([0.97, 1.0, 1.02], dtype=np.float32)
        colours = seen[..., None] * tint
        colours += light.noise * rng.standard_normal(colours.shape, dtype=np.float32)
        picture = np.clip(255.0 * colours, 0, 255).astype(np.uint8)
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, light.quality])
        assert done, "expected a JPEG, got none"
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)

    # --- on paper --------------------------------------------------------------------------------

    def _pixels(self, spots: Floats) -> Floats:
        """Points of the area on the drawn paper."""
        flipped = spots * (1.0, -1.0) + (AROUND, self.depth_in + AROUND)
        return np.asarray(flipped * PRINT_PX - 0.5)

    def _printed(self, rng: np.random.Generator) -> NDArray[np.float32]:
        size = (
            round((self.depth_in + 2 * AROUND) * PRINT_PX),
            round((self.width_in + 2 * AROUND) * PRINT_PX),
        )
        paper = np.full(size, PAPER, dtype=np.float32)
        grain = rng.standard_normal(size, dtype=np.float32)
        tooth = np.asarray(cv2.GaussianBlur(grain, (0, 0), 1.5), dtype=np.float32)
        paper *= 1.0 + 0.02 * tooth
        if self.squares is not None:
            self._print_squares(paper, self.squares)
        self._print_area(paper)
        for number, (centre, tag_size) in self.tags.items():
            self._print_tag(paper, number, centre=centre, size=tag_size)
        for stroke in self.strokes:
            self._draw(paper, stroke, tooth=tooth, rng=rng)
        if self.stains:
            rows, columns = np.indices(size, dtype=np.float32)
            x, y = columns / PRINT_PX - AROUND, self.depth_in + AROUND - rows / PRINT_PX
            for stain in self.stains:
                paper *= 1.0 - stain.cover(x, y)
        return paper

    def _print_squares(self, paper: NDArray[np.float32], squares: Squares) -> None:
        turn = math.radians(squares.turned_deg)
        along, aside = (
            np.array([math.cos(turn), math.sin(turn)]),
            np.array([-math.sin(turn), math.cos(turn)]),
        )
        middle = np.array([self.width_in / 2, self.depth_in / 2])
        reach = self.width_in
        cover = np.zeros_like(paper)
        for one, other in ((along, aside), (aside, along)):
            for step in np.arange(-reach, reach, squares.apart_in):
                at = middle + (step + squares.shift_in) * other
                ends = np.array([at - reach * one, at + reach * one])
                _line(cover, self._pixels(ends), width_px=squares.width_in * PRINT_PX, value=1.0)
        paper *= 1.0 - squares.dark * cover

    def _print_area(self, paper: NDArray[np.float32]) -> None:
        wide, deep = self.width_in, self.depth_in
        ring = self._pixels(np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)], float))
        _line(paper, ring, width_px=0.02 * PRINT_PX, value=INK, closed=True)
        if not self.dots:
            return
        for row in range(1, int(2 * deep)):
            for column in range(1, int(2 * wide)):
                x, y = column / 2, row / 2
                for dx, dy in ((0.02, 0.0), (0.0, 0.02)):
                    ends = np.array([(x - dx, y - dy), (x + dx, y + dy)])
                    _line(paper, self._pixels(ends), width_px=0.008 * PRINT_PX, value=PALE)
        middle, low, high = wide / 2, deep - 0.2, deep - 0.08
        letter = [(-0.04, low), (-0.04, high), (0.04, low), (0.04, high)]
        ends = np.array([(middle + x, y) for x, y in letter])
        _line(paper, self._pixels(ends), width_px=0.015 * PRINT_PX, value=0.45)

    def _print_tag(
        self, paper: NDArray[np.float32], number: int, *, centre: Spot, size: float
    ) -> None:
        book = predefined(self.dictionary)
        side = round(size * PRINT_PX)
        mark = np.asarray(cv2.aruco.generateImageMarker(book, number, side), dtype=np.float32)
        middle = self._pixels(np.array([centre]))[0] + 0.5
        left, top = (round(float(each) - side / 2) for each in middle)
        white = np.float32(PAPER)
        paper[top : top + side, left : left + side] = np.where(mark > 127, white, np.float32(INK))

    def _draw(
        self,
        paper: NDArray[np.float32],
        stroke: Stroke,
        *,
        tooth: NDArray[np.float32],
        rng: np.random.Generator,
    ) -> None:
        """Pencil takes light away, more where it was pressed and where the paper is rough."""
        cover = np.zeros_like(paper)
        points = self._pixels(np.array(stroke.points, dtype=np.float64))
        _line(cover, points, width_px=stroke.width_in * PRINT_PX, value=1.0)
        rows, columns = (np.flatnonzero(cover.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return
        top, bottom = max(0, rows.min() - 2), rows.max() + 3
        left, right = max(0, columns.min() - 2), columns.max() + 3
        window = (slice(top, bottom), slice(left, right))
        shape = cover[window].shape
        slow = rng.standard_normal((max(2, shape[0] // 90), max(2, shape[1] // 90)))
        press = cv2.resize(slow.astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
        share = stroke.dark * (1.0 + stroke.uneven * (0.6 * press + 0.8 * tooth[window]))
        paper[window] *= 1.0 - cover[window] * np.clip(share, 0.0, 0.95)

    # --- in front of the camera ------------------------------------------------------------------

    def _lit(self, paper: NDArray[np.float32]) -> NDArray[np.float32]:
        light = self.light
        rows, columns = np.indices(paper.shape, dtype=np.float32)
        x = columns / PRINT_PX - AROUND
        y = self.depth_in + AROUND - rows / PRINT_PX
        turn = math.radians(light.slope_deg)
        along = (x / self.width_in - 0.5) * math.cos(turn) + (y / self.depth_in - 0.5) * math.sin(
            turn
        )
        found = 0.85 * (1.0 + light.slope * along)
        if light.shadow > 0:
            (x0, y0), (x1, y1) = light.shadow_edge
            length = math.hypot(x1 - x0, y1 - y0)
            side = ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length
            found = found * (
                1.0 - light.shadow / (1.0 + np.exp(-np.clip(side / light.shadow_soft_in, -50, 50)))
            )
        return np.asarray(paper * found, dtype=np.float32)

    def to_picture(self) -> Floats:
        """3 x 3: from inches of the area to pixels of the photograph."""
        camera = self.camera
        tilt, azimuth = math.radians(camera.tilt_deg), math.radians(camera.azimuth_deg)
        middle = np.array([self.width_in / 2, self.depth_in / 2, 0.0])
        reach = math.hypot(self.width_in, self.depth_in)
        away = np.array(
            [
                math.sin(tilt) * math.cos(azimuth),
                math.sin(tilt) * math.sin(azimuth),
                math.cos(tilt),
            ]
        )
        eye = middle + 1.6 * reach * away
        ahead = -away
        turn = math.radians(camera.roll_deg)
        north = np.array([math.sin(turn), math.cos(turn), 0.0])
        right = np.cross(ahead, north)
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        turned = np.stack([right, down, ahead])
        flat = np.stack([turned[:, 0], turned[:, 1], -turned @ eye], axis=1)
        return self._framed(flat)

    def _framed(self, flat: Floats) -> Floats:
        """The same view so large that the sheet fills its share of the frame."""
        camera = self.camera
        corners = np.array(
            [
                (x, y, 1.0)
                for x in (-0.05, self.width_in + 0.05)
                for y in (-0.62, self.depth_in + 0.62)
            ]
        )
        seen = corners @ flat.T
        spots = seen[:, :2] / seen[:, 2:]
        low, high = spots.min(axis=0), spots.max(axis=0)
        frame = np.array([camera.width_px, camera.height_px], dtype=np.float64)
        scale = camera.filled * float((frame / (high - low)).min())
        shift = frame / 2 - scale * (low + high) / 2 - 0.5
        place = np.array([(scale, 0, shift[0]), (0, scale, shift[1]), (0, 0, 1.0)])
        return np.asarray(place @ flat)

    def _seen(self, paper: NDArray[np.float32]) -> NDArray[np.float32]:
        camera = self.camera
        to_paper = np.array(
            [
                (PRINT_PX, 0.0, AROUND * PRINT_PX - 0.5),
                (0.0, -PRINT_PX, (self.depth_in + AROUND) * PRINT_PX - 0.5),
                (0.0, 0.0, 1.0),
            ]
        )
        matrix = self.to_picture() @ np.linalg.inv(to_paper)
        # Rendered at twice the size and shrunk: no line may fall between two pixels.
        finer = np.diag([2.0, 2.0, 1.0]) @ matrix
        size = (2 * camera.width_px, 2 * camera.height_px)
        large = cv2.warpPerspective(paper, finer, size, flags=cv2.INTER_LINEAR, borderValue=0.33)
        small = cv2.resize(large, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32)


def _line(
    canvas: NDArray[np.float32],
    points: Floats,
    *,
    width_px: float,
    value: float,
    closed: bool = False,
) -> None:
    """A line of any width, as dark at its edge as a pen is."""
    sixteenths = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(
        canvas,
        [sixteenths],
        isClosed=closed,
        color=float(value),
        thickness=max(1, round(width_px)),
        lineType=cv2.LINE_AA,
        shift=4,
    )

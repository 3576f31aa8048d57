"""Renders tags under a known lens, blur, light and noise, with nothing of the product.

Every pixel is the mean of 4 x 4 samples; a sample's own square is filtered exactly. The way from
pixels to the table is that of cv2.projectPoints, so that a fault in the product's own geometry
cannot hide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

FINE: Final = 4
"""Samples of a pixel along each side."""
MARGIN_CELLS: Final = 1.0
WHITE, BLACK = 200.0, 50.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Eye:
    """A camera in OpenCV's terms: ``in_camera = rotation @ on_table + shift``."""

    width: int
    height: int
    matrix: Floats
    distortion: Floats
    rotation: Floats
    shift: Floats

    def pixels(self, points: Floats) -> Floats:
        """Where points of the table (n x 3) are in the picture."""
        turn, _ = cv2.Rodrigues(self.rotation)
        seen, _ = cv2.projectPoints(points, turn, self.shift, self.matrix, self.distortion)
        return np.asarray(seen, dtype=np.float64).reshape(-1, 2)

    def places(self, pixels: Floats, *, height: float) -> Floats:
        """Where the rays of pixels (n x 2) meet a height, as exactly as projectPoints has it."""
        aimed = pixels.copy()
        met = np.empty_like(pixels)
        for _ in range(4):
            met = self._about(aimed, height=height)
            seen = self.pixels(np.column_stack([met, np.full(len(met), height)]))
            aimed += pixels - seen
        return met

    def _about(self, pixels: Floats, *, height: float) -> Floats:
        rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), self.matrix, self.distortion)
        flat = np.asarray(rays, dtype=np.float64).reshape(-1, 2)
        along = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        eye = -self.rotation.T @ self.shift
        met: Floats = eye[:2] + along[:, :2] * ((height - eye[2]) / along[:, 2:])
        return met


def eye_over(
    *, size: tuple[int, int], at: tuple[float, float], distance_in: float, tilt_deg: float
) -> Eye:
    """A camera that looks at a place from a distance, tilted off the vertical to the south."""
    width, height = size
    focal = width / 2 / np.tan(np.radians(35.0))
    tilt = np.radians(tilt_deg)
    place = np.array([at[0], at[1] - distance_in * np.sin(tilt), distance_in * np.cos(tilt)])
    forward = (np.array([*at, 0.0]) - place) / distance_in
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.array([right, np.cross(forward, right), forward])
    matrix = np.array(
        [[focal, 0.0, width / 2 + 3.3], [0.0, focal * 1.001, height / 2 - 4.1], [0, 0, 1]]
    )
    return Eye(
        width=width,
        height=height,
        matrix=matrix,
        distortion=np.array([-0.12, 0.03, 0.0008, -0.0006, 0.0]),
        rotation=rotation,
        shift=-rotation @ place,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Laid:
    """One tag as it lies on the table."""

    number: int
    cells: NDArray[np.bool_]
    side_in: float
    height_in: float
    x_in: float
    y_in: float
    heading_deg: float

    def on_tag(self, places: Floats) -> Floats:
        """In cells from the top left of the black square, to the right and down."""
        turn = np.radians(self.heading_deg)
        off = places - (self.x_in, self.y_in)
        right = off @ (np.cos(turn), np.sin(turn))
        down = off @ (np.sin(turn), -np.cos(turn))
        found: Floats = np.stack([right, down], 1) * (len(self.cells) / self.side_in)
        return found + len(self.cells) / 2

    def corners(self) -> Floats:
        """On the table, in OpenCV's order."""
        turn, half = np.radians(self.heading_deg), self.side_in / 2
        right = np.array([np.cos(turn), np.sin(turn)]) * half
        down = np.array([np.sin(turn), -np.cos(turn)]) * half
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        flat = (self.x_in, self.y_in) + signs @ np.array([right, down])
        return np.column_stack([flat, np.full(4, self.height_in)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Exposure:
    """Blur, light and noise of a picture."""

    kernel: Floats
    """Of the lens, in samples (FINE to a pixel), of odd size and sum 1."""
    noise: float = 2.0
    """Standard deviation in grey levels."""
    falloff: float = 0.35
    """How much less light the far side of the picture has."""


def rendered(eye: Eye, tags: list[Laid], *, exposure: Exposure, seed: int) -> Grey:
    """The picture of a patterned mat with tags on it."""
    generator = np.random.default_rng(seed)
    picture = mat((eye.height, eye.width), generator=generator)
    for tag in tags:
        _stamp(picture, eye, tag, kernel=exposure.kernel)
    y, x = np.mgrid[: eye.height, : eye.width].astype(np.float32)
    across, along = x / eye.width - 0.5, y / eye.height - 0.5
    light = 1 - exposure.falloff * (0.5 + 0.7 * across + 0.3 * along)
    light *= 1 - 0.5 * (across**2 + along**2)
    picture *= light.astype(np.float32) * np.float32(1.15)
    picture += generator.normal(0, exposure.noise, picture.shape).astype(np.float32)
    return np.clip(np.round(picture), 0, 255).astype(np.uint8)


def mat(shape: tuple[int, int], *, generator: np.random.Generator) -> NDArray[np.float32]:
    """A battle mat: soft patches, polygons and strokes."""
    height, width = shape
    coarse = generator.normal(110, 25, (height // 40 + 2, width // 40 + 2)).astype(np.float32)
    picture = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))
    for _ in range(60):
        middle = generator.uniform((0, 0), (width, height))
        around = generator.uniform(-0.04, 0.04, (6, 2)) * width
        shade = float(generator.uniform(40, 190))
        outline = cv2.convexHull((middle + around).astype(np.int32))
        cv2.fillPoly(picture, [outline], shade)
        one, other = (middle + around[:2] * 2).astype(int)
        cv2.line(picture, one.tolist(), other.tolist(), 255 - shade, int(width / 960) + 1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.float32)


def _stamp(picture: NDArray[np.float32], eye: Eye, tag: Laid, *, kernel: Floats) -> None:
    """Draw a tag with its paper, blurred, over its place in the picture."""
    left, top, shade, cover = _print(eye, tag, reach=len(kernel) // (2 * FINE) + 2)
    rows, columns = len(shade) // FINE, shade.shape[1] // FINE
    patch = picture[top : top + rows, left : left + columns]
    ground = cv2.resize(patch, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_LINEAR)
    sharp = np.asarray(ground) * (1 - cover) + cover * (BLACK + (WHITE - BLACK) * shade)
    drawn = cv2.filter2D(sharp, cv2.CV_64F, kernel, borderType=cv2.BORDER_REPLICATE)
    patch[:] = np.asarray(drawn).reshape(rows, FINE, columns, FINE).mean(axis=(1, 3))


# Where most tags rest, picture after picture has the same prints of the same eye.
@lru_cache(maxsize=32)
def _print(eye: Eye, tag: Laid, *, reach: int) -> tuple[int, int, Floats, Floats]:
    """The first pixel around a tag, and shade and share of its paper in each sample from there."""
    count = len(tag.cells)
    corners = tag.corners()
    middle = corners.mean(axis=0)
    paper = middle + (corners - middle) * (1 + 2 * MARGIN_CELLS / count)
    around = eye.pixels(paper)
    low, high = np.floor(around.min(axis=0)).astype(int), np.ceil(around.max(axis=0)).astype(int)
    if low.min() < 0 or high[0] > eye.width or high[1] > eye.height:
        raise ValueError(f"tag {tag.number} is not wholly in the picture")
    # A wide blur reaches over the edge of the picture; what is there is like what is before it.
    left, top = np.maximum(low - reach, 0)
    right, bottom = np.minimum(high + reach, (eye.width, eye.height))
    step = (np.arange(FINE) + 0.5) / FINE - 0.5
    xs = (np.arange(left, right)[:, None] + step).ravel()
    ys = (np.arange(top, bottom)[:, None] + step).ravel()
    padded = np.ones((count + 2, count + 2))
    padded[1:-1, 1:-1] = tag.cells
    on_tag = between(lambda grid: tag.on_tag(eye.places(grid, height=tag.height_in)), xs=xs, ys=ys)
    return int(left), int(top), *_sampled(padded, on_tag)


def between(way: Callable[[Floats], Floats], *, xs: Floats, ys: Floats, every: int = 1) -> Floats:
    """Where samples are (rows x columns x 2): exact every so many pixels, straight between.

    Over one pixel no lens bends by more than a hundred thousandth of it; over more, by more.
    """
    whole = [np.arange(np.floor(each[0]), np.ceil(each[-1]) + every, every) for each in (xs, ys)]
    grid = np.stack(np.meshgrid(*whole), axis=-1).reshape(-1, 2)
    exact = way(grid).reshape(len(whole[1]), len(whole[0]), 2)
    across, down = (
        np.maximum(1 - np.abs(each[:, None] - nodes) / every, 0.0)
        for each, nodes in zip((xs, ys), whole, strict=True)
    )
    found: Floats = np.einsum("yj,jik,xi->yxk", down, exact, across, optimize=True)
    return found


def _sampled(padded: Floats, on_tag: Floats) -> tuple[Floats, Floats]:
    """Shade of the print and share of the paper in each sample's own square (rows x columns)."""
    rows, columns, _ = on_tag.shape
    across = np.gradient(on_tag, axis=1)
    along = np.gradient(on_tag, axis=0)
    # A turned sample is filtered by the box that has its width along each of the tag's axes.
    wide = np.maximum(np.abs(across), np.abs(along)) * 0.5
    wide = np.maximum(wide, 1e-6)
    whole = len(padded)
    spots = on_tag + MARGIN_CELLS
    sums = np.zeros((whole + 1, whole + 1))
    sums[1:, 1:] = padded.cumsum(axis=0).cumsum(axis=1)
    low, high = np.clip(spots - wide, 0, whole), np.clip(spots + wide, 0, whole)
    area = np.prod(2 * wide, axis=-1)
    covered = np.prod(np.maximum(high - low, 0.0), axis=-1)
    ink = _summed(sums, low, high)
    with np.errstate(invalid="ignore", divide="ignore"):
        shade = np.where(covered > 0, ink / covered, 0.0)
    return shade.reshape(rows, columns), (covered / area).reshape(rows, columns)


def _summed(sums: Floats, low: Floats, high: Floats) -> Floats:
    """Of the boxes between two corners, from the sums of all that is above and left of a node."""
    whole, flat = len(sums), sums.ravel()
    ends = []
    for each in (low, high):
        node = np.minimum(each.astype(int), whole - 2)
        ends.append((node, each - node))
    found: Floats = np.zeros(low.shape[:-1])
    for right, (i, a) in zip((False, True), ends, strict=True):
        for below, (j, b) in zip((False, True), ends, strict=True):
            at, x, y = j[..., 1] * whole + i[..., 0], a[..., 0], b[..., 1]
            upper, lower = (flat[row] + x * (flat[row + 1] - flat[row]) for row in (at, at + whole))
            part = upper + y * (lower - upper)
            found += part if right is below else -part
    return found

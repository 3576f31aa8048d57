"""Turns a printed sheet that lies, stands, leans or curls into pixels, ray by ray.

A sheet has an origin on the table's frame and two axes; a point of it is
``origin + u * across + v * up``. Its print covers the box of ``u`` and ``v``.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import CameraView, Floats, cross

Paint = Callable[[tuple[float, float]], Image]
"""The print at so many pixels to the inch, across and up."""
_EDGE_POINTS: Final = 9
_COARSEST, _FINEST = 4.0, 4000.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """One face of something, with what is on it."""

    origin: Floats
    across: Floats
    up: Floats
    box: tuple[float, float, float, float]
    """The print's least u and v, then its greatest."""
    paint: Paint
    samples: int = 2
    """Rays a pixel, along each axis."""
    mode: Literal["paint", "shadow"] = "paint"
    shade: float = 1.0
    """Share of the table's light that falls on this face."""
    gloss: float = 0.0
    bend: float = 0.0
    """Radius of the cylinder that the sheet follows: above 0 its edges rise, below 0 its middle
    does; 0 is flat. Its length along the paper stays."""
    bend_turn: float = 0.0
    """Radians from ``across`` to the direction in which it bends."""

    @property
    def normal(self) -> Floats:
        """Away from the printed side; of length 1 where the axes are."""
        return cross(self.across, self.up)

    def points(self, places: Floats) -> Floats:
        """Places (... x 2: u, v, measured along the paper) on the table's frame."""
        u, v = places[..., 0], places[..., 1]
        rise = np.zeros_like(u)
        if self.bend:
            cosine, sine = math.cos(self.bend_turn), math.sin(self.bend_turn)
            along, aside = cosine * u + sine * v, cosine * v - sine * u
            radius = abs(self.bend)
            rise = radius * (1 - np.cos(along / radius)) * math.copysign(1.0, self.bend)
            along = radius * np.sin(along / radius)
            u, v = cosine * along - sine * aside, sine * along + cosine * aside
        placed: Floats = (
            self.origin
            + u[..., None] * self.across
            + v[..., None] * self.up
            + rise[..., None] * self.normal
        )
        return placed

    def border(self) -> Floats:
        """Points all along the edge of the print."""
        share = np.linspace(0.0, 1.0, _EDGE_POINTS)
        u0, v0, u1, v1 = self.box
        u, v = u0 + share * (u1 - u0), v0 + share * (v1 - v0)
        low, high = np.full_like(u, v0), np.full_like(u, v1)
        left, right = np.full_like(v, u0), np.full_like(v, u1)
        return self.points(
            np.concatenate(
                [np.stack(pair, axis=-1) for pair in ((u, low), (u, high), (left, v), (right, v))]
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SheetStamp:
    """What a sheet adds to the picture: light already times coverage, and the coverage."""

    left: int
    top: int
    light: Image
    cover: Image
    mode: Literal["paint", "shadow"]

    @property
    def window(self) -> tuple[slice, slice]:
        """Where it goes in the picture."""
        rows, columns = self.cover.shape
        return slice(self.top, self.top + rows), slice(self.left, self.left + columns)


def stamp(
    sheet: Sheet,
    view: CameraView,
    *,
    rays: NDArray[np.float32],
    samples: int | None = None,
    finest: float = math.inf,
) -> SheetStamp | None:
    """The sheet as the camera sees it, or nothing where it shows its back or is out of the frame.

    ``rays`` is ``view.rays`` of every pixel of the frame; the print is drawn with at most
    ``finest`` pixels to the inch.
    """
    extent = view.extent(sheet.border())
    window = None if extent is None else _window(extent, size=view.size)
    if window is None:
        return None
    left, top, right, bottom = window
    solver = _solver(sheet, view)
    if solver is None:
        return None
    count = samples or sheet.samples
    direction = _finer(rays[top:bottom, left:right], count=count)
    u, v = _met(sheet, view, solver=solver, rays=direction)
    u0, v0, u1, v1 = sheet.box
    density = _density(u, v)
    if not math.isfinite(density[0] * density[1]):
        return None
    drawn = sheet.paint((min(density[0], finest), min(density[1], finest)))
    rows, columns = drawn.shape[:2]
    seen = cv2.remap(
        drawn,
        ((u - u0) * (columns / (u1 - u0)) - 0.5).astype(np.float32),
        ((v1 - v) * (rows / (v1 - v0)) - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0.0, 0.0, 0.0, 0.0),
    )
    if count > 1:
        seen = cv2.resize(seen, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    return SheetStamp(
        left=left,
        top=top,
        light=np.ascontiguousarray(seen[..., :3], dtype=np.float32),
        cover=np.ascontiguousarray(seen[..., 3], dtype=np.float32),
        mode=sheet.mode,
    )


def _window(
    extent: tuple[Floats, Floats], *, size: tuple[int, int]
) -> tuple[int, int, int, int] | None:
    """The pixels that a sheet may touch, at least two each way; None where there are none."""
    least, most = extent
    left, top = max(0, math.floor(least[0] - 1)), max(0, math.floor(least[1] - 1))
    right = min(size[0], math.ceil(most[0] + 2))
    bottom = min(size[1], math.ceil(most[1] + 2))
    if right - left < 2 or bottom - top < 2:
        return None
    return left, top, right, bottom


def _finer(rays: NDArray[np.float32], *, count: int) -> Floats:
    """The rays of ``count`` x ``count`` points inside each pixel: linear within a pixel."""
    direction = rays.astype(np.float64)
    if count == 1:
        return direction
    down = np.gradient(direction, axis=0)[:, None, :, None]
    across = np.gradient(direction, axis=1)[:, None, :, None]
    step = ((np.arange(count) + 0.5) / count - 0.5).astype(np.float64)
    spread = (
        direction[:, None, :, None]
        + down * step[None, :, None, None, None]
        + across * step[None, None, None, :, None]
    )
    rows, columns = rays.shape[:2]
    return spread.reshape(rows * count, columns * count, 2)


def _solver(sheet: Sheet, view: CameraView) -> Floats | None:
    """From a ray (x, y, 1) to (u, v, 1) times something; None where the back is seen."""
    axes = np.stack([sheet.across, sheet.up, sheet.origin], axis=1)
    seen = view.rotation @ axes
    seen[:, 2] += view.shift
    facing = float(np.dot(sheet.normal, view.eye - sheet.origin))
    # A bent sheet may show part of its face even when its middle's plane is seen from behind.
    if facing <= 0 or abs(np.linalg.det(seen)) < 1e-12:
        return None
    return np.asarray(np.linalg.inv(seen), dtype=np.float64)


def _met(sheet: Sheet, view: CameraView, *, solver: Floats, rays: Floats) -> tuple[Floats, Floats]:
    """Where each ray meets the sheet, in inches along the paper."""
    x, y = rays[..., 0], rays[..., 1]
    depth = solver[2, 0] * x + solver[2, 1] * y + solver[2, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (solver[0, 0] * x + solver[0, 1] * y + solver[0, 2]) / depth
        v = (solver[1, 0] * x + solver[1, 1] * y + solver[1, 2]) / depth
    behind = depth <= 0
    if behind.any():
        u = np.where(behind, 1e6, u)
    return _on_cylinder(sheet, view, u=u, v=v) if sheet.bend else (u, v)


def _on_cylinder(sheet: Sheet, view: CameraView, *, u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """From where rays meet the flat plane to where they meet the curled paper."""
    eye = np.stack([sheet.across, sheet.up, sheet.normal]) @ (view.eye - sheet.origin)
    cosine, sine = math.cos(sheet.bend_turn), math.sin(sheet.bend_turn)
    eye_along, eye_aside = cosine * eye[0] + sine * eye[1], cosine * eye[1] - sine * eye[0]
    along, aside = cosine * u + sine * v, cosine * v - sine * u
    radius = abs(sheet.bend)
    middle = radius if sheet.bend > 0 else -radius
    # (eye + t * towards) lies on x^2 + (z - middle)^2 = radius^2.
    towards = along - eye_along
    high = eye[2] - middle
    a = towards * towards + eye[2] * eye[2]
    b = eye_along * towards - high * eye[2]
    c = eye_along * eye_along + high * high - radius * radius
    root = np.sqrt(np.maximum(b * b - a * c, 0.0))
    # From above, a bowl is met where the ray leaves the circle and a dome where it enters.
    reach = (-b + root) / a if sheet.bend > 0 else (-b - root) / a
    met = eye_along + reach * towards
    along = radius * np.arcsin(np.clip(met / radius, -1.0, 1.0))
    along = np.where(b * b < a * c, 1e6, along)
    aside = eye_aside + reach * (aside - eye_aside)
    return cosine * along - sine * aside, sine * along + cosine * aside


def places_on(sheet: Sheet, view: CameraView, *, rays: NDArray[np.float32]) -> Floats:
    """Where the rays of pixels meet a sheet (u, v); far outside where they do not."""
    solver = _solver(sheet, view)
    if solver is None:
        return np.full(rays.shape, 1e6)
    return np.stack(_met(sheet, view, solver=solver, rays=rays.astype(np.float64)), axis=-1)


def _density(u: Floats, v: Floats) -> tuple[float, float]:
    """Samples to the inch across and up, so that a step of the print is a step of the rays."""
    row, column = u.shape[0] // 2, u.shape[1] // 2
    row, column = max(row, 1), max(column, 1)
    across = math.hypot(
        float(u[row, column] - u[row, column - 1]), float(u[row, column] - u[row - 1, column])
    )
    up = math.hypot(
        float(v[row, column] - v[row, column - 1]), float(v[row, column] - v[row - 1, column])
    )
    if not (across > 0 and up > 0):
        return math.nan, math.nan
    return (
        min(max(1.0 / across, _COARSEST), _FINEST),
        min(max(1.0 / up, _COARSEST), _FINEST),
    )

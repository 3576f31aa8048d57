"""Tells what stands out from the floor, and fits a standing cube to the outline of each thing.

A shadow keeps the floor's hue. What counts is hue, and what is lighter than the floor or darker
than any shadow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.tray_view import TrayPicture
from vision.sighting import Floats

_HUE: Final = 0.055
"""Share of all light by which a hue differs from the floor's."""
_LIGHTER: Final = 2.2
_DARKER: Final = 0.1
"""Times the floor's light; the deepest shadow of one lamp leaves a fifth."""
_LEAST_OWN, _MOST_OWN = 0.4, 0.75
"""Of a thing's hue, at the edge that is taken for its outline."""
_RIM_MM: Final = 1.5
"""From the floor's edge inwards nothing is told apart: a tag's corner may be a little off."""
_LINEAR: Final = ((np.arange(256) / 255.0) ** 2.2 + 0.002).astype(np.float32)
"""Light of each grey level; in the dark a camera tells nothing."""
_LEAST_MM2: Final = 12.0
"""Area of what is looked at; less is dust."""
_COUNT: Final = 72
_AROUND: Final = np.arange(_COUNT) * (2 * np.pi / _COUNT)
_WAYS: Final = np.stack([np.cos(_AROUND), np.sin(_AROUND)])
"""Ways in which outlines are compared."""
_STARTS: Final = np.radians(np.arange(0.0, 90.0, 15.0))
_ROUNDING: Final = (0.1, 0.08)
"""Of a die's edges as a share of its side: what is usual, and its spread."""
_ROUNDS: Final = 10
_LIMITS: Final = np.array([0.2, 0.2, 0.2, 0.2, 0.1])
"""The longest steps of x, y, heading, side and rounding; of lengths, by the side."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FloorThing:
    """Something on the floor, by its outline in millimetres as it is seen."""

    outline_mm: Floats
    area_mm2: float
    is_at_rim: bool

    @property
    def middle_mm(self) -> tuple[float, float]:
        x, y = self.outline_mm.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingCube:
    """A cube on the floor."""

    x_mm: float
    y_mm: float
    heading: float
    """Radians, of one of its sides."""
    side_mm: float
    misfit: float
    """How far its outline is from the one that is seen, as a share of its side."""
    worst: float
    """The same where it is farthest."""

    def top(self, camera_mm: Floats) -> tuple[Floats, float]:
        """Where the upper face is seen on the floor: its middle, and its side."""
        grown = float(camera_mm[2] / (camera_mm[2] - self.side_mm))
        middle: Floats = camera_mm[:2] + (np.array([self.x_mm, self.y_mm]) - camera_mm[:2]) * grown
        return middle, self.side_mm * grown


def floor_things(view: TrayPicture) -> tuple[FloorThing, ...]:
    """Everything that stands out, the largest first."""
    mask = _standing_out(view)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    high, wide = mask.shape
    rim = round(_RIM_MM * view.px_per_mm) + 2
    found = []
    for each in outlines:
        points = np.asarray(each, dtype=np.float64).reshape(-1, 2)
        x0, y0 = (int(least) for least in points.min(axis=0))
        x1, y1 = (int(most) for most in points.max(axis=0))
        filled = np.zeros((y1 - y0 + 1, x1 - x0 + 1), dtype=np.uint8)
        cv2.drawContours(filled, [each], -1, 1, cv2.FILLED, offset=(-x0, -y0))
        area = float(np.count_nonzero(filled)) / view.px_per_mm**2
        if area < _LEAST_MM2:
            continue
        found.append(
            FloorThing(
                outline_mm=(points + 0.5) / view.px_per_mm,
                area_mm2=area,
                is_at_rim=bool(min(x0, y0) < rim or x1 >= wide - rim or y1 >= high - rim),
            )
        )
    return tuple(sorted(found, key=lambda thing: -thing.area_mm2))


def _standing_out(view: TrayPicture) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(view.colours, (0, 0), 0.7)
    blue, green, red = cv2.split(np.asarray(cv2.LUT(soft, _LINEAR), dtype=np.float32))
    total = blue + green + red
    hue = (green / total, red / total)
    usual = [np.median(each[::3, ::3]) for each in hue]
    off = np.asarray(cv2.magnitude(hue[0] - usual[0], hue[1] - usual[1]), dtype=np.float32)
    is_floor = off < _HUE
    light = _floor_light(total, is_floor)
    # In the dark a hue is mostly noise.
    share = total / light
    doubt = 1 + 0.12 / np.maximum(share, 0.05)
    is_thing = (off > _HUE * doubt) | (share > _LIGHTER) | (share < _DARKER)
    mask = is_thing.astype(np.uint8)
    rim = round(_RIM_MM * view.px_per_mm)
    mask[:rim] = mask[-rim:] = 0
    mask[:, :rim] = mask[:, -rim:] = 0
    core = np.ones((3, 3), dtype=np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, core), dtype=np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, core), dtype=np.uint8)
    return _trimmed(mask, off=off, share=np.asarray(share, dtype=np.float32))


def _trimmed(
    mask: NDArray[np.uint8], *, off: NDArray[np.float32], share: NDArray[np.float32]
) -> NDArray[np.uint8]:
    """Each thing up to where half of a pixel is its own; a lens spreads a bright thing's hue."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    brightest = cv2.dilate(share, np.ones((5, 5), dtype=np.uint8))
    trimmed = np.zeros_like(mask)
    for label in range(1, count):
        x, y, wide, high, _ = (int(each) for each in stats[label])
        here = (slice(y, y + high), slice(x, x + wide))
        own = labels[here] == label
        usual = float(np.median(off[here][own]))
        if usual < 2 * _HUE:
            trimmed[here][own] = 1
            continue
        bright = np.asarray(brightest)[here]
        needed = usual * np.clip(bright / (1 + bright), _LEAST_OWN, _MOST_OWN)
        trimmed[here][own & (off[here] > np.maximum(needed, _HUE))] = 1
    return np.asarray(cv2.morphologyEx(trimmed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))


def _floor_light(total: NDArray[np.float32], is_floor: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How light the bare floor is at each place: a slope over the whole of it."""
    part = (slice(None, None, 5), slice(None, None, 5))
    here = is_floor[part]
    if np.count_nonzero(here) < 50:
        return np.full_like(total, float(np.median(total)))
    across = np.arange(total.shape[1]) / total.shape[1] - 0.5
    down = np.arange(total.shape[0]) / total.shape[0] - 0.5
    x, y = (each[here] for each in np.meshgrid(across[::5], down[::5]))
    level = np.log(total[part][here])
    terms = np.column_stack([np.ones_like(x), x, y])
    is_kept = np.ones(len(x), dtype=bool)
    found = np.zeros(3)
    for _ in range(4):
        kept, levels = terms[is_kept], level[is_kept]
        found, *_ = np.linalg.lstsq(kept.T @ kept, kept.T @ levels, rcond=None)
        off = np.abs(level - terms @ found)
        spread = max(1.5 * float(np.median(off[is_kept])), 0.05)
        is_kept = off < 2.5 * spread
    slopes = np.exp(found[0] + found[2] * down)[:, None] * np.exp(found[1] * across)
    return np.asarray(slopes, dtype=np.float32)


def fitted_cubes(things: Sequence[FloorThing], camera_mm: Floats) -> list[StandingCube]:
    """The standing cube whose outline is nearest to what is seen of each; its misfit tells how
    near.
    """
    if not things:
        return []
    seen = np.stack([(thing.outline_mm @ _WAYS).max(axis=0) for thing in things])
    state = np.concatenate([_starts(thing, camera_mm) for thing in things])
    seen = np.repeat(seen, len(_STARTS), axis=0)
    step_mm = np.repeat([_usual_side(thing) for thing in things], len(_STARTS))
    limits = step_mm[:, None] * _LIMITS
    limits[:, 2] = _LIMITS[2]
    for _ in range(_ROUNDS):
        now, slopes = _residuals(state, seen=seen, camera_mm=camera_mm)
        turned = slopes.transpose(0, 2, 1)
        square = turned @ slopes + 1e-4 * np.eye(5)
        step = np.linalg.solve(square, -turned @ now[..., None])[..., 0]
        state = state + np.clip(step, -limits, limits)
        state[:, 3] = np.clip(state[:, 3], 2.0, 0.4 * camera_mm[2])
        state[:, 4] = np.clip(state[:, 4], 0.0, 0.3 * state[:, 3])
    off = _residuals(state, seen=seen, camera_mm=camera_mm)[0][:, :_COUNT]
    found = zip(np.split(state, len(things)), np.split(np.abs(off), len(things)), strict=True)
    return [_best(states, off=off) for states, off in found]


def _usual_side(thing: FloorThing) -> float:
    return 0.9 * float(np.sqrt(thing.area_mm2))


def _starts(thing: FloorThing, camera_mm: Floats) -> Floats:
    """x, y, heading, side and rounding of the cubes from which the nearest is looked for."""
    side = _usual_side(thing)
    middle = thing.outline_mm.mean(axis=0)
    x, y = middle + (camera_mm[:2] - middle) * (side / 2 / camera_mm[2])
    return np.array([(x, y, turn, side, 0.1 * side) for turn in _STARTS])


def _best(states: Floats, *, off: Floats) -> StandingCube:
    misfits = np.sqrt((off**2).mean(axis=1))
    best = int(misfits.argmin())
    x, y, turn, side, _ = (float(each) for each in states[best])
    return StandingCube(
        x_mm=x,
        y_mm=y,
        heading=turn,
        side_mm=side,
        misfit=float(misfits[best]) / side,
        worst=float(off[best].max()) / side,
    )


def _residuals(state: Floats, *, seen: Floats, camera_mm: Floats) -> tuple[Floats, Floats]:
    """How far each cube reaches beyond what is seen, each way, and last, how odd its edges are; and
    by how much these grow with each number of the state.
    """
    turn, side, rounding = state.T[2:, :, None]
    cosine, sine, far = np.cos(turn), np.sin(turn), camera_mm[2]
    inner = side / 2 - rounding
    out = (state[:, :2] - camera_mm[:2]) @ _WAYS
    longer = np.sqrt(1 + (out / far) ** 2)
    right, up = cosine * _WAYS[0] + sine * _WAYS[1], cosine * _WAYS[1] - sine * _WAYS[0]
    # Of four corners of one height, the farthest out each way.
    corner = np.abs(right) + np.abs(up)
    reach = out + inner * corner + rounding * longer
    low, high = far / (far - rounding), far / (far - side + rounding)
    is_high = reach > 0
    grown = np.where(is_high, high, low)
    usual, spread = _ROUNDING
    weight = 0.02 / spread * np.sqrt(_COUNT / 10)
    odd = weight * (rounding - usual * side)
    off: Floats = np.concatenate([grown * reach + camera_mm[:2] @ _WAYS - seen, odd], axis=1)
    # How much farther it reaches where the edge that is seen is higher.
    taller = grown**2 / far * reach
    slopes = np.empty((*off.shape, 5))
    bent = grown * (1 + rounding * out / far**2 / longer)
    slopes[:, :_COUNT, 0], slopes[:, :_COUNT, 1] = bent * _WAYS[0], bent * _WAYS[1]
    slopes[:, :_COUNT, 2] = grown * inner * (np.sign(right) * up - np.sign(up) * right)
    slopes[:, :_COUNT, 3] = grown * corner / 2 + np.where(is_high, taller, 0.0)
    slopes[:, :_COUNT, 4] = grown * (longer - corner) + np.where(is_high, -taller, taller)
    slopes[:, _COUNT] = weight * np.array([0.0, 0.0, 0.0, -usual, 1.0])
    return off, slopes

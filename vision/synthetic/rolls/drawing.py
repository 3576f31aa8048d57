"""Draws a roll: its own projection, rays against rounded cubes, shadows, blur, noise and JPEG."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import (
    FACE_AXES,
    DrawnDie,
    DrawnRoll,
    Floats,
    Overlay,
    Rgb,
    RollCamera,
    RollLight,
)
from vision.synthetic.rolls.grounds import FLOOR_PX_PER_MM, floor_picture

Colours = NDArray[np.uint8]
"""Rows x columns x (blue, green, red)."""

_FINER: Final = 2
"""Rays across a pixel, each way."""
_STEPS: Final = 7
_LINEAR: Final = 2.2
_AMBIENT: Final = {RollLight.LAMP: 0.3, RollLight.WINDOW: 0.45, RollLight.CEILING: 0.6}
_TINT: Final[dict[RollLight, Rgb]] = {
    RollLight.LAMP: (1.0, 0.87, 0.7),
    RollLight.WINDOW: (0.93, 0.98, 1.06),
    RollLight.CEILING: (1.0, 1.0, 0.97),
}
_SPREAD_MM: Final = {RollLight.LAMP: 12.0, RollLight.WINDOW: 220.0, RollLight.CEILING: 320.0}
_SPOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Eye:
    """The camera as numbers."""

    focal: float
    middle: tuple[float, float]
    centre: Floats
    axes: Floats
    """Rows: right, down and ahead in the tray's axes."""

    def pixels(self, points: Floats) -> Floats:
        seen = (points - self.centre) @ self.axes.T
        away: Floats = self.focal * seen[:, :2] / seen[:, 2:] + self.middle
        return away

    def rays(self, across: Floats, down: Floats) -> Floats:
        x, y = (across - self.middle[0]) / self.focal, (down - self.middle[1]) / self.focal
        rays = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.axes
        unit: Floats = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
        return unit


def drawn_roll(roll: DrawnRoll) -> Colours:
    """The picture that the camera gives of a roll."""
    rng = np.random.default_rng(roll.seed)
    eye = _eye(roll.camera)
    lamps = _lamps(roll, rng)
    picture = _lit_floor(roll, eye=eye, lamps=lamps, rng=rng)
    order = sorted(roll.dice, key=lambda die: -float(np.linalg.norm(die.centre_mm - eye.centre)))
    for die in order:
        _lay(picture, die, roll=roll, eye=eye, lamps=lamps)
    if roll.moved_mm != (0.0, 0.0):
        picture = _smeared(picture, roll.moved_mm, eye=eye)
    for overlay in roll.overlays:
        _cover(picture, overlay, eye=eye)
    return _taken(picture, roll, rng=rng)


def _eye(camera: RollCamera) -> _Eye:
    centre = np.array(camera.centre_mm)
    ahead = np.array([*camera.aim_mm, 0.0]) - centre
    ahead /= np.linalg.norm(ahead)
    turn = np.radians(camera.roll_deg)
    up = np.array([np.sin(turn), np.cos(turn), 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(ahead, right), ahead])
    middle = ((camera.width - 1) / 2, (camera.height - 1) / 2)
    return _Eye(focal=camera.focal_px, middle=middle, centre=centre, axes=axes)


def _lamps(roll: DrawnRoll, rng: np.random.Generator) -> Floats:
    """Points that give the light in equal parts."""
    count = 3 if roll.light is RollLight.LAMP else 6
    away = rng.normal(0.0, _SPREAD_MM[roll.light], (count, 3)) * (1.0, 1.0, 0.3)
    lamps: Floats = np.array(roll.lamp_mm) + away
    return lamps


def _lit_floor(roll: DrawnRoll, *, eye: _Eye, lamps: Floats, rng: np.random.Generator) -> Floats:
    size = (roll.camera.width, roll.camera.height)
    ground, left, top = floor_picture(roll.floor, rng=rng)
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) * ground.shape[1::-1]
    on_floor = np.column_stack(
        [corners[:, 0] / FLOOR_PX_PER_MM + left, top - corners[:, 1] / FLOOR_PX_PER_MM]
    )
    seen = eye.pixels(np.column_stack([on_floor, np.zeros(4)]))
    way = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), seen.astype(np.float32))
    picture = cv2.warpPerspective(
        ground, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    # The light changes slowly; a coarse picture of it will do where no die is near.
    rows, columns = np.mgrid[0 : size[1] : 16, 0 : size[0] : 16].astype(np.float64)
    rays = eye.rays(columns, rows)
    spots = eye.centre + rays * (-eye.centre[2] / rays[..., 2:])
    coarse = _light(spots, np.array([0.0, 0.0, 1.0]), lamps=lamps, dice=(), roll=roll)
    wide = ((coarse.shape[1] - 1) * 16 + 1, (coarse.shape[0] - 1) * 16 + 1)
    across, down = np.meshgrid(np.arange(size[0]) / 16, np.arange(size[1]) / 16)
    lit = cv2.remap(
        coarse.astype(np.float32),
        np.minimum(across, (wide[0] - 1) / 16).astype(np.float32),
        np.minimum(down, (wide[1] - 1) / 16).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    _shade_near_dice(lit, roll, eye=eye, lamps=lamps)
    product: Any = picture * lit
    return np.asarray(product, dtype=np.float32).astype(np.float64)


def _shade_near_dice(lit: Any, roll: DrawnRoll, *, eye: _Eye, lamps: Floats) -> None:
    for die in roll.dice:
        reach = die.size_mm * 2.6
        x, y = die.centre_mm[:2]
        around = [(x + i * reach, y + j * reach, 0.0) for i in (-1, 1) for j in (-1, 1)]
        box = _box(eye.pixels(np.array(around)), roll.camera)
        if box is None:
            continue
        x0, y0, x1, y1 = box
        rows, columns = np.mgrid[y0:y1:2, x0:x1:2].astype(np.float64)
        rays = eye.rays(columns, rows)
        spots = eye.centre + rays * (-eye.centre[2] / rays[..., 2:])
        near = tuple(
            each
            for each in roll.dice
            if np.hypot(*(each.centre_mm - die.centre_mm)[:2]) < 2.6 * die.size_mm + 60
        )
        shaded = _light(spots, np.array([0.0, 0.0, 1.0]), lamps=lamps, dice=near, roll=roll)
        for each in near:
            away = np.hypot(spots[..., 0] - each.centre_mm[0], spots[..., 1] - each.centre_mm[1])
            lowest = each.centre_mm[2] - each.size_mm / 2
            depth = 0.45 * np.exp(-max(lowest, 0.0) / each.size_mm)
            gap = np.maximum(away - 0.55 * each.size_mm, 0.0) / (0.25 * each.size_mm)
            shaded *= (1 - depth * np.exp(-gap))[..., None]
        fine = cv2.resize(shaded.astype(np.float32), (x1 - x0, y1 - y0))
        lit[y0:y1, x0:x1] = np.minimum(lit[y0:y1, x0:x1], fine)


def _light(
    spots: Floats, normals: Floats, *, lamps: Floats, dice: tuple[DrawnDie, ...], roll: DrawnRoll
) -> Floats:
    """What falls on each spot, by colour."""
    ambient = _AMBIENT[roll.light]
    direct = np.zeros(spots.shape[:-1])
    usual = float(np.linalg.norm(np.array(roll.lamp_mm) - (94.0, 68.0, 0.0)))
    for lamp in lamps:
        way = lamp - spots
        far = np.linalg.norm(way, axis=-1, keepdims=True)
        way = way / far
        share = np.maximum((way * normals).sum(axis=-1), 0.0) * (usual / far[..., 0]) ** 2
        for die in dice:
            share = share * ~_is_behind(spots, way, die=die)
        direct += share
    tint = np.array(_TINT[roll.light])
    # Whatever the lamp's slant, a floor without shadow has about one.
    slant = max(roll.lamp_mm[2] / usual, 0.35)
    total = ambient * (0.75 + 0.25 * normals[..., 2]) + (1 - ambient) * direct / len(lamps) / slant
    lit: Floats = total[..., None] * (0.5 + 0.5 * tint)
    return lit


def _is_behind(spots: Floats, way: Floats, *, die: DrawnDie) -> NDArray[np.bool_]:
    """Whether a die stands between each spot and the light."""
    half = die.size_mm / 2 - 0.3 * die.rounding_mm
    enters, leaves = _crossed((spots - die.centre_mm) @ die.turn, way @ die.turn, half=half)
    behind: NDArray[np.bool_] = (leaves > np.maximum(enters, 0.0)) & (leaves > 0.05)
    return behind


def _crossed(start: Floats, along: Floats, *, half: float) -> tuple[Floats, Floats]:
    """How far along each ray a cube's inside begins and ends; it is missed where it ends first."""
    enters, leaves = np.array(-np.inf), np.array(np.inf)
    # One axis after the other: taking the most over three numbers at a time costs ten times that.
    for axis in range(3):
        by = along[..., axis]
        by = np.where(np.abs(by) < 1e-9, 1e-9, by)
        one, other = (-half - start[..., axis]) / by, (half - start[..., axis]) / by
        enters = np.maximum(enters, np.minimum(one, other))
        leaves = np.minimum(leaves, np.maximum(one, other))
    return enters, leaves


def _box(pixels: Floats, camera: RollCamera) -> tuple[int, int, int, int] | None:
    x0, y0 = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.ceil(pixels.max(axis=0)).astype(int) + 2
    x1, y1 = min(int(x1), camera.width), min(int(y1), camera.height)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    return int(x0), int(y0), x1, y1


def _lay(picture: Floats, die: DrawnDie, *, roll: DrawnRoll, eye: _Eye, lamps: Floats) -> None:
    """Put one die over what is there."""
    half = die.size_mm / 2
    corners = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * half
    box = _box(eye.pixels(corners @ die.turn.T + die.centre_mm), roll.camera)
    if box is None:
        return
    x0, y0, x1, y1 = box
    fine = (np.arange(_FINER) + 0.5) / _FINER - 0.5
    across = (np.arange(x0, x1)[:, None] + fine).ravel()
    down = (np.arange(y0, y1)[:, None] + fine).ravel()
    columns, rows = np.meshgrid(across, down)
    rays = eye.rays(columns, rows).reshape(-1, 3)
    start, along = (eye.centre - die.centre_mm) @ die.turn, rays @ die.turn
    far, is_hit = _hits(start, along, die=die)
    spots = start + far[is_hit, None] * along[is_hit]
    colour = np.zeros((len(rays), 3))
    colour[is_hit] = _coloured(spots, rays[is_hit], die=die, roll=roll, lamps=lamps)
    shape = (y1 - y0, _FINER, x1 - x0, _FINER)
    whole = colour.reshape(*shape, 3).mean(axis=(1, 3))
    share = is_hit.reshape(shape).mean(axis=(1, 3))[..., None]
    picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - share) + whole


def _hits(start: Floats, along: Floats, *, die: DrawnDie) -> tuple[Floats, NDArray[np.bool_]]:
    half, rounding = die.size_mm / 2, die.rounding_mm
    far, leaves = _crossed(start, along, half=half)
    is_hit = leaves > far
    near, ways = far[is_hit], along[is_hit].T
    gap = np.zeros_like(near)
    for _ in range(_STEPS):
        x, y, z = (np.abs(start[k] + near * ways[k]) - (half - rounding) for k in range(3))
        deepest = np.minimum(np.maximum(np.maximum(x, y), z), 0.0)
        out = np.maximum(x, 0.0) ** 2 + np.maximum(y, 0.0) ** 2 + np.maximum(z, 0.0) ** 2
        gap = np.sqrt(out) + deepest - rounding
        near = near + np.minimum(gap, die.size_mm)
    far[is_hit] = near
    is_hit[is_hit] = gap < 0.004 * die.size_mm
    return far, is_hit


def _coloured(
    spots: Floats, rays: Floats, *, die: DrawnDie, roll: DrawnRoll, lamps: Floats
) -> Floats:
    """What each spot on a die looks like."""
    beyond = np.maximum(np.abs(spots) - (die.size_mm / 2 - die.rounding_mm), 0.0)
    normals = np.sign(spots) * beyond
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    albedo = np.tile(np.array(die.body), (len(spots), 1))
    share = spots / die.size_mm
    axis = np.abs(share).argmax(axis=-1)
    for face, (along, side) in FACE_AXES.items():
        is_on = (axis == along) & (np.sign(share[np.arange(len(share)), along]) == side)
        u, v = (share[:, each] for each in range(3) if each != along)
        for i, j in _SPOTS[face]:
            du, dv = u - i * die.pip_reach, v - j * die.pip_reach
            radius = die.pip_radius * (1.35 if face == 1 else 1.0)
            is_pip = is_on & (du**2 + dv**2 < radius**2)
            albedo[is_pip] = die.one if face == 1 else die.pips
            # A drilled pip's wall leans inwards.
            others = [each for each in range(3) if each != along]
            normals[np.ix_(is_pip, others)] -= 0.5 * np.stack([du, dv], -1)[is_pip] / radius
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    world, facing = spots @ die.turn.T + die.centre_mm, normals @ die.turn.T
    near = tuple(
        each
        for each in roll.dice
        if each is not die and np.linalg.norm(each.centre_mm - die.centre_mm) < 4 * die.size_mm
    )
    lit = _light(world + 0.05 * facing, facing, lamps=lamps, dice=near, roll=roll)
    colour = albedo * lit
    for lamp in lamps:
        way = lamp - world
        way /= np.linalg.norm(way, axis=-1, keepdims=True)
        between = way - rays
        between /= np.linalg.norm(between, axis=-1, keepdims=True)
        colour += die.shine / len(lamps) * np.maximum((between * facing).sum(-1), 0)[:, None] ** 90
    return colour


def _smeared(picture: Floats, moved: tuple[float, float], *, eye: _Eye) -> Floats:
    """As if the dice and the floor moved by so much while the shutter was open."""
    middle = np.array([(94.0, 68.0, 0.0), (94.0 + moved[0], 68.0 + moved[1], 0.0)])
    one, other = eye.pixels(middle)
    steps = max(2, int(np.hypot(*(other - one))))
    total = np.zeros_like(picture)
    for share in np.linspace(-0.5, 0.5, steps):
        shift = share * (other - one)
        way = np.array([(1.0, 0.0, shift[0]), (0.0, 1.0, shift[1])])
        total += cv2.warpAffine(picture, way, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return total / steps


def _cover(picture: Floats, overlay: Overlay, *, eye: _Eye) -> None:
    outline = eye.pixels(np.column_stack([overlay.outline_mm, np.zeros(len(overlay.outline_mm))]))
    mask = np.zeros(picture.shape[:2], dtype=np.float32)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    wide = float(np.ptp(outline, axis=0).min())
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.15 * wide, 0.7) if overlay.adds else 0.7)
    share = np.asarray(soft, dtype=np.float64)[..., None]
    colour = np.array(overlay.colour)
    if overlay.adds:
        picture += share * colour
    else:
        picture *= 1 - share
        picture += share * colour


def _taken(picture: Floats, roll: DrawnRoll, *, rng: np.random.Generator) -> Colours:
    """Through lens, sensor and coder."""
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), max(roll.blur_px, 0.3))
    seen = np.clip(np.asarray(soft, dtype=np.float32) * np.float32(roll.exposure), 0.0, 1.0)
    grain = np.float32(roll.noise) * rng.standard_normal(seen.shape, dtype=np.float32)
    levels = 255.0 * cv2.pow(seen, 1 / _LINEAR) + grain
    bgr = np.ascontiguousarray(np.clip(np.round(levels), 0, 255).astype(np.uint8)[..., ::-1])
    _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, roll.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)

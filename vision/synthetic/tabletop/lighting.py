"""Lights the scene: unevenly over the table, on faces that lean, and off glossy paper."""

import math
from typing import Final

import numpy as np

from vision.synthetic.described.optics import SceneLight, Triple
from vision.synthetic.described.scene import TableScene
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import CameraView, Floats
from vision.synthetic.tabletop.sheets import Sheet

_LAMP_IN: Final = 70.0
"""How far away the lamp is that glossy paper mirrors."""
_MIRROR: Final = math.radians(7.0)
_SHEEN: Final = math.radians(22.0)
"""How far from the mirrored lamp gloss still shines: the bright core and the haze around it."""


def table_light(view: CameraView, scene: TableScene, *, places: Floats) -> Image:
    """The light on each pixel, vignetting included; ``places`` is where the rays meet the table."""
    light = scene.light
    turn = math.radians(light.towards_deg)
    span = max(1.0, math.hypot(scene.width_in, scene.depth_in) / 2)
    x = np.nan_to_num(places[..., 0], nan=scene.width_in / 2) - scene.width_in / 2
    y = np.nan_to_num(places[..., 1], nan=scene.depth_in / 2) - scene.depth_in / 2
    share = np.clip((x * math.cos(turn) + y * math.sin(turn)) / span, -2.0, 2.0)
    across = np.clip((y * math.cos(turn) - x * math.sin(turn)) / span, -2.0, 2.0)
    lit = 1.0 - light.gradient * (0.5 - 0.5 * share) - 0.25 * light.gradient * across * across
    return (np.maximum(lit, 0.12) * _vignette(view)).astype(np.float32)


def _vignette(view: CameraView) -> Floats:
    width, height = view.size
    x = (np.arange(width) - view.centre[0]) / (width / 2)
    y = (np.arange(height) - view.centre[1]) / (width / 2)
    square = (x * x)[None, :] + (y * y)[:, None]
    corner = 1.0 + (height / width) ** 2
    fallen: Floats = 1.0 - view.lens.vignetting * (square / corner) ** 1.3
    return fallen


def face_shade(normal: Floats, light: SceneLight) -> float:
    """Light on a face, where a level one gets 1."""
    lamp = light.direction
    facing = max(0.0, float(np.dot(normal, lamp))) / max(lamp[2], 0.2)
    sky = 0.5 + 0.5 * float(normal[2])
    return min(1.35, light.ambient * (0.35 + 0.65 * sky) + (1 - light.ambient) * facing)


def shadow_shift(light: SceneLight) -> tuple[float, float]:
    """Where the shadow of a point an inch high falls, in inches from below the point."""
    lamp = light.direction
    return -lamp[0] / lamp[2], -lamp[1] / lamp[2]


def lamp_place(scene: TableScene) -> Triple:
    """Where the lamp hangs."""
    x, y, z = scene.light.direction
    return (
        scene.width_in / 2 + _LAMP_IN * x,
        scene.depth_in / 2 + _LAMP_IN * y,
        _LAMP_IN * z,
    )


def shine(
    sheet: Sheet, view: CameraView, *, places: Floats, lamp: Triple, strength: float
) -> Image:
    """Mirrored light at places (... x 2) of a glossy sheet, as a share of white paper's."""
    points = sheet.points(places)
    normal = np.broadcast_to(sheet.normal, points.shape)
    if sheet.bend:
        cosine, sine = math.cos(sheet.bend_turn), math.sin(sheet.bend_turn)
        along = cosine * places[..., 0] + sine * places[..., 1]
        angle = (along / sheet.bend)[..., None]
        direction = cosine * sheet.across + sine * sheet.up
        normal = np.cos(angle) * sheet.normal - np.sin(angle) * direction
    half = _unit(view.eye - points) + _unit(np.asarray(lamp) - points)
    cosine_off = np.clip(np.sum(_unit(half) * normal, axis=-1), -1.0, 1.0)
    off = np.arccos(cosine_off)
    lobe = np.exp(-((off / _MIRROR) ** 2)) + 0.22 * np.exp(-((off / _SHEEN) ** 2))
    shone: Image = (strength * sheet.gloss * lobe).astype(np.float32)
    return shone


def bent_shade(sheet: Sheet, light: SceneLight, *, places: Floats) -> Image:
    """The light on each place of curled paper, where flat paper gets 1."""
    along = math.cos(sheet.bend_turn) * places[..., 0] + math.sin(sheet.bend_turn) * places[..., 1]
    angle = np.clip(along / sheet.bend, -1.2, 1.2)
    lamp = np.asarray(light.direction)
    direction = math.cos(sheet.bend_turn) * sheet.across + math.sin(sheet.bend_turn) * sheet.up
    facing = np.cos(angle) * float(sheet.normal @ lamp) - np.sin(angle) * float(direction @ lamp)
    flat = max(float(sheet.normal @ lamp), 0.2)
    shade: Image = (light.ambient + (1 - light.ambient) * np.clip(facing / flat, 0.0, 1.6)).astype(
        np.float32
    )
    return shade


def _unit(vectors: Floats) -> Floats:
    long = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Floats = vectors / np.maximum(long, 1e-12)
    return unit

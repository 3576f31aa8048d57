"""Develops light on the sensor into a file: the lens's spread, shot noise, tone curve, JPEG."""

import functools
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.described.optics import SceneCamera, Tone
from vision.synthetic.painting.surfaces import Image

Bytes = NDArray[np.uint8]

_FINER: Final = 9
"""The disc's kernel is drawn so many times finer and shrunk; odd, so that its middle is a cell."""
_STEPS: Final = 4096
_READ_SHARE: Final = 0.08
"""Share of a white pixel's variance that remains in the dark."""


def point_spread(radius: float, *, shake: tuple[float, float] = (0.0, 0.0)) -> Image:
    """What the lens makes of a point: an even disc, drawn along the line of the shake.

    No bell curve: its edge is steep, so a judge that assumes one is tested for real.

    >>> kernel = point_spread(1.2)
    >>> kernel.shape, round(float(kernel.sum()), 6)
    ((3, 3), 1.0)
    """
    reach = radius + max(abs(shake[0]), abs(shake[1])) / 2
    half = int(np.ceil(reach - 0.5 + 1e-9)) if reach > 0.05 else 0
    size = (2 * half + 1) * _FINER
    at = (np.arange(size) - (size - 1) / 2) / _FINER
    total = np.zeros((size, size), dtype=np.float64)
    steps = max(1, 4 * int(np.ceil(np.hypot(*shake))))
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        x, y = at[None, :] - share * shake[0], at[:, None] - share * shake[1]
        total += np.clip((radius - np.hypot(x, y)) * _FINER + 0.5, 0.0, 1.0)
    if not total.sum():
        total[size // 2, size // 2] = 1.0
    cells = total.reshape(2 * half + 1, _FINER, 2 * half + 1, _FINER).sum(axis=(1, 3))
    kernel: Image = (cells / cells.sum()).astype(np.float32)
    return kernel


def spread(light: Image, camera: SceneCamera) -> Image:
    """The picture through the lens: a sharp disc and a faint wide halo."""
    grain = camera.grain
    shake = camera.sensor.shake_px
    kernel = point_spread(camera.lens.blur_px * grain, shake=(shake[0] * grain, shake[1] * grain))
    sharp = light
    if kernel.size > 1:
        sharp = np.asarray(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE))
    if camera.lens.halo <= 0:
        return sharp
    rows, columns = light.shape[:2]
    small = cv2.resize(light, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    near = cv2.blur(small, _odd(3 * grain), borderType=cv2.BORDER_REPLICATE)
    far = cv2.blur(near, _odd(13 * grain), borderType=cv2.BORDER_REPLICATE)
    tail = cv2.addWeighted(near, 0.6, far, 0.4, 0.0)
    wide = cv2.resize(tail, (columns, rows), interpolation=cv2.INTER_LINEAR)
    halo = camera.lens.halo
    return np.asarray(cv2.addWeighted(sharp, 1.0 - halo, wide, halo, 0.0), dtype=np.float32)


def _odd(size: float) -> tuple[int, int]:
    side = 2 * int(size / 2) + 1
    return (side, side)


@functools.lru_cache(maxsize=8)
def tone_curve(tone: Tone) -> Bytes:
    """The grey level of each of 4096 steps of light, where 1 is the most that the sensor holds."""
    light = np.arange(_STEPS) / (_STEPS - 1)
    if tone == "linear":
        level = light
    else:
        if tone == "webcam":
            # A shoulder that saves highlights, and more contrast in the middle.
            light = light * 1.22 / (1.0 + 0.22 * light)
        level = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
        if tone == "webcam":
            level = level + 0.16 * (level * level * (3 - 2 * level) - level)
    return np.round(255.0 * level).clip(0, 255).astype(np.uint8)


def white_balance(camera: SceneCamera) -> Image:
    """Gains of blue, green and red, exposure included."""
    warmth = camera.sensor.warmth
    gains = np.array([1.0 - 0.25 * warmth, 1.0, 1.0 + 0.25 * warmth])
    return (gains * camera.sensor.exposure).astype(np.float32)


def exposed(light: Image, camera: SceneCamera, *, rng: np.random.Generator) -> Bytes:
    """Grey levels: balanced, with noise of its own in each pixel and colour, through the curve."""
    level = light * white_balance(camera)
    noise = camera.sensor.noise / 255.0
    if noise > 0:
        # Variance grows with the light, as the number of photons does.
        sigma = np.maximum(level, 0.0)
        sigma *= np.float32(1.0 - _READ_SHARE)
        sigma += np.float32(_READ_SHARE)
        np.sqrt(sigma, out=sigma)
        drawn = rng.standard_normal(level.shape, dtype=np.float32)
        drawn *= np.float32(noise)
        drawn *= sigma
        level += drawn
    return developed(level, camera.sensor.tone)


def developed(level: Image, tone: Tone) -> Bytes:
    """Grey levels of light that the sensor has caught."""
    if tone == "linear":
        return np.asarray(cv2.convertScaleAbs(np.maximum(level, 0.0), alpha=255.0), dtype=np.uint8)
    scaled = level * np.float32(_STEPS - 1)
    scaled += np.float32(0.5)
    np.clip(scaled, 0, _STEPS - 1, out=scaled)
    return np.take(tone_curve(tone), scaled.astype(np.uint16))


def sharpened(picture: Bytes, camera: SceneCamera) -> Bytes:
    """The picture less a share of its own blur, as webcams deliver it."""
    share = camera.sensor.sharpening
    if share <= 0:
        return picture
    soft = cv2.blur(picture, _odd(max(3.0, 3.0 * camera.grain)), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.addWeighted(picture, 1.0 + share, soft, -share, 0.0), dtype=np.uint8)


def as_jpeg(picture: Bytes, quality: int) -> bytes:
    """The picture as a camera with a compressed stream sends it."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("expected OpenCV to write a JPEG, got nothing")
    return data.tobytes()


def from_jpeg(data: bytes) -> Bytes:
    """What a JPEG decodes to."""
    picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise RuntimeError("expected OpenCV to read its own JPEG, got nothing")
    return np.asarray(picture, dtype=np.uint8)


def as_png(picture: Bytes) -> bytes:
    """The picture without any loss."""
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise RuntimeError("expected OpenCV to write a PNG, got nothing")
    return data.tobytes()

"""Fakes a photograph of a printed page with a bank card on it, at a known scale."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit.scale.scale_page import CARD, CARD_CORNER, CENTRE

Image = NDArray[np.uint8]

PER_IN = 200
"""Pixels to the true inch of the flat page before it is photographed."""
FINE = 4
"""The card is drawn so much finer than the page, so that its edge is smooth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """What is on the table, and from where it is photographed."""

    scale: tuple[float, float] = (1.0, 1.0)
    """How large the printer has made the page, across and along."""
    card: tuple[int, int] | None = (40, 200)
    """The two grey levels of the card; None for no card."""
    shift: tuple[float, float] = (0.03, -0.02)
    """Of the card against its outline, in inches."""
    turn: float = 0.7
    """Of the card, in degrees."""
    tilt: float = 0.04
    noise: float = 2.0
    width: int = 1800
    nearer: float = 1.0032
    """How much larger the card looks than what lies under it, being 0.03 in nearer to the lens."""
    bulge: float = 0.0


def photograph(page: Image, *, at: tuple[float, float], photo: Photo, seed: int = 1) -> Image:
    """A page, drawn at 200 px per inch as it should be, as a telephone sees it.

    `at` is where the lower left corner of the page's frame is on the paper, in inches.
    """
    random = np.random.default_rng(seed)
    high, wide = page.shape
    size = (round(wide * photo.scale[0]), round(high * photo.scale[1]))
    printed = cv2.resize(page, size, interpolation=cv2.INTER_AREA).astype(np.float64)
    if photo.card is not None:
        _lay_card(printed, at=at, photo=photo, high=high, random=random)
    seen = np.asarray(cv2.GaussianBlur(_seen(printed, photo=photo), (0, 0), 0.9))
    light = np.linspace(0.75, 1.0, seen.shape[1])[None, :]
    seen = 20 + seen * 0.8 * light + random.normal(0, photo.noise, seen.shape)
    return np.asarray(np.clip(seen, 0, 255), dtype=np.uint8)


def _lay_card(
    printed: NDArray[np.float64],
    *,
    at: tuple[float, float],
    photo: Photo,
    high: int,
    random: np.random.Generator,
) -> None:
    """Paint a card of true size over the print, drawn finer first so that its edge is smooth."""
    mask = _card(photo.nearer)
    assert photo.card is not None
    low, top = photo.card
    patches = random.integers(low, top + 1, (9, 14)).astype(np.float64)
    art = cv2.resize(patches, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_CUBIC)
    x = (at[0] + CENTRE[0] + photo.shift[0]) * PER_IN * photo.scale[0]
    y = (high / PER_IN - at[1] - CENTRE[1] - photo.shift[1]) * PER_IN * photo.scale[1]
    # From the fine card, centres of pixels at whole numbers, to the print.
    turn = cv2.getRotationMatrix2D(
        (mask.shape[1] / 2 - 0.5, mask.shape[0] / 2 - 0.5), photo.turn, 1 / FINE
    )
    turn[:, 2] += np.array([x - 0.5, y - 0.5]) - np.array(
        [mask.shape[1] / 2 - 0.5, mask.shape[0] / 2 - 0.5]
    )
    size = (printed.shape[1], printed.shape[0])
    cover = cv2.warpAffine(mask, turn, size).astype(np.float64) / 255
    laid = cv2.warpAffine(art, turn, size)
    printed[:] = printed * (1 - cover) + laid * cover


@cache
def _card(nearer: float) -> Image:
    """How far each fine pixel is covered by a card of true size; its edge is smooth."""
    w, h, r = (value * nearer * PER_IN * FINE for value in (*CARD, CARD_CORNER))
    pad = 40 * FINE
    mask = np.zeros((round(h) + 2 * pad, round(w) + 2 * pad), dtype=np.uint8)
    ys, xs = np.ogrid[0 : mask.shape[0], 0 : mask.shape[1]]
    dx = np.maximum(np.abs(xs + 0.5 - mask.shape[1] / 2) - (w / 2 - r), 0)
    dy = np.maximum(np.abs(ys + 0.5 - mask.shape[0] / 2) - (h / 2 - r), 0)
    mask[np.hypot(dx, dy) <= r] = 255
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), FINE / 2), dtype=np.uint8)


def _seen(printed: NDArray[np.float64], *, photo: Photo) -> NDArray[np.float64]:
    """Perspective, and the bulge of the lens."""
    high, wide = printed.shape
    out = (photo.width, round(photo.width * 1.32))
    t = photo.tilt
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=np.float32)
    share = np.array(
        [(0.06 + t, 0.05), (0.95 - t, 0.06 + t / 2), (0.96, 0.95), (0.05, 0.96)], dtype=np.float32
    )
    matrix = cv2.getPerspectiveTransform(corners, share * np.array(out, dtype=np.float32))
    ys, xs = np.mgrid[0 : out[1], 0 : out[0]].astype(np.float64)
    middle = ((out[0] - 1) / 2, (out[1] - 1) / 2)
    reach = np.hypot(*out) / 2
    ax, ay = (xs - middle[0]) / reach, (ys - middle[1]) / reach
    factor = 1 / (1 + photo.bulge * (ax**2 + ay**2))
    straight = np.stack([ax * factor * reach + middle[0], ay * factor * reach + middle[1]], -1)
    back = cv2.perspectiveTransform(straight.reshape(1, -1, 2), np.linalg.inv(matrix))
    maps = back.reshape(*straight.shape).astype(np.float32)
    seen = cv2.remap(printed, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=60.0)
    return np.asarray(seen, dtype=np.float64)

"""Draws on a photograph: smooth lines, tinted areas, and letters that can be read."""

import math
import unicodedata
from collections.abc import Sequence
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Colour = tuple[int, int, int]
"""Blue, green, red: the order of pictures in OpenCV."""

FACE: Final = cv2.FONT_HERSHEY_DUPLEX
CAPITAL: Final = 22.0
"""Height of a capital letter of that font at scale 1, in pixels."""
_SHIFT: Final = 4
"""Bits of a pixel's fraction that OpenCV's lines take."""
_FARTHEST: Final = 30_000.0
"""Pixels; what is farther out would overflow OpenCV's numbers."""


def bgr(colour: str) -> Colour:
    """A colour as web pages write it.

    >>> bgr("#102030")
    (48, 32, 16)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def writable(words: str) -> str:
    """The words in letters that the font has; others lose their accents, or become `?`.

    >>> writable("Königstiger №5")
    'Konigstiger No5'
    """
    plain = unicodedata.normalize("NFKD", words.replace("×", "x").replace("°", " deg"))
    plain = plain.replace("–", "-").replace("—", "-").replace("…", "...").replace("±", "+-")
    kept = [sign for sign in plain if not unicodedata.combining(sign)]
    return "".join(sign if 32 <= ord(sign) < 127 else "?" for sign in kept)


class PhotoCanvas:
    """A picture that is drawn on, in its own pixels."""

    def __init__(self, image: Bytes) -> None:
        self.image = image

    @property
    def width(self) -> int:
        return int(self.image.shape[1])

    @property
    def height(self) -> int:
        return int(self.image.shape[0])

    def line(
        self,
        points: Floats,
        *,
        colour: Colour,
        width: float = 1.0,
        opacity: float = 1.0,
        closed: bool = False,
    ) -> None:
        """A line through points (n x 2); where one is NaN the line is broken."""
        for part in _unbroken(points, closed=closed):
            spots = np.round(part * 2**_SHIFT).astype(np.int32)[:, None]
            whole = closed and len(part) == len(points)
            with _Layer(self.image, part, margin=width + 2, opacity=opacity) as layer:
                offset = np.array(layer.corner) * 2**_SHIFT
                cv2.polylines(
                    layer.drawn,
                    [spots - offset.astype(np.int32)],
                    whole,
                    colour,
                    max(1, round(width)),
                    cv2.LINE_AA,
                    _SHIFT,
                )

    def cased(self, points: Floats, *, colour: Colour, width: float, closed: bool = False) -> None:
        """A line with a light rim, so that it stands out on any ground."""
        self.line(points, colour=(255, 255, 255), width=width + 2, opacity=0.75, closed=closed)
        self.line(points, colour=colour, width=width, closed=closed)

    def area(self, points: Floats, *, colour: Colour, opacity: float) -> None:
        """A filled outline; nothing where a corner is NaN."""
        if not np.isfinite(points).all() or np.abs(points).max(initial=0.0) > _FARTHEST:
            return
        spots = np.round(points * 2**_SHIFT).astype(np.int32)[:, None]
        with _Layer(self.image, points, margin=2, opacity=opacity) as layer:
            offset = (np.array(layer.corner) * 2**_SHIFT).astype(np.int32)
            cv2.fillPoly(layer.drawn, [spots - offset], colour, cv2.LINE_AA, _SHIFT)

    def text(
        self,
        words: str,
        *,
        at: tuple[float, float],
        letters: float,
        colour: Colour,
        plate: Colour | None = None,
        align: str = "middle",
    ) -> None:
        """Words with their middle (or their left end) there; ``letters`` is a capital's height."""
        plain = writable(words)
        wide, high = text_size(plain, letters=letters)
        x = at[0] - wide / 2 if align == "middle" else at[0]
        if plate is not None:
            pad = 0.45 * letters
            box = _box((x - pad, at[1] - high / 2), (wide + 2 * pad, high))
            self.area(box, colour=plate, opacity=0.82)
        scale = letters / CAPITAL
        cv2.putText(
            self.image,
            plain,
            (round(x), round(at[1] + letters / 2)),
            FACE,
            scale,
            colour,
            max(1, round(letters / 11)),
            cv2.LINE_AA,
        )


def text_size(words: str, *, letters: float) -> tuple[float, float]:
    """How wide a line of words is, and how high with some air."""
    thick = max(1, round(letters / 11))
    (wide, _), _ = cv2.getTextSize(writable(words), FACE, letters / CAPITAL, thick)
    return float(wide), 1.9 * letters


def _box(corner: tuple[float, float], size: tuple[float, float]) -> Floats:
    (left, top), (wide, high) = corner, size
    return np.array(
        [[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]
    )


def _unbroken(points: Floats, *, closed: bool) -> list[Floats]:
    """The runs of at least two points that can be drawn."""
    good = np.isfinite(points).all(axis=1)
    good &= np.abs(np.where(np.isfinite(points), points, 0.0)).max(axis=1) < _FARTHEST
    if good.all():
        return [points]
    looped = np.concatenate([points, points[:1]]) if closed else points
    good = np.concatenate([good, good[:1]]) if closed else good
    runs = np.split(np.arange(len(looped)), np.flatnonzero(np.diff(good.astype(int))) + 1)
    return [looped[run] for run in runs if len(run) > 1 and good[run[0]]]


class _Layer:
    """A part of the picture that is drawn on and then laid over what was there."""

    def __init__(self, image: Bytes, points: Floats, *, margin: float, opacity: float) -> None:
        low = np.floor(points.min(axis=0) - margin)
        high = np.ceil(points.max(axis=0) + margin)
        rows, columns = image.shape[:2]
        left, top = (int(np.clip(low[axis], 0, (columns, rows)[axis])) for axis in (0, 1))
        right, bottom = (int(np.clip(high[axis], 0, (columns, rows)[axis])) for axis in (0, 1))
        self.corner = (left, top)
        self._under = image[top:bottom, left:right]
        self._opacity = opacity
        # OpenCV draws on arrays that own their rows; an empty one it refuses.
        self.drawn: Bytes = (
            self._under.copy() if self._under.size else np.zeros((1, 1, 3), np.uint8)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if not self._under.size:
            return
        if self._opacity >= 1.0:
            self._under[:] = self.drawn
            return
        mixed = cv2.addWeighted(self.drawn, self._opacity, self._under, 1 - self._opacity, 0.0)
        self._under[:] = mixed


def enlarged(image: Bytes, *, least_width: int) -> tuple[Bytes, int]:
    """The picture enlarged by a whole factor until it is that wide, and the factor."""
    times = max(1, math.ceil(least_width / image.shape[1]))
    if times == 1:
        return image.copy(), 1
    size = (image.shape[1] * times, image.shape[0] * times)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8), times


def stacked(parts: Sequence[Bytes]) -> Bytes:
    """Pictures of one width, one below the other."""
    return np.ascontiguousarray(np.concatenate(parts, axis=0))

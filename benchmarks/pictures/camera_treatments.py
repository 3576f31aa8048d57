"""Checks whether stated errors still hold after what real cameras do to their pictures.

The whole chain is treated alike, as one camera's pictures are: the photographs that the table is
calibrated from, and the one that is measured.
"""

from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.end_to_end import (
    Errors,
    Grey,
    Treatment,
    lens_belief,
    measured_table,
    shares_of,
)
from benchmarks.pictures.measured_tables import TableOf
from vision.locating.place_error import Care

_FULL_CIRCLE: Final = 2 * np.pi
_LEAST, _MOST = 0.93, 0.98
"""Shares of places and distances that may lie within their 95 %."""


def camera_treatments(effort: Effort) -> list[Finding]:
    """Coverage of places and distances under each treatment, everything else erring as usual."""
    table = TableOf(width=36.0, depth=36.0)
    if effort.small:
        table = TableOf(width=18.0, depth=18.0, size=(960, 540))
    belief = lens_belief(views=effort.pick(20, small=3), seed=11, size=table.size)
    names = effort.pick(tuple(TREATMENTS), small=("rows that flicker",))
    seeds = range(100, 100 + effort.pick(3, small=1))
    findings = []
    for name in names:
        parts = [
            measured_table(table, belief=belief, seed=seed, care=Care(), treated=TREATMENTS[name])
            for seed in seeds
        ]
        findings += _told(name, Errors.joined(parts), table=table, effort=effort)
    return findings


def _told(name: str, errors: Errors, *, table: TableOf, effort: Effort) -> list[Finding]:
    # A table of nine pieces says nothing about shares.
    goals = effort.pick((Goal(least=_LEAST, most=_MOST),), small=())
    detail = f"{len(errors.off)} places, {errors.unseen} unseen"
    return [
        Finding(
            benchmark="end to end",
            measure=f"{table.name}, {name}: {what} within their 95 %",
            value=share,
            detail=detail,
            goals=goals,
            cost=False,
        )
        for what, share in zip(("places", "distances"), shares_of(errors), strict=True)
    ]


def _clipped(picture: NDArray[np.floating]) -> Grey:
    return np.clip(np.round(picture), 0, 255).astype(np.uint8)


def _compressed(quality: int) -> Treatment:
    def treated(grey: Grey, _rng: np.random.Generator) -> Grey:
        _, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)

    return treated


def _sharpened(grey: Grey, _rng: np.random.Generator) -> Grey:
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), dtype=np.float32)
    return _clipped(3.0 * grey - 2.0 * soft)


def _curved(curve: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> Treatment:
    levels = _clipped(255 * curve(np.arange(256) / 255))

    def treated(grey: Grey, _rng: np.random.Generator) -> Grey:
        return np.asarray(levels[grey], dtype=np.uint8)

    return treated


def _shiny(grey: Grey, rng: np.random.Generator) -> Grey:
    """Forty soft lights lie over the picture, brighter on one side of a tag than on the other."""
    height, width = grey.shape
    lit = grey.astype(np.float32)
    for _ in range(40):
        wide = float(rng.uniform(0.02, 0.07)) * height
        down = np.exp(-0.5 * ((np.arange(height) - rng.uniform(0, height)) / wide) ** 2)
        across = np.exp(-0.5 * ((np.arange(width) - rng.uniform(0, width)) / wide) ** 2)
        lit += float(rng.uniform(20, 70)) * np.outer(down, across).astype(np.float32)
    return _clipped(lit)


def _smoothed(grey: Grey, _rng: np.random.Generator) -> Grey:
    return np.asarray(cv2.fastNlMeansDenoising(grey, None, 6, 5, 13), dtype=np.uint8)


def _noisy_rows(grey: Grey, rng: np.random.Generator) -> Grey:
    return _clipped(grey + rng.normal(0, 4.0, (len(grey), 1)))


def _flickering(grey: Grey, rng: np.random.Generator) -> Grey:
    """A lamp at the mains' frequency, seen by a shutter that rolls."""
    wave = np.sin(_FULL_CIRCLE * np.arange(len(grey)) / 37 + rng.uniform(0, _FULL_CIRCLE))
    return _clipped(grey * (1 + 0.05 * wave)[:, None])


def _grainy(grey: Grey, rng: np.random.Generator) -> Grey:
    """Noise that neighbours share, as after the making of colours from a mosaic."""
    grain = cv2.GaussianBlur(rng.normal(0, 1, grey.shape).astype(np.float32), (0, 0), 1.0)
    return _clipped(grey + 3.0 * np.asarray(grain) / float(np.std(grain)))


def _shaken(grey: Grey, _rng: np.random.Generator) -> Grey:
    return np.asarray(cv2.blur(grey, (3, 1)), dtype=np.uint8)


def _scaled(grey: Grey, _rng: np.random.Generator) -> Grey:
    """A stream of fewer pixels, blown up to the size that it is sold as."""
    height, width = grey.shape
    fewer = (width * 2 // 3, height * 2 // 3)
    small = cv2.resize(grey, fewer, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC))


TREATMENTS: Final[Mapping[str, Treatment]] = {
    "JPEG of quality 60": _compressed(60),
    "JPEG of quality 30": _compressed(30),
    "sharpened": _sharpened,
    "more contrast": _curved(lambda share: 0.5 - 0.5 * np.cos(np.pi * share)),
    "lifted shadows": _curved(lambda share: share**0.6),
    "glare": _shiny,
    "noise smoothed away": _smoothed,
    "noise by rows": _noisy_rows,
    "rows that flicker": _flickering,
    "coarse grain": _grainy,
    "moved by 3 px": _shaken,
    "enlarged by half": _scaled,
}

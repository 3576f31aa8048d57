"""Draws mats and figures for the path-traced tables."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from benchmarks.path_traced.eye import Floats

MATS: Final = ("wood", "felt", "printed mat")
_SIDE: Final = 2400
"""Pixels of a mat, of 72 in."""


@lru_cache(maxsize=4)
def mat_picture(name: str) -> Floats:
    """How much light each point of a mat throws back."""
    rng = np.random.default_rng(MATS.index(name))
    if name == "felt":
        return np.asarray(
            np.clip(0.14 + _clouds(rng, 3) * 0.03 + _clouds(rng, 0.8) * 0.025, 0.02, 0.9)
        )
    if name == "wood":
        return _wood(rng)
    return _printed(rng)


def _clouds(rng: np.random.Generator, size: float) -> Floats:
    """Noise of this grain, with a standard deviation of one."""
    rough = rng.normal(0, 1, (_SIDE, _SIDE))
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), size), dtype=np.float64)
    return np.asarray(soft / soft.std())


def _wood(rng: np.random.Generator) -> Floats:
    """Boards side by side, each with a grain and a tone of its own."""
    x = np.arange(_SIDE)
    board = x // 190
    tone = rng.uniform(0.26, 0.42, int(board.max()) + 1)[board]
    long = np.asarray(cv2.GaussianBlur(rng.normal(0, 1, (_SIDE, _SIDE)), (0, 0), 60), np.float64)
    wave = x[None, :] * 0.22 + long / long.std() * 2.2 + board[None, :] * 5
    grain = np.sin(wave) * 0.05 + _clouds(rng, 1.0) * 0.012
    found = tone[None, :] + grain
    found[:, x % 190 < 3] = 0.06
    return np.asarray(np.clip(found, 0.03, 0.9))


def _printed(rng: np.random.Generator) -> Floats:
    """A photographed battlefield: fields, hedges, a road, squares every three inches."""
    found = 0.22 + _clouds(rng, 40) * 0.05 + _clouds(rng, 6) * 0.04 + _clouds(rng, 1.2) * 0.03
    for _ in range(260):
        x, y = (int(each) for each in rng.integers(0, _SIDE, 2))
        shade = float(rng.choice([0.05, 0.1, 0.3, 0.5, 0.65]))
        wide, long = int(rng.integers(6, 60)), int(rng.integers(6, 60))
        turn = float(rng.uniform(0, 180))
        outline = cv2.boxPoints(((x, y), (wide, long), turn)).astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillPoly(found, [outline], shade)
        else:
            cv2.ellipse(found, (x, y), (wide, long), turn, 0, 360, shade, -1)
    road = np.cumsum(rng.normal(0, 2.5, _SIDE)) + _SIDE / 2
    way = np.column_stack([np.arange(_SIDE), road]).astype(np.int32)
    cv2.polylines(found, [way], isClosed=False, color=0.45, thickness=60)
    for line in range(0, _SIDE, 100):
        found[line : line + 2] = found[:, line : line + 2] = 0.1
    return np.asarray(np.clip(found, 0.02, 0.9))


@lru_cache(maxsize=1)
def figure_card() -> Floats:
    """Four soldiers in a row, drawn dark on paper."""
    found = np.full((400, 400), 0.75)
    for at in range(4):
        x = 50 + 100 * at
        cv2.circle(found, (x, 70), 26, 0.3, -1)
        cv2.rectangle(found, (x - 30, 95), (x + 30, 250), 0.18, -1)
        cv2.line(found, (x - 14, 250), (x - 22, 390), 0.12, 22)
        cv2.line(found, (x + 14, 250), (x + 22, 390), 0.12, 22)
        cv2.line(found, (x - 38, 210), (x + 44, 120), 0.05, 9)
    return found

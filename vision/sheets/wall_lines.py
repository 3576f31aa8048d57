"""Counts the lines side by side along a wall: none where it is open, one, or two."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.plan import SheetPlan
from vision.sheets.regions import Spot, in_pixels
from vision.sheets.strokes import Strokes
from vision.sighting import Floats

ASIDE: Final = 0.26
"""Inches to both sides of a wall in which its lines are looked for."""
STEP: Final = 0.04
END: Final = 0.18
"""Inches at both ends of a wall that other lines run into."""
SEEN: Final = 0.38
"""Share of the usual stroke's darkness at which there is a line."""
DIP: Final = 0.6
"""Two lines are two where it is so much lighter between them, as a share of the fainter one."""
APART: Final = 0.085
"""Inches between two lines that were meant as two; nearer ones may be one line drawn twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Shares of a wall's length."""

    double: float
    """With two lines well apart, of what has any."""
    close: float
    """With two lines so near that they may be one, of what has any."""
    none: float
    """Without a line."""
    dark: float = 1.0
    """How dark it is, as a share of the usual stroke of the sheet."""


def lines_along(line: tuple[Spot, ...], *, strokes: Strokes, plan: SheetPlan) -> Lines:
    """How many lines run along a wall's way."""
    profiles = _profiles(line, strokes=strokes, plan=plan)
    if not len(profiles):
        return Lines(double=0.0, close=0.0, none=0.0)
    counts = [_count(profile, seen=SEEN * strokes.usual) for profile in profiles]
    some = [found for found in counts if found > 0] or [0.0]
    seen = profiles.max(axis=1)[np.array(counts) > 0]
    return Lines(
        double=sum(found == 2.0 for found in some) / len(some),
        close=sum(found == 1.5 for found in some) / len(some),
        none=sum(found == 0 for found in counts) / len(counts),
        dark=float(np.median(seen)) / strokes.usual if len(seen) else 0.0,
    )


def _profiles(line: tuple[Spot, ...], *, strokes: Strokes, plan: SheetPlan) -> Floats:
    """Darkness across the wall at steps along it: one row a step."""
    spots, ways = [], []
    whole = sum(math.dist(*pair) for pair in pairwise(line))
    end = min(END, whole / 4)
    gone = 0.0
    for (x0, y0), (x1, y1) in pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        for step in np.arange(0.0, length, STEP):
            if end <= gone + step <= whole - end:
                spots.append((x0 + step / length * (x1 - x0), y0 + step / length * (y1 - y0)))
                ways.append((-(y1 - y0) / length, (x1 - x0) / length))
        gone += length
    if not spots:
        return np.zeros((0, 1))
    aside = np.arange(-ASIDE, ASIDE + 1e-9, 1.0 / PX_PER_IN)
    places = np.array(spots)[:, None] + aside[None, :, None] * np.array(ways)[:, None]
    pixels = in_pixels(places.reshape(-1, 2), plan).reshape(len(spots), len(aside), 2)
    seen = cv2.remap(
        strokes.dark.astype(np.float32),
        pixels[..., 0].astype(np.float32),
        pixels[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return np.asarray(seen, dtype=np.float64)


def _count(profile: Floats, *, seen: float) -> float:
    """0, 1 or 2 lines; 1.5 for two that may be one."""
    inner = profile[1:-1]
    crest = (inner >= profile[:-2]) & (inner > profile[2:]) & (inner >= seen)
    peaks = [int(at) + 1 for at in np.flatnonzero(crest)]
    if not peaks:
        return 0.0
    best = max(peaks, key=lambda at: profile[at])
    for at in sorted(peaks, key=lambda each: -profile[each]):
        if at == best:
            continue
        low, high = sorted((best, at))
        between = float(profile[low : high + 1].min())
        if between <= DIP * min(profile[best], profile[at]):
            return 2.0 if (high - low) / PX_PER_IN >= APART else 1.5
    return 1.0

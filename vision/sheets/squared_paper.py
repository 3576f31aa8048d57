"""Tells squared and ruled paper from blank paper: by lines that come again at one distance.

Strips of the sheet are looked at one by one, so that a grid may lie a little turned; a line of the
drawing stands once in a strip, and a line of the paper at every step.
"""

from typing import Final

import numpy as np

from vision.sheets.found_sheet import PX_PER_IN, ROUND
from vision.sheets.strokes import line_darkness
from vision.sighting import Floats, Grey

STRIP_IN: Final = 0.6
"""How broad the strips are. Broader ones lose a grid that is turned against the sheet."""
NEAREST_IN, FARTHEST_IN = 0.13, 0.46
"""How far the lines of paper lie apart: from 4 mm to 1 cm."""
FAINT: Final = 0.04
"""Share of the light up to which darkness counts: pencil counts no more than print."""
LEAST_PX: Final = 12
"""Pixels of a strip: with fewer, lines of paper are not told from one another."""
DRAWN: Final = 0.12
"""Share of the light from which a line is taken for one that was drawn, and left aside."""
OFTEN: Final = 3.6
"""How far one distance stands out over all others before the paper has lines of its own."""
OFTEN_AS_DRAWN: Final = 5.5
"""The same among all lines, for paper printed as dark as it is drawn on: three walls at like
distances stand out by less."""
IN_FRAME: Final = 14.0
"""Inches of table that a photograph of a sheet is about as wide as."""


def has_lines(dark: Floats) -> bool:
    """Whether the paper is squared or ruled, by the share of the light that is missing on it."""
    edge = round((ROUND + 0.1) * PX_PER_IN)
    return _lined(dark[edge:-edge, edge:-edge], px_per_in=PX_PER_IN)


def shows_lines(picture: Grey) -> bool:
    """The same of a photograph in which no sheet is found: lines may run through its tags."""
    high, wide = picture.shape
    middle = picture[high // 4 : 3 * high // 4, wide // 4 : 3 * wide // 4]
    return _lined(line_darkness(middle), px_per_in=wide / IN_FRAME)


def _lined(dark: Floats, *, px_per_in: float) -> bool:
    faint = np.minimum(dark, FAINT)
    printed = np.where(dark > DRAWN, 0.0, faint)
    return any(
        max(_stands_out(each, px_per_in=px_per_in) for each in (area, area.T)) >= often
        for area, often in ((printed, OFTEN), (faint, OFTEN_AS_DRAWN))
    )


def _stands_out(area: Floats, *, px_per_in: float) -> float:
    """How far the commonest distance between lines down an area stands out over the others."""
    step = round(STRIP_IN * px_per_in)
    if step < LEAST_PX or len(area) < step or area.shape[1] < step:
        return 0.0
    strips = [area[top : top + step] for top in range(0, len(area) - step + 1, step)]
    profiles = np.stack([np.median(strip, axis=0) for strip in strips])
    profiles = (profiles - profiles.mean(axis=1, keepdims=True)) * np.hanning(profiles.shape[1])
    size = 4 * profiles.shape[1]
    found = np.median(np.abs(np.fft.rfft(profiles, n=size, axis=1)), axis=0)
    per_in = np.fft.rfftfreq(size, d=1.0 / px_per_in)
    known = (per_in >= 1.0 / FARTHEST_IN) & (per_in <= 1.0 / NEAREST_IN)
    return float(found[known].max() / (np.median(found[known]) + 1e-9))

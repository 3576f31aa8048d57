"""Tells squared and ruled paper from blank paper: by lines that come again at one distance.

Strips of the sheet are looked at one by one, so that a grid may lie a little turned; a line of the
drawing stands once in a strip, and a line of the paper at every step.
"""

from typing import Final

import numpy as np

from vision.sheets.found_sheet import PX_PER_IN, ROUND
from vision.sighting import Floats

STRIP_IN: Final = 0.6
"""How broad the strips are. Broader ones lose a grid that is turned against the sheet."""
NEAREST_IN, FARTHEST_IN = 0.13, 0.46
"""How far the lines of paper lie apart: from 4 mm to 1 cm."""
FAINT: Final = 0.04
"""Share of the light up to which darkness counts: pencil counts no more than print."""
OFTEN: Final = 4.5
"""How far one distance stands out over all others before the paper has lines of its own."""


def has_lines(dark: Floats) -> bool:
    """Whether the paper is squared or ruled, by the share of the light that is missing on it."""
    edge = round((ROUND + 0.1) * PX_PER_IN)
    area = np.minimum(dark[edge:-edge, edge:-edge], FAINT)
    return max(_stands_out(area), _stands_out(area.T)) >= OFTEN


def _stands_out(area: Floats) -> float:
    """How far the commonest distance between lines down an area stands out over the others."""
    step = round(STRIP_IN * PX_PER_IN)
    strips = [area[top : top + step] for top in range(0, len(area) - step + 1, step)]
    profiles = np.stack([np.median(strip, axis=0) for strip in strips])
    profiles = (profiles - profiles.mean(axis=1, keepdims=True)) * np.hanning(profiles.shape[1])
    size = 4 * profiles.shape[1]
    found = np.median(np.abs(np.fft.rfft(profiles, n=size, axis=1)), axis=0)
    per_in = np.fft.rfftfreq(size, d=1.0 / PX_PER_IN)
    known = (per_in >= 1.0 / FARTHEST_IN) & (per_in <= 1.0 / NEAREST_IN)
    return float(found[known].max() / (np.median(found[known]) + 1e-9))

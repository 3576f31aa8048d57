"""Describes a measured lens: how good it is, what was left out, and what to show it next."""

import math
from typing import Final

import numpy as np
from rich.text import Text

from api.calibrated.lens import LensDone
from calibration.lens import Floats, Lens

MOST_MISSING: Final = 3


def lens_lines(done: LensDone) -> list[Text]:
    """The answer, then what could be better."""
    fit, seen = done.fit, len(done.seen) + len(done.unusable)
    first = Text.assemble(
        (f"{len(fit.views)} of {seen} pictures used", "bold"),
        f"; the board's corners fit to {fit.rms:.2f} px",
    )
    lines = [first, *(Text(f"  {each}") for each in lens_sentences(done))]
    lines += [Text(f"  left out: {name}: {why}") for name, why in done.unusable]
    lines += [Text(f"  left out: {each}") for each in fit.dropped]
    lines += [Text.assemble(("  ! ", "bold yellow"), each) for each in fit.warnings]
    missing = done.coverage.missing
    lines += [Text(f"missing: {each}") for each in missing[:MOST_MISSING]]
    if len(missing) > MOST_MISSING:
        lines.append(Text(f"missing: {len(missing) - MOST_MISSING} more kinds of view"))
    if not missing:
        lines.append(Text("nothing is missing: this lens is good for any table"))
    return lines


def lens_sentences(done: LensDone) -> list[str]:
    """The lens in numbers that mean something."""
    lens = done.fit.lens
    sigma = math.sqrt(float(done.fit.covariance[0, 0]))
    wide = 2 * math.degrees(math.atan(lens.width / 2 / lens.fx))
    middle, corner = direction_errors(lens, done.fit.covariance)
    return [
        f"focal length {lens.fx:.1f} px (error {sigma:.1f}): {wide:.1f}° from side to side",
        f"directions are known to {middle:.2f} px in the middle of the picture, "
        f"{corner:.2f} px in its corners (two standard errors)",
    ]


def direction_errors(lens: Lens, covariance: Floats) -> tuple[float, float]:
    """Two standard errors, in pixels, of where a direction is seen: middle, worst corner.

    The optical centre alone shifts the whole picture, which a table's anchors find out; so what
    counts is how far a place is off against the middle.
    """
    right, low = lens.width - 1.0, lens.height - 1.0
    spots = np.array(
        [
            [right / 2, low / 2],
            [right / 2 + 0.2 * right, low / 2],
            [0, 0],
            [right, 0],
            [right, low],
            [0, low],
        ]
    )
    rays = lens.rays(spots)
    rays = np.where(np.isfinite(rays), rays, (spots - [lens.cx, lens.cy]) / [lens.fx, lens.fy])
    slopes = lens.parameter_slopes(rays)
    against = slopes[1:] - slopes[:1]
    found = against @ covariance @ np.swapaxes(against, -1, -2)
    sigmas = np.sqrt(np.maximum(np.linalg.eigvalsh(found)[:, -1], 0.0))
    return 2 * float(sigmas[0]), 2 * float(sigmas[1:].max())

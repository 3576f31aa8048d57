"""Tells how high tags stand that two cameras see, and whether the roster has it so."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from calibration.several.joint_fit import JointFit
from rules.table.units import plain
from vision.locating.located import Flag, TagFault

UNKNOWN: Final = 3.0
"""Standard error in inches of a height of which nothing is believed."""
_SIGMAS: Final = 4.0
"""From which the measured height stands against the roster's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedHeight:
    """What the roster says of a tag: its own height, and the grounds that its piece may be on."""

    own: float
    sigma: float
    grounds: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedHeight:
    """What cameras make of it."""

    ground: float
    """The expected ground that fits best."""
    measured: float
    sigma: float
    is_wrong: bool

    def flag(self, own: float) -> Flag:
        """The sentence that names a height other than the roster's (inches over its ground)."""
        on = f" on ground {plain(self.ground)} in high" if self.ground > 0 else ""
        advice = "measure it, and correct the roster"
        if self.measured > own + self.ground:
            advice = f"it lies on something, or {advice}"
        return Flag(
            fault=TagFault.WRONG_HEIGHT,
            says=f"its tag stands {self.measured:.2f} in high, the roster says {plain(own)}{on}: "
            f"{advice} (two cameras see it to {self.sigma:.3f} in)",
        )


def judged_heights(
    fit: JointFit, *, expected: Mapping[int, ExpectedHeight], measured: Collection[int]
) -> dict[int, JudgedHeight]:
    """By number, of the tags that were measured without belief in the roster."""
    found = {}
    heights, sigmas = fit.places[:, 2].tolist(), fit.height_sigmas.tolist()
    for number, height, sigma in zip(fit.numbers, heights, sigmas, strict=True):
        if number not in measured:
            continue
        told = expected[number]
        ground = min(told.grounds, key=lambda each: abs(height - each - told.own))
        off = abs(height - ground - told.own)
        found[number] = JudgedHeight(
            ground=ground,
            measured=height,
            sigma=sigma,
            is_wrong=off > _SIGMAS * math.hypot(sigma, told.sigma),
        )
    return found

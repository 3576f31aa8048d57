"""Averages the fits of a resting tag, so that its error shrinks while it rests."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.fit.placed import PlacedTag
from vision.sighting import Floats
from vision.tracking.settings import DEFAULTS, TrackingSettings

_LESS_KEPT: Final = 0.05
"""Share of its pixels by which a fit may have a smaller say than the one before."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Averaged:
    """The mean of some fits of one tag at one place."""

    latest: PlacedTag
    count: int
    mean: Floats
    """x, y (inches) and heading (degrees), not wrapped."""
    covariance: Floats
    """Of the mean."""
    kept: float
    """Share of its pixels that had a say in what is averaged."""

    @classmethod
    def begun(cls, tag: PlacedTag) -> "Averaged":
        """One fit alone."""
        mean = np.array([tag.x_in, tag.y_in, tag.heading_deg])
        return cls(latest=tag, count=1, mean=mean, covariance=tag.covariance, kept=tag.fit.kept)

    def with_fit(
        self, tag: PlacedTag, *, settings: TrackingSettings = DEFAULTS
    ) -> tuple["Averaged", bool]:
        """One more fit, and whether it belongs to the same rest; another place starts afresh.

        A partly covered tag says nothing more than that it is still there.
        """
        off = self._off(tag)
        if not self._is_same(tag, off, limit=settings.same_fit_in):
            return Averaged.begun(tag), False
        if self._is_covered_more(tag):
            return replace(self, latest=replace(self.latest, fit=tag.fit)), True
        # Beyond the most that are averaged, new ones still count a little: light drifts.
        count = min(self.count + 1, settings.most_averaged)
        share = 1.0 / count
        covariance = (1 - share) ** 2 * self.covariance + share**2 * tag.covariance
        if tag.fit.is_bent:
            # How paper is bent is the same in all pictures, and so is what nobody knows of it.
            covariance = tag.covariance
        mean = self.mean + share * np.array(off)
        return Averaged(
            latest=tag, count=count, mean=mean, covariance=covariance, kept=tag.fit.kept
        ), True

    def is_misled(self, tag: PlacedTag, *, settings: TrackingSettings = DEFAULTS) -> bool:
        """Whether a fit lies elsewhere only because something now covers its tag."""
        return self._is_covered_more(tag) and not self._is_same(
            tag, self._off(tag), limit=settings.same_fit_in
        )

    def _is_covered_more(self, tag: PlacedTag) -> bool:
        return tag.fit.kept < self.kept - _LESS_KEPT

    def _off(self, tag: PlacedTag) -> tuple[float, float, float]:
        x, y, heading = self.mean.tolist()
        turn = (tag.heading_deg - heading + 180.0) % 360.0 - 180.0
        return (tag.x_in - x, tag.y_in - y, turn)

    def _is_same(self, tag: PlacedTag, off: tuple[float, float, float], *, limit: float) -> bool:
        far, turn = math.hypot(off[0], off[1]), abs(off[2])
        side = math.dist(*tag.corners[:2].tolist())
        # A third of a pixel at its corners, in degrees.
        most_turn = math.degrees(0.3 / max(side, 1.0))
        if far <= limit and turn <= most_turn:
            return True
        across, up, heading = (self.covariance + tag.covariance).diagonal().tolist()
        reach = max(limit, 5.0 * math.sqrt(max(across, up)))
        return far <= reach and turn <= max(most_turn, 5.0 * math.sqrt(heading))

    @property
    def tag(self) -> PlacedTag:
        """The mean as one fit."""
        if self.count == 1:
            return self.latest
        return replace(
            self.latest,
            x_in=float(self.mean[0]),
            y_in=float(self.mean[1]),
            heading_deg=float(self.mean[2]),
            covariance=self.covariance,
        )

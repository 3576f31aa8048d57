"""Averages the fits of a resting tag, so that its error shrinks while it rests.

A tag that creeps has no place to average: as long as it does, each fit stands for itself.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.fit.placed import PlacedTag
from vision.sighting import Floats
from vision.tracking.settings import DEFAULTS, TrackingSettings

_LESS_KEPT: Final = 0.05
"""Share of its pixels by which a fit may have a smaller say than the one before."""
_HALF: Final = 9
"""Fits of a creeping tag whose mean is compared with that of as many before."""
_STILL: Final = 6.0
"""Squared distance of two such means, in standard errors, up to which a tag rests again; chance
exceeds it once in nine."""
_LATELY: Final = (4, 12)
"""Of so many latest fits the mean is compared with that of all: a quick creep shows in few of them,
a slow one in many."""
_UNLIKELY: Final = 16.0
"""Squared distance from which on it has crept; chance exceeds it once in some thousand fits."""
_BY_CHANCE: Final = (4.6, 2.7)
"""Squared distance of the latest fits' place, and of their heading, that chance exceeds once in
ten: what is more, the tag may have crept by."""
_AT_HOME: Final = (0.0, 0.0)

Place = tuple[float, float, float]
"""x, y (inches) and heading (degrees), not wrapped."""


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
    lately: tuple[Place, ...] = ()
    """The latest fits, without what all tags of a picture have moved by."""
    crept: Floats | None = None
    """Covariance of what it may have crept by, as its latest fits have it; None where that is
    chance."""
    is_creeping: bool = False
    """Whether every picture shows it elsewhere, if only by little."""

    @classmethod
    def begun(cls, tag: PlacedTag) -> "Averaged":
        """One fit alone."""
        place = (tag.x_in, tag.y_in, tag.heading_deg)
        return cls(
            latest=tag,
            count=1,
            mean=np.array(place),
            covariance=tag.covariance,
            kept=tag.fit.kept,
            lately=(place,),
        )

    def with_fit(
        self,
        tag: PlacedTag,
        *,
        drift: float = math.inf,
        shared: tuple[float, float] = _AT_HOME,
        settings: TrackingSettings = DEFAULTS,
    ) -> tuple["Averaged", bool]:
        """One more fit, and whether it belongs to the same rest; another place starts afresh.

        A partly covered tag says nothing more than that it is still there. From `drift` on, in
        squared standard errors, one fit is off by more than chance: the tag creeps. What is
        `shared`, in inches, the camera has moved by, and not the tag.
        """
        off = self._off(tag)
        if not self._is_same(tag, off, limit=settings.same_fit_in):
            return Averaged.begun(tag), False
        if self._is_covered_more(tag):
            return replace(self, latest=replace(self.latest, fit=tag.fit)), True
        alone = (off[0] - shared[0], off[1] - shared[1], off[2])
        x, y, heading = self.mean.tolist()
        lately = (*self.lately, (x + alone[0], y + alone[1], heading + alone[2]))
        if self.is_creeping:
            return self._creeping(tag, self.mean + np.array(off), fits=lately), True
        gone = self._gone(lately)
        if self._has_crept(tag, off=alone, gone=gone, drift=drift):
            return _alone(tag, self.mean + np.array(off), fits=lately[-1:]), True
        # Beyond the most that are averaged, new ones still count a little: light drifts.
        count = min(self.count + 1, settings.most_averaged)
        share = 1.0 / count
        covariance = (1 - share) ** 2 * self.covariance + share**2 * tag.covariance
        if tag.fit.is_bent:
            # How paper is bent is the same in all pictures, and so is what nobody knows of it.
            covariance = tag.covariance
        mean = self.mean + share * np.array(off)
        return Averaged(
            latest=tag,
            count=count,
            mean=mean,
            covariance=covariance,
            kept=tag.fit.kept,
            lately=lately[-_LATELY[-1] :],
            crept=self._may_have_crept(tag, gone),
        ), True

    def _gone(self, lately: tuple[Place, ...]) -> list[tuple[int, list[float]]]:
        """How far the mean of so many latest fits is from that of all before."""
        mean = self.mean.tolist()
        return [
            (count, [a - b for a, b in zip(_middle(lately[-count:]), mean, strict=True)])
            for count in _LATELY
            if count < self.count and count <= len(lately)
        ]

    def _has_crept(
        self, tag: PlacedTag, *, off: Place, gone: list[tuple[int, list[float]]], drift: float
    ) -> bool:
        """By this fit, or by the latest ones together."""
        return _squared(off, self.covariance + tag.covariance) > drift or any(
            count * _squared(way, tag.covariance) > _UNLIKELY for count, way in gone
        )

    def _may_have_crept(self, tag: PlacedTag, gone: list[tuple[int, list[float]]]) -> Floats | None:
        """What the mean of a rest must be unsure by if its latest fits are no chance.

        A creep shows late where each fit is unsure, and until then that mean lags behind.
        """
        unsure, most = None, 0.0
        across, up, about = (max(each, 1e-18) for each in tag.covariance.diagonal().tolist())
        for count, (x, y, turn) in gone:
            share = self._share_of_one(count)
            place = _beyond(x**2 / across + y**2 / up, chance=_BY_CHANCE[0] * share)
            heading = _beyond(turn**2 / about, chance=_BY_CHANCE[1] * share)
            far = place * (x**2 / across + y**2 / up) + heading * turn**2 / about
            if far > most:
                unsure, most = np.zeros((3, 3)), far
                unsure[:2, :2] = place * np.outer((x, y), (x, y))
                unsure[2, 2] = heading * turn**2
        return unsure

    def _share_of_one(self, count: int) -> float:
        """Variance of so many latest fits' mean less that of all before, in that of one fit."""
        old, new = 1.0 / self.count, 1.0 / count
        return new**2 + (count - 1) * (new - old) ** 2 + (self.count - count + 1) * old**2

    def _creeping(self, tag: PlacedTag, place: Floats, *, fits: tuple[Place, ...]) -> "Averaged":
        """By this fit alone; once its last fits are one place, by their mean: it rests again."""
        if len(fits) < 2 * _HALF:
            return _alone(tag, place, fits=fits)
        before, after = _middle(fits[:_HALF]), _middle(fits[_HALF:])
        gone = [a - b for a, b in zip(after, before, strict=True)]
        if _HALF / 2 * _squared(gone, tag.covariance) > _STILL:
            return _alone(tag, place, fits=fits[_HALF:])
        return Averaged(
            latest=tag,
            count=_HALF,
            mean=np.array(after),
            covariance=tag.covariance / (1 if tag.fit.is_bent else _HALF),
            kept=tag.fit.kept,
            lately=fits[_HALF:],
        )

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
    def stated(self) -> Floats:
        """Covariance of the mean as the place where the tag is now."""
        return self.covariance if self.crept is None else self.covariance + self.crept

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
            covariance=self.stated,
        )


def _alone(tag: PlacedTag, place: Floats, *, fits: tuple[Place, ...]) -> Averaged:
    """One fit of a creeping tag, its heading as it was counted before."""
    return Averaged(
        latest=tag,
        count=1,
        mean=place,
        covariance=tag.covariance,
        kept=tag.fit.kept,
        lately=fits,
        is_creeping=True,
    )


def _middle(fits: Sequence[Place]) -> Place:
    x, y, heading = (sum(each) / len(fits) for each in zip(*fits, strict=True))
    return (x, y, heading)


def _beyond(squared: float, *, chance: float) -> float:
    """The share of a squared distance that is more than chance."""
    return 1.0 - chance / squared if squared > chance else 0.0


def _squared(off: Sequence[float], covariance: Floats) -> float:
    """A distance in squared standard errors of each direction."""
    own = covariance.diagonal().tolist()
    return float(sum(each**2 / max(error, 1e-18) for each, error in zip(off, own, strict=True)))

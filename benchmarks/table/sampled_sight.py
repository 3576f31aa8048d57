"""Estimates P(blocked) by pseudo-random samples and shapely, as a reference for the fixed ones."""

import numpy as np
import shapely

from benchmarks.table.plain_sight import Bools, Floats, Ints, PlainSight, lines, meet, spots
from rules.table.snapshot import Snapshot


class SampledSight:
    """Every unit and every area is shifted by a normal draw of its own in x and in y.

    In each sample an area blocks the pairs whose line it meets, unless it holds one of the ends.
    """

    def __init__(self, snapshot: Snapshot, *, samples: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.plain = PlainSight(snapshot, prepared=True)
        sigmas = [p.pose.covariance.xx**0.5 for p in snapshot.pieces if p.pose is not None]
        area_sigmas = [area.sigma for area in snapshot.terrain]
        size = (samples, 2)
        self.shifts = np.array([rng.normal(0, sigma, size) for sigma in sigmas])
        self.area_shifts = np.array([rng.normal(0, sigma, size) for sigma in area_sigmas])
        self.samples = samples

    def naive_share(self, first: int, second: int) -> float:
        """One pair as anybody would write it: every area in every sample."""
        blocked = np.zeros(self.samples, dtype=bool)
        for area in range(len(self.plain.areas)):
            blocked |= self._met(first, second, area=area, which=np.arange(self.samples))
        return float(blocked.mean())

    def shares(self, first: Ints, second: Ints) -> Floats:
        """All pairs; what no draw can change is settled once, by widened and narrowed areas."""
        near, surely = self._settled(first, second)
        shares = np.zeros(len(first))
        shares[surely] = 1.0
        for pair in np.nonzero(~surely & near.any(axis=0))[0]:
            clear: Ints = np.arange(self.samples)
            for area in np.nonzero(near[:, pair])[0]:
                met = self._met(int(first[pair]), int(second[pair]), area=int(area), which=clear)
                clear = clear[~met]
            shares[pair] = 1 - len(clear) / self.samples
        return shares

    def _settled(self, first: Ints, second: Ints) -> tuple[Bools, Bools]:
        """Which area (row) can meet which line (column) at all; which lines are always blocked.

        An area narrowed by the farthest draw and still met is met in every sample.
        """
        slack = 1.02 * (_farthest(self.shifts) + _farthest(self.area_shifts))
        wide = np.asarray(shapely.buffer(self.plain.areas, slack))
        narrow = np.asarray(shapely.buffer(self.plain.areas, -slack))
        shapely.prepare(wide)
        shapely.prepare(narrow)
        drawn = lines(self.plain.centres[first], self.plain.centres[second])[None]
        near = meet(wide[:, None], drawn)
        may_hold = meet(wide[:, None], spots(self.plain.centres)[None])
        through = meet(narrow[:, None], drawn)
        through &= ~may_hold[:, first] & ~may_hold[:, second]
        return near, np.asarray(through.any(axis=0))

    def _met(self, first: int, second: int, *, area: int, which: Ints) -> Bools:
        """In which of these samples one area blocks one pair; the lines move against it."""
        polygon = self.plain.areas[[area]]
        against = self.area_shifts[area][which]
        one = self.plain.centres[first] + self.shifts[first][which] - against
        other = self.plain.centres[second] + self.shifts[second][which] - against
        met = meet(polygon, lines(one, other))
        for end in (one, other):
            places = np.nonzero(met)[0]
            met[places] = ~meet(polygon, spots(end[places]))
        return met


def _farthest(shifts: Floats) -> float:
    return float(np.sqrt((shifts**2).sum(axis=-1)).max(initial=0.0))

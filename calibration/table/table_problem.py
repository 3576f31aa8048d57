"""States what photographs of anchors say about the lens, the table and the camera's places."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.anchors import NO_FLOOR, PER_ANCHOR, Floor, Layout, corner_slopes, corners_of
from calibration.camera_model import CameraModel, Stand
from calibration.glass import CLEAR, Glass
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens
from calibration.seen import SeenTag
from calibration.solve import Observed

Photograph = tuple[SeenTag, ...]
HEAD: Final = LENS_COUNT + 1
"""Nine of the lens and the scale; four of each anchor and then the glass follow."""
_LEAST_FOCAL: Final = 0.1
"""Of the picture's width: no lens sees 157 degrees, and a step of the solver may try to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLength:
    """A distance between the centres of two anchors that somebody has measured, in inches."""

    one: int
    other: int
    value: float
    sigma: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableState:
    """Standard errors that what was known beforehand is off by, and a stand for each picture."""

    known: Floats
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableProblem:
    """Anchors in photographs: a problem for the solver.

    ``known = mean + root @ deviations``, for a prior as narrow or as tangled as it may be.
    """

    lens: Lens
    """For the size of the picture; its values are those of the mean."""
    numbers: tuple[int, ...]
    size: float
    mean: Floats
    root: Floats
    photographs: Sequence[Photograph]
    lengths: Sequence[KnownLength] = ()
    floor: Floor = NO_FLOOR
    glass: Glass = CLEAR
    sides: tuple[float, ...] = ()
    """Of each tag's square in the order of the numbers; none where all are of one size."""
    _noise: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        noise = [tag.covariance for tags in self.photographs for tag in tags]
        object.__setattr__(self, "_noise", np.array(noise).reshape(-1, 8, 8))

    @property
    def has_prior(self) -> Floats:
        known = self.root.shape[1]
        return np.concatenate([np.ones(known), np.zeros(6 * len(self.photographs))])

    def with_floor(self, floor: Floor) -> "TableProblem":
        """The same with another difference between pictures and model."""
        return replace(self, floor=floor)

    def values(self, state: TableState) -> Floats:
        """What was known beforehand, as it is now."""
        values: Floats = self.mean + self.root @ state.known
        least = _LEAST_FOCAL * max(self.lens.width, self.lens.height)
        values[:2] = np.maximum(values[:2], least)
        return values

    @property
    def head(self) -> int:
        """How many values there are before those of the glass."""
        return HEAD + PER_ANCHOR * len(self.numbers)

    def places(self, values: Floats) -> Floats:
        """x, y, height and turn of each anchor."""
        rows: Floats = values[HEAD : self.head].reshape(-1, PER_ANCHOR)
        return rows

    def model(self, state: TableState, photograph: int) -> CameraModel:
        """The camera as it took a photograph."""
        lens = self.lens.with_values(self.values(state)[:LENS_COUNT])
        return CameraModel(lens=lens, stand=state.stands[photograph])

    def layout(self, state: TableState) -> Layout:
        """Where the anchors lie."""
        values = self.values(state)
        places = self.places(values)
        scale = float(values[LENS_COUNT])
        return Layout(numbers=self.numbers, places=places, size=self.size, scale=scale)

    def deviations(self, state: TableState) -> Floats:
        return np.concatenate([state.known, np.zeros(6 * len(state.stands))])

    def moved(self, state: TableState, step: Floats) -> TableState:
        known = len(state.known)
        steps = step[known:].reshape(-1, 6)
        stands = tuple(stand.moved(own) for stand, own in zip(state.stands, steps, strict=True))
        return TableState(known=state.known + step[:known], stands=stands)

    def observed(self, state: TableState) -> Observed:
        parts = [self._seen(state, index) for index in range(len(self.photographs))]
        residuals, slopes = (np.concatenate(part) for part in zip(*parts, strict=True))
        covariances = self.covariances(self.floor)
        if self.lengths:
            more, how = self._measured(state)
            residuals, slopes = np.concatenate([residuals, more]), np.concatenate([slopes, how])
        return Observed(residuals=residuals, slopes=slopes, covariances=covariances)

    def covariances(self, floor: Floor) -> Floats:
        """Of all blocks, with a floor."""
        found = floor.added(self._noise)
        if not self.lengths:
            return found
        measured = np.tile(np.eye(8), (len(self.lengths), 1, 1))
        measured[:, 0, 0] = [length.sigma**2 for length in self.lengths]
        return np.concatenate([found, measured])

    def _seen(self, state: TableState, photograph: int) -> tuple[Floats, Floats]:
        tags = self.photographs[photograph]
        values, model = self.values(state), self.model(state, photograph)
        rows = [self.numbers.index(tag.number) for tag in tags]
        places = self.places(values)[rows]
        meant = np.array(self.sides)[rows] if self.sides else np.full(len(rows), self.size)
        size = meant * float(values[LENS_COUNT])
        corners = corners_of(places, size=size)
        seen = np.array([tag.corners for tag in tags])
        shifts = self.glass.shifts(seen).reshape(len(tags), 8, -1)
        residuals = (model.pixels(corners) - seen).reshape(len(tags), 8)
        residuals += shifts @ values[self.head :]
        by_camera = model.parameter_slopes(corners).reshape(len(tags), 8, -1)
        by_place = model.pixel_slopes(corners) @ corner_slopes(places, size=size)
        by_place = by_place.reshape(len(tags), 8, PER_ANCHOR + 1)
        known = np.zeros((len(tags), 8, len(self.mean)))
        known[..., :LENS_COUNT] = by_camera[..., :LENS_COUNT]
        known[..., LENS_COUNT] = by_place[..., PER_ANCHOR] * meant[:, None]
        for tag, row in enumerate(rows):
            start = HEAD + PER_ANCHOR * row
            known[tag, :, start : start + PER_ANCHOR] = by_place[tag, :, :PER_ANCHOR]
        known[..., self.head :] = shifts
        stands = np.zeros((len(tags), 8, 6 * len(self.photographs)))
        stands[..., 6 * photograph : 6 * photograph + 6] = by_camera[..., LENS_COUNT:]
        return residuals, np.concatenate([known @ self.root, stands], axis=-1)

    def _measured(self, state: TableState) -> tuple[Floats, Floats]:
        values = self.values(state)
        places = self.places(values)
        count = len(self.lengths)
        residuals = np.zeros((count, 8))
        known = np.zeros((count, 8, len(self.mean)))
        for index, length in enumerate(self.lengths):
            one, other = self.numbers.index(length.one), self.numbers.index(length.other)
            span = places[other, :2] - places[one, :2]
            far = float(np.hypot(*span))
            residuals[index, 0] = far - length.value
            for row, sign in ((one, -1.0), (other, 1.0)):
                start = HEAD + PER_ANCHOR * row
                known[index, 0, start : start + 2] = sign * span / far
        stands = np.zeros((count, 8, 6 * len(self.photographs)))
        return residuals, np.concatenate([known @ self.root, stands], axis=-1)

"""States what pictures of the lens board say about the lens, and about the board itself.

No board is quite flat and no printer quite true, so both are solved for as well.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel, Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens
from calibration.seen import SeenBoard
from calibration.solve import Observed
from rules.table.bad_input import BadInputError

SHAPE: Final = 4
"""Stretch (a share), and how far it bows at its corners' distance: along, across, twisted."""
_LEAST_FOCAL: Final = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Chessboard:
    """A chessboard: its squares, and how wide each is meant to be, in inches."""

    columns: int = 6
    rows: int = 8
    square: float = 1.2

    @property
    def inner(self) -> int:
        """How many inner corners there are."""
        return (self.columns - 1) * (self.rows - 1)

    def corners(self, numbers: Sequence[int]) -> Floats:
        """Inner corners (n x 2) from the middle of the board: right and down, in inches."""
        index = np.asarray(numbers, dtype=np.int64)
        row, column = np.divmod(index, self.columns - 1)
        if len(index) and not (index.min() >= 0 and index.max() < self.inner):
            expected = f"corners numbered 0 to {self.inner - 1}"
            raise BadInputError("board", expected=expected, got=f"{index.min()} to {index.max()}")
        at = np.stack([column - (self.columns - 2) / 2, row - (self.rows - 2) / 2], -1)
        places: Floats = at * self.square
        return places

    @property
    def reach(self) -> float:
        """From the middle to the farthest inner corner, in inches."""
        return math.hypot(self.columns - 2, self.rows - 2) / 2 * self.square


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardState:
    """Standard errors that lens and board are off their means by, and a stand for each view."""

    known: Floats
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardProblem:
    """Views of one board through one lens: a problem for the solver."""

    lens: Lens
    board: Chessboard
    mean: Floats
    """Nine of the lens, then the board's shape."""
    root: Floats
    views: Sequence[SeenBoard]
    _at: list[Floats] = field(init=False, repr=False)
    _noise: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        at = [self.board.corners(view.numbers) for view in self.views]
        object.__setattr__(self, "_at", at)
        sigmas = np.concatenate([np.full(len(v.numbers), v.sigma) for v in self.views])
        object.__setattr__(self, "_noise", sigmas[:, None, None] ** 2 * np.eye(2))

    @property
    def has_prior(self) -> Floats:
        return np.concatenate([np.ones(self.root.shape[1]), np.zeros(6 * len(self.views))])

    def values(self, state: BoardState) -> Floats:
        """Nine of the lens and the board's shape, as they are now."""
        values: Floats = self.mean + self.root @ state.known
        least = _LEAST_FOCAL * max(self.lens.width, self.lens.height)
        values[:2] = np.maximum(values[:2], least)
        return values

    def deviations(self, state: BoardState) -> Floats:
        return np.concatenate([state.known, np.zeros(6 * len(state.stands))])

    def moved(self, state: BoardState, step: Floats) -> BoardState:
        known = len(state.known)
        steps = step[known:].reshape(-1, 6)
        stands = tuple(stand.moved(own) for stand, own in zip(state.stands, steps, strict=True))
        return BoardState(known=state.known + step[:known], stands=stands)

    def observed(self, state: BoardState) -> Observed:
        parts = [self._seen(state, index) for index in range(len(self.views))]
        residuals, slopes = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Observed(residuals=residuals, slopes=slopes, covariances=self._noise)

    def owners(self) -> Floats:
        """The view of each block."""
        counts = [len(view.numbers) for view in self.views]
        found: Floats = np.repeat(np.arange(len(counts)), counts)
        return found

    def _seen(self, state: BoardState, view: int) -> tuple[Floats, Floats]:
        values, at = self.values(state), self._at[view]
        lens = self.lens.with_values(values[:LENS_COUNT])
        model = CameraModel(lens=lens, stand=state.stands[view])
        points = bent(at, shape=values[LENS_COUNT:], reach=self.board.reach)
        residuals = model.pixels(points) - self.views[view].points
        by_camera = model.parameter_slopes(points)
        by_shape = model.pixel_slopes(points) @ _shape_slopes(at, reach=self.board.reach)
        known = np.concatenate([by_camera[..., :LENS_COUNT], by_shape], axis=-1)
        stands = np.zeros((len(at), 2, 6 * len(self.views)))
        stands[..., 6 * view : 6 * view + 6] = by_camera[..., LENS_COUNT:]
        return residuals, np.concatenate([known @ self.root, stands], axis=-1)


def bent(at: Floats, *, shape: Floats, reach: float) -> Floats:
    """Corners (n x 3) of a board that is stretched down the page and bows away from the viewer."""
    near = at / reach
    x, y = near[:, 0], near[:, 1]
    depth = shape[1] * x * x + shape[2] * y * y + shape[3] * x * y
    half = shape[0] / 2
    return np.stack([at[:, 0] * (1 - half), at[:, 1] * (1 + half), depth], -1)


def _shape_slopes(at: Floats, *, reach: float) -> Floats:
    near = at / reach
    x, y = near[:, 0], near[:, 1]
    found = np.zeros((len(at), 3, SHAPE))
    found[:, 0, 0], found[:, 1, 0] = -at[:, 0] / 2, at[:, 1] / 2
    found[:, 2, 1], found[:, 2, 2], found[:, 2, 3] = x * x, y * y, x * y
    return found

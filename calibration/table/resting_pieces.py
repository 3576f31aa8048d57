"""States what prints at rest on the table say of lens and stand, beside photographs of anchors.

Their places are unknown; their sizes are known, and how they lie to one another on one sheet. That
tells how long an inch is all over the picture, where anchors are only about its edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.anchors import CORNERS, Floor
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.solve import Observed
from calibration.table.table_problem import TableProblem, TableState

INK_OF_ALL: Final = 0.001
"""Standard error in inches of a square's side, by how far the ink of a whole print has run."""
INK_OF_ONE: Final = 0.0007
"""And of each square by itself."""
BLOOM: Final = 0.02
"""Pixels by which all edges may lie farther out than they are: a blur that is no bell, a tone
curve."""
_OF_ALL: Final = 2
_INK_AT, _BLOOM_AT = 0, 1
"""What all prints share."""
_OF_PIECE: Final = 6
"""x, y and turn of a sheet, of which nothing is known, and its height and two slopes."""
_KNOWN_OF_PIECE: Final = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestingTag:
    """One tag on a sheet, in the sheet's own frame, in inches."""

    seen: SeenTag
    """The mean of many pictures."""
    side: float
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Radians: where the tag's right side points to."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestingSheet:
    """Tags that were printed on one sheet, which rests on the table."""

    piece: str
    tags: tuple[RestingTag, ...]
    height: float
    height_sigma: float
    lean: float
    """Standard error of its slope, in radians."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestingState:
    """The table, and in standard errors what all prints share and each sheet is off by.

    A sheet's place is in inches, its turn in radians.
    """

    table: TableState
    shared: Floats
    sheets: Floats
    """n x 6."""
    inks: Floats
    """One of each tag."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Tags:
    """All tags of all sheets, one row each."""

    sheet: list[int]
    seen: Floats
    noise: Floats
    flat: Floats
    """n x 4 x 2: corners of a square of no width, in the sheet's frame, in meant inches."""
    way: Floats
    """n x 4 x 2: how they move with the square's side."""
    sides: Floats

    @classmethod
    def of(cls, sheets: Sequence[RestingSheet]) -> "_Tags":
        rows = [(index, tag) for index, sheet in enumerate(sheets) for tag in sheet.tags]
        tags = [tag for _, tag in rows]
        turns = np.array([tag.turn for tag in tags])
        middles = np.array([(tag.x, tag.y) for tag in tags]).reshape(-1, 1, 2)
        return cls(
            sheet=[index for index, _ in rows],
            seen=np.array([tag.seen.corners for tag in tags]).reshape(-1, 4, 2),
            noise=np.array([tag.seen.covariance for tag in tags]).reshape(-1, 8, 8),
            flat=np.broadcast_to(middles, (len(tags), 4, 2)),
            way=CORNERS @ np.swapaxes(_turned(turns), 1, 2),
            sides=np.array([tag.side for tag in tags]),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestingProblem:
    """Anchors in photographs and sheets in the last of them: a problem for the solver."""

    anchors: TableProblem
    sheets: Sequence[RestingSheet]
    _tags: _Tags = field(init=False, repr=False)
    _shifts: Floats = field(init=False, repr=False)
    _bloomed: Floats = field(init=False, repr=False)
    """How the anchors' own blocks change with the bloom."""

    def __post_init__(self) -> None:
        tags = _Tags.of(self.sheets)
        object.__setattr__(self, "_tags", tags)
        anchors = np.array([tag.corners for tags in self.anchors.photographs for tag in tags])
        bloomed = np.zeros((len(anchors) + len(self.anchors.lengths), 8))
        bloomed[: len(anchors)] = BLOOM * _outwards(anchors).reshape(-1, 8)
        object.__setattr__(self, "_bloomed", bloomed)
        shifts = self.anchors.glass.shifts(tags.seen).reshape(len(tags.seen), 8, -1)
        object.__setattr__(self, "_shifts", shifts)

    @property
    def floor(self) -> Floor:
        """How far pictures differ from the model."""
        return self.anchors.floor

    def with_floor(self, floor: Floor) -> "RestingProblem":
        """The same with another one."""
        return replace(self, anchors=self.anchors.with_floor(floor))

    @property
    def of_anchors(self) -> int:
        """How many parameters are those of the anchors' own problem."""
        return len(self.anchors.has_prior)

    @property
    def has_prior(self) -> Floats:
        own = np.tile(_KNOWN_OF_PIECE, len(self.sheets))
        known = np.ones(len(self._tags.seen))
        return np.concatenate([self.anchors.has_prior, np.ones(_OF_ALL), own, known])

    def covariances(self, floor: Floor) -> Floats:
        """Of all blocks, with a floor."""
        mine = floor.added(self._tags.noise)
        return np.concatenate([self.anchors.covariances(floor), mine])

    def deviations(self, state: RestingState) -> Floats:
        own = (state.sheets * _KNOWN_OF_PIECE).reshape(-1)
        return np.concatenate([self.anchors.deviations(state.table), state.shared, own, state.inks])

    def moved(self, state: RestingState, step: Floats) -> RestingState:
        table, shared, own, inks = np.split(step, self._ends())
        return RestingState(
            table=self.anchors.moved(state.table, table),
            shared=state.shared + shared,
            sheets=state.sheets + own.reshape(-1, _OF_PIECE),
            inks=state.inks + inks,
        )

    def _ends(self) -> Floats:
        counts = [self.of_anchors, _OF_ALL, _OF_PIECE * len(self.sheets)]
        return np.cumsum(counts)

    def start(self, table: TableState) -> RestingState:
        """Each sheet where the camera has it that the anchors alone give."""
        camera = self._camera(table)
        sheets = np.zeros((len(self.sheets), _OF_PIECE))
        for index, sheet in enumerate(self.sheets):
            tag = sheet.tags[0]
            met = camera.places(tag.seen.corners, height=sheet.height)
            right = met[1] - met[0] + met[2] - met[3]
            turn = float(np.arctan2(right[1], right[0])) - tag.turn
            middle = _turned(np.array([turn]))[0] @ np.array([tag.x, tag.y])
            sheets[index, :3] = [*(met.mean(axis=0) - middle), turn]
        return RestingState(
            table=table,
            shared=np.zeros(_OF_ALL),
            sheets=sheets,
            inks=np.zeros(len(self._tags.seen)),
        )

    def observed(self, state: RestingState) -> Observed:
        anchors = self.anchors.observed(state.table)
        more = np.zeros((*anchors.slopes.shape[:2], len(self.has_prior)))
        more[..., : self.of_anchors] = anchors.slopes
        more[..., self.of_anchors + _BLOOM_AT] = self._bloomed
        own = anchors.residuals + state.shared[_BLOOM_AT] * self._bloomed
        residuals, slopes = self._seen(state)
        return Observed(
            residuals=np.concatenate([own, residuals]),
            slopes=np.concatenate([more, slopes]),
            covariances=self.covariances(self.floor),
        )

    def _camera(self, table: TableState) -> CameraModel:
        return self.anchors.model(table, len(self.anchors.photographs) - 1)

    def _seen(self, state: RestingState) -> tuple[Floats, Floats]:
        """Of the sheets: predicted less seen, and how that changes."""
        tags, camera = self._tags, self._camera(state.table)
        values, count = self.anchors.values(state.table), len(tags.seen)
        corners = self._corners(state, anchors_scale=float(values[LENS_COUNT]))
        pixels, by_point = camera.pixels_and_slopes(corners.places)
        bloomed = BLOOM * _outwards(pixels).reshape(count, 8)
        residuals = (pixels - tags.seen).reshape(count, 8) + state.shared[_BLOOM_AT] * bloomed
        residuals += self._shifts @ values[self.anchors.head :]

        def by(slopes: Floats) -> Floats:
            found: Floats = (by_point @ slopes).reshape(count, 8, -1)
            return found

        by_camera = camera.parameter_slopes(corners.places).reshape(count, 8, CAMERA_COUNT)
        root, known = self.anchors.root, self.anchors.root.shape[1]
        slopes = np.zeros((count, 8, len(self.has_prior)))
        slopes[..., :known] = by_camera[..., :LENS_COUNT] @ root[:LENS_COUNT]
        slopes[..., :known] += by(corners.by_scale[..., None]) * root[LENS_COUNT]
        slopes[..., :known] += self._shifts @ root[self.anchors.head :]
        table, shared, own = self._ends()
        slopes[..., table - 6 : table] = by_camera[..., LENS_COUNT:]
        slopes[..., table + _INK_AT] = by(corners.by_ink[..., None])[..., 0]
        slopes[..., table + _BLOOM_AT] = bloomed
        by_sheet = by(corners.by_sheet)
        by_ink = by(INK_OF_ONE * corners.by_side[..., None])[..., 0]
        for row, sheet in enumerate(tags.sheet):
            first = shared + _OF_PIECE * sheet
            slopes[row, :, first : first + _OF_PIECE] = by_sheet[row]
            slopes[row, :, own + row] = by_ink[row]
        return residuals, slopes

    def _corners(self, state: RestingState, *, anchors_scale: float) -> "_Corners":
        tags, rows = self._tags, self._tags.sheet
        own = state.sheets[rows]
        run = INK_OF_ALL * state.shared[_INK_AT]
        # How far squares are apart knows no ink, and the anchors' squares are wider by theirs.
        scale = anchors_scale - run / self.anchors.size
        side = tags.sides * scale + run + INK_OF_ONE * state.inks
        flat = scale * tags.flat + side[:, None, None] * tags.way
        by_scale = tags.flat + tags.sides[:, None, None] * tags.way
        turn = _turned(own[:, 2])
        lean = np.array([each.lean for each in self.sheets])[rows]
        sigma = np.array([each.height_sigma for each in self.sheets])[rows]
        height = np.array([each.height for each in self.sheets])[rows]

        def laid(points: Floats) -> Floats:
            """Points of sheets, from each sheet's own middle, on the table."""
            across = points @ np.swapaxes(turn, 1, 2)
            up = lean[:, None] * (across * own[:, None, 4:]).sum(axis=-1)
            return np.concatenate([across, up[..., None]], axis=-1)

        places = laid(flat)
        by_sheet = np.zeros((*places.shape, _OF_PIECE))
        by_sheet[..., 0, 0] = by_sheet[..., 1, 1] = 1.0
        by_sheet[..., 2] = laid(np.stack([-flat[..., 1], flat[..., 0]], axis=-1))
        by_sheet[..., 2, 3] = sigma[:, None]
        by_sheet[..., 2, 4:] = lean[:, None, None] * places[..., :2]
        by_scale, by_side = laid(by_scale), laid(tags.way)
        by_ink = INK_OF_ALL * (by_side - by_scale / self.anchors.size)
        places[..., :2] += own[:, None, :2]
        places[..., 2] += (height + sigma * own[:, 3])[:, None]
        return _Corners(
            places=places, by_sheet=by_sheet, by_scale=by_scale, by_side=by_side, by_ink=by_ink
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Corners:
    """Corners on the table (n x 4 x 3), and how they change."""

    places: Floats
    by_sheet: Floats
    by_scale: Floats
    by_side: Floats
    by_ink: Floats


def _turned(turns: Floats) -> Floats:
    cos, sin = np.cos(turns), np.sin(turns)
    found: Floats = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    return found


def _outwards(pixels: Floats) -> Floats:
    """Where corners (n x 4 x 2) go if every edge moves out by one pixel."""
    away = pixels - pixels.mean(axis=1, keepdims=True)
    found: Floats = away * np.sqrt(2.0) / np.linalg.norm(away, axis=2, keepdims=True)
    return found

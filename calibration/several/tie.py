"""Ties cameras together by the anchors that they were calibrated with.

Each calibration says where its camera stands, where the anchors lie, and how wide they are printed.
The anchors and the print are the same for all. What a calibration says of its camera, given the
anchors, is its own; what all of them say of the anchors is joined first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens import Floats
from rules.table.bad_input import BadInputError

_STEPS: Final = 8
_SETTLED: Final = 1e-8
"""Of the squared step in standard errors."""
_JITTER: Final = 1e-6
"""Inches and radians: the anchors that define the frame are exact in it, and no matrix may be
singular for that."""
_FRAME: Final = 3
"""x and y in inches and turn in radians: where a calibration's frame lies in the first one's."""
_LEAST: Final = 2
"""Anchors in common that place one frame in another."""
_UNLIKELY: Final = 5.0
"""Standard deviations of the sum of squares beyond which calibrations contradict each other."""
_MOST_MOVED: Final = 2
"""Anchors that may have been knocked between calibrations; more of them are another table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tie:
    """All cameras in the first one's frame."""

    cameras: tuple[CameraModel, ...]
    scale: float
    covariance: Floats
    """Fifteen of each camera in their order, and the scale."""
    moved: tuple[int, ...]


def tied(calibrated: Sequence[Calibrated], *, names: Sequence[str]) -> Tie:
    """The cameras of calibrations of one table."""
    _check_common(calibrated, names=names)
    moved: tuple[int, ...] = ()
    solved = _Solved.of(calibrated, moved=moved)
    while solved.is_unlikely:
        common = sorted(_common(calibrated) - set(moved))
        tries = [_Solved.of(calibrated, moved=(*moved, number)) for number in common]
        if len(moved) == _MOST_MOVED or len(common) <= _LEAST + 1:
            raise BadInputError(
                "cameras",
                expected="calibrations of one table with its anchors where they are",
                got=f"some between which the anchors lie otherwise, of {' and '.join(names)}: "
                "calibrate them again, one after the other, and touch no anchor",
            )
        solved = min(tries, key=lambda each: each.cost)
        moved = solved.moved
    return solved.tie()


def _common(calibrated: Sequence[Calibrated]) -> set[int]:
    """Anchors that more than one calibration has."""
    told = [number for each in calibrated for number in each.layout.numbers]
    return {number for number in told if told.count(number) > 1}


def _check_common(calibrated: Sequence[Calibrated], *, names: Sequence[str]) -> None:
    known = set(calibrated[0].layout.numbers)
    for each, name in zip(calibrated[1:], names[1:], strict=True):
        shared = known & set(each.layout.numbers)
        if len(shared) < _LEAST:
            raise BadInputError(
                name,
                expected=f"at least {_LEAST} anchors that {' or '.join(names[:1])} was calibrated "
                "with",
                got=f"{len(shared)}",
            )
        known |= set(each.layout.numbers)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Told:
    """What one calibration says of the anchors, given the scale, and of its camera, given both."""

    calibrated: Calibrated
    weights: Floats
    """Of its anchors' places, given the scale: 4n x 4n."""
    by_scale: Floats
    """How those places grow with the scale: 4n."""
    follows: Floats
    """How the camera follows the places, given the scale: 15 x 4n."""
    grows: Floats
    """How the camera follows the scale: 15."""
    left: Floats
    """What is unsure of the camera then: 15 x 15."""

    @classmethod
    def of(cls, calibrated: Calibrated) -> "_Told":
        whole = calibrated.covariance
        variance = float(whole[-1, -1])
        with_scale = whole[:-1, -1]
        grown = with_scale / variance if variance > 0 else np.zeros_like(with_scale)
        given = whole[:-1, :-1] - variance * np.outer(grown, grown)
        layout = given[CAMERA_COUNT:, CAMERA_COUNT:]
        layout = (layout + layout.T) / 2 + _JITTER**2 * np.eye(len(layout))
        weights = np.linalg.inv(layout)
        cross = given[:CAMERA_COUNT, CAMERA_COUNT:]
        left = given[:CAMERA_COUNT, :CAMERA_COUNT] - cross @ weights @ cross.T
        return cls(
            calibrated=calibrated,
            weights=(weights + weights.T) / 2,
            by_scale=grown[CAMERA_COUNT:],
            follows=cross @ weights,
            grows=grown[:CAMERA_COUNT],
            left=(left + left.T) / 2,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Unknowns:
    """Where each unknown stands: the scale, the anchors, and the frames of all but the first."""

    calibrated: Sequence[Calibrated]
    moved: tuple[int, ...]
    rows: Mapping[tuple[int, int], int] = field(init=False)
    """By camera and anchor; an anchor that has moved has a place for each camera."""
    size: int = field(init=False)

    def __post_init__(self) -> None:
        rows: dict[tuple[int, int], int] = {}
        shared: dict[int, int] = {}
        free = 1
        for camera, each in enumerate(self.calibrated):
            for number in each.layout.numbers:
                if number in shared and number not in self.moved:
                    rows[camera, number] = shared[number]
                    continue
                rows[camera, number] = shared[number] = free
                free += PER_ANCHOR
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "size", free + _FRAME * (len(self.calibrated) - 1))

    def frame(self, camera: int) -> int:
        """The first of the three of a camera's frame; the first camera has none."""
        return self.size - _FRAME * (len(self.calibrated) - camera)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Solved:
    """The likeliest anchors, scale and frames, and the covariance of them."""

    told: Sequence[_Told]
    unknowns: _Unknowns
    values: Floats
    covariance: Floats
    cost: float
    spare: int

    @classmethod
    def of(cls, calibrated: Sequence[Calibrated], *, moved: tuple[int, ...]) -> "_Solved":
        told = [_Told.of(each) for each in calibrated]
        unknowns = _Unknowns(calibrated=calibrated, moved=moved)
        values = _start(calibrated, unknowns)
        # The print is one, and whoever measured it best tells its scale for all of them.
        surest = min(calibrated, key=lambda each: each.scale_sigma)
        variance = max(surest.scale_sigma, 1e-9) ** 2
        cost, spare, matrix = 0.0, 0, np.zeros((0, 0))
        for _ in range(_STEPS):
            matrix, pull = np.zeros((unknowns.size,) * 2), np.zeros(unknowns.size)
            matrix[0, 0] = 1 / variance
            pull[0] = (surest.layout.scale - values[0]) / variance
            cost, spare = 0.0, 0
            for camera, each in enumerate(told):
                off, slopes = _off(each, camera=camera, values=values, unknowns=unknowns)
                matrix += slopes.T @ each.weights @ slopes
                pull += slopes.T @ each.weights @ off
                cost += float(off @ each.weights @ off)
                spare += len(off)
            _without_repeats(matrix, pull, values=values, unknowns=unknowns)
            step = np.linalg.solve(matrix, pull)
            values = values + step
            if float(step @ matrix @ step) < _SETTLED:
                break
        covariance = np.linalg.inv(matrix)
        return cls(
            told=told,
            unknowns=unknowns,
            values=values,
            covariance=(covariance + covariance.T) / 2,
            cost=cost,
            spare=spare - unknowns.size + 1,
        )

    @property
    def moved(self) -> tuple[int, ...]:
        return self.unknowns.moved

    @property
    def is_unlikely(self) -> bool:
        """Whether calibrations say of the anchors what they cannot all be right about."""
        return bool(self.cost > self.spare + _UNLIKELY * np.sqrt(2.0 * max(self.spare, 1)))

    def tie(self) -> Tie:
        """Each camera in the first one's frame, and the covariance of all."""
        size = CAMERA_COUNT * len(self.told) + 1
        slopes, own = np.zeros((size, self.unknowns.size)), np.zeros((size, size))
        slopes[-1, 0] = 1.0
        cameras = []
        for camera, each in enumerate(self.told):
            at = slice(CAMERA_COUNT * camera, CAMERA_COUNT * (camera + 1))
            off, back = _off(each, camera=camera, values=self.values, unknowns=self.unknowns)
            scale = self.values[0] - each.calibrated.layout.scale
            slopes[at] = each.follows @ back
            slopes[at, 0] += each.grows
            own[at, at] = each.left
            model = each.calibrated.model.moved(each.grows * scale - each.follows @ off)
            if camera:
                first = self.unknowns.frame(camera)
                model, turning = _reframed(model, self.values[first : first + _FRAME])
                slopes[at, first : first + _FRAME] += turning
            cameras.append(model)
        return Tie(
            cameras=tuple(cameras),
            scale=float(self.values[0]),
            covariance=slopes @ self.covariance @ slopes.T + own,
            moved=self.moved,
        )


def _without_repeats(matrix: Floats, pull: Floats, *, values: Floats, unknowns: _Unknowns) -> None:
    """Count once what every calibration was told of an anchor's height before any photograph."""
    counted: set[int] = set()
    for camera, each in enumerate(unknowns.calibrated):
        for number in each.layout.numbers:
            height = unknowns.rows[camera, number] + 2
            if height in counted and each.flatness > 0:
                matrix[height, height] -= 1 / each.flatness**2
                pull[height] += values[height] / each.flatness**2
            counted.add(height)


def _off(told: _Told, *, camera: int, values: Floats, unknowns: _Unknowns) -> tuple[Floats, Floats]:
    """How far a calibration's anchors are from where the unknowns have them, given the scale, and
    how the latter change with the unknowns.
    """
    layout = told.calibrated.layout
    first = unknowns.frame(camera)
    shift, turn = np.zeros(2), 0.0
    if camera:
        shift, turn = values[first : first + 2], float(values[first + 2])
    cosine, sine = np.cos(turn), np.sin(turn)
    back = np.array([[cosine, sine], [-sine, cosine]])
    expected = np.zeros((len(layout.numbers), PER_ANCHOR))
    slopes = np.zeros((len(layout.numbers), PER_ANCHOR, unknowns.size))
    for index, number in enumerate(layout.numbers):
        row = unknowns.rows[camera, number]
        x, y, height, own = values[row : row + PER_ANCHOR]
        there = back @ (np.array([x, y]) - shift)
        expected[index] = [*there, height, own - turn]
        slopes[index, :2, row : row + 2] = back
        slopes[index, 2, row + 2] = slopes[index, 3, row + 3] = 1.0
        if camera:
            slopes[index, :2, first : first + 2] = -back
            slopes[index, :2, first + 2] = [there[1], -there[0]]
            slopes[index, 3, first + 2] = -1.0
    scale = float(values[0]) - layout.scale
    off = layout.places.reshape(-1) + told.by_scale * scale - expected.reshape(-1)
    for at in range(3, len(off), PER_ANCHOR):
        off[at] = np.remainder(off[at] + np.pi, 2 * np.pi) - np.pi
    flat = slopes.reshape(-1, unknowns.size)
    flat[:, 0] -= told.by_scale
    return off, flat


def _start(calibrated: Sequence[Calibrated], unknowns: _Unknowns) -> Floats:
    """The first calibration's anchors, and each other one's laid over those it shares."""
    values = np.zeros(unknowns.size)
    values[0] = min(calibrated, key=lambda each: each.scale_sigma).layout.scale
    known: dict[int, Floats] = {}
    for camera, each in enumerate(calibrated):
        layout = each.layout
        places = dict(zip(layout.numbers, layout.places, strict=True))
        shared = [number for number in layout.numbers if number in known]
        shift, turn = np.zeros(2), 0.0
        if camera:
            shift, turn = _laid_over(
                np.array([places[number][:2] for number in shared]),
                np.array([known[number][:2] for number in shared]),
            )
            first = unknowns.frame(camera)
            values[first : first + _FRAME] = [*shift, turn]
        for number, place in places.items():
            there = rotation_of(np.array([0.0, 0.0, turn]))[:2, :2] @ place[:2] + shift
            known.setdefault(number, np.array([*there, place[2], place[3] + turn]))
            row = unknowns.rows[camera, number]
            if not values[row : row + PER_ANCHOR].any():
                values[row : row + PER_ANCHOR] = [*there, place[2], place[3] + turn]
    return values


def _laid_over(here: Floats, there: Floats) -> tuple[Floats, float]:
    """The shift and turn that take places of one frame to where another has them."""
    spread, away = here - here.mean(axis=0), there - there.mean(axis=0)
    across = float((spread[:, 0] * away[:, 1] - spread[:, 1] * away[:, 0]).sum())
    turn = float(np.arctan2(across, (spread * away).sum()))
    shift = there.mean(axis=0) - rotation_of(np.array([0.0, 0.0, turn]))[:2, :2] @ here.mean(axis=0)
    return shift, turn


def _reframed(model: CameraModel, frame: Floats) -> tuple[CameraModel, Floats]:
    """A camera in the first one's frame, and how it changes with where its own lies (15 x 3)."""
    back = rotation_of(np.array([0.0, 0.0, -float(frame[2])]))
    old = model.stand
    rotation = old.rotation @ back
    shift = old.shift - rotation[:, :2] @ frame[:2]
    slopes = np.zeros((CAMERA_COUNT, _FRAME))
    slopes[-3:, :2] = -rotation[:, :2]
    up = old.rotation[:, 2]
    slopes[-6:-3, 2] = -up
    slopes[-3:, 2] = np.cross(up, old.shift)
    return CameraModel(lens=model.lens, stand=Stand(rotation=rotation, shift=shift)), slopes

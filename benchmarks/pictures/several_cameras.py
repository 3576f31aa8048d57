"""Draws tables under two cameras: measured together, by the better one, and averaged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from calibration.anchors import Calibrated, Floor, anchors_of
from calibration.camera_model import Stand
from calibration.lens import Floats, Lens
from calibration.seen import SeenTag
from calibration.several.joint_fit import JointFit, joint_fit
from calibration.several.rig import rig_of
from calibration.solve import solve
from calibration.table.still_fit import KnownSquare
from calibration.table.table_fit import calibrated_of
from calibration.table.table_problem import TableProblem, TableState
from rules.table.snapshot import TableSize
from rules.table.units import Inches

Fit = Callable[..., JointFit]

_TABLE = TableSize(width=Inches(36.0), depth=Inches(36.0))
_EYES = ((6.0, 18.0, 54.0), (30.0, 18.0, 54.0))
_BY_HAND = ((18.0, -16.0, 54.0), (52.0, 18.0, 54.0), (18.0, 52.0, 54.0))
_PIECES = 16
_LENS = (1370.0, 1372.0, 961.0, 537.0, -0.12, 0.03, 0.001, -0.0005, 0.002)
_OF_LENS = (2.0, 2.0, 1.0, 1.0, 1e-3, 4e-3, 3e-5, 3e-5, 6e-3)
_OF_ANCHOR = (1 / 16, 1 / 16, 1 / 64, 0.07)
_SCALE, _INK, _ANCHOR = 0.0003, 0.0012, 1.2
_FLOOR = Floor(corner=0.03, shift=0.05)
_NOISE = 0.03
_HEIGHT = 0.02
"""Standard error in inches of what the roster says of a height."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Errors:
    """Of one table: how far x and y are off, and the covariance of each place."""

    off: Floats
    claimed: Floats


def several_cameras(effort: Effort, *, fit: Fit = joint_fit) -> list[Finding]:
    """Both cameras together, beside the better of the two and beside their weighted average."""
    count = effort.pick(150, small=12)
    rng = np.random.default_rng(29)
    drawn = [_one_table(rng, fit=fit) for _ in range(count)]
    together, singles, average = (
        [each[0] for each in drawn],
        [[each[1][camera] for each in drawn] for camera in range(2)],
        [each[2] for each in drawn],
    )
    better = min(map(_rms, singles))
    title = f"{count} tables of {_PIECES} tags, two cameras 24 in apart"
    least = Goal(of="ratio", least=1.1)
    fair = Goal(least=0.8, most=1.2) if count > 100 else Goal(least=0.6, most=1.5)
    return [
        _row(
            f"{title}: rms error of a place", _rms(together), "in", "the better one", better, least
        ),
        _row(
            f"{title}: rms error of a place again",
            _rms(together),
            "in",
            "an average of both",
            _rms(average),
            None,
        ),
        _row(
            f"{title}: squared error by what is stated",
            _normalised(together),
            "",
            "an average of both",
            _normalised(average),
            fair,
        ),
    ]


def _row(
    measure: str, value: float, unit: str, peer: str, peer_value: float, goal: Goal | None
) -> Finding:
    return Finding(
        benchmark="several cameras",
        measure=measure,
        value=value,
        unit=unit,
        peer=peer,
        peer_value=peer_value,
        goals=() if goal is None else (goal,),
        cost=False,
    )


def _rms(tables: Sequence[_Errors]) -> float:
    return float(np.sqrt(np.mean([(each.off**2).sum(axis=1) for each in tables])))


def _normalised(tables: Sequence[_Errors]) -> float:
    found = []
    for each in tables:
        solved = np.linalg.solve(each.claimed, each.off[..., None])[..., 0]
        found.append((each.off * solved).sum(axis=1) / 2)
    return float(np.mean(found))


def _one_table(rng: np.random.Generator, *, fit: Fit) -> tuple[_Errors, list[_Errors], _Errors]:
    anchors = anchors_of(_TABLE)
    meant = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors])
    laid = meant + rng.normal(0, 1, meant.shape) * np.array(_OF_ANCHOR)
    scale = 1.0 + _SCALE * float(rng.normal())
    places = np.column_stack(
        [
            rng.uniform(2, 34, (_PIECES, 2)),
            rng.choice([0.0, 0.5, 1.0, 1.5], _PIECES),
            rng.uniform(-3.0, 3.0, _PIECES),
        ]
    )
    told = places[:, 2] - rng.normal(0, _HEIGHT, _PIECES)
    sides = rng.uniform(0.7, 1.2, _PIECES)
    printed = sides * scale + rng.normal(0, _INK, _PIECES)
    squares = [
        KnownSquare(number=100 + index, side=side, height=height, height_sigma=_HEIGHT)
        for index, (side, height) in enumerate(zip(sides.tolist(), told.tolist(), strict=True))
    ]
    calibrated, views = [], []
    for eye in _EYES:
        lens = np.array(_LENS) + rng.normal(0, 1, 9) * np.array(_OF_LENS)
        calibrated.append(_calibrated(rng, lens, eye=eye, laid=laid, scale=scale))
        views.append(_seen(rng, lens, eye=eye, places=places, sides=printed, first=100))
    true = _in_frame(laid, places)
    both = fit(views, rig=rig_of(calibrated, names=("one", "other")), squares=squares)
    singles = []
    for each, view in zip(calibrated, views, strict=True):
        alone = joint_fit([view], rig=rig_of([each], names=("one",)), squares=squares)
        singles.append(_errors(alone, true=true))
    return _errors(both, true=true), singles, _averaged(singles)


def _errors(fit: JointFit, *, true: Floats) -> _Errors:
    claimed = np.array([fit.covariance_of(index)[:2, :2] for index in range(len(true))])
    return _Errors(off=fit.places[:, :2] - true, claimed=claimed)


def _averaged(singles: Sequence[_Errors]) -> _Errors:
    """Each place by its weight, as if the cameras shared nothing."""
    weights = [np.linalg.inv(each.claimed) for each in singles]
    claimed = np.linalg.inv(sum(weights[1:], start=weights[0]))
    pulled = [weight @ each.off[..., None] for weight, each in zip(weights, singles, strict=True)]
    return _Errors(off=(claimed @ sum(pulled[1:], start=pulled[0]))[..., 0], claimed=claimed)


def _in_frame(laid: Floats, places: Floats) -> Floats:
    """X and y from the south-west anchor, x towards the south-east one."""
    along = laid[1, :2] - laid[0, :2]
    along = along / np.hypot(*along)
    off = places[:, :2] - laid[0, :2]
    return np.column_stack([off @ along, off @ np.array([-along[1], along[0]])])


def _calibrated(
    rng: np.random.Generator,
    lens: Floats,
    *,
    eye: tuple[float, float, float],
    laid: Floats,
    scale: float,
) -> Calibrated:
    anchors = anchors_of(_TABLE)
    meant = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors])
    eyes = (*_BY_HAND, eye)
    sides = np.full(len(laid), _ANCHOR * scale)
    believed = Lens(width=1920, height=1080, **dict(zip(_NAMES, _LENS, strict=True)))
    own = np.tile(_OF_ANCHOR, len(anchors))
    problem = TableProblem(
        lens=believed,
        numbers=tuple(each.number for each in anchors),
        size=_ANCHOR,
        mean=np.concatenate([_LENS, [1.0], meant.reshape(-1)]),
        root=np.diag(np.concatenate([_OF_LENS, [_SCALE], own])),
        photographs=[_seen(rng, lens, eye=at, places=laid, sides=sides, first=0) for at in eyes],
        floor=_FLOOR,
    )
    begin = TableState(
        known=np.zeros(len(problem.root)),
        stands=tuple(
            Stand(rotation=turn, shift=-turn @ np.array(at)) for at in eyes for turn in [_turn(at)]
        ),
    )
    return calibrated_of(
        problem,
        solve(problem, begin),
        photograph=len(eyes) - 1,
        anchors=anchors,
        flatness=_OF_ANCHOR[2],
    )


_NAMES = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")


def _turn(eye: tuple[float, float, float]) -> Floats:
    """The rotation of a camera that looks at the table's middle, north upwards."""
    forward = np.array([18.0, 18.0, 0.0]) - np.array(eye)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 1.0, 0.01])
    right = right / np.linalg.norm(right)
    return np.array([right, np.cross(forward, right), forward])


def _seen(
    rng: np.random.Generator,
    lens: Floats,
    *,
    eye: tuple[float, float, float],
    places: Floats,
    sides: Floats,
    first: int,
) -> tuple[SeenTag, ...]:
    """The corners of tags as OpenCV projects them, with noise."""
    half = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    found = []
    turn = _turn(eye)
    matrix = np.array([[lens[0], 0.0, lens[2]], [0.0, lens[1], lens[3]], [0.0, 0.0, 1.0]])
    for index, ((x, y, height, heading), side) in enumerate(zip(places, sides, strict=True)):
        cosine, sine = np.cos(heading), np.sin(heading)
        flat = side * half @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y)
        corners = np.column_stack([flat, np.full(4, height)])
        rotation, _ = cv2.Rodrigues(turn)
        pixels, _ = cv2.projectPoints(
            corners, rotation, -turn @ np.array(eye), matrix, np.asarray(lens[4:])
        )
        noise = rng.normal(0, np.hypot(_NOISE, _FLOOR.corner), (4, 2))
        noise = noise + rng.normal(0, _FLOOR.shift, 2)
        found.append(
            SeenTag(
                number=first + index,
                corners=pixels.reshape(4, 2) + noise,
                covariance=_NOISE**2 * np.eye(8),
            )
        )
    return tuple(found)

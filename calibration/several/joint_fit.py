"""Places tags that several cameras see, all of them and the cameras together.

Every tag has a place, a height and a turn, and its print may be a little too wide. Every camera is
where its calibration has it, as far as that knows. The likeliest of all of it explains the corners
that were seen, and the covariance holds for whatever is made of the places later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.anchors import PER_ANCHOR, corner_slopes, corners_of
from calibration.camera_model import CameraModel
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.several.rig import Rig
from calibration.table.still_fit import KnownSquare
from calibration.table.table_fit import INK
from rules.table.bad_input import BadInputError

_STEPS: Final = 20
_SETTLED: Final = 1e-6
"""Of the squared step in standard errors: what the next one would be is a share of its square."""
_NEAR_PX: Final = 3.0
"""Pixels by which a corner may miss where an earlier fit has it, to begin there."""
USUAL_HEIGHT: Final = 0.02
"""Inches: how well the height of a piece's tag is known."""
_FINEST: Final = 1e-6
"""Inches: a height that is known for certain is known no better, or no matrix could hold it."""
_USUAL_NOISE: Final = 0.05
"""Pixels, of a corner of a tag."""
_OWN: Final = PER_ANCHOR + 1
"""x, y, height, turn, and the width of the print in its standard errors."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointFit:
    """Where the tags are, and how unsure that is together."""

    numbers: tuple[int, ...]
    places: Floats
    """n x 4: x, y and height in inches, turn in radians."""
    own: Floats
    """n x 4 x 4: what is unsure of each, were the cameras known exactly."""
    by_rig: Floats
    """n x 4 x p: how each follows what is unsure of the cameras."""
    of_rig: Floats
    """p x p: the covariance of that, after all these tags were seen."""
    seen_by: tuple[tuple[int, ...], ...]
    """The cameras that see each tag."""
    misfits: tuple[float, ...]
    """Of each tag: squared distance of what was seen from what is expected, and of its height and
    print from what is known of them, in standard errors."""
    rig: Rig
    """The cameras as these tags place them."""
    strain: float
    """Squared distance of that from how they were calibrated, in standard errors."""
    prints: Floats
    """n: how much wider than meant each is printed, in standard errors."""
    step: Floats
    """p: how far the cameras are from where they were calibrated, in standard errors."""

    @property
    def height_sigmas(self) -> Floats:
        """One standard error of each tag's height."""
        by_rig = self.by_rig[:, 2]
        found: Floats = np.sqrt(self.own[:, 2, 2] + ((by_rig @ self.of_rig) * by_rig).sum(axis=1))
        return found

    @property
    def covariance(self) -> Floats:
        """Of all places together (4n x 4n)."""
        count = len(self.numbers) * PER_ANCHOR
        flat = self.by_rig.reshape(count, -1)
        found: Floats = flat @ self.of_rig @ flat.T
        for index, own in enumerate(self.own):
            at = slice(PER_ANCHOR * index, PER_ANCHOR * (index + 1))
            found[at, at] += own
        return found

    def covariance_of(self, index: int) -> Floats:
        """Of one tag's place (4 x 4)."""
        found: Floats = self.own[index] + self.by_rig[index] @ self.of_rig @ self.by_rig[index].T
        return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _View:
    """The tags in one camera's picture, as rows of all tags."""

    camera: int
    rows: list[int]
    corners: Floats
    weights: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _State:
    own: Floats
    """n x 5."""
    of_rig: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Normal:
    """The normal equations, by tag and by what all tags share."""

    own: Floats
    cross: Floats
    shared: Floats
    own_pull: Floats
    shared_pull: Floats
    misfits: Floats


def joint_fit(
    views: Sequence[Sequence[SeenTag]],
    *,
    rig: Rig,
    squares: Sequence[KnownSquare],
    near: JointFit | None = None,
) -> JointFit:
    """All squares that one camera sees at least; ``views`` are the tags in each one's picture.

    A height of which nobody knows anything has a wide standard error. It begins where a fit under
    the same rig, ``near``, has what lies there still.
    """
    if len(views) != rig.count:
        raise BadInputError("views", expected=f"{rig.count}, one a camera", got=f"{len(views)}")
    seen = {tag.number for tags in views for tag in tags}
    known = [each for each in squares if each.number in seen]
    row = {each.number: index for index, each in enumerate(known)}
    told = [_view(camera, tags, rig=rig, row=row) for camera, tags in enumerate(views)]
    joint = _Joint(rig=rig, squares=known, views=[each for each in told if each.rows])
    state = joint.start(near)
    normal = joint.normal(state)
    for _ in range(_STEPS if known else 0):
        own, shared = _step(normal)
        state = _State(own=state.own + own, of_rig=state.of_rig + shared)
        if _reach(normal, own=own, shared=shared) < _SETTLED:
            break
        normal = joint.normal(state)
    return joint.found(state, normal)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Foretold:
    """How unsure tags would be at places where none has been seen yet."""

    own: Floats
    """n x 4 x 4: what would be unsure of each, were the cameras known exactly."""
    by_rig: Floats
    """n x 4 x p: how each would follow what is unsure of the cameras."""


def foretold(
    rig: Rig, places: Floats, *, cameras: tuple[int, ...], height_sigma: float = USUAL_HEIGHT
) -> Foretold:
    """For usual tags at places (n x 3) which all of some cameras see."""
    squares = [
        KnownSquare(number=index, side=1.0, height=float(height), height_sigma=height_sigma)
        for index, height in enumerate(places[:, 2])
    ]
    flat = np.column_stack([places, np.zeros(len(places))])
    corners = corners_of(flat, size=rig.scale)
    views = []
    for camera in cameras:
        noise = rig.floors[camera].added(_USUAL_NOISE**2 * np.eye(8)[None])
        views.append(
            _View(
                camera=camera,
                rows=list(range(len(flat))),
                corners=rig.cameras[camera].pixels(corners),
                weights=np.tile(np.linalg.inv(noise), (len(flat), 1, 1)),
            )
        )
    joint = _Joint(rig=rig, squares=squares, views=views)
    state = _State(own=np.zeros((len(flat), _OWN)), of_rig=np.zeros(rig.root.shape[1]))
    state.own[:, :PER_ANCHOR] = flat
    normal = joint.normal(state)
    own = np.linalg.inv(normal.own).astype(np.float64)
    by_rig = -own @ normal.cross
    return Foretold(own=own[:, :PER_ANCHOR, :PER_ANCHOR], by_rig=by_rig[:, :PER_ANCHOR])


def _view(camera: int, tags: Sequence[SeenTag], *, rig: Rig, row: dict[int, int]) -> _View:
    mine = [tag for tag in tags if tag.number in row]
    noise = np.array([tag.covariance for tag in mine]).reshape(-1, 8, 8)
    weights = np.linalg.inv(rig.floors[camera].added(noise)).astype(np.float64)
    return _View(
        camera=camera,
        rows=[row[tag.number] for tag in mine],
        corners=np.array([tag.corners for tag in mine]).reshape(-1, 4, 2),
        weights=weights,
    )


def _step(normal: _Normal) -> tuple[Floats, Floats]:
    told = np.concatenate([normal.cross, normal.own_pull[..., None]], axis=-1)
    solved = np.linalg.solve(normal.own, told).astype(np.float64)
    by_own, pulled = solved[..., :-1], solved[..., -1]
    across = _flat(normal.cross).T
    matrix = normal.shared - across @ _flat(by_own)
    shared = np.linalg.solve(matrix, normal.shared_pull - across @ pulled.reshape(-1))
    return pulled - by_own @ shared, shared.astype(np.float64)


def _flat(blocks: Floats) -> Floats:
    """The rows of all blocks in one matrix: products of it take a fraction of the time."""
    return blocks.reshape(-1, blocks.shape[-1])


def _reach(normal: _Normal, *, own: Floats, shared: Floats) -> float:
    """The squared step in standard errors."""
    by_own = ((normal.own @ own[..., None])[..., 0] * own).sum()
    across = own.reshape(-1) @ (_flat(normal.cross) @ shared)
    return float(by_own + 2 * across + shared @ normal.shared @ shared)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Joint:
    rig: Rig
    squares: Sequence[KnownSquare]
    views: Sequence[_View]

    @property
    def heights(self) -> Floats:
        return np.array([each.height for each in self.squares], dtype=np.float64)

    @property
    def height_weights(self) -> Floats:
        sigmas = np.array([each.height_sigma for each in self.squares], dtype=np.float64)
        weights: Floats = np.maximum(sigmas, _FINEST) ** -2.0
        return weights

    def start(self, near: JointFit | None = None) -> _State:
        """Where a fit near this one has the tags; those that it has not, or elsewhere, begin where
        the first camera that sees them has them, at the height that is known of them.
        """
        count, width = len(self.squares), self.rig.root.shape[1]
        state = _State(own=np.zeros((count, _OWN)), of_rig=np.zeros(width))
        new = np.ones(count, dtype=np.bool_)
        if near is not None and len(near.step) == width:
            state = _State(own=state.own, of_rig=near.step)
            new = self._unknown(near, into=state)
        for view in reversed(self.views):
            kept = new[view.rows]
            rows = np.array(view.rows)[kept]
            if not len(rows):
                continue
            heights = self.heights[rows]
            met = self.rig.cameras[view.camera].places(view.corners[kept], height=heights[:, None])
            if not np.isfinite(met).all():
                raise BadInputError("tag", expected="one below the horizon", got="one above it")
            right = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
            state.own[rows, :2] = met.mean(axis=1)
            state.own[rows, 2] = heights
            state.own[rows, 3] = np.arctan2(right[:, 1], right[:, 0])
            state.own[rows, 4] = 0.0
        return state

    def _unknown(self, near: JointFit, *, into: _State) -> NDArray[np.bool_]:
        """Take what a fit near this one has of the tags; which of them it has not, or elsewhere."""
        at = {number: index for index, number in enumerate(near.numbers)}
        index = np.array([at.get(each.number, -1) for each in self.squares], dtype=np.intp)
        new = index < 0
        known = ~new
        into.own[known, :PER_ANCHOR] = near.places[index[known]]
        into.own[known, PER_ANCHOR] = near.prints[index[known]]
        corners = corners_of(into.own[:, :PER_ANCHOR], size=self._sizes(into))
        cameras = self.rig.stepped(near.step)
        for view in self.views:
            off = np.abs(view.corners - cameras[view.camera].pixels(corners[view.rows]))
            new[view.rows] |= ~(off.max(axis=(1, 2)) < _NEAR_PX)
        return new

    def _sizes(self, state: _State) -> Floats:
        meant = np.array([each.side for each in self.squares], dtype=np.float64)
        scale = self.rig.scale + float(self.rig.root[-1] @ state.of_rig)
        found: Floats = meant * scale + INK * state.own[:, 4]
        return found

    def normal(self, state: _State) -> _Normal:
        count, width = len(self.squares), self.rig.root.shape[1]
        own, cross = np.zeros((count, _OWN, _OWN)), np.zeros((count, _OWN, width))
        own_pull, misfits = np.zeros((count, _OWN)), np.zeros(count)
        shared, shared_pull = np.eye(width), -state.of_rig
        cameras = self.rig.stepped(state.of_rig)
        sizes = self._sizes(state)
        for view in self.views:
            off, by_own, by_camera = self._off(
                view, state, camera=cameras[view.camera], size=sizes[view.rows]
            )
            # Of sixteen numbers each, which takes half as long as of all cameras'.
            rows = np.concatenate([self.rig.of_camera(view.camera), self.rig.root[-1:]])
            weighed = view.weights @ np.concatenate([by_own, by_camera, off[..., None]], axis=-1)
            turned = np.swapaxes(by_own, 1, 2) @ weighed
            # A camera sees a tag once.
            own[view.rows] += turned[..., :_OWN]
            cross[view.rows] += turned[..., _OWN:-1] @ rows
            own_pull[view.rows] += turned[..., -1]
            misfits[view.rows] += (off * weighed[..., -1]).sum(axis=1)
            across = _flat(by_camera).T @ _flat(weighed[..., _OWN:])
            shared += rows.T @ across[:, :-1] @ rows
            shared_pull = shared_pull + rows.T @ across[:, -1]
        higher = self.heights - state.own[:, 2]
        own[:, 2, 2] += self.height_weights
        own_pull[:, 2] += self.height_weights * higher
        own[:, 4, 4] += 1.0
        own_pull[:, 4] -= state.own[:, 4]
        return _Normal(
            own=own,
            cross=cross,
            shared=shared,
            own_pull=own_pull,
            shared_pull=shared_pull,
            misfits=misfits + self.height_weights * higher**2 + state.own[:, 4] ** 2,
        )

    def _off(
        self, view: _View, state: _State, *, camera: CameraModel, size: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """What was seen less what is expected, and how the latter changes: by tag, and by the
        camera and the scale of the print.
        """
        places = state.own[view.rows, :PER_ANCHOR]
        corners = corners_of(places, size=size)
        seen = camera.seen(corners)
        off = (view.corners - seen.pixels).reshape(-1, 8)
        if not np.isfinite(off).all():
            raise BadInputError("tag", expected="a place before the camera", got="none")
        by_place = (seen.by_point @ corner_slopes(places, size=size)).reshape(-1, 8, _OWN)
        by_size = by_place[..., -1:]
        meant = np.array([each.side for each in self.squares])[view.rows]
        by_camera = seen.by_parameter.reshape(len(off), 8, -1)
        return (
            off,
            np.concatenate([by_place[..., :-1], INK * by_size], axis=-1),
            np.concatenate([by_camera, by_size * meant[:, None, None]], axis=-1),
        )

    def found(self, state: _State, normal: _Normal) -> JointFit:
        inverse = np.linalg.inv(normal.own).astype(np.float64)
        by_rig = -inverse @ normal.cross
        matrix = normal.shared + _flat(normal.cross).T @ _flat(by_rig)
        of_rig = np.linalg.inv((matrix + matrix.T) / 2)
        seen_by: list[list[int]] = [[] for _ in self.squares]
        for view in self.views:
            for row in view.rows:
                seen_by[row].append(view.camera)
        rig = Rig(
            cameras=self.rig.stepped(state.of_rig),
            floors=self.rig.floors,
            scale=self.rig.scale + float(self.rig.root[-1] @ state.of_rig),
            # What is left of a unit in every direction: it has a root.
            root=self.rig.root @ np.linalg.cholesky((of_rig + of_rig.T) / 2),
            flatness=self.rig.flatness,
            moved=self.rig.moved,
            loose=self.rig.loose,
        )
        return JointFit(
            numbers=tuple(each.number for each in self.squares),
            places=state.own[:, :PER_ANCHOR],
            own=inverse[:, :PER_ANCHOR, :PER_ANCHOR],
            by_rig=by_rig[:, :PER_ANCHOR],
            of_rig=(of_rig + of_rig.T) / 2,
            seen_by=tuple(map(tuple, seen_by)),
            misfits=tuple(normal.misfits.tolist()),
            rig=rig,
            strain=float(state.of_rig @ state.of_rig),
            prints=state.own[:, PER_ANCHOR],
            step=state.of_rig,
        )

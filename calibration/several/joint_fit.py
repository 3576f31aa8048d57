"""Places tags that several cameras see, all of them and the cameras together.

Every tag has a place, a height and a turn, and its print may be a little too wide. Every camera is
where its calibration has it, as far as that knows. The likeliest of all of it explains the corners
that were seen, and the covariance holds for whatever is made of the places later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, corner_slopes, corners_of
from calibration.camera_model import CameraModel
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.several.rig import Rig
from calibration.table.still_fit import KnownSquare
from calibration.table.table_fit import INK
from rules.table.bad_input import BadInputError

_STEPS: Final = 20
_SETTLED: Final = 1e-8
"""Of the squared step in standard errors."""
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
    views: Sequence[Sequence[SeenTag]], *, rig: Rig, squares: Sequence[KnownSquare]
) -> JointFit:
    """All squares that one camera sees at least; ``views`` are the tags in each one's picture.

    A height of which nobody knows anything has a wide standard error.
    """
    if len(views) != rig.count:
        raise BadInputError("views", expected=f"{rig.count}, one a camera", got=f"{len(views)}")
    seen = {tag.number for tags in views for tag in tags}
    known = [each for each in squares if each.number in seen]
    row = {each.number: index for index, each in enumerate(known)}
    told = [_view(camera, tags, rig=rig, row=row) for camera, tags in enumerate(views)]
    joint = _Joint(rig=rig, squares=known, views=[each for each in told if each.rows])
    state = joint.start()
    normal = joint.normal(state)
    for _ in range(_STEPS if known else 0):
        own, shared = _step(normal)
        reach = _reach(normal, own=own, shared=shared)
        state = _State(own=state.own + own, of_rig=state.of_rig + shared)
        normal = joint.normal(state)
        if reach < _SETTLED:
            break
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
    by_own = np.linalg.solve(normal.own, normal.cross)
    pulled = np.linalg.solve(normal.own, normal.own_pull[..., None])[..., 0].astype(np.float64)
    matrix = normal.shared - np.einsum("nap,naq->pq", normal.cross, by_own)
    pull = normal.shared_pull - np.einsum("nap,na->p", normal.cross, pulled)
    shared: Floats = np.linalg.solve(matrix, pull)
    return pulled - by_own @ shared, shared


def _reach(normal: _Normal, *, own: Floats, shared: Floats) -> float:
    """The squared step in standard errors."""
    by_own = np.einsum("na,nab,nb->", own, normal.own, own)
    across = np.einsum("na,nap,p->", own, normal.cross, shared)
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

    def start(self) -> _State:
        """Where the first camera that sees a tag has it, at the height that is known of it."""
        own = np.zeros((len(self.squares), _OWN))
        heights = self.heights
        for view in reversed(self.views):
            camera, there = self.rig.cameras[view.camera], heights[view.rows][:, None]
            met = camera.places(view.corners, height=np.tile(there, (1, 4)))
            if not np.isfinite(met).all():
                raise BadInputError("tag", expected="one below the horizon", got="one above it")
            right = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
            own[view.rows, :2] = met.mean(axis=1)
            own[view.rows, 2] = heights[view.rows]
            own[view.rows, 3] = np.arctan2(right[:, 1], right[:, 0])
        return _State(own=own, of_rig=np.zeros(self.rig.root.shape[1]))

    def normal(self, state: _State) -> _Normal:
        count, width = len(self.squares), self.rig.root.shape[1]
        own, cross = np.zeros((count, _OWN, _OWN)), np.zeros((count, _OWN, width))
        own_pull, misfits = np.zeros((count, _OWN)), np.zeros(count)
        shared, shared_pull = np.eye(width), -state.of_rig
        cameras = self.rig.stepped(state.of_rig)
        for view in self.views:
            off, by_own, by_rig = self._off(view, state, camera=cameras[view.camera])
            weighed = view.weights @ by_own
            turned = np.swapaxes(by_own, 1, 2)
            # A camera sees a tag once.
            own[view.rows] += turned @ weighed
            cross[view.rows] += np.swapaxes(weighed, 1, 2) @ by_rig
            pull = (view.weights @ off[..., None])[..., 0]
            own_pull[view.rows] += (turned @ pull[..., None])[..., 0]
            misfits[view.rows] += (off * pull).sum(axis=1)
            shared += np.einsum("nap,naq->pq", by_rig, view.weights @ by_rig)
            shared_pull = shared_pull + np.einsum("nap,na->p", by_rig, pull)
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
        self, view: _View, state: _State, *, camera: CameraModel
    ) -> tuple[Floats, Floats, Floats]:
        """What was seen less what is expected, and how the latter changes: by tag, by rig."""
        values = state.own[view.rows]
        meant = np.array([each.side for each in self.squares])[view.rows]
        scale = self.rig.scale + float(self.rig.root[-1] @ state.of_rig)
        size = meant * scale + INK * values[:, 4]
        corners = corners_of(values[:, :PER_ANCHOR], size=size)
        off = (view.corners - camera.pixels(corners)).reshape(-1, 8)
        if not np.isfinite(off).all():
            raise BadInputError("tag", expected="a place before the camera", got="none")
        by_place = camera.pixel_slopes(corners) @ corner_slopes(values[:, :PER_ANCHOR], size=size)
        by_place = by_place.reshape(-1, 8, _OWN)
        by_size = by_place[..., -1]
        by_rig = camera.parameter_slopes(corners).reshape(len(off), 8, -1)
        by_rig = by_rig @ self.rig.of_camera(view.camera)
        by_rig += (by_size * meant[:, None])[..., None] * self.rig.root[-1]
        return off, np.concatenate([by_place[..., :-1], INK * by_size[..., None]], axis=-1), by_rig

    def found(self, state: _State, normal: _Normal) -> JointFit:
        inverse = np.linalg.inv(normal.own).astype(np.float64)
        by_rig = -inverse @ normal.cross
        matrix = normal.shared + np.einsum("nap,naq->pq", normal.cross, by_rig)
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
        )

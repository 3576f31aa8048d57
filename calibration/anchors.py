"""Describes a set of anchors: where they belong on a table, and where they were found to lie."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import Floats
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize

SOUTH_WEST: Final = 0
SOUTH_EAST: Final = 1
PER_ANCHOR: Final = 4
"""x, y and height in inches, and turn in radians."""
CORNERS: Final = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
"""Of a tag one inch wide whose top looks north, clockwise from the upper left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One anchor: its tag's number and where its centre belongs, in inches."""

    number: int
    name: str
    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.number} ({self.name})"


def anchors_of(table: TableSize) -> tuple[Anchor, ...]:
    """Four corners counter-clockwise from the south-west, then the middles of the edges."""
    w, d = float(table.width), float(table.depth)
    places = (
        ("SW corner", 0.0, 0.0),
        ("SE corner", w, 0.0),
        ("NE corner", w, d),
        ("NW corner", 0.0, d),
        ("S middle", w / 2, 0.0),
        ("E middle", w, d / 2),
        ("N middle", w / 2, d),
        ("W middle", 0.0, d / 2),
    )
    return tuple(
        Anchor(number=number, name=name, x=x, y=y) for number, (name, x, y) in enumerate(places)
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """Where the anchors lie: n rows of x, y, height and turn, in the order of the numbers."""

    numbers: tuple[int, ...]
    places: Floats
    size: float
    """How wide the black square of an anchor is meant to be, in inches."""
    scale: float = 1.0
    """How much wider it really is."""

    def __post_init__(self) -> None:
        shape = (len(self.numbers), PER_ANCHOR)
        if self.places.shape != shape or not np.isfinite(self.places).all():
            expected = f"{shape[0]} x {PER_ANCHOR} finite numbers"
            raise BadInputError("places", expected=expected, got=f"{self.places}"[:60])
        if len(set(self.numbers)) != len(self.numbers):
            got = ", ".join(map(str, self.numbers))
            raise BadInputError("numbers", expected="each number once", got=got)
        if not 0.05 <= self.size <= 100 or not 0.5 <= self.scale <= 2:
            got = f"{self.size:g} in at {self.scale:g}"
            raise BadInputError("size", expected="0.05 to 100 inches", got=got)

    def row(self, number: int) -> int:
        """The row of an anchor's place."""
        return self.numbers.index(number)

    def corners(self, numbers: tuple[int, ...]) -> Floats:
        """The printed corners of some anchors on the table (n x 4 x 3)."""
        rows = self.places[[self.row(number) for number in numbers]]
        return corners_of(rows, size=self.size * self.scale)


def corners_of(places: Floats, *, size: Floats | float) -> Floats:
    """The corners (n x 4 x 3) of tags at places (n x 4), of one size or each of its own."""
    cos, sin = np.cos(places[:, 3]), np.sin(places[:, 3])
    turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    found = np.empty((len(places), 4, 3))
    found[..., :2] = places[:, None, :2] + _by_tag(size) * (CORNERS @ np.swapaxes(turn, 1, 2))
    found[..., 2] = places[:, None, 2]
    return found


def _by_tag(size: Floats | float) -> Floats:
    return np.reshape(np.asarray(size, dtype=np.float64), (-1, 1, 1))


def corner_slopes(places: Floats, *, size: Floats | float) -> Floats:
    """How corners (n x 4 x 3) change with their anchor's x, y, height and turn, and with size."""
    spread = corners_of(places, size=1.0)[..., :2] - places[:, None, :2]
    found = np.zeros((len(places), 4, 3, PER_ANCHOR + 1))
    found[..., 0, 0] = found[..., 1, 1] = found[..., 2, 2] = 1.0
    swung = _by_tag(size) * spread
    found[..., 0, 3], found[..., 1, 3] = -swung[..., 1], swung[..., 0]
    found[..., :2, 4] = spread
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """How far pictures differ from the model beyond the noise of their pixels, in pixels.

    Lenses bend light slightly differently from any formula, and paper curls.
    """

    corner: float = 0.0
    """Standard error of each corner by itself."""
    shift: float = 0.0
    """Standard error of a whole tag."""

    def added(self, covariances: Floats) -> Floats:
        """Covariances (n x 8 x 8) of the corners of tags, with this added."""
        together = np.tile(np.eye(2), (4, 4))
        whole: Floats = covariances + self.corner**2 * np.eye(8) + self.shift**2 * together
        return whole


NO_FLOOR: Final = Floor()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibrated:
    """A camera over a table with its anchors, and the covariance of all of it together.

    Its frame is that of the anchors: what was laid down by hand costs no certainty.
    """

    model: CameraModel
    layout: Layout
    covariance: Floats
    """Fifteen of the camera (lens, stand), four of each anchor in the layout's order, the scale."""
    floor: Floor = NO_FLOOR
    flatness: float = 0.0
    """Standard error of the height of the table's surface at any place, in inches."""
    is_placed_by_others: bool = False
    """It sees too few anchors to stand by them: of where it stands only that is believed which the
    tags it shares with other cameras tell at each moment."""

    def __post_init__(self) -> None:
        size = CAMERA_COUNT + PER_ANCHOR * len(self.layout.numbers) + 1
        if self.covariance.shape != (size, size) or not np.isfinite(self.covariance).all():
            expected = f"{size} x {size} finite numbers"
            raise BadInputError("covariance", expected=expected, got=f"{self.covariance.shape}")

    @property
    def of_camera(self) -> Floats:
        """The 15 x 15 covariance of the lens and the stand."""
        return self.covariance[:CAMERA_COUNT, :CAMERA_COUNT]

    @property
    def of_layout(self) -> Floats:
        """The covariance of the anchors' places, four rows each."""
        return self.covariance[CAMERA_COUNT:-1, CAMERA_COUNT:-1]

    @property
    def scale_sigma(self) -> float:
        """Standard error of the scale of print, as a share."""
        return math.sqrt(max(0.0, float(self.covariance[-1, -1])))


def far_off(layout: Layout, anchors: Sequence[Anchor], *, beyond_in: float) -> dict[Anchor, float]:
    """The anchors that lie farther than that from where they belong, and how far, in inches."""
    places = dict(zip(layout.numbers, layout.places[:, :2], strict=True))
    off = {
        anchor: float(np.hypot(*(places[anchor.number] - (anchor.x, anchor.y))))
        for anchor in anchors
        if anchor.number in places
    }
    return {anchor: far for anchor, far in off.items() if far > beyond_in}

"""Describes the table as it is answered: its snapshot, and what the camera makes of it."""

from typing import Literal

from pydantic import Field

from api.answers.wire import PointIn
from api.shapes.shaped import Described
from rules.table.snapshot import HealthState, PieceState

Coordinates = tuple[PointIn, ...]


class DiscTold(Described):
    """A round footprint."""

    radius_in: float


class RectangleTold(Described):
    """A footprint with four right angles; its length lies along the heading."""

    length_in: float
    width_in: float


class FootprintTold(Described):
    """The outline of a piece on the table: exactly one of the three."""

    disc: DiscTold | None = None
    rectangle: RectangleTold | None = None
    polygon: Coordinates | None = None
    """Corners around the piece's own middle, heading east."""


class PoseTold(Described):
    """Where a piece stands and where it looks, and how wrong that may be."""

    x_in: float
    """From the south-west corner to the east."""
    y_in: float
    """From the south-west corner to the north."""
    heading_deg: float
    """Counter-clockwise; 0 looks east."""
    covariance: tuple[float, float, float, float, float, float]
    """xx, xy, yy, xh, yh, hh: square inches, and h in degrees."""
    stands_in: float | None = None
    """How high over the table it stands; left out where two cameras have not measured it."""
    stands_sigma_in: float | None = None
    """One standard error of that, left out with it."""


class PieceTold(Described):
    """One piece as it stands."""

    id: str
    side: str
    kind: str
    footprint: FootprintTold
    pose: PoseTold | None
    """Null where nobody knows where it is."""
    state: PieceState
    age_s: float
    """How old the pose is."""
    declared_by: str | None
    """The player who vouches for the pose."""
    face: str = ""
    """Which side of it is up, where it has several; left out where it has not."""


class PiecePutTold(PieceTold):
    """A piece as it stands now."""

    snapshot: int
    """The number of the snapshot from which on it stands there."""


class AreaTold(Described):
    """An area of the table."""

    id: str
    kind: str
    outline_in: Coordinates
    height_in: float
    sigma_in: float
    """How wrong each corner may be: one standard error."""


class TableSizeTold(Described):
    """How large the table is."""

    width_in: float
    depth_in: float


class SharedErrorTold(Described):
    """What all poses of a snapshot have in common."""

    scale_sigma: float
    plane_sigma_in: float


class SnapshotHealthTold(Described):
    """How the camera was; only a live one is ruled by."""

    state: HealthState
    note: str


class SnapshotTold(Described):
    """The numbered, frozen state of the table, as a snapshot file has it."""

    format: Literal["paper-umpire/snapshot/1"]
    number: int
    table: TableSizeTold
    pieces: list[PieceTold]
    terrain: list[AreaTold]
    shared: SharedErrorTold
    health: SnapshotHealthTold


class PieceSeenTold(Described):
    """How a piece fares under the camera."""

    piece: str
    life: str
    """seen, moving, settled, hidden, doubled or lost."""
    for_s: float | None
    bound_in: float | None
    flags: list[str]
    """What is odd about it, in words."""


class MarkerTold(Described):
    """A loose marker, by its tag."""

    tag: int
    x_in: float | None
    y_in: float | None


class PlaceTold(Described):
    """A place on the table."""

    x_in: float | None
    y_in: float | None
    heading_deg: float | None


class MovedTold(Described):
    """A piece came to rest elsewhere."""

    number: int
    seconds: float | None
    kind: Literal["moved"]
    what: str
    """The piece."""
    start: PlaceTold | None = Field(alias="from")
    at: PlaceTold | None


class PaperTold(Described):
    """Something happened to a card, a marker, or the face of a unit."""

    number: int
    seconds: float | None
    kind: Literal["appeared", "turned", "taken"]
    what: str
    at: PlaceTold | None
    face: str
    """Which is up now; of one that was taken, which was."""
    before: str
    """Which was up before it was turned."""
    beside: str | None
    """Of a marker: the unit it lies at."""
    row: int | None
    """Of a card: 1 is the row nearest to the north."""
    order: int | None
    """In its row: 1 is the one farthest west."""


class SeenTold(Described):
    """What the camera makes of the table; of one that is moved by hand there is nothing to tell."""

    snapshot: int
    by: Literal["hand", "camera"]
    pieces: list[PieceSeenTold] | None = None
    markers: list[MarkerTold] | None = None
    happened: list[MovedTold | PaperTold] | None = None
    """What happened lately, the oldest first."""
    strangers: list[int] | None = None
    """Tags that no roster knows."""
    warnings: list[str] | None = None

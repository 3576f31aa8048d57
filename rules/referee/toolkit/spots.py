"""A place on the table: named, ruled on, asked for by a hole, or shown by a view as a strip."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.referee.toolkit.amending import Domain
from rules.referee.toolkit.game import Hole
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches, Seconds, plain

WORD_SIGMA: Final = Inches(0.25)
"""How far off a place that a player names is, one standard error, where a camera measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the table, in inches, with a heading; 90 degrees look north."""

    x_in: Inches
    y_in: Inches
    heading_deg: Degrees = Degrees(0.0)

    def __post_init__(self) -> None:
        # What can be no pose on any table is refused as it is read.
        Pose(x=self.x_in, y=self.y_in, heading=self.heading_deg)


def shown_spot(spot: Spot) -> dict[str, object]:
    """A place as a view has it."""
    return {"x_in": spot.x_in, "y_in": spot.y_in, "heading_deg": spot.heading_deg}


def off_table(spot: Spot, table: TableSize) -> str | None:
    """Where a place lies beyond the table, or None.

    >>> table = TableSize(width=Inches(30.0), depth=Inches(20.0))
    >>> off_table(Spot(x_in=Inches(31.5), y_in=Inches(4.0)), table)
    '31.5 in from the west edge and 4 in from the south is off the table, 30 by 20 in'
    >>> off_table(Spot(x_in=Inches(30.0), y_in=Inches(4.0)), table)
    """
    if 0 <= spot.x_in <= table.width and 0 <= spot.y_in <= table.depth:
        return None
    return f"{at(spot)} is off the table, {plain(table.width)} by {plain(table.depth)} in"


def spot_hole(*, optional: bool) -> Hole:
    """A hole for a place; it may be left out where the unit is seen to stand well."""
    return Hole(name="to", kind="pose", optional=optional)


def usual_error(snapshot: Snapshot) -> Covariance:
    """What is known of a place that no camera sees: nothing exact, but on a typed table.

    On that no piece has any error.

    >>> usual_error(Snapshot(table=TableSize(width=36, depth=36))) == Covariance()
    True
    """
    poses = (piece.pose for piece in snapshot.pieces if piece.pose is not None)
    measured = any(pose.covariance != Covariance() for pose in poses)
    return Covariance.round(WORD_SIGMA) if measured else Covariance()


def pose_at(spot: Spot, error: Covariance) -> Pose:
    """A place as a pose that is so well known."""
    return Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg, covariance=error)


def spot_of(piece: Piece) -> Spot | None:
    """Where a piece stands."""
    pose = piece.pose
    return None if pose is None else Spot(x_in=pose.x, y_in=pose.y, heading_deg=pose.heading)


def word_piece(piece: Piece, *, spot: Spot, author: str, error: Covariance) -> Piece:
    """A piece where somebody says that it stands."""
    pose, word = pose_at(spot, error), PieceState.DECLARED
    return replace(piece, pose=pose, state=word, declared_by=author, age=Seconds(0.0))


def ruled_piece(piece: Piece, *, spot: Spot, error: Covariance) -> Piece:
    """A piece where it was ruled to stand, whatever the camera sees of it by now."""
    known = error if piece.pose is None else piece.pose.covariance
    pose, seen = pose_at(spot, known), PieceState.SEEN
    return replace(piece, pose=pose, state=seen, declared_by=None, age=Seconds(0.0))


def shown_strip(
    says: str, *, edge: str, depth: Inches | None = None, share: float | None = None
) -> dict[str, object]:
    """A strip as a view has it under `zones`: so many inches deep, or such a share of the table.

    >>> shown_strip("Red begins here", edge="south", depth=Inches(10.0))
    {'says': 'Red begins here', 'edge': 'south', 'depth_in': 10.0}
    >>> shown_strip("Red begins here", edge="west", share=0.25)
    {'says': 'Red begins here', 'edge': 'west', 'depth_share': 0.25}
    """
    if (depth is None) == (share is None):
        raise ValueError("expected either a depth or a share of the table")
    deep = {"depth_share": share} if depth is None else {"depth_in": depth}
    return {"says": says, "edge": edge, **deep}


def shown_square(says: str, *, middle: tuple[float, float], side: Inches) -> dict[str, object]:
    """A place that a view points at under `zones`: its outline, from the south-west on.

    >>> shown_square("the pile", middle=(5.0, 4.0), side=Inches(2.0))["outline_in"]
    [[4.0, 3.0], [6.0, 3.0], [6.0, 5.0], [4.0, 5.0]]
    """
    x, y, half = *middle, side / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return {"says": says, "outline_in": [list(corner) for corner in corners]}


def at(spot: Spot) -> str:
    """A place on the table, counted from its south-west corner.

    >>> at(Spot(x_in=Inches(10.25), y_in=Inches(4.0)))
    '10.2 in from the west edge and 4 in from the south'
    >>> at(Spot(x_in=Inches(-2.7), y_in=Inches(4.0)))
    '2.7 in beyond the west edge and 4 in from the south'
    """
    x, y = round(spot.x_in, 1), round(spot.y_in, 1)
    west, south = ("beyond" if each < 0 else "from" for each in (x, y))
    return f"{abs(x):g} in {west} the west edge and {abs(y):g} in {south} the south"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledPlace:
    """Where a unit is, as far as rulings know."""

    pieces: tuple[str, ...]
    """What of it lies on the table: one piece, figures, or a gun and its crew."""
    spot: Spot | None
    """None where it lies beside the table."""
    loose: bool = False
    """Its pieces are figures, whose middle stands there; else its first piece does."""


RuledPlaces = Mapping[str, RuledPlace]
"""By unit."""


def changed_places(before: RuledPlaces, after: RuledPlaces) -> dict[str, RuledPlace]:
    """The units that are elsewhere now.

    >>> here = Spot(x_in=9.0, y_in=4.0)
    >>> stood, gone = (RuledPlace(pieces=("T1",), spot=spot) for spot in (here, None))
    >>> list(changed_places({"T1": stood, "T2": gone}, {"T1": gone, "T2": gone}))
    ['T1']
    """
    return {unit: place for unit, place in after.items() if before.get(unit) != place}


@dataclass(frozen=True, slots=True)
class TypedSpot(Domain):
    """Where a square stands: inches east, inches north, and where it looks, in degrees."""

    says: Callable[[str], str]

    def parse(self, text: str) -> Spot:
        try:
            x, y, heading = (float(part) for part in text.split())
            return Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(heading))
        except ValueError:
            expected = "inches east, inches north and degrees, like 10.5 4 90"
            raise BadInputError("value", expected=expected, got=repr(text)[:60]) from None

    def text(self, value: Spot) -> str:
        return f"{float(value.x_in)} {float(value.y_in)} {float(value.heading_deg)}"

    def require(self, state: object, value: Spot) -> None:
        del state
        if min(value.x_in, value.y_in) < 0:
            raise BadInputError("value", expected="a place on the table", got=at(value))

    def told(self, value: Spot) -> str:
        return self.says(f"{at(value)}, looking to {value.heading_deg:g} degrees")

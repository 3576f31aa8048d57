"""Holds the state of the table at one moment: what stands where, how surely, and since when."""

import math
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from rules.table.bad_input import BadInputError, on_one_line
from rules.table.shapes import Footprint, Point, ring_fault
from rules.table.units import Degrees, Inches, Seconds


def _number(
    value: float, where: str, *, least: float = -math.inf, expected: str = "a finite number"
) -> None:
    if not math.isfinite(value) or value < least:
        raise BadInputError(where, expected=expected, got=f"{value}")


def _at_least_zero(value: float, where: str, *, most: float = 1000.0) -> None:
    _number(value, where, least=0.0, expected="a number of at least 0")
    if value > most:
        raise BadInputError(where, expected=f"at most {most:g}", got=f"{value:g}")


_WIDEST: Final = 1e6
"""No variance is larger: a thousand inches, or degrees, squared."""
_PLAIN: Final = 1e-6
"""Share of what it would be without any correlation from which a determinant is no rounding."""
_NOTHING: Final = 1e-100
"""A product of two standard errors below which there is no error at all."""


def _name(value: str, where: str) -> None:
    on_one_line(value, where)
    if not value.strip():
        raise BadInputError(where, expected="a name", got=repr(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Covariance:
    """The error of a pose: x and y in inches, heading in degrees.

    ``xx`` is in square inches, ``xh`` in inch-degrees, ``hh`` in square degrees.
    """

    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0
    xh: float = 0.0
    yh: float = 0.0
    hh: float = 0.0

    def __post_init__(self) -> None:
        # Nearly every one is of these shapes, and there is nothing more to find.
        if self.xy == self.xh == self.yh == 0 and all(
            0 <= each <= _WIDEST for each in (self.xx, self.yy, self.hh)
        ):
            return
        if self._is_plainly_one():
            return
        for name in ("xx", "xy", "yy", "xh", "yh", "hh"):
            _number(getattr(self, name), name)
            if abs(getattr(self, name)) > _WIDEST:
                raise BadInputError(
                    name, expected=f"at most {_WIDEST:g}", got=f"{getattr(self, name):g}"
                )
        if not self._can_be_a_covariance():
            raise BadInputError(
                "covariance",
                expected="a positive semidefinite matrix of x, y and heading",
                got=f"[{self.xx}, {self.xy}, {self.yy}, {self.xh}, {self.yh}, {self.hh}]",
            )

    def _is_plainly_one(self) -> bool:
        """Whether all three leading minors say so with room for rounding.

        Cameras make thousands a second; what is not a number is never plainly one.
        """
        minor = self.xx * self.yy - self.xy * self.xy
        whole = (
            self.hh * minor
            + 2 * self.xy * self.xh * self.yh
            - self.xx * self.yh * self.yh
            - self.yy * self.xh * self.xh
        )
        return (
            0 < self.xx <= _WIDEST
            and 0 < self.yy <= _WIDEST
            and 0 < self.hh <= _WIDEST
            and minor > _PLAIN * self.xx * self.yy
            and whole > _PLAIN * self.xx * self.yy * self.hh
        )

    def _can_be_a_covariance(self) -> bool:
        """No variance is negative and no correlation impossible, but for rounding."""
        variances = (self.xx, self.yy, self.hh)
        pairs = ((self.xy, 0, 1), (self.xh, 0, 2), (self.yh, 1, 2))
        if min(variances) < 0:
            return False
        shares = []
        for shared, one, other in pairs:
            most = math.sqrt(variances[one]) * math.sqrt(variances[other])
            if abs(shared) > most * (1 + 1e-9) + _NOTHING:
                return False
            if most > _NOTHING:
                shares.append(max(-1.0, min(1.0, shared / most)))
        # A share too small to be told from rounding leaves the other two free.
        if len(shares) < len(pairs):
            return True
        xy, xh, yh = shares
        return 1 + 2 * xy * xh * yh - xy * xy - xh * xh - yh * yh >= -1e-9

    @classmethod
    def round(cls, sigma: Inches, heading_sigma: Degrees = Degrees(0.0)) -> "Covariance":
        """The same error in every direction.

        >>> Covariance.round(Inches(0.5)).yy
        0.25
        """
        _at_least_zero(sigma, "sigma_in")
        _at_least_zero(heading_sigma, "heading_sigma_deg")
        return cls(xx=sigma * sigma, yy=sigma * sigma, hh=heading_sigma * heading_sigma)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandsAt:
    """How high over the table a piece stands, as two cameras have measured its tag: by as much as
    that is higher than the roster says.
    """

    height: Inches
    sigma: Inches
    """One standard error, the roster's included."""

    def __post_init__(self) -> None:
        _number(self.height, "stands_in")
        if abs(self.height) > 1e3:
            got = f"{self.height:g}"
            raise BadInputError("stands_in", expected="a number up to a thousand", got=got)
        _at_least_zero(self.sigma, "stands_sigma_in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """Where a piece's own origin lies on the table, which way its front looks, and the error."""

    x: Inches
    y: Inches
    heading: Degrees = Degrees(0.0)
    covariance: Covariance = Covariance()
    stands: StandsAt | None = None
    """None where nobody has measured it, as under one camera."""

    def __post_init__(self) -> None:
        for name, value in (("x_in", self.x), ("y_in", self.y), ("heading_deg", self.heading)):
            _number(value, name)
            if abs(value) > 1e6:
                raise BadInputError(name, expected="a number up to a million", got=f"{value:g}")


class PieceState(StrEnum):
    """What the camera knows of a piece."""

    SEEN = "seen"
    MOVING = "moving"
    HIDDEN = "hidden"
    LOST = "lost"
    DECLARED = "declared"
    """Not seen, but a player vouches for the pose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One tagged thing that moves, as it stands now."""

    id: str
    footprint: Footprint
    pose: Pose | None
    side: str = ""
    kind: str = ""
    state: PieceState = PieceState.SEEN
    age: Seconds = Seconds(0.0)
    """How long ago the pose was last seen."""
    declared_by: str | None = None
    face: str = ""
    """Which of its faces is up, by name; empty where it has one only, or nobody says."""

    def __post_init__(self) -> None:
        _name(self.id, "id")
        on_one_line(self.side, "side")
        on_one_line(self.kind, "kind")
        on_one_line(self.face, "face")
        if self.declared_by is not None:
            _name(self.declared_by, "declared_by")
        _at_least_zero(self.age, "age_s", most=1e9)
        if self.pose is None and self.state is not PieceState.LOST:
            raise BadInputError("pose", expected=f"a pose for a {self.state} piece", got="none")
        if (self.state is PieceState.DECLARED) != (self.declared_by is not None):
            raise BadInputError(
                "declared_by",
                expected="who vouches for a declared piece, and for no other",
                got=f"{self.declared_by!r} for a {self.state} piece",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A footprint of ground on the table; the outline belongs to it."""

    id: str
    kind: str
    outline: tuple[Point, ...]
    height: Inches = Inches(0.0)
    sigma: Inches = Inches(0.0)
    """Standard error of the outline's place."""

    def __post_init__(self) -> None:
        _name(self.id, "id")
        _name(self.kind, "kind")
        _at_least_zero(self.height, "height_in")
        _at_least_zero(self.sigma, "sigma_in")
        if fault := ring_fault(self.outline):
            raise BadInputError("outline_in", expected="a simple outline", got=fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """The table from its south-west corner: ``width`` to the east, ``depth`` to the north."""

    width: Inches
    depth: Inches

    def __post_init__(self) -> None:
        for name, value in (("width_in", self.width), ("depth_in", self.depth)):
            if not 1 <= value <= 1000:
                raise BadInputError(name, expected="1 to 1000 inches", got=f"{value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedError:
    """The error that all poses of a snapshot have in common, so that it never averages out."""

    scale: float = 0.0
    """Standard error of an inch as a share of it: 0.003 is 0.11 in over 36 in."""
    plane: Inches = Inches(0.0)
    """How far a wrong tilt of the measured plane shifts a table corner, one standard error."""

    def __post_init__(self) -> None:
        _at_least_zero(self.scale, "scale_sigma", most=1.0)
        _at_least_zero(self.plane, "plane_sigma_in")


class HealthState(StrEnum):
    """The state of the camera; only a live one may be ruled by."""

    LIVE = "live"
    STALE = "stale"
    FROZEN = "frozen"
    LOST = "lost"
    WRONG_CAMERA = "wrong camera"
    WRONG_SCALE = "wrong scale"
    """The print that everything is measured by is too large or too small."""
    TOO_DARK = "too dark"
    BLURRED = "blurred"
    MOVED = "moved"
    BUSY = "busy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The camera's state and what a player should know of it."""

    state: HealthState = HealthState.LIVE
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The numbered, frozen state of the table."""

    table: TableSize
    pieces: tuple[Piece, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    number: int = 0
    shared: SharedError = SharedError()
    health: Health = Health()
    _places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.number < 2**63:
            raise BadInputError("number", expected="0 to 2^63", got=f"{self.number}"[:40])
        _unique((piece.id for piece in self.pieces), "pieces")
        _unique((area.id for area in self.terrain), "terrain")
        for index, piece in enumerate(self.pieces):
            _piece_on_table(piece, self.table, where=f"pieces[{index}]")
        for index, area in enumerate(self.terrain):
            _terrain_on_table(area, self.table, where=f"terrain[{index}]")
        places = {piece.id: index for index, piece in enumerate(self.pieces)}
        object.__setattr__(self, "_places", places)

    def piece(self, piece_id: str) -> Piece:
        """The piece of that id; a KeyError's text names the ids there are."""
        if piece_id not in self._places:
            known = ", ".join(self._places) or "none"
            raise KeyError(f"no piece {piece_id!r} on the table; there are: {known}")
        return self.pieces[self._places[piece_id]]

    def without(self, ids: AbstractSet[str]) -> "Snapshot":
        """The same snapshot, number and all, without these pieces; itself where it has none."""
        pieces = tuple(piece for piece in self.pieces if piece.id not in ids)
        if len(pieces) == len(self.pieces):
            return self
        # What was checked once is not checked again.
        rest = copy(self)
        object.__setattr__(rest, "pieces", pieces)
        places = {piece.id: index for index, piece in enumerate(pieces)}
        object.__setattr__(rest, "_places", places)
        return rest

    def moved(self, piece: Piece) -> "Snapshot":
        """The next snapshot, in which this piece takes the place of the one with its id."""
        self.piece(piece.id)
        at = self._places[piece.id]
        _piece_on_table(piece, self.table, where=f"pieces[{at}]")
        # Only the moved piece needs checking, so the copy skips the checks of the whole table.
        following = copy(self)
        pieces = (*self.pieces[:at], piece, *self.pieces[at + 1 :])
        object.__setattr__(following, "pieces", pieces)
        object.__setattr__(following, "number", self.number + 1)
        return following


def _unique(ids: Iterable[str], where: str) -> None:
    seen: dict[str, int] = {}
    for index, name in enumerate(ids):
        if name in seen:
            raise BadInputError(
                f"{where}[{index}].id",
                expected="an id of its own",
                got=f"{name!r}, which {where}[{seen[name]}] has already",
            )
        seen[name] = index


def _piece_on_table(piece: Piece, table: TableSize, *, where: str) -> None:
    if piece.pose is None:
        return
    for name, value, most in (
        ("x_in", piece.pose.x, table.width),
        ("y_in", piece.pose.y, table.depth),
    ):
        if not 0 <= value <= most:
            raise BadInputError(
                f"{where}.pose.{name}",
                expected=f"0 to {most:g}, on the table",
                got=f"{value:g} for {piece.id!r}",
            )


def _terrain_on_table(area: Terrain, table: TableSize, *, where: str) -> None:
    x, y = area.outline[0]
    if 0 <= x <= table.width and 0 <= y <= table.depth:
        return
    for axis, name, most in ((0, "x", table.width), (1, "y", table.depth)):
        least_seen = min(point[axis] for point in area.outline)
        most_seen = max(point[axis] for point in area.outline)
        if most_seen < 0 or least_seen > most:
            raise BadInputError(
                f"{where}.outline_in",
                expected=f"an outline on the table ({name} from 0 to {most:g})",
                got=f"{name} from {least_seen:g} to {most_seen:g} for {area.id!r}",
            )

"""Reads and writes snapshots as JSON, for files that people and programs exchange.

Written numbers are read back bit for bit. Only the format, the table and each piece's id,
footprint, x and y are needed; everything else has a default, so that a file can be typed by hand.
"""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeVar

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import footprint_from_text
from rules.table.files.strict_json import Fields, items, number, parse, string, whole
from rules.table.shapes import Disc, Footprint, Point, Polygon, Rectangle
from rules.table.snapshot import (
    Covariance,
    Health,
    HealthState,
    Piece,
    PieceState,
    Pose,
    SharedError,
    Snapshot,
    StandsAt,
    TableSize,
    Terrain,
)
from rules.table.units import Degrees, Inches, Seconds

FORMAT: Final = "paper-umpire/snapshot/1"

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


def snapshot_from_json(text: str) -> Snapshot:
    """Read a snapshot; a BadInputError names the field that is wrong."""
    return read_snapshot(parse(text, what="snapshot"), "")


def read_snapshot(value: object, where: str) -> Snapshot:
    """A snapshot inside a larger JSON value."""
    fields = Fields(value, where)
    form = fields.must("format", string)
    if form != FORMAT:
        raise BadInputError(fields.at("format"), expected=repr(FORMAT), got=repr(form))
    table = fields.must("table", _table)
    number_ = fields.may("number", whole, default=0)
    pieces: tuple[Piece, ...] = fields.may("pieces", _each(_piece), default=())
    terrain: tuple[Terrain, ...] = fields.may("terrain", _each(_terrain), default=())
    shared = fields.may("shared", _shared, default=SharedError())
    health = fields.may("health", _health, default=Health())
    fields.done()
    return _made(
        where,
        lambda: Snapshot(
            table=table,
            number=number_,
            pieces=pieces,
            terrain=terrain,
            shared=shared,
            health=health,
        ),
    )


def snapshot_to_json(snapshot: Snapshot, *, indent: int | None = 2) -> str:
    """Write a snapshot so that it reads back as the same value."""
    return json.dumps(written_snapshot(snapshot), indent=indent, ensure_ascii=False)


def written_snapshot(snapshot: Snapshot) -> dict[str, object]:
    """A snapshot as plain JSON values."""
    return {
        "format": FORMAT,
        "number": snapshot.number,
        "table": {"width_in": snapshot.table.width, "depth_in": snapshot.table.depth},
        "pieces": [_written_piece(piece) for piece in snapshot.pieces],
        "terrain": [
            {
                "id": area.id,
                "kind": area.kind,
                "outline_in": [list(corner) for corner in area.outline],
                "height_in": area.height,
                "sigma_in": area.sigma,
            }
            for area in snapshot.terrain
        ],
        "shared": {"scale_sigma": snapshot.shared.scale, "plane_sigma_in": snapshot.shared.plane},
        "health": {"state": snapshot.health.state.value, "note": snapshot.health.note},
    }


def _written_piece(piece: Piece) -> dict[str, object]:
    face = {"face": piece.face} if piece.face else {}
    return {
        "id": piece.id,
        "side": piece.side,
        "kind": piece.kind,
        "footprint": written_footprint(piece.footprint),
        "pose": None if piece.pose is None else _written_pose(piece.pose),
        "state": piece.state.value,
        "age_s": piece.age,
        "declared_by": piece.declared_by,
        **face,
    }


def _written_pose(pose: Pose) -> dict[str, object]:
    c, stands = pose.covariance, pose.stands
    at = {"stands_in": stands.height, "stands_sigma_in": stands.sigma} if stands else {}
    return {
        "x_in": pose.x,
        "y_in": pose.y,
        "heading_deg": pose.heading,
        "covariance": [c.xx, c.xy, c.yy, c.xh, c.yh, c.hh],
        **at,
    }


def written_footprint(footprint: Footprint) -> dict[str, object]:
    """A footprint as plain JSON values."""
    match footprint:
        case Disc(radius=radius):
            return {"disc": {"radius_in": radius}}
        case Rectangle(length=length, width=width):
            return {"rectangle": {"length_in": length, "width_in": width}}
        case Polygon(vertices=vertices):
            return {"polygon": [list(vertex) for vertex in vertices]}


def _made(where: str, make: Callable[[], T]) -> T:
    """Build a value; what the value itself refuses is reported from where it was read."""
    try:
        return make()
    except BadInputError as error:
        raise (error.inside(where) if where else error) from None


def _each(read: Callable[[object, str], T]) -> Callable[[object, str], tuple[T, ...]]:
    def read_all(value: object, where: str) -> tuple[T, ...]:
        found = items(value, where)
        return tuple(read(item, f"{where}[{index}]") for index, item in enumerate(found))

    return read_all


def _one_of(kind: type[E]) -> Callable[[object, str], E]:
    def read(value: object, where: str) -> E:
        text = string(value, where)
        if text not in list(kind):
            raise BadInputError(where, expected="one of " + ", ".join(kind), got=repr(text))
        return kind(text)

    return read


def _inches(value: object, where: str) -> Inches:
    return Inches(number(value, where))


def _point(value: object, where: str) -> Point:
    pair = items(value, where)
    if len(pair) != 2:
        raise BadInputError(where, expected="x and y", got=f"{len(pair)} values")
    return _inches(pair[0], f"{where}[0]"), _inches(pair[1], f"{where}[1]")


def _table(value: object, where: str) -> TableSize:
    fields = Fields(value, where)
    width, depth = fields.must("width_in", _inches), fields.must("depth_in", _inches)
    fields.done()
    return _made(where, lambda: TableSize(width=width, depth=depth))


def read_footprint(value: object, where: str) -> Footprint:
    """A footprint as a roster has it, `disc 1.2`; or an object, as programs write it.

    >>> read_footprint("disc 1.2", "footprint") == read_footprint(
    ...     {"disc": {"radius_in": 0.6}}, "footprint"
    ... )
    True
    """
    if isinstance(value, str):
        return footprint_from_text(value, where)
    fields = Fields(value, where)
    shapes: list[Footprint] = []
    for name, read in (("disc", _disc), ("rectangle", _rectangle), ("polygon", _polygon)):
        if fields.has(name):
            shapes.append(fields.must(name, read))
    fields.done()
    if len(shapes) != 1:
        raise BadInputError(
            where, expected="one of disc, rectangle, polygon", got=f"{len(shapes)} of them"
        )
    return shapes[0]


def _disc(value: object, where: str) -> Footprint:
    fields = Fields(value, where)
    radius = fields.must("radius_in", _inches)
    fields.done()
    return _made(where, lambda: Disc(radius=radius))


def _rectangle(value: object, where: str) -> Footprint:
    fields = Fields(value, where)
    length, width = fields.must("length_in", _inches), fields.must("width_in", _inches)
    fields.done()
    return _made(where, lambda: Rectangle(length=length, width=width))


def _polygon(value: object, where: str) -> Footprint:
    vertices = _each(_point)(value, where)
    outer = where.rpartition(".")[0]
    return _made(outer, lambda: Polygon(vertices=vertices))


def _pose(value: object, where: str) -> Pose | None:
    if value is None:
        return None
    fields = Fields(value, where)
    x, y = fields.must("x_in", _inches), fields.must("y_in", _inches)
    heading = Degrees(fields.may("heading_deg", number, default=0.0))
    covariance = _covariance(fields)
    stands = _stands(fields)
    fields.done()
    return _made(
        where, lambda: Pose(x=x, y=y, heading=heading, covariance=covariance, stands=stands)
    )


def _stands(fields: Fields) -> StandsAt | None:
    if not fields.has("stands_in") and not fields.has("stands_sigma_in"):
        return None
    height, sigma = fields.must("stands_in", _inches), fields.must("stands_sigma_in", _inches)
    return _made(fields.where, lambda: StandsAt(height=height, sigma=sigma))


def _covariance(fields: Fields) -> Covariance:
    """Either the six numbers, or one error for all directions and one for the heading."""
    sigma = fields.may("sigma_in", _inches, default=Inches(0.0))
    heading = Degrees(fields.may("heading_sigma_deg", number, default=0.0))
    if not fields.has("covariance"):
        return _made(fields.where, lambda: Covariance.round(sigma, heading))
    if fields.has("sigma_in") or fields.has("heading_sigma_deg"):
        raise BadInputError(fields.at("covariance"), expected="either this or sigma_in", got="both")
    six = fields.must("covariance", _each(number))
    if len(six) != 6:
        raise BadInputError(
            fields.at("covariance"),
            expected="six numbers: xx, xy, yy, xh, yh, hh",
            got=f"{len(six)}",
        )
    xx, xy, yy, xh, yh, hh = six
    return _made(fields.where, lambda: Covariance(xx=xx, xy=xy, yy=yy, xh=xh, yh=yh, hh=hh))


def _declared_by(value: object, where: str) -> str | None:
    return None if value is None else string(value, where)


def _piece(value: object, where: str) -> Piece:
    fields = Fields(value, where)
    name = fields.must("id", string)
    side = fields.may("side", string, default="")
    kind = fields.may("kind", string, default="")
    footprint = fields.must("footprint", read_footprint)
    state = fields.may("state", _one_of(PieceState), default=PieceState.SEEN)
    if state is PieceState.LOST:
        pose = fields.may("pose", _pose, default=None)
    else:
        pose = fields.must("pose", _pose)
    age = Seconds(fields.may("age_s", number, default=0.0))
    declared_by = fields.may("declared_by", _declared_by, default=None)
    face = fields.may("face", string, default="")
    fields.done()
    return _made(
        where,
        lambda: Piece(
            id=name,
            side=side,
            kind=kind,
            footprint=footprint,
            pose=pose,
            state=state,
            age=age,
            declared_by=declared_by,
            face=face,
        ),
    )


def _terrain(value: object, where: str) -> Terrain:
    fields = Fields(value, where)
    name, kind = fields.must("id", string), fields.must("kind", string)
    outline = fields.must("outline_in", _each(_point))
    height = fields.may("height_in", _inches, default=Inches(0.0))
    sigma = fields.may("sigma_in", _inches, default=Inches(0.0))
    fields.done()
    return _made(
        where,
        lambda: Terrain(id=name, kind=kind, outline=outline, height=height, sigma=sigma),
    )


def _shared(value: object, where: str) -> SharedError:
    fields = Fields(value, where)
    scale = fields.may("scale_sigma", number, default=0.0)
    plane = fields.may("plane_sigma_in", _inches, default=Inches(0.0))
    fields.done()
    return _made(where, lambda: SharedError(scale=scale, plane=plane))


def _health(value: object, where: str) -> Health:
    fields = Fields(value, where)
    state = fields.may("state", _one_of(HealthState), default=HealthState.LIVE)
    note = fields.may("note", string, default="")
    fields.done()
    return Health(state=state, note=note)

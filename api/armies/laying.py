"""Lays the pieces of a side out in its zone, in rows, as hands would: apart and on free ground."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import shapely

from rules.referee.toolkit.game import Seat
from rules.table.outlines.outline import place
from rules.table.roster import Entry
from rules.table.snapshot import Piece, Pose, Snapshot
from rules.table.units import Degrees, Inches

APART_IN: Final = 0.6
EDGE_IN: Final = 0.4
STEP_IN: Final = 0.5
OPEN_GROUND: Final = frozenset({"road", "hill", "bridge", "field", "felt"})
"""Kinds of terrain on which a piece may be laid without anybody having to say why."""
EDGES: Final = ("south", "north", "west", "east")
HEADINGS: Final[Mapping[str, float]] = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class LayingZone:
    """The strip of the table in which a side sets up."""

    edge: str
    depth: float

    def box(self, snapshot: Snapshot) -> shapely.Polygon:
        """What it takes of the table."""
        width, depth = float(snapshot.table.width), float(snapshot.table.depth)
        far = {
            "south": (0.0, 0.0, width, self.depth),
            "north": (0.0, depth - self.depth, width, depth),
            "west": (0.0, 0.0, self.depth, depth),
            "east": (width - self.depth, 0.0, width, depth),
        }[self.edge]
        return shapely.box(*far).buffer(-EDGE_IN)


def zones_of(
    shown: object, *, sides: Sequence[str], seats: Sequence[Seat], snapshot: Snapshot
) -> dict[str, LayingZone]:
    """Where each side sets up: as the game tells it, else in the third at its own edge."""
    told = shown if isinstance(shown, list) else []
    named = {seat.name: seat.sides[0] for seat in seats if seat.sides} | {s: s for s in sides}
    found: dict[str, LayingZone] = {}
    for zone in told:
        says = str(zone.get("says", ""))
        side = next((each for name, each in named.items() if says.startswith(f"{name} ")), None)
        if side is not None and zone.get("edge") in EDGES and side not in found:
            found[side] = LayingZone(edge=zone["edge"], depth=_depth(zone, snapshot))
    free = [edge for edge in EDGES if edge not in {each.edge for each in found.values()}]
    for side in sides:
        if side not in found and free:
            edge = free.pop(0)
            found[side] = LayingZone(edge=edge, depth=_depth({"edge": edge}, snapshot))
    return found


def laid_out(
    snapshot: Snapshot, entries: Iterable[Entry], *, zones: Mapping[str, LayingZone]
) -> tuple[Snapshot, tuple[str, ...]]:
    """The table with these pieces in the zones of their sides, and the ids of those that found no
    room. What lay on the table stays where it is.
    """
    pieces = list(snapshot.pieces)
    there = {each.id for each in pieces}
    taken = [_area_of(each) for each in pieces if each.pose]
    blocked = [
        shapely.Polygon(area.outline) for area in snapshot.terrain if area.kind not in OPEN_GROUND
    ]
    left: list[str] = []
    for entry in entries:
        zone = zones.get(entry.side)
        if entry.id in there or zone is None:
            continue
        found = _found_room(entry, zone=zone, snapshot=snapshot, taken=taken, blocked=blocked)
        if found is None:
            left.append(entry.id)
            continue
        taken.append(_area_of(found))
        pieces.append(found)
    if len(pieces) == len(snapshot.pieces):
        return snapshot, tuple(left)
    return replace(snapshot, pieces=tuple(pieces), number=snapshot.number + 1), tuple(left)


def _depth(zone: Mapping[str, object], snapshot: Snapshot) -> float:
    size = snapshot.table
    whole = float(size.depth if zone["edge"] in {"south", "north"} else size.width)
    depth = zone.get("depth_in")
    share = zone.get("depth_share")
    if isinstance(depth, int | float) and depth > 0:
        return float(depth)
    return whole * (float(share) if isinstance(share, int | float) and share > 0 else 1 / 3)


def _area_of(piece: Piece) -> shapely.Geometry:
    outline = place(piece)
    return shapely.buffer(outline.core(), outline.radius)


def _found_room(
    entry: Entry,
    *,
    zone: LayingZone,
    snapshot: Snapshot,
    taken: Sequence[shapely.Geometry],
    blocked: Sequence[shapely.Polygon],
) -> Piece | None:
    box = zone.box(snapshot)
    for x, y in _spots(box, edge=zone.edge):
        pose = Pose(x=Inches(x), y=Inches(y), heading=Degrees(HEADINGS[zone.edge]))
        piece = Piece(
            id=entry.id, footprint=entry.footprint, pose=pose, side=entry.side, kind=entry.kind
        )
        area = _area_of(piece)
        if not box.contains(area) or any(each.intersects(area) for each in blocked):
            continue
        if all(shapely.distance(area, each) >= APART_IN for each in taken):
            return piece
    return None


def _spots(box: shapely.Polygon, *, edge: str) -> Iterator[tuple[float, float]]:
    """From the middle of the front row outwards, then the rows behind it."""
    west, south, east, north = box.bounds
    across, deep = (east - west, north - south)
    if edge in {"west", "east"}:
        across, deep = deep, across
    for row in range(int(deep / STEP_IN) + 1):
        for step in range(int(across / STEP_IN) + 1):
            aside = STEP_IN * ((step + 1) // 2) * (1 if step % 2 else -1)
            along, back = across / 2 + aside, deep - row * STEP_IN
            if edge == "south":
                yield west + along, south + back
            elif edge == "north":
                yield west + along, north - back
            elif edge == "west":
                yield west + back, south + along
            else:
                yield east - back, south + along

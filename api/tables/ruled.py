"""Moves the pieces of a table without a camera to where the rulings of a battle have them.

A place that is typed, an override that was agreed on, a take-back: whatever changes where a unit
is, changes the one table that the map, measuring and the next ruling read. A piece that stands
there already, since it was dragged before, stays as it is.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from api.tables.held import HeldTable, RulingFollowed
from rules.referee.script.script_lines import TableEdited
from rules.referee.script.script_table import edited
from rules.referee.toolkit.spots import RuledPlace, RuledPlaces, Spot, at, shown_spot
from rules.table.bad_input import BadInputError
from rules.table.roster import Roster
from rules.table.snapshot import Piece, PieceState, Snapshot

SAME_IN: Final = 0.02
SAME_DEG: Final = 0.5
"""A piece that is this near to its place, and looks this nearly the same way, is left alone."""
SEEN_IN: Final = 0.4
SEEN_DEG: Final = 12.0
"""Hands put paper down no nearer than this; what a camera sees so near is where it was to go."""
RING_IN: Final = 1.2
"""How far from their middle figures are laid that were not on the table."""
BEHIND_IN: Final = 1.5
"""How far apart a gun and its crew are laid that were not on the table."""

Put = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """How near a piece has to be to its place to be left alone."""

    inches: float
    degrees: float


SAME: Final = Nearness(inches=SAME_IN, degrees=SAME_DEG)


def followed(
    held: HeldTable, moved: RuledPlaces, *, roster: Roster, by: RulingFollowed
) -> tuple[HeldTable, tuple[str, ...]]:
    """The table after a ruling put units somewhere and took others off, all in one snapshot; and
    in words what the table could not take.
    """
    there = {piece.id: piece for piece in held.snapshot.pieces}
    put: list[Put] = []
    off: list[str] = []
    refused: list[str] = []
    for unit, place in moved.items():
        own_off, own_put = _off(place, there=there), _put(place, there=there)
        fault = _fault(held.snapshot, put=own_put, roster=roster) if own_put else ""
        if fault and place.spot is not None:
            refused.append(f"{unit} could not be put at {at(place.spot)}: {fault}")
        else:
            off += own_off
            put += own_put
    if not put and not off:
        return replace(held, follows=by), tuple(refused)
    line = TableEdited(move=tuple(put), take=tuple(off))
    return (
        replace(held, snapshot=edited(held.snapshot, line, roster=roster), follows=by),
        tuple(refused),
    )


def stands_as_ruled(snapshot: Snapshot, places: RuledPlaces) -> bool:
    """Whether every unit is where it was ruled to be."""
    there = {piece.id: piece for piece in snapshot.pieces}
    return not any(_off(each, there=there) or _put(each, there=there) for each in places.values())


def still_to_place(snapshot: Snapshot, places: Iterable[RuledPlace]) -> tuple[Put, ...]:
    """Where pieces have to be put that a camera does not see there yet."""
    there = {piece.id: piece for piece in snapshot.pieces if piece.state is not PieceState.LOST}
    near = Nearness(inches=SEEN_IN, degrees=SEEN_DEG)
    return tuple(put for place in places for put in _put(place, there=there, near=near))


def _fault(snapshot: Snapshot, *, put: Sequence[Put], roster: Roster) -> str:
    try:
        edited(snapshot, TableEdited(move=tuple(put)), roster=roster)
    except BadInputError as complaint:
        return str(complaint)
    return ""


def _off(place: RuledPlace, *, there: Mapping[str, Piece]) -> list[str]:
    """What of it has to leave the table."""
    return [name for name in place.pieces if name in there] if place.spot is None else []


def _put(place: RuledPlace, *, there: Mapping[str, Piece], near: Nearness = SAME) -> list[Put]:
    """Where its pieces have to go; what is not there yet comes from the army list."""
    spot = place.spot
    if spot is None:
        return []
    poses = {name: there[name].pose for name in place.pieces if name in there}
    known = {name: pose for name, pose in poses.items() if pose is not None}
    first, *others = place.pieces
    if not others:
        pose = known.get(first)
        if pose is not None and _is_there(
            spot, at=(pose.x, pose.y), heading=pose.heading, near=near
        ):
            return []
        return [{"id": first, **shown_spot(spot)}]
    leading = list(known.values()) if place.loose else [known[first]] if first in known else []
    if not leading:
        return _laid(place, spot)
    x, y = fmean(pose.x for pose in leading), fmean(pose.y for pose in leading)
    if _is_there(spot, at=(x, y), near=near):
        return []
    return [
        {"id": name, "x_in": pose.x + spot.x_in - x, "y_in": pose.y + spot.y_in - y}
        for name, pose in known.items()
    ]


def _laid(place: RuledPlace, spot: Spot) -> list[Put]:
    """A unit of several pieces none of which lies on the table: around or behind its place."""
    count, heading = len(place.pieces), spot.heading_deg
    found: list[Put] = []
    for number, name in enumerate(place.pieces):
        if place.loose:
            angle, far = math.radians(heading + 360.0 * number / count), RING_IN
        else:
            angle, far = math.radians(heading + 180.0), BEHIND_IN * number
        x, y = spot.x_in + far * math.cos(angle), spot.y_in + far * math.sin(angle)
        found.append({"id": name, "x_in": x, "y_in": y, "heading_deg": heading})
    return found


def _is_there(
    spot: Spot, *, at: tuple[float, float], near: Nearness, heading: float | None = None
) -> bool:
    turned = 0.0 if heading is None else abs(math.remainder(heading - spot.heading_deg, 360.0))
    return math.dist(at, (spot.x_in, spot.y_in)) <= near.inches and turned <= near.degrees

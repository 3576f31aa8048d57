"""Decides when the printed frame of a sheet is a wall itself: where lines were drawn up to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import shapely

from vision.sheets.bridging import Bridge, Bridged, BridgeKind
from vision.sheets.plan import SheetPlan
from vision.sheets.regions import Region, Spot, in_inches, in_pixels
from vision.sheets.strokes import Mask

REACH: Final = 0.21
"""Inches: what is drawn within 0.07 of the frame is not seen, and slips up to this width join
lines."""
AT_LETTER: Final = 0.38
"""Inches: the same at the printed N, on which no stroke is seen at all."""
ON_FRAME: Final = 0.12
"""Inches within which an edge of a room lies on the frame."""
PLAIN: Final = 0.9
"""Share of its hull that a room fills; what reaches around others is likelier the outside."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Framed:
    """What the frame makes of a drawing."""

    joints: Bridged
    wall: Mask
    """Everything that separates one region from another, with the frame."""


def frame_of(plan: SheetPlan) -> shapely.LinearRing:
    """The printed frame, in inches."""
    wide, deep = plan.width_in, plan.depth_in
    return shapely.LinearRing([(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)])


def framed(wall: Mask, joints: Bridged, *, plan: SheetPlan) -> Framed | None:
    """The drawing closed by the frame; None where no line leads up to it."""
    frame = frame_of(plan)
    bridges: list[Bridge] = []
    loose: list[tuple[float, float]] = []
    for end in joints.loose:
        x, y = in_inches(np.array([end]), plan)[0]
        point = shapely.Point(float(x), float(y))
        at_letter = abs(point.x - plan.width_in / 2) < REACH and point.y > plan.depth_in / 2
        if float(shapely.distance(frame, point)) > (AT_LETTER if at_letter else REACH):
            loose.append(end)
            continue
        met = frame.interpolate(frame.project(point))
        to = in_pixels(np.array([(met.x, met.y)]), plan)[0]
        spot = (float(to[0]), float(to[1]))
        bridges.append(Bridge(start=end, end=spot, kind=BridgeKind.SLIP, to_end=False))
    if not bridges:
        return None
    drawn = wall.astype(np.uint8)
    for bridge in bridges:
        ends = [tuple(round(each) for each in spot) for spot in (bridge.start, bridge.end)]
        cv2.line(drawn, ends[0], ends[1], 1, 3)
    corners = in_pixels(np.array(frame.coords)[:-1], plan)
    cv2.polylines(drawn, [np.round(corners).astype(np.int32)], isClosed=True, color=1, thickness=5)
    every = (*joints.bridges, *bridges)
    return Framed(joints=replace(joints, bridges=every, loose=tuple(loose)), wall=drawn > 0)


def rooms_within(
    regions: Sequence[Region], *, plan: SheetPlan
) -> tuple[tuple[Region, ...], tuple[tuple[int, str], ...]]:
    """The regions that may be rooms, and by number what is to be asked of them.

    What has other regions in its middle is the outside; so is the only region at the frame.
    """
    around = [_reaches_around(each, regions) for each in regions]
    at_frame = [_is_at(each, plan) for each in regions]
    if sum(at_frame) < 2:
        return tuple(r for r, at in zip(regions, at_frame, strict=True) if not at), ()
    rooms = tuple(r for r, is_around in zip(regions, around, strict=True) if not is_around)
    return rooms, tuple(_asked(rooms, any(around), plan=plan))


def _asked(
    rooms: tuple[Region, ...], is_around: object, *, plan: SheetPlan
) -> Iterator[tuple[int, str]]:
    edge = [number for number, room in enumerate(rooms) if _is_at(room, plan)]
    if is_around:
        yield 0, "what lies around rooms was taken for the outside: is it?"
    if all(_is_plain(rooms[number]) for number in edge):
        said = "lines run up to the printed frame: is each region at the frame a room?"
        yield from ((number, said) for number in edge[:1])
        return
    for number in edge:
        yield number, "it reaches up to the printed frame: is it a room, or the outside?"


def _reaches_around(region: Region, regions: Sequence[Region]) -> bool:
    inside = (shapely.Point(other.middle) for other in regions if other is not region)
    return any(bool(shapely.contains(region.shape, point)) for point in inside)


def _is_plain(region: Region) -> bool:
    return bool(region.shape.area >= PLAIN * region.shape.convex_hull.area)


def _is_at(region: Region, plan: SheetPlan) -> bool:
    near = frame_of(plan).buffer(ON_FRAME)
    shared = shapely.intersection(region.shape.exterior, near)
    return bool(shared.length > 4 * ON_FRAME)


def lies_on_frame(line: tuple[Spot, ...], plan: SheetPlan) -> bool:
    """Whether a wall is a piece of the frame."""
    near = frame_of(plan).buffer(ON_FRAME)
    return bool(shapely.covers(near, shapely.LineString(line)))

"""Reads a drawing on a tagged sheet: rooms, the walls between them, and every doubt.

Nothing is guessed in silence. What was not read with certainty is reported for its wall or room,
and people decide what is right.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
import shapely

from vision.sheets.bridging import Bridge, Bridged, BridgeKind, barrier, bridged, faced
from vision.sheets.found_sheet import FoundSheet, find_sheet, straightened
from vision.sheets.frame import framed, lies_on_frame, rooms_within
from vision.sheets.letters import is_letter, named
from vision.sheets.marks import FREE_IN, FreeMark, marks_on, without_marks
from vision.sheets.plan import SheetPlan
from vision.sheets.regions import (
    Border,
    Region,
    Spot,
    borders_of,
    in_inches,
    regions_of,
)
from vision.sheets.squared_paper import has_lines, shows_lines
from vision.sheets.stray_lines import faint, unbound
from vision.sheets.strokes import Strokes, strokes_on
from vision.sheets.wall_lines import Lines, lines_along
from vision.sighting import Grey

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
LEAST_WALL: Final = 0.5
"""Inches that two rooms share at least, to be next to each other."""
NEARLY: Final = 0.3
"""Inches: what is shared beyond this and is still no wall, or only just one, is reported."""
SMALL_RADIUS: Final = 0.33
"""Inches: a room so small may be two lines of one wall, far apart."""
TOO_FAINT: Final = 0.09
"""Share of the light: strokes fainter than this are not told from the paper."""


SQUARED: Final = (
    "the paper is squared or ruled, and its lines are not told from walls: draw on blank paper"
)


class WallStroke(StrEnum):
    """How a wall was drawn."""

    OPENING = "opening"
    SINGLE = "single"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRoom:
    """A room, in inches of the sheet."""

    name: str
    outline: tuple[Spot, ...]
    middle: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadWall:
    """A wall between two rooms, or between a room and a side: out-N, out-E, out-S, out-W."""

    name: str
    one: str
    other: str
    line: tuple[Spot, ...]
    state: WallStroke


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDoubt:
    """Something that was not read with certainty."""

    subject: str
    """A wall or a room, by its name."""
    says: str
    at: Spot


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """What is drawn on a sheet."""

    sheet: FoundSheet
    rooms: tuple[ReadRoom, ...]
    walls: tuple[ReadWall, ...]
    doubts: tuple[SheetDoubt, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReading:
    """Why nothing was read, and what to do."""

    says: str


def read_sheet(picture: Grey, plan: SheetPlan) -> Reading | NoReading:
    """Read the drawing on the sheet in a grey picture."""
    found = find_sheet(picture, plan)
    if not isinstance(found, FoundSheet):
        return NoReading(says=SQUARED if shows_lines(picture) else found.says)
    view = straightened(picture, found)
    strokes = strokes_on(view, plan)
    if has_lines(strokes.dark):
        return NoReading(says=SQUARED)
    if not strokes.sure.any():
        return NoReading(says="nothing is drawn on the sheet, or it is too faint to be seen")
    if strokes.usual < TOO_FAINT:
        return NoReading(
            says="the lines are too faint to be told from the paper: draw them over, or give light"
        )
    marks, strokes, joints = _written(strokes)
    regions, joints, asked = _regions(strokes, joints, plan=plan)
    if not regions:
        return NoReading(says="no line on the sheet closes a room: look for gaps at the corners")
    if len(regions) > len(LETTERS):
        return NoReading(says=f"{len(regions)} closed regions are on the sheet; 26 have letters")
    names, unsure = _room_names(regions, marks, plan=plan)
    reading = _told(found, regions, strokes=strokes, joints=joints, names=names)
    doubts = [
        SheetDoubt(subject=names[number], says=says, at=regions[number].middle)
        for number, says in (*asked, *unsure)
    ]
    return replace(reading, doubts=_once([*doubts, *reading.doubts]))


def _written(strokes: Strokes) -> tuple[tuple[FreeMark, ...], Strokes, Bridged]:
    """What stands free in rooms, the lines without it, and where these go on."""
    found = tuple(m for m in marks_on(strokes) if m.gap_in > FREE_IN or is_letter(m))
    lines = without_marks(strokes, found)
    joints = bridged(lines)
    # A line looks at it: it is a piece of wall between two openings, and no letter.
    marks = tuple(mark for mark in found if not faced(joints, mark.whole))
    if len(marks) == len(found):
        return marks, lines, joints
    lines = without_marks(strokes, marks)
    return marks, lines, bridged(lines)


def _room_names(
    regions: tuple[Region, ...], marks: Sequence[FreeMark], *, plan: SheetPlan
) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """The letters that are written into rooms, then those left over; and what is to be asked."""
    inside: dict[int, list[FreeMark]] = {}
    for mark in marks:
        (spot,) = in_inches(np.array([mark.middle]), plan)
        point = shapely.Point(spot)
        room = next(
            (n for n, each in enumerate(regions) if shapely.contains(each.shape, point)), None
        )
        if room is not None:
            inside.setdefault(room, []).append(mark)
    letters = named(inside, count=len(regions))
    left = [each for each in LETTERS if each not in letters.names.values()]
    names = tuple(letters.names.get(n) or left.pop(0) for n in range(len(regions)))
    return names, tuple(letters.doubts.items())


def _regions(
    strokes: Strokes, joints: Bridged, *, plan: SheetPlan
) -> tuple[tuple[Region, ...], Bridged, tuple[tuple[int, str], ...]]:
    """The rooms, closed by the frame where lines lead up to it, and what is to be asked of them."""
    wall = barrier(strokes, joints)
    closed = framed(wall, joints, plan=plan)
    if closed is not None:
        regions, asked = rooms_within(regions_of(closed.wall, plan), plan=plan)
        if asked:
            return regions, closed.joints, asked
    return regions_of(wall, plan), joints, ()


def _told(
    sheet: FoundSheet,
    regions: tuple[Region, ...],
    *,
    strokes: Strokes,
    joints: Bridged,
    names: tuple[str, ...],
) -> Reading:
    plan = sheet.plan
    rooms = tuple(
        ReadRoom(name=name, outline=region.outline, middle=region.middle)
        for name, region in zip(names, regions, strict=True)
    )
    borders = borders_of(regions, least_in=LEAST_WALL)
    walls: list[ReadWall] = []
    doubts: list[SheetDoubt] = []
    crossed = [[b for b in joints.bridges if _lies_on(b, each, plan=plan)] for each in borders]
    shared = {b for b, count in Counter(b for each in crossed for b in each).items() if count > 1}
    for border, on_it, name in zip(borders, crossed, _names(borders, names), strict=True):
        lines = lines_along(border.line, strokes=strokes, plan=plan)
        state = _state(lines, on_it)
        one, other = _places(border, names)
        walls.append(ReadWall(name=name, one=one, other=other, line=border.line, state=state))
        if lies_on_frame(border.line, plan):
            doubts += _frame_doubts(border, name, lines=lines)
        else:
            doubts += _wall_doubts(border, name, lines=lines, bridges=on_it)
            doubts += _corner_doubts(border, name, bridges=shared.intersection(on_it))
    doubts += _room_doubts(regions, strokes=strokes, joints=joints, plan=plan, names=names)
    notes = tuple(f"tag {number} was not seen; three are enough" for number in sheet.missing)
    return Reading(sheet=sheet, rooms=rooms, walls=tuple(walls), doubts=_once(doubts), notes=notes)


def _places(border: Border, names: Sequence[str]) -> tuple[str, str]:
    """What lies on both sides: two rooms by the order of their letters, or a room and a side."""
    one, other = names[border.one], border.other
    if not isinstance(other, int):
        return one, f"out-{other}"
    first, second = sorted((one, names[other]))
    return first, second


def _names(borders: Sequence[Border], rooms: Sequence[str]) -> tuple[str, ...]:
    """Each wall by its two sides; further pieces between the same two are numbered."""
    counts: dict[str, int] = {}
    found = []
    for border in borders:
        one, other = _places(border, rooms)
        name = f"{one}|{other}"
        counts[name] = counts.get(name, 0) + 1
        found.append(name if counts[name] == 1 else f"{name}#{counts[name]}")
    return tuple(found)


def _once(doubts: Sequence[SheetDoubt]) -> tuple[SheetDoubt, ...]:
    """One doubt for each wall or room: the first says enough to look there."""
    return tuple({doubt.subject: doubt for doubt in reversed(doubts)}.values())[::-1]


# --- walls ---------------------------------------------------------------------------------------

ON_WALL: Final = 0.13
"""Inches from a wall's middle line within which a bridge belongs to it."""
FAINT_WALL: Final = 0.5
"""Share of the usual stroke's darkness below which a wall may have been rubbed out."""
MOSTLY: Final = 0.6
HARDLY: Final = 0.22
SHORT_WALL: Final = 0.6
"""Inches of line that are surely more than a letter that touches a wall."""
STEM: Final = 0.28
"""Inches from the end of a line at an opening, without a junction, that letters do not have."""


def _lies_on(bridge: Bridge, border: Border, *, plan: SheetPlan) -> bool:
    ends = in_inches(np.array([bridge.start, bridge.end]), plan)
    middle = shapely.Point(ends.mean(axis=0))
    return bool(shapely.distance(shapely.LineString(border.line), middle) <= ON_WALL)


def _state(lines: Lines, bridges: Sequence[Bridge]) -> WallStroke:
    if any(bridge.kind is BridgeKind.OPENING for bridge in bridges):
        return WallStroke.OPENING
    return WallStroke.DOUBLE if lines.double >= 0.5 else WallStroke.SINGLE


def _wall_doubts(
    border: Border, name: str, *, lines: Lines, bridges: Sequence[Bridge]
) -> Iterator[SheetDoubt]:
    at = border.line[len(border.line) // 2]
    for bridge in bridges:
        if bridge.kind is BridgeKind.UNSURE:
            gap = f"a gap of {bridge.long_in:.2f} in"
            yield SheetDoubt(subject=name, says=f"{gap} is a slip, or an opening", at=at)
    openings = [bridge for bridge in bridges if bridge.kind is BridgeKind.OPENING]
    opened = bool(openings)
    drawn_in = border.long_in - sum(bridge.long_in for bridge in openings)
    if drawn_in < SHORT_WALL and any(bridge.stem_in < STEM for bridge in openings):
        said = "the little that is drawn of it may be a letter that touches a wall"
        yield SheetDoubt(subject=name, says=said, at=at)
    if HARDLY < lines.double < MOSTLY:
        yield SheetDoubt(subject=name, says="it has a second line for a part of it only", at=at)
    elif opened and lines.double >= MOSTLY:
        yield SheetDoubt(subject=name, says="it has two lines and an opening", at=at)
    if lines.close > HARDLY:
        said = "its two lines are so near that they may be one drawn twice"
        yield SheetDoubt(subject=name, says=said, at=at)
    if not opened and lines.none > 0.3 and not bridges:
        yield SheetDoubt(subject=name, says="a part of it was not seen", at=at)
    if not opened and lines.dark < FAINT_WALL:
        yield SheetDoubt(
            subject=name, says="it is fainter than the others: drawn, or rubbed out?", at=at
        )
    if not border.clear:
        yield SheetDoubt(subject=name, says="it runs aslant: say which side it looks to", at=at)


def _corner_doubts(border: Border, name: str, *, bridges: set[Bridge]) -> Iterator[SheetDoubt]:
    """One opening at a corner, on the lines of two walls, is that of one of them."""
    if any(bridge.kind is BridgeKind.OPENING for bridge in bridges):
        said = "the opening at its corner may be that of the wall beside it"
        yield SheetDoubt(subject=name, says=said, at=border.line[len(border.line) // 2])


def _frame_doubts(border: Border, name: str, *, lines: Lines) -> Iterator[SheetDoubt]:
    """The frame is printed, and never open; a line beside it may have been meant as a second."""
    if lines.none < 1 - HARDLY:
        said = "a line runs along the printed frame: is it a second one?"
        yield SheetDoubt(subject=name, says=said, at=border.line[len(border.line) // 2])


# --- rooms ---------------------------------------------------------------------------------------


def _room_doubts(
    regions: tuple[Region, ...],
    *,
    strokes: Strokes,
    joints: Bridged,
    plan: SheetPlan,
    names: Sequence[str],
) -> Iterator[SheetDoubt]:
    for n, region in enumerate(regions):
        if region.radius_in < SMALL_RADIUS:
            said = "it is so small that it may be the space within a wall"
            yield SheetDoubt(subject=names[n], says=said, at=region.middle)
        elif _has_strip(region):
            said = "a part of it is so narrow that it may be the space within a wall"
            yield SheetDoubt(subject=names[n], says=said, at=region.middle)
    for border in borders_of(regions, least_in=NEARLY):
        inner = isinstance(border.other, int)
        if inner and border.long_in < LEAST_WALL + (LEAST_WALL - NEARLY):
            one, other = _places(border, names)
            said = f"it shares {border.long_in:.1f} in with {other}: is that a wall or a corner?"
            yield SheetDoubt(subject=one, says=said, at=border.line[0])
    for spot in in_inches(np.array(joints.loose).reshape(-1, 2), plan):
        room = _nearest(regions, (float(spot[0]), float(spot[1])))
        said = "a line ends in it or beside it and leads nowhere"
        yield SheetDoubt(subject=names[room], says=said, at=(float(spot[0]), float(spot[1])))
    for spot in unbound(regions, strokes=strokes, plan=plan):
        said = "a line beside it bounds no room: is there a gap in one?"
        yield SheetDoubt(subject=names[_nearest(regions, spot)], says=said, at=spot)
    for spot in faint(strokes, plan):
        said = "a faint line lies in it: drawn, or rubbed out?"
        yield SheetDoubt(subject=names[_nearest(regions, spot)], says=said, at=spot)


STRIP_IN: Final = 0.3
"""Inches: a part of a room that is narrower, and longer than `LEAST_WALL`, is hardly meant."""


def _has_strip(region: Region) -> bool:
    half = STRIP_IN / 2
    broad = region.shape.buffer(-half).buffer(1.2 * half)
    parts = shapely.get_parts(shapely.difference(region.shape, broad))
    return any(math.dist(part.bounds[:2], part.bounds[2:]) > LEAST_WALL for part in parts)


def _nearest(regions: tuple[Region, ...], spot: Spot) -> int:
    point = shapely.Point(spot)
    gaps = [float(shapely.distance(region.shape, point)) for region in regions]
    return int(np.argmin(gaps))

"""Finds where a hand-drawn line goes on beyond a gap, and how sure that is.

Only ends of lines are looked at: an end that meets another end, or a line just ahead, is bridged.
What a bridge is - a slip of the pencil, or an opening that was meant - its length says.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.line_ends import LineEnd, lies_on, line_ends, way_ahead
from vision.sheets.strokes import Mask, Strokes
from vision.sheets.thinning import thinned
from vision.sighting import Floats


class BridgeKind(StrEnum):
    """What a bridge stands for."""

    SLIP = "slip"
    """A line that was meant to go on."""
    UNSURE = "unsure"
    OPENING = "opening"


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeSettings:
    """Lengths in inches, and what changing them costs."""

    slip: float = 0.14
    """A gap that surely was not meant: nobody draws a door so narrow."""
    opening: float = 0.38
    """A gap that is surely meant; what lies between is in doubt."""
    widest: float = 1.02
    """The widest gap that may be bridged. More than the smallest room joins what is apart."""
    stub: float = 0.11
    """An end so near to a junction is a line drawn a little too far, and leads nowhere."""
    beside: float = 0.22
    """An end so near to another line along it is that of a second line of the same wall."""
    turn_deg: float = 24.0
    """By how much two ends may look past each other."""
    aside: float = 0.12
    """How far beside its straight way a line may go on."""
    faint: float = 0.7
    """Share of a gap that a faint line covers, to be no gap at all."""


SETTINGS: Final = BridgeSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """A straight line over a gap, in pixels (x, y) of the straightened sheet."""

    start: tuple[float, float]
    end: tuple[float, float]
    kind: BridgeKind
    to_end: bool
    """Whether it leads to another end; otherwise to a line that it meets."""
    stem_in: float = math.inf
    """Of one that leads to a line: inches back from its start to a junction, where one is near."""

    @property
    def long_in(self) -> float:
        return math.dist(self.start, self.end) / PX_PER_IN


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bridged:
    """The ends of all lines, and what became of them."""

    middle: Mask
    """The middle lines of the strokes."""
    bridges: tuple[Bridge, ...]
    loose: tuple[tuple[float, float], ...]
    """Ends that lead nowhere, though they are no mere overshoot."""
    ahead: tuple[tuple[float, float], ...] = ()
    """Of each of them, the direction in which its line was drawn on, of length 1."""


def bridged(strokes: Strokes, *, settings: BridgeSettings = SETTINGS) -> Bridged:
    """Every end that goes on somewhere."""
    middle = thinned(strokes.sure)
    ends = line_ends(middle)
    found: list[Bridge] = []
    used: set[int] = set()
    pairs = sorted(
        (math.dist(one.at, other.at), m, n)
        for m, one in enumerate(ends)
        for n, other in enumerate(ends[:m])
        if _face(one, other, settings=settings)
    )
    for gap, m, n in pairs:
        if m in used or n in used:
            continue
        bridge = _between(ends[m], ends[n], gap=gap / PX_PER_IN, strokes=strokes, settings=settings)
        if not _crosses(middle, bridge, ends=(ends[m], ends[n])):
            used |= {m, n}
            found.append(bridge)
    loose = [end for index, end in enumerate(ends) if index not in used]
    # What was bridged is a line, too, that another one may lead to.
    for _ in range(2):
        bridges, loose = _led_on(loose, middle, found=found, ends=ends, strokes=strokes)
        found += bridges
    loose = [
        end
        for end in loose
        if end.long_in > settings.stub and not _is_second(middle, end, settings=settings)
    ]
    found += _corners(loose, strokes=strokes, settings=settings)
    met = [end for end in ends if _met(_spot(end.at), found, settings=settings)]
    left = [
        end
        for end in loose
        if end not in met and not any(_end_together(end, each, settings=settings) for each in met)
    ]
    return Bridged(
        middle=middle,
        bridges=tuple(found),
        loose=tuple(_spot(end.at) for end in left),
        ahead=tuple(_spot(end.ahead) for end in left),
    )


def _spot(found: Floats) -> tuple[float, float]:
    return float(found[0]), float(found[1])


def faced(found: Bridged, mark: Mask, *, settings: BridgeSettings = SETTINGS) -> bool:
    """Whether an end that leads nowhere looks at something that stands free."""
    near = cv2.dilate(mark.astype(np.uint8), np.ones((15, 15), np.uint8)) > 0
    for (x, y), (dx, dy) in zip(found.loose, found.ahead, strict=True):
        for step in range(2, round(settings.widest * PX_PER_IN), 2):
            if lies_on(near, (round(y + step * dy), round(x + step * dx))):
                return True
    return False


def _led_on(
    loose: list[LineEnd],
    middle: Mask,
    *,
    found: list[Bridge],
    ends: list[LineEnd],
    strokes: Strokes,
) -> tuple[list[Bridge], list[LineEnd]]:
    """Bridges from ends to the lines that they lead to, and the ends that lead to none."""
    settings = SETTINGS
    whole = middle.astype(np.uint8)
    for bridge in found:
        _draw(whole, start=bridge.start, end=bridge.end, width=1)
    bridges, left = [], []
    for end in loose:
        ahead = _touching(middle, end, settings=settings)
        ahead = ahead or _nearer(
            _ahead(whole > 0, end, settings=settings, strokes=strokes),
            _to_corner(middle, end, ends=ends, strokes=strokes, settings=settings),
        )
        if ahead is None:
            left.append(end)
        else:
            bridges.append(ahead)
    return bridges, left


def _corners(
    loose: list[LineEnd], *, strokes: Strokes, settings: BridgeSettings
) -> Iterator[Bridge]:
    """Bridges to the corner that two lines would make, where both of them are open towards it."""
    for m, one in enumerate(loose):
        for other in loose[:m]:
            turn = float(one.ahead[0] * other.ahead[1] - one.ahead[1] * other.ahead[0])
            if abs(float(one.ahead @ other.ahead)) > ACROSS:
                continue
            way = other.at - one.at
            far = (
                float(way[0] * other.ahead[1] - way[1] * other.ahead[0]) / turn / PX_PER_IN,
                float(way[0] * one.ahead[1] - way[1] * one.ahead[0]) / turn / PX_PER_IN,
            )
            if not all(settings.slip < each <= settings.widest for each in far):
                continue
            met = one.at + far[0] * PX_PER_IN * one.ahead
            corner = (float(met[0]), float(met[1]))
            for end, gap in zip((one, other), far, strict=True):
                at = (float(end.at[0]), float(end.at[1]))
                kind = _kind(at, corner, gap=gap, strokes=strokes, settings=settings)
                yield Bridge(start=at, end=corner, kind=kind, to_end=True)


def _nearer(one: Bridge | None, other: Bridge | None) -> Bridge | None:
    found = [bridge for bridge in (one, other) if bridge is not None]
    return min(found, key=lambda bridge: bridge.long_in, default=None)


def _met(spot: tuple[float, float], bridges: list[Bridge], *, settings: BridgeSettings) -> bool:
    """Whether another end was led to this one: at a corner that is open on one side."""
    reach = settings.slip * PX_PER_IN
    return any(spot == each.start or math.dist(spot, each.end) <= reach for each in bridges)


def _end_together(one: LineEnd, other: LineEnd, *, settings: BridgeSettings) -> bool:
    """Whether two lines of one wall end here: what is led to one is led to both."""
    way = other.at - one.at
    along = abs(float(way @ one.ahead)) / PX_PER_IN
    aside = abs(float(one.ahead[0] * way[1] - one.ahead[1] * way[0])) / PX_PER_IN
    alike = float(one.ahead @ other.ahead) >= math.cos(math.radians(settings.turn_deg))
    return other is not one and alike and max(along, aside) <= settings.beside


def _to_corner(
    middle: Mask, end: LineEnd, *, ends: list[LineEnd], strokes: Strokes, settings: BridgeSettings
) -> Bridge | None:
    """A bridge to the end of a line that would be met, had it been drawn a little farther."""
    if end.long_in <= settings.stub or _is_second(middle, end, settings=settings):
        return None
    found = []
    for other in ends:
        way = other.at - end.at
        along = float(way @ end.ahead) / PX_PER_IN
        aside = abs(float(end.ahead[0] * way[1] - end.ahead[1] * way[0])) / PX_PER_IN
        if other is end or not settings.slip < along <= settings.widest:
            continue
        if aside <= settings.aside and abs(float(other.ahead @ end.ahead)) <= ACROSS:
            found.append((along, other))
    if not found:
        return None
    gap, other = min(found, key=lambda each: each[0])
    bridge = _between(end, other, gap=gap, strokes=strokes, settings=settings)
    return None if _crosses(middle, bridge, ends=(end, other)) else bridge


ACROSS: Final = 0.6
"""Cosine of the angle at which two ends no longer make a corner."""


def _face(one: LineEnd, other: LineEnd, *, settings: BridgeSettings) -> bool:
    """Whether two ends look at each other over a gap."""
    way = other.at - one.at
    gap = float(np.hypot(*way)) / PX_PER_IN
    if gap > settings.widest:
        return False
    if gap < 0.05:
        return True
    along = way / np.hypot(*way)
    limit = math.cos(math.radians(settings.turn_deg))
    if gap < settings.slip:
        # Over a hair's breadth directions tell little.
        limit = 0.5
    elif min(one.long_in, other.long_in) < settings.stub:
        return False
    looks = float(along @ one.ahead), float(-along @ other.ahead)
    aside = abs(one.ahead[0] * way[1] - one.ahead[1] * way[0]) / PX_PER_IN
    return min(looks) >= limit and aside <= settings.aside + 0.12 * gap


def _between(
    one: LineEnd, other: LineEnd, *, gap: float, strokes: Strokes, settings: BridgeSettings
) -> Bridge:
    start, end = (float(one.at[0]), float(one.at[1])), (float(other.at[0]), float(other.at[1]))
    kind = _kind(start, end, gap=gap, strokes=strokes, settings=settings)
    return Bridge(start=start, end=end, kind=kind, to_end=True)


def _kind(
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    gap: float,
    strokes: Strokes,
    settings: BridgeSettings,
) -> BridgeKind:
    if gap <= settings.slip:
        return BridgeKind.SLIP
    if _covered(strokes.possible, start=start, end=end) >= settings.faint:
        # The pencil drew on with less pressure.
        return BridgeKind.SLIP if gap <= settings.opening else BridgeKind.UNSURE
    return BridgeKind.OPENING if gap >= settings.opening else BridgeKind.UNSURE


def _covered(mask: Mask, *, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The share of a straight way that lies on a mask, or right beside it."""
    way = np.zeros(mask.shape, dtype=np.uint8)
    _draw(way, start=start, end=end, width=1)
    near = cv2.dilate(mask.astype(np.uint8), np.ones((7, 7), np.uint8))
    on_way = way > 0
    return float(near[on_way].mean()) if on_way.any() else 0.0


def _draw(
    canvas: NDArray[np.uint8], *, start: tuple[float, float], end: tuple[float, float], width: int
) -> None:
    cv2.line(canvas, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 255, width)


def _crosses(middle: Mask, bridge: Bridge, *, ends: tuple[LineEnd, LineEnd]) -> bool:
    """Whether another line lies between the two ends: then they do not go on into each other."""
    if bridge.long_in < 0.06:
        return False
    way = np.zeros(middle.shape, dtype=np.uint8)
    _draw(way, start=bridge.start, end=bridge.end, width=2)
    others = middle & ~ends[0].own & ~ends[1].own
    return bool((others & (way > 0)).any())


def _touching(middle: Mask, end: LineEnd, *, settings: BridgeSettings) -> Bridge | None:
    """A bridge to whatever lies within a slip: at a corner, lines look past each other."""
    reach = round(settings.slip * PX_PER_IN)
    column, row = round(float(end.at[0])), round(float(end.at[1]))
    top, left = max(0, row - reach), max(0, column - reach)
    window = (slice(top, row + reach + 1), slice(left, column + reach + 1))
    near = np.argwhere(middle[window] & ~end.own[window])
    if not len(near):
        return None
    gaps = np.hypot(near[:, 0] + top - row, near[:, 1] + left - column)
    best = int(gaps.argmin())
    if gaps[best] > reach:
        return None
    to = (float(near[best, 1] + left), float(near[best, 0] + top))
    return Bridge(start=(float(column), float(row)), end=to, kind=BridgeKind.SLIP, to_end=False)


AIM: Final = 0.05
"""By how much of its length a way ahead may be off."""


def _ahead(
    middle: Mask, end: LineEnd, *, settings: BridgeSettings, strokes: Strokes
) -> Bridge | None:
    """A bridge to the line that an end falls short of."""
    reach = settings.widest if end.long_in > settings.stub else settings.slip
    for step in range(2, round(reach * PX_PER_IN)):
        x, y = end.at + step * end.ahead
        row, column = round(float(y)), round(float(x))
        if not (1 <= row < middle.shape[0] - 1 and 1 <= column < middle.shape[1] - 1):
            return None
        # Where a line leads is the less sure the farther it is followed.
        reach_px = 1 + round(AIM * step)
        rows = slice(max(0, row - reach_px), row + reach_px + 1)
        columns = slice(max(0, column - reach_px), column + reach_px + 1)
        near, own = middle[rows, columns], end.own[rows, columns]
        if (near & ~own).any():
            return _to_line(end, step, strokes=strokes, settings=settings, middle=middle)
    return None


def _to_line(
    end: LineEnd, step: int, *, strokes: Strokes, settings: BridgeSettings, middle: Mask
) -> Bridge | None:
    start = (float(end.at[0]), float(end.at[1]))
    reached = end.at + (step + 1) * end.ahead
    to = (float(reached[0]), float(reached[1]))
    gap = step / PX_PER_IN
    if gap > settings.slip and _is_second(middle, end, settings=settings):
        return None
    # An opening that reaches into a corner leaves one end only.
    kind = _kind(start, to, gap=gap, strokes=strokes, settings=settings)
    to = _through(middle, end, step=step, settings=settings) or to
    return Bridge(start=start, end=to, kind=kind, to_end=False, stem_in=end.long_in)


def _through(
    middle: Mask, end: LineEnd, *, step: int, settings: BridgeSettings
) -> tuple[float, float] | None:
    """The second line of a wall that is met: what lies between the two is to be closed as well."""
    steps = range(step + 6, step + round(settings.beside * PX_PER_IN))
    for row, column in way_ahead(end.at, ahead=end.ahead, steps=steps):
        if lies_on(middle, (row, column)) and not end.own[row, column]:
            return float(column), float(row)
    return None


def _is_second(middle: Mask, end: LineEnd, *, settings: BridgeSettings) -> bool:
    """Whether the line that ends here runs along another one: two lines of one wall."""
    aside = np.array([-end.ahead[1], end.ahead[0]])
    back = end.at - 0.08 * PX_PER_IN * end.ahead
    steps = range(4, round(settings.beside * PX_PER_IN))
    ways = (way_ahead(back, ahead=sign * aside, steps=steps) for sign in (-1, 1))
    return any(lies_on(middle, spot) and not end.own[spot] for way in ways for spot in way)


def barrier(strokes: Strokes, found: Bridged) -> Mask:
    """Everything that separates one region from another."""
    wall = strokes.sure.astype(np.uint8)
    for bridge in found.bridges:
        _draw(wall, start=bridge.start, end=bridge.end, width=3)
    return np.asarray(cv2.dilate(wall, np.ones((3, 3), np.uint8)) > 0)

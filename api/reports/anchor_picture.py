"""Draws the anchors: where each was meant to lie, where it lies, and how surely."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.drawing.labels import Box, Labels, Segment
from api.drawing.svg import Element, Looks, Spot, element
from api.reports.page import picture
from api.reports.table_sheet import LETTERS, ReportSheet, words_at, words_wide
from calibration.anchors import PER_ANCHOR, Anchor, Calibrated
from rules.table.snapshot import TableSize
from rules.table.units import plain_error

_TIMES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_LONGEST: Final = 70.0
"""Pixels of the picture that the longest arrow or ellipse may take."""
_CROSS: Final = 9.0
_LINE: Final = 1.3 * LETTERS
_FEWEST: Final = 1e-6
"""Inches; anything nearer to its place than this was put there by the choice of the frame."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Laid:
    """An anchor as it is drawn, in pixels of the picture and inches of the table."""

    anchor: Anchor
    at: Spot
    off: tuple[float, float] | None = None
    """East and north, in inches; nothing of an anchor that was not seen."""
    to: Spot = (0.0, 0.0)
    ellipse: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The half axes in pixels, and the turn in degrees as SVG turns."""

    @property
    def box(self) -> Box:
        """The upright box around the ellipse."""
        long, short, turn = self.ellipse
        along, across = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        wide, high = (
            math.hypot(long * along, short * across),
            math.hypot(long * across, short * along),
        )
        return self.to[0] - wide, self.to[1] - high, self.to[0] + wide, self.to[1] + high

    @property
    def says(self) -> str:
        if self.off is None:
            return "not seen"
        far = math.hypot(*self.off)
        is_origin = far < _FEWEST and max(self.ellipse[:2]) < _FEWEST
        return "the origin" if is_origin else f"{plain_error(far)} in off"


def layout_picture(
    calibrated: Calibrated, *, anchors: Sequence[Anchor], table: TableSize
) -> Element:
    """Crosses where anchors were meant to lie, arrows to where they lie, and their errors."""
    sheet = ReportSheet(table=table)
    rows = {number: index for index, number in enumerate(calibrated.layout.numbers)}
    off, errors = {}, {}
    for anchor in (each for each in anchors if each.number in rows):
        row = rows[anchor.number]
        off[anchor.number] = calibrated.layout.places[row, :2] - (anchor.x, anchor.y)
        errors[anchor.number] = _two_errors(calibrated, row)
    arrow = _times((float(np.hypot(*each)) for each in off.values()), scale=sheet.scale)
    ring = _times((long for long, _, _ in errors.values()), scale=sheet.scale)
    laid = []
    for anchor in anchors:
        x, y = sheet.spot(anchor.x, anchor.y)
        if anchor.number not in off:
            laid.append(_Laid(anchor=anchor, at=(x, y)))
            continue
        east, north = (float(each) for each in off[anchor.number])
        to = (x + arrow * sheet.scale * east, y - arrow * sheet.scale * north)
        long, short, turn = errors[anchor.number]
        ellipse = (ring * sheet.scale * long, ring * sheet.scale * short, turn)
        laid.append(_Laid(anchor=anchor, at=(x, y), off=(east, north), to=to, ellipse=ellipse))
    drawn = [sheet.frame(), *(part for each in laid for part in _marks(each))]
    drawn += _names(sheet, laid)
    says = f"arrows x {arrow}: from where the kit has an anchor to where it lies; "
    says += f"ellipses x {ring}: two standard errors of that"
    drawn.append(words_at((sheet.wide / 2, sheet.high - 14), says, kind="faint-ink"))
    return picture(*drawn, width=sheet.wide, height=sheet.high, title="Anchors")


def _times(lengths: Iterable[float], *, scale: float) -> int:
    longest = max(lengths, default=0.0)
    fitting = [times for times in _TIMES if times * longest * scale <= _LONGEST]
    return fitting[-1] if fitting else 1


def _two_errors(calibrated: Calibrated, row: int) -> tuple[float, float, float]:
    """The half axes of two standard errors of a place in inches, and their turn in degrees.

    One axis may be nothing: the first two anchors define what north is.
    """
    start = PER_ANCHOR * row
    values, vectors = np.linalg.eigh(calibrated.of_layout[start : start + 2, start : start + 2])
    short, long = (2 * math.sqrt(max(0.0, float(each))) for each in values)
    east, north = (float(each) for each in vectors[:, 1])
    return long, short, math.degrees(math.atan2(-north, east))


def _marks(laid: _Laid) -> list[Element]:
    x, y = laid.at
    side = 2 * _CROSS
    cross = f"M{x - _CROSS:.1f} {y:.1f} h{side:g} M{x:.1f} {y - _CROSS:.1f} v{side:g}"
    drawn = [element("path", d=cross, class_="grid", stroke_width=2.5)]
    if laid.off is None:
        return drawn
    long, short, turn = laid.ellipse
    around: Looks = {"cx": laid.to[0], "cy": laid.to[1], "class_": "warm", "stroke_width": 2}
    turned = f"rotate({turn:.1f} {laid.to[0]:.1f} {laid.to[1]:.1f})"
    ellipse = element("ellipse", rx=max(1.5, long), ry=max(1.5, short), transform=turned, **around)
    return [*drawn, *_arrow((x, y), laid.to), ellipse]


def _arrow(start: Spot, end: Spot, /) -> list[Element]:
    across, down = end[0] - start[0], end[1] - start[1]
    long = math.hypot(across, down)
    if long < 1.0:
        return []
    line = f"M{start[0]:.1f} {start[1]:.1f} L{end[0]:.1f} {end[1]:.1f}"
    head = min(9.0, 0.5 * long)
    turn = math.atan2(down, across)
    for side in (2.6, -2.6):
        x, y = end[0] + head * math.cos(turn + side), end[1] + head * math.sin(turn + side)
        line += f" M{end[0]:.1f} {end[1]:.1f} L{x:.1f} {y:.1f}"
    return [element("path", d=line, class_="mark", stroke_width=2.5)]


def _names(sheet: ReportSheet, laid: Sequence[_Laid]) -> list[Element]:
    """Two lines for each anchor, beside it where they cover neither arrows nor edges."""
    left, top = sheet.spot(0.0, float(sheet.table.depth))
    right, low = sheet.spot(float(sheet.table.width), 0.0)
    corners = [(left, top), (right, top), (right, low), (left, low)]
    lines: list[Segment] = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    lines += [(each.at, each.to) for each in laid if each.off is not None]
    boxes = [each.box for each in laid if each.off is not None]
    spots = [each.at for each in laid]
    boxes += [(x - _CROSS, y - _CROSS, x + _CROSS, y + _CROSS) for x, y in spots]
    labels = Labels(
        board=(0.0, 0.0, sheet.wide, sheet.high - 2 * LETTERS), pieces=boxes, lines=lines
    )
    middle = ((left + right) / 2, (top + low) / 2)
    drawn = []
    for each in laid:
        name = f"{each.anchor.number} {each.anchor.name}"
        size = (max(words_wide(name), words_wide(each.says)) + 6, 2 * _LINE)
        places = _beside(each.at, towards=middle, size=size)
        x, y = labels.put(places, width=size[0], height=size[1])
        kind = "odd-fill" if each.off is None else "faint-ink"
        drawn.append(words_at((x, y - 0.3 * LETTERS), name))
        drawn.append(words_at((x, y - 0.3 * LETTERS + _LINE), each.says, kind=kind))
    return drawn


def _beside(at: Spot, *, towards: Spot, size: tuple[float, float]) -> list[Spot]:
    """Middles of labels around a spot, those towards the middle of the table first."""
    inwards = (towards[0] - at[0], towards[1] - at[1])
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    ways.sort(key=lambda way: -(way[0] * inwards[0] + way[1] * inwards[1]) / math.hypot(*way))
    return [
        (at[0] + x * (size[0] / 2 + gap), at[1] + y * (size[1] / 2 + gap))
        for gap in (_CROSS + 3, _CROSS + 20, _CROSS + 45, _CROSS + 80)
        for x, y in ways
    ]

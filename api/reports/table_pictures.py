"""Knows the pictures of a calibrated table: where the anchors lie, and how wrong places can be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.drawing.svg import Element, Looks, element
from api.reports.page import picture
from calibration.anchors import PER_ANCHOR, Anchor, Calibrated
from calibration.error_map import ErrorMap
from calibration.profile import HistoryStep, told_error
from rules.table.snapshot import TableSize
from rules.table.units import plain, plain_error

WIDE: Final = 800.0
_ROOM: Final = 90.0
_TIMES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_LONGEST: Final = 70.0
"""Pixels of the picture that the longest arrow or ellipse may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """The table laid on a picture."""

    table: TableSize

    @property
    def scale(self) -> float:
        return (WIDE - 2 * _ROOM) / max(float(self.table.width), float(self.table.depth))

    @property
    def wide(self) -> float:
        return float(self.table.width) * self.scale + 2 * _ROOM

    @property
    def high(self) -> float:
        return float(self.table.depth) * self.scale + 2 * _ROOM

    def spot(self, x: float, y: float, /) -> tuple[float, float]:
        return _ROOM + x * self.scale, self.high - _ROOM - y * self.scale

    def frame(self) -> Element:
        return element(
            "rect", x=_ROOM, y=_ROOM, width=self.wide - 2 * _ROOM, height=self.high - 2 * _ROOM,
            class_="frame", stroke_width=2,
        )  # fmt: skip


def layout_picture(
    calibrated: Calibrated, *, anchors: Sequence[Anchor], table: TableSize
) -> Element:
    """Where each anchor was meant to lie (crosses), where it lies (arrows), and how surely."""
    sheet = _Sheet(table=table)
    rows = {number: index for index, number in enumerate(calibrated.layout.numbers)}
    places = calibrated.layout.places
    off = {
        anchor.number: places[rows[anchor.number], :2] - (anchor.x, anchor.y)
        for anchor in anchors
        if anchor.number in rows
    }
    sigmas = {number: _sigma(calibrated, row) for number, row in rows.items()}
    arrow = _times([float(np.hypot(*each)) for each in off.values()], scale=sheet.scale)
    ring = _times([2 * each for each in sigmas.values()], scale=sheet.scale)
    drawn = [sheet.frame()]
    for anchor in anchors:
        x, y = sheet.spot(anchor.x, anchor.y)
        drawn += _cross(x, y)
        words = f"{anchor.number} {anchor.name}"
        if anchor.number not in off:
            drawn.append(_words(f"{words}: not seen", (x, y - 14), kind="odd-fill"))
            continue
        east, north = (float(each) for each in off[anchor.number])
        to = (x + arrow * sheet.scale * east, y - arrow * sheet.scale * north)
        drawn += _arrow((x, y), to)
        radius = ring * 2 * sigmas[anchor.number] * sheet.scale
        drawn.append(
            element("circle", cx=to[0], cy=to[1], r=max(2.0, radius), class_="warm", stroke_width=2)
        )
        told = f"{words}: {plain_error(math.hypot(east, north))} in off"
        drawn.append(_words(told, (x, y + 28)))
    says = f"arrows x {arrow}: from where the kit has an anchor to where it lies; "
    says += f"circles x {ring}: two standard errors of that"
    drawn.append(_words(says, (sheet.wide / 2, sheet.high - 14), kind="faint-ink"))
    return picture(*drawn, width=sheet.wide, height=sheet.high, title="Anchors")


def _sigma(calibrated: Calibrated, row: int) -> float:
    """The larger standard error of an anchor's place."""
    start = PER_ANCHOR * row
    block = calibrated.of_layout[start : start + 2, start : start + 2]
    return math.sqrt(max(0.0, float(np.linalg.eigvalsh(block)[-1])))


def _times(lengths: Sequence[float], *, scale: float) -> int:
    longest = max(lengths, default=0.0)
    fitting = [times for times in _TIMES if times * longest * scale <= _LONGEST]
    return fitting[-1] if fitting else 1


def _cross(x: float, y: float, /) -> list[Element]:
    return [
        element("path", d=f"M{x - 9:.1f} {y:.1f} h18 M{x:.1f} {y - 9:.1f} v18", class_="grid",
                stroke_width=2.5)
    ]  # fmt: skip


def _arrow(start: tuple[float, float], end: tuple[float, float], /) -> list[Element]:
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


def _words(text: str, at: tuple[float, float], *, kind: str = "ink") -> Element:
    return element("text", text, x=at[0], y=at[1], font_size=14, text_anchor="middle", class_=kind)


def error_picture(errors: ErrorMap, *, table: TableSize) -> Element:
    """The table as a map of two standard errors, with their inches written in."""
    sheet = _Sheet(table=table)
    drawn = []
    xs, ys = (_edges(errors.x), _edges(errors.y))
    least, most = float(errors.values.min()), float(errors.values.max())
    for row in range(len(errors.y)):
        for column in range(len(errors.x)):
            value = float(errors.values[row, column])
            left, top = sheet.spot(xs[column], ys[row + 1])
            right, low = sheet.spot(xs[column + 1], ys[row])
            share = (value - least) / (most - least) if most > least else 0.0
            drawn.append(
                element("rect", x=left, y=top, width=right - left, height=low - top,
                        class_="warm-fill", fill_opacity=0.06 + 0.6 * share)
            )  # fmt: skip
            if column % 2 == 0 and row % 2 == 0:
                x, y = (left + right) / 2, (top + low) / 2 + 5
                drawn.append(_words(plain_error(value), (x, y)))
    drawn.append(sheet.frame())
    _, low = sheet.spot(0, 0)
    drawn += [
        _words(f"{plain(inch)} in", (sheet.spot(inch, 0)[0], low + 22), kind="faint-ink")
        for inch in (0.0, float(table.width))
    ]
    says = f"two standard errors of a place, inches; typical {plain_error(errors.typical)}, "
    says += f"worst {plain_error(errors.worst)}; south is below"
    drawn.append(_words(says, (sheet.wide / 2, sheet.high - 14), kind="faint-ink"))
    return picture(*drawn, width=sheet.wide, height=sheet.high, title="Error over the table")


def _edges(middles: np.ndarray) -> np.ndarray:
    """Halfway between the places that were looked at, and the table's edges."""
    return np.concatenate([middles[:1], (middles[1:] + middles[:-1]) / 2, middles[-1:]])


def history_picture(steps: Sequence[HistoryStep]) -> Element:
    """What each step has made of the error: bars, the first one on top."""
    row, left, room = 34.0, 290.0, 250.0
    most = max((step.error_in for step in steps), default=1.0) or 1.0
    drawn = []
    for index, step in enumerate(steps):
        y = 12 + index * row
        wide = (WIDE - left - room) * step.error_in / most
        level = y + 19
        text: Looks = {"font_size": 14.0, "class_": "ink"}
        bar: Looks = {"x": left, "y": y + 4, "height": 20, "class_": "mark-fill"}
        rest = step.but_for_print_in
        drawn += [
            element("text", step.name, x=left - 12, y=level, text_anchor="end", **text),
            element("rect", width=max(1.0, wide), **bar, opacity=1.0 if rest is None else 0.45),
            element("text", told_error(step), x=left + wide + 10, y=level, **text),
        ]
        if rest is not None:
            share = (WIDE - left - room) * rest / most
            drawn.append(element("rect", width=max(1.0, share), **bar))
    high = 24 + row * len(steps)
    return picture(*drawn, width=WIDE, height=high, title="Error after each step")

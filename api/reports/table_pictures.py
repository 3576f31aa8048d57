"""Draws a calibrated table's error: all over the table, and after each step."""

from collections.abc import Sequence

import numpy as np

from api.drawing.svg import Element, Looks, element
from api.reports.page import picture
from api.reports.table_sheet import LETTERS, WIDE, ReportSheet, words_at, words_wide
from calibration.error_map import ErrorMap
from calibration.profile import HistoryStep, told_error
from rules.table.snapshot import TableSize
from rules.table.units import plain, plain_error


def error_picture(errors: ErrorMap, *, table: TableSize) -> Element:
    """The table as a map of two standard errors, with their inches written in."""
    sheet = ReportSheet(table=table)
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
                element(
                    "rect",
                    x=left,
                    y=top,
                    width=right - left,
                    height=low - top,
                    class_="warm-fill",
                    fill_opacity=0.06 + 0.6 * share,
                )
            )
            if column % 2 == 0 and row % 2 == 0:
                told = plain_error(value)
                # The cells along the edges are half as wide as the others.
                letters = LETTERS * min(1.0, (right - left - 4) / words_wide(told))
                x, y = (left + right) / 2, (top + low) / 2 + 0.36 * letters
                drawn.append(words_at((x, y), told, letters=letters))
    drawn.append(sheet.frame())
    _, low = sheet.spot(0, 0)
    drawn += [
        words_at((sheet.spot(inch, 0)[0], low + 22), f"{plain(inch)} in", kind="faint-ink")
        for inch in (0.0, float(table.width))
    ]
    says = f"two standard errors of a place, inches; typical {plain_error(errors.typical)}, "
    says += f"worst {plain_error(errors.worst)}; south is below"
    drawn.append(words_at((sheet.wide / 2, sheet.high - 14), says, kind="faint-ink"))
    return picture(*drawn, width=sheet.wide, height=sheet.high, title="Error over the table")


def _edges(middles: np.ndarray) -> np.ndarray:
    """Halfway between the places that were looked at, and the table's edges."""
    return np.concatenate([middles[:1], (middles[1:] + middles[:-1]) / 2, middles[-1:]])


def history_picture(steps: Sequence[HistoryStep]) -> Element:
    """What each step has made of the error: bars, the first one on top."""
    row = 34.0
    left = max((words_wide(step.name) for step in steps), default=0.0) + 36
    room = max((words_wide(told_error(step)) for step in steps), default=0.0) + 24
    most = max((step.error_in for step in steps), default=1.0) or 1.0
    drawn = []
    for index, step in enumerate(steps):
        y = 12 + index * row
        wide = (WIDE - left - room) * step.error_in / most
        level = y + 19
        text: Looks = {"font_size": LETTERS, "class_": "ink"}
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

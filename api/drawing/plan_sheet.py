"""Draws the error that cameras would leave over a table, one map beside another."""

from collections.abc import Sequence
from typing import Final

from api.drawing.palette import FAINT_INK, INK, PAPER, TABLE, TABLE_EDGE
from api.drawing.sheet import FONTS
from api.drawing.svg import NAMESPACE, Element, element, number
from calibration.several.plan import Planned
from rules.table.snapshot import TableSize
from rules.table.units import plain_error

_WIDE: Final = 300.0
_GAP: Final = 30.0
_HEAD: Final = 34.0
_LETTERS: Final = 13.0
_FOOT: Final = 2.6 * _LETTERS
_WARM: Final = "#c46a00"
_CAMERA: Final = 6.0
_AROUND: Final = 0.25
"""Share of the table's longer side that is drawn around it, for the cameras that hang there."""


def draw_plan(plans: Sequence[Planned], *, table: TableSize, titles: Sequence[str]) -> str:
    """The maps as SVG text: the darker, the larger the error; all of them on one scale."""
    most = max(plan.errors.worst for plan in plans)
    around = _AROUND * max(float(table.width), float(table.depth))
    scale = _WIDE / (float(table.width) + 2 * around)
    high = _HEAD + (float(table.depth) + 2 * around) * scale + _FOOT
    wide = len(plans) * (_WIDE + _GAP) + _GAP
    drawn = [
        _one(
            plan,
            table=table,
            title=title,
            left=_GAP + index * (_WIDE + _GAP),
            scale=scale,
            most=most,
        )
        for index, (plan, title) in enumerate(zip(plans, titles, strict=True))
    ]
    paper = element("rect", x=0.0, y=0.0, width=wide, height=high, fill=PAPER)
    root = element(
        "svg",
        element("title", "Error over the table by the number of cameras"),
        paper,
        *drawn,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        role="img",
        font_family=FONTS,
        font_size=_LETTERS,
        fill=INK,
    )
    return f"{root}\n"


def _one(
    plan: Planned, *, table: TableSize, title: str, left: float, scale: float, most: float
) -> Element:
    around = _AROUND * max(float(table.width), float(table.depth))
    low = _HEAD + (float(table.depth) + around) * scale
    errors = plan.errors

    def spot(x: float, y: float) -> tuple[float, float]:
        return left + (x + around) * scale, low - y * scale

    x, top = spot(0.0, float(table.depth))
    size = {"width": float(table.width) * scale, "height": float(table.depth) * scale}
    parts = [
        element("text", title, x=left, y=_HEAD - 12, font_weight="bold"),
        element("rect", x=x, y=top, fill=TABLE, **size),
    ]
    wide, high = (size[each] / len(errors.x) for each in ("width", "height"))
    for row in range(len(errors.y)):
        for column in range(len(errors.x)):
            value = float(errors.values[row, column])
            parts.append(
                element(
                    "rect",
                    x=x + column * wide,
                    y=top + (len(errors.y) - 1 - row) * high,
                    width=wide,
                    height=high,
                    fill=_WARM,
                    fill_opacity=0.9 * value / most,
                )
            )
    parts.append(element("rect", x=x, y=top, fill="none", stroke=TABLE_EDGE, **size))
    for index, (east, north, _) in enumerate(plan.eyes):
        parts.append(_camera(spot(east, north), name=f"{index + 1}", left=left, low=low, top=top))
    told = f"typical {plain_error(errors.typical)} in, worst {plain_error(errors.worst)} in"
    below = low + around * scale + 1.4 * _LETTERS
    parts.append(element("text", told, x=left, y=below, fill=FAINT_INK))
    return element("g", *parts)


def _camera(at: tuple[float, float], *, name: str, left: float, low: float, top: float) -> Element:
    """A camera where it hangs; one that hangs outside of the drawing stands at its edge."""
    x = min(max(at[0], left + _CAMERA), left + _WIDE - _CAMERA)
    margin = _HEAD + _CAMERA
    y = min(max(at[1], margin), low + (top - _HEAD) - _CAMERA)
    return element(
        "g",
        element("circle", cx=x, cy=y, r=_CAMERA, fill=PAPER, stroke=INK, stroke_width=1.5),
        element("text", name, x=x, y=y + 4, text_anchor="middle", font_size=10.0),
    )

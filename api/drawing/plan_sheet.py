"""Draws the error that cameras would leave over a table, one map beside another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from api.drawing.palette import FAINT_INK, INK, PAPER, TABLE, TABLE_EDGE
from api.drawing.sheet import FONTS
from api.drawing.svg import NAMESPACE, Element, element, number
from calibration.lens import Floats
from calibration.several.plan import Planned
from rules.table.snapshot import TableSize
from rules.table.units import plain_error
from vision.foretold import KitMap, TagReading

WIDE: Final = 300.0
GAP: Final = 30.0
_HEAD: Final = 34.0
LETTERS: Final = 13.0
_FOOT: Final = 2.6 * LETTERS
_WARM: Final = "#c46a00"
_CAMERA: Final = 6.0
_AROUND: Final = 0.25
"""Share of the table's longer side that is drawn around it, for the cameras that hang there."""
_A_ROW: Final = 3
"""Maps beside one another; further ones stand below them."""
KEY: Final = ("a dot: read in good light; a stroke: now and then;", "a cross: cannot be read")
"""A line each, no wider than a sheet of one map."""
_FAINT: Final = 1.2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Map:
    """One of the maps of a sheet."""

    title: str
    values: Floats
    """Inches, by row from the south and column from the west."""
    readings: Sequence[Sequence[str]]
    """How tags are read there; empty where no tags are looked at."""
    eyes: tuple[tuple[float, float, float], ...]
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """Where on the sheet one map has its table."""

    table: TableSize
    left: float
    head: float
    scale: float

    @property
    def around(self) -> float:
        return _AROUND * max(float(self.table.width), float(self.table.depth))

    @property
    def low(self) -> float:
        return self.head + (float(self.table.depth) + self.around) * self.scale

    def spot(self, x: float, y: float) -> tuple[float, float]:
        return self.left + (x + self.around) * self.scale, self.low - y * self.scale


def draw_plan(plans: Sequence[Planned], *, table: TableSize, titles: Sequence[str]) -> str:
    """The maps as SVG text: the darker, the larger the error; all of them on one scale."""
    maps = [
        _Map(
            title=title,
            values=plan.errors.values,
            readings=(),
            eyes=plan.eyes,
            told=_errors(plan.errors.typical, plan.errors.worst),
        )
        for plan, title in zip(plans, titles, strict=True)
    ]
    return _sheet(maps, table=table, name="Error over the table by the number of cameras")


def draw_kit_maps(
    maps: Sequence[KitMap],
    *,
    titles: Sequence[str],
    eye: tuple[float, float, float],
    table: TableSize,
    a_row: int = _A_ROW,
) -> str:
    """The same for the pieces of a kit under one camera, with where their tags are not read."""
    drawn = [
        _Map(
            title=title,
            values=each.within * each.is_read,
            readings=each.readings(),
            eyes=(eye,),
            told=_errors(each.typical, each.worst),
        )
        for each, title in zip(maps, titles, strict=True)
    ]
    return _sheet(
        drawn, table=table, name="Error over the table by the kind of piece", key=KEY, a_row=a_row
    )


def _errors(typical: float | None, worst: float | None) -> str:
    if typical is None or worst is None:
        return "placed nowhere"
    return f"typical {plain_error(typical)} in, worst {plain_error(worst)} in"


def _sheet(
    maps: Sequence[_Map],
    *,
    table: TableSize,
    name: str,
    key: Sequence[str] = (),
    a_row: int = _A_ROW,
) -> str:
    most = max(float(each.values.max()) for each in maps)
    around = _AROUND * max(float(table.width), float(table.depth))
    scale = WIDE / (float(table.width) + 2 * around)
    high = _HEAD + (float(table.depth) + 2 * around) * scale + _FOOT
    rows = -(-len(maps) // a_row)
    wide = min(len(maps), a_row) * (WIDE + GAP) + GAP
    drawn = [
        _one(
            each,
            room=_Room(
                table=table,
                left=GAP + index % a_row * (WIDE + GAP),
                head=index // a_row * high + _HEAD,
                scale=scale,
            ),
            most=most or 1.0,
        )
        for index, each in enumerate(maps)
    ]
    foot = (1 + len(key)) * LETTERS if key else 0.0
    for index, line in enumerate(key):
        low = rows * high + (0.5 + 1.2 * index) * LETTERS
        drawn.append(element("text", line, x=GAP, y=low, fill=FAINT_INK))
    paper = element("rect", x=0.0, y=0.0, width=wide, height=rows * high + foot, fill=PAPER)
    root = element(
        "svg",
        element("title", name),
        paper,
        *drawn,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(wide)} {number(rows * high + foot)}",
        role="img",
        font_family=FONTS,
        font_size=LETTERS,
        fill=INK,
    )
    return f"{root}\n"


def _one(drawn: _Map, *, room: _Room, most: float) -> Element:
    table, scale = room.table, room.scale
    x, top = room.spot(0.0, float(table.depth))
    size = {"width": float(table.width) * scale, "height": float(table.depth) * scale}
    parts = [
        element("text", drawn.title, x=room.left, y=room.head - 12, font_weight="bold"),
        element("rect", x=x, y=top, fill=TABLE, **size),
    ]
    rows, columns = drawn.values.shape
    wide, high = size["width"] / columns, size["height"] / rows
    for row in range(rows):
        for column in range(columns):
            at = {"x": x + column * wide, "y": top + (rows - 1 - row) * high}
            shade = 0.9 * float(drawn.values[row, column]) / most
            parts.append(
                element("rect", **at, width=wide, height=high, fill=_WARM, fill_opacity=shade)
            )
            if drawn.readings:
                middle = (at["x"] + wide / 2, at["y"] + high / 2)
                parts += _mark(drawn.readings[row][column], middle=middle, half=min(wide, high) / 4)
    parts.append(element("rect", x=x, y=top, fill="none", stroke=TABLE_EDGE, **size))
    for index, (east, north, _) in enumerate(drawn.eyes):
        parts.append(_camera(room.spot(east, north), name=f"{index + 1}", room=room, top=top))
    below = room.low + room.around * scale + 1.4 * LETTERS
    parts.append(element("text", drawn.told, x=room.left, y=below, fill=FAINT_INK))
    return element("g", *parts)


def _mark(reading: str, *, middle: tuple[float, float], half: float) -> list[Element]:
    """Nothing where tags are read surely."""
    x, y = middle
    if reading == TagReading.IN_GOOD_LIGHT:
        return [element("circle", cx=x, cy=y, r=half / 3, fill=INK)]
    ways = {TagReading.NEVER: (1, -1), TagReading.NOW_AND_THEN: (1,)}.get(TagReading(reading), ())
    return [
        element(
            "line",
            x1=x - half,
            y1=y + way * half,
            x2=x + half,
            y2=y - way * half,
            stroke=INK,
            stroke_width=_FAINT,
        )
        for way in ways
    ]


def _camera(at: tuple[float, float], *, name: str, room: _Room, top: float) -> Element:
    """A camera where it hangs; one that hangs outside of the drawing stands at its edge."""
    x = min(max(at[0], room.left + _CAMERA), room.left + WIDE - _CAMERA)
    y = min(max(at[1], room.head + _CAMERA), room.low + (top - room.head) - _CAMERA)
    return element(
        "g",
        element("circle", cx=x, cy=y, r=_CAMERA, fill=PAPER, stroke=INK, stroke_width=1.5),
        element("text", name, x=x, y=y + 4, text_anchor="middle", font_size=10.0),
    )

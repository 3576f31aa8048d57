"""Draws a map of a unit over the table: what is hidden in ink, what is reached in a wash."""

from typing import Final

from api.answers.mapped import Rings, rings_of
from api.drawing.frame import DrawingFrame
from api.drawing.svg import Element, element, number
from rules.referee.court.supposing.what_if import MapKind, UnitMap
from rules.table.maps.cells import CellAnswer

REACHED: Final = "#ffd84d"
CLOSE: Final = "#c46a00"
HIDDEN: Final = "#2b2a26"
FEARED: Final = "#b8352a"
_ROUGH: Final = 0.3
"""Inches between the lines of the hatch."""


def areas(frame: DrawingFrame, found: UnitMap) -> list[Element]:
    """What lies over the ground and under the pieces."""
    if found.map is None:
        return []
    close = rings_of(found.map, CellAnswer.TOO_CLOSE)
    seen = rings_of(found.map, CellAnswer.YES)
    drawn = [_hatch(frame)]
    match found.kind:
        case MapKind.SIGHT | MapKind.FIRE:
            hidden = rings_of(found.map, CellAnswer.NO)
            drawn.append(_filled(frame, hidden, fill=HIDDEN, opacity=0.16, name="map-hidden"))
            drawn.append(_filled(frame, hidden, fill="url(#map-slant)", opacity=0.5))
            drawn.append(_edge(frame, seen, colour=HIDDEN))
        case MapKind.THREAT:
            for layer in found.layers:
                rings = rings_of(layer.map, CellAnswer.YES)
                drawn.append(_filled(frame, rings, fill=FEARED, opacity=0.17, name="map-feared"))
                drawn.append(_edge(frame, rings, colour=FEARED, dashed=True))
        case _:
            drawn.append(_filled(frame, seen, fill=REACHED, opacity=0.45, name="map-reached"))
            drawn.append(_edge(frame, seen, colour=HIDDEN, dashed=True))
    drawn.append(_filled(frame, close, fill=CLOSE, opacity=0.42, name="map-close"))
    return drawn


def _hatch(frame: DrawingFrame) -> Element:
    step = _ROUGH * frame.ink
    line = element("path", d=f"M0 0 V{number(step)}", stroke=HIDDEN, stroke_width=0.07 * frame.ink)
    pattern = element(
        "pattern",
        line,
        id="map-slant",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return element("defs", pattern)


def _outline(frame: DrawingFrame, rings: Rings) -> str:
    parts = []
    for ring in rings:
        spots = [frame.spot((x, y)) for x, y in ring]
        parts.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z")
    return "".join(parts)


def _filled(
    frame: DrawingFrame, rings: Rings, *, fill: str, opacity: float, name: str = ""
) -> Element:
    looks = {"class_": name} if name else {}
    return element(
        "path",
        d=_outline(frame, rings),
        fill=fill,
        fill_opacity=opacity,
        fill_rule="evenodd",
        **looks,
    )


def _edge(frame: DrawingFrame, rings: Rings, *, colour: str, dashed: bool = False) -> Element:
    ink = frame.ink
    looks = {"stroke_dasharray": f"{number(0.3 * ink)} {number(0.2 * ink)}"} if dashed else {}
    return element(
        "path",
        d=_outline(frame, rings),
        fill="none",
        stroke=colour,
        stroke_width=0.05 * ink,
        stroke_linejoin="round",
        **looks,
    )

"""Reads pictures that players bring for their pieces: PNG, or SVG of plain filled shapes."""

import itertools
import math
import re
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

import cv2
import numpy as np

from rules.table.bad_input import BadInputError
from vision.kit.drawing.marks import Area, Ink, Mark, PastedPicture, Spot

MOST_PIXELS: Final = 4_000
"""Of a side; more than any printer shows on a base."""
BEND: Final = 8
"""Straight strokes for each bend."""
ROUND: Final = 32
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_STROKE: Final = re.compile(r"([MmLlHhVvCcQqZz])([^MmLlHhVvCcQqZz]*)")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
_COLOURS: Final[dict[str, Ink]] = {
    "black": (0.0, 0.0, 0.0),
    "white": (1.0, 1.0, 1.0),
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 0.5, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "grey": (0.5, 0.5, 0.5),
    "gray": (0.5, 0.5, 0.5),
    "yellow": (1.0, 1.0, 0.0),
}

Ring = tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPicture:
    """A player's picture, its top to the front of the piece."""

    width: float
    height: float
    png: bytes = b""
    shapes: tuple[tuple[Ring, Ink], ...] = ()
    """Of an SVG: outlines with y down, the later ones over the earlier."""

    def marks(self, middle: Spot, *, wide: float, high: float) -> list[Mark]:
        """The picture, as large as a place allows, in its own proportions."""
        scale = min(wide / self.width, high / self.height)
        x, y = middle
        if self.png:
            size = (scale * self.width, scale * self.height)
            return [PastedPicture(png=self.png, centre=middle, width=size[0], height=size[1])]
        left, top = x - scale * self.width / 2, y + scale * self.height / 2
        return [
            Area(points=tuple((left + scale * u, top - scale * v) for u, v in ring), ink=ink)
            for ring, ink in self.shapes
        ]


def own_picture(data: bytes, *, where: str) -> OwnPicture:
    """The picture in a file; a BadInputError says what is wrong with it."""
    if data.startswith(_PNG):
        return _from_png(data, where=where)
    return _from_svg(data, where=where)


def _from_png(data: bytes, *, where: str) -> OwnPicture:
    found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if found is None:
        raise BadInputError(where, expected="a PNG that can be read", got="a broken one")
    height, width = found.shape[:2]
    if max(width, height) > MOST_PIXELS:
        got = f"{width} x {height}"
        raise BadInputError(where, expected=f"at most {MOST_PIXELS} pixels a side", got=got)
    return OwnPicture(width=float(width), height=float(height), png=data)


def _from_svg(data: bytes, *, where: str) -> OwnPicture:
    # Entities and document types can do harm, and no drawing needs them.
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data or b"<svg" not in data:
        raise BadInputError(where, expected="a PNG, or a plain SVG", got="something else")
    try:
        root = ET.fromstring(data)
    except ET.ParseError as failure:
        raise BadInputError(where, expected="a plain SVG", got=f"{failure}") from failure
    box = [float(each) for each in _NUMBER.findall(root.get("viewBox", ""))]
    if len(box) != 4 or min(box[2:]) <= 0:
        raise BadInputError(where, expected="an SVG with a viewBox", got=repr(root.get("viewBox")))
    shapes: list[tuple[Ring, Ink]] = []
    _gather(root, fill="black", where=where, into=shapes)
    if not shapes:
        raise BadInputError(where, expected="filled shapes", got="none")
    left, top, width, height = box
    moved = (
        (tuple((x - left, y - top) for x, y in ring), ink) for ring, ink in shapes if len(ring) > 2
    )
    return OwnPicture(width=width, height=height, shapes=tuple(moved))


def _gather(node: ET.Element, *, fill: str, where: str, into: list[tuple[Ring, Ink]]) -> None:
    """The shapes of a part, in their order."""
    name = node.tag.rpartition("}")[2]
    fill = node.get("fill", fill)
    if node.get("transform") or name in {"text", "image", "use"}:
        what = "transform" if node.get("transform") else name
        raise BadInputError(where, expected="shapes where they are, with no " + what, got=name)
    if fill != "none":
        into.extend((ring, _ink(fill, where=where)) for ring in _rings(node, name, where=where))
    for child in node:
        _gather(child, fill=fill, where=where, into=into)


def _ink(fill: str, *, where: str) -> Ink:
    text = fill.strip().lower()
    if text in _COLOURS:
        return _COLOURS[text]
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * each for each in digits)
    if not re.fullmatch(r"[0-9a-f]{6}", digits):
        raise BadInputError(where, expected="colours such as #aa3020", got=repr(fill[:20]))
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return (red, green, blue)


def _rings(node: ET.Element, name: str, *, where: str) -> list[Ring]:
    def number(field: str) -> float:
        found = _NUMBER.match(node.get(field, "0"))
        return float(found[0]) if found else 0.0

    match name:
        case "path":
            return _path(node.get("d", ""), where=where)
        case "rect":
            x, y, wide, high = (number(each) for each in ("x", "y", "width", "height"))
            return [((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))]
        case "circle" | "ellipse":
            across = number("r") if name == "circle" else number("rx")
            down = number("r") if name == "circle" else number("ry")
            angles = [2 * math.pi * step / ROUND for step in range(ROUND)]
            x, y = number("cx"), number("cy")
            return [tuple((x + across * math.cos(a), y + down * math.sin(a)) for a in angles)]
        case "polygon" | "polyline":
            told = [float(each) for each in _NUMBER.findall(node.get("points", ""))]
            return [tuple(zip(told[::2], told[1::2], strict=False))]
        case _:
            return []


def _path(told: str, *, where: str) -> list[Ring]:
    if re.search(r"[AaSsTt]", told):
        raise BadInputError(where, expected="paths of M, L, H, V, C, Q and Z", got="other strokes")
    rings: list[Ring] = []
    ring: list[Spot] = []
    at: Spot = (0.0, 0.0)
    for stroke, numbers in _STROKE.findall(told):
        kind = stroke.upper()
        values = [float(each) for each in _NUMBER.findall(numbers)]
        if kind in {"M", "Z"} and ring:
            rings.append(tuple(ring))
            at, ring = (ring[0] if kind == "Z" else at), []
        count = _TAKES[kind]
        for start in range(0, len(values) - count + 1 if count else 0, count or 1):
            points = _points(kind, values[start : start + count], at=at, from_here=stroke.islower())
            if not ring and kind != "M":
                ring.append(at)
            ring += _strokes(at, points)
            at = points[-1]
    if ring:
        rings.append(tuple(ring))
    return rings


def _points(kind: str, values: list[float], *, at: Spot, from_here: bool) -> list[Spot]:
    x, y = at if from_here else (0.0, 0.0)
    if kind == "H":
        return [(x + values[0], at[1])]
    if kind == "V":
        return [(at[0], y + values[0])]
    return [(x + u, y + v) for u, v in zip(values[::2], values[1::2], strict=True)]


def _strokes(start: Spot, points: list[Spot]) -> list[Spot]:
    """A straight stroke as it is, and a bend in short ones."""
    if len(points) == 1:
        return points
    corners = [start, *points]
    found = []
    for step in range(1, BEND + 1):
        level = corners
        share = step / BEND
        while len(level) > 1:
            level = [
                (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
                for a, b in itertools.pairwise(level)
            ]
        found.append(level[0])
    return found

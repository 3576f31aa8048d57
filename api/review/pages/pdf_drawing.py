"""Puts our own drawings onto a page of a PDF, as vectors.

It reads the elements that our drawings are made of and no other SVG: shapes, straight paths, words,
groups with a transform, and references to a ground that is drawn once.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from api.drawing.svg import Element

FONT: Final = "Helvetica"
BOLD: Final = "Helvetica-Bold"
CLASSES: Final = {
    "grid": {"stroke": "#d0c9b5", "stroke-width": "1"},
    "axis": {"fill": "#6b6450", "font-size": "13"},
    "value": {"fill": "#2b2a26", "font-size": "13"},
    "series": {"stroke-width": "2.4", "fill": "none"},
    "series-name": {"font-size": "13", "font-weight": "700"},
    "bar": {"fill": "#b89a55"},
    "expected": {"stroke": "#2b2a26", "stroke-width": "1", "stroke-dasharray": "5 4"},
}
"""What the style sheet of the page says of charts."""
_COMMANDS: Final = re.compile(r"([MmLlHhVvZz])([^MmLlHhVvZzA-Za-z]*)")
_NUMBERS: Final = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_TRANSFORM: Final = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")
INHERITED: Final = (
    "fill",
    "stroke",
    "stroke-width",
    "font-size",
    "fill-opacity",
    "stroke-opacity",
    "text-anchor",
    "font-weight",
    "stroke-dasharray",
    "stroke-linecap",
)
Looks = Mapping[str, str]


class DrawnFlowable(Flowable):
    """A drawing on a page of a PDF, as wide as it is told to be."""

    def __init__(
        self, drawing: Element, *, width: float, defs: Mapping[str, Element] | None = None
    ) -> None:
        super().__init__()
        self._drawing = drawing
        self._defs = defs or {}
        left, top, wide, high = _floats(dict(drawing.attributes)["viewBox"])
        self._box = (left, top, wide, high)
        self.width, self.height = width, width * high / wide

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        del available_width, available_height
        return self.width, self.height

    def draw(self) -> None:
        canvas: Canvas = self.canv
        left, top, wide, _ = self._box
        scale = self.width / wide
        canvas.saveState()
        # Downwards on a drawing is upwards on a page of a PDF.
        canvas.transform(scale, 0, 0, -scale, -left * scale, self.height + top * scale)
        clip = canvas.beginPath()
        clip.rect(*self._box)
        canvas.clipPath(clip, stroke=0, fill=0)
        _children(canvas, self._drawing, looks=dict(_own(self._drawing)), defs=self._defs)
        canvas.restoreState()


def _children(
    canvas: Canvas, element: Element, *, looks: Looks, defs: Mapping[str, Element]
) -> None:
    for each in element.inside:
        if isinstance(each, Element):
            _element(canvas, each, inherited=looks, defs=defs)


def _element(
    canvas: Canvas, element: Element, *, inherited: Looks, defs: Mapping[str, Element]
) -> None:
    attributes = dict(element.attributes)
    looks = {**{n: v for n, v in inherited.items() if n in INHERITED}, **dict(_own(element))}
    if element.tag in {"title", "desc", "defs"}:
        return
    canvas.saveState()
    for kind, text in _TRANSFORM.findall(attributes.get("transform", "")):
        numbers = _floats(text)
        if kind == "translate":
            canvas.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
        elif kind == "rotate":
            canvas.rotate(numbers[0])
        else:
            canvas.scale(numbers[0], numbers[-1])
    if element.tag == "g":
        _children(canvas, element, looks=looks, defs=defs)
    elif element.tag == "use":
        found = defs.get(attributes.get("href", "").removeprefix("#"))
        if found is not None:
            _element(canvas, found, inherited=looks, defs=defs)
    elif element.tag == "text":
        _text(canvas, element, looks=looks)
    else:
        _shape(canvas, element.tag, attributes=attributes, looks=looks)
    canvas.restoreState()


def _own(element: Element) -> Iterator[tuple[str, str]]:
    attributes = dict(element.attributes)
    for name in attributes.get("class", "").split():
        yield from CLASSES.get(name, {}).items()
    yield from ((name, value) for name, value in attributes.items() if name in INHERITED)


def _shape(canvas: Canvas, tag: str, *, attributes: Looks, looks: Looks) -> None:
    fill = _colour(looks.get("fill", "#000000"), looks.get("fill-opacity", "1"))
    stroke = _colour(looks.get("stroke", "none"), looks.get("stroke-opacity", "1"))
    if fill is not None:
        canvas.setFillColor(fill)
    if stroke is not None:
        canvas.setStrokeColor(stroke)
        canvas.setLineWidth(float(looks.get("stroke-width", "1")))
        canvas.setLineCap(1 if looks.get("stroke-linecap") == "round" else 0)
        canvas.setLineJoin(1)
        dashes = _floats(looks.get("stroke-dasharray", ""))
        canvas.setDash(dashes or [])
    how: dict[str, Any] = {"fill": int(fill is not None), "stroke": int(stroke is not None)}
    number = {name: float(attributes[name]) for name in _SIZES if name in attributes}
    if tag == "rect":
        place = (number.get("x", 0.0), number.get("y", 0.0), number["width"], number["height"])
        canvas.roundRect(*place, number.get("rx", 0.0), **how)
    elif tag == "circle":
        canvas.circle(number.get("cx", 0.0), number.get("cy", 0.0), number["r"], **how)
    elif tag == "ellipse":
        rx, ry = number["rx"], number["ry"]
        canvas.ellipse(-rx, -ry, rx, ry, **how)
    elif tag == "path":
        canvas.drawPath(_path(canvas, attributes["d"]), **how)


_SIZES: Final = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r")


def _path(canvas: Canvas, text: str) -> Any:
    path = canvas.beginPath()
    x = y = 0.0
    for command, rest in _COMMANDS.findall(text):
        numbers = _floats(rest)
        if command in "Zz":
            path.close()
            continue
        pairs = _pairs(command, numbers, at=(x, y))
        for at, (x, y) in enumerate(pairs):
            if command in "Mm" and at == 0:
                path.moveTo(x, y)
            else:
                path.lineTo(x, y)
    return path


def _pairs(
    command: str, numbers: list[float], *, at: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    x, y = at
    is_relative = command.islower()
    if command in "HhVv":
        for value in numbers:
            if command in "Hh":
                x = x + value if is_relative else value
            else:
                y = y + value if is_relative else value
            yield x, y
        return
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=False):
        x, y = (x + dx, y + dy) if is_relative else (dx, dy)
        yield x, y


def _text(canvas: Canvas, element: Element, *, looks: Looks) -> None:
    words = printable("".join(each for each in element.inside if isinstance(each, str)))
    attributes = dict(element.attributes)
    size = float(looks.get("font-size", "13"))
    font = BOLD if looks.get("font-weight") == "700" else FONT
    x, y = float(attributes.get("x", "0")), float(attributes.get("y", "0"))
    width = stringWidth(words, font, size)
    x -= {"middle": width / 2, "end": width}.get(looks.get("text-anchor", ""), 0.0)
    colour = _colour(looks.get("fill", "#000000"), looks.get("fill-opacity", "1"))
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFillColor(colour or Color(0, 0, 0))
    canvas.setFont(font, size)
    canvas.drawString(0, 0, words)


def printable(text: str) -> str:
    """The text in the letters that the fonts of every reader have; others become `?`."""
    plain = text.replace("–", "-").replace("…", "...").replace("·", "-").replace("×", "x")
    return plain.encode("latin-1", "replace").decode("latin-1")


def _colour(text: str, opacity: str) -> Color | None:
    if text == "none" or text.startswith("url("):
        return None
    found = HexColor(text) if text.startswith("#") else None
    if found is None:
        return None
    return Color(found.red, found.green, found.blue, alpha=float(opacity))


def _floats(text: str) -> list[float]:
    return [float(each) for each in _NUMBERS.findall(text)]

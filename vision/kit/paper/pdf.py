"""Writes pages as a PDF: vectors and players' pictures, at true size, always the same bytes."""

import io
from collections.abc import Sequence
from typing import Final

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from vision.kit.drawing.marks import (
    BLACK,
    POINTS,
    Area,
    Circle,
    Ink,
    InkLine,
    Mark,
    PastedPicture,
    PrintedTag,
    Spot,
    Words,
    turned_and_moved,
)
from vision.kit.paper.sheets import Page
from vision.tags.dictionary import Family, pattern

# A capital of Helvetica is 0.72 of the font's size, so that its middle is 0.36 above the line.
_HALF_CAPITAL: Final = 0.36
EVEN_ODD: Final = 0
"""As reportlab calls the rule."""


def pdf_of(pages: Sequence[Page], *, title: str, family: Family) -> bytes:
    """The pages as a PDF that asks viewers not to scale it."""
    made = io.BytesIO()
    # Invariant: no date and no random id, so the same kit is the same file.
    canvas = Canvas(made, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setAuthor("Paper Umpire")
    canvas.setSubject("Print at 100 % (actual size)")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.paper.width * POINTS, page.paper.height * POINTS))
        for mark in page.marks:
            _draw(canvas, mark, family=family)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def _draw(canvas: Canvas, mark: Mark, *, family: Family) -> None:
    match mark:
        case Area():
            _fill(canvas, [mark.points], ink=mark.ink)
        case PrintedTag():
            _fill(canvas, tag_rings(mark, family), ink=BLACK)
        case InkLine():
            _stroke(canvas, mark)
        case Circle():
            x, y = mark.centre
            canvas.setDash([mark.dash * POINTS] if mark.dash else [])
            canvas.setStrokeColorRGB(*mark.ink)
            canvas.setFillColorRGB(*mark.ink)
            canvas.setLineWidth(mark.width * POINTS)
            fill = 0 if mark.width else 1
            canvas.circle(x * POINTS, y * POINTS, mark.radius * POINTS, stroke=1 - fill, fill=fill)
        case Words():
            _write(canvas, mark)
        case PastedPicture():
            _show(canvas, mark)


def _show(canvas: Canvas, picture: PastedPicture) -> None:
    canvas.saveState()
    canvas.translate(picture.centre[0] * POINTS, picture.centre[1] * POINTS)
    canvas.rotate(picture.turn)
    wide, high = picture.width * POINTS, picture.height * POINTS
    reader = ImageReader(io.BytesIO(picture.png))
    canvas.drawImage(reader, -wide / 2, -high / 2, width=wide, height=high, mask="auto")
    canvas.restoreState()


def _fill(canvas: Canvas, rings: Sequence[Sequence[Spot]], *, ink: Ink) -> None:
    path = canvas.beginPath()
    for ring in rings:
        (x, y), *others = ring
        path.moveTo(x * POINTS, y * POINTS)
        for x, y in others:
            path.lineTo(x * POINTS, y * POINTS)
        path.close()
    canvas.setFillColorRGB(*ink)
    canvas.drawPath(path, stroke=0, fill=1, fillMode=EVEN_ODD)


def _stroke(canvas: Canvas, line: InkLine) -> None:
    path = canvas.beginPath()
    (x, y), *others = line.points
    path.moveTo(x * POINTS, y * POINTS)
    for x, y in others:
        path.lineTo(x * POINTS, y * POINTS)
    if line.closed:
        path.close()
    canvas.setStrokeColorRGB(*line.ink)
    canvas.setLineWidth(line.width * POINTS)
    canvas.setDash([line.dash * POINTS] if line.dash else [])
    canvas.drawPath(path, stroke=1, fill=0)


def _write(canvas: Canvas, words: Words) -> None:
    size = words.height * POINTS
    canvas.saveState()
    canvas.translate(words.at[0] * POINTS, words.at[1] * POINTS)
    canvas.rotate(words.turn)
    canvas.setFont(words.font, size)
    canvas.setFillColorRGB(*words.ink)
    below = -_HALF_CAPITAL * size
    match words.align:
        case "start":
            canvas.drawString(0, below, words.text)
        case "end":
            canvas.drawRightString(0, below, words.text)
        case _:
            canvas.drawCentredString(0, below, words.text)
    canvas.restoreState()


def tag_rings(tag: PrintedTag, family: Family) -> list[list[Spot]]:
    """The outlines between black and white of a tag, to be filled by the even-odd rule.

    One path has no seams between its cells, where a viewer would let paper shine through.
    """
    cells = pattern(family, tag.number)
    count = len(cells)
    step = tag.size / count
    half = tag.size / 2

    def corner(column: int, row: int) -> Spot:
        spot = (column * step - half, half - row * step)
        return turned_and_moved(spot, turn=tag.top - 90, by=tag.centre)

    return [[corner(column, row) for column, row in ring] for ring in _rings(cells)]


def _rings(white: Sequence[Sequence[bool]]) -> list[list[tuple[int, int]]]:
    """Closed paths along the edges of cells that separate black from white, in columns and rows."""
    onward = _edges(white)
    rings = []
    while onward:
        start = min(onward)
        ring = [start]
        at = onward[start].pop()
        while True:
            if not onward[ring[-1]]:
                del onward[ring[-1]]
            if at == start:
                break
            ring.append(at)
            at = onward[at].pop()
        rings.append(ring)
    return rings


def _edges(white: Sequence[Sequence[bool]]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """From each corner to the next ones, with black on the right of the way."""
    count = len(white)

    def black(column: int, row: int) -> bool:
        return 0 <= column < count and 0 <= row < count and not white[row][column]

    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(count):
        for column in range(count):
            if not black(column, row):
                continue
            sides = (
                ((column, row - 1), (column, row), (column + 1, row)),
                ((column + 1, row), (column + 1, row), (column + 1, row + 1)),
                ((column, row + 1), (column + 1, row + 1), (column, row + 1)),
                ((column - 1, row), (column, row + 1), (column, row)),
            )
            for neighbour, start, end in sides:
                if not black(*neighbour):
                    onward.setdefault(start, []).append(end)
    return onward

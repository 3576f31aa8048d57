"""Designs the sheet for a game of rooms and walls: an area to draw in, and four tags of its own."""

from typing import Final

from vision.kit.designs.piece_design import Design, Face
from vision.kit.drawing.fitting import outline_on_paper
from vision.kit.drawing.marks import BLACK, GREY, PALE, InkLine, Mark, PrintedTag, Spot, Words, box
from vision.kit.tags.plan import PlannedPiece
from vision.kit.tags.sizes import TableView

STRIP: Final = 0.58
"""Above and below the area; the tags with their margins fill it."""
_SLOTS: Final = ("heroes", "enemies / 2", "vault row", "event row", "rooms - 1", "spare")


def sheet_design(piece: PlannedPiece, view: TableView) -> Design:
    """The sheet: its frame is the area inside, and its tags lie outside of it."""
    area = outline_on_paper(piece.item.footprint)
    (left, low), (right, high) = area[0], area[2]
    name, assigned = piece.faces[0]
    cells = view.dictionary.cells
    size = round(STRIP * cells / (cells + 2), 3)
    away = STRIP / 2
    centres: tuple[Spot, ...] = (
        (left + away, low - away),
        (right - away, low - away),
        (right - away, high + away),
        (left + away, high + away),
    )
    tags = tuple(
        PrintedTag(number=each.number, centre=centre, size=size)
        for each, centre in zip(assigned, centres, strict=True)
    )
    outline = box(left, low - STRIP, width=right - left, height=high - low + 2 * STRIP)
    marks = [
        *_area_marks(left, low, right=right, high=high),
        *_strip_marks(left, high, right=right),
    ]
    marks += [
        Words(text="vault:", at=(left + 0.9, low - 0.3), height=0.12, align="start"),
        InkLine(points=((left + 1.45, low - 0.36), (left + 4.4, low - 0.36)), ink=GREY),
        Words(text="event:", at=(0.2, low - 0.3), height=0.12, align="start"),
        InkLine(points=((0.75, low - 0.36), (right - 0.9, low - 0.36)), ink=GREY),
    ]
    warnings: tuple[str, ...] = ()
    if not view.is_enough(size):
        told = f"line {piece.item.row.line}: the game sheet has tags of {size:g} in"
        warnings = (f"{told}, and {view.least:.2f} in are needed; hang the camera over the sheet",)
    face = Face(name=name, outline=outline, tags=tags, roles=assigned, draw=lambda: marks)
    return Design(piece=piece, faces=(face,), warnings=warnings)


def _area_marks(left: float, low: float, *, right: float, high: float) -> list[Mark]:
    """The frame of the area, ticks at whole inches and a dot at each half inch inside."""
    area = box(left, low, width=right - left, height=high - low)
    marks: list[Mark] = [InkLine(points=area, width=0.02, closed=True)]
    columns, rows = int((right - left) * 2), int((high - low) * 2)
    for row in range(1, rows):
        y = low + row / 2
        for column in range(1, columns):
            x = left + column / 2
            marks.append(InkLine(points=((x - 0.02, y), (x + 0.02, y)), ink=PALE, width=0.008))
            marks.append(InkLine(points=((x, y - 0.02), (x, y + 0.02)), ink=PALE, width=0.008))
    marks.append(Words(text="N", at=((left + right) / 2, high - 0.14), height=0.12, ink=GREY))
    return marks


def _strip_marks(left: float, high: float, *, right: float) -> list[Mark]:
    """The word and its six slots, between the two upper tags."""
    y = high + 0.14
    marks: list[Mark] = [
        Words(text="word:", at=(left + 0.75, y + 0.12), height=0.14, align="start", bold=True)
    ]
    wide, start = 0.42, left + 1.35
    for index, use in enumerate(_SLOTS):
        x = start + index * 1.1
        marks.append(InkLine(points=box(x, y, width=wide, height=0.26), ink=BLACK, closed=True))
        marks.append(
            InkLine(
                points=box(x + wide + 0.06, y, width=wide - 0.1, height=0.26), ink=GREY, closed=True
            )
        )
        marks.append(Words(text=use, at=(x + 0.4, y + 0.34), height=0.085, ink=GREY))
    told = "letter | value"
    marks.append(Words(text=told, at=(right - 0.7, y + 0.12), height=0.085, ink=GREY, align="end"))
    return marks

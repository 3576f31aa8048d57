"""Designs cards and slips: a tag of its own on each face, one shared tag on every back."""

import textwrap
from functools import partial
from typing import Final

from vision.kit.designs.piece_design import Design, Face
from vision.kit.drawing.fitting import outline_on_paper, whole_side
from vision.kit.drawing.inks import side_ink
from vision.kit.drawing.marks import (
    BLACK,
    GREY,
    Ink,
    InkLine,
    Mark,
    PrintedTag,
    Spot,
    Words,
    box,
    fitted,
    placed,
)
from vision.kit.tags.plan import PlannedPiece
from vision.kit.tags.sizes import TableView
from vision.kit.wanted.army import told_on
from vision.kit.wanted.letters import printable

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# In the signs of ZapfDingbats: spade, heart, diamond, club.
SUITS: Final = (
    ("spades", "\u2660"),
    ("hearts", "\u2665"),
    ("diamonds", "\u2666"),
    ("clubs", "\u2663"),
)
RED: Final[Ink] = (0.75, 0.05, 0.05)
TOLD_HIGH: Final = 0.085
"""Inches: small print, as on the cards that people know."""
TOLD_WIDE: Final = 36
"""Characters of a line."""
TOLD_ASIDE: Final = 0.22
"""Inches to the side, clear of the corners."""
CARD_TAG: Final = 1.2
SLIP_TAG: Final = 0.9


def card_name(piece: PlannedPiece) -> str:
    """What people call the card.

    A pack of playing cards is counted from the ace of spades to the king of clubs.
    """
    item = piece.item
    if item.kind.name == "playing_card" and item.copies > 1:
        suit, rank = divmod(piece.copy - 1, len(RANKS))
        if suit < len(SUITS):
            return f"{RANKS[rank]} of {SUITS[suit][0]}"
        return f"joker {piece.copy - len(SUITS) * len(RANKS)}"
    name = item.entry.name
    return f"{name} {piece.copy}" if item.copies > 1 else name


def card_design(piece: PlannedPiece, view: TableView) -> Design:
    """A card or a slip with its face and its back."""
    outline = outline_on_paper(piece.item.footprint)
    is_slip = piece.item.kind.name == "slip"
    faces = []
    for name, assigned in piece.faces:
        size = _tag_size(piece, outline=outline, view=view, most=SLIP_TAG if is_slip else CARD_TAG)
        if is_slip and name == "face":
            centre = (outline[0][0] + whole_side(size, view.dictionary) / 2 + 0.05, 0.0)
        else:
            centre = (0.0, 0.0)
        tag = PrintedTag(number=assigned[0].number, centre=centre, size=size)
        draw = _slip_marks if is_slip else _card_marks
        marks = partial(draw, piece, face=name, outline=outline, tag=tag)
        faces.append(Face(name=name, outline=outline, tags=(tag,), roles=assigned, draw=marks))
    size = faces[0].tags[0].size
    warnings: tuple[str, ...] = ()
    if not view.is_enough(size):
        told = f"line {piece.item.row.line}: {piece.item.kind.name} has a tag of {size:g} in"
        warnings = (f"{told}, and {view.least:.2f} in are needed",)
    return Design(piece=piece, faces=tuple(faces), warnings=warnings)


def _tag_size(
    piece: PlannedPiece, *, outline: tuple[Spot, ...], view: TableView, most: float
) -> float:
    wanted = float(piece.item.tag_size or max(most, min(view.wished, 1.5)))
    narrow = 2 * min(outline[2])
    cells = view.dictionary.cells
    return round(min(wanted, (narrow - 0.1) * cells / (cells + 2)), 4)


def _card_marks(
    piece: PlannedPiece, *, face: str, outline: tuple[Spot, ...], tag: PrintedTag
) -> list[Mark]:
    if face == "back":
        return _back_marks(outline, tag=tag)
    right, top = outline[2]
    marks: list[Mark] = []
    corner = _corner(piece)
    for mark in corner:
        upright = placed(mark, by=(-right + 0.28, top - 0.3))
        marks += [upright, placed(upright, turn=180)]
    name = Words(text=printable(card_name(piece)), at=(0, tag.size * -0.5 - 0.42), height=0.14)
    return [*marks, fitted(name, 2 * right - 0.9), *_told_marks(piece, outline=outline, tag=tag)]


def _told_marks(piece: PlannedPiece, *, outline: tuple[Spot, ...], tag: PrintedTag) -> list[Mark]:
    """What a roster says of a card, beside the corners: from the top down, and below the name."""
    right, top = outline[2]
    middle, width = TOLD_ASIDE, 2 * (right - TOLD_ASIDE) - 0.2
    marks: list[Mark] = []
    for column, x, start in (
        ("card_top", middle, top - 0.2),
        ("card_foot", -middle, tag.size * -0.5 - 0.6),
    ):
        lines = textwrap.wrap(printable(told_on(piece.item, column)), TOLD_WIDE)
        for count, line in enumerate(lines):
            words = Words(text=line, at=(x, start - count * 0.11), height=TOLD_HIGH)
            marks.append(fitted(words, width))
    return marks


def _corner(piece: PlannedPiece) -> list[Mark]:
    """The index in the corner of a card, about (0, 0)."""
    name = card_name(piece)
    rank, _, suit = name.partition(" of ")
    signs = dict(SUITS)
    if suit in signs and piece.item.kind.name == "playing_card":
        ink = RED if suit in {"hearts", "diamonds"} else BLACK
        return [
            Words(text=rank, at=(0, 0.06), height=0.26, ink=ink, bold=True),
            Words(text=signs[suit], at=(0, -0.17), height=0.22, ink=ink, signs=True),
        ]
    if name.startswith("joker"):
        return [Words(text="joker", at=(0, 0.06), height=0.14, bold=True)]
    text = f"{piece.copy}" if piece.item.copies > 1 else piece.id
    return [fitted(Words(text=printable(text), at=(0, 0.06), height=0.2, bold=True), 0.45)]


def _back_marks(outline: tuple[Spot, ...], *, tag: PrintedTag) -> list[Mark]:
    """A frame of fine lines; the same on every back, whatever lies on the other side."""
    right, top = outline[2]
    inset = 0.12
    frame = box(-right + inset, -top + inset, width=2 * (right - inset), height=2 * (top - inset))
    marks: list[Mark] = [InkLine(points=frame, ink=GREY, width=0.02, closed=True)]
    edge = tag.size * 0.5 + 0.3
    count = max(1, int((top - inset - edge) / 0.12))
    for step in range(1, count):
        y = edge + step * 0.12
        for sign in (1, -1):
            line = ((-right + inset + 0.1, sign * y), (right - inset - 0.1, sign * y))
            marks.append(InkLine(points=line, ink=GREY, width=0.01))
    return marks


def _slip_marks(
    piece: PlannedPiece, *, face: str, outline: tuple[Spot, ...], tag: PrintedTag
) -> list[Mark]:
    right, _ = outline[2]
    ink = side_ink(piece.item.entry.side)
    if face == "back":
        ends = (-(right + tag.size / 2 + 0.15) / 2, (right + tag.size / 2 + 0.15) / 2)
        return [Words(text="?", at=(x, 0), height=0.4, bold=True, ink=GREY) for x in ends]
    start = tag.centre[0] + tag.size * 0.5 + 0.28
    marks: list[Mark] = [
        fitted(
            Words(
                text=printable(piece.id),
                at=(start, 0.45),
                height=0.14,
                bold=True,
                ink=ink,
                align="start",
            ),
            right - 0.1 - start,
        ),
        Words(text="unit:", at=(start, 0.15), height=0.1, ink=GREY, align="start"),
    ]
    rules = [((start, y), (right - 0.1, y)) for y in (-0.15, -0.45)]
    return [*marks, *(InkLine(points=ends, ink=GREY, width=0.008) for ends in rules)]

"""Spreads cut-outs over sheets of paper, with their margins and footers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rules.table.bad_input import BadInputError
from vision.kit.drawing.cutouts import Cutout
from vision.kit.drawing.marks import (
    GREY,
    MM,
    PALE,
    InkLine,
    Mark,
    PrintedTag,
    Spot,
    Words,
    all_placed,
    fitted,
)

MARGIN: Final = 10 * MM
"""Every household printer reaches this far."""
FOOTER: Final = 0.3
GAP: Final = 0.14
"""Between cut-outs, wide enough for scissors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A sheet, upright."""

    name: str
    width: float
    height: float

    def landscape(self) -> "Paper":
        return replace(self, width=self.height, height=self.width)


A4: Final = Paper(name="A4", width=210 * MM, height=297 * MM)
LETTER: Final = Paper(name="Letter", width=8.5, height=11.0)
COMMON: Final = (A4.width - 2 * MARGIN, LETTER.height - 2 * MARGIN - FOOTER)
"""What both papers have room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCutout:
    """A cut-out on a page, by the lower left corner of its outline."""

    cutout: Cutout
    at: Spot

    @property
    def marks(self) -> tuple[Mark, ...]:
        return all_placed((*self.cutout.marks, *self.cutout.caption()), by=self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page."""

    paper: Paper
    title: str
    placed: tuple[PlacedCutout, ...]
    footer: tuple[Mark, ...] = field(default=())

    @property
    def marks(self) -> tuple[Mark, ...]:
        found = [mark for placed in self.placed for mark in placed.marks]
        return (*found, *self.footer)

    @property
    def tags(self) -> tuple[PrintedTag, ...]:
        return tuple(mark for mark in self.marks if isinstance(mark, PrintedTag))


def paper_from_text(text: str, where: str = "paper") -> Paper:
    """A paper by its name.

    >>> paper_from_text("A4").name
    'A4'
    """
    for paper in (A4, LETTER):
        if text.strip().lower() == paper.name.lower():
            return paper
    raise BadInputError(where, expected="a4 or letter", got=repr(text))


def pages_for(cutouts: Sequence[Cutout], *, title: str, paper: Paper) -> list[Page]:
    """The cut-outs on as few pages as a simple packing takes; backs behind their faces."""
    wide = max((cutout.width for cutout in cutouts), default=0.0)
    if wide > paper.width - 2 * MARGIN + 1e-6:
        paper = paper.landscape()
    faces = [cutout for cutout in cutouts if not cutout.is_back]
    backs = [cutout for cutout in cutouts if cutout.is_back]
    pages = [
        Page(paper=paper, title=title, placed=_centred(rows, paper=paper))
        for rows in _packed(faces, paper=paper)
    ]
    if not backs:
        return pages
    return [page for front in pages for page in (front, _behind(front, backs=backs))]


def _behind(front: Page, *, backs: Sequence[Cutout]) -> Page:
    """The page to print behind another, turned over its long edge."""
    paper = front.paper
    by_size = {(round(back.width, 4), round(back.height, 4)): back for back in backs}
    placed = []
    for each in front.placed:
        back = by_size[(round(each.cutout.width, 4), round(each.cutout.height, 4))]
        x = paper.width - each.at[0] - each.cutout.width
        placed.append(PlacedCutout(cutout=back, at=(x, each.at[1])))
    return Page(paper=paper, title=f"{front.title}, backs", placed=tuple(placed))


@dataclass(slots=True, kw_only=True)
class _Column:
    """Cut-outs below each other in a row."""

    width: float
    used: float
    cutouts: list[Cutout]


@dataclass(slots=True, kw_only=True)
class _Shelf:
    """A row of columns that is being filled."""

    height: float
    columns: list[_Column] = field(default_factory=list)

    @property
    def filled(self) -> float:
        return sum(column.width for column in self.columns) + GAP * (len(self.columns) - 1)

    def takes(self, cutout: Cutout, *, width: float) -> bool:
        """Put it below a piece that is as wide, or beside the others; say whether it had room."""
        tall, wide = _tall(cutout), _wide(cutout)
        for column in self.columns:
            fits = column.used + GAP + tall <= self.height + 1e-6
            if fits and 0.6 * column.width <= wide <= column.width + 1e-6:
                column.cutouts.append(cutout)
                column.used += GAP + tall
                return True
        if tall > self.height + 1e-6 or (self.columns and self.filled + GAP + wide > width):
            return False
        self.columns.append(_Column(width=wide, used=tall, cutouts=[cutout]))
        return True


def _packed(cutouts: Iterable[Cutout], *, paper: Paper) -> list[list[_Shelf]]:
    """Rows on pages, each cut-out in the first row that has room for it, high ones first."""
    width = paper.width - 2 * MARGIN + 1e-6
    height = paper.height - 2 * MARGIN - FOOTER + 1e-6
    pages: list[list[_Shelf]] = []
    for cutout in sorted(cutouts, key=lambda each: -round(_tall(each), 3)):
        if not any(_on_page(cutout, page, width=width, height=height) for page in pages):
            shelf = _Shelf(height=_tall(cutout))
            shelf.takes(cutout, width=width)
            pages.append([shelf])
    return pages


def _on_page(cutout: Cutout, shelves: list[_Shelf], *, width: float, height: float) -> bool:
    if any(shelf.takes(cutout, width=width) for shelf in shelves):
        return True
    used = sum(shelf.height + GAP for shelf in shelves)
    if used + _tall(cutout) > height:
        return False
    shelves.append(_Shelf(height=_tall(cutout)))
    return shelves[-1].takes(cutout, width=width)


def _tall(cutout: Cutout) -> float:
    return cutout.height + cutout.caption_height


def _wide(cutout: Cutout) -> float:
    """A caption may be wider than what it stands below."""
    words = [mark for mark in cutout.caption() if isinstance(mark, Words)]
    return max([cutout.width, *(each.length for each in words)])


def _centred(shelves: Sequence[_Shelf], *, paper: Paper) -> tuple[PlacedCutout, ...]:
    """The rows from the top of the page, each in the middle of its width."""
    placed = []
    top = paper.height - MARGIN
    for shelf in shelves:
        x = (paper.width - shelf.filled) / 2
        for column in shelf.columns:
            y = top
            for cutout in column.cutouts:
                spare = (column.width - cutout.width) / 2
                at = (round(x + spare, 6), round(y - cutout.height, 6))
                placed.append(PlacedCutout(cutout=cutout, at=at))
                y -= _tall(cutout) + GAP
            x += column.width + GAP
        top -= shelf.height + GAP
    return tuple(placed)


def with_footers(pages: Sequence[Page], *, name: str) -> tuple[Page, ...]:
    """The pages with their numbers, a scale bar, and how to print them."""
    return tuple(
        replace(page, footer=_footer(page, name=name, number=index + 1, count=len(pages)))
        for index, page in enumerate(pages)
    )


def _footer(page: Page, *, name: str, number: int, count: int) -> tuple[Mark, ...]:
    y = MARGIN + 0.06
    left, right = MARGIN, page.paper.width - MARGIN
    middle = page.paper.width / 2
    bar = 50 * MM
    start = middle - bar / 2
    told = f"{name}: {page.title}"
    marks: list[Mark] = [
        InkLine(
            points=((left, MARGIN + FOOTER - 0.1), (right, MARGIN + FOOTER - 0.1)),
            ink=PALE,
            width=0.006,
        ),
        fitted(Words(text=told, at=(left, y), height=0.1, ink=GREY, align="start"), 2.4),
        InkLine(points=((start, y), (start + bar, y)), ink=GREY, width=0.012),
    ]
    for step in range(6):
        x = start + step * 10 * MM
        marks.append(InkLine(points=((x, y), (x, y + 0.07)), ink=GREY, width=0.01))
    marks += [
        Words(
            text="50 mm", at=(start + bar + 0.05, y + 0.02), height=0.085, ink=GREY, align="start"
        ),
        Words(
            text=f"print at 100 %   {number}/{count}",
            at=(right, y),
            height=0.1,
            ink=GREY,
            align="end",
        ),
    ]
    return tuple(marks)

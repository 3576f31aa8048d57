"""Designs the anchors: the eight tags that are fixed to the table and define its inches."""

from typing import Final

from calibration.anchors import Anchor, anchors_of
from rules.table.snapshot import TableSize
from rules.table.units import plain
from vision.kit.drawing.cutouts import Cutout, cut_box
from vision.kit.drawing.marks import BLACK, GREY, Area, InkLine, Mark, PrintedTag, Spot, Words, box
from vision.kit.tags.sizes import Table, TableView
from vision.kit.wanted.kinds import Group

FRAME: Final = 0.14
"""How thick the black frame is by which people tell an anchor from a piece."""
STRIP: Final = 0.5
"""Below the frame, for the words."""
EDGE: Final = 0.1
LEAST: Final = 1.0
MOST: Final = 2.0


def anchors_on(table: Table) -> tuple[Anchor, ...]:
    """The anchors of a table: numbers, names and where the centres of their tags belong."""
    return anchors_of(TableSize(width=table.width, depth=table.depth))


def anchor_size(view: TableView) -> float:
    """Anchors are half as large again as a piece's least tag: the whole table depends on them."""
    cells = view.dictionary.cells
    cell = min(MOST, max(LEAST, 1.5 * view.least)) / cells
    return round(-(-(cell - 1e-9) // 0.005) * 0.005 * cells, 4)


def anchor_advice(view: TableView) -> list[str]:
    """What to say where even the largest anchor is small for a camera."""
    size = anchor_size(view)
    if view.is_enough(size):
        return []
    return [
        f"anchors are printed {plain(size)} in wide at most and need {plain(view.least)} in here: "
        "the umpire may lose those at the far edge, and with them its inches; hang the camera "
        "higher, or take a finer one"
    ]


def anchor_card_size(view: TableView) -> tuple[float, float]:
    """Width and height of an anchor to cut out."""
    side = _frame_side(view) + 2 * EDGE
    return round(side, 4), round(side + STRIP, 4)


def anchor_centre(view: TableView) -> Spot:
    """Where the tag's centre is on the card, from its lower left corner."""
    width, height = anchor_card_size(view)
    return (round(width / 2, 4), round(height - width / 2, 4))


def _frame_side(view: TableView) -> float:
    size = anchor_size(view)
    return size + 2 * (1.5 * size / view.dictionary.cells) + 2 * FRAME


def anchor_frame(view: TableView) -> tuple[Area, ...]:
    """The black bars around an anchor, from its tag's centre."""
    return tuple(_frame((0.0, 0.0), side=_frame_side(view)))


def anchor_cutouts(view: TableView) -> tuple[Cutout, ...]:
    """The anchors to cut out."""
    return tuple(_cutout(anchor, view) for anchor in anchors_on(view.table))


def _cutout(anchor: Anchor, view: TableView) -> Cutout:
    width, height = anchor_card_size(view)
    x, y = anchor_centre(view)
    marks: list[Mark] = [cut_box(width, height), *_frame((x, y), side=_frame_side(view))]
    marks.append(PrintedTag(number=anchor.number, centre=(x, y), size=anchor_size(view)))
    half = width / 2
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        start = (x + dx * (half - EDGE), y + dy * (half - EDGE))
        marks.append(InkLine(points=(start, (x + dx * half, y + dy * half)), width=0.015))
    marks += [
        Words(text=f"{anchor.number}  {anchor.name}", at=(x, 0.3), height=0.2, bold=True),
        Words(text="this edge up = north", at=(x + 0.08, 0.11), height=0.1, ink=GREY),
        Area(points=((0.16, 0.16), (0.1, 0.06), (0.22, 0.06)), ink=GREY),
    ]
    return Cutout(group=Group.ANCHORS, name="", width=width, height=height, marks=tuple(marks))


def _frame(centre: Spot, *, side: float) -> list[Area]:
    """Four bars with a gap in the middle of each side, so that no detector takes it for a tag."""
    x, y = centre
    low, gap = side / 2, 0.1
    bars = []
    for near in (-low, low - FRAME):
        for start, stop in ((-low, -gap), (gap, low)):
            length = stop - start
            bars.append(Area(points=box(x + start, y + near, width=length, height=FRAME)))
            bars.append(Area(points=box(x + near, y + start, width=FRAME, height=length)))
    return [Area(points=bar.points, ink=BLACK) for bar in bars]

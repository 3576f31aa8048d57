"""Draws the page for the scale check: six tags, rulers, and the outline of a bank card (ID-1)."""

import math
from typing import Any, Final

from vision.kit.drawing.cutouts import Cutout
from vision.kit.drawing.marks import GREY, MM, Area, InkLine, Mark, PrintedTag, Spot, Words, box
from vision.kit.tags.plan import Plan
from vision.kit.wanted.kinds import Group

CARD: Final = (85.60 * MM, 53.98 * MM)
"""ISO/IEC 7810 ID-1."""
CARD_CORNER: Final = 3.18 * MM
WIDTH: Final = 7.2
HEIGHT: Final = 9.4
CENTRE: Final[Spot] = (WIDTH / 2, 4.9)
"""Of the card."""
TAG: Final = 0.9
BAR: Final = 2.5 * MM
"""Width of the bars across the card's edges, and of the gaps between them."""
INSIDE: Final = 6 * MM
OUTSIDE: Final = 7 * MM
REACH: Final = (34 * MM, 18 * MM)
"""How far from the middle of an edge the bars go: along the long edges, along the short ones."""


def scale_tags(plan: Plan) -> tuple[PrintedTag, ...]:
    """The tags of the page, by their places on it."""
    left, right, low, high = 0.6, WIDTH - 0.6, 0.65, HEIGHT - 0.65
    middle = CENTRE[1]
    centres = ((left, low), (right, low), (right, high), (left, high), (left, middle))
    return tuple(
        PrintedTag(number=number, centre=centre, size=TAG)
        for number, centre in zip(plan.scale, (*centres, (right, middle)), strict=True)
    )


def scale_description(plan: Plan) -> dict[str, Any]:
    """The page for other programs; from the lower left corner of its frame."""
    return {
        "card_in": [round(side, 5) for side in CARD],
        "card_at_in": list(CENTRE),
        "tags": [
            {"id": tag.number, "at_in": list(tag.centre), "size_in": tag.size}
            for tag in scale_tags(plan)
        ],
    }


def bar_places(reach: float) -> list[float]:
    """Where the bars begin, from the middle of an edge."""
    count = int(reach / BAR)
    return [step * BAR for step in range(-count, count) if step % 2 == 0]


def scale_cutout(plan: Plan) -> Cutout:
    """The whole page."""
    marks: list[Mark] = [*scale_tags(plan), *_bars(), *_card_outline(), *_rulers(), *_words()]
    return Cutout(group=Group.SCALE, name="", width=WIDTH, height=HEIGHT, marks=tuple(marks))


def _bars() -> list[Mark]:
    """Bars across every edge: they end where the card lies, whatever colour it has."""
    x, y = CENTRE
    half_w, half_h = CARD[0] / 2, CARD[1] / 2
    deep = INSIDE + OUTSIDE
    across = [
        box(x + start, y + low, width=BAR, height=deep)
        for start in bar_places(REACH[0])
        for low in (half_h - INSIDE, -half_h - OUTSIDE)
    ]
    along = [
        box(x + left, y + start, width=deep, height=BAR)
        for start in bar_places(REACH[1])
        for left in (half_w - INSIDE, -half_w - OUTSIDE)
    ]
    return [Area(points=points) for points in (*across, *along)]


def _card_outline() -> list[Mark]:
    """The four corners; between them the bars show where the card belongs."""
    x, y = CENTRE
    half_w, half_h = CARD[0] / 2, CARD[1] / 2
    marks: list[Mark] = []
    for dx, dy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        points = [(dx * (REACH[0] + BAR), dy * half_h)]
        for step in range(9):
            angle = math.radians(90 - step * 11.25)
            across = half_w - CARD_CORNER * (1 - math.cos(angle))
            up = half_h - CARD_CORNER * (1 - math.sin(angle))
            points.append((dx * across, dy * up))
        points.append((dx * half_w, dy * (REACH[1] + BAR)))
        placed = tuple((x + px, y + py) for px, py in points)
        marks.append(InkLine(points=placed, ink=GREY, width=0.015))
    return marks


def _rulers() -> list[Mark]:
    """Six inches and 150 millimetres, to hold a ruler against."""
    marks: list[Mark] = []
    left = 0.6
    for y, count, step, long, unit in ((2.62, 6, 1.0, 1, "in"), (1.95, 15, 10 * MM, 5, "mm")):
        marks.append(InkLine(points=((left, y), (left + count * step, y)), width=0.012))
        for tick in range(count + 1):
            x = left + tick * step
            height = 0.14 if tick % long == 0 else 0.09
            marks.append(InkLine(points=((x, y), (x, y + height)), width=0.01))
            if tick % long == 0:
                text = f"{tick}" if unit == "in" else f"{tick * 10}"
                text += f" {unit}" if tick == count else ""
                marks.append(Words(text=text, at=(x, y - 0.1), height=0.1))
    return marks


def _words() -> list[Mark]:
    x, top = WIDTH / 2, HEIGHT
    lines = (
        ("Is this printed to scale?", 0.22, True),
        ("1. Lay a bank card (any card of that size) on the outline.", 0.13, False),
        ("2. Photograph the whole page from straight above, an arm's length away.", 0.13, False),
        ("3. umpire kit check PHOTO says the true scale.", 0.13, False),
        ("Without a camera: hold a ruler against the lines below.", 0.13, False),
    )
    marks: list[Mark] = []
    y = top - 1.45
    for text, height, bold in lines:
        marks.append(Words(text=text, at=(x, y), height=height, bold=bold))
        y -= height * 1.25 + 0.07
    marks.append(
        Words(text="bank card", at=CENTRE, height=0.16, ink=GREY),
    )
    return marks

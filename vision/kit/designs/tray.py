"""Designs the dice tray: a plain floor between four tags of its own."""

from typing import Final

from vision.kit.drawing.cutouts import Cutout, cut_box
from vision.kit.drawing.marks import GREY, Area, Ink, Mark, PrintedTag, Spot, Words, box
from vision.kit.tags.plan import TRAY_NUMBERS
from vision.kit.wanted.kinds import Group

WIDTH: Final = 7.4
HEIGHT: Final = 5.4
TAG: Final = 0.8
FLOOR: Final = (1.1, 0.1, 6.3, 5.3)
"""Left, bottom, right and top, from the paper's lower left corner."""
FLOOR_INK: Final[Ink] = (0.31, 0.53, 0.44)
"""Of a hue that few dice have, and neither light nor dark: white and black dice stand out."""
_FAR: Final = 0.55
"""Of a tag's middle from the edges of the paper."""


def tray_tags() -> tuple[PrintedTag, ...]:
    """The tags, from the lower left one counter-clockwise."""
    right, top = WIDTH - _FAR, HEIGHT - _FAR
    middles: tuple[Spot, ...] = ((_FAR, _FAR), (right, _FAR), (right, top), (_FAR, top))
    return tuple(
        PrintedTag(number=number, centre=(round(x, 6), round(y, 6)), size=TAG)
        for number, (x, y) in zip(TRAY_NUMBERS, middles, strict=True)
    )


def tray_cutout() -> Cutout:
    """The whole tray."""
    left, bottom, right, top = FLOOR
    floor = Area(points=box(left, bottom, width=right - left, height=top - bottom), ink=FLOOR_INK)
    middle = HEIGHT / 2
    words = [
        Words(text=text, at=(x, middle), height=height, ink=GREY, bold=bold, turn=90)
        for text, x, height, bold in (
            ("Dice tray", 0.42, 0.2, True),
            ("Roll onto the green.", 0.72, 0.12, False),
            ("Keep a finger's width between dice,", WIDTH - 0.72, 0.12, False),
            ("and off the rim.", WIDTH - 0.48, 0.12, False),
        )
    ]
    marks: tuple[Mark, ...] = (floor, *tray_tags(), *words, cut_box(WIDTH, HEIGHT))
    return Cutout(group=Group.TRAY, name="", width=WIDTH, height=HEIGHT, marks=marks)

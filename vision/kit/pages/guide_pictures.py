"""Draws the small pictures of the guide, each about (0, 0) and at most 3.3 by 1.1 inches."""

import math
from collections.abc import Sequence
from typing import Final

from vision.kit.drawing.marks import (
    BLACK,
    GREY,
    PALE,
    WHITE,
    Area,
    Circle,
    Ink,
    InkLine,
    Mark,
    Spot,
    Words,
    all_placed,
    box,
)

GOOD: Final[Ink] = (0.05, 0.45, 0.15)
BAD: Final[Ink] = (0.75, 0.1, 0.1)
SOFT: Final[Ink] = (0.72, 0.80, 0.88)
LEAF: Final[Ink] = (0.45, 0.62, 0.45)


def icon(x: float, y: float, *, side: float, turn: float = 0.0) -> list[Mark]:
    """What stands for a tag: a black square open at its foot, so that no detector takes it for one.

    A closed square with anything white inside was read as a tag on some printers' rasters.
    """
    half, white = side / 2, side * 1.35
    notch = box(-side * 0.16, -half * 1.1, width=side * 0.32, height=side * 0.62)
    marks: list[Mark] = [
        Area(points=box(-white / 2, -white / 2, width=white, height=white), ink=WHITE),
        Area(points=box(-half, -half, width=side, height=side)),
        Area(points=notch, ink=WHITE),
    ]
    return list(all_placed(marks, turn=turn, by=(x, y)))


def _arrow(apex: Spot, *, size: float, ink: Ink = BAD, turn: float = 0.0) -> list[Mark]:
    shape = Area(points=((0, 0), (-0.6 * size, -size), (0.6 * size, -size)), ink=ink)
    return list(all_placed([shape], turn=turn, by=apex))


def _tick(x: float, y: float) -> list[Mark]:
    points = ((x - 0.1, y), (x - 0.02, y - 0.09), (x + 0.14, y + 0.12))
    return [InkLine(points=points, ink=GOOD, width=0.04)]


def _cross(x: float, y: float) -> list[Mark]:
    return [
        InkLine(points=((x - s * 0.1, y - 0.1), (x + s * 0.1, y + 0.1)), ink=BAD, width=0.04)
        for s in (1, -1)
    ]


def _person(x: float, y: float, *, size: float, ink: Ink = GREY) -> list[Mark]:
    """A figure seen from the side, its feet at (x, y)."""
    body = (
        (x - 0.16 * size, y),
        (x + 0.16 * size, y),
        (x + 0.1 * size, y + 0.7 * size),
        (x - 0.1 * size, y + 0.7 * size),
    )
    return [
        Area(points=body, ink=ink),
        Circle(centre=(x, y + 0.82 * size), radius=0.14 * size, ink=ink),
    ]


def _ellipse(x: float, y: float, *, wide: float, high: float) -> tuple[Spot, ...]:
    angles = [2 * math.pi * step / 48 for step in range(48)]
    return tuple((x + wide * math.cos(a), y + high * math.sin(a)) for a in angles)


def anchors_picture() -> list[Mark]:
    w, low, high = 1.15, -0.36, 0.2
    cone = ((-0.06, 0.5), (0.06, 0.5), (w, high), (-w, high))
    edge = box(-w, low, width=2 * w, height=high - low)
    marks: list[Mark] = [
        Area(points=cone, ink=(0.93, 0.95, 0.97)),
        InkLine(points=edge, ink=GREY, width=0.015, closed=True),
    ]
    for x in (-w, 0, w):
        for y in (low, high):
            marks += icon(x, y, side=0.17)
    for x in (-w, w):
        marks += icon(x, (low + high) / 2, side=0.17)
    return [
        *marks,
        Area(points=box(-0.16, 0.44, width=0.32, height=0.14), ink=BLACK),
        Words(text="camera", at=(0.25, 0.51), height=0.1, ink=GREY, align="start"),
        *_arrow((1.5, 0.1), size=0.16, ink=GREY),
        Words(text="N", at=(1.5, -0.18), height=0.13, ink=GREY, bold=True),
    ]


def margin_picture() -> list[Mark]:
    marks: list[Mark] = []
    for x, half in ((-0.8, 0.36), (0.8, 0.24)):
        marks += icon(x, 0, side=0.46)
        marks.append(
            InkLine(
                points=box(x - half, -half, width=2 * half, height=2 * half),
                ink=GREY,
                width=0.012,
                closed=True,
            )
        )
    return [*marks, *_tick(-0.2, 0), *_cross(1.4, 0)]


def _flat_tag(x: float, y: float) -> list[Mark]:
    """A tag on a base that is seen at a slant."""
    corners = (
        (x - 0.22, y - 0.08),
        (x + 0.22, y - 0.08),
        (x + 0.19, y + 0.08),
        (x - 0.19, y + 0.08),
    )
    return [Area(points=corners)]


def figure_picture() -> list[Mark]:
    """A base in perspective, its figure across the middle."""
    marks: list[Mark] = [
        Area(points=_ellipse(-0.55, -0.1, wide=0.75, high=0.4), ink=(0.9, 0.9, 0.9)),
        InkLine(points=_ellipse(-0.55, -0.1, wide=0.75, high=0.4), ink=GREY, closed=True),
    ]
    marks += [*_flat_tag(-0.55, 0.13), *_person(-0.55, -0.1, size=0.62), *_flat_tag(-0.55, -0.3)]
    marks += [Words(text="front", at=(-0.55, -0.44), height=0.09, ink=GREY)]
    top = 1.05
    marks += [
        Circle(centre=(top, 0), radius=0.5, ink=GREY, width=0.012),
        Area(points=box(top - 0.5, -0.04, width=1.0, height=0.08), ink=PALE),
    ]
    for y in (0.23, -0.23):
        marks += icon(top, y, side=0.24)
    return [*marks, *_arrow((top, 0.58), size=0.12)]


def _tank(x: float, y: float) -> list[Mark]:
    """From above, its front to the right."""
    hull = box(x - 0.55, y - 0.3, width=1.1, height=0.6)
    return [
        Area(points=hull, ink=SOFT),
        InkLine(points=hull, ink=GREY, closed=True),
        Area(points=box(x + 0.2, y - 0.03, width=0.6, height=0.06), ink=GREY),
    ]


def vehicle_picture() -> list[Mark]:
    marks: list[Mark] = [*_tank(-0.85, 0), *icon(-0.9, 0, side=0.3, turn=-90)]
    marks += _arrow((-0.55, 0), size=0.1, turn=-90)
    x, low = 0.85, -0.3
    side = (
        (x - 0.6, low),
        (x + 0.6, low),
        (x + 0.5, low + 0.3),
        (x + 0.25, low + 0.32),
        (x + 0.2, low + 0.5),
        (x - 0.25, low + 0.5),
        (x - 0.3, low + 0.3),
        (x - 0.6, low + 0.28),
    )
    marks += [
        Area(points=side, ink=SOFT),
        InkLine(points=side, ink=GREY, closed=True),
        InkLine(points=((x - 0.2, low + 0.53), (x + 0.16, low + 0.53)), width=0.05),
        InkLine(points=((-0.1, low), (1.6, low)), ink=GREY),
    ]
    marks += [
        InkLine(points=((0.05, low), (0.05, low + 0.53)), ink=BAD, width=0.012),
        InkLine(points=((0.0, low + 0.53), (0.5, low + 0.53)), ink=BAD, width=0.008, dash=0.04),
        *_arrow((0.05, low + 0.53), size=0.08),
        Words(text="height", at=(0.02, low + 0.66), height=0.09, ink=BAD),
    ]
    return marks


def loose_picture() -> list[Mark]:
    marks: list[Mark] = [
        Circle(centre=(0, 0), radius=0.36, ink=GREY, width=0.012),
        *icon(0, -0.02, side=0.3),
        *_arrow((0, 0.33), size=0.09),
    ]
    for x, y in ((-0.75, -0.2), (-0.55, 0.15), (0.6, 0.12), (0.85, -0.25), (0.5, -0.5)):
        marks += _person(x, y, size=0.38)
    return marks


def _smoke(x: float, y: float) -> list[Mark]:
    return [
        Circle(centre=(x + dx, y + dy), radius=0.14, ink=PALE)
        for dx, dy in ((-0.12, 0), (0.1, 0.03), (0, 0.15))
    ]


def smoke_picture() -> list[Mark]:
    marks: list[Mark] = [*_tank(-1.0, 0.02), *icon(-1.05, 0.02, side=0.28, turn=-90)]
    marks += [*icon(-1.05, -0.44, side=0.2), *_smoke(-0.62, -0.46), *_tick(-0.1, -0.38)]
    marks += [*_tank(0.8, 0.02), *icon(0.75, 0.02, side=0.28, turn=-90), *_smoke(0.75, 0.0)]
    return [*marks, *_cross(1.5, -0.38)]


def square_picture() -> list[Mark]:
    marks: list[Mark] = []
    for x, word in ((-0.85, "face"), (0.85, "back")):
        square = box(x - 0.42, -0.42, width=0.84, height=0.84)
        ink = WHITE if word == "face" else (0.93, 0.93, 0.93)
        marks += [Area(points=square, ink=ink), InkLine(points=square, ink=GREY, closed=True)]
        marks += [*icon(x, -0.04, side=0.42), *_arrow((x, 0.39), size=0.12)]
        marks.append(Words(text=word, at=(x, -0.36), height=0.09, ink=GREY))
    turn: Sequence[Spot] = _ellipse(0, 0, wide=0.22, high=0.2)[0:30]
    marks.append(InkLine(points=tuple(turn), ink=BLACK, width=0.02))
    return [
        *marks,
        *_arrow((turn[-1][0] - 0.01, turn[-1][1] - 0.09), size=0.12, ink=BLACK, turn=200),
    ]


def terrain_picture() -> list[Mark]:
    outline = ((-1.3, -0.3), (-0.9, 0.4), (0.2, 0.5), (1.2, 0.3), (1.35, -0.2), (0.4, -0.5))
    marks: list[Mark] = [
        Area(points=outline, ink=(0.92, 0.96, 0.92)),
        InkLine(points=outline, ink=GOOD, width=0.04, closed=True),
    ]
    marks += [*icon(-0.75, 0, side=0.28), *icon(0.8, 0.02, side=0.28)]
    for x, y in ((-0.35, 0.2), (-0.1, -0.15), (0.25, 0.2), (0.35, -0.22)):
        marks += [
            Circle(centre=(x, y), radius=0.15, ink=LEAF),
            Circle(centre=(x, y), radius=0.03, ink=(0.3, 0.2, 0.1)),
        ]
    return marks

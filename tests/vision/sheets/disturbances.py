"""Disturbs drawn boards: letters written into rooms, stains, openings at corners, squared paper."""

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from tests.vision.sheets.drawn import Drawn, drawn
from tests.vision.sheets.drawn_boards import DrawnBoard
from tests.vision.sheets.drawn_sheet import Spot, Squares, Stain, Stroke

Part = tuple[Spot, ...]
"""One line of a letter: x from 0, y from the line that it stands on; small letters are 0.6 high."""
CLEAR: Final = 0.22
"""Inches that a letter keeps off the lines of its room."""


def _arc(middle: Spot, radius: float, low: float, high: float) -> Part:
    turns = [math.radians(low + (high - low) * step / 14) for step in range(15)]
    x, y = middle
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


BOWL: Final = _arc((0.3, 0.3), 0.3, 20, 380)
HAND: Final[dict[str, tuple[Part, ...]]] = {
    "a": (BOWL, ((0.6, 0.62), (0.6, 0.1), (0.68, 0.0))),
    "b": (((0.0, 1.0), (0.0, 0.0)), _arc((0.28, 0.3), 0.3, 170, -170)),
    "c": (_arc((0.32, 0.3), 0.31, 45, 315),),
    "d": (BOWL, ((0.6, 1.0), (0.6, 0.0))),
    "e": (((0.02, 0.32), (0.6, 0.34)), _arc((0.31, 0.3), 0.3, 8, 310)),
    "f": ((*_arc((0.4, 0.78), 0.2, 30, 180), (0.2, 0.4), (0.2, 0.0)), ((0.02, 0.55), (0.45, 0.55))),
    "g": (BOWL, ((0.6, 0.62), (0.6, -0.1), *_arc((0.34, -0.14), 0.26, 0, -150))),
    "h": (((0.0, 1.0), (0.0, 0.0)), (*_arc((0.27, 0.34), 0.26, 170, 0), (0.53, 0.0))),
    "i": (((0.1, 0.6), (0.1, 0.02), (0.17, 0.0)), ((0.1, 0.82), (0.11, 0.87))),
    "j": (
        ((0.3, 0.6), (0.3, -0.1), *_arc((0.1, -0.12), 0.2, 0, -140)),
        ((0.3, 0.82), (0.31, 0.87)),
    ),
}


def lettered(
    made: Drawn, rng: Random, *, names: tuple[str, ...] = ()
) -> tuple[Drawn, dict[int, str]]:
    """The same board with a letter in each room, and which letter each room got."""
    given = list(names) or [chr(ord("a") + number) for number in range(len(made.board.rooms))]
    if not names:
        rng.shuffle(given)
    found = dict(enumerate(given))
    strokes = [
        stroke
        for number, letter in found.items()
        for stroke in _written(rng, made.board, room=number, letter=letter)
    ]
    return with_strokes(made, *strokes), found


def with_strokes(made: Drawn, *strokes: Stroke) -> Drawn:
    """The same sheet with more drawn on it."""
    return replace(made, sheet=replace(made.sheet, strokes=(*made.sheet.strokes, *strokes)))


def _written(rng: Random, board: DrawnBoard, *, room: int, letter: str) -> Iterator[Stroke]:
    high = rng.uniform(0.26, 0.42)
    wide, slant = rng.uniform(0.85, 1.15), rng.uniform(-0.05, 0.22)
    turn = math.radians(rng.uniform(-7, 7))
    west, south, east, north = board.rooms[room]
    reach = CLEAR + 0.5 * high
    x0 = rng.uniform(west + reach, max(west + reach, east - reach - 0.1))
    y0 = rng.uniform(south + reach + 0.2 * high, max(south + reach + 0.2 * high, north - reach))
    pencil, dark = rng.uniform(0.02, 0.035), rng.uniform(0.45, 0.7)
    for part in HAND[letter]:
        points = []
        for px, py in part:
            sx, sy = wide * px + slant * py - 0.3, py - 0.35
            sx, sy = sx + rng.gauss(0, 0.012), sy + rng.gauss(0, 0.012)
            dx = high * (sx * math.cos(turn) - sy * math.sin(turn))
            dy = high * (sx * math.sin(turn) + sy * math.cos(turn))
            points.append(board.spot(x0 + dx, y0 + dy))
        yield Stroke(points=tuple(points), width_in=pencil, dark=dark, uneven=0.15)


def stained(made: Drawn, rng: Random) -> Drawn:
    """The same sheet after a meal: rims of cups, drops, blots of ink and crumbs."""
    kinds = rng.sample(["ring", "drop", "blot", "crumbs"], k=rng.randint(1, 3))
    found = tuple(stain for kind in kinds for stain in _stains(rng, kind))
    return replace(made, sheet=replace(made.sheet, stains=found))


def _stains(rng: Random, kind: str) -> Iterator[Stain]:
    for _ in range(rng.randint(8, 30) if kind == "crumbs" else rng.randint(1, 2)):
        at = (rng.uniform(1.0, 9.0), rng.uniform(1.0, 5.0))
        if kind == "ring":
            dark, wide = rng.uniform(0.04, 0.11), rng.uniform(0.04, 0.1)
            radius = rng.uniform(0.5, 1.3)
            yield Stain(at=at, radius_in=radius, dark=dark, ring_in=wide, soft_in=0.015)
        elif kind == "drop":
            radius, soft = rng.uniform(0.2, 0.7), rng.uniform(0.03, 0.15)
            yield Stain(at=at, radius_in=radius, dark=rng.uniform(0.08, 0.35), soft_in=soft)
        elif kind == "blot":
            radius, dark = rng.uniform(0.08, 0.24), rng.uniform(0.6, 0.92)
            yield Stain(at=at, radius_in=radius, dark=dark, soft_in=0.008)
        else:
            yield Stain(at=at, radius_in=rng.uniform(0.01, 0.04), dark=rng.uniform(0.2, 0.6))


def squared(made: Drawn, rng: Random) -> Drawn:
    """The same drawing on squared paper: of half a centimetre or a quarter of an inch, and more."""
    squares = Squares(
        apart_in=rng.choice((0.157, 0.197, 0.25, 0.394)),
        dark=rng.uniform(0.12, 0.4),
        width_in=rng.uniform(0.008, 0.016),
        turned_deg=rng.uniform(-2, 2),
        shift_in=rng.uniform(0, 0.2),
    )
    return replace(made, sheet=replace(made.sheet, squares=squares))


def disturbed(
    seed: str, *, letters: bool, stains: bool, corners: bool
) -> tuple[Drawn, dict[int, str]]:
    """A board in play with these disturbances, and the letters of its rooms."""
    rng = Random(f"disturbed {seed}")
    more: dict[str, Any] = {"states": True, "corners": corners}
    made = drawn(seed, **more)
    names: dict[int, str] = {}
    if letters:
        made, names = lettered(made, rng)
    return (stained(made, rng) if stains else made), names

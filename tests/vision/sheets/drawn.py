"""Draws sheets for tests, and holds a reading against what was meant."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from tests.vision.sheets.drawn_boards import DrawingHand, DrawnBoard, drawn_board
from tests.vision.sheets.drawn_sheet import DrawnSheet, SheetCamera, SheetLight, Stroke
from vision.sheets.plan import SheetPlan, SheetTag
from vision.sheets.reading import NoReading, Reading, read_sheet

PLAN: Final = SheetPlan(
    width_in=10.0,
    depth_in=6.0,
    tags=tuple(
        SheetTag(number=20 + number, x_in=x, y_in=y, size_in=0.435)
        for number, (x, y) in enumerate(((0.29, -0.29), (9.71, -0.29), (9.71, 6.29), (0.29, 6.29)))
    ),
)
"""As the kit prints it."""
SAME: Final = 0.65
"""Share of two rooms' common area, of all that either covers, from which they are one room; a small
room is read up to the inner ones of its double lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A sheet that was drawn, and what was meant."""

    board: DrawnBoard
    sheet: DrawnSheet

    def grey(self) -> NDArray[np.uint8]:
        """Its photograph."""
        return np.asarray(cv2.cvtColor(self.sheet.photograph(), cv2.COLOR_BGR2GRAY))

    def read(self) -> Reading | NoReading:
        """What is read of it."""
        return read_sheet(self.grey(), PLAN)

    def with_light(self, **changes: Any) -> "Drawn":
        """The same in another light."""
        light = replace(self.sheet.light, **changes)
        return replace(self, sheet=replace(self.sheet, light=light))


def drawn(
    seed: str, *, states: bool = False, corners: bool = False, rooms: int = 0, **hand: Any
) -> Drawn:
    """A sheet that some hand drew, under some light, before some camera."""
    rng = Random(seed)
    given = {
        "width_in": rng.uniform(0.02, 0.045),
        "dark": rng.uniform(0.35, 0.75),
        "traces": rng.choice([0, 0, 1, 2]),
        "wobble_in": rng.uniform(0.008, 0.02),
        **hand,
    }
    board = drawn_board(
        rng,
        rooms=rooms or rng.randint(2, 10),
        hand=DrawingHand(**given),
        states=states,
        corners=corners,
    )
    edge = ((rng.uniform(2, 8), 0.0), (rng.uniform(2, 8), 6.0))
    sheet = DrawnSheet(
        width_in=PLAN.width_in,
        depth_in=PLAN.depth_in,
        tags={tag.number: ((tag.x_in, tag.y_in), tag.size_in) for tag in PLAN.tags},
        strokes=board.strokes,
        camera=SheetCamera(
            tilt_deg=rng.uniform(0, 35),
            azimuth_deg=rng.uniform(0, 360),
            roll_deg=rng.uniform(-8, 8),
            filled=rng.uniform(0.75, 0.95),
        ),
        light=SheetLight(
            slope=rng.uniform(0, 0.5),
            slope_deg=rng.uniform(0, 360),
            shadow=rng.choice([0.0, 0.0, 0.3, 0.5]),
            shadow_edge=edge,
            shadow_soft_in=rng.uniform(0.03, 0.4),
            noise=rng.uniform(0.005, 0.02),
            blur_px=rng.uniform(0.4, 1.1),
            quality=rng.randint(75, 95),
        ),
        seed=rng.randrange(1 << 30),
    )
    return Drawn(board=board, sheet=sheet)


def plain(seed: str = "plain", **hand: Any) -> Drawn:
    """A sheet in good light from straight above, drawn with a steady hand."""
    steady = {
        "gaps": 0.0,
        "again": 0.0,
        "traces": 0,
        "turned_deg": 0.0,
        "wobble_in": 0.004,
        "short_in": 0.0,
        "overshoot_in": 0.02,
        "dark": 0.6,
        "width_in": 0.03,
    }
    made = drawn(seed, **{**steady, **hand})
    camera = SheetCamera(width_px=1280, height_px=720, tilt_deg=8.0, filled=0.97)
    light = SheetLight(slope=0.1, noise=0.006, blur_px=0.6)
    return replace(made, sheet=replace(made.sheet, camera=camera, light=light))


BOX = ((2.0, 1.5), (8.0, 1.5), (8.0, 4.5), (2.0, 4.5))
EMPTY = DrawnBoard(rooms=(), walls=(), strokes=())


def line(*points: tuple[float, float], dark: float = 0.6) -> Stroke:
    return Stroke(points=points, dark=dark, uneven=0.1)


def sheet_with(*strokes: Stroke) -> Drawn:
    """A clean sheet with these strokes."""
    made = plain(rooms=2)
    return replace(made, board=EMPTY, sheet=replace(made.sheet, strokes=strokes))


def faults(board: DrawnBoard, reading: Reading | NoReading) -> list[str]:
    """Where a reading is not what was meant: rooms, neighbours, and states of walls."""
    if isinstance(reading, NoReading):
        return [f"nothing is read: {reading.says}"]
    names, found = _matched(board, reading)
    if found:
        return found
    meant = {
        frozenset(
            (names[w.one], names[w.other] if isinstance(w.other, int) else f"out-{w.other}")
        ): w.state
        for w in board.walls
    }
    read = Counter(frozenset((wall.one, wall.other)) for wall in reading.walls)
    found = [f"{sorted(sides)} {count} times" for sides, count in read.items() if count > 1]
    found += [f"{sorted(sides)} only meant or only read" for sides in set(meant) ^ set(read)]
    found += [
        f"{wall.name} is {meant[sides]} and was read as {wall.state}"
        for wall in reading.walls
        if (sides := frozenset((wall.one, wall.other))) in meant and meant[sides] != wall.state
    ]
    return found


def unflagged(board: DrawnBoard, reading: Reading | NoReading) -> list[str]:
    """What was read wrongly and carries no flag of its own."""
    if isinstance(reading, NoReading):
        return []
    names, found = _matched(board, reading)
    doubted = {doubt.subject for doubt in reading.doubts}
    if found:
        return [] if doubted else found
    meant = {
        frozenset(
            (names[w.one], names[w.other] if isinstance(w.other, int) else f"out-{w.other}")
        ): w.state
        for w in board.walls
    }
    return [
        f"{wall.name} is {meant.get(sides)} and was read as {wall.state}"
        for wall in reading.walls
        if meant.get(sides := frozenset((wall.one, wall.other))) != wall.state
        and not {wall.name, wall.one, wall.other} & doubted
    ]


def misnamed(board: DrawnBoard, reading: Reading, letters: Mapping[int, str]) -> set[str]:
    """The names of rooms that were read other than the letters written in them."""
    names, _ = _matched(board, reading)
    return {names[room] for room, letter in letters.items() if names.get(room, letter) != letter}


def _matched(board: DrawnBoard, reading: Reading) -> tuple[dict[int, str], list[str]]:
    """Each meant room with the name that it was read with."""
    shapes = {room.name: shapely.Polygon(room.outline) for room in reading.rooms}
    names: dict[int, str] = {}
    if len(shapes) != len(board.rooms):
        return names, [f"{len(board.rooms)} rooms were meant, {len(shapes)} were read"]
    for number, (x0, y0, x1, y1) in enumerate(board.rooms):
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        meant = shapely.Polygon([board.spot(x, y) for x, y in corners])
        name = max(shapes, key=lambda each: shapely.intersection(shapes[each], meant).area)
        both = shapely.intersection(shapes[name], meant).area
        if both < SAME * shapely.union(shapes[name], meant).area or name in names.values():
            return names, [f"room {number} was not read"]
        names[number] = name
    return names, []

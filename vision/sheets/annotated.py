"""Draws a reading over the photograph that it was read from."""

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheets.reading import Reading, WallStroke

Colours = NDArray[np.uint8]
SURE: Final = (70, 150, 20)
DOUBT: Final = (0, 110, 255)
WHITE: Final = (255, 255, 255)


def annotated(picture: Colours, reading: Reading) -> Colours:
    """The photograph with rooms, walls in their states, and a mark at every doubt."""
    drawn = picture.copy()
    unit = max(1.0, reading.sheet.px_per_in / 100.0)
    doubted = {doubt.subject for doubt in reading.doubts}
    for wall in reading.walls:
        colour = DOUBT if wall.name in doubted else SURE
        line = _pixels(reading, wall.line)
        if wall.state is WallStroke.DOUBLE:
            cv2.polylines(drawn, [line], isClosed=False, color=colour, thickness=round(9 * unit))
            cv2.polylines(drawn, [line], isClosed=False, color=WHITE, thickness=round(4 * unit))
        elif wall.state is WallStroke.SINGLE:
            cv2.polylines(drawn, [line], isClosed=False, color=colour, thickness=round(4 * unit))
        else:
            for start, end in pairwise(line):
                _dashes(drawn, start=start, end=end, colour=colour, unit=unit)
    for room in reading.rooms:
        colour = DOUBT if room.name in doubted else SURE
        (at,) = _pixels(reading, (room.middle,))
        _letter(drawn, room.name, at=at, colour=colour, unit=unit)
    for doubt in reading.doubts:
        (at,) = _pixels(reading, (doubt.at,))
        cv2.circle(drawn, tuple(int(each) for each in at), round(16 * unit), DOUBT, round(3 * unit))
    return drawn


def _pixels(reading: Reading, spots: tuple[tuple[float, float], ...]) -> NDArray[np.int32]:
    found = reading.sheet.pixels(np.array(spots, dtype=np.float64))
    return np.asarray(np.round(found), dtype=np.int32)


def _dashes(
    drawn: Colours,
    *,
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    colour: tuple[int, int, int],
    unit: float,
) -> None:
    way = (end - start).astype(np.float64)
    count = max(1, round(float(np.hypot(*way)) / (14 * unit)))
    for step in range(count):
        low = start + way * (step / count)
        high = start + way * ((step + 0.45) / count)
        ends = [tuple(round(float(each)) for each in spot) for spot in (low, high)]
        cv2.line(drawn, ends[0], ends[1], colour, round(4 * unit))


def _letter(
    drawn: Colours, text: str, *, at: NDArray[np.int32], colour: tuple[int, int, int], unit: float
) -> None:
    place = (int(at[0] - 9 * unit), int(at[1] + 10 * unit))
    face = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(drawn, text, place, face, 1.1 * unit, WHITE, round(7 * unit), cv2.LINE_AA)
    cv2.putText(drawn, text, place, face, 1.1 * unit, colour, round(2.5 * unit), cv2.LINE_AA)

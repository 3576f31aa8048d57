"""Fixes the table's own frame: origin in the south-west anchor, x through the south-east one.

The solver works in the frame of the anchors' places as they were meant. What it is unsure of
there is mostly where that frame lies, which means nothing on the table.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.anchors import PER_ANCHOR, SOUTH_EAST, SOUTH_WEST, Anchor, Calibrated, Layout
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel, Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.table.table_problem import HEAD


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnchoredFrame:
    """Where the table's frame lies in the solver's, and how it follows the anchors' places."""

    origin: Floats
    turn: float
    origin_slopes: Floats
    """2 x 2n, by each anchor's x and y."""
    turn_slopes: Floats
    """2n."""


def frame_of(layout: Layout, anchors: Sequence[Anchor]) -> AnchoredFrame:
    """By the southern corners; where one was never seen, as close to the intended places as
    possible.
    """
    if {SOUTH_WEST, SOUTH_EAST} <= set(layout.numbers):
        return _by_corners(layout)
    return _by_all(layout, anchors)


def _by_corners(layout: Layout) -> AnchoredFrame:
    west, east = layout.row(SOUTH_WEST), layout.row(SOUTH_EAST)
    span = layout.places[east, :2] - layout.places[west, :2]
    count = 2 * len(layout.numbers)
    origin_slopes, turn_slopes = np.zeros((2, count)), np.zeros(count)
    origin_slopes[:, 2 * west : 2 * west + 2] = np.eye(2)
    across = np.array([-span[1], span[0]]) / float(span @ span)
    turn_slopes[2 * east : 2 * east + 2] = across
    turn_slopes[2 * west : 2 * west + 2] = -across
    return AnchoredFrame(
        origin=layout.places[west, :2],
        turn=math.atan2(span[1], span[0]),
        origin_slopes=origin_slopes,
        turn_slopes=turn_slopes,
    )


def _by_all(layout: Layout, anchors: Sequence[Anchor]) -> AnchoredFrame:
    meant_of = {anchor.number: (anchor.x, anchor.y) for anchor in anchors}
    meant = np.array([meant_of[number] for number in layout.numbers])
    places, middle = layout.places[:, :2], meant.mean(axis=0)
    away = meant - middle
    spread = places - places.mean(axis=0)
    along = float((away * spread).sum())
    across = float((away[:, 0] * spread[:, 1] - away[:, 1] * spread[:, 0]).sum())
    turn = math.atan2(across, along)
    by_across = np.stack([-away[:, 1], away[:, 0]], -1)
    turn_slopes = ((along * by_across - across * away) / (along**2 + across**2)).reshape(-1)
    rotation = _flat(turn)
    swing = rotation @ np.array([-middle[1], middle[0]])
    each = np.tile(np.eye(2), len(places)) / len(places)
    return AnchoredFrame(
        origin=places.mean(axis=0) - rotation @ middle,
        turn=turn,
        origin_slopes=each - np.outer(swing, turn_slopes),
        turn_slopes=turn_slopes,
    )


def _flat(turn: float) -> Floats:
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])


def in_frame(
    model: CameraModel, layout: Layout, *, covariance: Floats, anchors: Sequence[Anchor]
) -> Calibrated:
    """Model and layout in the table's frame.

    ``covariance`` is of what was known beforehand (lens, scale, anchors) and then of the stand.
    """
    frame = frame_of(layout, anchors)
    back = _flat(-frame.turn)
    upright = np.eye(3)
    upright[:2, :2] = _flat(frame.turn)
    old = model.stand
    origin = np.array([*frame.origin, 0.0])
    stand = Stand(rotation=old.rotation @ upright, shift=old.rotation @ origin + old.shift)
    places = layout.places.copy()
    places[:, :2] = (places[:, :2] - frame.origin) @ back.T
    places[:, 3] -= frame.turn
    slopes = _slopes(frame, old=old, new=stand, places=places)
    return Calibrated(
        model=CameraModel(lens=model.lens, stand=stand),
        layout=Layout(numbers=layout.numbers, places=places, size=layout.size, scale=layout.scale),
        covariance=slopes @ covariance @ slopes.T,
    )


def _slopes(frame: AnchoredFrame, *, old: Stand, new: Stand, places: Floats) -> Floats:
    """From the solver's order and frame to those of Calibrated."""
    count = len(places)
    size = HEAD + PER_ANCHOR * count + 6
    rows = np.zeros((CAMERA_COUNT + PER_ANCHOR * count + 1, size))
    rows[:LENS_COUNT, :LENS_COUNT] = np.eye(LENS_COUNT)
    rows[-1, LENS_COUNT] = 1.0
    origin, turn = np.zeros((2, size)), np.zeros(size)
    for axis in range(2):
        columns = HEAD + PER_ANCHOR * np.arange(count) + axis
        origin[:, columns] = frame.origin_slopes[:, axis::2]
        turn[columns] = frame.turn_slopes[axis::2]
    # The stand: a turn of the frame is one about the camera's axes as well.
    up = old.rotation[:, 2]
    stand = rows[LENS_COUNT:CAMERA_COUNT]
    stand[:, -6:] = np.eye(6)
    stand[:3] += np.outer(up, turn)
    stand[3:] += old.rotation[:, :2] @ origin - np.outer(np.cross(up, new.shift), turn)
    back = _flat(-frame.turn)
    for index, place in enumerate(places):
        start = HEAD + PER_ANCHOR * index
        own = rows[CAMERA_COUNT + PER_ANCHOR * index :][:PER_ANCHOR]
        own[:, start : start + PER_ANCHOR] = np.eye(PER_ANCHOR)
        own[:2, start : start + 2] = back
        own[:2] -= back @ origin
        own[:2] -= np.outer(np.array([-place[1], place[0]]), turn)
        own[3] -= turn
    return rows

"""Turns headings into directions on the table, and places on a piece into places in space."""

import math
from typing import Final

import numpy as np

from vision.synthetic.described.optics import Pair
from vision.synthetic.described.scene import ScenePlace
from vision.synthetic.projection import Floats

UP: Final = np.array([0.0, 0.0, 1.0])


def direction(heading_deg: float) -> Floats:
    """The unit vector of a heading."""
    turn = math.radians(heading_deg)
    return np.array([math.cos(turn), math.sin(turn), 0.0])


def axes(place: ScenePlace, turn_deg: float = 0.0) -> tuple[Floats, Floats]:
    return direction(place.heading + turn_deg), direction(place.heading + turn_deg + 90.0)


def point(place: ScenePlace, offset: Pair, *, height: float) -> Floats:
    ahead, left = axes(place)
    point: Floats = np.array([place.x, place.y, height]) + offset[0] * ahead + offset[1] * left
    return point

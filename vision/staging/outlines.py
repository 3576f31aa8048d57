"""Says how much room a described piece takes and which figures stand on it, in its own frame."""

import math
from collections.abc import Sequence
from typing import Any, Final

import shapely

Described = dict[str, Any]
"""One piece of the description of a kit."""
Spot = tuple[float, float]

FIGURE_WIDE: Final = 0.62
"""Of an upright cut-out of infantry that is an inch high, arms and weapon included."""
MOST_ABREAST: Final = 4
LOOSE: Final = 4
"""Figures about a tagged disc on which nobody stands."""
LOOSE_APART: Final = 0.75
"""Inches from the disc's rim to their feet."""
_DISC_CORNERS: Final = 40


def ring(footprint: dict[str, Any]) -> tuple[Spot, ...]:
    """The corners of a footprint or of a paper as the description tells them.

    >>> ring({"rectangle": {"length_in": 3, "width_in": 2}})[0]
    (-1.5, -1.0)
    """
    if "disc" in footprint:
        radius = footprint["disc"]["radius_in"]
        turns = (2 * math.pi * step / _DISC_CORNERS for step in range(_DISC_CORNERS))
        return tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)
    if "rectangle" in footprint:
        x, y = footprint["rectangle"]["length_in"] / 2, footprint["rectangle"]["width_in"] / 2
        return ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple((x, y) for x, y in footprint["polygon"])


def taken(piece: Described) -> shapely.Polygon:
    """All that lies or stands there, with the figures around it."""
    parts = [shapely.Polygon(ring(piece["footprint"]))]
    parts += [shapely.Polygon(ring(face["paper"])) for face in piece["faces"]]
    parts += [shapely.Point(spot).buffer(0.35) for spot in figure_spots(piece)]
    return hull_of(parts)


def hull_of(parts: Sequence[shapely.Polygon]) -> shapely.Polygon:
    """The convex hull of outlines."""
    spots = [spot for part in parts for spot in part.exterior.coords]
    hull = shapely.MultiPoint(spots).convex_hull
    return hull if isinstance(hull, shapely.Polygon) else shapely.Polygon()


def figure_spots(piece: Described) -> tuple[Spot, ...]:
    """Where figures stand: side by side across the middle, or around a disc."""
    if piece["stands"] == "loose":
        reach = shapely.Polygon(ring(piece["footprint"])).bounds[2] + LOOSE_APART
        turns = (2 * math.pi * (step + 0.5) / LOOSE for step in range(LOOSE))
        return tuple((reach * math.cos(turn), reach * math.sin(turn)) for turn in turns)
    if not piece["figure"]:
        return ()
    _, low, _, high = shapely.Polygon(ring(piece["footprint"])).bounds
    wide = high - low
    count = max(1, min(MOST_ABREAST, math.floor(wide / (FIGURE_WIDE * figure_height(piece)))))
    return tuple((0.0, low + wide * (step + 0.5) / count) for step in range(count))


def tallness(piece: Described) -> float:
    """How high over the table the highest of it is, in inches."""
    tags = [tag["height_in"] for face in piece["faces"] for tag in face["tags"]]
    standing = figure_height(piece) if figure_spots(piece) else 0.0
    return max([standing, *(float(height) for height in tags)])


def figure_height(piece: Described) -> float:
    """In inches; the description tells it of the bases that are made for a figure."""
    return float(piece["figure"]["height_in"]) if piece["figure"] else 1.0

"""Finds how high the ground under a tag may be: the table itself, or terrain with a top."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Raised:
    """Terrain that lifts what stands on it."""

    name: str
    outline: BaseGeometry
    height: float


def heights_under(
    place_at: Callable[[float], Place], *, raised: Sequence[Raised]
) -> tuple[float, ...]:
    """The heights of ground that agree with what is seen, lowest first; at least one.

    A camera sees the same tag elsewhere for each height that it might have: ``place_at`` says where
    for a height of the ground. A height agrees if the tag then lies on ground of that height. Near
    the edge of a hill two heights may agree, or none by a hair: then all nearby heights are
    returned.

    >>> hill = Raised(name="H1", outline=shapely.box(0, 0, 4, 4), height=1.0)
    >>> heights_under(lambda height: (2.0 - height, 2.0), raised=[hill])
    (1.0,)
    >>> heights_under(lambda height: (4.5 - height, 2.0), raised=[hill])
    (0.0, 1.0)
    >>> heights_under(lambda height: (9.0, 2.0), raised=[hill])
    (0.0,)
    """
    tops = sorted({area.height for area in raised if area.height > 0})
    found = []
    for height in (0.0, *tops):
        spot = shapely.Point(place_at(height))
        under = [area.height for area in raised if area.height > 0 and area.outline.covers(spot)]
        if max(under, default=0.0) == height:
            found.append(height)
    if found:
        return tuple(found)
    # Between the two places lies the edge: the tag hangs over it, or the outline is a little off.
    return (0.0, *tops)

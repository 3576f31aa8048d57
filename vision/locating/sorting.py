"""Sorts the sightings of a picture: anchors, tags of pieces, markers and strangers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vision.locating.tag_faults import numbers_seen_twice
from vision.locating.tag_layout import TagLayout
from vision.sighting import Sighting

_EXACTLY_READ: Final = 0
"""Cells that may be wrong in an unexpected tag, which is reported and used for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedSightings:
    """All sightings of a picture, each in one place."""

    anchors: tuple[Sighting, ...]
    terrain: tuple[Sighting, ...]
    """Of pieces that others may stand on."""
    standing: tuple[Sighting, ...]
    """Of all other pieces of the roster."""
    markers: tuple[Sighting, ...]
    """With numbers that several pieces share."""
    strangers: tuple[Sighting, ...]
    doubles: Mapping[int, int]
    """How often a number is seen that belongs to one thing and is seen more than once."""


def sort_sightings(
    sightings: Sequence[Sighting], *, anchors: Collection[int], tag_layout: TagLayout | None
) -> SortedSightings:
    """Sort sightings by what they belong to."""
    mine = tag_layout.of_number if tag_layout else {}
    shared = tag_layout.class_sizes if tag_layout else {}
    bins: dict[str, list[Sighting]] = {
        name: [] for name in ("anchors", "terrain", "standing", "markers", "strangers")
    }
    for each in sightings:
        if each.number in anchors:
            bins["anchors"].append(each)
        elif each.number in mine:
            tagged, _ = mine[each.number]
            bins["standing" if tagged.terrain_height is None else "terrain"].append(each)
        elif each.number in shared:
            bins["markers"].append(each)
        elif each.wrong_cells <= _EXACTLY_READ:
            bins["strangers"].append(each)
    kept = [each for name, found in bins.items() if name != "strangers" for each in found]
    return SortedSightings(
        **{name: tuple(found) for name, found in bins.items()},
        doubles=numbers_seen_twice(kept, shared=shared),
    )

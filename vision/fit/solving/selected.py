"""Knows how to take some tags out of a crowd."""

from dataclasses import replace

from vision.fit.solving.tag_batch import TagBatch


def some_of(crowd: TagBatch, chosen: list[int]) -> TagBatch:
    """These tags, in this order; one may be taken more than once."""
    near = crowd.near
    return replace(
        crowd,
        patterns=crowd.patterns[chosen],
        matrices=crowd.matrices[chosen],
        near=replace(
            near,
            middle=near.middle[chosen],
            reach=near.reach[chosen],
            origin=near.origin[chosen],
            coefficients=near.coefficients[chosen],
        ),
        shadows=[crowd.shadows[each] for each in chosen],
        surface=crowd.surface.taken(chosen),
    )

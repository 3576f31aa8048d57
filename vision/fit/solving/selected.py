"""Takes some tags out of a batch."""

from dataclasses import replace

from vision.fit.solving.tag_batch import TagBatch


def some_of(batch: TagBatch, chosen: list[int]) -> TagBatch:
    """These tags, in this order; one may be taken more than once."""
    near = batch.near
    return replace(
        batch,
        patterns=batch.patterns[chosen],
        matrices=batch.matrices[chosen],
        near=replace(
            near,
            middle=near.middle[chosen],
            reach=near.reach[chosen],
            origin=near.origin[chosen],
            coefficients=near.coefficients[chosen],
        ),
        shadows=[batch.shadows[each] for each in chosen],
        surface=batch.surface.taken(chosen),
    )

"""Looks for the pieces that a picture should show and no detector has found there.

What a sighting has to prove by sharp cells, a tag of known size on a known height proves by its
shape: a fit that has three ways to move cannot bend to letters or checks. So smaller and noisier
tags are believed, but every one has to lie on paper and to be no other.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np

from vision.kit.wanted.kinds import is_card
from vision.locating.located import TagFault
from vision.locating.placing import KnownTag, Placer, TagPlacing
from vision.locating.seeking.believing import SOUGHT
from vision.locating.seeking.noise import noise_of
from vision.locating.seeking.seek import SoughtTag, sought
from vision.locating.standing import Raised
from vision.locating.tag_layout import PieceTag, TaggedPiece
from vision.sighting import Grey, Sighting

_ILLEGIBLE: Final = frozenset({TagFault.BLURRED, TagFault.FAINT, TagFault.DOUBTFUL})
"""What is wrong with a tag that may be placed when it is looked for alone."""
_CONTROLS: Final = 12
"""Tags with a place that are fitted along."""
_AT_ONCE: Final = 6
"""Tags that are fitted together where few others say what is usual."""


def missing_tags(
    pieces: Sequence[TaggedPiece], found: Mapping[int, Sequence[TagPlacing]]
) -> list[PieceTag]:
    """The tags of pieces that have no place, and of which nobody knows why.

    Cards lie in their box more often than not.
    """
    return [
        tag
        for tagged in pieces
        if not is_card(tagged.entry.kind)
        and all(_is_missing(found.get(tag.number, ())) for tag in tagged.tags)
        for tag in tagged.tags
        if tag.is_unique
    ]


def _is_missing(spots: Sequence[TagPlacing]) -> bool:
    return all(
        spot.place is None and {flag.fault for flag in spot.flags} <= _ILLEGIBLE for spot in spots
    )


def placed_after_all(
    grey: Grey,
    tags: Sequence[PieceTag],
    *,
    placer: Placer,
    raised: Sequence[Raised],
    others: Sequence[TagPlacing],
    blur_px: float,
) -> list[TagPlacing]:
    """Those of some tags that are on the table, and those whose light hides where they lie.

    ``others`` are all that were read before.
    """
    steps = placed_in_steps(
        grey, tags, placer=placer, raised=raised, others=others, blur_px=blur_px
    )
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: list[TagPlacing] = done.value
            return found


def placed_in_steps(
    grey: Grey,
    tags: Sequence[PieceTag],
    *,
    placer: Placer,
    raised: Sequence[Raised],
    others: Sequence[TagPlacing],
    blur_px: float,
) -> Generator[None, None, list[TagPlacing]]:
    """The same in steps of some milliseconds each."""
    if not tags:
        return []
    scale = placer.place_errors.calibrated.layout.scale
    by_number = {tag.number: tag for tag in tags}
    sightings = yield from sought(
        grey,
        [
            SoughtTag(number=tag.number, side_in=tag.size * scale, height_in=float(tag.height))
            for tag in tags
        ],
        camera=placer.camera,
        table=placer.table,
        family=placer.family,
        blur_px=blur_px,
    )
    if not sightings:
        return []
    known = [_known(each, by_number[each.number], scale=scale) for each in sightings]
    controls = [spot.known for spot in others if spot.place is not None][:_CONTROLS]
    identity = replace(SOUGHT, noise=noise_of(grey))
    told: list[TagPlacing] = []
    # A few at a time, those with the largest cells first. Where most lie too far away to be told
    # from what is like them, they would say what is usual of tags, and none would be believed.
    for some in _alike(known, controls=len(controls)):
        found = placer.believed(
            grey,
            some,
            controls=controls,
            raised=raised,
            blur_px=blur_px,
            identity=identity,
        )
        told += found
        controls += [spot.known for spot in found if spot.place is not None]
        controls = controls[:_CONTROLS]
        yield
    return _once(told)


def _known(sighting: Sighting, tag: PieceTag, *, scale: float) -> KnownTag:
    return KnownTag(sighting=sighting, side=tag.size * scale, own_height=tag.height)


def _once(told: Sequence[TagPlacing]) -> list[TagPlacing]:
    """Those with a place, and of the others one for each number that has none."""
    placed = [spot for spot in told if spot.place is not None]
    numbers = {spot.known.sighting.number for spot in placed}
    others = {
        spot.known.sighting.number: spot
        for spot in told
        if spot.known.sighting.number not in numbers
    }
    return [*placed, *others.values()]


def _alike(known: Sequence[KnownTag], *, controls: int) -> Iterator[list[KnownTag]]:
    """The largest tags with the largest cells first, as many as controls outweigh; where these are
    few, a few of one size.
    """
    rest = sorted(known, key=lambda each: (each.side, _cell_px(each)), reverse=True)
    is_sure = controls >= _CONTROLS
    at_once = 2 * _CONTROLS if is_sure else _AT_ONCE
    for _, group in groupby(rest, key=lambda each: 0.0 if is_sure else each.side):
        same = list(group)
        for first in range(0, len(same), at_once):
            yield same[first : first + at_once]


def _cell_px(known: KnownTag) -> float:
    """The shorter way of its square; all tags of a family have as many cells."""
    corners = known.sighting.corners
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(sides.min())

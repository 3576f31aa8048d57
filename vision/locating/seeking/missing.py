"""Looks for the pieces that a picture should show and no detector has found there.

What a sighting has to prove by sharp cells, a tag of known size on a known height proves by its
shape: a fit that has three ways to move cannot bend to letters or checks. So smaller and noisier
tags are believed, but every one has to lie on paper and to be no other.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from vision.kit.wanted.kinds import is_card
from vision.locating.located import TagFault
from vision.locating.placing import KnownTag, Placer, TagPlacing
from vision.locating.seeking.believing import SOUGHT
from vision.locating.seeking.noise import noise_of
from vision.locating.seeking.seek import SoughtTag, sought
from vision.locating.standing import Raised
from vision.locating.tag_layout import PieceTag, TaggedPiece
from vision.sighting import Grey

_ILLEGIBLE: Final = frozenset({TagFault.BLURRED, TagFault.FAINT, TagFault.DOUBTFUL})
"""What is wrong with a tag that may be placed when it is looked for alone."""
_CONTROLS: Final = 12
"""Tags with a place that are fitted along."""


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
    known = [
        KnownTag(
            sighting=each,
            side=by_number[each.number].size * scale,
            own_height=by_number[each.number].height,
        )
        for each in sightings
    ]
    controls = [spot.known for spot in others if spot.place is not None][:_CONTROLS]
    return placer.believed(
        grey,
        known,
        controls=controls,
        raised=raised,
        blur_px=blur_px,
        identity=replace(SOUGHT, noise=noise_of(grey)),
    )
